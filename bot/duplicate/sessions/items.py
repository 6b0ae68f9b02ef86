"""What a session owes its channel: what happened, to whom, how much. The surface makes sentences of it.

None of these tells anything of a board's cards or of what was scored, but `BoardTold` and `SessionOver`,
which come when nobody has the boards still to play.
"""

from dataclasses import dataclass
from typing import TypeAlias

from bot.tables.state.chairs import Occupant, Person


@dataclass(frozen=True, slots=True)
class SessionStarted:
    """It has begun, with that many tables and rounds."""

    tables: int
    rounds: int


@dataclass(frozen=True, slots=True)
class TableFinished:
    """A table has finished a board."""

    table: int
    board: int


@dataclass(frozen=True, slots=True)
class BoardBrokenOff:
    """A board has been given up at a table; it is an average for both sides unless the director rules."""

    table: int
    board: int


@dataclass(frozen=True, slots=True)
class BoardTold:
    """Everybody has played the board: its traveller may be shown."""

    board: int


@dataclass(frozen=True, slots=True)
class RoundOver:
    """A round is over at every table; who sits out in the next."""

    round: int
    rounds: int


@dataclass(frozen=True, slots=True)
class TableLate:
    """A table has not finished a board in time: from now on it is played quickly, and the house plays for
    those waited for."""

    table: int
    board: int
    waited: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class PairLeft:
    """A person has left in play; `house` plays for them from now on."""

    person: Person
    house: Occupant


@dataclass(frozen=True, slots=True)
class PairIn:
    """A pair comes in late, from that round on."""

    players: tuple[Occupant, ...]
    round: int


@dataclass(frozen=True, slots=True)
class BoardRuled:
    """The director has ruled of a board at a table."""

    table: int
    board: int
    by: Person


@dataclass(frozen=True, slots=True)
class SessionOver:
    """All boards are played."""


@dataclass(frozen=True, slots=True)
class SessionCancelled:
    """It was cancelled: by that person, or (None) because nobody started it or its channel is gone."""

    by: Person | None


SessionItem: TypeAlias = (
    SessionStarted
    | TableFinished
    | BoardBrokenOff
    | BoardTold
    | RoundOver
    | TableLate
    | PairLeft
    | PairIn
    | BoardRuled
    | SessionOver
    | SessionCancelled
)


@dataclass(frozen=True, slots=True)
class SessionPost:
    """A post that is owed to the session's channel; `number` counts from 1 in the session, `at` is when it
    was owed."""

    session_id: int
    number: int
    items: tuple[SessionItem, ...]
    at: float
