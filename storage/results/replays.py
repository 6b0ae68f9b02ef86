"""Stores finished hands with the replays of their deals, a row a player."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, RowMapping, bindparam, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.state.change import Change
from bot.tables.state.replays import Replay, ReplayedHand, people_of
from bot.tables.state.results import Span
from storage.connection.database import SqlStore
from storage.schema.results import replays
from storage.schema.tables import tables

_MOST_OWN: Final = 5_000
_MOST: Final = 10_000
"""How many hands, the latest, one estimate uses at most."""

_AT_ONCE: Final = 100  # how many tables with hands to replay one query returns

_NOT_YET: Final = 0
_FIGURES: Final = ("made", "hoyle", "par", "dealer")

_SAVE = (
    update(replays)
    .where(replays.c.table_id == bindparam("of_table"), replays.c.hand == bindparam("of_hand"))
    .values({name: bindparam(name) for name in ("version", *_FIGURES)})
)
_WITHDRAW = delete(replays).where(
    replays.c.table_id == bindparam("gone_table"), replays.c.hand == bindparam("gone_hand")
)


class SqlReplayStore(SqlStore):
    """The `ReplayStore` of a database."""

    async def owed(self, versions: Mapping[str, int], before: int | None) -> tuple[Sequence[int], int | None]:
        open_to_all = or_(tables.c.board.is_(None), tables.c.board["open"].as_boolean())
        queries = []
        # One query a version, for which the index is in the order of tables.
        for earlier in range(max(versions.values())):
            games = [game for game, version in versions.items() if version > earlier]
            query = (
                select(replays.c.table_id)
                .join(tables, tables.c.id == replays.c.table_id)
                .where(replays.c.version == earlier, replays.c.game.in_(games), open_to_all)
                .distinct()
                .order_by(replays.c.table_id.desc())
                .limit(_AT_ONCE)
            )
            queries.append(query if before is None else query.where(replays.c.table_id < before))
        pages = await self._database.read(*queries)
        found = sorted({row.table_id for rows in pages for row in rows}, reverse=True)[:_AT_ONCE]
        return found, found[-1] if len(found) == _AT_ONCE else None

    async def hands(self, table_id: int, version: int) -> Sequence[int]:
        (rows,) = await self._database.read(
            select(replays.c.hand)
            .where(replays.c.table_id == table_id, replays.c.version < version)
            .distinct()
            .order_by(replays.c.hand)
        )
        return [row.hand for row in rows]

    async def save(self, table_id: int, hand: int, version: int, replay: Replay | None) -> None:
        figures = {name: None if replay is None else getattr(replay, name) for name in _FIGURES}
        row = {"of_table": table_id, "of_hand": hand, "version": version, **figures}
        await self._database.write(_save, row)

    async def around(
        self, user_id: int, game: str, *, guild_id: int | None, span: Span
    ) -> Sequence[ReplayedHand]:
        scope = [replays.c.game == game, replays.c.made.is_not(None)]
        if guild_id is not None:
            scope.append(replays.c.guild_id == guild_id)
        if span.start is not None:
            scope.append(replays.c.at >= span.start)
        if span.end is not None:
            scope.append(replays.c.at < span.end)
        own = await self._read([user_id], scope, _MOST_OWN)
        met = sorted({who for hand in own for who in hand.people} - {user_id})
        others = await self._read(met, scope, _MOST) if met else []
        found = {(hand.table_id, hand.hand): hand for hand in (*others, *own)}
        return sorted(found.values(), key=lambda hand: hand.order)

    async def _read(
        self, people: Sequence[int], scope: Sequence[ColumnElement[bool]], most: int
    ) -> list[ReplayedHand]:
        (rows,) = await self._database.read(
            select(replays)
            .where(replays.c.user_id.in_(people), *scope)
            .order_by(replays.c.at.desc(), replays.c.table_id.desc(), replays.c.hand.desc())
            .limit(most)
        )
        return [_hand_of(row._mapping) for row in rows]


async def enter_played(connection: AsyncConnection, changes: Sequence[Change]) -> None:
    """Enter the hands to replay, in the transaction that stores these changes; delete hands that were taken
    back."""
    gone: list[Mapping[str, int]] = []
    rows: dict[tuple[int, int], list[Mapping[str, Any]]] = {}
    for change in changes:
        table = change.table
        again = [hand.number for hand in change.played]
        withdrawn = [number for unit, number in change.withdrawn if unit == "hand"]
        for number in (*withdrawn, *again):
            gone.append({"gone_table": table.id, "gone_hand": number})
            rows.pop((table.id, number), None)
        for hand in change.played:
            rows[table.id, hand.number] = [
                {
                    "table_id": table.id,
                    "hand": hand.number,
                    "user_id": user_id,
                    "guild_id": table.guild_id,
                    "game": table.game,
                    "at": hand.at,
                    "chairs": list(hand.chairs),
                    "version": _NOT_YET,
                }
                for user_id in people_of(hand.chairs)
            ]
    if gone:
        await connection.execute(_WITHDRAW, gone)
    entered = [row for hand_rows in rows.values() for row in hand_rows]
    if entered:
        await connection.execute(insert(replays), entered)


def _hand_of(row: RowMapping) -> ReplayedHand:
    return ReplayedHand(
        row["table_id"],
        row["hand"],
        row["at"],
        row["version"],
        tuple(row["chairs"]),
        Replay(row["made"], row["hoyle"], row["par"], row["dealer"]),
    )


async def _save(connection: AsyncConnection, rows: Sequence[Mapping[str, Any]]) -> Sequence[None]:
    await connection.execute(_SAVE, list(rows))
    return [None] * len(rows)
