"""What the morning post and the problem of the day need from outside."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.tables.state.moments import Moment
from bot.tables.state.outcomes import Chair
from bot.tables.state.preferences import ServerSettings


@dataclass(frozen=True, slots=True)
class Source:
    """Where a problem comes from: a decision of a finished hand at a table, or with `collected` a problem of
    the collection (`bot.community.mornings.collection`), whose number it is."""

    table_id: int = 0
    hand: int = 0
    step: int = 0
    collected: int | None = None


@dataclass(frozen=True, slots=True)
class DailyProblem:
    """The problem of a day at a server: what should have been done instead of `made`?

    `answers` are the moves to choose from; the first of `moment.better` is the right one. Until `closes_at`,
    in seconds, nobody is told which.
    """

    guild_id: int
    day: int
    source: Source
    game: str
    made: str
    answers: tuple[str, ...]
    moment: Moment
    closes_at: float

    @property
    def right(self) -> int:
        """The number of the right answer."""
        return self.answers.index(self.moment.better[0])


@dataclass(frozen=True, slots=True)
class SharedHand:
    """A hand that some of its people allow to be a problem; `chairs` says who played it, by seat."""

    table_id: int
    hand: int
    chairs: Sequence[Chair]
    allowing: Collection[int]


@dataclass(frozen=True, slots=True)
class Morning:
    """The morning post of a day at a server, due `at` that time, in seconds.

    `message_id` is None while it is owed, 0 if there is none. `refused`: Discord refuses posts there.
    """

    guild_id: int
    day: int
    at: float
    message_id: int | None = None
    refused: bool = False


class MorningStore(Protocol):
    """Where mornings and problems of the day are kept. Every method is one transaction."""

    async def servers(self) -> Sequence[ServerSettings]:
        """The servers that have a channel for their mornings."""

    async def played(self, guild_id: int, since: float) -> bool:
        """Whether anybody has finished a hand there since that time, or begun a contest for it."""

    async def owe(self, morning: Morning) -> None:
        """Owe that post; one that is stored already for that day stands."""

    async def morning(self, guild_id: int, day: int) -> Morning | None:
        """The morning of that day."""

    async def owed(self) -> Sequence[Morning]:
        """The posts owed, the oldest first."""

    async def latest(self, guild_id: int, before: int) -> Morning | None:
        """The latest morning of a server before that day of which there was a post, or whose post was
        refused."""

    async def posted(self, morning: Morning) -> None:
        """Store `message_id` and `refused` of that morning."""

    async def add(self, problem: DailyProblem) -> DailyProblem:
        """Store a problem; one that is stored already for that day stands, and is returned."""

    async def problem(self, guild_id: int, day: int) -> DailyProblem | None:
        """The problem of that day."""

    async def used(self, guild_id: int) -> Collection[Source]:
        """Where the server's problems so far came from."""

    async def close(self, guild_id: int, before: int, at: float) -> None:
        """The problems of the days before that one close at that time, if they do not close earlier."""

    async def shared(self, guild_id: int, since: float, most: int) -> Sequence[SharedHand]:
        """The latest hands that ended there since that time, played by people who allow problems."""

    async def vote(self, guild_id: int, day: int, user_id: int, choice: int, at: float) -> int:
        """Store somebody's answer to a problem. Returns their answer, which is the first they gave."""

    async def votes(self, guild_id: int, day: int) -> Mapping[int, int]:
        """How many people have given each answer, by its number."""
