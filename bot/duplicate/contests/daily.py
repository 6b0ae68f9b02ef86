"""The board of the day: four boards a day a game. Boards are drawn and sealed the day before, by a job.

So that few second accounts have seen somebody's boards, there is a contest with boards of its own, a pool,
for every forty people of the day before the boards are drawn. All who play for a server on a day play one
pool; which one nobody can foresee. Ranks are among the people of all pools.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from bot.duplicate.contests.collusion import Findings, look_for_hints
from bot.duplicate.contests.comparison import Comparison, Rank, Standing
from bot.duplicate.contests.contests import Contests, Opened, PersonalBoard, comparison_of
from bot.duplicate.contests.days import (
    BOARDS,
    FEWEST_DAYS,
    GAMES,
    day_at,
    days_of,
    pools_for,
    start_of,
    streak,
)
from bot.duplicate.contests.ports import (
    Contest,
    ContestBoard,
    DailyLine,
    DailyQuery,
    DailyStore,
    Entry,
    Field,
    Kind,
)
from bot.jobs.ports import Job, Urgency
from bot.rules.records.record import Analysis
from bot.rules.registry import game_named
from bot.tables.judging.standings import Period, span_of
from bot.tables.seating.boards import draw_boards
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.seasons import Season
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.store.ports import Dealer
from bot.tables.store.recent import Recent

DRAW: Final = "draw-day"
"""The job that draws a day of a game."""

_LONGEST_STREAK: Final = 1000
_KEPT: Final = 50
_YEAR: Final = 365 * 24 * 60 * 60.0
_FRESH_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class PersonalDay:
    """What somebody made of a day's boards. Ranks are those among people who played all four, of all pools,
    and None as long as they have not; `guild_id` is the server they played for (0: none), `over` that the day
    is."""

    day: int
    game: str
    user_id: int
    name: str
    guild_id: int
    boards: tuple[PersonalBoard, ...]
    everywhere: Rank | None
    here: Rank | None
    streak: int
    over: bool


@dataclass(eq=False)
class Daily:
    """The boards of the day of all games."""

    contests: Contests
    store: DailyStore
    chance: Dealer
    _known: Recent[tuple[int, str], Sequence[int]] = field(init=False, default_factory=lambda: Recent(_KEPT))
    _stood: Recent[tuple[int, str], tuple[float, Mapping[int, Standing]]] = field(
        init=False, default_factory=lambda: Recent(_KEPT)
    )

    def __post_init__(self) -> None:
        self.contests.jobs.handle(DRAW, self._draw)

    @property
    def today(self) -> int:
        """The present day, in UTC."""
        return day_at(self.contests.clock.now())

    async def look_after(self) -> None:
        """Have the boards of today and tomorrow drawn and counted out. Several processes may do it."""
        days = product((self.today, self.today + 1), GAMES)
        missing = [_draw_job(day, game) for day, game in days if not await self._find(day, game)]
        await self.contests.jobs.enqueue(missing)

    async def boards_of(self, day: int, game: str, user_id: int, guild_id: int = 0) -> Sequence[ContestBoard]:
        """That person's boards of that day, drawn now if they were not: those of the pool they have entered,
        else those they would be dealt on that server (0: in a DM).

        Raises TableError (`no-daily`) for a game that has none, and (`no-daily-day`) for a day that nobody
        has drawn in time, or that is too far off.
        """
        pools = await self.pools(day, game)
        contest_id = await self.store.entered(day, game, user_id)
        if contest_id is None:
            contest_id = pools[await self.store.lot(day, user_id, guild_id) % len(pools)]
        return await self.contests.store.boards(contest_id)

    async def pools(self, day: int, game: str) -> Sequence[int]:
        """The contests of that day, one a pool; they are drawn now if they were not. Raises TableError as
        `boards_of`."""
        if game not in GAMES:
            raise TableError("no-daily", game=game)
        if not await self._find(day, game):
            await self._draw_pools(day, game)
            await self._find(day, game)
        return self._known[day, game]

    async def was_drawn(self, day: int) -> bool:
        """Whether there were boards on that day."""
        return await self._find(day, GAMES[0])

    async def game_of(self, user_id: int) -> str | None:
        """The game whose boards that person played last; None before the first."""
        return await self.store.latest_game(user_id)

    async def play(self, person: Person, game: str, guild_id: int) -> TableSnapshot | None:
        """The table at which that person plays the board of today they are at, as `Contests.play` has it.
        Raises TableError."""
        try:
            boards = await self.boards_of(self.today, game, person.user_id, guild_id)
            return await self.contests.play(person, boards, guild_id)
        except TableError as refusal:
            if refusal.code == "contest-erased":
                raise TableError("daily-erased") from None
            if refusal.code != "contest-over":
                raise
        # Midnight has passed meanwhile.
        return await self.play(person, game, guild_id)

    async def result(self, user_id: int, day: int, game: str) -> PersonalDay:
        """What that person made of a day. Raises TableError: as long as they can still play a board of it,
        nothing is told (`daily-unfinished`), and nothing if they have played none (`daily-none`)."""
        boards = await self.boards_of(day, game, user_id)
        mine, over = await self.contests.played(user_id, boards), day < self.today
        if not over and len(mine) < BOARDS:
            raise TableError("daily-unfinished", played=len(mine))
        store, contest_id = self.contests.store, boards[0].contest.id
        entry = await store.entry(contest_id, user_id)
        if entry is None or not mine:
            raise TableError("daily-none")
        guild_id = entry.guild_id
        everybody, here = await store.fields(contest_id, None, guild_id)
        pools = await self._standings(day, game)
        others = [standing for one, standing in pools.items() if one != contest_id]
        whole = len(mine) == BOARDS
        days = await self.store.days_played(user_id, game, _LONGEST_STREAK)
        return PersonalDay(
            day,
            game,
            user_id,
            entry.name,
            guild_id,
            await self.contests.personal_boards(boards, mine, everybody, here if guild_id else None),
            _rank(boards, entry, everybody, others) if whole else None,
            _rank(boards, entry, here) if whole and guild_id else None,
            streak(days, day),
            over,
        )

    async def given_away(self, user_id: int, day: int, game: str) -> Mapping[int, Analysis | None]:
        """What was best in each board of a day, as `Contests.given_away` has it, for who has played them.
        Raises TableError as `result`, and where hands cannot be analysed here."""
        await self.result(user_id, day, game)
        return await self.contests.given_away(user_id, await self.boards_of(day, game, user_id))

    @property
    def season(self) -> Season:
        """The month in progress."""
        return Season.at(self.contests.clock.now())

    async def table(self, guild_id: int, game: str, period: Period, most: int) -> Sequence[DailyLine]:
        """The best of a server in a period, by what their whole days were worth on average."""
        first, end = days_of(span_of(period, self.contests.clock.now()), self.today)
        return await self.store.table(DailyQuery(guild_id, game, first, end, FEWEST_DAYS, most))

    async def day_table(self, guild_id: int, game: str, day: int, most: int) -> Sequence[DailyLine]:
        """The best of a server on a day that is over and closed, by what their boards were worth."""
        return await self.store.table(DailyQuery(guild_id, game, day, day + 1, 1, most))

    async def streak_of_server(self, guild_id: int, day: int) -> int:
        """The streak of days on which somebody of the server has played all boards of a game, as of that
        day."""
        return streak(await self.store.days_of_server(guild_id, _LONGEST_STREAK), day)

    async def games(self, guild_id: int) -> Sequence[str]:
        """The games of which people of that server have played whole days that are over, the latest first."""
        return await self.store.games(guild_id)

    async def opened(self, user_id: int, day: int, game: str, guild_id: int) -> Sequence[Opened]:
        """That person's boards of a day that is over, as `boards_of` has them. Raises TableError
        (`daily-not-over`, `no-daily-day`)."""
        if day >= self.today:
            raise TableError("daily-not-over")
        return await self.contests.opened(user_id, await self.boards_of(day, game, user_id, guild_id))

    async def _standings(self, day: int, game: str) -> Mapping[int, Standing]:
        # Of several pools, for it takes long to count them: what had been made a minute ago, or since.
        pools, now = await self.pools(day, game), self.contests.clock.now()
        known = self._stood.get((day, game))
        if len(pools) > 1 and (known is None or now - known[0] >= _FRESH_SECONDS):
            fields = await self.contests.store.fields_of(pools)
            made = {one: standing_of(field) for one, field in fields.items()}
            known = self._stood[day, game] = now, made
        return known[1] if known else {}

    async def _find(self, day: int, game: str) -> bool:
        # Whether the day is drawn; its pools are known from then on, and counted out if they may be played.
        if (day, game) not in self._known and (drawn := await self.store.boards(day, game)):
            self._known[day, game] = list(dict.fromkeys(one.contest.id for one in drawn))
            if day >= self.today:
                await self.contests.count_out(drawn)
        return (day, game) in self._known

    async def _draw_pools(self, day: int, game: str) -> None:
        if not 0 <= day - self.today <= 1:
            raise TableError("no-daily-day")
        # Of a day that was over when these boards could first be drawn: every process counts alike.
        pools = pools_for(await self.store.people(day - 2, game))
        usual = game_named(game).options_type.of_new_table()
        # The first is drawn last: it shows that all are drawn.
        for pool in reversed(range(pools)):
            drawn = draw_boards(game, usual, BOARDS, self.chance)
            await self.contests.store.add(contest_of(day, game, pool), drawn)

    async def hints_of_collusion(self, guild_id: int) -> Findings:
        """Whether somebody of that server does better where another has played before, in the last year."""
        plays = await self.store.plays(guild_id, self.contests.clock.now() - _YEAR)
        return await asyncio.to_thread(look_for_hints, plays)

    async def _draw(self, job: Job) -> None:
        day, game = int(job.payload["day"]), str(job.payload["game"])
        if 0 <= day - self.today <= 1:
            await self.pools(day, game)


def contest_of(day: int, game: str, pool: int = 0) -> Contest:
    """The contest of a pool of that day at a game, before it is stored."""
    return Contest(0, Kind.DAY, game, BOARDS, start_of(day), start_of(day + 1), pool)


def standing_of(field: Field) -> Standing:
    """What was made of a pool."""
    boards = [field.counts.get(number, {}) for number in range(1, BOARDS + 1)]
    return Comparison(boards).standing(field.lines)


def _draw_job(day: int, game: str) -> Job:
    # A player waits for it.
    return Job(DRAW, f"{day}:{game}", {"day": day, "game": game}, Urgency.ASKED)


def _rank(
    boards: Sequence[ContestBoard], entry: Entry, field: Field, others: Iterable[Standing] = ()
) -> Rank:
    made = comparison_of(boards, field)
    return made.rank(entry.scores, made.standing(field.lines), *others)
