"""What other processes have done: told them what this one has stored, and taken up what they have left."""

import logging

from discord.ext import commands

from bot.cluster.alone import Alone
from bot.cluster.hints import Hint, Topic
from bot.cluster.member import Changed, ClusterMember
from bot.cluster.ports import HintChannel
from bot.duplicate.repository import SessionCommitted
from bot.duplicate.service import Duplicate
from bot.tables.background import Tasks
from bot.tables.errors import TableError
from bot.tables.repository import Committed
from bot.tables.service import Tables
from cogs.publisher import DiscordPublisher
from cogs.session_surfaces import SessionPublisher

log = logging.getLogger(__name__)


class ClusterCog(commands.Cog):
    """Tells the other processes of every commit, shows and plays on what they have committed at the tables of
    this one, and takes up tables that have become this one's."""

    def __init__(
        self,
        cluster: ClusterMember | Alone,
        hints: HintChannel,
        tables: Tables,
        publisher: DiscordPublisher,
        duplicate: Duplicate,
        sessions: SessionPublisher,
    ) -> None:
        self._hints = hints
        self._tables = tables
        self._publisher = publisher
        self._duplicate = duplicate
        self._sessions = sessions
        self._tasks = Tasks()
        cluster.subscribe(self._leases_changed)
        tables.repository.subscribe(self._table_committed)
        duplicate.repository.subscribe(self._session_committed)
        tables.users.subscribe(lambda user_id: hints.tell(Hint(Topic.PERSON, user_id)))
        tables.privacy.subscribe_erased(lambda user_id: hints.tell(Hint(Topic.ERASED, user_id)))
        hints.listen(self._heard)

    async def cog_unload(self) -> None:
        """Take up nothing more."""
        await self._tasks.stop()

    def _table_committed(self, committed: Committed) -> None:
        table = committed.snapshot.table
        self._hints.tell(Hint(Topic.TABLE, table.id, table.version))

    def _session_committed(self, committed: SessionCommitted) -> None:
        self._hints.tell(Hint(Topic.SESSION, committed.session.id, committed.session.version))

    def _heard(self, hint: Hint) -> None:
        match hint.topic:
            case Topic.TABLE:
                self._tables.repository.outdated(hint.number, hint.version)
                self._tasks.start(self._go_on(hint.number))
            case Topic.SHOWN:
                self._publisher.changed(hint.number)
            case Topic.SESSION:
                self._sessions.changed(hint.number)
            case Topic.PERSON:
                self._tables.users.outdated(hint.number)
            case Topic.ERASED:
                self._tables.privacy.erased_elsewhere(hint.number)
            case Topic.LEASES | Topic.JOBS:
                pass  # the cluster's own, and the jobs'

    def _leases_changed(self, changed: Changed) -> None:
        if changed.taken:
            self._tasks.start(self._take_up())

    async def _go_on(self, table_id: int) -> None:
        if not await self._tables.repository.owned([table_id]):
            return
        self._publisher.changed(table_id)
        try:
            await self._tables.house_turns.look_at(table_id)
        except TableError as gone:
            log.info("table %s: %s", table_id, gone)

    async def _take_up(self) -> None:
        try:
            await self._tables.house_turns.resume()
            await self._duplicate.progress.resume()
            await self._sessions.publish_owed()
            await self._publisher.publish_owed(first=True)
        except Exception:
            log.exception("what was left by another process could not be taken up")
