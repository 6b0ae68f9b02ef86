"""What the board of the day needs from outside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from bot.duplicate.daily.days import Counts, Scores
from bot.tables.state.board import Board


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody plays the boards of a day at a game: asked for on that server (0: in a DM), under that name.

    `scores` are all four, once all are played.
    """

    day: int
    game: str
    user_id: int
    guild_id: int
    name: str
    at: float
    scores: Scores = ()


@dataclass(frozen=True, slots=True)
class DailyBoard:
    """A board of a day."""

    day: int
    board: Board

    @property
    def game(self) -> str:
        """What is played."""
        return self.board.game

    @property
    def number(self) -> int:
        """Which of the day's boards it is, from 1."""
        return self.board.number


@dataclass(frozen=True, slots=True)
class DailyScore:
    """What somebody made of a board of a day, at that table."""

    day: int
    game: str
    number: int
    user_id: int
    score: int
    table_id: int
    at: float


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


@dataclass(frozen=True, slots=True)
class Field:
    """What all made of a day: `counts` is how many people made each score, by the board's number, and `lines`
    how many made each line of four scores."""

    counts: Mapping[int, Counts]
    lines: Sequence[tuple[Scores, int]]


class DailyStore(Protocol):
    """Where boards of the day and what people made of them are kept. Every method is one transaction."""

    async def boards(self, day: int, game: str) -> Sequence[DailyBoard]:
        """The day's boards by number; none if they are not drawn yet."""

    async def keep_boards(self, day: int, game: str, drawn: Sequence[Board]) -> Sequence[DailyBoard]:
        """Store the boards drawn for that day (their ids are ignored), unless there are some already; those
        kept first stand, and are returned."""

    async def which(self, board_id: int) -> DailyBoard | None:
        """The board with that id, if it is one of a day."""

    async def enter(self, entry: Entry) -> Entry:
        """Note that somebody plays the day's boards; what was noted first stands, and is returned."""

    async def entry(self, day: int, game: str, user_id: int) -> Entry | None:
        """What is noted of that person and day."""

    async def latest_game(self, user_id: int) -> str | None:
        """The game at which that person entered last."""

    async def erased(self, day: int, game: str, user_id: int) -> bool:
        """Whether that person entered the day's boards and has been erased since, while the day is open."""

    async def record(self, score: DailyScore) -> None:
        """Keep a score; one that is kept already stands. With the fourth the person's day is whole. Of a
        person who has not entered, or has been erased, nothing is kept."""

    async def unrecorded(self, first: int) -> Sequence[int]:
        """Ids of finished tables of boards from that day on whose scores are not kept."""

    async def scores(self, day: int, game: str, user_id: int) -> Mapping[int, int]:
        """What that person made of each board so far, by number."""

    async def fields(self, day: int, game: str, *guild_ids: int | None) -> Sequence[Field]:
        """What the people of each of those servers, or (None) of all, made of the day, as of one moment."""

    async def days_played(self, user_id: int, game: str, most: int) -> Sequence[int]:
        """The days of which that person has played all boards, the latest first."""

    async def playing(self, day: int, game: str) -> Sequence[int]:
        """Ids of open tables at which boards of that day are played."""

    async def not_closed(self, before: int) -> Sequence[tuple[int, str]]:
        """The days before that one, with their games, that have not been closed; the oldest first."""

    async def close(self, day: int, game: str, worth: Mapping[Scores, Fraction]) -> None:
        """The day is over and its boards are open: each line of scores was worth so much, for good."""

    async def table(self, query: DailyQuery) -> Sequence[DailyLine]:
        """The best of a period by what their days were worth on average, those of more days first among
        equals; hidden and erased people stand nowhere."""

    async def games(self, guild_id: int) -> Sequence[str]:
        """The games of which people of that server have played whole days that are over, the latest first."""
