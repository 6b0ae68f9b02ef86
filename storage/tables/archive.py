"""Archives the logs of old matches: one compressed row a table instead of one row a move."""

import json
import logging
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, and_, delete, exists, literal, or_, select, true, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.state.posts import HandAnalysed
from bot.tables.state.table import LoggedMove, Seal
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.connection.lookups import Lookup
from storage.connection.upserts import upsert
from storage.schema.duplicate import board_plays, session_is_open, sessions
from storage.schema.results import replays
from storage.schema.tables import (
    archived_logs,
    is_open,
    is_unarchived,
    moves,
    posts,
    removals,
    tables,
    turn_calls,
    unsettled_tables,
)
from storage.tables.rows import move_of

log = logging.getLogger(__name__)

CODEC: Final = 1
"""The current encoding of a log: a JSON object, compressed by zlib with a dictionary of words.

Its keys are `seats`, `texts` and `seals` (index, salt, SHA-256), and `times`: the first move's in
microseconds since the epoch, then how many later each of the others was made; or `seconds` as they are, where
they are no whole microseconds. `numbers` is there only where moves are not numbered from 1 on.
"""

_AT_ONCE: Final = 10  # how many tables one transaction archives; moves wait meanwhile

_LEVEL: Final = 9
_MICRO: Final = 1_000_000
_WORDS: Final = (
    '"seconds":[],"numbers":[],"seals":[[0,"","]],"times":[,'
    + "".join(
        f'"{word} ","' for word in ("ask", "concede", "dealer", "exchange", "honours", "penalty revoke")
    )
    + "".join(f'"{word} ","' for word in ("score marriage", "seven", "throw", "take", "mix", "cut", "lay"))
    + "".join(f"declare {rank}s {rank.upper()}S {rank.upper()}H {rank.upper()}D," for rank in "akqj")
    + " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in "23456789TJQKA")
    + "".join(f'"draw {rank}{suit}' for suit in "CDHS" for rank in "23456789TJQKA")
    + "".join(f'"play {rank}{suit}",' for suit in "CDHS" for rank in "23456789TJQKA")
    + '{"seats":[null,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,null,null,null],"texts":["deck '
).encode()
"""Texts that are frequent in logs. A change makes every stored log unreadable, so it needs another codec."""

_LOGS = Lookup(select(archived_logs), archived_logs.c.table_id)
_MOVES = Lookup(select(moves).order_by(moves.c.table_id, moves.c.number), moves.c.table_id)


class Place(NamedTuple):
    """The last table that was looked at, and when its last move was made."""

    over_since: float
    table_id: int


def _there(*where: ColumnElement[bool]) -> ColumnElement[bool]:
    return select(literal(1)).where(*where).limit(1).correlate(tables).scalar_subquery().is_not(None)


# The log is still needed: to show the table, to replay its hands, to play its board elsewhere.
_IS_LIVE = or_(
    is_open,
    _there(unsettled_tables.c.table_id == tables.c.id),
    _there(posts.c.table_id == tables.c.id, posts.c.message_id.is_(None)),
    _there(removals.c.table_id == tables.c.id),
    _there(turn_calls.c.table_id == tables.c.id),
    _there(replays.c.table_id == tables.c.id, replays.c.version == 0),
    and_(tables.c.board.is_not(None), ~tables.c.board["open"].as_boolean()),
    _there(board_plays.c.table_id == tables.c.id, sessions.c.id == board_plays.c.session_id, session_is_open),
)


class SqlArchiveStore(SqlStore):
    """The `ArchiveStore` of a database."""

    async def archive(self, before: float, after: tuple[float, int] | None) -> tuple[float, int] | None:
        (rows,) = await self._database.read(candidates(before, after))
        if not rows:
            return None
        await self._database.write(_archive, [row.id for row in rows])
        return rows[-1].over_since, rows[-1].id


def candidates(before: float, after: tuple[float, int] | None) -> Any:
    """A query for a few tables, in order, whose last move was before that time and whose logs are rows."""
    query = select(tables.c.id, tables.c.over_since).where(is_unarchived, tables.c.over_since < before)
    if after is not None:
        since, table_id = after
        query = query.where(
            tables.c.over_since >= since,
            tuple_(tables.c.over_since, tables.c.id) > tuple_(literal(since), literal(table_id)),
        )
    return query.order_by(tables.c.over_since, tables.c.id).limit(_AT_ONCE)


async def archived(connection: AsyncConnection, ids: Sequence[int]) -> Mapping[int, tuple[LoggedMove, ...]]:
    """The archived moves of those tables, without the tables that have none."""
    found = await _LOGS(connection, ids)
    return {row["table_id"]: read(row["codec"], row["log"]) for rows in found for row in rows}


def written(logged: Sequence[LoggedMove]) -> bytes:
    """Encode a log with `CODEC`."""
    micros = [round(move.at * _MICRO) for move in logged]
    kept: dict[str, Any] = {
        "seats": [move.seat for move in logged],
        "texts": [move.text for move in logged],
        "seals": [
            [index, move.seal.salt, move.seal.sha256] for index, move in enumerate(logged) if move.seal
        ],
    }
    if [micro / _MICRO for micro in micros] == [move.at for move in logged]:
        kept["times"] = [now - before for before, now in zip([0, *micros], micros, strict=False)]
    else:
        kept["seconds"] = [move.at for move in logged]
    numbers = [move.number for move in logged]
    if numbers != list(range(1, len(numbers) + 1)):
        kept["numbers"] = numbers
    press = zlib.compressobj(_LEVEL, zdict=_WORDS)
    plain = json.dumps(kept, separators=(",", ":"), ensure_ascii=False).encode()
    return press.compress(plain) + press.flush()


def read(codec: int, stored: bytes) -> tuple[LoggedMove, ...]:
    """Decode a log. Raises ValueError if it is damaged, or of an unknown codec."""
    if codec != CODEC:
        raise ValueError(f"a log of codec {codec}, which this version of Cardinal does not know")
    press = zlib.decompressobj(zdict=_WORDS)
    try:
        kept = json.loads(press.decompress(stored) + press.flush())
    except zlib.error as error:
        raise ValueError(f"an archived log is damaged: {error}") from None
    seats, texts = kept["seats"], kept["texts"]
    seals = {index: Seal(salt, sha256) for index, salt, sha256 in kept["seals"]}
    times, now = kept.get("seconds"), 0
    if times is None:
        times = []
        for later in kept["times"]:
            now += later
            times.append(now / _MICRO)
    numbers = kept.get("numbers", range(1, len(texts) + 1))
    return tuple(
        LoggedMove(number, seat, text, at, seals.get(index))
        for index, (number, seat, text, at) in enumerate(zip(numbers, seats, texts, times, strict=True))
    )


@each
async def _archive(connection: AsyncConnection, page: Sequence[int]) -> None:
    # Read again and locked, for they may have changed.
    stored = await connection.execute(
        select(tables.c.id)
        .where(tables.c.id.in_(page), is_unarchived, ~_IS_LIVE)
        .order_by(tables.c.id)
        .with_for_update(of=tables)
    )
    ids = [row.id for row in stored]
    if not ids:
        return
    earlier, rows, done = await archived(connection, ids), [], []
    for table_id, found in zip(ids, await _MOVES(connection, ids), strict=True):
        logged = (*earlier.get(table_id, ()), *map(move_of, found))
        kept = written(logged)
        if read(CODEC, kept) != logged:
            log.error("table %s: its log would not be read as it is, and stays in rows", table_id)
            continue
        done.append(table_id)
        if found:
            rows.append({"table_id": table_id, "codec": CODEC, "log": kept})
    if rows:
        await upsert(connection, archived_logs, rows)
    await connection.execute(delete(moves).where(moves.c.table_id.in_(done)))
    # The last post stays, for numbering goes on after it; so do analyses, which are linked to.
    later = posts.alias()
    served = exists().where(later.c.table_id == posts.c.table_id, later.c.number > posts.c.number)
    await connection.execute(
        delete(posts).where(
            posts.c.table_id.in_(done),
            posts.c.message_id.is_not(None),
            posts.c.kind != HandAnalysed.tag,
            served,
        )
    )
    await connection.execute(update(tables).where(tables.c.id.in_(done)).values(archived=true()))
