"""The board of the day: four boards a day a game, the same for everybody, each played against the house.

Boards are drawn and days are closed as jobs. A score that was not kept when the process ended is found again
at the tables played.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from bot.duplicate.daily.days import (
    BOARDS,
    FEWEST_DAYS,
    GAMES,
    SEAT,
    Compared,
    Counts,
    Day,
    Rank,
    compared,
    day_at,
    days_of,
    start_of,
    streak,
)
from bot.duplicate.daily.house_scores import HouseScores
from bot.duplicate.daily.ports import DailyBoard, DailyLine, DailyQuery, DailyScore, DailyStore, Entry, Field
from bot.duplicate.scores import ns_score
from bot.jobs.ports import Job, Urgency
from bot.jobs.service import Jobs
from bot.rules.records.board_record import Par
from bot.rules.records.record import Analysis
from bot.rules.registry import game_named
from bot.tables.judging.analysis import Analyses
from bot.tables.judging.pars import Pars
from bot.tables.judging.standings import Period, span_of
from bot.tables.seating.boards import Boards, Place, draw_boards
from bot.tables.service import Tables
from bot.tables.state.board import Board
from bot.tables.state.chairs import House, Person, Seat
from bot.tables.state.errors import TableError
from bot.tables.state.seasons import Season
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from bot.tables.store.background import Tasks
from bot.tables.store.ports import Clock, Dealer, HousePlayers
from bot.tables.store.recent import Recent
from bot.tables.store.repository import Committed, TableRepository

log = logging.getLogger(__name__)

LEVEL: Final = "hoyle"  # the level of the house players: one that plays the same cards alike, whoever asks

DRAW: Final = "draw-day"
CLOSE: Final = "close-day"
"""The jobs of a day of a game."""

GRACE_SECONDS: Final = 30.0  # so long after midnight a day is closed: what was played before is stored then

_CHAIRS: Final = 4
_LONGEST_STREAK: Final = 1000
_REMEMBERED: Final = 100


@dataclass(frozen=True, slots=True)
class PersonalBoard:
    """What somebody made of a board, beside all who played it and those of their server; `here` is None
    where they play for none. `par` is what it comes to double-dummy, None until that is known, and `hoyle`
    what a house player makes in the same chair, None if that could not be found."""

    number: int
    score: int
    everywhere: Compared
    here: Compared | None
    par: int | None
    hoyle: int | None = None


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


@dataclass(frozen=True, slots=True)
class Opened:
    """A board of a day that is over, for everybody to see: what all made of it, and what somebody did
    (None: they have not played it to its end). `par` is None until it has been counted out, `hoyle` as in
    `PersonalBoard`."""

    board: Board
    counts: Counts
    mine: int | None
    par: Par | None
    hoyle: int | None = None

    @property
    def people(self) -> int:
        """How many have played it."""
        return sum(self.counts.values())

    @property
    def average(self) -> Fraction | None:
        """What they made of it on average."""
        if not self.people:
            return None
        return Fraction(sum(score * number for score, number in self.counts.items()), self.people)


@dataclass(eq=False)
class Daily:
    """The boards of the day of all games."""

    store: DailyStore
    boards: Boards
    repository: TableRepository
    analyses: Analyses
    house: HousePlayers
    pars: Pars
    jobs: Jobs
    clock: Clock
    chance: Dealer
    _tasks: Tasks = field(init=False, default_factory=Tasks)
    _wanted: set[int] = field(init=False, default_factory=set)
    _caught_up: bool = field(init=False, default=False)
    _known: Recent[int, DailyBoard] = field(init=False, default_factory=lambda: Recent(_REMEMBERED))

    def __post_init__(self) -> None:
        self._hoyle = HouseScores(self.house, LEVEL)
        self.jobs.handle(DRAW, self._draw)
        self.jobs.handle(CLOSE, self._close)

    @property
    def today(self) -> int:
        """The present day, in UTC."""
        return day_at(self.clock.now())

    async def look_after(self) -> None:
        """Have the boards of today and tomorrow drawn and counted out, and the days that are over closed, and
        keep the scores that were not. Several processes may do it, any number of times."""
        today, jobs = self.today, []
        for day in (today, today + 1):
            for game in GAMES:
                drawn = await self.store.boards(day, game)
                await self._count_out([daily.board for daily in drawn])
                if not drawn:
                    jobs.append(_day_job(DRAW, day, game))
        over = await self.store.not_closed(day_at(self.clock.now() - GRACE_SECONDS))
        jobs += [_day_job(CLOSE, day, game) for day, game in over]
        if not self._caught_up:
            await self._catch_up(today)
            self._caught_up = True
        await self.jobs.enqueue(jobs)

    def committed(self, committed: Committed) -> None:
        """Record the score of a board of the day that has just been played. Returns at once."""
        table = committed.snapshot.table
        played = committed.closed and table.status is Status.FINISHED
        if table.board is not None and not table.board.session and played:
            self._tasks.start(self._record_quietly(committed.snapshot))

    async def settled(self) -> None:
        """Wait until every score is recorded."""
        await self._tasks.settled()

    async def stop(self) -> None:
        """Cancel; the next start takes it up again."""
        await self._tasks.stop()

    async def erase(self, user_id: int) -> None:
        """Stop what that person is playing, who is to be erased."""
        for table in await self.repository.open_tables(user_id=user_id):
            if table.telling.private:
                await self.boards.break_off(table.id)

    async def boards_of(self, day: int, game: str) -> Sequence[DailyBoard]:
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
        return await self.store.keep_boards(day, game, draw_boards(game, usual, BOARDS, self.chance))

    async def was_drawn(self, day: int) -> bool:
        """Whether there were boards on that day."""
        return bool(await self.store.boards(day, GAMES[0]))

    async def game_of(self, user_id: int) -> str | None:
        """The game whose boards that person played last; None before the first."""
        return await self.store.latest_game(user_id)

    async def played(self, user_id: int, day: int, game: str) -> Mapping[int, int]:
        """What that person made of each board of the day so far, by number."""
        for board in await self.boards_of(day, game):
            table = await self.boards.at(0, board.board.id, user_id)
            if table is None:
                break
            await self._record(table)
        return await self.store.scores(day, game, user_id)

    async def play(self, person: Person, game: str, guild_id: int) -> TableSnapshot | None:
        """The table at which that person plays the board of today they are at, dealt now if none is; None if
        they have played all four. `guild_id` is the server where they ask, 0 in a DM: the first one of the
        day is theirs. Raises TableError."""
        day = self.today
        entry = None
        boards = await self.boards_of(day, game)
        if await self.store.erased(day, game, person.user_id):
            raise TableError("daily-erased")
        for daily in boards:
            board = daily.board
            found = await self.boards.at(0, board.id, person.user_id)
            if found is None:
                entry = entry or await self.store.enter(
                    Entry(day, game, person.user_id, guild_id, person.name, self.clock.now())
                )
                if self.today != day:
                    return await self.play(person, game, guild_id)
                place = Place(entry.guild_id, 0, 0, person.user_id, host_id=0, level=LEVEL)
                # Known by the time the board is played.
                self._tasks.start(self._hoyle.prepare(board))
                return await self.boards.deal(board, self._seats(person, game), place)
            if found.table.open:
                return found
            await self._record(found)
        return None

    async def which(self, board_id: int) -> DailyBoard | None:
        """The board with that id, and its day; None if it is no board of a day."""
        if board_id not in self._known:
            found = await self.store.which(board_id)
            if found is None:
                return None
            self._known[board_id] = found
        return self._known[board_id]

    async def result(self, user_id: int, day: int, game: str) -> PersonalDay:
        """What that person made of a day. Raises TableError: as long as they can still play a board of it,
        nothing is told (`daily-unfinished`), and nothing if they have played none (`daily-none`)."""
        mine, over = await self.played(user_id, day, game), day < self.today
        if not over and len(mine) < BOARDS:
            raise TableError("daily-unfinished", played=len(mine))
        entry = await self.store.entry(day, game, user_id)
        if entry is None or not mine:
            raise TableError("daily-none")
        guild_id = entry.guild_id
        everybody, here = await self.store.fields(day, game, None, guild_id)
        pars, hoyle = {}, {}
        for daily in await self.store.boards(day, game):
            known = await self.pars.known(daily.board.id)
            pars[daily.number] = None if known is None else known.value
            if daily.number in mine:
                hoyle[daily.number] = await self._hoyle.of(daily.board)
        found = tuple(
            PersonalBoard(
                number,
                score,
                compared(score, everybody.counts[number]),
                compared(score, here.counts[number]) if guild_id else None,
                pars[number],
                hoyle[number],
            )
            for number, score in mine.items()
        )
        whole = len(mine) == BOARDS
        days = await self.store.days_played(user_id, game, _LONGEST_STREAK)
        return PersonalDay(
            day,
            game,
            user_id,
            entry.name,
            guild_id,
            found,
            _rank(entry, everybody) if whole else None,
            _rank(entry, here) if whole and guild_id else None,
            streak(days, day),
            over,
        )

    async def given_away(self, user_id: int, day: int, game: str) -> Mapping[int, Analysis | None]:
        """What was best in each board of a day, and what each seat gave away, for who has played them; by
        number, None while it is being counted out, which begins now. Raises TableError as `result`, and where
        hands cannot be analysed here."""
        await self.result(user_id, day, game)
        found: dict[int, Analysis | None] = {}
        for daily in await self.store.boards(day, game):
            table = await self.boards.at(0, daily.board.id, user_id)
            if table is None or table.table.status is not Status.FINISHED:
                continue
            if not self.analyses.offered(table):
                raise TableError("analysis-off")
            table_id = table.table.id
            known = await self.analyses.known(table_id)
            found[daily.number] = known[0] if known else None
            if not known:
                self._tasks.start(self._analyse(table_id))
        return found

    async def seals(self, day: int, game: str) -> Sequence[DailyBoard]:
        """The boards of a day whose seals may be told: of any day that is drawn, their packs only once it is
        over. Raises TableError (`no-daily-day`)."""
        boards = await self.store.boards(day, game)
        if not boards:
            raise TableError("no-daily-day")
        return boards

    @property
    def season(self) -> Season:
        """The month in progress."""
        return Season.at(self.clock.now())

    async def table(self, guild_id: int, game: str, period: Period, most: int) -> Sequence[DailyLine]:
        """The best of a server in a period, by what their whole days were worth on average."""
        first, end = days_of(span_of(period, self.clock.now()), self.today)
        return await self.store.table(DailyQuery(guild_id, game, first, end, FEWEST_DAYS, most))

    async def games(self, guild_id: int) -> Sequence[str]:
        """The games of which people of that server have played whole days that are over, the latest first."""
        return await self.store.games(guild_id)

    async def opened(self, user_id: int, day: int, game: str) -> Sequence[Opened]:
        """The boards of a day that is over. Raises TableError (`daily-not-over`, `no-daily-day`)."""
        if day >= self.today:
            raise TableError("daily-not-over")
        boards = await self.boards_of(day, game)
        (field,) = await self.store.fields(day, game, None)
        mine = await self.store.scores(day, game, user_id)
        await self._count_out([daily.board for daily in boards])
        return [
            Opened(
                daily.board,
                field.counts.get(daily.number, {}),
                mine.get(daily.number),
                await self.pars.known(daily.board.id),
                await self._hoyle.of(daily.board),
            )
            for daily in boards
        ]

    async def own_play(self, user_id: int, board: Board) -> TableSnapshot | None:
        """The table at which that person has played a board of a day, None if they have not."""
        return await self.boards.at(0, board.id, user_id)

    def _seats(self, person: Person, game: str) -> list[Seat]:
        house: list[House] = []
        for _ in range(_CHAIRS - 1):
            house.append(self.house.hire(game, [one.name for one in house], LEVEL))
        seats = [Seat(player) for player in house]
        seats.insert(SEAT, Seat(person))
        return seats

    async def _record(self, snapshot: TableSnapshot) -> None:
        table, play = snapshot.table, snapshot.table.board
        if table.status is not Status.FINISHED or play is None or play.session or play.table <= 0:
            return
        daily, score = await self.which(play.board), ns_score(snapshot)
        if daily is None or score is None:
            return
        at = snapshot.log[-1].at
        if at >= start_of(daily.day + 1):
            return  # a day ends at midnight
        kept = DailyScore(daily.day, daily.game, daily.number, play.table, score, table.id, at)
        await self.store.record(kept)

    async def _draw(self, job: Job) -> None:
        day, game = _day_of(job)
        if 0 <= day - self.today <= 1:
            await self._count_out([daily.board for daily in await self.boards_of(day, game)])

    async def _catch_up(self, first: int) -> None:
        for table_id in await self.store.unrecorded(first):
            await self._record(await self.repository.fresh(table_id))

    async def _close(self, job: Job) -> None:
        day, game = _day_of(job)
        await self._catch_up(day)
        for table_id in await self.store.playing(day, game):
            await self.boards.break_off(table_id)
        for board in await self.store.boards(day, game):
            await self.boards.open(board.board.id)
        (field,) = await self.store.fields(day, game, None)
        made = _worths(field)
        worth = {scores: made.worth(scores) for scores, _ in field.lines}
        await self.store.close(day, game, worth)

    async def _count_out(self, boards: Sequence[Board]) -> None:
        # Found once a process and kept.
        wanted = {board.id for board in boards} - self._wanted
        self._wanted |= wanted
        await self.pars.want(*sorted(wanted))

    async def _analyse(self, table_id: int) -> None:
        try:
            await self.analyses.find(table_id, 1)
        except TableError as refusal:
            log.info("table %s: %s", table_id, refusal)
        except Exception:
            log.exception("table %s could not be analysed", table_id)

    async def _record_quietly(self, snapshot: TableSnapshot) -> None:
        try:
            await self._record(snapshot)
        except Exception:
            log.exception("table %s: what was made of the board is not kept yet", snapshot.table.id)


def _day_job(kind: str, day: int, game: str) -> Job:
    # A player waits for it.
    return Job(kind, f"{day}:{game}", {"day": day, "game": game}, Urgency.ASKED)


def _day_of(job: Job) -> tuple[int, str]:
    return int(job.payload["day"]), str(job.payload["game"])


def _worths(field: Field) -> Day:
    return Day([field.counts.get(number, {}) for number in range(1, BOARDS + 1)])


def _rank(entry: Entry, field: Field) -> Rank:
    return _worths(field).rank(entry.scores, field.lines)


def build_daily(
    tables: Tables, store: DailyStore, house: HousePlayers, pars: Pars, clock: Clock, dealer: Dealer
) -> Daily:
    """Wires the boards of the day to the tables."""
    repository, jobs = tables.repository, tables.jobs
    daily = Daily(store, tables.boards, repository, tables.analyses, house, pars, jobs, clock, dealer)
    tables.repository.subscribe(daily.committed)
    tables.privacy.leave_first(daily.erase)
    return daily
