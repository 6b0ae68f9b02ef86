"""Double-dummy analysis of a hand that has been played: what each play gave away."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeGuard

from bot.house.solver.position import LEGALITY, Kind, Position
from bot.house.solver.solving import OutOfNodes, after_play, weigh
from bot.rules.cards import Card, Suit
from bot.rules.pieces import Piece
from bot.rules.records.record import Analysis, Slip
from bot.rules.trick_taking.trick import Trick
from bot.rules.whist.bishops.scoring import BISHOP_POINTS
from bot.rules.whist.count import BOOK
from bot.rules.whist.play import TRICKS

NODES: Final = 15_000_000  # positions looked at for one play at most, which takes some ten seconds

_SEATS: Final = 4

Weighed = tuple[int, tuple[Card, ...]]  # the value before a play, and the cards that would have kept it

WeighPlay = Callable[[int, int], Awaitable[Weighed | None]]
"""Weighs a play by its number from 0, the value after it being given; None: it takes too long."""


def is_whole(tricks: Sequence[Trick[Piece]]) -> TypeGuard[Sequence[Trick[Card]]]:
    """Whether these are the tricks of a hand of cards that was played to its last."""
    return len(tricks) == TRICKS and all(
        len(trick.pieces) == _SEATS and all(isinstance(piece, Card) for piece in trick.pieces)
        for trick in tricks
    )


async def analyse(
    hand: int, kind: Kind, trump: Suit | None, tricks: Sequence[Trick[Card]], weigh: WeighPlay
) -> Analysis:
    """Analyse hand number `hand`, from its last play back to the first, as far as `weigh` can.

    `tricks` are all thirteen. Tricks that can be analysed only in part are left out, and so are those up to
    the last revoke, if there was one. The first trick is estimated if it can be analysed only in part: its
    earlier plays are taken to have given nothing away.
    """
    made = value = _made(kind, trump, tricks)
    counted_from, estimated = TRICKS + 1, False
    losses, slips = [0] * _SEATS, list[Slip]()
    for trick in reversed(tricks):
        if any(_is_revoke(kind, trump, tricks, trick.number - 1, turn) for turn in range(1, _SEATS)):
            # Whoever revoked had cards that the solver takes them not to have had.
            break
        before, found, whole = await _weigh_trick(trick, value, weigh)
        if not whole and trick.number > 1:
            break
        counted_from, value, estimated = trick.number, before, not whole
        slips += found
        for slip in found:
            losses[slip.seat] += slip.loss
    return Analysis(
        hand=hand,
        unit="tricks" if kind is Kind.PLAIN else "points",
        counted_from=counted_from,
        best=value,
        made=made,
        losses=losses,
        slips=slips[::-1],
        estimated=estimated,
    )


async def _weigh_trick(trick: Trick[Card], after: int, weigh: WeighPlay) -> tuple[int, list[Slip], bool]:
    # The value before the trick, or before the first of its plays that can be weighed; the slips, the last
    # one first; and whether all plays could be weighed.
    value, slips = after, list[Slip]()
    for turn in reversed(range(_SEATS)):
        weighed = await weigh(_SEATS * (trick.number - 1) + turn, value)
        if weighed is None:
            return value, slips, False
        seat, card = trick.plays[turn]
        before, better = weighed
        loss = before - value if seat % 2 == 0 else value - before
        value = before
        if loss > 0:
            names = [kept.text for kept in better]
            slips.append(Slip(trick=trick.number, seat=seat, card=card.text, loss=loss, better=names))
    return value, slips, True


def weigh_play(
    kind: Kind, trump: Suit | None, tricks: Sequence[Trick[Card]], play: int, after: int, nodes: int = NODES
) -> Weighed | None:
    """The value before play number `play`, counted from 0, for the side of seat 0, and what kept it.

    `after` is the value after it. None if it takes more than `nodes` positions to know.
    """
    position = position_before(kind, trump, tricks, play)
    legal = position.legal()
    if len(legal) == 1:
        return after, ()
    _, card = tricks[play // _SEATS].plays[play % _SEATS]
    try:
        return weigh(_start(kind, trump, tricks), position, card, after, nodes)
    except OutOfNodes:
        return None


def position_before(kind: Kind, trump: Suit | None, tricks: Sequence[Trick[Card]], play: int) -> Position:
    """How the hand stood before play number `play`, counted from 0. Raises ValueError if it was over."""
    after = _start(kind, trump, tricks)
    for _, card in _plays(tricks)[:play]:
        stood = after_play(after, card)
        if not isinstance(stood, Position):
            raise ValueError("the hand was over before that play.")
        after = stood
    return after


def _is_revoke(kind: Kind, trump: Suit | None, tricks: Sequence[Trick[Card]], index: int, turn: int) -> bool:
    trick = tricks[index]
    seat, card = trick.plays[turn]
    held = tuple(dict(other.plays)[seat] for other in tricks[index:])
    return card not in LEGALITY[kind].playable(held, trick.led, trump)


def _plays(tricks: Sequence[Trick[Card]]) -> list[tuple[int, Card]]:
    return [played for trick in tricks for played in trick.plays]


def _start(kind: Kind, trump: Suit | None, tricks: Sequence[Trick[Card]]) -> Position:
    hands: list[list[Card]] = [[] for _ in range(_SEATS)]
    for seat, card in _plays(tricks):
        hands[seat].append(card)
    return Position(kind, tuple(map(tuple, hands)), trump, tricks[0].leader)


def _made(kind: Kind, trump: Suit | None, tricks: Sequence[Trick[Card]]) -> int:
    *before, (_, last) = _plays(tricks)
    end = after_play(position_before(kind, trump, tricks, len(before)), last)
    if isinstance(end, Position):
        raise ValueError("the hand was not played to its end.")
    _, taken, bishops = end
    if kind is Kind.PLAIN:
        return taken[0]
    over = [max(0, number - BOOK) for number in taken]
    return over[0] - over[1] + BISHOP_POINTS * (bishops[0] - bishops[1])
