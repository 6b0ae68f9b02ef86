"""Hands counted out after they were played: when somebody asks, and of its own accord when it is quiet."""

import asyncio
import logging
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.rules.cards import Suit
from bot.rules.events import Scored
from bot.rules.record import Analysis
from bot.rules.seats import Names
from bot.rules.tricks import Trick, TrickDone
from bot.tables.draft import Draft
from bot.tables.errors import TableError
from bot.tables.findings import in_words
from bot.tables.floor import Floor
from bot.tables.live import Live
from bot.tables.model import CountedOut, Person
from bot.tables.ports import AnalysisStore, Analyst

log = logging.getLogger(__name__)

POST_KIND: Final = "analysis"

_MOST_WAITING = 200
_COUNTS_FROM = 2


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that has been played: the trump suit, and its tricks in order."""

    trump: Suit | None
    tricks: tuple[Trick, ...]


class Analyses:
    """Counts each hand out once and keeps what was found.

    `unasked`: also the hands nobody has asked for, one at a time, when the analyst has time.
    """

    def __init__(self, floor: Floor, analyst: Analyst, store: AnalysisStore, *, unasked: bool) -> None:
        self._floor = floor
        self._analyst = analyst
        self._store = store
        self._under_way: dict[tuple[int, int], asyncio.Task[Analysis]] = {}
        self._posting: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._quiet: deque[tuple[int, int]] = deque(maxlen=_MOST_WAITING)
        self._background: asyncio.Task[None] | None = None
        if unasked:
            floor.hand_over = self._hand_over

    def offered(self, live: Live) -> bool:
        """Whether hands of that table can be counted out here."""
        return self._refusal(live) is None

    async def which(self, table_id: int, hand: int | None) -> int:
        """That hand of the table if it is over, the latest if None. Raises TableError."""
        live = await self._floor.fresh(table_id)
        refusal = self._refusal(live)
        if refusal is not None and await self._store.analysis(table_id, hand or 0) is None:
            raise TableError("not-counted-out", refusal)
        hands = await asyncio.to_thread(played_hands, live)
        if not hands:
            raise TableError("no-hand", "No hand has been played to its end at that table yet.")
        if hand is not None and hand not in hands:
            raise TableError("no-hand", f"Hand {hand} of that table is not over.")
        return max(hands) if hand is None else hand

    async def post(self, table_id: int, hand: int) -> None:
        """Count the hand out and owe the channel what was found, once. Raises TableError."""
        key = (table_id, hand)
        task = self._posting.get(key)
        if task is None:
            task = self._posting[key] = asyncio.create_task(self._post(table_id, hand))
            task.add_done_callback(lambda _: self._posting.pop(key, None))
        await asyncio.shield(task)

    async def posted(self, table_id: int, hand: int) -> int | None:
        """The message that tells what was best in that hand: 0 if it is owed, None if there is none."""
        return await self._store.analysis_post(table_id, hand)

    async def known(self, table_id: int) -> list[Analysis]:
        """What has been found at that table so far."""
        return list(await self._store.analyses(table_id))

    async def settle(self) -> None:
        """Stop whatever is under way. It is taken up again when somebody asks."""
        tasks: list[asyncio.Task[Any]] = [*self._under_way.values(), *self._posting.values()]
        if self._background is not None:
            tasks.append(self._background)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _post(self, table_id: int, hand: int) -> None:
        if await self._store.analysis_post(table_id, hand) is not None:
            return
        analysis = await self._find(table_id, hand, asked=True)

        def plan(draft: Draft) -> None:
            draft.post(POST_KIND, in_words(analysis, self._names(draft.live, analysis)), hand=hand)

        await self._floor.change(table_id, plan)

    def _names(self, live: Live, analysis: Analysis) -> Names:
        # Of those who sat there when it was counted out, which is soon after the hand.
        write = self._floor.write_name
        now, seated = live.names(write), live.plain_names
        if not analysis.players:
            return now
        written = (
            name if player == sitter else write(Person(0, player))
            for name, sitter, player in zip(now.seats, seated.seats, analysis.players, strict=True)
        )
        return Names(now.seating, tuple(written))

    async def _find(self, table_id: int, hand: int, *, asked: bool) -> Analysis:
        key = (table_id, hand)
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(self._count_out(table_id, hand, asked))
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        return await asyncio.shield(task)

    async def _count_out(self, table_id: int, hand: int, asked: bool) -> Analysis:
        kept = await self._store.analysis(table_id, hand)
        if kept is not None:
            return kept
        live = await self._floor.fresh(table_id)
        table = live.table
        if (refusal := self._refusal(live)) is not None:
            raise TableError("not-counted-out", refusal)
        played = (await asyncio.to_thread(played_hands, live)).get(hand)
        if played is None:
            raise TableError("no-hand", f"Hand {hand} of that table is not over.")
        analysis = await self._analyst.analyse(
            table.game, table.options, hand, played.trump, played.tricks, asked=asked
        )
        analysis = analysis.model_copy(update={"players": list(live.plain_names.seats)})
        lost = _lost(analysis, [None if seat.away else seat.user_id for seat in table.seats])
        now = self._floor.clock.now()
        await self._store.save_analysis(CountedOut(table_id, table.guild_id, table.game, now, analysis, lost))
        return analysis

    def _refusal(self, live: Live) -> str | None:
        return self._analyst.refusal(live.table.game, live.table.options)

    def _hand_over(self, table_id: int, hand: int) -> None:
        self._quiet.append((table_id, hand))
        if self._background is None or self._background.done():
            self._background = asyncio.create_task(self._count_quietly())

    async def _count_quietly(self) -> None:
        while self._quiet:
            table_id, hand = self._quiet.popleft()
            try:
                if self.offered(await self._floor.look(table_id)):
                    await self._find(table_id, hand, asked=False)
            except TableError as refusal:
                log.info("table %s, hand %s: %s", table_id, hand, refusal.reason)
            except Exception:
                log.exception("table %s, hand %s could not be counted out", table_id, hand)


def _lost(analysis: Analysis, people: Sequence[int | None]) -> Mapping[int, int]:
    # The first trick, which is often too long to count out, counts for nobody; nor does anything for
    # those who were away at the end, for whom the house played.
    if analysis.counted_from > _COUNTS_FROM:
        return {}
    first = [slip for slip in analysis.slips if slip.trick < _COUNTS_FROM]
    return {
        user_id: analysis.losses[seat] - sum(slip.loss for slip in first if slip.seat == seat)
        for seat, user_id in enumerate(people)
        if user_id is not None
    }


def played_hands(live: Live) -> Mapping[int, Hand]:
    """The hands of a match that are over, by number, with the tricks that were played."""
    game = live.game
    state: Any = game.begin(game.options(live.table.options), None)
    hands: dict[int, Hand] = {}
    tricks: list[Trick] = []
    trump: Suit | None = None
    for entry in live.log:
        step = game.apply(state, entry.seat, game.parse(entry.text))
        state = step.state
        for event in step.events:
            if isinstance(event, TrickDone):
                tricks.append(event.trick)
                trump = event.trump
            if isinstance(event, Scored) and event.unit == "hand":
                hands[event.number] = Hand(trump, tuple(tricks))
                tricks = []
    return hands
