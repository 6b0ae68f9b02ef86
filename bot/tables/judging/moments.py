"""A person's moments of a hand: found by a job once they ask, from what their seat knew, and kept."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.jobs.ports import Job, Refused, TryLater
from bot.jobs.service import Jobs, NotDone
from bot.rules.trick_taking.trick import TrickTaken
from bot.tables.judging.analysis import LATER, held_at_the_end, require_over
from bot.tables.judging.scheduled_jobs import MOMENTS, moments_job
from bot.tables.people.access import require_open_board
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.moments import Decision, Moment
from bot.tables.state.outcomes import SEVERAL, Chair
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.store.ports import Clock, Coach, MomentStore
from bot.tables.store.repository import TableRepository

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Moments:
    """Finds the moments of a hand once for each person who asks, and keeps them."""

    repository: TableRepository
    coach: Coach
    store: MomentStore
    clock: Clock
    jobs: Jobs

    def __post_init__(self) -> None:
        self.jobs.handle(MOMENTS, self._do, lambda: self.coach.has_workers)

    def offered(self, snapshot: TableSnapshot) -> bool:
        """Whether moments can be found at that table."""
        return self.coach.moments_refusal(snapshot.table.game) is None

    async def which(self, table_id: int, hand: int | None, user_id: int) -> int:
        """That finished hand, the latest if None, which the person has played. Raises TableError."""
        snapshot = await self.repository.fresh(table_id)
        number, _ = await self._played(snapshot, hand, user_id)
        refusal = self.coach.moments_refusal(snapshot.table.game)
        if refusal is not None and await self.known(table_id, number, user_id) is None:
            raise refusal
        return number

    async def known(self, table_id: int, hand: int, user_id: int) -> Sequence[Moment] | None:
        """The person's moments in order; None if nobody has looked for them."""
        return await self.store.moments(table_id, hand, user_id)

    async def find(self, table_id: int, hand: int, user_id: int) -> None:
        """Look for the person's moments, if nobody has, and keep them. Raises TableError."""
        number, chair = await self._played(await self.repository.fresh(table_id), hand, user_id)
        job = moments_job(table_id, number, chair)
        try:
            await self.jobs.ask(job, lambda: self.known(table_id, number, user_id))
        except NotDone as late:
            log.warning("%s", late)
            raise TableError("analysis-busy") from None

    async def decisions(self, table_id: int, hand: int, user_id: int) -> Mapping[int, Decision]:
        """The person's decisions in that hand by step. Raises TableError."""
        snapshot = await self.repository.fresh(table_id)
        number, chair = await self._played(snapshot, hand, user_id)
        return {decision.step: decision for decision in decisions_of(snapshot, number, chair)}

    async def _played(self, snapshot: TableSnapshot, hand: int | None, user_id: int) -> tuple[int, int]:
        # The number of the hand, and the chair in which the person has played it.
        require_open_board(snapshot.table)
        number = require_over(snapshot, hand)
        players = await self._players(snapshot, number)
        if user_id not in players:
            raise TableError("moments-others", hand=number)
        return number, players.index(user_id)

    async def _player(self, snapshot: TableSnapshot, hand: int, chair: int) -> int:
        players = await self._players(snapshot, hand)
        match players[chair] if players else SEVERAL:
            case int(user_id) if user_id != SEVERAL:
                return user_id
        raise TableError("moments-others", hand=hand)

    async def _players(self, snapshot: TableSnapshot, hand: int) -> Sequence[Chair]:
        # Who has played each chair from the first card to the last, where that is kept.
        if snapshot.game.skill_estimated:
            return await self.store.players(snapshot.table.id, hand)
        held = held_at_the_end(snapshot, hand)
        return [who.user_id if isinstance(who, Person) else SEVERAL for who in held]

    async def _do(self, job: Job) -> None:
        table_id, hand, chair = (int(job.payload[name]) for name in ("table", "hand", "chair"))
        try:
            await self._look(table_id, hand, chair)
        except TableError as refusal:
            if refusal.code in LATER:
                raise TryLater from refusal
            log.info("table %s, hand %s, chair %s: %s", table_id, hand, chair, refusal)
            raise Refused from refusal

    async def _look(self, table_id: int, hand: int, chair: int) -> None:
        snapshot = await self.repository.fresh(table_id)
        require_open_board(snapshot.table)
        user_id = await self._player(snapshot, require_over(snapshot, hand), chair)
        if await self.known(table_id, hand, user_id) is not None:
            return
        game, decisions = snapshot.table.game, decisions_of(snapshot, hand, chair)
        found = await self.coach.moments(game, decisions, f"{table_id}/{hand}/{chair}")
        # They may have been erased meanwhile.
        await self._player(await self.repository.fresh(table_id), hand, chair)
        await self.store.save_moments(table_id, hand, user_id, self.clock.now(), found)


def decisions_of(snapshot: TableSnapshot, number: int, chair: int) -> Sequence[Decision]:
    """What the occupant of that chair decided in a finished hand, for their own hand and a dummy's."""
    hand = snapshot.finished_hand(number)
    if hand is None:
        return []
    game, state, taken, found = snapshot.game, hand.state, 0, list[Decision]()
    for step, (seat, text) in enumerate(snapshot.moves_of(hand)):
        move = game.parse(text)
        if seat is not None and game.player_of(state, seat) == chair and len(game.legal(state, seat)) > 1:
            found.append(Decision(step, taken + 1, game.view(state, seat), move))
        state, events = game.apply(state, seat, move)
        taken += sum(isinstance(event, TrickTaken) for event in events)
    return found
