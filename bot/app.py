"""The composition root: opens every part of the bot in order, and closes them in reverse."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

import discord

from bot.client import Cardinal, Parts
from bot.cluster.alone import Alone, Silence
from bot.cluster.member import ClusterMember
from bot.cluster.ports import Cluster, HintChannel, IdentifySlots, SharedCalls
from bot.duplicate.daily import build_daily
from bot.duplicate.service import Duplicate, build_duplicate
from bot.house.jobs import warm_up
from bot.house_service import HouseService
from bot.operations.measured_workers import MeasuredWorkers
from bot.operations.monitoring import monitored
from bot.operations.rest_trace import rest_trace
from bot.operations.watching import Health
from bot.registering import RegisteringCog, command_cogs
from bot.rest import use_api
from bot.settings import Settings
from bot.sharding import LocalSlots
from bot.stores import jobs_over, ports_over, tables_over
from bot.tables.service import Tables
from bot.tables.store.chance import SystemDealer
from bot.tables.store.ports import Clock, Dealer
from bot.tables.upkeep.archive import Archive
from cogs.answering.actors import Actors
from cogs.answering.services import Services, SessionServices
from cogs.daily.occasion import DailyOccasions
from cogs.delivery.backlog import Backlog
from cogs.delivery.calls import TurnCalls
from cogs.delivery.channel_surfaces import OwedPosts, Removals, TableMessages
from cogs.delivery.cluster_cog import ClusterCog
from cogs.delivery.panels import HandPanels
from cogs.delivery.publisher import DiscordPublisher
from cogs.delivery.renderer import Renderer
from cogs.delivery.server_cog import PlaceCheck, ServerCog
from cogs.delivery.session_surfaces import SessionMessages, SessionPublisher
from cogs.delivery.threads import TableThreads
from cogs.delivery.upkeep_cog import UpkeepCog
from cogs.duplicate.occasion import SessionOccasions
from cogs.transport.call_budget import CallBudget, InvalidRequests
from cogs.transport.editable_messages import EditableMessages
from cogs.transport.emojis import EmojiCog
from cogs.transport.private_answers import PrivateAnswers
from cogs.transport.routing import Router, Subject
from cogs.words.languages import Languages
from storage.cluster.budget import SqlCallBudget, SqlInvalidRequests
from storage.cluster.claims import SqlClaimStore
from storage.cluster.editable_messages import SqlEditableStore
from storage.cluster.gateway import SqlCommandStore, SqlIdentifySlots
from storage.cluster.hints import PostgresHints
from storage.cluster.members import SqlClusterStore
from storage.connection.database import Database, open_database
from storage.duplicate.daily import SqlDailyStore
from storage.duplicate.sessions import SqlSessionPostStore, SqlSessionStore
from storage.tables.archive import SqlArchiveStore
from storage.tables.calls import SqlCallStore
from storage.tables.posts import SqlPostStore

ANSWER_SECONDS: Final = 10.0
"""How long a process that stops waits until the last presses are answered."""


class DiscordClock:
    """The time as discord.py tells it, which the offline Discord can move."""

    def now(self) -> float:
        return discord.utils.utcnow().timestamp()

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


@dataclass(frozen=True, slots=True)
class _Base:
    """What every part is built on."""

    settings: Settings
    clock: Clock
    dealer: Dealer
    days_dealer: Dealer
    database: Database
    cluster: Cluster
    hints: HintChannel
    budget: CallBudget


@asynccontextmanager
async def running(
    settings: Settings,
    clock: Clock | None = None,
    dealer: Dealer | None = None,
    days_dealer: Dealer | None = None,
) -> AsyncIterator[Cardinal]:
    """The bot with every part open, ready to connect to Discord. Everything else is as with `opened`."""
    async with AsyncExitStack() as stack:
        yield await opened(stack, settings, clock, dealer, days_dealer)


async def opened(
    stack: AsyncExitStack,
    settings: Settings,
    clock: Clock | None = None,
    dealer: Dealer | None = None,
    days_dealer: Dealer | None = None,
) -> Cardinal:
    """Open the bot's parts on that stack. `days_dealer` deals the boards of the day.

    Closing the stack stops the bot, connected or not: other processes take over, the sessions end, presses
    that have arrived are answered, and what it has begun to show is shown. Raises DatabaseError,
    CannotListen.
    """
    use_api(settings.discord_api)
    clock, trace = clock or DiscordClock(), rest_trace()
    database = await open_database(settings.database_url, playing=True)
    stack.push_async_callback(database.close)
    cluster, hints, slots, calls = await _joined(stack, database, settings)
    invalid = InvalidRequests(SqlInvalidRequests(database))
    invalid.watch(trace)
    await invalid.refresh(now=True)
    budget = CallBudget(settings.calls_a_second, clock, calls, lambda: len(cluster.others) + 1, invalid)
    trace.on_request_start.append(budget.before_sending)
    stack.push_async_callback(budget.close)
    base = _Base(
        settings,
        clock,
        dealer or SystemDealer(),
        days_dealer or SystemDealer(),
        database,
        cluster,
        hints,
        budget,
    )
    client = Cardinal(cluster, slots, settings.shards or None, trace, partial(_built, base))
    await stack.enter_async_context(monitored(settings, client))
    await stack.enter_async_context(client)
    _stop_at_end(stack, client.parts)
    # Before the others are stopped, nothing more comes in, and what has come in is answered.
    stack.push_async_callback(client.unload)
    stack.push_async_callback(_answered, client.parts.router)
    stack.push_async_callback(client.close)
    stack.push_async_callback(cluster.drain)
    stack.callback(client.stopping)
    return client


async def _joined(
    stack: AsyncExitStack, database: Database, settings: Settings
) -> tuple[Cluster, HintChannel, IdentifySlots, SharedCalls | None]:
    if not database.shared:
        return Alone(), Silence(), LocalSlots(), None
    hints = PostgresHints(settings.database_url)
    stack.push_async_callback(hints.stop)
    hints.start()
    cluster = ClusterMember(SqlClusterStore(database), hints)
    stack.push_async_callback(cluster.stop)
    await cluster.start()
    calls = SqlCallBudget(settings.database_url)
    stack.push_async_callback(calls.close)
    return cluster, hints, SqlIdentifySlots(database), calls


async def _answered(router: Router) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(ANSWER_SECONDS):
            await router.settled()


def _stop_at_end(stack: AsyncExitStack, parts: Parts) -> None:
    """What moves by itself stops before what shows its moves. Both begin once Discord lets the bot in."""
    services = parts.services
    for settle in (services.messages.settled, parts.session_publisher.settled, parts.publisher.settled):
        stack.push_async_callback(settle)
    stack.push_async_callback(parts.workers.close)
    for part in (services.tables, services.sessions.duplicate, services.daily):
        stack.push_async_callback(part.stop)


def _built(base: _Base, client: Cardinal) -> Parts:
    settings, database, clock, cluster = base.settings, base.database, base.clock, base.cluster
    actors = Actors(client, clock, base.budget, elsewhere=lambda guild: not client.connected_to(guild))
    workers = MeasuredWorkers(settings.house_workers, warm_up)
    house = HouseService(workers, elsewhere=database.shared)
    tables = _tables(base, house, actors)
    daily = build_daily(tables, SqlDailyStore(database), house, tables.pars, clock, base.days_dealer)
    duplicate = build_duplicate(tables, SqlSessionStore(database), house, clock, base.dealer, cluster)
    languages = Languages(partial(_locale_of_server, client))
    emojis = EmojiCog(client, cluster)
    renderer = Renderer(
        languages,
        tables.users,
        tables.servers,
        tables.analyses,
        tables.claims,
        with_pictures=settings.pictures,
        emojis=emojis,
        occasions=[DailyOccasions(daily), SessionOccasions(duplicate.repository, tables.users)],
    )
    posts, place_check = SqlPostStore(database), PlaceCheck(client, tables, duplicate)
    messages = EditableMessages(
        posts, SqlEditableStore(database), clock, cluster, base.hints.tell, languages.met
    )
    publisher = _table_publisher(
        base, client, tables, posts, messages, renderer, languages, actors, place_check
    )
    sessions, session_publisher = _sessions(base, client, duplicate, languages, place_check)
    answers = PrivateAnswers()
    for forget in (languages.forget, messages.forget_person, answers.forget_person, actors.forget):
        tables.privacy.subscribe(forget)
    claims = SqlClaimStore(database)
    backlog = Backlog(cluster, tables, duplicate.progress, publisher, session_publisher)
    cogs = (
        *command_cogs(daily, cluster),
        *([emojis] if settings.pictures else []),
        ClusterCog(
            cluster,
            base.hints,
            claims,
            messages,
            clock,
            tables,
            publisher,
            duplicate,
            session_publisher,
            backlog,
        ),
        UpkeepCog(
            tables,
            publisher,
            clock,
            duplicate.progress,
            session_publisher,
            backlog,
            Archive(SqlArchiveStore(database), clock, settings.archive_days),
            cluster,
            base.budget,
        ),
        ServerCog(
            client, tables.absence, posts, renderer, publisher.changed, duplicate.sessions.channel_gone
        ),
        RegisteringCog(client, cluster, SqlCommandStore(database), settings.dev_guild),
    )
    queues = {"tables to publish": publisher, "sessions to publish": session_publisher}
    return Parts(
        services=Services(
            tables,
            renderer,
            publisher,
            messages,
            answers,
            languages,
            actors,
            daily,
            sessions,
            settings.pictures,
        ),
        cogs=cogs,
        router=Router(cluster, claims, partial(_guild_of, tables, duplicate)),
        budget=base.budget,
        health=Health(database, base.budget, workers, queues, cluster),
        database=database,
        workers=workers,
        publisher=publisher,
        session_publisher=session_publisher,
    )


def _tables(base: _Base, house: HouseService, actors: Actors) -> Tables:
    jobs = jobs_over(base.database, base.hints, base.settings.house_workers)
    ports = ports_over(
        base.database,
        house,
        jobs,
        membership=actors,
        clock=base.clock,
        dealer=base.dealer,
        ownership=base.cluster,
    )
    return tables_over(ports, base.settings)


def _table_publisher(
    base: _Base,
    client: Cardinal,
    tables: Tables,
    posts: SqlPostStore,
    messages: EditableMessages,
    renderer: Renderer,
    languages: Languages,
    actors: Actors,
    place_check: PlaceCheck,
) -> DiscordPublisher:
    clock, users = base.clock, tables.users
    panels = HandPanels(client, posts, users, messages, renderer, clock, tables.absence.suspect)
    surfaces = (
        TableThreads(client, posts, tables.threads, languages),
        OwedPosts(client, posts, renderer, users, tables.servers, panels.sought_in_channel),
        TableMessages(client, posts, messages, renderer, clock, base.budget),
        panels,
        TurnCalls(client, SqlCallStore(base.database), posts, users, messages, renderer, actors),
        Removals(client, posts, users, messages, renderer),
    )
    publisher = DiscordPublisher(
        tables.repository,
        posts,
        messages,
        surfaces,
        clock,
        place_check.close_table_if_gone,
        interval=base.settings.render_interval,
    )
    tables.repository.subscribe(publisher.committed)
    return publisher


def _sessions(
    base: _Base,
    client: Cardinal,
    duplicate: Duplicate,
    languages: Languages,
    place_check: PlaceCheck,
) -> tuple[SessionServices, SessionPublisher]:
    repository, posts = duplicate.repository, SqlSessionPostStore(base.database)
    messages = SessionMessages(
        client,
        repository,
        posts,
        languages,
        base.clock,
        base.hints.tell,
        with_pictures=base.settings.pictures,
    )
    publisher = SessionPublisher(
        repository,
        posts,
        messages,
        base.clock,
        place_check.close_session_if_gone,
        interval=base.settings.render_interval,
    )
    repository.subscribe(publisher.committed)
    return SessionServices(duplicate, messages, publisher), publisher


async def _guild_of(tables: Tables, duplicate: Duplicate, subject: Subject) -> int:
    repository = duplicate.repository if subject.session else tables.repository
    return await repository.guild_of(subject.number)


def _locale_of_server(client: discord.Client, guild_id: int) -> str | None:
    guild = client.get_guild(guild_id)
    return None if guild is None else guild.preferred_locale.value
