"""Sessions of Duplicate over the real stores in memory, with people who play at once."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy import RowMapping, bindparam, select

from bot.cluster.alone import Alone
from bot.duplicate.service import Duplicate, build_duplicate
from bot.duplicate.sessions.items import SessionItem, SessionPost
from bot.duplicate.sessions.session import Kind, Session, Status
from bot.rules.moves import Move
from bot.rules.trick_taking.claiming import Claim
from bot.tables.service import Tables
from bot.tables.state.chairs import House
from bot.tables.state.table import Status as TableStatus
from bot.tables.turns.deadlines import Pauses
from storage.duplicate.session_rows import session_of, session_post_of
from storage.duplicate.sessions import SqlSessionStore
from storage.schema import duplicate as schema
from storage.schema.tables import tables
from tests.databases import changes_of, rows_of
from tests.tables.fakes import FirstLegal, Room, actor

HOST = 1

_PLAYING = (
    select(tables.c.id)
    .join(schema.board_plays)
    .where(
        tables.c.status == TableStatus.PLAYING.value, schema.board_plays.c.session_id == bindparam("session")
    )
)


class StoredSessions(SqlSessionStore):
    """The real store, with all that is in it."""

    @property
    def sessions(self) -> dict[int, Session]:
        boards: dict[int, list[RowMapping]] = {}
        for row in rows_of(self._database, select(schema.session_boards)):
            boards.setdefault(row["session_id"], []).append(row)
        rows = rows_of(self._database, select(schema.sessions))
        return {row["id"]: session_of(row, boards.get(row["id"], ())) for row in rows}

    @property
    def posts(self) -> list[SessionPost]:
        return [session_post_of(row) for row in rows_of(self._database, select(schema.session_posts))]


class ManyHouse(FirstLegal):
    """House players with as many names as are wanted. They play the first legal move, and soon claim all the
    tricks left or concede them, for a session has many boards."""

    def __init__(self, *, claims: bool = True) -> None:
        super().__init__()
        self.claiming = claims

    def hire(self, game: str, taken: Sequence[str], level: str | None = None) -> House:
        return House(level or "first", next(n for i in range(999) if (n := f"House {i}") not in taken))

    async def choose(self, game: str, player: str, view: Any, rng: random.Random) -> Move:
        move = await super().choose(game, player, view, rng)
        if self.claiming and move.verb == "play" and (left := len(view.hand)) < 12:
            return Claim(rng.choice([0, left]))
        return move


class Club:
    """Everything a test of sessions needs: a room of tables, and sessions over them."""

    def __init__(self, seed: int = 1, *, claims: bool = True) -> None:
        self.room = Room(seed, pauses=Pauses(0.0))
        self.room.house = ManyHouse(claims=claims)
        self.store: Any = StoredSessions(self.room.database)
        self.tables: Tables
        self.duplicate: Duplicate
        self.restart()

    def restart(self) -> None:
        """Another process over the same stores."""
        self.tables = self.room.tables = self.room.another_process()
        self.duplicate = build_duplicate(
            self.tables, self.store, self.room.house, self.room.clock, self.room.dealer, Alone()
        )

    async def stop(self) -> None:
        await self.duplicate.stop()
        await self.tables.stop()

    async def open(self, kind: Kind = Kind.PAIRS, game: str = "american-whist", **settings: Any) -> Session:
        """A session of Ann's (user 1), of four boards."""
        settings = {"boards": 4, **settings}
        return await self.duplicate.sessions.open(actor(HOST), 10, 20, kind, game, **settings)

    async def begun(self, *people: int, kind: Kind = Kind.PAIRS, **settings: Any) -> Session:
        """The same with these people entered, alone, and started."""
        session = await self.open(kind, **settings)
        for user in people:
            await self.duplicate.sessions.enter(session.id, actor(user))
        return await self.duplicate.sessions.start(session.id, actor(HOST))

    async def look(self, session_id: int = 1) -> Session:
        return await self.duplicate.repository.look(session_id)

    async def settle(self) -> None:
        """Wait until nobody but people has anything to do."""
        while True:
            before = changes_of(self.room.database)
            await self.duplicate.progress.settled()
            await self.tables.house_turns.settled()
            await self.tables.absence.settled()
            await asyncio.sleep(0)
            if before == changes_of(self.room.database):
                return

    async def play(self, session_id: int = 1, moves: int | None = None) -> Session:
        """Let everybody play their first legal cards: so many, or until the session is over and whole."""
        for _ in range(100_000 if moves is None else moves):
            await self.settle()
            if not await self._move(session_id):
                break
        await self.settle()
        session = await self.look(session_id)
        if moves is None:
            check_whole(self, session)
        return session

    async def _move(self, session_id: int) -> bool:
        for table_id in self.of_session(session_id):
            snapshot = await self.tables.repository.look(table_id)
            for chair in snapshot.players_awaited():
                seated = snapshot.table.chairs[chair]
                if seated.user_id is not None and not seated.away:
                    seat = snapshot.seats_to_move(chair)[0]
                    move = str(snapshot.game.legal(snapshot.state, seat)[0])
                    await self.tables.play.act(table_id, actor(seated.user_id), move, snapshot.step)
                    return True
        return False

    def of_session(self, session_id: int = 1) -> list[int]:
        """The ids of its tables that are in play."""
        rows = rows_of(self.room.database, _PLAYING, {"session": session_id})
        return [row["id"] for row in rows]

    def items(self, kind: type[SessionItem]) -> list[Any]:
        """Every item of that kind that the sessions owe or have told, in order."""
        return [item for post in self.store.posts for item in post.items if isinstance(item, kind)]


def check_whole(club: Club, session: Session) -> None:
    """What must be so of every session that is over, whatever happened to it on the way."""
    assert session.status is Status.OVER
    sittings = list(session.sittings())
    assert {(s.table, board) for s in sittings for board in s.boards} == set(session.dealt)
    assert all(one.done for one in session.dealt.values())
    played = [t.board for t in club.room.store.tables.values() if t.board]
    assert Counter((play.table, play.number) for play in played) == Counter(session.dealt.keys())
    assert all(play.open for play in played)
    assert not club.of_session(session.id)
    assert session.deadline is None
