"""Stores mornings, problems of the day, and what people answered."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Row, exists, func, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.community.mornings.ports import DailyProblem, Morning, SharedHand, Source
from bot.rules.registry import GAMES
from bot.tables.state.preferences import ServerSettings, Sharing
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.connection.upserts import insert_new, upsert
from storage.conversion import converter
from storage.schema.duplicate import contest_entries
from storage.schema.mornings import daily_problems, mornings, problem_votes
from storage.schema.people import server_settings, user_settings
from storage.schema.results import outcomes, replays


class SqlMorningStore(SqlStore):
    """The `MorningStore` of a database."""

    async def servers(self) -> Sequence[ServerSettings]:
        query = select(server_settings).where(server_settings.c.morning_channel != 0)
        (rows,) = await self._database.read(query)
        return [converter().structure(row._mapping, ServerSettings) for row in rows]

    async def played(self, guild_id: int, since: float) -> bool:
        hands = (
            outcomes.c.guild_id == guild_id,
            outcomes.c.game.in_(GAMES),  # the index is by game
            outcomes.c.at >= since,
        )
        entries = (contest_entries.c.guild_id == guild_id, contest_entries.c.at >= since)
        found = or_(exists().where(*hands), exists().where(*entries))
        (rows,) = await self._database.read(select(literal(1)).where(found))
        return bool(rows)

    async def owe(self, morning: Morning) -> None:
        await self._database.write(_owe, morning)

    async def morning(self, guild_id: int, day: int) -> Morning | None:
        query = select(mornings).where(mornings.c.guild_id == guild_id, mornings.c.day == day)
        (rows,) = await self._database.read(query)
        return Morning(**rows[0]._mapping) if rows else None

    async def owed(self) -> Sequence[Morning]:
        query = select(mornings).where(mornings.c.message_id.is_(None)).order_by(mornings.c.at)
        (rows,) = await self._database.read(query)
        return [Morning(**row._mapping) for row in rows]

    async def latest(self, guild_id: int, before: int) -> Morning | None:
        told = or_(mornings.c.message_id > 0, mornings.c.refused)
        query = select(mornings).where(mornings.c.guild_id == guild_id, mornings.c.day < before, told)
        (rows,) = await self._database.read(query.order_by(mornings.c.day.desc()).limit(1))
        return Morning(**rows[0]._mapping) if rows else None

    async def posted(self, morning: Morning) -> None:
        await self._database.write(_posted, morning)

    async def add(self, problem: DailyProblem) -> DailyProblem:
        return await self._database.write(_add, problem)

    async def problem(self, guild_id: int, day: int) -> DailyProblem | None:
        (rows,) = await self._database.read(_problem_of(guild_id, day))
        return _problem(rows[0]) if rows else None

    async def used(self, guild_id: int) -> Collection[Source]:
        sources = select(daily_problems.c.source).where(daily_problems.c.guild_id == guild_id)
        (rows,) = await self._database.read(sources)
        return [Source(**row.source) for row in rows]

    async def close(self, guild_id: int, before: int, at: float) -> None:
        await self._database.write(_close, (guild_id, before, at))

    async def shared(self, guild_id: int, since: float, most: int) -> Sequence[SharedHand]:
        query = (
            select(replays.c.table_id, replays.c.hand, replays.c.user_id, replays.c.chairs)
            .join(user_settings, user_settings.c.user_id == replays.c.user_id)
            .where(replays.c.guild_id == guild_id, replays.c.at >= since)
            .where(user_settings.c.problems != Sharing.NEVER.value)
            .order_by(replays.c.at.desc(), replays.c.table_id, replays.c.hand)
            .limit(most)
        )
        (rows,) = await self._database.read(query)
        chairs = {(row.table_id, row.hand): row.chairs for row in rows}
        return [
            SharedHand(*key, who, {row.user_id for row in rows if (row.table_id, row.hand) == key})
            for key, who in chairs.items()
        ]

    async def vote(self, guild_id: int, day: int, user_id: int, choice: int, at: float) -> int:
        row = {"guild_id": guild_id, "day": day, "user_id": user_id, "choice": choice, "at": at}
        return await self._database.write(_vote, row)

    async def votes(self, guild_id: int, day: int) -> Mapping[int, int]:
        of_day = (problem_votes.c.guild_id == guild_id, problem_votes.c.day == day)
        query = select(problem_votes.c.choice, func.count().label("people")).where(*of_day)
        (rows,) = await self._database.read(query.group_by(problem_votes.c.choice))
        return {row.choice: row.people for row in rows}


def _problem_of(guild_id: int, day: int) -> Any:
    return select(daily_problems).where(daily_problems.c.guild_id == guild_id, daily_problems.c.day == day)


def _problem(row: Row[Any]) -> DailyProblem:
    return converter().structure(row._mapping, DailyProblem)


@each
async def _owe(connection: AsyncConnection, morning: Morning) -> None:
    await insert_new(connection, mornings, [asdict(morning)])


@each
async def _posted(connection: AsyncConnection, morning: Morning) -> None:
    await upsert(connection, mornings, [asdict(morning)])


@each
async def _add(connection: AsyncConnection, problem: DailyProblem) -> DailyProblem:
    await insert_new(connection, daily_problems, [converter().unstructure(problem)])
    return _problem((await connection.execute(_problem_of(problem.guild_id, problem.day))).one())


@each
async def _close(connection: AsyncConnection, item: tuple[int, int, float]) -> None:
    guild_id, before, at = item
    later = (daily_problems.c.day < before, daily_problems.c.closes_at > at)
    of_guild = update(daily_problems).where(daily_problems.c.guild_id == guild_id, *later)
    await connection.execute(of_guild.values(closes_at=at))


@each
async def _vote(connection: AsyncConnection, row: dict[str, Any]) -> int:
    await insert_new(connection, problem_votes, [row])
    key = [column == row[column.name] for column in problem_votes.primary_key]
    choice: int = (await connection.execute(select(problem_votes.c.choice).where(*key))).scalar_one()
    return choice
