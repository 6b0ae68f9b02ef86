"""The bot: the parts wired together."""

import asyncio
import re
import signal
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.cluster.alone import Alone, Silence
from bot.cluster.member import ClusterMember
from bot.duplicate.daily import Daily, build_daily
from bot.duplicate.service import Duplicate, build_duplicate
from bot.house.jobs import warm_up
from bot.house.workers import Workers
from bot.house_service import HouseService
from bot.settings import Settings
from bot.stores import jobs_over, tables_over
from bot.tables.chance import SystemDealer
from bot.tables.ports import Clock, Dealer
from bot.tables.service import Tables
from cogs.actors import Actors
from cogs.call_budget import CallBudget
from cogs.calls import TurnCalls
from cogs.channel_components import CHANNEL_ITEMS
from cogs.channel_surfaces import OwedPosts, Removals, TableMessages
from cogs.channels import is_there
from cogs.chouette_components import CHOUETTE_ITEMS
from cogs.cluster_cog import ClusterCog
from cogs.components import BUTTONS
from cogs.consent_cog import ConsentCog
from cogs.consent_components import CONSENT_ITEMS
from cogs.daily_cog import DailyCog
from cogs.daily_components import DAILY_ITEMS
from cogs.daily_views import DailyViews
from cogs.door_components import DOOR_ITEMS
from cogs.duplicate_cog import DuplicateCog
from cogs.editable_messages import EditableMessages
from cogs.emojis import EmojiCog
from cogs.hand_components import HAND_ITEMS
from cogs.help_cog import HelpCog
from cogs.interactions import answer_forgotten, answering, keep_in_time, words_of
from cogs.languages import Languages
from cogs.leaderboard_cog import LeaderboardCog
from cogs.leaderboard_components import STANDINGS_ITEMS
from cogs.menus import MENUS
from cogs.panels import HandPanels
from cogs.play_cog import PlayCog
from cogs.publisher import DiscordPublisher
from cogs.reading_components import READING_ITEMS
from cogs.renderer import Renderer
from cogs.result_components import RESULT_BUTTONS
from cogs.server_cog import ServerCog
from cogs.services import Interaction, Services, ServicesBot, SessionServices
from cogs.session_answers import warn
from cogs.session_components import SESSION_ITEMS
from cogs.session_renderer import SessionOccasions, SessionRenderer
from cogs.session_surfaces import SessionMessages, SessionPublisher
from cogs.settings_cog import SettingsCog
from cogs.settings_components import SETTINGS_ITEMS
from cogs.table_cog import TableCog, play_cards
from cogs.threads import TableThreads
from cogs.upkeep_cog import UpkeepCog
from storage.calls import SqlCallStore
from storage.cluster import SqlClusterStore
from storage.daily import SqlDailyStore
from storage.database import Database, open_database
from storage.hints import PostgresHints
from storage.posts import SqlPostStore
from storage.sessions import SqlSessionPostStore, SqlSessionStore

_ITEMS = (
    *BUTTONS,
    *HAND_ITEMS,
    *CHOUETTE_ITEMS,
    *CHANNEL_ITEMS,
    *RESULT_BUTTONS,
    *CONSENT_ITEMS,
    *DOOR_ITEMS,
    *MENUS,
    *READING_ITEMS,
    *SETTINGS_ITEMS,
    *SESSION_ITEMS,
    *STANDINGS_ITEMS,
    *DAILY_ITEMS,
)
"""Every button and menu there is."""


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

    async def on_error(
        self, interaction: discord.Interaction["Cardinal"], error: app_commands.AppCommandError
    ) -> None:
        """Answer the refusal or the fault that a command ended in."""
        async with answering(interaction):
            raise getattr(error, "original", error)


class Cardinal(ServicesBot):
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
            shard_count=settings.shards or None,
        )
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
        self._cluster: ClusterMember | Alone = Alone()
        self._hints: PostgresHints | Silence = Silence()
        self._templates: list[re.Pattern[str]] = []

    async def setup_hook(self) -> None:
        """Open the store, wire the parts, register items and commands. Raises DatabaseError."""
        settings, clock = self._settings, self._clock
        budget = CallBudget(settings.calls_a_second, clock)
        self.http.request = budget.limited(self.http.request)  # type: ignore[method-assign,assignment]
        self._database = database = await open_database(settings.database_url)
        cluster = await self._join(database)
        actors = Actors(self, clock, budget)
        self._workers = workers = Workers(settings.house_workers, warm_up)
        workers.start()
        house = HouseService(workers, elsewhere=database.shared)
        self._tables = tables = tables_over(
            database,
            settings,
            house,
            jobs_over(database, self._hints, settings.house_workers),
            membership=actors,
            clock=clock,
            dealer=self._dealer,
            ownership=cluster,
        )
        self._daily = daily = build_daily(
            tables, SqlDailyStore(database), house, tables.pars, clock, self._days_dealer
        )
        days = DailyViews(daily, tables.users, clock, with_pictures=settings.pictures)
        self._duplicate = duplicate = build_duplicate(
            tables, SqlSessionStore(database), house, clock, self._dealer, cluster
        )
        posts, emojis = SqlPostStore(database), EmojiCog(self)
        languages, messages = Languages(self._locale_of_server), EditableMessages(posts, clock)
        renderer = Renderer(
            languages,
            tables.users,
            tables.servers,
            tables.analyses,
            with_pictures=settings.pictures,
            emojis=emojis,
            occasions=[days, SessionOccasions(duplicate.repository, tables.users)],
        )
        panels = HandPanels(self, posts, tables.users, messages, renderer, clock, tables.absence.suspect)
        kinds = (
            TableThreads(self, posts, tables.threads, languages),
            OwedPosts(self, posts, renderer, tables.users, tables.servers, panels.sought_in_channel),
            TableMessages(self, posts, messages, renderer, clock, budget),
            panels,
            TurnCalls(self, SqlCallStore(database), posts, tables.users, messages, renderer, actors),
            Removals(self, posts, tables.users, messages, renderer),
        )
        self._publisher = publisher = DiscordPublisher(
            tables.repository,
            posts,
            messages,
            kinds,
            clock,
            self._close_if_gone,
            interval=settings.render_interval,
        )
        tables.repository.subscribe(publisher.committed)
        session_posts = SqlSessionPostStore(database)
        sessions, session_publisher = self._show_sessions(duplicate, tables, session_posts, languages)
        self.services = Services(
            tables, renderer, publisher, messages, languages, actors, daily, days, sessions
        )
        for forget in (languages.forget, messages.forget_person, actors.forget):
            tables.privacy.subscribe(forget)
        self.add_dynamic_items(*_ITEMS)
        for cog in (
            TableCog(),
            DuplicateCog(),
            PlayCog(),
            ConsentCog(),
            LeaderboardCog(),
            DailyCog(daily, cluster),
            HelpCog(),
            SettingsCog(tables.users, tables.servers, tables.privacy),
            *([emojis] if settings.pictures else []),
            ClusterCog(cluster, self._hints, tables, publisher, duplicate, session_publisher),
            UpkeepCog(tables, publisher, clock, duplicate.progress, session_publisher),
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
        self.tree.add_command(play_cards)
        await self._register_commands()

    async def _join(self, database: Database) -> ClusterMember | Alone:
        if database.shared:
            self._hints = hints = PostgresHints(self._settings.database_url)
            hints.start()
            self._cluster = ClusterMember(SqlClusterStore(database), hints)
            await self._cluster.start()
        return self._cluster

    def _show_sessions(
        self, duplicate: Duplicate, tables: Tables, posts: SqlSessionPostStore, languages: Languages
    ) -> tuple[SessionServices, SessionPublisher]:
        settings, clock = self._settings, self._clock
        renderer = SessionRenderer(languages, tables.users, with_pictures=settings.pictures)
        messages = SessionMessages(self, duplicate.repository, posts, renderer, clock)
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

    async def _close_if_gone(self, table_id: int) -> bool:
        # A table closes once only: Discord is asked again before it is believed.
        tables = self.services.tables
        table = (await tables.repository.look(table_id)).table
        if table.thread_id is not None and not await is_there(self, table.thread_id):
            await tables.threads.gone(table_id)
        if await is_there(self, table.channel_id):
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

    async def _register_commands(self) -> None:
        if self._settings.dev_guild is None:
            await self.tree.sync()
        else:
            guild = discord.Object(self._settings.dev_guild)
            self.tree.copy_global_to(guild=guild)
            await self.tree.sync(guild=guild)

    async def close(self) -> None:
        """Let others take over, stop intake, let what is stored be shown, and close the store."""
        await self._cluster.drain()
        for name in tuple(self.cogs):
            await self.remove_cog(name)
        if self._daily is not None:
            await self._daily.stop()
        if self._duplicate is not None:
            await self._duplicate.stop()
        if self._tables is not None:
            await self._tables.stop()
        if self._workers is not None:
            await self._workers.close()
        if self._publisher is not None:
            await self._publisher.settled()
        if self._session_publisher is not None:
            await self._session_publisher.settled()
        await super().close()
        await self._cluster.stop()
        await self._hints.stop()
        if self._database is not None:
            await self._database.close()
            self._database = None

    def close_on(self, *signals: signal.Signals) -> None:
        """Close in good order when the process is told to stop."""
        loop = asyncio.get_running_loop()
        for number in signals:
            loop.add_signal_handler(number, lambda: asyncio.ensure_future(self.close()))


def create_bot(
    settings: Settings,
    clock: Clock | None = None,
    dealer: Dealer | None = None,
    days_dealer: Dealer | None = None,
) -> Cardinal:
    """The bot under these settings; not yet connected, and nothing opened. `days_dealer` deals the boards of
    the day."""
    return Cardinal(
        settings, clock or DiscordClock(), dealer or SystemDealer(), days_dealer or SystemDealer()
    )
