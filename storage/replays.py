"""Finished hands beside the replays of their deals."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    Text,
    and_,
    cast,
    delete,
    exists,
    insert,
    or_,
    select,
    tuple_,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.results import Span
from bot.tables.skill.hands import Deal, OwedHand, ReplayedHand
from storage.database import Database
from storage.schema import outcomes, replays, tables

_MOST_OWN: Final = 5_000
_MOST: Final = 10_000
"""How many hands are looked at for one estimate at most, the latest."""

_AT_ONCE: Final = 1_000
"""How many tables are looked through for hands to be replayed in one query."""

_HANDS: Final = and_(
    replays.c.table_id == outcomes.c.table_id,
    replays.c.hand == outcomes.c.number,
)

_PLAYED: Final = and_(outcomes.c.unit == "hand", cast(outcomes.c.chairs, Text) != "[]")
"""Of hands that were over before it was kept who played them, nobody knows whose they are."""

_FIGURES: Final = (replays.c.made, replays.c.hoyle, replays.c.par, replays.c.dealer)


class SqlReplayStore:
    """The `ReplayStore` of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def owed(self, versions: Mapping[str, int], before: int | None) -> tuple[Sequence[int], int | None]:
        """Ids of tables with finished hands that have not been replayed for these versions, by game, the
        newest first; from those under `before`, and where to go on from, None after the last.

        Tables at boards of which others must not be told yet are left out.
        """
        newest = select(tables.c.id).order_by(tables.c.id.desc()).limit(1)
        if before is not None:
            newest = newest.where(tables.c.id < before)
        (found,) = await self._database.read(newest)
        if not found:
            return (), None
        first = found[0].id - _AT_ONCE
        owing = (
            select(outcomes.c.table_id)
            .join(tables, tables.c.id == outcomes.c.table_id)
            .where(
                outcomes.c.table_id > first,
                outcomes.c.table_id <= found[0].id,
                _PLAYED,
                or_(*(_owed(game, version) for game, version in versions.items())),
            )
            .distinct()
            .order_by(outcomes.c.table_id.desc())
        )
        (rows,) = await self._database.read(owing)
        return [row.table_id for row in rows], first + 1

    async def hands(self, table_id: int, version: int) -> Sequence[OwedHand]:
        """The finished hands of that table that have not been replayed for that version, in order."""
        (rows,) = await self._database.read(
            select(outcomes.c.number, outcomes.c.chairs)
            .where(
                outcomes.c.table_id == table_id,
                _PLAYED,
                ~exists().where(_HANDS, replays.c.version == version),
            )
            .order_by(outcomes.c.number)
        )
        found = {row.number: OwedHand(row.number, tuple(row.chairs)) for row in rows}
        return list(found.values())

    async def save(self, table_id: int, hand: int, version: int, deal: Deal | None) -> None:
        """Keep what came of the replays of a hand, None where it does not count; what was kept before is
        replaced."""
        figures = dict.fromkeys(("made", "hoyle", "par", "dealer"))
        if deal is not None:
            figures = {"made": deal.made, "hoyle": deal.hoyle, "par": deal.par, "dealer": deal.dealer}
        row = {"table_id": table_id, "hand": hand, "version": version, **figures}
        await self._database.write(_save, row)

    async def around(
        self, user_id: int, game: str, *, guild_id: int | None, span: Span
    ) -> Sequence[ReplayedHand]:
        """The hands that count in which that person, or anybody they have met, played, on a server or
        anywhere (None); the latest, if there are very many."""
        scope = [outcomes.c.unit == "hand", outcomes.c.game == game, replays.c.made.is_not(None)]
        if guild_id is not None:
            scope.append(outcomes.c.guild_id == guild_id)
        if span.start is not None:
            scope.append(outcomes.c.at >= span.start)
        if span.end is not None:
            scope.append(outcomes.c.at < span.end)
        own = await self._read([user_id], scope, _MOST_OWN)
        met = sorted({who for hand in own for who in hand.people} - {user_id})
        others = await self._read(met, scope, _MOST) if met else []
        found = {(hand.table_id, hand.hand): hand for hand in (*own, *others)}
        return sorted(found.values(), key=lambda hand: hand.order)

    async def _read(
        self, people: Sequence[int], scope: Sequence[ColumnElement[bool]], most: int
    ) -> list[ReplayedHand]:
        (rows,) = await self._database.read(
            select(outcomes, replays.c.version, *_FIGURES)
            .join(replays, _HANDS)
            .where(outcomes.c.user_id.in_(people), *scope)
            .order_by(outcomes.c.at.desc(), outcomes.c.table_id.desc(), outcomes.c.number.desc())
            .limit(most)
        )
        return [_hand_of(row._mapping) for row in rows]


def _owed(game: str, version: int) -> ColumnElement[bool]:
    open_to_all = or_(tables.c.board.is_(None), tables.c.board["open"].as_boolean())
    kept = exists().where(_HANDS, replays.c.version == version)
    return and_(outcomes.c.game == game, open_to_all, ~kept)


def _hand_of(row: RowMapping) -> ReplayedHand:
    return ReplayedHand(
        row["table_id"],
        row["number"],
        row["at"],
        row["version"],
        tuple(row["chairs"]),
        Deal(row["made"], row["hoyle"], row["par"], row["dealer"]),
    )


async def _save(connection: AsyncConnection, rows: Sequence[Mapping[str, Any]]) -> Sequence[None]:
    kept = {(row["table_id"], row["hand"]): row for row in rows}
    await connection.execute(delete(replays).where(tuple_(replays.c.table_id, replays.c.hand).in_(kept)))
    await connection.execute(insert(replays), list(kept.values()))
    return [None] * len(rows)
