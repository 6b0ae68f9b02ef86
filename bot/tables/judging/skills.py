"""Has the deals of finished hands replayed, when it is quiet, and tells what they say of people's skill.

What is still to be replayed follows from what is stored: a job only says at which table there is something.
Hands that were replayed for weights that have since been found anew are found again at the next start.
"""

import asyncio
import logging
from typing import Final

from bot.jobs.ports import Job, Refused, TryLater
from bot.jobs.service import Jobs
from bot.tables.judging.scheduled_jobs import REPLAY, replay_job
from bot.tables.judging.skill.estimate import skill_of
from bot.tables.judging.skill.weights import WEIGHTS
from bot.tables.state.errors import TableError
from bot.tables.state.replays import Replay, Skill
from bot.tables.state.results import Span
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from bot.tables.store.ports import Replayer, ReplayStore
from bot.tables.store.repository import TableRepository

log = logging.getLogger(__name__)

OWED: Final = "owed-replays"  # look for tables at which something is still to be replayed


class Skills:
    """Has hands replayed and estimates skill from them."""

    def __init__(
        self, repository: TableRepository, replayer: Replayer, store: ReplayStore, jobs: Jobs
    ) -> None:
        self.repository = repository
        self._replayer = replayer
        self._store = store
        self._jobs = jobs
        jobs.handle(REPLAY, self._replay_table, lambda: replayer.has_workers)
        jobs.handle(OWED, self._look_back, lambda: replayer.has_workers)

    async def resume(self) -> None:
        """Enter the jobs for hands that are still to be replayed."""
        if self._replayer.replays:
            await self._jobs.enqueue([_owed_job(None)])

    async def of(self, user_id: int, game: str, *, guild_id: int | None, span: Span) -> Skill | None:
        """What is known of that person's skill at a game, on a server or anywhere; None where nobody can
        say."""
        weights = WEIGHTS.get(game)
        if weights is None:
            return None
        hands = await self._store.around(user_id, game, guild_id=guild_id, span=span)
        if not hands and not self._replayer.replays:
            return None
        return await asyncio.to_thread(skill_of, user_id, hands, weights)

    async def _look_back(self, job: Job) -> None:
        # A few at a time, the latest first.
        versions = {game: weights.version for game, weights in WEIGHTS.items()}
        before = int(job.payload["before"]) if "before" in job.payload else None
        found, before = await self._store.owed(versions, before)
        since = "weights-" + "-".join(str(version) for version in versions.values())
        jobs = [replay_job(table_id, since) for table_id in found]
        await self._jobs.enqueue(jobs if before is None else [*jobs, _owed_job(before)])

    async def _replay_table(self, job: Job) -> None:
        try:
            # Another process may have changed the table.
            snapshot = await self.repository.fresh(int(job.payload["table"]))
        except TableError as gone:
            raise Refused from gone
        table = snapshot.table
        weights = WEIGHTS.get(table.game)
        if weights is None or table.secret:
            return
        for number in await self._store.hands(table.id, weights.version):
            if not _is_settled(snapshot, number):
                continue
            try:
                replay = await self._replay(snapshot, number)
            except TableError as busy:
                raise TryLater from busy
            await self._store.save(table.id, number, weights.version, replay)

    async def _replay(self, snapshot: TableSnapshot, number: int) -> Replay | None:
        hand = snapshot.finished_hand(number)
        if hand is None:
            return None
        return await self._replayer.replay(snapshot.table.game, hand.state, snapshot.moves_of(hand))


def _is_settled(snapshot: TableSnapshot, number: int) -> bool:
    # Until the next deal a hand may be taken back or counted again.
    if snapshot.table.status is not Status.PLAYING:
        return True
    return any(hand.number > number for hand in snapshot.finished_hands)


def _owed_job(before: int | None) -> Job:
    return Job(OWED, str(before or "latest"), {} if before is None else {"before": before})
