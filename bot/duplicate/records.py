"""Boards and sessions as data, once everybody may be told of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.duplicate.contests.contests import Opened
from bot.duplicate.sessions.access import Action, require
from bot.duplicate.sessions.repository import SessionRepository
from bot.duplicate.sessions.results import (
    BoardResult,
    Ranked,
    SessionResult,
    TravellerLine,
    board_result,
    session_result,
)
from bot.duplicate.sessions.session import Session
from bot.rules.records.board_record import (
    BoardPlayed,
    BoardRecord,
    EntryRecord,
    Par,
    RankedField,
    RankedPair,
    SessionRecord,
    dealt_hands,
)
from bot.rules.records.record import Record, Seal
from bot.tables.judging.pars import Pars
from bot.tables.judging.records import record_of
from bot.tables.people.access import Actor
from bot.tables.seating.boards import Boards
from bot.tables.state.board import Board
from bot.tables.state.chairs import Occupant
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot


@dataclass(frozen=True, slots=True)
class Results:
    """What boards and sessions came to, for those who may be told, to be shown and as data."""

    repository: SessionRepository
    boards: Boards
    pars: Pars

    async def board(self, session_id: int, actor: Actor, number: int) -> BoardResult:
        """A board of a session with what was made of it, once everybody may be told.

        Raises TableError: `no-session`, `no-board` for one there is not, `board-closed` before that.
        """
        session = await self._session(session_id, actor)
        return await self._board(session, number)

    async def session(self, session_id: int, actor: Actor) -> SessionResult:
        """The ranking of a session, of the boards that everybody may be told of. Raises TableError."""
        return session_result(await self._session(session_id, actor))

    async def board_record(self, session_id: int, actor: Actor, number: int) -> BoardRecord:
        """A board of a session as data, with every move made of it. Raises TableError as `board` does."""
        session = await self._session(session_id, actor)
        return await self._recorded(session, number)

    async def session_record(self, session_id: int, actor: Actor) -> SessionRecord:
        """A session as data: the boards that everybody may be told of, and the ranking so far. Raises
        TableError (`no-session`; `no-record` before the first board may be told)."""
        session = await self._session(session_id, actor)
        if not session.told:
            raise TableError("no-record")
        boards = [await self._recorded(session, number) for number in session.told]
        return _session_record(session, boards)

    async def _session(self, session_id: int, actor: Actor) -> Session:
        session = await self.repository.look(session_id)
        require(actor, Action.LOOK, session)
        return session

    async def _board(self, session: Session, number: int) -> BoardResult:
        if not 1 <= number <= len(session.board_ids):
            raise TableError("no-board")
        if number not in session.told:
            raise TableError("board-closed", board=number)
        board = await self.boards.board(session.board_ids[number - 1])
        return board_result(session, board, await self.pars.known(board.id))

    async def _recorded(self, session: Session, number: int) -> BoardRecord:
        result = await self._board(session, number)
        played = [
            board_played(line, await self._moves(session, result.board, line.table)) for line in result.lines
        ]
        return board_record(result.board, result.par, played)

    async def _moves(self, session: Session, board: Board, table: int) -> Record | None:
        snapshot = await self.boards.at(session.id, board.id, table)
        return None if snapshot is None else record_of(snapshot)


def contest_record(opened: Opened, own: TableSnapshot | None) -> BoardRecord:
    """A board of a contest that is over as data, with how whoever asks has played it, if they have."""
    played = []
    if own is not None and opened.mine is not None:
        played = [BoardPlayed(table=1, score=opened.mine, record=record_of(own))]
    return board_record(opened.board, opened.par, played)


def board_record(board: Board, par: Par | None, played: Sequence[BoardPlayed]) -> BoardRecord:
    """A board as data, with how it was played at those tables."""
    hands, trump = dealt_hands(board.dealt, len(board.seating))
    return BoardRecord(
        format="cardinal-board/1",
        game=board.game,
        options=dict(board.options),
        number=board.number,
        dealer=board.dealer,
        opening=list(board.opening),
        seal=Seal(move=0, salt=board.seal.salt, sha256=board.seal.sha256),
        trump=trump,
        hands=hands,
        double_dummy=par,
        played=list(played),
    )


def board_played(line: TravellerLine, record: Record | None) -> BoardPlayed:
    """A line of the traveller as data, with the moves where they are kept."""
    return BoardPlayed(
        table=line.table,
        score=line.score,
        ns=_exact(line.ns),
        ew=_exact(line.ew),
        ruled=line.ruling is not None,
        record=record,
    )


def _session_record(session: Session, boards: list[BoardRecord]) -> SessionRecord:
    return SessionRecord(
        format="cardinal-session/1",
        kind=session.kind.value,
        scoring=session.scoring.value,
        game=session.game,
        options=dict(session.options),
        entries=[
            EntryRecord(number=one.number, players=_names(one.players), team=one.team)
            for one in session.entries
            if one.place is not None
        ],
        boards=boards,
        ranking=[
            RankedField(direction=field.direction.value, ranked=[_ranked(one) for one in field.ranked])
            for field in session_result(session).fields
        ],
    )


def _ranked(one: Ranked) -> RankedPair:
    standing = one.standing
    return RankedPair(
        rank=standing.rank,
        tied=standing.tied,
        players=_names(one.players),
        boards=standing.boards,
        total=str(standing.total),
    )


def _names(players: Sequence[Occupant]) -> list[str]:
    return [player.name for player in players]


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else str(value)
