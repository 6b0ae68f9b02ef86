"""The board of the day: a contest of four boards a day a game, the same for everybody. Boards are drawn and
sealed the day before, by a job."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.duplicate.contests.comparison import Rank
from bot.duplicate.contests.contests import Contests, Opened, PersonalBoard, comparison_of
from bot.duplicate.contests.days import BOARDS, FEWEST_DAYS, GAMES, day_at, days_of, start_of, streak
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

DRAW: Final = "draw-day"
"""The job that draws a day of a game."""

_LONGEST_STREAK: Final = 1000


@dataclass(frozen=True, slots=True)
class PersonalDay:
    """What somebody made of a day's boards. Ranks are those among people who played all four, and None as
    long as they have not; `guild_id` is the server they played for (0: none), `over` that the day is."""

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

    def __post_init__(self) -> None:
        self.contests.jobs.handle(DRAW, self._draw)

    @property
    def today(self) -> int:
        """The present day, in UTC."""
        return day_at(self.contests.clock.now())

    async def look_after(self) -> None:
        """Have the boards of today and tomorrow drawn and counted out. Several processes may do it."""
        today, jobs = self.today, []
        for day in (today, today + 1):
            for game in GAMES:
                drawn = await self.store.boards(day, game)
                await self.contests.count_out(drawn)
                if not drawn:
                    jobs.append(_draw_job(day, game))
        await self.contests.jobs.enqueue(jobs)

    async def boards_of(self, day: int, game: str) -> Sequence[ContestBoard]:
        """The boards of that day, drawn now if they were not. Raises TableError (`no-daily`) for a game that
        has none, and (`no-daily-day`) for a day that nobody has drawn in time, or that is too far off."""
        if game not in GAMES:
            raise TableError("no-daily", game=game)
        kept = await self.store.boards(day, game)
        if kept:
            return kept
        if not 0 <= day - self.today <= 1:
            raise TableError("no-daily-day")
        usual = game_named(game).options_type.of_new_table()
        drawn = draw_boards(game, usual, BOARDS, self.chance)
        return await self.contests.store.add(contest_of(day, game), drawn)

    async def was_drawn(self, day: int) -> bool:
        """Whether there were boards on that day."""
        return bool(await self.store.boards(day, GAMES[0]))

    async def game_of(self, user_id: int) -> str | None:
        """The game whose boards that person played last; None before the first."""
        return await self.store.latest_game(user_id)

    async def play(self, person: Person, game: str, guild_id: int) -> TableSnapshot | None:
        """The table at which that person plays the board of today they are at, as `Contests.play` has it.
        Raises TableError."""
        try:
            return await self.contests.play(person, await self.boards_of(self.today, game), guild_id)
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
        boards = await self.boards_of(day, game)
        mine, over = await self.contests.played(user_id, boards), day < self.today
        if not over and len(mine) < BOARDS:
            raise TableError("daily-unfinished", played=len(mine))
        store, contest_id = self.contests.store, boards[0].contest.id
        entry = await store.entry(contest_id, user_id)
        if entry is None or not mine:
            raise TableError("daily-none")
        guild_id = entry.guild_id
        everybody, here = await store.fields(contest_id, None, guild_id)
        whole = len(mine) == BOARDS
        days = await self.store.days_played(user_id, game, _LONGEST_STREAK)
        return PersonalDay(
            day,
            game,
            user_id,
            entry.name,
            guild_id,
            await self.contests.personal_boards(boards, mine, everybody, here if guild_id else None),
            _rank(boards, entry, everybody) if whole else None,
            _rank(boards, entry, here) if whole and guild_id else None,
            streak(days, day),
            over,
        )

    async def given_away(self, user_id: int, day: int, game: str) -> Mapping[int, Analysis | None]:
        """What was best in each board of a day, as `Contests.given_away` has it, for who has played them.
        Raises TableError as `result`, and where hands cannot be analysed here."""
        await self.result(user_id, day, game)
        return await self.contests.given_away(user_id, await self.store.boards(day, game))

    async def seals(self, day: int, game: str) -> Sequence[ContestBoard]:
        """The boards of a day whose seals may be told: of any day that is drawn, their packs only once it is
        over. Raises TableError (`no-daily-day`)."""
        boards = await self.store.boards(day, game)
        if not boards:
            raise TableError("no-daily-day")
        return boards

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

    async def opened(self, user_id: int, day: int, game: str) -> Sequence[Opened]:
        """The boards of a day that is over. Raises TableError (`daily-not-over`, `no-daily-day`)."""
        if day >= self.today:
            raise TableError("daily-not-over")
        return await self.contests.opened(user_id, await self.boards_of(day, game))

    async def _draw(self, job: Job) -> None:
        day, game = int(job.payload["day"]), str(job.payload["game"])
        if 0 <= day - self.today <= 1:
            await self.contests.count_out(await self.boards_of(day, game))


def contest_of(day: int, game: str) -> Contest:
    """The contest of that day at a game, before it is stored."""
    return Contest(0, Kind.DAY, game, BOARDS, start_of(day), start_of(day + 1), pool=0)


def _draw_job(day: int, game: str) -> Job:
    # A player waits for it.
    return Job(DRAW, f"{day}:{game}", {"day": day, "game": game}, Urgency.ASKED)


def _rank(boards: Sequence[ContestBoard], entry: Entry, field: Field) -> Rank:
    return comparison_of(boards, field).rank(entry.scores, field.lines)
