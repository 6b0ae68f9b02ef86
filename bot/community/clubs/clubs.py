"""The use cases of clubs. What is to be done follows from what is stored, so any process may try it again."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.community.clubs.club import (
    ENTRIES_SECONDS,
    LATE_SECONDS,
    NIGHTS,
    Club,
    ClubTable,
    Event,
    Points,
    Skipped,
    State,
    What,
    points_of_session,
    points_of_table,
    ranked,
)
from bot.community.clubs.ports import ClubStore
from bot.duplicate.service import Duplicate
from bot.duplicate.sessions.movements import LEAST_BOARDS, MOST_BOARDS
from bot.duplicate.sessions.session import Kind
from bot.duplicate.sessions.session import Status as SessionStatus
from bot.rules.registry import game_named
from bot.tables.people.access import Actor
from bot.tables.service import Tables
from bot.tables.state.errors import TableError
from bot.tables.state.table import Status
from bot.tables.store.ports import Clock

log = logging.getLogger(__name__)

MOST_CLUBS: Final = 10  # how many clubs a server may have

_DAY_SECONDS = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class _Subject:
    """The session or table of a night as it is now."""

    open: bool
    entering: bool
    people: int
    played: bool


@dataclass(eq=False)
class Clubs:
    """Makes clubs, and moves their nights on. Who may change one, the surface asks."""

    store: ClubStore
    tables: Tables
    duplicate: Duplicate
    clock: Clock

    async def add(self, club: Club) -> Club:
        """Make a club (its `id` is ignored). Raises TableError, and RuleError for a game there is not."""
        if club.what is not What.TABLE and not game_named(club.game).in_sessions:
            raise TableError("no-boards")
        if not LEAST_BOARDS <= club.boards <= MOST_BOARDS:
            raise TableError("boards-range", least=LEAST_BOARDS, most=MOST_BOARDS)
        if len(await self.of_server(club.guild_id)) >= MOST_CLUBS:
            raise TableError("clubs-full", most=MOST_CLUBS)
        return await self.store.add(club)

    async def of_server(self, guild_id: int) -> Sequence[Club]:
        """The server's clubs that have not ended, by the start of their nights."""
        return [club for club in await self.store.of_server(guild_id) if not club.ended]

    async def tonight(self, guild_id: int) -> Sequence[Club]:
        """The server's clubs whose night is open or begins within a day."""
        soon = self.clock.now() + _DAY_SECONDS
        return [
            club
            for club in await self.of_server(guild_id)
            if club.state is not State.STARTED and club.starts_at < soon
        ]

    async def tables_of(self, guild_id: int, since: float = 0.0) -> Sequence[ClubTable]:
        """The tables of a server's clubs that have played since then, the latest first; without hidden
        people. Those of clubs that have ended are among them."""
        clubs = [club for club in await self.store.of_server(guild_id) if club.played]
        clubs.sort(key=lambda club: -club.played[-1][1])
        found = []
        for club in clubs:
            if club.played[-1][1] >= since:
                lines = ranked([await self._points(club, number) for number, _ in club.played], club.best)
                shown = [
                    line
                    for line in lines
                    if not (await self.tables.users.settings(line.person.user_id)).hidden
                ]
                found.append(ClubTable(club, tuple(shown)))
        return found

    async def set_best(self, club: Club, best: int) -> None:
        """Let that many nights of the last ten count. Raises TableError."""
        if not 1 <= best <= NIGHTS:
            raise TableError("not-offered")
        await self._change(replace(club, best=best))

    async def move(self, club: Club, starts_at: float) -> None:
        """Play the planned night, and those after it, at another time. Raises TableError."""
        if club.state is not State.PLANNED:
            raise TableError("night-open")
        event = Event.MAKING if club.event is Event.MADE else club.event
        await self._change(replace(club, starts_at=starts_at, event=event))

    async def cancel(self, club: Club) -> None:
        """Call the night off that is planned or open; a weekly club plans the next one. Raises TableError."""
        if club.state is State.STARTED:
            raise TableError("night-begun")
        await self._close(club)
        await self._change(club.over(self.clock.now()))

    async def end(self, club: Club) -> None:
        """End the club, after its night if that is in play. Its table stays. Raises TableError."""
        once = replace(club, weekly=False)
        if club.state is State.STARTED:
            await self._change(once)
        else:
            await self.cancel(once)

    async def channel_gone(self, guild_id: int, channel_id: int) -> None:
        """End the clubs of a deleted channel, whose sessions and tables end by themselves."""
        for club in await self.of_server(guild_id):
            if club.channel_id == channel_id:
                await self.store.replace(replace(club, weekly=False).over(self.clock.now()))

    async def note(self, club: Club, **fields: Any) -> Club | None:
        """Note what Discord was told of it; the club as it is then, None if it has changed meanwhile."""
        return await self.store.replace(replace(club, **fields))

    async def look_after(self, mine: Callable[[Club], bool], show: Callable[[Club], Awaitable[None]]) -> None:
        """Open, start and end the nights of those clubs whose time has come, and `show` them on Discord."""
        soon = self.clock.now() + ENTRIES_SECONDS
        for club in await self.store.due(self.clock.now()):
            if not mine(club):
                continue
            try:
                await show(await self._step(club) if club.starts_at <= soon and not club.ended else club)
            except TableError as refusal:
                log.info("club %s: night %s waits: %s", club.id, club.number, refusal)
            except Exception:
                log.exception("club %s: night %s could not move on", club.id, club.number)

    async def _step(self, club: Club) -> Club:
        now = self.clock.now()
        if club.state is State.PLANNED:
            if now >= club.starts_at - ENTRIES_SECONDS + LATE_SECONDS:
                return await self._change(club.over(now, skipped=Skipped.MISSED))
            return await self._open(club)
        subject, late = await self._subject(club), now >= club.starts_at + LATE_SECONDS
        if subject.played:
            return await self._change(club.over(now, played=True))
        if not subject.open and (club.state is State.STARTED or now < club.starts_at):
            return await self._change(club.over(now))
        if club.state is State.STARTED or (subject.entering and now < club.starts_at):
            return club
        if subject.open and not subject.entering:
            return await self._change(replace(club, state=State.STARTED))
        if subject.open and subject.people and not late:
            await self._start(club)
            return await self._change(replace(club, state=State.STARTED))
        await self._close(club)
        missed = Skipped.MISSED if late else None
        return await self._change(club.over(now, skipped=missed if subject.people else Skipped.EMPTY))

    async def _open(self, club: Club) -> Club:
        place = (club.host, club.guild_id, club.channel_id)
        planned: Any = {"starts_at": club.starts_at, "language": club.language}
        subject: Any
        if club.what is What.TABLE:
            subject = await self.tables.lobby.prepared(*place, club.game, **planned)
        else:
            kind, boards = Kind(club.what.value), club.boards
            subject = await self.duplicate.sessions.prepared(
                *place, kind, club.game, boards=boards, **planned
            )
        return await self._change(replace(club, state=State.OPEN), subject)

    async def _start(self, club: Club) -> None:
        number = club.subject_id or 0
        if club.what is not What.TABLE:
            await self.duplicate.sessions.start(number, _director(club))
            return
        table = (await self.tables.repository.fresh(number)).table
        if any(seat.occupant is None for seat in table.chairs):
            await self.tables.lobby.seat_house(number, _director(club))
        await self.tables.play.start(number, _director(club))

    async def _close(self, club: Club) -> None:
        if club.subject_id is None or not (await self._subject(club)).open:
            return
        table = club.what is What.TABLE
        use_case = self.tables.lobby.close if table else self.duplicate.sessions.close
        await use_case(club.subject_id, _director(club))

    async def _subject(self, club: Club) -> _Subject:
        number = club.subject_id or 0
        if club.what is What.TABLE:
            table = (await self.tables.repository.fresh(number)).table
            people, finished = len(table.chairs.members), table.status is Status.FINISHED
            return _Subject(table.open, table.status is Status.LOBBY, people, finished)
        session = await self.duplicate.repository.look(number)
        people, finished = len(session.people), session.status is SessionStatus.OVER
        return _Subject(session.open, session.status is SessionStatus.ENTERING, people, finished)

    async def _points(self, club: Club, number: int) -> Sequence[Points]:
        if club.what is What.TABLE:
            return points_of_table(await self.tables.repository.look(number))
        return points_of_session(await self.duplicate.repository.look(number))

    async def _change(self, club: Club, subject: Any = None) -> Club:
        after = await self.store.replace(club, subject)
        if after is None:
            raise TableError("busy")
        return after


def _director(club: Club) -> Actor:
    return Actor(club.host, sees=True, sends=True, manages=True)
