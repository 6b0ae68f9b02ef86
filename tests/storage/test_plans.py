"""No statement that is made while people play reads the whole of a table that grows.

Every method of every store is called, and whatever it asks of the database recorded and explained, in one
with some thousands of rows.
"""

import asyncio
import importlib
import inspect
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

import storage
from benchmarks.growth_fill import Size, fill, guild, person, played
from bot.community.clubs.club import Club, What
from bot.community.mornings.ports import DailyProblem, Morning, Source
from bot.community.titles import Holder
from bot.duplicate.contests.challenges import Challenge, State
from bot.duplicate.contests.daily import contest_of
from bot.duplicate.contests.match_ports import Offer, Side
from bot.duplicate.contests.ports import Contest, DailyQuery, Entry, Kind, Score
from bot.duplicate.sessions.items import SessionOver, SessionPost
from bot.duplicate.sessions.ports import SessionChange, SessionMessage
from bot.duplicate.sessions.session import Session
from bot.rules.game import Ranking
from bot.rules.records.record import Analysis
from bot.tables.state.board import Board
from bot.tables.state.chairs import Person
from bot.tables.state.messages import HandPanel, TableMessage, TurnCall
from bot.tables.state.moments import Moment, Problem, Tried
from bot.tables.state.outcomes import HandAnalysis
from bot.tables.state.preferences import ServerSettings, UserSettings
from bot.tables.state.replays import Replay
from bot.tables.state.results import By, Company, Query, Span
from bot.tables.state.table import BoardPlay, Seal
from storage.community.clubs import SqlClubStore
from storage.community.mornings import SqlMorningStore
from storage.community.titles import SqlTitleStore
from storage.connection.database import Database, open_database
from storage.duplicate.boards import SqlBoardStore
from storage.duplicate.challenges import SqlChallengeStore
from storage.duplicate.contests import SqlContestStore
from storage.duplicate.daily import SqlDailyStore
from storage.duplicate.matches import SqlMatchStore
from storage.duplicate.sessions import SqlSessionPostStore, SqlSessionStore
from storage.people.servers import SqlServerStore
from storage.people.users import SqlUserStore
from storage.privacy import SqlPrivacyStore
from storage.results.analyses import SqlAnalysisStore
from storage.results.moments import SqlMomentStore
from storage.results.replays import SqlReplayStore
from storage.results.standings import SqlStandingStore
from storage.schema.metadata import metadata
from storage.tables.archive import SqlArchiveStore
from storage.tables.calls import SqlCallStore
from storage.tables.posts import SqlPostStore
from storage.tables.store import SqlTableStore
from tests import postgres
from tests.present import present
from tests.storage import makers

SIZE = Size(2000, 60_000, 500, 20)
GAME = "english-whist"
SMALL = {"unsettled_tables", "unsettled_sessions", "removals", "erasure_secret", "erasures", "role_holders"}
"""Tables that hold only what is under way."""

APART = {"SqlPrivacyStore.rows_of", "SqlPrivacyStore.erase", "SqlPrivacyStore.compact"}
"""What looks for a person in every text there is, once in a person's life."""

OF_THE_CLUSTER = {"SqlClusterStore", "SqlCommandStore", "SqlClaimStore", "SqlEditableStore"}
"""Their rows are the processes of now and the presses of the last minutes."""

ALL_OF_IT = re.compile(
    r"ix_tables_(live|bots_turn|untidy)|_sessions_open|_owed|ix_user_settings_hidden|_mornings|_winner_role"
)
"""Indices of which a query may read the whole: they hold nothing but what is looked for."""

Calls = dict[str, Callable[[], Any]]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "played.db"
    asyncio.run(played(path, SIZE.matches))
    return path


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def grown(
    request: pytest.FixtureRequest, source: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The URL of a database with some thousands of rows."""
    if request.param == "sqlite":
        url = f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('grown')}/grown.db"
        asyncio.run(fill(url, source, SIZE))
        yield url
        return
    with postgres.database(postgres.shared(), like=postgres.shared().migrated) as url:
        asyncio.run(fill(url, source, SIZE))
        yield url


@pytest.fixture
async def database(grown: str) -> Any:
    database = await open_database(grown)
    yield database
    await database.close()


@contextmanager
def recorded(statements: dict[str, Any]) -> Iterator[None]:
    """Note every statement made within, with its parameters."""

    def note(connection: Any, cursor: Any, statement: str, parameters: Any, context: Any, many: bool) -> None:
        if statement.startswith(("SELECT", "UPDATE", "DELETE", "INSERT")):
            statements.setdefault(statement, parameters[0] if many else parameters)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def methods() -> set[str]:
    """Every public method of every store, except those of the cluster."""
    found = set()
    folder = Path(next(iter(storage.__path__)))
    for path in folder.rglob("*.py"):
        name = ".".join(path.relative_to(folder).with_suffix("").parts)
        if name.startswith("migrations") or path.stem == "__init__":
            continue
        module = importlib.import_module(f"storage.{name}")
        for name, kind in inspect.getmembers(module, inspect.isclass):
            if name.startswith("Sql") and name.endswith("Store") and kind.__module__ == module.__name__:
                called = inspect.getmembers(kind, inspect.iscoroutinefunction)
                found |= {f"{name}.{method}" for method, _ in called if not method.startswith("_")}
    return {method for method in found if method.partition(".")[0] not in OF_THE_CLUSTER}


async def calls(database: Database) -> Calls:
    """A call of each of them, on something that is there."""
    tables, posts, turns = SqlTableStore(database), SqlPostStore(database), SqlCallStore(database)
    sessions, owing = SqlSessionStore(database), SqlSessionPostStore(database)
    contests, daily = SqlContestStore(database), SqlDailyStore(database)
    standings, replays = SqlStandingStore(database), SqlReplayStore(database)
    titles = SqlTitleStore(database)
    analyses, boards = SqlAnalysisStore(database), SqlBoardStore(database)
    moments = SqlMomentStore(database)
    missed = Problem(1, 1, Moment(4, ("play KH",), 0.5, "tricks"), 0, 9.0)
    users, servers, privacy = SqlUserStore(database), SqlServerStore(database), SqlPrivacyStore(database)
    there, somebody, today, now = guild(1), person(1, 1), int(time.time()) // 86_400, time.time()
    open_tables = await tables.open_tables(guild_id=there)
    table = open_tables[0]
    channel = table.telling.channel_id
    (board,) = await boards.add_boards([_board()])
    board_table = makers.table_with(board=BoardPlay(board.id, 1, 0, session=1, table=1))
    session = present(await sessions.load(1))
    new = _new_session(session)
    panel = HandPanel(table.id, somebody, 1, 2, 3, 4)
    message = TableMessage(table.id, channel, 5, now, table.version, 1)
    call = TurnCall(table.id, somebody, 1, 2, 3)
    post = makers.reminder(table.id, 500)
    session_post = SessionPost(1, 50, (SessionOver(),), now)
    found = Analysis(hand=1, unit="points", counted_from=1, best=0, made=0, losses=[0, 0, 0, 0], slips=[])
    analysis = HandAnalysis(table.id, there, GAME, now, found, {somebody: 1})
    contest = (await daily.boards(today, GAME))[0].contest
    score = Score(contest.id, 1, somebody, 7, 1, now)
    span, form = Span(now - 10_000, now), 10
    people = Person(somebody, "P"), Person(somebody + 1, "Q")
    week = Contest(0, Kind.CHALLENGE, GAME, 1, now, now + 9.0)
    challenge = Challenge((await contests.add(week, [_board()]))[0].contest, there, 0, *people)
    asked = SqlChallengeStore(database)

    clubs = SqlClubStore(database)
    club = await clubs.add(Club(0, there, channel, people[0], What.PAIRS, GAME, 8, True, "UTC", now))

    async def commit() -> None:
        change = makers.step(table, 9000, post=400)
        assert await tables.commit(change)

    async def removed() -> None:
        await posts.save_table_message(message)
        await posts.save_table_message(TableMessage(table.id, channel, 6, now, table.version, 1))
        for removal in await posts.removals(table.id):
            await posts.removed(removal)

    async def leaderboards() -> None:
        for ranking in Ranking:
            for by in By:
                for company in Company:
                    query = Query(there, GAME, ranking, span, company, by, 10)
                    await standings.leaderboard(query)

    async def records() -> None:
        for guild_id in (there, None):
            await standings.record_of(somebody, GAME, guild_id=guild_id, span=span, form=form)

    async def games() -> None:
        await standings.games(there)
        await standings.games(None, user_id=somebody)

    async def opened() -> None:
        await tables.open_tables(guild_id=there)
        await tables.open_tables(channel_id=channel)
        await tables.open_tables(user_id=somebody)
        await tables.open_tables(guild_id=there, user_id=somebody)
        await tables.open_tables(guild_id=there, channel_id=channel)

    async def open_sessions() -> None:
        await sessions.open_sessions(guild_id=there)
        await sessions.open_sessions(channel_id=channel)
        await sessions.open_sessions(user_id=somebody)

    async def commit_session() -> None:
        current = present(await sessions.load(1))
        later = _next_session(current)
        assert await sessions.commit(SessionChange(later, current.version, (), (session_post,)))

    async def tidy() -> None:
        await database.write(_untidied, None)
        await privacy.tidy(now)

    async def archive() -> None:
        place = present(await SqlArchiveStore(database).archive(now - 86_400, None))
        await SqlArchiveStore(database).archive(now - 86_400, place)

    async def around() -> None:
        for guild_id in (there, None):
            await replays.around(somebody, GAME, guild_id=guild_id, span=span)

    async def owed_replays() -> None:
        await replays.owed({GAME: 1, "american-whist": 1}, None)
        await replays.owed({GAME: 1}, 500)

    async def days() -> None:
        for guild_id in (0, there):
            await daily.table(DailyQuery(guild_id, GAME, today - 7, today, 1, 10))

    matches = SqlMatchStore(database)
    side = Side(there, "Here", channel)
    offer = Offer("code", side, GAME, 4, 8, now + 1)
    match = Contest(0, Kind.MATCH, GAME, 1, now, now + 1)
    await matches.offer(offer)
    played_match = present(await matches.accept(offer, side, match, [_board()]))
    in_match = Entry(played_match.id, somebody, there, "P", now)
    change = makers.step(board_table, 1)
    return {
        "SqlMatchStore.offer": lambda: matches.offer(offer),
        "SqlMatchStore.offered": lambda: matches.offered("code", now),
        "SqlMatchStore.accept": lambda: matches.accept(offer, side, match, [_board()]),
        "SqlMatchStore.withdraw": lambda: matches.withdraw(there),
        "SqlMatchStore.match": lambda: matches.match(played_match.id),
        "SqlMatchStore.latest": lambda: matches.latest(there),
        "SqlMatchStore.enter": lambda: matches.enter(in_match, 8),
        "SqlMatchStore.owed": lambda: matches.owed(now),
        "SqlMatchStore.posted": lambda: matches.posted(2 * played_match.id, 1, now, told=False),
        "SqlTableStore.create": lambda: tables.create(makers.FULL),
        "SqlTableStore.create_dealt": lambda: tables.create_dealt(change),
        "SqlTableStore.load": lambda: asyncio.gather(tables.load(table.id), tables.load(1)),
        "SqlTableStore.version": lambda: tables.version(table.id),
        "SqlTableStore.commit": commit,
        "SqlTableStore.guilds_of": lambda: tables.guilds_of([1, 2]),
        "SqlTableStore.due": lambda: tables.due(now),
        "SqlTableStore.bots_turns": tables.bots_turns,
        "SqlTableStore.open_tables": opened,
        "SqlTableStore.last_game": lambda: tables.last_game(channel),
        "SqlTableStore.last_post": lambda: tables.last_post(table.id),
        "SqlPostStore.owed": lambda: posts.owed(table.id),
        "SqlPostStore.delivered": lambda: posts.delivered(post, 1),
        "SqlPostStore.behind": posts.behind,
        "SqlPostStore.unsettled": posts.unsettled,
        "SqlPostStore.settled": lambda: posts.settled(table.id, table.version),
        "SqlPostStore.doubt": lambda: posts.doubt(table.id),
        "SqlPostStore.give_up": lambda: posts.give_up(table.id),
        "SqlPostStore.table_message": lambda: posts.table_message(table.id),
        "SqlPostStore.save_table_message": lambda: posts.save_table_message(message),
        "SqlPostStore.ageing_table_messages": lambda: posts.ageing_table_messages(now),
        "SqlPostStore.hand_panels": lambda: posts.hand_panels(table.id),
        "SqlPostStore.save_hand_panel": lambda: posts.save_hand_panel(panel),
        "SqlPostStore.removals": lambda: posts.removals(table.id),
        "SqlPostStore.removed": removed,
        "SqlCallStore.turn_calls": lambda: turns.turn_calls(table.id),
        "SqlCallStore.save_turn_call": lambda: turns.save_turn_call(call),
        "SqlCallStore.call_ended": lambda: turns.call_ended(call),
        "SqlSessionStore.create": lambda: sessions.create(new),
        "SqlSessionStore.load": lambda: sessions.load(1),
        "SqlSessionStore.version": lambda: sessions.version(1),
        "SqlSessionStore.commit": commit_session,
        "SqlSessionStore.open_sessions": open_sessions,
        "SqlSessionStore.latest": lambda: sessions.latest(channel),
        "SqlSessionStore.wake": lambda: sessions.wake(1, now),
        "SqlSessionStore.guilds_of": lambda: sessions.guilds_of([1, 2]),
        "SqlSessionStore.due": lambda: asyncio.gather(sessions.due(now), sessions.due()),
        "SqlSessionPostStore.owed": lambda: owing.owed(1),
        "SqlSessionPostStore.delivered": lambda: owing.delivered(session_post, 1),
        "SqlSessionPostStore.behind": owing.behind,
        "SqlSessionPostStore.give_up": lambda: owing.give_up(1),
        "SqlSessionPostStore.message": lambda: owing.message(1),
        "SqlSessionPostStore.save_message": lambda: owing.save_message(SessionMessage(1, 2, 3, now, 1)),
        "SqlContestStore.add": lambda: contests.add(contest_of(today + 1, GAME), [_board()]),
        "SqlContestStore.boards": lambda: contests.boards(contest.id),
        "SqlContestStore.which": lambda: contests.which(board.id),
        "SqlContestStore.enter": lambda: contests.enter(Entry(contest.id, somebody, there, "P", now)),
        "SqlContestStore.entry": lambda: contests.entry(contest.id, somebody),
        "SqlContestStore.entries": lambda: contests.entries(contest.id),
        "SqlContestStore.record": lambda: contests.record(score),
        "SqlContestStore.adopt": contests.adopt,
        "SqlContestStore.unrecorded": contests.unrecorded,
        "SqlContestStore.scores": lambda: contests.scores(contest.id, somebody),
        "SqlContestStore.fields": lambda: contests.fields(contest.id, None, there),
        "SqlContestStore.fields_of": lambda: contests.fields_of([contest.id, contest.id + 1]),
        "SqlContestStore.erased": lambda: contests.erased(contest, somebody),
        "SqlContestStore.playing": lambda: contests.playing(contest.id),
        "SqlContestStore.not_closed": lambda: contests.not_closed(now),
        "SqlContestStore.close": lambda: contests.close(contest.id, {(7, 7, 7, 7): Fraction(1)}),
        "SqlChallengeStore.add": lambda: asked.add(challenge),
        "SqlChallengeStore.get": lambda: asked.get(challenge.id),
        "SqlChallengeStore.seen_in": lambda: asked.seen_in(challenge.id, channel),
        "SqlChallengeStore.accept": lambda: asked.accept(challenge, now),
        "SqlChallengeStore.change": lambda: asked.change(challenge.id, State.ENDED, State.OVER),
        "SqlChallengeStore.end": lambda: asked.end(challenge.id, now, None),
        "SqlChallengeStore.of": lambda: asked.of(somebody, 10),
        "SqlChallengeStore.over": lambda: asked.over(now),
        "SqlChallengeStore.owed": asked.owed,
        "SqlChallengeStore.last_to_play": lambda: asked.last_to_play(contest.id),
        "SqlChallengeStore.waiting": lambda: asked.waiting(there, now),
        "SqlChallengeStore.meetings": lambda: asked.meetings(there, span),
        "SqlClubStore.add": lambda: clubs.add(club),
        "SqlClubStore.of_server": lambda: clubs.of_server(there),
        "SqlClubStore.due": lambda: clubs.due(now),
        "SqlClubStore.replace": lambda: clubs.replace(club, new),
        "SqlDailyStore.boards": lambda: daily.boards(today, GAME),
        "SqlDailyStore.entered": lambda: daily.entered(today, GAME, somebody),
        "SqlDailyStore.people": lambda: daily.people(today, GAME),
        "SqlDailyStore.plays": lambda: daily.plays(there, now - 10_000),
        "SqlDailyStore.lot": lambda: daily.lot(today, somebody, there),
        "SqlDailyStore.latest_game": lambda: daily.latest_game(somebody),
        "SqlDailyStore.days_played": lambda: daily.days_played(somebody, GAME, 100),
        "SqlDailyStore.table": days,
        "SqlDailyStore.games": lambda: daily.games(there),
        "SqlStandingStore.games": games,
        "SqlStandingStore.companies": lambda: standings.companies(there, GAME, span),
        "SqlStandingStore.staked": lambda: standings.staked(there, GAME),
        "SqlStandingStore.leaderboard": leaderboards,
        "SqlStandingStore.record_of": records,
        "SqlStandingStore.settle": lambda: standings.settle(there, GAME, Ranking.WINS, now),
        "SqlStandingStore.winners": lambda: standings.winners(there, GAME),
        **{
            f"SqlMorningStore.{name}": call
            for name, call in _mornings(database, there, somebody, now).items()
        },
        "SqlTitleStore.due": lambda: titles.due(202_611),
        "SqlTitleStore.holders": lambda: titles.holders(guild_id=there),
        "SqlTitleStore.keep": lambda: titles.keep(Holder(there, somebody, 5)),
        "SqlTitleStore.drop": lambda: titles.drop(Holder(there, somebody, 5)),
        "SqlTitleStore.done": lambda: titles.done(there, 5, 202_610, refused=False),
        "SqlDailyStore.days_of_server": lambda: daily.days_of_server(there, 10),
        "SqlStandingStore.achievements": lambda: standings.achievements(somebody),
        "SqlStandingStore.achieved_at": lambda: standings.achieved_at(table_id=1, hand=1),
        "SqlStandingStore.name_of": lambda: standings.name_of(somebody, there),
        "SqlReplayStore.owed": owed_replays,
        "SqlReplayStore.hands": lambda: replays.hands(table.id, 1),
        "SqlReplayStore.save": lambda: replays.save(table.id, 1, 1, Replay(0.5, 0.1, None, 0)),
        "SqlReplayStore.around": around,
        "SqlAnalysisStore.analysis": lambda: analyses.analysis(table.id, 1),
        "SqlAnalysisStore.analyses": lambda: analyses.analyses(table.id),
        "SqlAnalysisStore.save_analysis": lambda: analyses.save_analysis(analysis),
        "SqlAnalysisStore.analysis_post": lambda: analyses.analysis_post(table.id, 1),
        "SqlAnalysisStore.given_away": lambda: analyses.given_away(somebody, guild_id=there),
        "SqlMomentStore.moments": lambda: moments.moments(table.id, 1, somebody),
        "SqlMomentStore.save_moments": lambda: moments.save_moments(table.id, 1, somebody, now, []),
        "SqlMomentStore.problems": lambda: moments.problems(somebody),
        "SqlMomentStore.save_problem": lambda: moments.save_problem(somebody, missed),
        "SqlMomentStore.lessons": lambda: moments.lessons(somebody),
        "SqlMomentStore.save_lesson": lambda: moments.save_lesson(somebody, "whist", Tried(0, now)),
        "SqlMomentStore.players": lambda: moments.players(table.id, 1),
        "SqlBoardStore.add_boards": lambda: boards.add_boards([_board()]),
        "SqlBoardStore.board": lambda: boards.board(board.id),
        "SqlBoardStore.par": lambda: boards.par(board.id),
        "SqlBoardStore.save_par": lambda: boards.save_par(board.id, None),
        "SqlBoardStore.tables_of_board": lambda: boards.tables_of_board(board.id),
        "SqlBoardStore.table_at": lambda: boards.table_at(1, board.id, 1),
        "SqlUserStore.settings": lambda: users.settings(somebody),
        "SqlUserStore.save_settings": lambda: users.save_settings(UserSettings(somebody)),
        "SqlUserStore.blocked_by": lambda: users.blocked_by(somebody),
        "SqlUserStore.pseudonym": lambda: users.pseudonym(1, somebody),
        "SqlUserStore.blocking": lambda: users.blocking(somebody),
        "SqlUserStore.set_blocked": lambda: users.set_blocked(somebody, 1, blocked=True),
        "SqlServerStore.server": lambda: servers.server(there),
        "SqlServerStore.save_server": lambda: servers.save_server(ServerSettings(there)),
        "SqlPrivacyStore.begin_erasure": lambda: privacy.begin_erasure(7),
        "SqlPrivacyStore.erasures": privacy.erasures,
        "SqlPrivacyStore.tidy": tidy,
        "SqlArchiveStore.archive": archive,
    }


def _mornings(database: Database, there: int, somebody: int, now: float) -> Calls:
    store, morning = SqlMorningStore(database), Morning(there, 5, now)
    moment = Moment(4, ("play KH",), 0.5, "tricks")
    problem = DailyProblem(there, 5, Source(1, 1, 4), GAME, "play 2H", ("play KH", "play 2H"), moment, now)
    return {
        "servers": store.servers,
        "played": lambda: store.played(there, now),
        "owe": lambda: store.owe(morning),
        "morning": lambda: store.morning(there, 5),
        "owed": store.owed,
        "latest": lambda: store.latest(there, 5),
        "posted": lambda: store.posted(morning),
        "add": lambda: store.add(problem),
        "problem": lambda: store.problem(there, 5),
        "used": lambda: store.used(there),
        "close": lambda: store.close(there, 5, now),
        "shared": lambda: store.shared(there, now, 10),
        "vote": lambda: store.vote(there, 5, somebody, 1, now),
        "votes": lambda: store.votes(there, 5),
    }


async def _untidied(connection: AsyncConnection, items: Any) -> list[None]:
    await connection.execute(text("UPDATE tables SET over_since = NULL WHERE id < 5"))
    return [None] * len(items)


def _board() -> Board:
    return Board(0, GAME, {}, 1, 0, (), Seal("", ""))


def _new_session(session: Session) -> Session:
    return Session(
        **{
            name: getattr(session, name)
            for name in ("guild_id", "kind", "game", "options", "boards", "scoring", "clock")
        },
        id=0,
        channel_id=4,
        host=Person(5, "Five"),
        turn_seconds=60,
        created_at=1.0,
    )


def _next_session(session: Session) -> Session:
    fields = {name: getattr(session, name) for name in Session.__slots__ if not name.startswith("_")}
    return Session(**fields | {"version": session.version + 1, "posts": session.posts + 1})


def scans(dialect: str, plan: list[str]) -> list[str]:
    """The lines of a plan that read the whole of a table that grows."""
    big = set(metadata.tables) - SMALL
    found = []
    for number, line in enumerate(plan):
        if dialect == "sqlite":
            match = re.match(r"SCAN (\w+)(.*)", line)
            if match and _table_of(match[1], big) and not ALL_OF_IT.search(match[2]):
                found.append(line)
            continue
        match = re.search(
            r"(Seq Scan on|Index (?:Only )?Scan (?:Backward )?using (\w+) on|Bitmap Heap Scan on) (\w+)", line
        )
        if not match or match[3] not in big or "Bitmap" in match[1]:
            continue
        # What an index is searched by stands under it; without that it is read as a whole.
        below = [one.strip() for one in plan[number + 1 : number + 3]]
        searched = match[2] and (
            any(one.startswith("Index Cond") for one in below) or ALL_OF_IT.search(match[2])
        )
        if not searched:
            found.append(line)
    return found


def _table_of(name: str, big: set[str]) -> bool:
    # SQLite calls a table by its alias: `outcomes` again is `outcomes_1`.
    return name in big or re.sub(r"_\d+$", "", name) in big


async def test_no_statement_reads_the_whole_of_a_table_that_grows(grown: str, database: Database) -> None:
    asked = await calls(database)
    assert {*asked, *APART} == methods()
    statements: dict[str, Any] = {}
    with recorded(statements):
        for call in asked.values():
            await call()
    assert len(statements) > len(asked)
    engine = create_async_engine(grown)
    wrong = []
    async with engine.connect() as connection:
        dialect = engine.dialect.name
        if dialect == "postgresql":
            # So few rows are quicker read as a whole; what can be found by a key is found so then.
            for way in ("seqscan", "hashjoin", "mergejoin"):
                await connection.execute(text(f"SET enable_{way} = off"))
        for statement, parameters in statements.items():
            if statement.startswith("INSERT") and "SELECT" not in statement:
                continue
            explain = "EXPLAIN QUERY PLAN " if dialect == "sqlite" else "EXPLAIN "
            rows = await connection.exec_driver_sql(explain + statement, parameters)
            plan = [row[-1] for row in rows]
            wrong += [f"{line.strip()}\n  in {' '.join(statement.split())}" for line in scans(dialect, plan)]
    await engine.dispose()
    assert not wrong, "\n".join(wrong)
