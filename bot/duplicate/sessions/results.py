"""What a board, a session and a day came to, as it is shown and written down. Pure.

Scores are those of North and South (`bot.duplicate.scoring`): tricks at whist, at Bishops Whist points less
those of East and West. Nothing here asks who may be told of it: `lines` of a session are those of the boards
that everybody may be told of.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from bot.duplicate.scoring import (
    Comparison,
    Standing,
    TeamsBoard,
    average_comparison,
    matchpoints,
    ranking,
    teams,
)
from bot.duplicate.sessions.session import Kind, Ruling, Scoring, Session, Status
from bot.rules.records.board_record import Par
from bot.tables.state.board import Board
from bot.tables.state.chairs import Occupant


class Worth(Enum):
    """What a board is worth to a side, and so how it is written."""

    SHARE = "share"  # a share of the matchpoints that can be had: `62.5%`
    DIFFERENCE = "difference"  # tricks, or points, above the average or the other table: `+1.5`


WORTH_OF = {
    Scoring.MATCHPOINTS: Worth.SHARE,
    Scoring.AVERAGE: Worth.DIFFERENCE,
    Scoring.TOTAL: Worth.DIFFERENCE,
}
"""How each way of scoring is written."""


@dataclass(frozen=True, slots=True)
class TravellerLine:
    """What was made of a board at one table.

    `players` sat North, East, South and West when it ended. `score` is that of N-S, None where there is none;
    `ns` and `ew` what it is worth to each side, None where nothing is compared yet. `ruling`: the director
    has ruled of it.
    """

    table: int
    players: tuple[Occupant, ...]
    score: int | None
    ns: Fraction | None = None
    ew: Fraction | None = None
    ruling: Ruling | None = None

    def played(self, user_id: int) -> bool:
        """Whether that person sat there."""
        return any(getattr(player, "user_id", None) == user_id for player in self.players)


@dataclass(frozen=True, slots=True)
class BoardResult:
    """A board with its traveller, by tables, and its double-dummy value where that is known."""

    board: Board
    lines: tuple[TravellerLine, ...] = ()
    worth: Worth = Worth.SHARE
    par: Par | None = None


class Direction(Enum):
    """Who is ranked together: those who sat North and South, East and West, or everybody."""

    NS = "ns"
    EW = "ew"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Ranked:
    """A pair, or a team, in the ranking. `players` are a pair's two, or a team's four."""

    players: tuple[Occupant, ...]
    standing: Standing


@dataclass(frozen=True, slots=True)
class Field:
    """Those who are ranked against each other, the best first."""

    direction: Direction
    ranked: tuple[Ranked, ...]


@dataclass(frozen=True, slots=True)
class SessionResult:
    """The ranking of a session as far as it may be told: of a match of teams also the boards that both tables
    have done, as the first team sees them. `boards` is of how many it tells, `over`: there is no more."""

    session: Session
    worth: Worth
    fields: tuple[Field, ...]
    boards: int
    swings: tuple[TeamsBoard, ...] = ()

    @property
    def over(self) -> bool:
        """Whether all of it is played."""
        return self.session.status is Status.OVER


def comparisons(session: Session) -> list[Comparison]:
    """The lines of the boards that may be told, each with what it is worth, by board and table."""
    compare = average_comparison if session.scoring is Scoring.AVERAGE else matchpoints
    return compare(session.lines())


def rankings(session: Session) -> tuple[tuple[Ranked, ...], ...]:
    """The pairs of a session by what they have made of the boards that may be told, the best first.

    Where those who sit N-S and those who sit E-W do not change, as in Mitchell's movement, there are two
    rankings, N-S first; else one.
    """
    movement = session.movement
    if movement is None or session.kind is not Kind.PAIRS:
        return ()
    compared = comparisons(session)
    found = []
    for places in movement.fields:
        entries = {entry.number: entry for entry in session.entries if entry.place in places}
        standings = ranking(compared, tuple(entries), summed=session.scoring is Scoring.AVERAGE)
        found.append(tuple(Ranked(entries[one.contestant].players, one) for one in standings))
    return tuple(found)


def board_result(session: Session, board: Board, par: Par | None = None) -> BoardResult:
    """A board of a session with what was made of it, as far as that may be told."""
    number = board.number
    if session.kind is Kind.TEAMS:
        gained = {one.board: one.gained for one in teams(session.lines())}.get(number)
        worths = {} if gained is None else {1: (gained, -gained), 2: (-gained, gained)}
    else:
        worths = {
            one.line.table: (one.ns, one.ew) for one in comparisons(session) if one.line.board == number
        }
    lines = []
    for line in session.lines():
        if line.board == number:
            one = session.dealt[line.table, number]
            ns, ew = worths.get(line.table, (None, None))
            lines.append(TravellerLine(line.table, one.players, line.score, ns, ew, one.ruling))
    return BoardResult(board, tuple(lines), WORTH_OF[session.scoring], par)


def session_result(session: Session) -> SessionResult:
    """The ranking of a session, of the boards that may be told."""
    worth, told = WORTH_OF[session.scoring], len({line.board for line in session.lines()})
    if session.kind is Kind.TEAMS:
        swings = tuple(teams(session.lines()))
        return SessionResult(session, worth, (_teams_field(session, swings),), told, swings)
    fields = rankings(session)
    directions = (Direction.ALL,) if len(fields) == 1 else (Direction.NS, Direction.EW)
    told_fields = tuple(Field(*pair) for pair in zip(directions, fields, strict=False))
    return SessionResult(session, worth, told_fields, told)


def winning_team(session: Session) -> int | None:
    """The team that is ahead by the boards that may be told; None for neither, and for pairs."""
    swings = teams(session.lines()) if session.kind is Kind.TEAMS else ()
    total = swings[-1].carried if swings else 0
    return int(total < 0) if total else None


def _teams_field(session: Session, swings: Sequence[TeamsBoard]) -> Field:
    total = swings[-1].carried if swings else Fraction()
    count = len(swings)
    ranked = []
    for team in (0, 1) if total >= 0 else (1, 0):
        ours = total if team == 0 else -total
        standing = Standing(team, 1 if ours >= 0 else 2, not total, count, ours, ours / max(1, count))
        ranked.append(Ranked(_members(session, team), standing))
    return Field(Direction.ALL, tuple(ranked) if count else ())


def _members(session: Session, team: int) -> tuple[Occupant, ...]:
    # Who plays in a team now, that of N-S at the lower table first.
    holders = sorted(
        (entry for entry in session.entries if entry.team == team and entry.until is None),
        key=lambda entry: entry.place or 0,
    )
    return tuple(player for entry in holders for player in entry.players)
