"""The hands of a match that may be paged through, and who played them."""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bot.rules.records.history import FinishedHand
from bot.rules.records.pages import HandPages, pages_of
from bot.tables.judging.analysis import held_at_the_end
from bot.tables.judging.records import known_moves
from bot.tables.state.chairs import Occupant
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot

_KEPT: Final = 64  # hands kept while people page through them


def hands_to_page(snapshot: TableSnapshot) -> Sequence[FinishedHand]:
    """The hands whose every card may be told, as in a record, in order. The last may be one that was broken
    off, or a match that is a single deal (Old Maid)."""
    known = known_moves(snapshot)
    hands = [hand for hand in snapshot.finished_hands if hand.end <= known]
    begun = None if snapshot.history is None else snapshot.history.position.begun
    if begun is not None and not snapshot.table.open:
        state, first = begun
        hands.append(FinishedHand(hands[-1].number + 1 if hands else 1, state, first, snapshot.step))
    return hands


def single_deal(snapshot: TableSnapshot) -> int:
    """The number of the only hand of a match that is over without counting hands (Old Maid), else 0."""
    hands = hands_to_page(snapshot)
    return hands[0].number if hands and not snapshot.finished_hands else 0


async def hand_pages(snapshot: TableSnapshot, number: int | None) -> HandPages:
    """The pages of that hand, the latest if None, made off the event loop. Raises TableError."""
    hands = hands_to_page(snapshot)
    if number is None and not hands:
        raise TableError("no-hand-over")
    hand = next((hand for hand in reversed(hands) if number in (None, hand.number)), None)
    if hand is None:
        over = any(hand.number == number for hand in snapshot.finished_hands)
        raise TableError("analysis-claims" if over else "hand-not-over", hand=number)
    if hand.first == hand.end:
        raise TableError("hand-without-moves", hand=hand.number)
    return await asyncio.to_thread(_pages, snapshot, hand.number)


def players_of(snapshot: TableSnapshot, number: int) -> Sequence[Occupant | None]:
    """Who held each chair at the end of that hand."""
    if snapshot.finished_hand(number) is not None:
        return held_at_the_end(snapshot, number)
    return [seat.occupant for seat in snapshot.table.chairs]


@lru_cache(maxsize=_KEPT)
def _pages(snapshot: TableSnapshot, number: int) -> HandPages:
    hand = next(hand for hand in reversed(hands_to_page(snapshot)) if hand.number == number)
    return pages_of(snapshot.game, hand.number, hand.state, snapshot.moves_of(hand))
