"""A server's morning: one post a day, at an hour of its choice, owed as a row until it is sent."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.community.mornings.ports import DailyProblem, Morning, MorningStore
from bot.community.mornings.problems import DAY, DailyProblems, Solved
from bot.duplicate.contests.daily import Daily
from bot.duplicate.contests.days import GAMES
from bot.duplicate.contests.ports import DailyLine
from bot.tables.service import Tables
from bot.tables.state.errors import TableError
from bot.tables.state.preferences import ServerSettings
from bot.tables.store.ports import Clock, Coach

MOST_LINES: Final = 10  # people named of yesterday's boards of a game

_GIVE_UP_SECONDS: Final = 4 * 3600.0  # a post that could not be sent for so long is not sent that day
_AHEAD_SECONDS: Final = 3600.0  # so long before the post its problem is picked
_QUIET_SECONDS: Final = 7.0 * DAY
_CLOSED_SECONDS: Final = 120  # so long after midnight the boards of yesterday are closed


@dataclass(frozen=True, slots=True)
class BoardsOfYesterday:
    """Who of a server played all boards of yesterday at a game, the best first."""

    game: str
    lines: Sequence[DailyLine]


@dataclass(frozen=True, slots=True)
class MorningNews:
    """What a morning tells besides what other features add. `streak` is that of the server, of days on which
    somebody there has played all boards of a game; `solved` is the problem of the last post."""

    morning: Morning
    boards: Sequence[BoardsOfYesterday]
    streak: int
    problem: DailyProblem | None
    solved: Solved | None


@dataclass(eq=False)
class Mornings:
    """Says which posts are owed, and what they tell."""

    daily: Daily
    problems: DailyProblems
    store: MorningStore
    clock: Clock

    async def look_after(self, settings: Sequence[ServerSettings]) -> None:
        """Have the problems of the coming posts picked, and owe the posts that are due. Any number of
        processes may do it."""
        now = self.clock.now()
        for one in settings:
            at = _hour_after(one.morning_hour, now - _GIVE_UP_SECONDS)
            day = int(at // DAY)
            if await self.store.morning(one.guild_id, day) is not None:
                at, day = at + DAY, day + 1
            if one.problem_of_the_day and now >= at - _AHEAD_SECONDS:
                await self.problems.prepare(one.guild_id, day, at + DAY)
            if now >= at:
                quiet = not await self.store.played(one.guild_id, now - _QUIET_SECONDS)
                message_id = 0 if quiet else None
                await self.store.owe(Morning(one.guild_id, day, at, message_id))

    async def owed(self) -> Sequence[Morning]:
        """The posts to send now. Those owed for hours are given up."""
        due = []
        for morning in await self.store.owed():
            if self.clock.now() >= morning.at + _GIVE_UP_SECONDS:
                await self.store.posted(replace(morning, message_id=0))
            else:
                due.append(morning)
        return due

    async def news(self, morning: Morning, settings: ServerSettings) -> MorningNews:
        """What the post tells. The problems of the days before close now."""
        guild_id, day = morning.guild_id, morning.day
        await self.store.close(guild_id, day, self.clock.now())
        problem = None
        if settings.problem_of_the_day:
            problem = await self.problems.of(guild_id, day, morning.at + DAY)
        return MorningNews(
            morning,
            await self._boards(guild_id, day - 1),
            await self.daily.streak_of_server(guild_id, day),
            problem,
            await self._solved(guild_id, day),
        )

    async def sent(self, morning: Morning, message_id: int) -> None:
        """The post was sent, or (0) there was nothing to tell."""
        await self.store.posted(replace(morning, message_id=message_id, refused=False))

    async def refused(self, morning: Morning) -> bool:
        """Discord refuses the post. Returns whether that is new, and so to be told."""
        if morning.refused:
            return False
        await self.store.posted(replace(morning, refused=True))
        before = await self.store.latest(morning.guild_id, morning.day)
        return before is None or not before.refused

    async def trouble(self, guild_id: int) -> bool:
        """Whether Discord refused the server's last post."""
        last = await self.store.latest(guild_id, int(self.clock.now() // DAY) + 2)
        return last is not None and last.refused

    async def _boards(self, guild_id: int, day: int) -> Sequence[BoardsOfYesterday]:
        found = [
            BoardsOfYesterday(game, await self.daily.day_table(guild_id, game, day, MOST_LINES))
            for game in GAMES
        ]
        return [one for one in found if one.lines]

    async def _solved(self, guild_id: int, day: int) -> Solved | None:
        last = await self.store.latest(guild_id, day)
        if last is None or not last.message_id:
            return None
        try:
            return await self.problems.solved(guild_id, last.day)
        except TableError:
            return None


def _hour_after(hour: int, moment: float) -> float:
    """When it is next that hour (UTC) after that moment; midnight is some moments later."""
    at = moment // DAY * DAY + (hour * 3600 or _CLOSED_SECONDS)
    return at if at > moment else at + DAY


def build_mornings(tables: Tables, daily: Daily, store: MorningStore, coach: Coach, clock: Clock) -> Mornings:
    """Wires mornings, and the problems of the day, which handle their jobs."""
    problems = DailyProblems(tables.repository, tables.users, coach, store, clock, tables.jobs)
    return Mornings(daily, problems, store, clock)
