"""People's settings, and the leaderboards made of their results."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Double,
    Integer,
    Row,
    case,
    cast,
    delete,
    func,
    insert,
    literal_column,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.model import Standing, UserSettings
from storage.database import Database
from storage.lookups import Lookup
from storage.rows import user_settings_of, user_settings_row
from storage.schema import blocks, outcomes, user_settings
from storage.upserts import upsert

ALL_PARTNERS = -1
"""The `partner_id` of a person's totals over all partners."""


def _of_unit(unit: str) -> ColumnElement[bool]:
    return outcomes.c.unit == unit


def _count(*conditions: ColumnElement[bool]) -> ColumnElement[int]:
    whole = conditions[0]
    for condition in conditions[1:]:
        whole = whole & condition
    return func.sum(case((whole, 1), else_=0))


_won = outcomes.c.won.is_(True)
_hands = _count(_of_unit("hand"))
_points = func.sum(case((_of_unit("hand"), outcomes.c.points), else_=0))
_against = func.sum(case((_of_unit("hand"), outcomes.c.against), else_=0))
_TOTALS = (
    _count(_of_unit("rubber")).label("rubbers"),
    _count(_of_unit("rubber"), _won).label("rubbers_won"),
    _count(_of_unit("game")).label("games"),
    _count(_of_unit("game"), _won).label("games_won"),
    _hands.label("hands"),
    _count(_of_unit("hand"), _won).label("hands_won"),
    _points.label("points"),
    _against.label("against"),
)
_NAMES = tuple(total.name for total in _TOTALS)
_BEST_FIRST = (
    _count(_of_unit("rubber"), _won).desc(),
    _count(_of_unit("game"), _won).desc(),
    case((_hands > 0, cast(_points - _against, Double) / _hands), else_=0.0).desc(),
)


_SETTINGS = Lookup(select(user_settings), user_settings.c.user_id)
_BLOCKED = Lookup(select(blocks).order_by(blocks.c.blocked_id), blocks.c.user_id)
_BLOCKING = Lookup(select(blocks).order_by(blocks.c.user_id), blocks.c.blocked_id)
_NOBODY: ColumnElement[int] = literal_column("0", Integer)
_HIDDEN = select(user_settings.c.user_id).where(user_settings.c.hidden)


class SqlUserStore:
    """The `UserStore` of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def settings(self, user_id: int) -> UserSettings:
        """A person's settings, the defaults if never set."""
        rows = await self._database.look_up(_SETTINGS, user_id)
        return user_settings_of(rows[0]) if rows else UserSettings(user_id)

    async def save_settings(self, settings: UserSettings) -> None:
        """Store a person's settings."""
        await self._database.write(_save_settings, settings)

    async def blocked_by(self, user_id: int) -> Sequence[int]:
        """The people whom that person will not sit with, by user id."""
        rows = await self._database.look_up(_BLOCKED, user_id)
        return [row["blocked_id"] for row in rows]

    async def blocking(self, user_id: int) -> Sequence[int]:
        """The people who will not sit with that person, by user id."""
        rows = await self._database.look_up(_BLOCKING, user_id)
        return [row["user_id"] for row in rows]

    async def set_blocked(self, user_id: int, blocked_id: int, *, blocked: bool) -> None:
        """Remember that the one will not sit with the other, or forget it."""
        await self._database.write(_block if blocked else _unblock, (user_id, blocked_id))

    async def leaderboard(
        self, guild_id: int, *, game: str | None, since: float | None, partnerships: bool, limit: int
    ) -> Sequence[Standing]:
        """The best first: rubbers won, then games won, then point difference a hand.

        Counted are results from `since` on. A partnership stands once, the lower id as `user_id`; house
        partners make none.
        """
        partner = outcomes.c.partner_id if partnerships else _NOBODY
        who = (outcomes.c.user_id, outcomes.c.partner_id) if partnerships else (outcomes.c.user_id,)
        query = (
            select(outcomes.c.user_id, partner.label("partner"), *_TOTALS)
            .where(
                outcomes.c.guild_id == guild_id,
                outcomes.c.user_id.not_in(_HIDDEN),
                *([outcomes.c.partner_id.not_in(_HIDDEN)] if partnerships else []),
            )
            .group_by(*who)
            .order_by(*_BEST_FIRST, *who)
            .limit(limit)
        )
        if game is not None:
            query = query.where(outcomes.c.game == game)
        if since is not None:
            query = query.where(outcomes.c.at >= since)
        if partnerships:
            # Each of two partners has a row of the same result; partner 0 is never the greater.
            query = query.where(outcomes.c.user_id < outcomes.c.partner_id)
        (rows,) = await self._database.read(query)
        return [_standing(row) for row in rows]

    async def record_of(self, user_id: int, *, guild_id: int | None) -> Sequence[tuple[str, Standing]]:
        """A person's totals by game key, and within each with every partner (`partner_id`), the best
        partner first, those with no partner, a house partner or a hidden one under 0. Totals over all
        partners come first in each game, with `partner_id` -1.
        """
        hidden = outcomes.c.partner_id.in_(_HIDDEN)
        partner = case((hidden, _NOBODY), else_=outcomes.c.partner_id)
        query = (
            select(outcomes.c.game, outcomes.c.user_id, partner.label("partner"), *_TOTALS)
            .where(outcomes.c.user_id == user_id)
            .group_by(outcomes.c.game, outcomes.c.user_id, partner)
            .order_by(outcomes.c.game, *_BEST_FIRST, partner)
        )
        if guild_id is not None:
            query = query.where(outcomes.c.guild_id == guild_id)
        (rows,) = await self._database.read(query)
        lines: list[tuple[str, Standing]] = []
        for game, of_game in groupby(rows, key=lambda row: str(row.game)):
            standings = [_standing(row) for row in of_game]
            lines += [(game, line) for line in (_sum(user_id, standings), *standings)]
        return lines


def _standing(row: Row[Any]) -> Standing:
    return Standing(row.user_id, row.partner, *(getattr(row, name) for name in _NAMES))


def _sum(user_id: int, standings: Iterable[Standing]) -> Standing:
    columns = zip(*([getattr(line, name) for name in _NAMES] for line in standings), strict=True)
    return Standing(user_id, ALL_PARTNERS, *map(sum, columns))


async def _save_settings(connection: AsyncConnection, kept: Sequence[UserSettings]) -> Sequence[None]:
    await upsert(connection, user_settings, [user_settings_row(settings) for settings in kept])
    return [None] * len(kept)


async def _block(connection: AsyncConnection, pairs: Sequence[tuple[int, int]]) -> Sequence[None]:
    await _unblock(connection, pairs)
    rows = [{"user_id": one, "blocked_id": other} for one, other in dict.fromkeys(pairs)]
    await connection.execute(insert(blocks), rows)
    return [None] * len(pairs)


async def _unblock(connection: AsyncConnection, pairs: Sequence[tuple[int, int]]) -> Sequence[None]:
    for one, other in pairs:
        await connection.execute(delete(blocks).where(blocks.c.user_id == one, blocks.c.blocked_id == other))
    return [None] * len(pairs)
