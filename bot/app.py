"""The composition root: opens every part of the bot in order, and closes them in reverse."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

import discord
from discord.ext.commands import Cog

from bot.client import Cardinal, Parts
from bot.cluster.ports import Cluster, HintChannel, IdentifySlots, SharedCalls
from bot.community.clubs.club import Club
from bot.community.clubs.clubs import Clubs
from bot.community.mornings.mornings import Mornings, build_mornings
from bot.community.titles import Titles
from bot.duplicate.contests.challenges import Challenges
from bot.duplicate.contests.contests import build_contests
from bot.duplicate.contests.daily import Daily
from bot.duplicate.contests.matches import Matches
from bot.duplicate.service import Duplicate, build_duplicate
from bot.house.jobs import warm_up
from bot.house_service import HouseService
from bot.joining import join
from bot.operations.closing import Closing
from bot.operations.database_health import DatabaseHealth
from bot.operations.discord_failures import is_away
from bot.operations.measured_workers import MeasuredWorkers
from bot.operations.monitoring import monitored
from bot.operations.rest_trace import rest_trace
from bot.operations.starting import Start
from bot.operations.watching import Health
from bot.registering import RegisteringCog, command_cogs
from bot.rest import use_api
from bot.settings import Settings
from bot.sharding import LocalSlots
from bot.stores import jobs_over, ports_over, tables_over
from bot.tables.service import Tables
from bot.tables.store.cached_posts import CachedPosts
from bot.tables.store.ports import Clock, Dealer
from bot.tables.store.system import SystemDealer
from bot.tables.upkeep.archive import Archive
from cogs.answering.actors import Actors
from cogs.answering.services import Services, SessionServices
from cogs.challenges.telling import send_results
from cogs.clubs.events import ClubEvents
from cogs.contests.occasions import ContestOccasions
from cogs.daily.views import DailyOccasions
from cogs.delivery.backlog import Backlog
from cogs.delivery.calls import TurnCalls
from cogs.delivery.channel_surfaces import OwedPosts, Removals, TableMessages, TableThreads
from cogs.delivery.cluster_cog import ClusterCog
from cogs.delivery.match_surfaces import MatchPublisher, side_gone
from cogs.delivery.panels import HandPanels
from cogs.delivery.publisher import DiscordPublisher
from cogs.delivery.renderer import Renderer
from cogs.delivery.rounds_cog import Round, RoundsCog
from cogs.delivery.server_cog import PlaceCheck, ServerCog
from cogs.delivery.session_surfaces import SessionMessages, SessionPublisher
from cogs.delivery.upkeep_cog import UpkeepCog
from cogs.duplicate.panels import SessionOccasions
from cogs.morning.lines import challenges_line, clubs_lines, matches_line, titles_line
from cogs.morning.sending import MorningPosts
from cogs.titles.roles import DiscordRoles
from cogs.transport.attachments import Attachments
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
from storage.community.clubs import SqlClubStore
from storage.community.mornings import SqlMorningStore
from storage.community.titles import SqlTitleStore
from storage.connection.database import Database
from storage.connection.urls import safe_name
from storage.duplicate.challenges import SqlChallengeStore
from storage.duplicate.contests import SqlContestStore
from storage.duplicate.daily import SqlDailyStore
from storage.duplicate.matches import SqlMatchStore
from storage.duplicate.sessions import SqlSessionPostStore, SqlSessionStore
from storage.tables.archive import SqlArchiveStore
from storage.tables.calls import SqlCallStore
from storage.tables.posts import SqlPostStore

ANSWER_SECONDS: Final = 10.0  # how long a process that stops waits until the last presses are answered


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
    client_type: type[Cardinal] = Cardinal,
) -> Cardinal:
    """Open the bot's parts on that stack. `days_dealer` deals the boards of the day.

    Waits while the database is away. Closing the stack stops the bot, connected or not: other processes take
    over, the sessions end, presses that have arrived are answered, and what it has begun to show is shown.
    Raises DatabaseError, CannotListen.
    """
    use_api(settings.discord_api)
    start = Start(safe_name(settings.database_url), is_away)
    await stack.enter_async_context(monitored(settings, start))
    clock, trace = clock or DiscordClock(), rest_trace()
    joined = await start.connected_to_database(partial(join, settings.database_url, start))
    closing, database, cluster = joined.closing, joined.database, joined.cluster
    stack.push_async_callback(closing.close)
    slots, calls = _shared_limits(closing, database, settings)
    invalid = InvalidRequests(SqlInvalidRequests(database))
    invalid.watch(trace)
    await invalid.refresh(now=True)
    budget = CallBudget(settings.calls_a_second, clock, calls, lambda: len(cluster.others) + 1, invalid)
    trace.on_request_start.append(budget.before_sending)
    closing.add("the call budget", budget.close)
    base = _Base(
        settings,
        clock,
        dealer or SystemDealer(),
        days_dealer or SystemDealer(),
        database,
        cluster,
        joined.hints,
        budget,
    )
    client = client_type(cluster, slots, settings.shards or None, trace, start, partial(_built, base))
    await closing.enter("the client", client)
    start.process = client
    _stop_at_end(closing, client.parts)
    # Before the others are stopped, nothing more comes in, and what has come in is answered.
    closing.add("the cogs", client.unload)
    closing.add("presses", partial(_answered, client.parts.router))
    closing.add("the sessions", client.close)
    closing.add("the leases", cluster.drain)
    stack.callback(client.stopping)
    return client


def _shared_limits(
    closing: Closing, database: Database, settings: Settings
) -> tuple[IdentifySlots, SharedCalls | None]:
    if not database.shared:
        return LocalSlots(), None
    calls = SqlCallBudget(settings.database_url)
    closing.add("the shared call budget", calls.close)
    return SqlIdentifySlots(database), calls


async def _answered(router: Router) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(ANSWER_SECONDS):
            await router.settled()


def _stop_at_end(closing: Closing, parts: Parts) -> None:
    """What moves by itself stops before what shows its moves. Both begin once Discord lets the bot in."""
    services = parts.services
    for settle in (services.messages.settled, parts.session_publisher.settled, parts.publisher.settled):
        closing.add("the last messages", settle)
    closing.add("the workers", parts.workers.close)
    for part in (services.tables, services.sessions.duplicate, services.daily.contests):
        closing.add("tables and jobs", part.stop)


@dataclass(frozen=True, slots=True)
class _UseCases:
    """What the bot can do, without Discord."""

    tables: Tables
    daily: Daily
    challenges: Challenges
    matches: Matches
    duplicate: Duplicate
    mornings: Mornings
    clubs: Clubs
    titles: Titles


@dataclass(frozen=True, slots=True)
class _Surface:
    """What every message of the bot is made with."""

    actors: Actors
    languages: Languages
    emojis: EmojiCog
    renderer: Renderer
    posts: CachedPosts
    messages: EditableMessages
    attachments: Attachments
    place_check: PlaceCheck


def _built(base: _Base, client: Cardinal) -> Parts:
    settings, database, cluster = base.settings, base.database, base.cluster
    actors = Actors(client, base.clock, base.budget, elsewhere=lambda guild: not client.connected_to(guild))
    workers = MeasuredWorkers(settings.house_workers, warm_up)
    can = _use_cases(base, HouseService(workers, elsewhere=database.shared), actors)
    surface = _surface(base, client, can, actors)
    publisher = _table_publisher(base, client, can.tables, surface)
    sessions, session_publisher = _sessions(base, client, can, surface)
    match_publisher = _match_publisher(base, client, can.matches, surface)
    answers, claims = PrivateAnswers(), SqlClaimStore(database)
    languages, messages = surface.languages, surface.messages
    for forget in (languages.forget, messages.forget_person, answers.forget_person, actors.forget):
        can.tables.privacy.subscribe(forget)
    health = Health(
        DatabaseHealth(database, can.tables.jobs, base.clock),
        base.budget,
        workers,
        settings.house_workers,
        {"table": publisher, "session": session_publisher, "match": match_publisher},
        cluster,
    )
    return Parts(
        services=Services(
            can.tables,
            surface.renderer,
            publisher,
            messages,
            surface.attachments,
            answers,
            languages,
            actors,
            can.daily,
            can.mornings,
            can.challenges,
            can.matches,
            match_publisher,
            sessions,
            can.clubs,
            settings.pictures,
        ),
        cogs=_cogs(base, client, can, surface, publisher, session_publisher, match_publisher, claims),
        router=Router(cluster, claims, partial(_guild_of, can.tables, can.duplicate)),
        budget=base.budget,
        health=health,
        database=database,
        workers=workers,
        publisher=publisher,
        session_publisher=session_publisher,
    )


def _use_cases(base: _Base, house: HouseService, actors: Actors) -> _UseCases:
    database, clock = base.database, base.clock
    ports = ports_over(
        database,
        house,
        jobs_over(database, base.hints, base.settings.house_workers),
        membership=actors,
        clock=clock,
        dealer=base.dealer,
        ownership=base.cluster,
    )
    tables = tables_over(ports, base.settings)
    contests = build_contests(tables, SqlContestStore(database), house, tables.pars, clock)
    daily = Daily(contests, SqlDailyStore(database), base.days_dealer)
    sessions = SqlSessionStore(database)
    duplicate = build_duplicate(tables, sessions, house, clock, base.dealer, base.cluster)
    return _UseCases(
        tables,
        daily,
        Challenges(contests, SqlChallengeStore(database), tables.users, base.days_dealer),
        Matches(contests, SqlMatchStore(database), tables.users, base.dealer),
        duplicate,
        build_mornings(tables, daily, SqlMorningStore(database), house, clock),
        Clubs(SqlClubStore(database), tables, duplicate, clock),
        Titles(SqlTitleStore(database), ports.standings, tables.servers, tables.users, clock),
    )


def _surface(base: _Base, client: Cardinal, can: _UseCases, actors: Actors) -> _Surface:
    tables = can.tables
    posts = CachedPosts(SqlPostStore(base.database), SqlCallStore(base.database), tables.repository)
    tables.repository.subscribe(posts.committed)
    tables.privacy.subscribe(lambda _: posts.clear())
    languages, emojis = _languages(client, tables), EmojiCog(client, base.cluster)
    renderer = Renderer(
        languages,
        tables.users,
        tables.servers,
        tables.analyses,
        tables.moments,
        tables.claims,
        tables.standings,
        with_pictures=base.settings.pictures,
        emojis=emojis,
        occasions=[
            DailyOccasions(can.daily),
            ContestOccasions(can.daily.contests),
            SessionOccasions(can.duplicate.repository, tables.users),
        ],
    )
    tokens = SqlEditableStore(base.database)
    messages = EditableMessages(posts, tokens, base.clock, base.cluster, base.hints.tell, languages.met)
    place_check = PlaceCheck(client, tables, can.duplicate)
    return _Surface(actors, languages, emojis, renderer, posts, messages, Attachments(), place_check)


def _table_publisher(base: _Base, client: Cardinal, tables: Tables, surface: _Surface) -> DiscordPublisher:
    clock, users, posts, messages = base.clock, tables.users, surface.posts, surface.messages
    renderer, attachments = surface.renderer, surface.attachments
    panels = HandPanels(client, attachments, posts, users, messages, renderer, clock, tables.absence.suspect)
    surfaces = (
        TableThreads(client, posts, tables.threads, surface.languages),
        OwedPosts(client, posts, renderer, users, tables.servers, panels.sought_in_channel),
        TableMessages(client, attachments, clock, posts, messages, renderer, base.budget),
        panels,
        TurnCalls(client, posts, posts, users, messages, renderer, surface.actors),
        Removals(client, attachments, posts, users, messages, renderer),
    )
    publisher = DiscordPublisher(
        tables.repository,
        posts,
        messages,
        surfaces,
        clock=clock,
        place_gone=surface.place_check.close_table_if_gone,
        interval=base.settings.render_interval,
    )
    tables.repository.subscribe(publisher.committed)
    return publisher


def _sessions(
    base: _Base, client: Cardinal, can: _UseCases, surface: _Surface
) -> tuple[SessionServices, SessionPublisher]:
    duplicate, posts = can.duplicate, SqlSessionPostStore(base.database)
    repository = duplicate.repository
    messages = SessionMessages(
        client,
        surface.attachments,
        base.clock,
        repository,
        posts,
        can.tables.standings,
        surface.languages,
        base.hints.tell,
        base.settings.pictures,
    )
    publisher = SessionPublisher(
        repository,
        posts,
        messages,
        clock=base.clock,
        place_gone=surface.place_check.close_session_if_gone,
        interval=base.settings.render_interval,
    )
    repository.subscribe(publisher.committed)
    return SessionServices(duplicate, messages, publisher), publisher


def _match_publisher(base: _Base, client: Cardinal, matches: Matches, surface: _Surface) -> MatchPublisher:
    store = matches.store
    return MatchPublisher(
        client,
        base.cluster,
        matches,
        store,
        surface.languages,
        base.settings.pictures,
        clock=base.clock,
        place_gone=partial(side_gone, client, store),
        interval=base.settings.render_interval,
    )


def _cogs(
    base: _Base,
    client: Cardinal,
    can: _UseCases,
    surface: _Surface,
    publisher: DiscordPublisher,
    session_publisher: SessionPublisher,
    match_publisher: MatchPublisher,
    claims: SqlClaimStore,
) -> tuple[Cog, ...]:
    settings, database, clock, cluster = base.settings, base.database, base.clock, base.cluster
    tables, duplicate = can.tables, can.duplicate
    backlog = Backlog(cluster, tables, duplicate.progress, publisher, session_publisher)
    return (
        *command_cogs(),
        *([surface.emojis] if settings.pictures else []),
        ClusterCog(
            cluster,
            base.hints,
            claims,
            surface.messages,
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
            match_publisher,
            backlog,
            Archive(SqlArchiveStore(database), clock, settings.archive_days),
            cluster,
            base.budget,
        ),
        ServerCog(
            client,
            tables.absence,
            surface.posts,
            surface.renderer,
            publisher.changed,
            (can.clubs.channel_gone, duplicate.sessions.channel_gone),
        ),
        RoundsCog(cluster, _rounds(base, client, can, surface.languages)),
        # Registers the commands of the cogs above.
        RegisteringCog(client, cluster, SqlCommandStore(database), settings.dev_guild),
    )


def _rounds(base: _Base, client: Cardinal, can: _UseCases, languages: Languages) -> list[Round]:
    events, roles = ClubEvents(client, can.clubs, languages), DiscordRoles(client, languages)
    can.tables.privacy.leave_first(lambda user_id: can.titles.give_up(user_id, roles))
    tellers = [
        titles_line(can.titles),
        challenges_line(can.challenges),
        clubs_lines(can.clubs),
        matches_line(can.matches),
    ]
    posts = MorningPosts(client, can.mornings, languages, tellers, with_pictures=base.settings.pictures)

    def is_mine(club: Club) -> bool:
        return base.cluster.owns(club.guild_id, club.id) and events.is_there(club)

    async def challenges() -> None:
        await can.challenges.look_after()
        await send_results(client)

    return [
        Round("the boards of the day", can.daily.look_after),
        Round("contests", can.daily.contests.look_after),
        Round("challenges", challenges),
        Round("the roles of winners", partial(can.titles.look_after, roles)),
        Round("clubs", partial(can.clubs.look_after, is_mine, events.show), everywhere=True),
        Round("the morning posts", posts.look_after, everywhere=True),
    ]


async def _guild_of(tables: Tables, duplicate: Duplicate, subject: Subject) -> int:
    repository = duplicate.repository if subject.session else tables.repository
    return await repository.guild_of(subject.number)


def _languages(client: discord.Client, tables: Tables) -> Languages:
    def locale_of_server(guild_id: int) -> str | None:
        guild = client.get_guild(guild_id)
        if guild is None or "COMMUNITY" not in guild.features:
            return None
        return guild.preferred_locale.value

    return Languages(locale_of_server, tables.servers, tables.users)
