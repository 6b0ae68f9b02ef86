"""A session survives a kill at any point: between any two writes, and in the midst of any one."""

import asyncio
from typing import Any

import pytest

from bot.duplicate.sessions.items import BoardTold, RoundOver, SessionOver, SessionStarted, TableFinished
from bot.duplicate.sessions.session import Kind, Session, Status
from bot.tables.state.table import Status as TableStatus
from tests.duplicate.fakes import HOST, Club
from tests.rules.matches import drawn
from tests.tables.fakes import actor


class Killer:
    """Lets the process die at the write of that number, before it is done or just after, for ever after which
    nothing is written."""

    def __init__(self, at: int, *, after: bool) -> None:
        self.dead = asyncio.Event()
        self.writes = 0
        self._at = at
        self._after = after

    async def before(self) -> None:
        self.writes += 1
        await self._die(self.writes == self._at and not self._after)

    async def after(self) -> None:
        await self._die(self.writes == self._at and self._after)

    async def _die(self, now: bool) -> None:
        if now:
            self.dead.set()
        if self.dead.is_set():
            await asyncio.Event().wait()


class Mortal:
    """A store whose writes a `Killer` watches; plays of single cards are not counted, to be quick."""

    def __init__(self, store: Any, killer: Killer, *writes: str) -> None:
        self._store = store
        self._killer = killer
        self._writes = writes

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        return self._watched(found) if name in self._writes else found

    def _watched(self, write: Any) -> Any:
        async def watched(*arguments: Any) -> Any:
            table = getattr(arguments[0], "table", None)
            if table is not None and table.status is TableStatus.PLAYING and table.version > 1:
                if self._killer.dead.is_set():
                    await asyncio.Event().wait()
                return await write(*arguments)
            await self._killer.before()
            done = await write(*arguments)
            await self._killer.after()
            return done

        return watched


class MortalClub(Club):
    """A club whose process dies at that write, to be restarted over what is stored."""

    def __init__(self, at: int = 0, *, after: bool = False) -> None:
        self.killer = Killer(at, after=after)
        super().__init__()
        self.alive = (self.room.store, self.room.boards, self.store)
        self.room.store = self._watched(self.room.store, "create", "create_dealt", "commit")
        self.room.boards = self._watched(self.room.boards, "add_boards")
        self.store = self._watched(self.store, "create", "commit", "wake")
        self.restart()

    def _watched(self, store: Any, *writes: str) -> Any:
        return Mortal(store, self.killer, *writes)

    async def revive(self) -> None:
        """End the process, and start another over what is stored."""
        await self.stop()
        self.room.store, self.room.boards, self.store = self.alive
        self.restart()
        await self.duplicate.progress.resume()
        await self.tables.house_turns.resume()


async def course(club: Club, kind: Kind) -> Session:
    """A session from its opening to its end, in which somebody leaves and a board is ruled upon."""
    sessions = club.duplicate.sessions
    session = await club.open(kind)
    for user in (1, 2, 3):
        await sessions.enter(session.id, actor(user))
    await sessions.start(session.id, actor(HOST))
    await club.play(session.id, moves=20)
    await sessions.leave(session.id, actor(2))
    await sessions.rule(session.id, actor(9, manages=True), 1, 1, score=7)
    return await club.play(session.id)


async def finish(club: Club, kind: Kind) -> Session:
    """Go on from wherever the process ended, as people would who find it there."""
    sessions = club.duplicate.sessions
    if not await club.duplicate.repository.open_sessions(channel_id=20) and not club.store.sessions:
        await club.open(kind)
    session = await club.look()
    if session.status is Status.ENTERING:
        if session.entry_of(1) is None:
            await sessions.enter(session.id, actor(1))
        await sessions.start(session.id, actor(HOST))
    return await club.play()


async def writes(kind: Kind) -> int:
    club = MortalClub()
    session = await course(club, kind)
    assert session.status is Status.OVER
    await club.stop()
    return club.killer.writes


async def killed_at(kind: Kind, at: int, *, after: bool) -> None:
    club = MortalClub(at, after=after)
    playing = asyncio.ensure_future(course(club, kind))
    dying = asyncio.ensure_future(club.killer.dead.wait())
    await asyncio.wait({playing, dying}, return_when=asyncio.FIRST_COMPLETED)
    assert club.killer.dead.is_set()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await club.revive()
    session = await finish(club, kind)
    check_told(club, session)
    await club.stop()


def check_told(club: Club, session: Session) -> None:
    finished = [(item.table, item.board) for item in club.items(TableFinished)]
    assert len(set(finished)) == len(finished)
    assert set(finished) <= set(session.dealt)
    assert [item.board for item in club.items(BoardTold)] == list(range(1, session.boards + 1))
    assert len(club.items(SessionStarted)) == len(club.items(SessionOver)) == 1
    rounds = [item.round for item in club.items(RoundOver)]
    movement = session.movement
    assert movement is not None
    assert rounds == (list(range(1, movement.rounds + 1)) if session.kind is Kind.PAIRS else [])


@pytest.mark.slow
@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("all_of_them", [False, pytest.param(True, marks=pytest.mark.long)])
async def test_killed_at_any_write_the_session_is_played_to_its_end(kind: Kind, all_of_them: bool) -> None:
    """Before each write and after it: a fifth of these moments at every commit, all with `make long`."""
    most = await writes(kind)
    assert most > 30
    moments = [(at, after) for at in range(1, most + 1) for after in (False, True)]
    for at, after in moments if all_of_them else moments[drawn(kind.name, 5) :: 5]:
        await killed_at(kind, at, after=after)
