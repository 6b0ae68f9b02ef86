"""The hands of a match that may be paged through."""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bot.rules.records.history import FinishedHand
from bot.rules.records.pages import HandPages, pages_of
from bot.tables.judging.records import known_moves
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
        (state, first), (number, over) = begun, (hands[-1].number, hands[-1].end) if hands else (0, 0)
        # Without a deal since, it was about the hand before: a revoke was claimed.
        if any(logged.seat is None for logged in snapshot.log[over:first]):
            hands.append(FinishedHand(number + 1, state, first, snapshot.step))
    return hands


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


@lru_cache(maxsize=_KEPT)
def _pages(snapshot: TableSnapshot, number: int) -> HandPages:
    hand = next(hand for hand in reversed(hands_to_page(snapshot)) if hand.number == number)
    return pages_of(snapshot.game, hand.number, hand.state, snapshot.moves_of(hand))
