"""The bot: the parts wired together."""

import asyncio
import logging
import re
import signal
from contextlib import suppress
from typing import Any

import aiohttp
import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.cluster.alone import Alone, Silence
from bot.cluster.leases import COMMANDS
from bot.cluster.member import Changed, ClusterMember
from bot.duplicate.daily import Daily, build_daily
from bot.duplicate.service import Duplicate, build_duplicate
from bot.house.jobs import warm_up
from bot.house.workers import Workers
from bot.house_service import HouseService
from bot.operations.measured_workers import MeasuredWorkers
from bot.operations.rest_trace import rest_trace
from bot.operations.watching import Parts, measure_sessions, sessions_of
from bot.registering import command_cogs, finish_tree, register
from bot.rest import use_api
from bot.settings import Settings
from bot.sharding import ShardedBot
from bot.stores import jobs_over, ports_over, tables_over
from bot.tables.service import Tables
from bot.tables.state.chance import SystemDealer
from bot.tables.state.errors import TableError
from bot.tables.store.archive import Archive
from bot.tables.store.background import Tasks
from bot.tables.store.ports import Clock, Dealer
from cogs.answering.actors import Actors
from cogs.answering.interactions import answer_forgotten, answering, keep_in_time, words_of
from cogs.answering.menus import MENUS
from cogs.answering.services import Interaction, Services, SessionServices
from cogs.answering.which_table import WHICH_ITEMS, ask_which
from cogs.daily.actions import DAILY_ITEMS
from cogs.daily.renderer import DailyViews
from cogs.delivery.calls import TurnCalls
from cogs.delivery.channel_surfaces import OwedPosts, Removals, TableMessages
from cogs.delivery.cluster_cog import ClusterCog
from cogs.delivery.panels import HandPanels
from cogs.delivery.publisher import DiscordPublisher
from cogs.delivery.renderer import Renderer
from cogs.delivery.server_cog import ServerCog
from cogs.delivery.session_surfaces import SessionMessages, SessionPublisher
from cogs.delivery.threads import TableThreads
from cogs.delivery.upkeep_cog import UpkeepCog
from cogs.duplicate.actions import SESSION_ITEMS
from cogs.duplicate.answers import warn
from cogs.duplicate.renderer import SessionOccasions, SessionRenderer
from cogs.hand.actions import HAND_ITEMS
from cogs.hand.reading_actions import READING_ITEMS
from cogs.opening.actions import DOOR_ITEMS
from cogs.opening.chouette_actions import CHOUETTE_ITEMS
from cogs.proposals.actions import CONSENT_ITEMS
from cogs.proposals.closing import CLOSING_ITEMS
from cogs.result.actions import RESULT_BUTTONS
from cogs.settings.actions import SETTINGS_ITEMS
from cogs.standings.actions import STANDINGS_ITEMS
from cogs.table.actions import BUTTONS
from cogs.table.channel_actions import CHANNEL_ITEMS
from cogs.transport.backoff import UNREACHED
from cogs.transport.call_budget import CallBudget, InvalidRequests
from cogs.transport.channels import is_there
from cogs.transport.editable_messages import EditableMessages
from cogs.transport.emojis import EmojiCog
from cogs.transport.private_answers import PrivateAnswers
from cogs.transport.routing import Router, Subject, being_answered
from cogs.ui.languages import Languages
from storage.archive import SqlArchiveStore
from storage.budget import SqlCallBudget, SqlInvalidRequests
from storage.calls import SqlCallStore
from storage.claims import SqlClaimStore
from storage.cluster import SqlClusterStore
from storage.daily import SqlDailyStore
from storage.database import Database, open_database
from storage.editable_messages import SqlEditableStore
from storage.gateway import SqlCommandStore, SqlIdentifySlots
from storage.hints import PostgresHints
from storage.posts import SqlPostStore
from storage.sessions import SqlSessionPostStore, SqlSessionStore

log = logging.getLogger(__name__)

_ITEMS = (
    *BUTTONS,
    *HAND_ITEMS,
    *CHOUETTE_ITEMS,
    *CHANNEL_ITEMS,
    *RESULT_BUTTONS,
    *CONSENT_ITEMS,
    *DOOR_ITEMS,
    *MENUS,
    *CLOSING_ITEMS,
    *READING_ITEMS,
    *WHICH_ITEMS,
    *SETTINGS_ITEMS,
    *SESSION_ITEMS,
    *STANDINGS_ITEMS,
    *DAILY_ITEMS,
)
"""Every button and menu there is."""


ANSWER_SECONDS = 10.0
"""How long a process that stops waits for the last clicks to be answered."""

_RETRY_SECONDS = 60.0


class DiscordClock:
    """Discord's own idea of the time, which the offline Discord can move."""

    def now(self) -> float:
        """Seconds since the epoch, UTC."""
        return discord.utils.utcnow().timestamp()

    async def pause(self, seconds: float) -> None:
        """Wait that many seconds."""
        await asyncio.sleep(seconds)


class CommandTree(app_commands.CommandTree["Cardinal"]):
    """Slash commands under the same error surface as buttons."""

    async def interaction_check(self, interaction: discord.Interaction["Cardinal"]) -> bool:
        """Every command may be typed; whose language is noted, and that an answer is due in three seconds."""
        words_of(interaction)
        keep_in_time(interaction)
        return True

    async def _call(self, interaction: discord.Interaction["Cardinal"]) -> None:
        with being_answered():
            await super()._call(interaction)

    async def on_error(
        self, interaction: discord.Interaction["Cardinal"], error: app_commands.AppCommandError
    ) -> None:
        """Answer the refusal or the fault that a command ended in."""
        original = getattr(error, "original", error)
        async with answering(interaction):
            if isinstance(original, TableError) and original.code == "which":
                await ask_which(interaction, original)
            else:
                raise original


class Cardinal(ShardedBot):
    """The Discord client. The store opens, and the services are there, once it has started."""

    def __init__(self, settings: Settings, clock: Clock, dealer: Dealer, days_dealer: Dealer) -> None:
        super().__init__(
            commands.when_mentioned,
            tree_cls=CommandTree,
            help_command=None,
            intents=discord.Intents(guilds=True, moderation=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=rest_trace(),
            shard_count=settings.shards or None,
        )
        self._invalid = InvalidRequests()
        # Before there is a connection, for what it is made with holds until its end.
        self.http.http_trace = trace = self.http.http_trace or aiohttp.TraceConfig()
        self._invalid.watch(trace)
        trace.on_request_start.append(self._before_sending)
        self._settings = settings
        self._clock = clock
        self._dealer = dealer
        self._days_dealer = days_dealer
        self._database: Database | None = None
        self._tables: Tables | None = None
        self._daily: Daily | None = None
        self._publisher: DiscordPublisher | None = None
        self._duplicate: Duplicate | None = None
        self._session_publisher: SessionPublisher | None = None
        self._workers: Workers | None = None
        self._parts: Parts | None = None
        self._stopping = False
        self._messages: EditableMessages | None = None
        self.router: Router | None = None
        self._hints: PostgresHints | Silence = Silence()
        self._calls: SqlCallBudget | None = None
        self._budget: CallBudget | None = None
        self._tasks = Tasks()
        self._ending: asyncio.Task[None] | None = None
        self._templates: list[re.Pattern[str]] = []

    async def setup_hook(self) -> None:
        """Open the store, wire the parts, register items and commands. Raises DatabaseError."""
        settings, clock = self._settings, self._clock
        self._database = database = await open_database(settings.database_url, playing=True)
        cluster = await self._join(database)
        self._budget = budget = await self._limit_calls(database)
        actors = Actors(self, clock, budget, elsewhere=lambda guild_id: not self.connected_to(guild_id))
        self._workers = workers = MeasuredWorkers(settings.house_workers, warm_up)
        workers.start()
        house = HouseService(workers, elsewhere=database.shared)
        ports = ports_over(
            database,
            house,
            jobs_over(database, self._hints, settings.house_workers),
            membership=actors,
            clock=clock,
            dealer=self._dealer,
            ownership=cluster,
        )
        self._tables = tables = tables_over(ports, settings)
        self._daily = daily = build_daily(
            tables, SqlDailyStore(database), house, tables.pars, clock, self._days_dealer
        )
        days = DailyViews(daily, tables.users, clock, with_pictures=settings.pictures)
        self._duplicate = duplicate = build_duplicate(
            tables, SqlSessionStore(database), house, clock, self._dealer, cluster
        )
        posts, emojis = SqlPostStore(database), EmojiCog(self, cluster)
        languages, claims = Languages(self._locale_of_server), SqlClaimStore(database)
        self._messages = messages = EditableMessages(
            posts, SqlEditableStore(database), clock, cluster, self._hints.tell, languages.met
        )
        renderer = Renderer(
            languages,
            tables.users,
            tables.servers,
            tables.analyses,
            tables.claims,
            with_pictures=settings.pictures,
            emojis=emojis,
            occasions=[days, SessionOccasions(duplicate.repository, tables.users)],
        )
        calls = SqlCallStore(database)
        publisher = self._show_tables(tables, posts, calls, messages, renderer, languages, actors, budget)
        session_posts = SqlSessionPostStore(database)
        sessions, session_publisher = self._show_sessions(duplicate, tables, session_posts, languages)
        answers = PrivateAnswers()
        self.services = Services(
            tables, renderer, publisher, messages, answers, languages, actors, daily, days, sessions
        )
        for forget in (languages.forget, messages.forget_person, answers.forget_person, actors.forget):
            tables.privacy.subscribe(forget)
        self.add_dynamic_items(*_ITEMS)
        for cog in (
            *command_cogs(daily, tables, cluster),
            *([emojis] if settings.pictures else []),
            ClusterCog(
                cluster, self._hints, claims, messages, clock, tables, publisher, duplicate, session_publisher
            ),
            UpkeepCog(
                tables,
                publisher,
                clock,
                duplicate.progress,
                session_publisher,
                Archive(SqlArchiveStore(database), clock, settings.archive_days),
                cluster,
                budget,
            ),
            ServerCog(
                self,
                tables.absence,
                posts,
                renderer,
                publisher.changed,
                duplicate.sessions.channel_gone,
            ),
        ):
            await self.add_cog(cog)
        queues = {"tables to publish": publisher, "sessions to publish": session_publisher}
        self._parts = Parts(database, budget, workers, queues, cluster)
        finish_tree(self.tree, settings.dev_guild)
        await self._begin_to_answer(claims)

    async def _join(self, database: Database) -> ClusterMember | Alone:
        if database.shared:
            self._hints = hints = PostgresHints(self._settings.database_url)
            hints.start()
            self._slots = SqlIdentifySlots(database)
            self._cluster = ClusterMember(SqlClusterStore(database), hints)
            await self._cluster.start()
        return self._cluster

    async def _begin_to_answer(self, claims: SqlClaimStore) -> None:
        self.router = Router(self._cluster, claims, self._guild_of)
        self.router.attach(self._connection.parsers)
        if isinstance(self._cluster, ClusterMember):
            self._cluster.subscribe(self._register_if_ours)
        else:
            await self._register_commands()

    async def _before_sending(self, *request: Any) -> None:
        if self._budget is not None:
            await self._budget.before_sending(*request)

    async def _limit_calls(self, database: Database) -> CallBudget:
        cluster, settings = self._cluster, self._settings
        if database.shared:
            self._calls = SqlCallBudget(settings.database_url)
        await self._invalid.keep_in(SqlInvalidRequests(database))
        budget = CallBudget(
            settings.calls_a_second,
            self._clock,
            self._calls,
            processes=lambda: len(cluster.others) + 1,
            invalid=self._invalid,
        )
        self.http.request = budget.limited(self.http.request)  # type: ignore[method-assign,assignment]
        return budget

    def _show_tables(
        self,
        tables: Tables,
        posts: SqlPostStore,
        calls: SqlCallStore,
        messages: EditableMessages,
        renderer: Renderer,
        languages: Languages,
        actors: Actors,
        budget: CallBudget,
    ) -> DiscordPublisher:
        panels = HandPanels(
            self, posts, tables.users, messages, renderer, self._clock, tables.absence.suspect
        )
        kinds = (
            TableThreads(self, posts, tables.threads, languages),
            OwedPosts(self, posts, renderer, tables.users, tables.servers, panels.sought_in_channel),
            TableMessages(self, posts, messages, renderer, self._clock, budget),
            panels,
            TurnCalls(self, calls, posts, tables.users, messages, renderer, actors),
            Removals(self, posts, tables.users, messages, renderer),
        )
        self._publisher = publisher = DiscordPublisher(
            tables.repository,
            posts,
            messages,
            kinds,
            self._clock,
            self._close_if_gone,
            interval=self._settings.render_interval,
        )
        tables.repository.subscribe(publisher.committed)
        return publisher

    def _show_sessions(
        self, duplicate: Duplicate, tables: Tables, posts: SqlSessionPostStore, languages: Languages
    ) -> tuple[SessionServices, SessionPublisher]:
        settings, clock = self._settings, self._clock
        renderer = SessionRenderer(languages, tables.users, with_pictures=settings.pictures)
        messages = SessionMessages(self, duplicate.repository, posts, renderer, clock, self._hints.tell)
        publisher = SessionPublisher(
            duplicate.repository,
            posts,
            messages,
            clock,
            self._call_off_if_gone,
            interval=settings.render_interval,
        )
        duplicate.repository.subscribe(publisher.committed)
        self._session_publisher = publisher
        return SessionServices(duplicate, renderer, messages, publisher), publisher

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer for the buttons and menus of old messages that nobody knows any more."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: Any = interaction.data
        if self._is_forgotten(data["custom_id"]):
            await answer_forgotten(interaction)

    async def on_member_ban(self, guild: discord.Guild, user: discord.abc.User) -> None:
        """Ask Discord anew of somebody who has just been banned."""
        self.services.actors.forget(user.id)

    def add_dynamic_items(self, *items: type[ui.DynamicItem[Any]]) -> None:
        """Register buttons and menus by what their custom_ids look like."""
        super().add_dynamic_items(*items)
        self._templates += [item.__discord_ui_compiled_template__ for item in items]

    def _is_forgotten(self, custom_id: str) -> bool:
        ours = custom_id.startswith(("b:", "c:", "d:", "m:", "s:"))
        return ours and not any(template.fullmatch(custom_id) for template in self._templates)

    async def on_app_command_completion(self, interaction: Interaction, _: object) -> None:
        """Tell whoever typed a command what keeps the table's posts from its channel, if anything does."""
        async with answering(interaction):
            await warn(interaction)

    async def _guild_of(self, subject: Subject) -> int:
        if subject.session:
            return await self.services.sessions.duplicate.repository.guild_of(subject.number)
        return await self.services.tables.repository.guild_of(subject.number)

    async def _close_if_gone(self, table_id: int) -> bool:
        # A table closes once only: Discord is asked again before it is believed.
        tables = self.services.tables
        table = (await tables.repository.look(table_id)).table
        if table.telling.thread_id is not None and not await is_there(self, table.telling.thread_id):
            await tables.threads.gone(table_id)
        if await is_there(self, table.telling.channel_id):
            return False
        await tables.absence.place_gone(table_id)
        return True

    async def _call_off_if_gone(self, session_id: int) -> bool:
        duplicate = self.services.sessions.duplicate
        session = await duplicate.repository.look(session_id)
        if await is_there(self, session.channel_id):
            return False
        await duplicate.sessions.channel_gone(session.guild_id, session.channel_id)
        return True

    def _locale_of_server(self, guild_id: int) -> str | None:
        guild = self.get_guild(guild_id)
        return None if guild is None else guild.preferred_locale.value

    def _register_if_ours(self, changed: Changed) -> None:
        if COMMANDS in changed.taken:
            self._tasks.start(self._keep_registering())

    async def _keep_registering(self) -> None:
        while self._cluster.holds(COMMANDS):
            try:
                await self._register_commands()
                return
            except UNREACHED as error:
                log.error("the slash commands could not be registered: %s", error)
                await asyncio.sleep(_RETRY_SECONDS)

    async def _register_commands(self) -> None:
        assert self._database is not None
        assert self.application_id is not None
        store = SqlCommandStore(self._database)
        await register(self.tree, self.application_id, self._settings.dev_guild, store)

    async def __aexit__(self, *exception: object) -> None:
        """Close, or wait until it has closed that was told to before."""
        await self.close()

    async def fault(self) -> str | None:
        """What is broken, so that this process cannot work; None if nothing is."""
        return None if self._parts is None else await self._parts.fault()

    def unready(self) -> str | None:
        """Why this process does not play: not yet, or no more; None if it does."""
        if self._stopping:
            return "stopping"
        if self._parts is None or not self.is_ready():
            return "starting"
        down = [shard for shard, (up, _) in sessions_of(self).items() if not up]
        return f"no gateway session of shard {', '.join(map(str, down))}" if down else self._parts.unready()

    async def measure(self) -> None:
        """Bring the figures up to date that are not counted as things happen."""
        measure_sessions(self)
        if self._parts is not None:
            await self._parts.measure()

    async def close(self) -> None:
        """Let others take over, stop intake, answer and show what is due, and close the store."""
        await asyncio.shield(self._begin_to_end())

    def _begin_to_end(self) -> asyncio.Task[None]:
        self._ending = self._ending or asyncio.create_task(self._end(), name="end")
        return self._ending

    async def _end(self) -> None:
        self._stopping = True
        await self._cluster.drain()
        await self.close_sessions()
        if self.router is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(ANSWER_SECONDS):
                    await self.router.settled()
        for name in tuple(self.cogs):
            await self.remove_cog(name)
        await self._tasks.stop()
        for part in (self._daily, self._duplicate, self._tables):
            if part is not None:
                await part.stop()
        if self._workers is not None:
            await self._workers.close()
        for publisher in (self._publisher, self._session_publisher):
            if publisher is not None:
                await publisher.settled()
        if self._messages is not None:
            await self._messages.settled()
        await super().close()
        await self._close_store()

    async def _close_store(self) -> None:
        if self._budget is not None:
            await self._budget.close()
        if self._calls is not None:
            await self._calls.close()
        await self._cluster.stop()
        await self._hints.stop()
        if self._database is not None:
            await self._database.close()
            self._database = None

    def close_on(self, *signals: signal.Signals) -> None:
        """Close in good order when the process is told to stop; told once more, it stops at once."""
        loop = asyncio.get_running_loop()

        def close(number: signal.Signals) -> None:
            for one in signals:
                loop.remove_signal_handler(one)
                signal.signal(one, signal.SIG_DFL)
            log.info("stopping (%s)", number.name)
            self._begin_to_end()

        for number in signals:
            loop.add_signal_handler(number, close, number)


def create_bot(
    settings: Settings,
    clock: Clock | None = None,
    dealer: Dealer | None = None,
    days_dealer: Dealer | None = None,
) -> Cardinal:
    """The bot under these settings; not yet connected, and nothing opened. `days_dealer` deals the boards of
    the day."""
    use_api(settings.discord_api)
    return Cardinal(
        settings, clock or DiscordClock(), dealer or SystemDealer(), days_dealer or SystemDealer()
    )
