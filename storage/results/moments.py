"""Stores people's moments of hands, and what they answered to problems and lessons."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

from sqlalchemy import Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.state.moments import Moment, Problem, Tried
from bot.tables.state.outcomes import Chair
from storage.connection.batches import Worker
from storage.connection.database import SqlStore
from storage.connection.upserts import upsert
from storage.schema.results import hand_moments, lesson_answers, problem_answers, replays


class SqlMomentStore(SqlStore):
    """The `MomentStore` of a database."""

    async def moments(self, table_id: int, hand: int, user_id: int) -> Sequence[Moment] | None:
        (rows,) = await self._database.read(
            select(hand_moments.c.moments).where(
                hand_moments.c.table_id == table_id,
                hand_moments.c.hand == hand,
                hand_moments.c.user_id == user_id,
            )
        )
        return _read(rows[0].moments) if rows else None

    async def save_moments(
        self, table_id: int, hand: int, user_id: int, at: float, moments: Sequence[Moment]
    ) -> None:
        found = [asdict(moment) for moment in moments]
        row = {"table_id": table_id, "hand": hand, "user_id": user_id, "at": at, "moments": found}
        await self._database.write(_SAVE_MOMENTS, row)

    async def problems(self, user_id: int) -> Sequence[Problem]:
        found, answers = await self._database.read(
            select(hand_moments).where(hand_moments.c.user_id == user_id).order_by(hand_moments.c.at),
            select(problem_answers).where(problem_answers.c.user_id == user_id),
        )
        known = {(row.table_id, row.hand, row.step): (row.missed, row.due) for row in answers}
        problems = [Problem(row.table_id, row.hand, moment) for row in found for moment in _read(row.moments)]
        return [
            replace(one, missed=missed, due=due)
            for one in problems
            for missed, due in [known.get((one.table_id, one.hand, one.moment.step), (one.missed, one.due))]
        ]

    async def save_problem(self, user_id: int, problem: Problem) -> None:
        row = {
            "user_id": user_id,
            "table_id": problem.table_id,
            "hand": problem.hand,
            "step": problem.moment.step,
            "missed": problem.missed,
            "due": problem.due,
        }
        await self._database.write(_SAVE_PROBLEM, row)

    async def lessons(self, user_id: int) -> Mapping[str, Tried]:
        (rows,) = await self._database.read(select(lesson_answers).where(lesson_answers.c.user_id == user_id))
        return {row.lesson: Tried(row.missed, row.due) for row in rows}

    async def save_lesson(self, user_id: int, lesson: str, tried: Tried) -> None:
        row = {"user_id": user_id, "lesson": lesson, **asdict(tried)}
        await self._database.write(_SAVE_LESSON, row)

    async def players(self, table_id: int, hand: int) -> Sequence[Chair]:
        (rows,) = await self._database.read(
            select(replays.c.chairs).where(replays.c.table_id == table_id, replays.c.hand == hand).limit(1)
        )
        return rows[0].chairs if rows else []


def _read(moments: Sequence[dict[str, Any]]) -> list[Moment]:
    return [Moment(**kept | {"better": tuple(kept["better"])}) for kept in moments]


def _upserts(table: Table) -> Worker[dict[str, Any], None]:
    async def worker(connection: AsyncConnection, rows: Sequence[dict[str, Any]]) -> Sequence[None]:
        await upsert(connection, table, rows)
        return [None] * len(rows)

    return worker


_SAVE_MOMENTS: Final = _upserts(hand_moments)
_SAVE_PROBLEM: Final = _upserts(problem_answers)
_SAVE_LESSON: Final = _upserts(lesson_answers)
