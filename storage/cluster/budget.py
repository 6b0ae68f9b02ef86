"""The call budget that all processes share, and how many requests Discord has refused.

What is taken from the budget is one statement in a transaction of its own on a connection of its own, so
that no move waits for it, nor it for a move. All times are the database's own.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Integer, cast, delete, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.cluster.ports import LATE_SECONDS, Grant
from storage.cluster.members import database_time
from storage.connection.database import SqlStore
from storage.connection.upserts import insert_into
from storage.connection.urls import parsed
from storage.schema.cluster import invalid_requests

_MINUTES: Final = 10  # Discord counts refusals of the last ten minutes; the current one comes on top

_SECOND: Final = 1.0 + LATE_SECONDS
_AHEAD_SECONDS: Final = 0.2
"""How many seconds ahead calls are granted, which saves a query for each call that waits."""

_BURSTS: Final = 3
"""A second's calls go out in so many parts. So after a standstill, calls that waited do not arrive together
with many that follow."""

_MAKE_ROW = text("""
    INSERT INTO call_budget (id, times, granted, granted_at, total) VALUES (1, '{}', '{}', 0, 0)
    ON CONFLICT DO NOTHING
""")

# A call may be made as soon as the one that was made `most` calls before it is `second` old, and the one
# `burst` calls before it `part` of that. Times beyond the present are of calls granted ahead, or of a clock
# that has been set back.
_TAKE = text("""
    UPDATE call_budget SET (times, granted, granted_at, total) = (
        SELECT (known.times || fresh.granted)[cardinality(fresh.granted) + 1 :],
               fresh.granted,
               known.now,
               call_budget.total + cardinality(fresh.granted)
        FROM (
            SELECT clock.now, (
                SELECT array_agg(
                    least(padded.at, clock.now + CAST(:ahead AS double precision)) ORDER BY padded.place
                )
                FROM unnest(
                    array_fill(0::double precision, ARRAY[CAST(:most AS integer)]) || call_budget.times
                ) WITH ORDINALITY AS padded (at, place)
                WHERE padded.place > cardinality(call_budget.times)
            ) AS times
            FROM (SELECT extract(epoch FROM clock_timestamp())::double precision AS now) AS clock
        ) AS known,
        LATERAL (
            SELECT coalesce(array_agg(at ORDER BY at), '{}') AS granted
            FROM (
                SELECT greatest(
                    known.now,
                    oldest.at + CAST(:second AS double precision),
                    known.times[CAST(:most AS integer)],
                    known.times[CAST(:most AS integer) - CAST(:burst AS integer) + oldest.place]
                        + CAST(:part AS double precision)
                ) AS at
                FROM unnest(known.times) WITH ORDINALITY AS oldest (at, place)
                WHERE oldest.place <= CAST(:wanted AS integer)
            ) AS possible
            WHERE at <= known.now + CAST(:ahead AS double precision)
        ) AS fresh
    )
    WHERE id = 1
    RETURNING granted, granted_at, total, greatest(
        times[1] + CAST(:second AS double precision),
        times[CAST(:most AS integer) - CAST(:burst AS integer) + 1] + CAST(:part AS double precision)
    )
""")


class SqlCallBudget:
    """The `SharedCalls` of a PostgreSQL database. `url` is its SQLAlchemy URL."""

    def __init__(self, url: str) -> None:
        # No call waits for a disk: what a crash of the database's machine loses is out of date by then.
        unwritten = {"server_settings": {"synchronous_commit": "off"}}
        self._engine = create_async_engine(
            parsed(url), pool_size=1, max_overflow=0, isolation_level="AUTOCOMMIT", connect_args=unwritten
        )

    async def take(self, wanted: int, per_second: int) -> Grant:
        burst = -(-per_second // _BURSTS)
        asked = {
            "wanted": min(wanted, burst),
            "most": per_second,
            "burst": burst,
            "part": _SECOND * burst / per_second,
            "ahead": _AHEAD_SECONDS,
            "second": _SECOND,
        }
        async with self._engine.connect() as connection:
            row = (await connection.execute(_TAKE, asked)).one_or_none()
            if row is None:
                await connection.execute(_MAKE_ROW)
                row = (await connection.execute(_TAKE, asked)).one()
        granted, now, total, soonest = row
        return Grant(tuple(at - now for at in granted), total, max(0.0, soonest - now))

    async def total(self) -> int:
        async with self._engine.connect() as connection:
            return (await connection.execute(text("SELECT total FROM call_budget"))).scalar() or 0

    async def close(self) -> None:
        """Close the connection."""
        await self._engine.dispose()


class SqlInvalidRequests(SqlStore):
    """The `InvalidRequestStore` of a database."""

    async def add(self, requests: int) -> int:
        return await self._database.write(_count, requests)


async def _count(connection: AsyncConnection, counted: Sequence[int]) -> Sequence[int]:
    postgres, known = connection.dialect.name == "postgresql", invalid_requests.c
    minutes = database_time(connection) / 60
    minute = func.floor(minutes) if postgres else cast(minutes, Integer)
    if sum(counted):
        row = insert_into(invalid_requests, connection.dialect.name).values(
            minute=minute, requests=sum(counted)
        )
        more = {"requests": known.requests + row.excluded.requests}
        await connection.execute(row.on_conflict_do_update(index_elements=["minute"], set_=more))
        await connection.execute(delete(invalid_requests).where(known.minute < minute - _MINUTES))
    recent = select(func.coalesce(func.sum(known.requests), 0)).where(known.minute >= minute - _MINUTES)
    return [(await connection.execute(recent)).scalar_one()] * len(counted)
