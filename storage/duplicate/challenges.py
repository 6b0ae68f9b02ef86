"""Stores challenges."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, case, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.duplicate.contests.challenges import Challenge, State
from bot.duplicate.contests.head_to_head import HeadToHead, Meetings
from bot.duplicate.contests.ports import Entry
from bot.tables.state.chairs import Person
from bot.tables.state.results import Span
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.duplicate.contests import CONTEST, contest_in, enter
from storage.duplicate.daily import HIDDEN
from storage.schema.duplicate import challenges, contest_scores, contests

_CHALLENGES = select(challenges, *CONTEST).join(contests, contests.c.id == challenges.c.contest_id)


class SqlChallengeStore(SqlStore):
    """The `ChallengeStore` of a database."""

    async def add(self, challenge: Challenge) -> None:
        await self._database.write(_add, challenge)

    async def get(self, contest_id: int) -> Challenge | None:
        found = await self._found(_CHALLENGES.where(challenges.c.contest_id == contest_id))
        return found[0] if found else None

    async def seen_in(self, contest_id: int, channel_id: int) -> None:
        this = challenges.c.contest_id == contest_id
        await self._database.write(_change, update(challenges).where(this).values(channel_id=channel_id))

    async def accept(self, challenge: Challenge, at: float) -> bool:
        return await self._database.write(_accept, (challenge, at))

    async def change(self, contest_id: int, before: State, after: State) -> bool:
        return await self._database.write(_change, _changed(contest_id, before, after))

    async def end(self, contest_id: int, at: float, result: HeadToHead | None) -> None:
        came = {} if result is None else {"outcome": result.outcome, "lead": result.won - result.lost}
        await self._database.write(_change, _changed(contest_id, State.PLAYING, State.ENDED, at=at, **came))

    async def of(self, user_id: int, most: int) -> Sequence[Challenge]:
        asked, was_asked = (
            _CHALLENGES.where(column == user_id).order_by(column, challenges.c.contest_id.desc()).limit(most)
            for column in (challenges.c.user_id, challenges.c.asked_id)
        )
        rows = [row for found in await self._database.read(asked, was_asked) for row in found]
        rows.sort(key=lambda row: -row.contest_id)
        return [_challenge(row) for row in rows[:most]]

    async def over(self, now: float) -> Sequence[Challenge]:
        unanswered = (challenges.c.state == State.ASKED.value) & (contests.c.ends_at <= now)
        played = (challenges.c.state == State.PLAYING.value) & contests.c.closed
        running = challenges.c.state.in_([State.ASKED.value, State.PLAYING.value])
        over = _CHALLENGES.where(running, or_(unanswered, played))
        return await self._found(over.order_by(challenges.c.contest_id))

    async def owed(self) -> Sequence[Challenge]:
        ended = _CHALLENGES.where(challenges.c.state == State.ENDED.value)
        return await self._found(ended.order_by(challenges.c.contest_id))

    async def last_to_play(self, contest_id: int) -> int | None:
        made = select(contest_scores.c.user_id).where(contest_scores.c.contest_id == contest_id)
        (rows,) = await self._database.read(made.order_by(contest_scores.c.at.desc()).limit(1))
        return rows[0].user_id if rows else None

    async def waiting(self, guild_id: int, now: float) -> Sequence[Challenge]:
        asked = (challenges.c.guild_id == guild_id, challenges.c.state == State.ASKED.value)
        named = (column.not_in(HIDDEN) for column in (challenges.c.user_id, challenges.c.asked_id))
        found = await self._found(_CHALLENGES.where(*asked, *named, contests.c.ends_at > now))
        return sorted(found, key=lambda one: one.id)

    async def meetings(self, guild_id: int, span: Span) -> Sequence[Meetings]:
        outcome = challenges.c.outcome
        of_span = [challenges.c.guild_id == guild_id, challenges.c.at.is_not(None), outcome.is_not(None)]
        if span.start is not None:
            of_span.append(challenges.c.at >= span.start)
        if span.end is not None:
            of_span.append(challenges.c.at < span.end)
        # Who is hidden counts as nobody.
        named = [
            case((column.in_(HIDDEN), 0), else_=column).label(name)
            for column, name in ((challenges.c.user_id, "user_id"), (challenges.c.asked_id, "asked_id"))
        ]
        names = [func.max(challenges.c[name]).label(name) for name in ("name", "asked_name")]
        results = [
            func.sum(case((outcome == result, 1), else_=0)).label(name)
            for name, result in (("won", 1), ("halved", 0), ("lost", -1))
        ]
        met = select(*named, *names, *results, func.sum(challenges.c.lead).label("lead"))
        (rows,) = await self._database.read(met.where(*of_span).group_by(*named))
        return [Meetings(**row._mapping) for row in rows]

    async def _found(self, query: Any) -> list[Challenge]:
        (rows,) = await self._database.read(query)
        return [_challenge(row) for row in rows]


def _challenge(row: Row[Any]) -> Challenge:
    people = Person(row.user_id, row.name), Person(row.asked_id, row.asked_name)
    return Challenge(contest_in(row), row.guild_id, row.channel_id, *people, State(row.state))


def _changed(contest_id: int, before: State, after: State, **values: Any) -> Any:
    this = (challenges.c.contest_id == contest_id, challenges.c.state == before.value)
    return update(challenges).where(*this).values(state=after.value, **values)


@each
async def _add(connection: AsyncConnection, challenge: Challenge) -> None:
    asker, asked = challenge.asker, challenge.asked
    new = insert(challenges).values(
        contest_id=challenge.id,
        guild_id=challenge.guild_id,
        channel_id=challenge.channel_id,
        user_id=asker.user_id,
        name=asker.name,
        asked_id=asked.user_id,
        asked_name=asked.name,
        state=challenge.state.value,
    )
    await connection.execute(new)


@each
async def _change(connection: AsyncConnection, change: Any) -> bool:
    return bool((await connection.execute(change)).rowcount)


@each
async def _accept(connection: AsyncConnection, item: tuple[Challenge, float]) -> bool:
    challenge, at = item
    if not (await connection.execute(_changed(challenge.id, State.ASKED, State.PLAYING))).rowcount:
        return False
    for person in (challenge.asker, challenge.asked):
        await enter(connection, Entry(challenge.id, person.user_id, challenge.guild_id, person.name, at))
    return True


async def leave_challenges(connection: AsyncConnection, user_id: int) -> None:
    """Remove that person from their challenges; what they were asked, or have asked, is declined."""
    for column, name in ((challenges.c.user_id, "name"), (challenges.c.asked_id, "asked_name")):
        theirs = update(challenges).where(column == user_id)
        asked = challenges.c.state == State.ASKED.value
        await connection.execute(theirs.where(asked).values(state=State.DECLINED.value))
        await connection.execute(theirs.values({column.name: 0, name: ""}))
