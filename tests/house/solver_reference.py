"""What the solver must agree with: plain minimax by the rules in Python, and random positions."""

import os
import random

from bot.house.solver import Kind, Position
from bot.house.solver.solving import after_play
from bot.rules.bishops_whist.pack import PACK as BISHOPS_PACK
from bot.rules.bishops_whist.scoring import BISHOP_POINTS, BOOK
from bot.rules.cards import KNIGHT, Card, Rank, Suit
from bot.rules.whist.pack import PACK as PLAIN_PACK

THOROUGH = bool(os.environ.get("CARDINAL_THOROUGH"))
"""Set to run the tests of the solver at full length (several minutes)."""


def minimax(position: Position) -> int:
    """The value for the side whose turn it is, all cards tried."""
    made = _made(position, {})
    return -made if position.kind is Kind.BISHOPS and position.seat % 2 else _tricks(position, made)


def _tricks(position: Position, made: int) -> int:
    if position.kind is Kind.BISHOPS or position.seat % 2 == 0:
        return made
    return sum(position.tricks) + len(position.dealt[0]) - made


def _made(position: Position, known: dict[Position, int]) -> int:
    # For seats 0 and 2: their tricks, or their points less the others'.
    if position not in known:
        values = [_worth(position, card, known) for card in position.legal()]
        known[position] = max(values) if position.seat % 2 == 0 else min(values)
    return known[position]


def _worth(position: Position, card: Card, known: dict[Position, int]) -> int:
    after = after_play(position, card)
    return _made(after, known) if isinstance(after, Position) else _count(*after)


def _count(kind: Kind, tricks: tuple[int, int], bishops: tuple[int, int]) -> int:
    if kind is Kind.PLAIN:
        return tricks[0]
    ours, theirs = (
        max(0, t - BOOK) + BISHOP_POINTS * b for t, b in zip(tricks, bishops, strict=True)
    )
    return ours - theirs


def random_position(rng: random.Random, kind: Kind, length: int, on_table: int) -> Position:
    """Hands of so many cards (before the trick in progress), rich in bishops and knights."""
    if kind is Kind.PLAIN:
        pack = rng.sample(PLAIN_PACK, 4 * length)
        trump = rng.choice([*Suit, None])
    else:
        rich = rng.random() * 0.7
        weight = {c: 1 - rich * (c is KNIGHT or c.rank is Rank.BISHOP) for c in BISHOPS_PACK}
        pack = sorted(BISHOPS_PACK, key=lambda c: rng.random() * weight[c])[: 4 * length]
        rng.shuffle(pack)
        trump = rng.choice(list(Suit))
    hands = tuple(tuple(pack[seat * length : (seat + 1) * length]) for seat in range(4))
    past = 13 - length
    ours = min(past, max(0, past // 2 + rng.randint(-2, 2)))
    gone = 4 - sum(1 for card in pack if card.rank is Rank.BISHOP)
    bishops = rng.randint(0, gone)
    taken = (bishops, gone - bishops) if kind is Kind.BISHOPS else (0, 0)
    position = Position(kind, hands, trump, rng.randrange(4), (), (ours, past - ours), taken)
    for _ in range(on_table):
        after = after_play(position, rng.choice(position.legal()))
        assert isinstance(after, Position)
        position = after
    return position
