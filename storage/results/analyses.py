"""Stores analyses of hands, and what people gave away in them."""

from collections.abc import Sequence

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.rules.records.record import Analysis
from bot.tables.state.outcomes import GivenAway, HandAnalysis
from bot.tables.state.posts import HandAnalysed
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.connection.lookups import Lookup
from storage.schema.results import analyses, losses, outcomes
from storage.schema.tables import posts

_ANALYSES = Lookup(select(analyses).order_by(analyses.c.table_id, analyses.c.hand), analyses.c.table_id)


class SqlAnalysisStore(SqlStore):
    """The `AnalysisStore` of a database."""

    async def analysis(self, table_id: int, hand: int) -> Analysis | None:
        return next((kept for kept in await self.analyses(table_id) if kept.hand == hand), None)

    async def analyses(self, table_id: int) -> Sequence[Analysis]:
        rows = await self._database.look_up(_ANALYSES, table_id)
        return [Analysis.model_validate(row["analysis"]) for row in rows]

    async def save_analysis(self, kept: HandAnalysis) -> None:
        await self._database.write(_save, kept)

    async def analysis_post(self, table_id: int, hand: int) -> int | None:
        (rows,) = await self._database.read(
            select(posts.c.message_id).where(
                posts.c.table_id == table_id, posts.c.kind == HandAnalysed.tag, posts.c.hand == hand
            )
        )
        return (rows[0].message_id or 0) if rows else None

    async def given_away(self, user_id: int, *, guild_id: int | None) -> Sequence[GivenAway]:
        query = (
            select(
                losses.c.game,
                losses.c.unit,
                func.count().label("hands"),
                func.sum(losses.c.lost).label("lost"),
            )
            .where(losses.c.user_id == user_id)
            .group_by(losses.c.game, losses.c.unit)
            .order_by(losses.c.game, losses.c.unit)
        )
        if guild_id is not None:
            query = query.where(losses.c.guild_id == guild_id)
        (rows,) = await self._database.read(query)
        return [GivenAway(row.game, row.unit, row.hands, row.lost) for row in rows]


@each
async def _save(connection: AsyncConnection, one: HandAnalysis) -> None:
    of_hand = (analyses.c.table_id == one.table_id, analyses.c.hand == one.analysis.hand)
    if (await connection.execute(select(analyses.c.hand).where(*of_hand))).first():
        return
    written = one.analysis.model_dump(mode="json")
    row = {
        "table_id": one.table_id,
        "hand": one.analysis.hand,
        "at": one.at,
        "analysis": written,
        "people": list(one.people),
    }
    await connection.execute(insert(analyses), [row])
    played = await connection.scalars(
        select(outcomes.c.user_id).where(
            outcomes.c.table_id == one.table_id,
            outcomes.c.unit == "hand",
            outcomes.c.number == one.analysis.hand,
        )
    )
    theirs = set(played)
    rows = [
        {
            "table_id": one.table_id,
            "hand": one.analysis.hand,
            "user_id": user_id,
            "guild_id": one.guild_id,
            "game": one.game,
            "unit": one.analysis.unit,
            "lost": lost,
        }
        for user_id, lost in one.lost.items()
        if user_id in theirs
    ]
    if rows:
        await connection.execute(insert(losses), rows)
