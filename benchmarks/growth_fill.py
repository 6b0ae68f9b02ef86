"""A database that has grown: a few hundred matches are played for real, and multiplied under other numbers.

Of each match there are any number of copies, with servers, channels, people and times of their own. Whoever
played is `_TOKEN` and more in the first one, so that ids are found wherever they stand.
"""

import asyncio
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Double,
    MetaData,
    Table,
    Text,
    case,
    cast,
    false,
    func,
    insert,
    literal,
    null,
    select,
    text,
    type_coerce,
    update,
)

from benchmarks.tables import actor, move, tables_on
from bot.duplicate.sessions.session import Kind, Scoring, Session
from bot.duplicate.sessions.session import Status as SessionStatus
from bot.tables.judging.skill.weights import WEIGHTS
from bot.tables.service import Tables
from bot.tables.state.chairs import Person
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import SLOW_SECONDS
from storage.connection.database import Database, open_database
from storage.duplicate.session_rows import session_row
from storage.schema.duplicate import (
    boards,
    contest_boards,
    contest_entries,
    contest_scores,
    contests,
    session_messages,
    sessions,
)
from storage.schema.metadata import metadata
from storage.schema.results import outcomes, replays
from storage.schema.tables import (
    hand_panels,
    is_open,
    moves,
    posts,
    seated,
    table_messages,
    tables,
    turn_calls,
    unsettled_tables,
)

GAMES: Final = ("english-whist", "american-whist", "bishops-whist", "bezique")
DAYS: Final = 30
"""Days of boards of the day, of which each server has `_PEOPLE_A_DAY` people."""

OF_DAYS: Final = GAMES[0]  # the game of sessions and of the boards of the day
_PEOPLE: Final = 200  # people a server

_PEOPLE_A_DAY: Final = 2
_TOKEN: Final = 900_000_001
_LONGEST: Final = 150
_GUILD: Final = 1_190_000_000_000_000_000
_AGE: Final = 400 * 24 * 60 * 60.0
_AT_ONCE: Final = 1000
_COPIED: Final = (tables, moves, posts, outcomes, replays, seated)
_CHANGING: Final = 300
"""Tables at which something happened a moment ago; every third of them is behind."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much there is: open tables, moves in all, servers; and how many matches are played for that."""

    tables: int
    moves: int
    servers: int
    matches: int


def guild(number: int) -> int:
    """The id of a server by its number, from 0 on."""
    return _GUILD + number


def person(server: int, number: int) -> int:
    """The id of a person of a server, both by number, from 0 on."""
    return _GUILD + 1_000_000 + server * _PEOPLE + number


async def played(path: Path, matches: int) -> None:
    """Play that many matches into a new SQLite file: one of two to its end, or until it has very many moves,
    the others to any point, and one of ten not at all."""
    async with tables_on(path, matches) as service:
        # All at once, for what waits for the store shares its transactions. Their numbers are in their order.
        opened = [await _opened(service, index) for index in range(matches)]
        await asyncio.gather(*(_play(service, index, first) for index, first in enumerate(opened)))


async def _opened(service: Tables, index: int) -> TableSnapshot:
    game, host = GAMES[index % len(GAMES)], actor(_TOKEN + index * 4)
    return await service.lobby.open(host, 1, 1, game, {}, 180)


async def _play(service: Tables, index: int, snapshot: TableSnapshot) -> None:
    if index % 10 == 9:
        return
    rng, table_id = random.Random(index), snapshot.table.id
    people = [actor(_TOKEN + index * 4 + chair) for chair in range(len(snapshot.table.chairs))]
    for other in people[1:]:
        await service.lobby.sit(table_id, other)
    snapshot = await service.play.start(table_id, people[0])
    most = _LONGEST if index % 2 else rng.randrange(8, 60)
    while snapshot.table.open and snapshot.step < most:
        snapshot = await move(service, snapshot, rng)
    if index % 2 and snapshot.table.open:
        await service.lobby.close(table_id, replace(people[0], manages=True))


async def fill(url: str, source: Path, size: Size) -> dict[str, int]:
    """Fill the empty database at `url`; returns how many rows each of its tables has."""
    template = await open_database(f"sqlite+aiosqlite:///{source}")
    database = await open_database(url)
    try:
        await database.write(_fill, (await _rows_of(template), size))
        if url.startswith("postgresql"):
            await database.write(_analyse, None)
        names = sorted(metadata.tables)
        found = await database.read(*(select(func.count()).select_from(metadata.tables[n]) for n in names))
        return {name: rows[0][0] for name, rows in zip(names, found, strict=True)}
    finally:
        await template.close()
        await database.close()


async def _rows_of(template: Database) -> dict[str, list[dict[str, Any]]]:
    # JSON as its text.
    queries = []
    for table in _COPIED:
        columns = (
            type_coerce(column, Text).label(column.name) if isinstance(column.type, JSON) else column
            for column in table.columns
        )
        queries.append(select(*columns))
    found = await template.read(*queries)
    return {
        table.name: [dict(row._mapping) for row in rows] for table, rows in zip(_COPIED, found, strict=True)
    }


async def _analyse(connection: Any, items: Sequence[None]) -> Sequence[None]:
    await connection.execute(text("ANALYZE"))
    return [None] * len(items)


async def _fill(connection: Any, items: Sequence[Any]) -> Sequence[None]:
    for rows, size in items:
        await connection.run_sync(_multiply, rows, size)
        await connection.run_sync(_sessions, size)
        await connection.run_sync(_days, size)
    return [None] * len(items)


def _multiply(connection: Connection, rows: dict[str, list[dict[str, Any]]], size: Size) -> None:
    there = MetaData()
    of = {
        table.name: Table(
            f"t_{table.name}",
            there,
            *(
                Column(column.name, Text if isinstance(column.type, JSON) else column.type)
                for column in table.columns
            ),
            prefixes=["TEMPORARY"],
        )
        for table in _COPIED
    }
    copies = Table(
        "copies",
        there,
        Column("id", BigInteger, primary_key=True, autoincrement=False),
        Column("match", BigInteger, index=True),
        *(Column(name, BigInteger) for name in ("token", "guild", "channel", "person")),
        *(Column(name, Double) for name in ("later", "last", "deadline")),
        *(Column(name, Boolean) for name in ("slow", "paused")),
        prefixes=["TEMPORARY"],
    )
    there.create_all(connection)
    for name, found in rows.items():
        if found:
            connection.execute(insert(of[name]), found)
    left = _copies(rows, size)
    while page := list(islice(left, _AT_ONCE)):
        connection.execute(insert(copies), page)
    c = copies.c
    kept = {column.name: _copied(connection, copies, of["tables"], column) for column in tables.columns}
    kept |= {
        "id": c.id,
        "created_at": of["tables"].c.created_at + c.later,
        "turn_seconds": case((c.slow, SLOW_SECONDS), else_=180),
        "deadline": c.deadline,
        "paused": c.paused,
        "bots_turn": false(),
        "over_since": case((of["tables"].c.status.in_(["finished", "closed"]), c.last), else_=null()),
    }
    _insert(connection, tables, kept, copies, of["tables"], of["tables"].c.id)
    for table in _COPIED[1:]:
        first = of[table.name]
        kept = {column.name: _copied(connection, copies, first, column) for column in table.columns}
        if table is posts:
            kept |= {"message_id": literal(1)}
        if table is replays:
            versions = {game: weights.version for game, weights in WEIGHTS.items()}
            kept |= {"version": case(versions, value=first.c.game), "made": literal(0.5), "par": literal(0.1)}
            kept |= {"hoyle": literal(0.2), "dealer": literal(0)}
        _insert(connection, table, kept, copies, first, first.c.table_id)
    _shown(connection)
    there.drop_all(connection)
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT setval('tables_id_seq', (SELECT max(id) FROM tables))"))


def _copied(connection: Connection, copies: Table, first: Table, column: Any) -> Any:
    c, value = copies.c, first.c[column.name]
    if column.name in ("host_id", "user_id", "partner_id"):
        return case((value >= _TOKEN, c.person + value - c.token), else_=value)
    match column.name:
        case "table_id":
            return c.id
        case "guild_id":
            return c.guild
        case "channel_id":
            return c.channel
        case "at":
            return value + c.later
    if isinstance(column.type, JSON):
        for seat in range(4):
            value = func.replace(value, cast(c.token + seat, Text), cast(c.person + seat, Text))
        return cast(value, JSON) if connection.dialect.name == "postgresql" else value
    return value


def _insert(
    connection: Connection, table: Table, kept: dict[str, Any], copies: Table, first: Table, key: Any
) -> None:
    query = select(*kept.values()).select_from(copies.join(first, key == copies.c.match))
    order = [copies.c.id, *([first.c.number] if "number" in first.c else [])]
    # As text, so that JSON is not written as JSON once more.
    connection.execute(insert(table).from_select(list(kept), query.order_by(*order)))


def _copies(rows: dict[str, list[dict[str, Any]]], size: Size) -> Iterator[dict[str, Any]]:
    rng, now = random.Random(2), time.time()
    last, lengths = dict[int, float](), dict[int, int]()
    for row in rows["moves"]:
        last[row["table_id"]] = max(row["at"], last.get(row["table_id"], 0.0))
        lengths[row["table_id"]] = lengths.get(row["table_id"], 0) + 1
    by_status: dict[str, list[dict[str, Any]]] = {"lobby": [], "playing": [], "over": []}
    for row in rows["tables"]:
        by_status.get(row["status"], by_status["over"]).append(row)
    opened = [_open_kind(rng, now) for _ in range(size.tables)]
    chosen = [rng.choice(by_status[status]) for status, *_ in opened]
    left = size.moves - sum(lengths.get(row["id"], 0) for row in chosen)
    over = list[dict[str, Any]]()
    while left > 0:
        over.append(rng.choice(by_status["over"]))
        left -= lengths.get(over[-1]["id"], 0)
    for number, row in enumerate((*over, *chosen), 1):
        ended = number <= len(over)
        _, slow, paused, deadline = ("", False, False, None) if ended else opened[number - len(over) - 1]
        at = now - (_AGE * (1 - number / len(over)) if ended else rng.uniform(0, 60 if not slow else 80_000))
        server = rng.randrange(size.servers)
        yield {
            "id": number,
            "match": row["id"],
            "token": _TOKEN + (row["id"] - 1) * 4,
            "guild": guild(server),
            "channel": guild(server) + 10_000_000 + rng.randrange(5) * 10_000,
            "person": person(server, rng.randrange(_PEOPLE - 3)),
            "later": at - last.get(row["id"], row["created_at"]),
            "last": at,
            "deadline": deadline,
            "slow": slow,
            "paused": paused,
        }


def _open_kind(rng: random.Random, now: float) -> tuple[str, bool, bool, float]:
    # Its status, whether it is slow and paused, and when it next acts by itself.
    kind, day = rng.random(), 24 * 60 * 60.0
    if kind < 0.6:
        return "playing", True, False, now + 600 + rng.uniform(0, day)
    if kind < 0.7:
        return "playing", rng.random() < 0.7, True, now + 600 + rng.uniform(0, 7 * day)
    if kind < 0.85:
        return "lobby", True, False, now + 600 + rng.uniform(0, 7 * day)
    if kind < 0.9:
        return "lobby", False, False, now + 600 + rng.uniform(0, 7200)
    return "playing", False, False, now + 600 + rng.uniform(0, 180)


def _shown(connection: Connection) -> None:
    now, t = literal(time.time()), tables.c
    shown = select(t.id, t.channel_id, literal(1), now, t.version, t.deals)
    names = [column.name for column in table_messages.columns]
    connection.execute(insert(table_messages).from_select(names, shown.order_by(t.id)))
    panels = (
        select(t.id, seated.c.user_id, literal(1), literal(1), t.deals, t.version, literal("hand"))
        .join(seated, seated.c.table_id == t.id)
        .where(t.deals > 0)
        .order_by(t.id, seated.c.user_id)
    )
    names = ["table_id", "user_id", "channel_id", "message_id", "deal", "version", "state"]
    connection.execute(insert(hand_panels).from_select(names, panels))
    called = (
        select(t.id, func.min(seated.c.user_id), literal(0), literal(1), literal(1))
        .join(seated, seated.c.table_id == t.id)
        .where(t.deals > 0, t.turn_seconds >= SLOW_SECONDS, t.id % 2 == 0)
        .group_by(t.id)
        .order_by(t.id)
    )
    names = [column.name for column in turn_calls.columns]
    connection.execute(insert(turn_calls).from_select(names, called))
    changing = select(t.id).where(is_open, ~t.paused, t.turn_seconds < SLOW_SECONDS, t.deals > 0)
    connection.execute(insert(unsettled_tables).from_select(["table_id"], changing.limit(_CHANGING)))
    behind = select(unsettled_tables.c.table_id).where(unsettled_tables.c.table_id % 3 == 0)
    connection.execute(update(table_messages).where(table_messages.c.table_id.in_(behind)).values(version=0))


def _sessions(connection: Connection, size: Size) -> None:
    rng, rows = random.Random(3), list[dict[str, Any]]()
    for number in range(size.servers * 5):
        server, over = number % size.servers, number >= size.servers // 5
        host = person(server, rng.randrange(_PEOPLE))
        session = Session(
            0,
            guild(server),
            guild(server) + 10_000_000,
            Person(host, f"P{host}"),
            Kind.PAIRS,
            OF_DAYS,
            {},
            24,
            Scoring.MATCHPOINTS,
            480,
            60,
            1.0,
            status=SessionStatus.OVER if over else SessionStatus.PLAYING,
            deadline=None if over else time.time() + 600,
        )
        rows.append(session_row(session))
    connection.execute(insert(sessions), rows)
    shown = select(
        sessions.c.id, sessions.c.channel_id, literal(1), literal(1.0), sessions.c.version
    ).order_by(sessions.c.id)
    connection.execute(
        insert(session_messages).from_select([column.name for column in session_messages.columns], shown)
    )


def _days(connection: Connection, size: Size) -> None:
    rng, today = random.Random(4), int(time.time()) // 86_400
    for day in range(today - DAYS, today + 1):
        at, times = {"contest_id": day}, {"begins_at": day * 86_400, "ends_at": (day + 1) * 86_400}
        contest = {"id": day, "kind": "day", "game": OF_DAYS, "boards": 4, "pool": 0, "closed": day < today}
        connection.execute(insert(contests), [contest | times])
        ids = [day * 4 + number for number in range(1, 5)]
        board = {"game": OF_DAYS, "options": {}, "number": 1, "dealer": 0, "opening": []}
        board |= {"salt": "", "sha256": ""}
        connection.execute(insert(boards), [board | {"id": board_id} for board_id in ids])
        connection.execute(
            insert(contest_boards),
            [at | {"number": number, "board_id": key} for number, key in enumerate(ids, 1)],
        )
        entries, scores = [], []
        for server in range(size.servers):
            for number in range(_PEOPLE_A_DAY):
                made = [rng.randrange(3, 11) for _ in ids]
                who = at | {"user_id": person(server, number), "guild_id": guild(server)}
                worth = rng.randrange(1_000_000) if day < today else None
                exact = None if worth is None else str(Fraction(worth, 1_000_000))
                line = {"name": "P", "at": 0.0, "scores": " ".join(map(str, made))}
                line |= {"worth": worth, "exact_worth": exact}
                entries.append(who | line)
                scores += [
                    who | {"number": board, "score": score, "table_id": 1, "at": 0.0}
                    for board, score in enumerate(made, 1)
                ]
        connection.execute(insert(contest_entries), entries)
        connection.execute(insert(contest_scores), scores)
