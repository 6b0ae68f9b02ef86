"""Sessions of Duplicate over stores kept in memory, with people who play at once."""

import asyncio
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.cluster.alone import Alone
from bot.duplicate.service import Duplicate, build_duplicate
from bot.duplicate.sessions.items import SessionItem, SessionPost
from bot.duplicate.sessions.ports import SessionChange
from bot.duplicate.sessions.session import Kind, Session
from bot.tables.service import Tables
from bot.tables.state.chairs import House
from bot.tables.state.table import Status as TableStatus
from bot.tables.state.table import Table
from bot.tables.turns.deadlines import Pauses
from tests.tables.fakes import FirstLegal, Room, actor

HOST = 1


@dataclass
class MemorySessions:
    """The `SessionStore`; `posts` is everything that was ever owed."""

    sessions: dict[int, Session] = field(default_factory=dict)
    posts: list[SessionPost] = field(default_factory=list)

    async def create(self, session: Session) -> Session | None:
        if any(one.open and one.channel_id == session.channel_id for one in self.sessions.values()):
            return None
        stored = replace(session, id=len(self.sessions) + 1)
        self.sessions[stored.id] = stored
        return stored

    async def load(self, session_id: int) -> Session | None:
        return self.sessions.get(session_id)

    async def version(self, session_id: int) -> int | None:
        session = self.sessions.get(session_id)
        return session.version if session else None

    async def commit(self, change: SessionChange) -> bool:
        if self.sessions[change.session.id].version != change.expected:
            return False
        self.sessions[change.session.id] = change.session
        self.posts += change.posts
        return True

    async def open_sessions(
        self, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None
    ) -> Sequence[int]:
        return [
            one.id
            for one in reversed(self.sessions.values())
            if one.open
            and guild_id in (None, one.guild_id)
            and channel_id in (None, one.channel_id)
            and (user_id is None or user_id in _people(one))
        ]

    async def latest(self, channel_id: int) -> int | None:
        return next((i for i, one in reversed(self.sessions.items()) if one.channel_id == channel_id), None)

    async def wake(self, session_id: int, at: float | None) -> None:
        self.sessions[session_id] = replace(self.sessions[session_id], deadline=at)

    async def guilds_of(self, session_ids: Collection[int]) -> Mapping[int, int]:
        return {key: self.sessions[key].guild_id for key in session_ids}

    async def due(self, now: float | None = None) -> Sequence[int]:
        return [
            one.id
            for one in self.sessions.values()
            if one.deadline is not None and (now is None or one.deadline <= now)
        ]


def _people(session: Session) -> set[int]:
    asked = [entry.asked for entry in session.entries if entry.asked is not None]
    return {person.user_id for person in (session.host, *session.people, *asked)}


class ManyHouse(FirstLegal):
    """House players who play the first legal move, with as many names as are wanted."""

    def hire(self, game: str, taken: Sequence[str], level: str | None = None) -> House:
        return House(level or "first", next(n for i in range(999) if (n := f"House {i}") not in taken))


class Club:
    """Everything a test of sessions needs: a room of tables, and sessions over them."""

    def __init__(self, seed: int = 1) -> None:
        self.room = Room(seed, pauses=Pauses(0.0))
        self.room.house = ManyHouse()
        self.store = MemorySessions()
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
            before = self._moment()
            await self.duplicate.progress.settled()
            await self.tables.house_turns.settled()
            await self.tables.absence.settled()
            await asyncio.sleep(0)
            if before == self._moment():
                return

    async def play(self, session_id: int = 1, moves: int = 100_000) -> Session:
        """Let everybody play their first legal cards until the session is over or enough were made."""
        for _ in range(moves):
            await self.settle()
            if not await self._move(session_id):
                break
        await self.settle()
        return await self.look(session_id)

    async def _move(self, session_id: int) -> bool:
        for table in self.of_session(session_id):
            snapshot = await self.tables.repository.look(table.id)
            for chair in snapshot.players_awaited():
                user = table.chairs[chair].user_id
                if user is not None and not table.chairs[chair].away:
                    seat = snapshot.seats_to_move(chair)[0]
                    move = str(snapshot.game.legal(snapshot.state, seat)[0])
                    await self.tables.play.act(table.id, actor(user), move, snapshot.step)
                    return True
        return False

    def of_session(self, session_id: int = 1) -> list[Table]:
        """Its tables, those in play only."""
        tables = self.room.store.tables.values()
        return [
            t for t in tables if t.status is TableStatus.PLAYING and t.board and t.board.session == session_id
        ]

    def items(self, kind: type[SessionItem]) -> list[Any]:
        """Every item of that kind that the sessions owe or have told, in order."""
        return [item for post in self.store.posts for item in post.items if isinstance(item, kind)]

    def _moment(self) -> object:
        return self.room.store.commits, len(self.room.store.tables), tuple(self.store.sessions.values())


def check_whole(club: Club, session: Session) -> None:
    """What must be so of every session that is over, whatever happened to it on the way."""
    sittings = list(session.sittings())
    assert {(s.table, board) for s in sittings for board in s.boards} == set(session.dealt)
    assert all(one.done for one in session.dealt.values())
    played = [t.board for t in club.room.store.tables.values() if t.board and t.board.session == session.id]
    assert Counter((play.table, play.number) for play in played) == Counter(session.dealt.keys())
    assert all(play.open for play in played)
    assert not club.of_session(session.id)
    assert session.deadline is None
