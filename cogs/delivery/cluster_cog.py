"""Tells other processes about commits of this one, and reacts to theirs."""

import logging
from datetime import timedelta
from typing import Final

from discord.ext import commands, tasks
from discord.utils import time_snowflake, utcnow

from bot.cluster.hints import Hint, Topic
from bot.cluster.leases import UPKEEP, Changed
from bot.cluster.ports import ClaimStore, Cluster, HintChannel
from bot.duplicate.service import Duplicate
from bot.duplicate.sessions.repository import SessionCommitted
from bot.tables.service import Tables
from bot.tables.state.errors import TableError
from bot.tables.store.background import Tasks
from bot.tables.store.ports import Clock
from bot.tables.store.repository import Committed
from cogs.delivery.backlog import Backlog
from cogs.delivery.publisher import DiscordPublisher
from cogs.delivery.session_surfaces import SessionPublisher
from cogs.transport.editable_messages import EditableMessages

_LOOK_SECONDS: Final = 30.0
_FORGET_SECONDS: Final = 60.0

_CLAIMED: Final = timedelta(minutes=15)  # how long claims are kept: while an interaction's token is valid

log = logging.getLogger(__name__)


class ClusterCog(commands.Cog):
    """Announces every commit to the other processes, follows theirs at the tables this one owns, and works
    through the backlog of tables it takes over."""

    def __init__(
        self,
        cluster: Cluster,
        hints: HintChannel,
        claims: ClaimStore,
        messages: EditableMessages,
        clock: Clock,
        tables: Tables,
        publisher: DiscordPublisher,
        duplicate: Duplicate,
        sessions: SessionPublisher,
        backlog: Backlog,
    ) -> None:
        self._cluster = cluster
        self._hints = hints
        self._claims = claims
        self._messages = messages
        self._clock = clock
        self._tables = tables
        self._publisher = publisher
        self._sessions = sessions
        self._backlog = backlog
        self._tasks = Tasks()
        cluster.subscribe(self._leases_changed)
        tables.repository.subscribe(self._table_committed)
        duplicate.repository.subscribe(self._session_committed)
        tables.users.subscribe(lambda user_id: hints.tell(Hint(Topic.PERSON, user_id)))
        tables.privacy.subscribe_erased(lambda user_id: hints.tell(Hint(Topic.ERASED, user_id)))
        hints.listen(self._heard)

    async def cog_load(self) -> None:
        """Start polling for changes by other processes, since hints may get lost."""
        self.look_for_answers.start()
        self.forget_served.start()

    async def cog_unload(self) -> None:
        self.look_for_answers.cancel()
        self.forget_served.cancel()
        await self._tasks.stop()

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Publish what is owed on the shard's servers. Before it was ready, nothing could be shown there."""
        if self._cluster.shared:
            self._backlog.take_up()

    @tasks.loop(seconds=_LOOK_SECONDS)
    async def look_for_answers(self) -> None:
        if not self._cluster.others:
            return
        try:
            await self._publisher.look_for_answers(self._clock.now() - 2 * _LOOK_SECONDS)
        except Exception:
            log.exception("answers of other processes could not be looked up")

    @tasks.loop(seconds=_FORGET_SECONDS)
    async def forget_served(self) -> None:
        if not self._cluster.holds(UPKEEP):
            return
        try:
            await self._messages.forget_expired()
            await self._claims.forget(time_snowflake(utcnow() - _CLAIMED))
        except Exception:
            log.exception("expired tokens and claims could not be deleted")

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
                self._publisher.answered_elsewhere(hint.number)
            case Topic.SESSION:
                self._sessions.changed_elsewhere(hint.number, hint.version)
            case Topic.PERSON:
                self._tables.users.outdated(hint.number)
                self._publisher.wanted_otherwise(hint.number)
            case Topic.ERASED:
                self._tables.privacy.erased_elsewhere(hint.number)
            case Topic.LEASES | Topic.JOBS:
                pass  # hints of the cluster itself, and of jobs

    def _leases_changed(self, changed: Changed) -> None:
        if changed.lost:
            self._publisher.leave_others()
        if changed.taken:
            self._backlog.take_up()

    async def _go_on(self, table_id: int) -> None:
        if not await self._tables.repository.owned([table_id]):
            return
        self._publisher.changed(table_id)
        try:
            await self._tables.house_turns.look_at(table_id)
        except TableError as gone:
            log.info("table %s: %s", table_id, gone)
