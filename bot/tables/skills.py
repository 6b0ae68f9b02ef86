"""Has the deals of finished hands replayed, when it is quiet, and tells what they say of people's skill.

What is still to be replayed follows from what is stored: hands that were over when the process ended, or were
replayed for weights that have since been found anew, are found again at the next start.
"""

import asyncio
import logging
from collections import deque
from typing import Final

from bot.tables.background import Background
from bot.tables.errors import TableError
from bot.tables.model import Status
from bot.tables.ports import Clock, Replayer, ReplayStore
from bot.tables.repository import Committed, TableRepository
from bot.tables.results import Span
from bot.tables.skill.estimate import skill_of
from bot.tables.skill.hands import Replay, Skill
from bot.tables.skill.weights import WEIGHTS
from bot.tables.snapshot import TableSnapshot

log = logging.getLogger(__name__)

_MOST_WAITING: Final = 1000
_TRIES: Final = 5
_PATIENCE: Final = 60.0
"""Seconds before it is tried again where no worker was to be had."""


class Skills:
    """Replays hands in the background, and answers what is known of somebody's skill."""

    def __init__(
        self, repository: TableRepository, replayer: Replayer, store: ReplayStore, clock: Clock
    ) -> None:
        self._repository = repository
        self._replayer = replayer
        self._store = store
        self._clock = clock
        self._waiting: deque[int] = deque(maxlen=_MOST_WAITING)
        self._left = False
        self._before: int | None = None
        self._background = Background()

    def committed(self, committed: Committed) -> None:
        """Note the tables at which there is something to be replayed. Returns at once."""
        before, table = committed.before.table, committed.snapshot.table
        ended = before.status is Status.PLAYING and table.status is not Status.PLAYING
        opened = before.secret and not table.secret
        if table.game in WEIGHTS and not table.secret and (committed.change.played or ended or opened):
            self._waiting.append(table.id)
            self._wake()

    def resume(self) -> None:
        """Take up what was still to be replayed when the process ended. Returns at once."""
        self._left, self._before = True, None
        self._wake()

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

    async def settled(self) -> None:
        """Wait until there is nothing to be replayed."""
        await self._background.settled()

    async def stop(self) -> None:
        """Break off whatever is under way. It is taken up again at the next start."""
        await self._background.stop()

    def _wake(self) -> None:
        if self._replayer.replays:
            self._background.wake(self._replay_quietly)

    async def _replay_quietly(self) -> None:
        while True:
            if not self._waiting and self._left:
                await self._look_back()
            if not self._waiting:
                if self._left:
                    continue
                return
            table_id = self._waiting.popleft()
            try:
                if not await self._replay_table(table_id):
                    return
            except TableError as refusal:
                log.info("table %s: %s", table_id, refusal)
            except Exception:
                log.exception("the hands of table %s could not be replayed", table_id)

    async def _look_back(self) -> None:
        versions = {game: weights.version for game, weights in WEIGHTS.items()}
        found, self._before = await self._store.owed(versions, self._before)
        self._left = self._before is not None
        self._waiting.extend(found)

    async def _replay_table(self, table_id: int) -> bool:
        # Whether it is worth going on: without workers nothing can be replayed.
        snapshot = await self._repository.look(table_id)
        table = snapshot.table
        weights = WEIGHTS.get(table.game)
        if weights is None or table.secret:
            return True
        for number in await self._store.hands(table_id, weights.version):
            if not _is_settled(snapshot, number):
                continue
            for _ in range(_TRIES):
                try:
                    replay = await self._replay(snapshot, number)
                    break
                except TableError as busy:
                    if not self._replayer.replays:
                        return False
                    log.debug("table %s: %s", table_id, busy)
                    await self._clock.pause(_PATIENCE)
            else:
                return True
            await self._store.save(table_id, number, weights.version, replay)
        return True

    async def _replay(self, snapshot: TableSnapshot, number: int) -> Replay | None:
        hand = snapshot.finished_hand(number)
        if hand is None:
            return None
        return await self._replayer.replay(snapshot.table.game, hand.state, snapshot.moves_of(hand))


def _is_settled(snapshot: TableSnapshot, number: int) -> bool:
    # Until the next deal a hand may be taken back, or counted again.
    if snapshot.table.status is not Status.PLAYING:
        return True
    return any(hand.number > number for hand in snapshot.finished_hands)
