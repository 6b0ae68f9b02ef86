"""A session moves on by itself: the next boards are dealt, finished ones noted, slow tables hurried.

What is to be done always follows from what is stored, of the session and of its tables, so that it can be
done again after a crash at any point: nothing is done twice, and nothing left undone.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import cast

from bot.duplicate.scores import side_score
from bot.duplicate.sessions.items import (
    BoardBrokenOff,
    BoardTold,
    RoundOver,
    SessionCancelled,
    SessionItem,
    SessionOver,
    TableFinished,
    TableLate,
)
from bot.duplicate.sessions.movements import Sitting
from bot.duplicate.sessions.repository import SessionRepository, SessionTransaction, changes_session
from bot.duplicate.sessions.results import winning_team
from bot.duplicate.sessions.session import BoardAtTable, Kind, Session, Status
from bot.rules.achievements import Achievement
from bot.tables.seating.boards import Boards, Place
from bot.tables.state.chairs import House, Occupant, Person, Seat
from bot.tables.state.errors import TableError
from bot.tables.state.outcomes import SEVERAL, Achieved, Chair
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status as TableStatus
from bot.tables.store.ports import Clock
from bot.tables.store.recent import Recent
from bot.tables.store.repository import Committed, TableRepository
from bot.tables.store.scoring import players_of
from bot.tables.store.versioned import retry_on_conflict

log = logging.getLogger(__name__)

HURRIED_SECONDS = 15  # the turn clock of a table that is late
LOOKED_AFTER = 60.0  # seconds after which we look at a session in play without news of its tables
_TABLES = 1000  # of how many boards in play it is remembered at which table they are


def ready(session: Session) -> list[tuple[Sitting, int]]:
    """The boards that can be dealt now, with the sittings they belong to: both pairs are there, have done all
    their boards before, and play none."""
    current: dict[int, Sitting] = {}
    for sitting in session.sittings():
        if not session.over(sitting):
            for pair in sitting.pairs:
                current.setdefault(pair, sitting)
    found = []
    for sitting in dict.fromkeys(current.values()):
        if any(current[pair] != sitting for pair in sitting.pairs):
            continue
        dealt = [session.dealt.get((sitting.table, board)) for board in sitting.boards]
        if any(one is not None and not one.done for one in dealt):
            continue
        found.append((sitting, sitting.boards[dealt.index(None)]))
    return found


@dataclass(frozen=True, slots=True)
class _Found:
    """A board in play and its table, None if that is gone."""

    one: BoardAtTable
    snapshot: TableSnapshot


@dataclass(eq=False)
class Progress:
    """Moves sessions on: after tables have committed, and as time passes."""

    repository: SessionRepository
    tables: TableRepository
    boards: Boards
    clock: Clock
    _tasks: dict[int, asyncio.Task[None]] = field(init=False, default_factory=dict)
    _again: set[int] = field(init=False, default_factory=set)
    _thorough: set[int] = field(init=False, default_factory=set)
    _table_ids: Recent[tuple[int, int, int], int] = field(init=False, default_factory=lambda: Recent(_TABLES))

    def committed(self, committed: Committed) -> None:
        """Move on the session whose board a table has finished. Returns at once."""
        play = committed.snapshot.table.board
        if play is not None and play.session and committed.closed:
            self.wake(play.session)

    def wake(self, session_id: int, *, thorough: bool = False) -> None:
        """Move that session on soon. Returns at once. `thorough`: what other processes have done at its
        tables is looked for."""
        if thorough:
            self._thorough.add(session_id)
        if session_id in self._tasks:
            self._again.add(session_id)
        else:
            self._tasks[session_id] = asyncio.create_task(self._run(session_id))

    async def resume(self) -> None:
        """Take up every session of this process where it stopped."""
        for session_id in await self.repository.owned(await self.repository.due()):
            self.wake(session_id, thorough=True)

    async def tick(self) -> None:
        """Move on the sessions whose deadline has passed."""
        for session_id in await self.repository.owned(await self.repository.due(self.clock.now())):
            self.wake(session_id, thorough=True)

    async def settled(self) -> None:
        """Wait until no session is being moved on."""
        while tasks := tuple(self._tasks.values()):
            await asyncio.gather(*tasks)

    async def stop(self) -> None:
        """Cancel; the next start takes it up again."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def advance(self, session_id: int) -> Session:
        """Do everything that is to be done now in that session, and return it. Raises TableError.

        It can be called at any time, and any number of times.
        """
        session = await self.repository.look(session_id)
        if session.status is Status.ENTERING:
            return await self._expire(session_id)
        thorough = session_id in self._thorough
        self._thorough.discard(session_id)
        before = None
        while session is not before:
            before = session
            found = [await self._look_after(session, one, thorough=thorough) for one in _playing(session)]
            opened = [number for number in session.told if number not in session.opened]
            for number in opened:
                await self.boards.open(session.board_ids[number - 1])
            session = await self._note(session, found, opened)
            thorough = False
        await self.repository.wake(session_id, _next_look(session, self.clock.now()))
        return session

    async def _run(self, session_id: int) -> None:
        try:
            self._again.add(session_id)
            while session_id in self._again:
                self._again.discard(session_id)
                await self.advance(session_id)
        except TableError as refusal:
            log.info("session %s: %s", session_id, refusal)
        except Exception:
            log.exception("session %s could not move on", session_id)
        finally:
            # Removed here and not in a callback, so that later news starts a new task.
            self._tasks.pop(session_id, None)

    @changes_session
    async def _expire(self, tx: SessionTransaction) -> None:
        # Nobody started it in time.
        at = tx.session.deadline
        if tx.session.status is Status.ENTERING and at is not None and at <= tx.now:
            tx.set(status=Status.CANCELLED, deadline=None)
            tx.post(SessionCancelled(None))

    async def _look_after(self, session: Session, one: BoardAtTable, *, thorough: bool) -> _Found:
        """The table of that board, dealt if it is not, and as it ought to be."""
        key = (session.id, *one.key)
        if (table_id := self._table_ids.get(key)) is None:
            snapshot = await self.boards.at(session.id, session.board_ids[one.board - 1], one.table)
            snapshot = snapshot or await self._deal(session, one)
            self._table_ids[key] = table_id = snapshot.table.id
        snapshot = await (self.tables.fresh(table_id) if thorough else self.tables.look(table_id))
        table = snapshot.table
        if not table.open:
            return _Found(one, snapshot)
        if not session.open:
            return _Found(one, await self.boards.break_off(table.id))
        for chair, player in enumerate(_players(session, one)):
            there = table.chairs[chair].occupant
            if isinstance(there, Person) and isinstance(player, House):
                snapshot = await self.boards.stand_in(table.id, chair, player)
        if one.late and table.clock.turn_seconds > HURRIED_SECONDS:
            snapshot = await self.boards.hurry(table.id, HURRIED_SECONDS)
        return _Found(one, snapshot)

    async def _deal(self, session: Session, one: BoardAtTable) -> TableSnapshot:
        board = await self.boards.board(session.board_ids[one.board - 1])
        place = Place(
            session.guild_id,
            session.channel_id,
            session.id,
            one.table,
            session.host.user_id,
            session.turn_seconds,
            session.level,
            session.language,
        )
        seats = [Seat(player, away=chair in one.away) for chair, player in enumerate(one.players)]
        return await self.boards.deal(board, seats, place)

    @retry_on_conflict
    async def _note(self, seen: Session, found: list[_Found], opened: list[int]) -> Session:
        """Note what was found, and which boards are to be dealt next; the session as it is then, which is
        the one that was seen if nothing has changed."""
        async with self.repository.transaction(seen.id) as tx:
            before = tx.session
            tx.set(opened=tuple(sorted({*before.opened, *opened})))
            for one in found:
                self._note_table(tx, one)
            if before.status is Status.PLAYING:
                _claim(tx)
                tx.post(*_news(before, tx.session))
                movement = tx.session.movement
                if movement is not None and len(tx.session.rounds_over) == movement.rounds:
                    tx.set(status=Status.OVER)
                    tx.post(SessionOver())
                    tx.achieve(await self._winners(tx.session, tx.now))
            if tx.session != before:
                # If the process ends here, the next start does the rest.
                tx.set(deadline=tx.now)
        return seen if tx.session.version == seen.version else tx.session

    async def _winners(self, session: Session, now: float) -> list[Achieved]:
        # The people who have won a match of teams and played every board of it themselves.
        team, played = winning_team(session), Counter[Chair]()
        if team is None:
            return []
        for one in session.dealt.values():
            if one.table_id is not None:
                players = players_of((await self.tables.look(one.table_id)).table)
                played.update(players[0::2] if session.entry(one.ns).team == team else players[1::2])
        return [
            Achieved(player, Achievement.TEAMS, session.game, now, session_id=session.id)
            for player, boards in played.items()
            if isinstance(player, int) and player != SEVERAL and boards == session.boards
        ]

    def _note_table(self, tx: SessionTransaction, found: _Found) -> None:
        one, table = tx.session.dealt[found.one.key], found.snapshot.table
        if one.done:
            return
        if table.status in (TableStatus.FINISHED, TableStatus.CLOSED):
            players = cast(
                tuple[Occupant, Occupant, Occupant, Occupant], tuple(seat.occupant for seat in table.chairs)
            )
            away = tuple(chair for chair, seat in enumerate(table.chairs) if seat.away)
            score = side_score(found.snapshot)
            tx.play(replace(one, players=players, away=away, table_id=table.id, done=True, score=score))
            if tx.session.status is Status.PLAYING:
                news = TableFinished if score is not None else BoardBrokenOff
                tx.post(news(one.table, one.board))
        elif not one.late and one.at + tx.session.clock <= tx.now:
            waited = [table.chairs[chair].occupant for chair in found.snapshot.players_awaited()]
            people = tuple(person for person in waited if isinstance(person, Person))
            tx.play(replace(one, late=True))
            tx.post(TableLate(one.table, one.board, people))


def _playing(session: Session) -> Iterator[BoardAtTable]:
    return (one for one in session.dealt.values() if not one.done)


def _players(session: Session, one: BoardAtTable) -> tuple[Occupant, ...]:
    ns, ew = session.entry(one.ns).players, session.entry(one.ew).players
    return ns[0], ew[0], ns[1], ew[1]


def _claim(tx: SessionTransaction) -> None:
    for sitting, board in ready(tx.session):
        session = tx.session
        ns, ew = (session.holder(pair, sitting.round) for pair in sitting.pairs)
        if ns is None or ew is None:
            continue
        one = BoardAtTable(
            sitting.round,
            sitting.table,
            board,
            ns.number,
            ew.number,
            (ns.players[0], ew.players[0], ns.players[1], ew.players[1]),
            tx.now,
        )
        tx.play(replace(one, away=_still_away(session, one)))


def _still_away(session: Session, one: BoardAtTable) -> tuple[int, ...]:
    # People who were away at the end of their last board stay away until they come back.
    away = set()
    for chair, player in enumerate(one.players):
        boards = [last for last in session.dealt.values() if last.done and player in last.players]
        last = max(boards, key=lambda before: before.board, default=None)
        if last is not None and last.players.index(player) in last.away:
            away.add(chair)
    return tuple(sorted(away))


def _news(before: Session, after: Session) -> list[SessionItem]:
    told, over = set(before.told), set(before.rounds_over)
    items: list[SessionItem] = [BoardTold(number) for number in after.told if number not in told]
    # In a match of teams every board is a round.
    if (movement := after.movement) is not None and after.kind is Kind.PAIRS:
        ended = [number for number in after.rounds_over if number not in over]
        items += [RoundOver(number, movement.rounds) for number in ended]
    return items


def _next_look(session: Session, now: float) -> float | None:
    if session.status is Status.PLAYING:
        late = (one.at + session.clock for one in _playing(session) if not one.late)
        return max(now + 1, min((*late, now + LOOKED_AFTER)))
    done = set(session.told) == set(session.opened) and not any(True for _ in _playing(session))
    return None if done else now + LOOKED_AFTER
