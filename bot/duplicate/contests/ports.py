"""What contests need from outside: a contest is a set of boards that people play one after another, each on
their own against the house, between two moments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Protocol

from bot.duplicate.contests.collusion import Play
from bot.duplicate.contests.comparison import Counts, Scores
from bot.tables.state.board import Board


class Kind(Enum):
    """What a contest is for. Anybody may play the boards of a day; those of another contest only the people
    who were entered for it."""

    DAY = "day"
    CHALLENGE = "challenge"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Contest:
    """A number of boards of a game, to be played from `begins_at` to before `ends_at`, in seconds.

    `pool` tells the days of a game apart that have boards of their own; other contests have none. Once it is
    `closed`, nobody plays it any more, and its boards are open.
    """

    id: int
    kind: Kind
    game: str
    boards: int
    begins_at: float
    ends_at: float
    pool: int | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class ContestBoard:
    """A board of a contest."""

    contest: Contest
    board: Board

    @property
    def number(self) -> int:
        """Which of the contest's boards it is, from 1."""
        return self.board.number


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody plays a contest, for that server (0: for none), under that name.

    `scores` are those of all boards, once all are played.
    """

    contest_id: int
    user_id: int
    guild_id: int
    name: str
    at: float
    scores: Scores = ()


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody made of a board of a contest, at that table."""

    contest_id: int
    number: int
    user_id: int
    score: int
    table_id: int
    at: float


@dataclass(frozen=True, slots=True)
class Field:
    """What all made of a contest: `counts` is how many people made each score, by the board's number, and
    `lines` how many made each line of scores of all boards."""

    counts: Mapping[int, Counts]
    lines: Sequence[tuple[Scores, int]]


@dataclass(frozen=True, slots=True)
class DailyLine:
    """Somebody's line in the table of a period: over how many days, and their mean worth a day."""

    user_id: int
    name: str
    days: int
    worth: Fraction


@dataclass(frozen=True, slots=True)
class DailyQuery:
    """Which table is asked for: the days from `first` to before `end`, the best `most`; 0: of all servers."""

    guild_id: int
    game: str
    first: int
    end: int
    fewest: int
    most: int


class ContestStore(Protocol):
    """Where contests and what people made of them are kept. Every method is one transaction."""

    async def add(self, contest: Contest, drawn: Sequence[Board]) -> Sequence[ContestBoard]:
        """Store a contest with the boards drawn for it (ids are ignored); of a day that is stored already the
        boards kept first stand. Returns those that do."""

    async def boards(self, contest_id: int) -> Sequence[ContestBoard]:
        """The boards of a contest by number; none if there is no such contest."""

    async def which(self, board_id: int) -> ContestBoard | None:
        """The board with that id, if it is one of a contest."""

    async def enter(self, entry: Entry) -> Entry:
        """Note that somebody plays a contest; what was noted first stands, and is returned. Of the pools of a
        day and game a person enters one: the entry returned may be one for another pool."""

    async def entry(self, contest_id: int, user_id: int) -> Entry | None:
        """What is noted of that person and contest."""

    async def erased(self, contest: Contest, user_id: int) -> bool:
        """Whether that person entered a contest and has been erased since, while it is open."""

    async def entries(self, contest_id: int) -> Sequence[Entry]:
        """All entries of a contest, the first first; erased people have ids below 0 and no name."""

    async def record(self, score: Score) -> None:
        """Keep a score; one that is kept already stands. The last completes the person's entry. Of a person
        who has not entered, or has been erased, nothing is kept."""

    async def adopt(self) -> None:
        """Take over entries that processes of the release before contests have stored since the migration."""

    async def unrecorded(self, contest_id: int | None = None) -> Sequence[int]:
        """Ids of finished tables of that contest, or of all not closed yet (None), whose scores are not
        kept."""

    async def scores(self, contest_id: int, user_id: int) -> Mapping[int, int]:
        """What that person made of each board so far, by number."""

    async def fields(self, contest_id: int, *guild_ids: int | None) -> Sequence[Field]:
        """What the people of each of those servers, or (None) of all, made of it, as of one moment."""

    async def fields_of(self, contest_ids: Sequence[int]) -> Mapping[int, Field]:
        """What all people made of each of those contests, as of one moment."""

    async def playing(self, contest_id: int) -> Sequence[int]:
        """Ids of open tables at which boards of that contest are played."""

    async def not_closed(self, now: float) -> Sequence[int]:
        """Ids of the contests that are over and not closed, the one that ends first first: those that have
        ended by then, and those besides days all of whose people have played all boards."""

    async def close(self, contest_id: int, worth: Mapping[Scores, Fraction]) -> None:
        """The contest is over and its boards are open: each line of scores was worth so much, for good."""


class DailyStore(Protocol):
    """What is asked of contests that are days. Every method is one transaction."""

    async def boards(self, day: int, game: str) -> Sequence[ContestBoard]:
        """The day's boards by pool and number; none if not all pools are drawn yet."""

    async def entered(self, day: int, game: str, user_id: int) -> int | None:
        """The contest that person has entered on that day, of whatever pool."""

    async def people(self, day: int, game: str) -> int:
        """How many have played all boards of that day."""

    async def plays(self, guild_id: int, since: float) -> Sequence[Play]:
        """What people have played for that server on days that ended after `since` and are closed; hidden and
        erased people are left out."""

    async def lot(self, day: int, user_id: int, guild_id: int) -> int:
        """A number, drawn at random for each day and server; in a DM (0) it is that of the server for which
        the person has played a day last, or one of their own."""

    async def latest_game(self, user_id: int) -> str | None:
        """The game of the latest day that person entered."""

    async def days_played(self, user_id: int, game: str, most: int) -> Sequence[int]:
        """The days of which that person has played all boards, the latest first."""

    async def days_of_server(self, guild_id: int, most: int) -> Sequence[int]:
        """The days of which somebody of that server has played all boards of a game, the latest first."""

    async def table(self, query: DailyQuery) -> Sequence[DailyLine]:
        """The best of a period by what their days were worth on average, those of more days first among
        equals; hidden and erased people stand nowhere."""

    async def games(self, guild_id: int) -> Sequence[str]:
        """The games of which people of that server have played whole days that are over, the latest first."""
