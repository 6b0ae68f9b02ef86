"""People's settings, and the leaderboards made of their results."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Double, Row, case, cast, func, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.model import Standing, UserSettings
from storage.database import Database
from storage.lookups import Lookup
from storage.rows import fields_of
from storage.schema import outcomes, user_settings
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


class SqlUserStore:
    """The `UserStore` of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def settings(self, user_id: int) -> UserSettings:
        """A person's settings, the defaults if never set."""
        rows = await self._database.look_up(_SETTINGS, user_id)
        return UserSettings(**rows[0]) if rows else UserSettings(user_id)

    async def save_settings(self, settings: UserSettings) -> None:
        """Store a person's settings."""
        await self._database.write(_save_settings, settings)

    async def leaderboard(
        self, guild_id: int, *, game: str | None, since: float | None, partnerships: bool, limit: int
    ) -> Sequence[Standing]:
        """The best first: rubbers won, then games won, then point difference a hand.

        Counted are results from `since` on. A partnership stands once, the lower id as `user_id`; house
        partners make none.
        """
        partner = outcomes.c.partner_id if partnerships else literal(0)
        who = (outcomes.c.user_id, outcomes.c.partner_id) if partnerships else (outcomes.c.user_id,)
        query = (
            select(outcomes.c.user_id, partner.label("partner_id"), *_TOTALS)
            .where(outcomes.c.guild_id == guild_id)
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
        partner first, those with no partner or a house partner under 0. Totals over all partners come
        first in each game, with `partner_id` -1.
        """
        query = (
            select(outcomes.c.game, outcomes.c.user_id, outcomes.c.partner_id, *_TOTALS)
            .where(outcomes.c.user_id == user_id)
            .group_by(outcomes.c.game, outcomes.c.user_id, outcomes.c.partner_id)
            .order_by(outcomes.c.game, *_BEST_FIRST, outcomes.c.partner_id)
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
    return Standing(row.user_id, row.partner_id, *(getattr(row, name) for name in _NAMES))


def _sum(user_id: int, standings: Iterable[Standing]) -> Standing:
    columns = zip(*([getattr(line, name) for name in _NAMES] for line in standings), strict=True)
    return Standing(user_id, ALL_PARTNERS, *map(sum, columns))


async def _save_settings(connection: AsyncConnection, kept: Sequence[UserSettings]) -> Sequence[None]:
    await upsert(connection, user_settings, [fields_of(settings) for settings in kept])
    return [None] * len(kept)
