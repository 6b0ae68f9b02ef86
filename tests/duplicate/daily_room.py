"""Boards of the day and challenges over a database; house players play first legal cards and soon claim."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.duplicate.contests.challenges import Challenges
from bot.duplicate.contests.contests import Contests, build_contests
from bot.duplicate.contests.daily import Daily
from bot.duplicate.contests.days import BOARDS, start_of
from bot.duplicate.contests.matches import Matches
from bot.jobs.service import Jobs
from bot.rules.records.board_record import Par
from bot.tables.judging.pars import Pars
from bot.tables.service import Ports, Tables, build_tables
from bot.tables.state.board import Board
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from storage.connection.database import Database, open_database
from storage.duplicate.challenges import SqlChallengeStore
from storage.duplicate.contests import SqlContestStore
from storage.duplicate.daily import SqlDailyStore
from storage.duplicate.matches import SqlMatchStore
from storage.jobs import SqlJobQueue
from tests.databases import migrated, without_threads
from tests.duplicate.fakes import ManyHouse
from tests.sql_stores import sql_stores
from tests.tables.fakes import (
    PAUSES,
    HandClock,
    IdleAnalyst,
    IdleCoach,
    IdleReplayer,
    Members,
    SeededDealer,
    actor,
)

TODAY = 20_000
WHIST = "english-whist"
GUILD = 10
FIRST = (0,) * BOARDS
"""On every board the first legal move each time."""


class CountedOut(Pars):
    """Boards counted out; `asked` are those that were to be, `found` what is known."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.found: dict[int, Par] = {}

    def possible(self, board: Board) -> bool:
        return "whist" in board.game

    async def want(self, *board_ids: int) -> None:
        self.asked += board_ids

    async def known(self, board_id: int) -> Par | None:
        return self.found.get(board_id)


class DailyRoom:
    """One process. Another over the same database is `DailyRoom(room.database)`."""

    def __init__(self, database: Database, seed: int = 1, clock: HandClock | None = None) -> None:
        self.database = database
        self.clock = clock or HandClock()
        if clock is None:
            self.clock.time = start_of(TODAY) + 1000.0
        self.house = ManyHouse()
        self.analyst = IdleAnalyst()
        self.pars = CountedOut()
        self.store = SqlContestStore(database)
        self.days = SqlDailyStore(database)
        self.tables: Tables = build_tables(
            Ports(
                **sql_stores(database),
                house=self.house,
                analyst=self.analyst,
                coach=IdleCoach(),
                replayer=IdleReplayer(),
                jobs=Jobs(SqlJobQueue(database)),
                membership=Members(),
                clock=self.clock,
                dealer=(dealer := SeededDealer(seed)),
            ),
            pauses=PAUSES,
        )
        self.contests: Contests = build_contests(self.tables, self.store, self.house, self.pars, self.clock)
        self.daily = Daily(self.contests, self.days, dealer)
        self.challenges = Challenges(self.contests, SqlChallengeStore(database), self.tables.users, dealer)
        self.matches = Matches(self.contests, SqlMatchStore(database), self.tables.users, dealer)

    async def day(self, day: int, game: str = WHIST) -> int:
        """The contest of that day."""
        return (await self.days.boards(day, game))[0].contest.id

    async def settle(self) -> None:
        """Wait for the house, and for what was made to be kept."""
        await self.tables.house_turns.settled()
        await self.contests.settled()
        await self.tables.jobs.settled()

    async def look_after(self) -> None:
        """What the process that looks after the days does, and what it has done."""
        await self.daily.look_after()
        await self.contests.look_after()
        await self.tables.jobs.settled()

    async def finish(self, snapshot: TableSnapshot, user_id: int, pick: int = 0) -> TableSnapshot:
        """Play the board to its end: each time the legal move with that index from the front (0) or the end
        (-1)."""
        table_id = snapshot.table.id
        while True:
            await self.tables.house_turns.settled()
            snapshot = await self.tables.repository.fresh(table_id)
            if snapshot.table.status is not Status.PLAYING:
                await self.settle()
                return snapshot
            seat = snapshot.awaited[0]
            move = str(snapshot.game.legal(snapshot.state, seat)[pick])
            await self.tables.play.act(table_id, actor(user_id), move, snapshot.step)

    async def board(self, user_id: int, game: str = WHIST, pick: int = 0, guild: int = GUILD) -> int:
        """The next board of today, played out; its table."""
        snapshot = await self.daily.play(actor(user_id).person, game, guild)
        assert snapshot is not None
        return (await self.finish(snapshot, user_id, pick)).table.id

    async def whole_day(
        self,
        user_id: int,
        game: str = WHIST,
        picks: Sequence[int] = (0,) * BOARDS,
        guild: int = GUILD,
    ) -> None:
        for pick in picks:
            await self.board(user_id, game, pick, guild)

    def next_day(self) -> None:
        """A minute after the next midnight."""
        self.clock.time = start_of(self.daily.today + 1) + 60.0


@asynccontextmanager
async def daily_room(folder: Path) -> AsyncIterator[DailyRoom]:
    """A room over a database of its own."""
    path = folder / "cards.db"
    path.write_bytes(migrated())
    with without_threads():
        database = await open_database(f"sqlite+aiosqlite:///{path}")
        room = DailyRoom(database)
        try:
            yield room
        finally:
            await room.contests.stop()
            await room.tables.stop()
            await database.close()
