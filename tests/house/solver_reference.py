"""What the solver must agree with: plain minimax by the rules in Python, and random positions."""

import random
from collections.abc import Sequence
from dataclasses import replace

from bot.house.solver import NUMBERS, Kind, Position
from bot.house.solver.solving import after_play
from bot.rules.cards import KNIGHT, Card, Rank, Suit
from bot.rules.trick_taking.legality import FollowSuit
from bot.rules.whist import play as plain_play
from bot.rules.whist.bishops import play as bishops_play
from bot.rules.whist.bishops.pack import PACK as BISHOPS_PACK
from bot.rules.whist.bishops.scoring import BISHOP_POINTS
from bot.rules.whist.count import BOOK
from bot.rules.whist.pack import CARD_HEIGHT
from bot.rules.whist.pack import PACK as PLAIN_PACK

Hands = tuple[tuple[Card, ...], ...]


def minimax(position: Position) -> int:
    """The value for the side whose turn it is, all cards tried."""
    plain = position.kind is Kind.PLAIN
    legality = FollowSuit() if plain else bishops_play.KnightsRule()
    trump = position.trump
    known: dict[tuple[Hands, int, tuple[Card, ...], int, int], int] = {}
    every = sum(position.tricks) + len(position.dealt[0])
    bishops = sum(position.bishops) + sum(c.rank is Rank.BISHOP for hand in position.dealt for c in hand)

    def counted(won: int, captured: int) -> int:
        # For seats 0 and 2: their tricks, or their points less the others'.
        if plain:
            return won
        over = max(0, won - BOOK) - max(0, every - won - BOOK)
        return over + BISHOP_POINTS * (2 * captured - bishops)

    def value(hands: Hands, leader: int, table: tuple[Card, ...], won: int, captured: int) -> int:
        key = (hands, leader, table, won, captured)
        if key in known:
            return known[key]
        seat = (leader + len(table)) % 4
        values = []
        for card in legality.playable(hands[seat], table[0] if table else None, trump):
            place = hands[seat].index(card)
            hand = hands[seat][:place] + hands[seat][place + 1 :]
            rest = (*hands[:seat], hand, *hands[seat + 1 :])
            if len(table) < 3:
                values.append(value(rest, leader, (*table, card), won, captured))
                continue
            trick = (*table, card)
            if plain:
                winner = (leader + plain_winner(trick, trump)) % 4
            else:
                assert trump
                winner = (leader + bishops_play.winning_play(trick, trump, 13 - len(hand))) % 4
            ours = winner % 2 == 0
            taken = won + ours
            saved = captured + ours * sum(c.rank is Rank.BISHOP for c in trick)
            values.append(value(rest, winner, (), taken, saved) if hand else counted(taken, saved))
        known[key] = max(values) if seat % 2 == 0 else min(values)
        return known[key]

    made = value(position.hands, position.leader, position.table, position.tricks[0], position.bishops[0])
    if position.seat % 2 == 0:
        return made
    return every - made if plain else -made


def plain_winner(trick: Sequence[Card], trump: Suit | None) -> int:
    """Which card takes a trick of plain whist, with trumps or without."""
    if trump:
        return plain_play.winning_play(trick, trump)
    led = [card for card in trick if card.suit is trick[0].suit]
    return trick.index(max(led, key=CARD_HEIGHT.__getitem__))


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


def dealt_again(rng: random.Random, position: Position) -> Position:
    """The position with the cards of all but the player whose turn it is dealt anew."""
    others = [seat for seat in range(4) if seat != position.seat]
    hidden = [card for seat in others for card in position.hands[seat]]
    rng.shuffle(hidden)
    hands = list(position.hands)
    for seat in others:
        hands[seat] = tuple(hidden.pop() for _ in position.hands[seat])
    return replace(position, hands=tuple(hands))


def card_numbers(position: Position) -> tuple[list[int], list[int]]:
    """The hands as sets of the solver's card numbers, and the cards on the table as such numbers."""
    knights = 0

    def number(card: Card) -> int:
        nonlocal knights
        knights += card is KNIGHT
        return NUMBERS[position.kind][card] + (16 * (knights - 1) if card is KNIGHT else 0)

    return [sum(1 << number(card) for card in hand) for hand in position.hands], [
        number(card) for card in position.table
    ]
