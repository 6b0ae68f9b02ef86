"""Stores what people have achieved, each achievement once a person."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import Row, delete
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.state.change import Change
from bot.tables.state.outcomes import Achieved
from storage.connection.upserts import insert_new
from storage.conversion import converter
from storage.schema.results import achievements


async def enter_achieved(connection: AsyncConnection, found: Iterable[Achieved]) -> None:
    """Store those that their people have not achieved before."""
    # In order, so that two processes cannot deadlock.
    rows = sorted((converter().unstructure(one) for one in found), key=lambda row: row["user_id"])
    if rows:
        await insert_new(connection, achievements, rows)


async def enter_achieved_at_tables(connection: AsyncConnection, changes: Sequence[Change]) -> None:
    """Store what people achieved by these changes, in order, without what no longer counts."""
    for change in changes:
        if hands := [number for unit, number in change.withdrawn if unit == "hand"]:
            await _withdraw(connection, change.table.id, hands)
        await enter_achieved(connection, change.achieved)


async def _withdraw(connection: AsyncConnection, table_id: int, hands: Collection[int]) -> None:
    of_hands = (achievements.c.table_id == table_id, achievements.c.hand.in_(hands))
    await connection.execute(delete(achievements).where(*of_hands))


def achieved(row: Row[Any]) -> Achieved:
    """The achievement of that row."""
    return converter().structure(dict(row._mapping), Achieved)
