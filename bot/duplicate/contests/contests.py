"""Contests: sealed boards that people play one after another, each on their own against the house.

A contest is closed by a job once it has ended, or once all of its people have played it. A score that was not
kept when the process ended is found again at the tables played.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from bot.duplicate.contests.comparison import Compared, Comparison, Counts, compared
from bot.duplicate.contests.house_scores import HouseScores
from bot.duplicate.contests.ports import Contest, ContestBoard, ContestStore, Entry, Field, Kind, Score
from bot.duplicate.scores import side_score
from bot.jobs.ports import Job, Urgency
from bot.jobs.service import Jobs
from bot.rules.records.board_record import Par
from bot.rules.records.record import Analysis
from bot.rules.registry import GAMES
from bot.tables.judging.analysis import Analyses
from bot.tables.judging.pars import Pars
from bot.tables.seating.boards import Boards, Place
from bot.tables.service import Tables
from bot.tables.state.board import Board
from bot.tables.state.chairs import Dummy, Occupant, Person, Seat
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from bot.tables.store.background import Tasks
from bot.tables.store.ports import Clock, HousePlayers
from bot.tables.store.recent import Recent
from bot.tables.store.repository import Committed, TableRepository

log = logging.getLogger(__name__)

LEVEL: Final = "hoyle"  # the level of the house players: one that plays the same cards alike, whoever asks

CLOSE: Final = "close-contest"
"""The job that closes a contest."""

GRACE_SECONDS: Final = (
    30.0  # so long after its end a contest is closed: what was played before is stored then
)

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
class Opened:
    """A board of a contest that is over, for everybody to see: what all made of it, and what somebody did
    (None: they have not played it to its end). `par` is None until it has been counted out, which not every
    game allows (`solvable`); `hoyle` as in `PersonalBoard`."""

    board: Board
    counts: Counts
    mine: int | None
    par: Par | None
    hoyle: int | None = None
    solvable: bool = True

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
class Contests:
    """What every contest has: its boards dealt to people one by one, recorded, compared and closed."""

    store: ContestStore
    boards: Boards
    repository: TableRepository
    analyses: Analyses
    house: HousePlayers
    pars: Pars
    jobs: Jobs
    clock: Clock
    _tasks: Tasks = field(init=False, default_factory=Tasks)
    _wanted: set[int] = field(init=False, default_factory=set)
    _caught_up: bool = field(init=False, default=False)
    _known: Recent[int, ContestBoard] = field(init=False, default_factory=lambda: Recent(_REMEMBERED))

    def __post_init__(self) -> None:
        self._hoyle = HouseScores(self.house, LEVEL)
        self.jobs.handle(CLOSE, self._close)

    async def look_after(self) -> None:
        """Have the contests that are over closed, and keep the scores that were not. Several processes may do
        it, any number of times."""
        await self.store.adopt()
        if not self._caught_up:
            await self._catch_up()
            self._caught_up = True
        await self._have_closed()

    def committed(self, committed: Committed) -> None:
        """Record the score of a board of a contest that has just been played. Returns at once."""
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
        await self.store.adopt()
        for table in await self.repository.open_tables(user_id=user_id):
            if table.telling.private:
                await self.boards.break_off(table.id)

    async def count_out(self, boards: Sequence[ContestBoard]) -> None:
        """Have boards counted out double-dummy, where their game can be, each once a process; what is found
        is kept."""
        wanted = {one.board.id for one in boards if self.pars.possible(one.board)} - self._wanted
        self._wanted |= wanted
        await self.pars.want(*sorted(wanted))

    async def which(self, board_id: int) -> ContestBoard | None:
        """The board with that id, and its contest, which may have been closed since; None if it is no board
        of one."""
        if board_id not in self._known:
            found = await self.store.which(board_id)
            if found is None:
                return None
            self._known[board_id] = found
        return self._known[board_id]

    async def played(self, user_id: int, boards: Sequence[ContestBoard]) -> Mapping[int, int]:
        """What that person made of each of a contest's boards so far, by number."""
        for one in boards:
            table = await self.own_play(user_id, one.board)
            if table is None:
                break
            await self._record(table)
        return await self.store.scores(boards[0].contest.id, user_id)

    async def play(
        self, person: Person, boards: Sequence[ContestBoard], guild_id: int
    ) -> TableSnapshot | None:
        """The table at which that person plays the board of a contest they are at, dealt now if none is; None
        if they have played all. `guild_id` is the server where they ask, 0 in a DM: on a day, the first one
        is theirs.

        Raises TableError: `contest-erased` for who has been erased since they entered, `contest-not-yours`,
        `contest-not-begun`, `contest-over`.
        """
        contest = boards[0].contest
        if await self.store.erased(contest, person.user_id):
            raise TableError("contest-erased")
        entry = await self.store.entry(contest.id, person.user_id)
        if entry is None and contest.kind is not Kind.DAY:
            raise TableError("contest-not-yours")
        for one in boards:
            board = one.board
            found = await self.own_play(person.user_id, board)
            if found is None:
                entry = entry or await self.store.enter(
                    Entry(contest.id, person.user_id, guild_id, person.name, self.clock.now())
                )
                if entry.contest_id != contest.id:
                    # They have begun the day in another pool meanwhile.
                    return await self.play(person, await self.store.boards(entry.contest_id), guild_id)
                self.require_open(contest)
                place = Place(entry.guild_id, 0, 0, person.user_id, host_id=0, level=LEVEL)
                # Known by the time the board is played.
                self._tasks.start(self._hoyle.prepare(board))
                return await self.boards.deal(board, self._seats(person, board), place)
            if found.table.open:
                return found
            await self._record(found)
        return None

    async def personal_boards(
        self, boards: Sequence[ContestBoard], mine: Mapping[int, int], everybody: Field, here: Field | None
    ) -> tuple[PersonalBoard, ...]:
        """What somebody made of those of a contest's boards they have played, beside everybody and those of
        their server (None: they play for none)."""
        found = []
        for one in boards:
            number, board = one.number, one.board
            if number not in mine:
                continue
            score, par = mine[number], await self.pars.known(board.id)
            personal = PersonalBoard(
                number,
                score,
                compared(score, everybody.counts[number]),
                compared(score, here.counts[number]) if here else None,
                None if par is None else par.value,
                await self._hoyle.of(board),
            )
            found.append(personal)
        return tuple(found)

    async def given_away(self, user_id: int, boards: Sequence[ContestBoard]) -> Mapping[int, Analysis | None]:
        """What was best in each board that person has played, and what each seat gave away; by number, None
        while it is being counted out, which begins now. Raises TableError where hands cannot be analysed
        here."""
        found: dict[int, Analysis | None] = {}
        for one in boards:
            table = await self.own_play(user_id, one.board)
            if table is None or table.table.status is not Status.FINISHED:
                continue
            if (refusal := self.analyses.refusal(table)) is not None:
                raise refusal
            table_id = table.table.id
            known = await self.analyses.known(table_id)
            found[one.number] = known[0] if known else None
            if not known:
                self._tasks.start(self._analyse(table_id))
        return found

    async def opened(self, user_id: int, boards: Sequence[ContestBoard]) -> Sequence[Opened]:
        """The boards of a contest that is over."""
        contest_id = boards[0].contest.id
        (everybody,) = await self.store.fields(contest_id, None)
        mine = await self.store.scores(contest_id, user_id)
        await self.count_out(boards)
        return [
            Opened(
                one.board,
                everybody.counts.get(one.number, {}),
                mine.get(one.number),
                await self.pars.known(one.board.id),
                await self._hoyle.of(one.board),
                self.pars.possible(one.board),
            )
            for one in boards
        ]

    async def own_play(self, user_id: int, board: Board) -> TableSnapshot | None:
        """The table at which that person plays or has played a board of a contest, None if they have not."""
        return await self.boards.at(0, board.id, user_id)

    def require_open(self, contest: Contest) -> None:
        """Raises TableError (`contest-over`, `contest-not-begun`) unless boards of it are dealt now."""
        now = self.clock.now()
        if contest.closed or now >= contest.ends_at:
            raise TableError("contest-over")
        # The boards of tomorrow are drawn, but nobody is asked for them.
        if now < contest.begins_at:
            raise TableError("contest-not-begun", begins=int(contest.begins_at))

    def _seats(self, person: Person, board: Board) -> list[Seat]:
        seating, seats, hired = board.seating, list[Seat](), list[str]()
        for chair in range(len(seating)):
            occupant: Occupant = person if chair == seating.alone else Dummy()
            if chair != seating.alone and chair not in seating.dummies:
                occupant = self.house.hire(board.game, hired, LEVEL)
                hired.append(occupant.name)
            seats.append(Seat(occupant))
        return seats

    async def _record(self, snapshot: TableSnapshot) -> None:
        table, play = snapshot.table, snapshot.table.board
        if table.status is not Status.FINISHED or play is None or play.session or play.table <= 0:
            return
        seating = snapshot.seating
        one, score = await self.which(play.board), side_score(snapshot, seating.side_of(seating.alone))
        if one is None or score is None:
            return
        at = snapshot.log[-1].at
        if at < one.contest.ends_at:
            await self.store.record(Score(one.contest.id, one.number, play.table, score, table.id, at))
            if one.contest.kind is not Kind.DAY:
                await self._have_closed()

    async def _have_closed(self) -> None:
        over = await self.store.not_closed(self.clock.now() - GRACE_SECONDS)
        await self.jobs.enqueue([_close_job(contest_id) for contest_id in over])

    async def _catch_up(self, contest_id: int | None = None) -> None:
        for table_id in await self.store.unrecorded(contest_id):
            await self._record(await self.repository.fresh(table_id))

    async def _close(self, job: Job) -> None:
        contest_id = int(job.payload["contest"])
        await self._catch_up(contest_id)
        for table_id in await self.store.playing(contest_id):
            await self.boards.break_off(table_id)
        boards = await self.store.boards(contest_id)
        for one in boards:
            await self.boards.open(one.board.id)
        (everybody,) = await self.store.fields(contest_id, None)
        made = comparison_of(boards, everybody)
        await self.store.close(contest_id, {scores: made.worth(scores) for scores, _ in everybody.lines})

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


def contest_games() -> tuple[str, ...]:
    """The games whose boards contests may be played on: all that are played on boards."""
    return tuple(key for key, game in GAMES.items() if game.board_rules is not None)


def comparison_of(boards: Sequence[ContestBoard], field: Field) -> Comparison:
    """The scores made of a contest's boards, to be compared."""
    return Comparison([field.counts.get(one.number, {}) for one in boards])


def _close_job(contest_id: int) -> Job:
    # A player waits for it.
    return Job(CLOSE, str(contest_id), {"contest": contest_id}, Urgency.ASKED)


def build_contests(
    tables: Tables, store: ContestStore, house: HousePlayers, pars: Pars, clock: Clock
) -> Contests:
    """Wires contests to the tables."""
    contests = Contests(
        store, tables.boards, tables.repository, tables.analyses, house, pars, tables.jobs, clock
    )
    tables.repository.subscribe(contests.committed)
    tables.privacy.leave_first(contests.erase)
    return contests
