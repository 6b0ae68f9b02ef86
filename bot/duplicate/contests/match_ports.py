"""What matches between servers need from outside."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.duplicate.contests.ports import Contest, Entry
from bot.tables.state.board import Board


@dataclass(frozen=True, slots=True)
class Side:
    """A server in a match, by the name it had when it agreed, and the channel where it is told of the match.

    `message_id` is the post there, None while it is owed, and `edited_at` when it was last brought up to
    date. `told`: the channel is told nothing more. `language` is the locale of the post; empty: Discord's for
    the server.
    """

    guild_id: int
    name: str
    channel_id: int
    message_id: int | None = None
    edited_at: float = 0.0
    told: bool = False
    language: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """A match of up to `people` a side that a server offers to whoever has the code."""

    code: str
    side: Side
    game: str
    boards: int
    people: int
    expires_at: float


@dataclass(frozen=True, slots=True)
class Match:
    """A match that two servers have agreed on; its number is its contest's."""

    contest: Contest
    people: int
    sides: Sequence[Side]

    @property
    def id(self) -> int:
        return self.contest.id

    @property
    def over(self) -> bool:
        """Whether the result may be told."""
        return self.contest.closed

    def side_of(self, guild_id: int) -> int | None:
        """Which side that server is, 0 or 1."""
        return next((at for at, side in enumerate(self.sides) if side.guild_id == guild_id), None)


class MatchStore(Protocol):
    """Where matches are kept. A side's number is twice its match's, plus 0 or 1. Every method is one
    transaction."""

    async def offer(self, offer: Offer) -> None:
        """Keep an offer, in place of the one that the server has made before."""

    async def offered(self, code: str, now: float) -> Offer | None:
        """The offer with that code, if it can still be accepted."""

    async def withdraw(self, guild_id: int) -> None:
        """Delete the server's offer."""

    async def accept(
        self, offer: Offer, side: Side, contest: Contest, drawn: Sequence[Board]
    ) -> Match | None:
        """Make a match of the offer, on those boards; None if it has been accepted or withdrawn."""

    async def match(self, match_id: int) -> Match | None: ...

    async def latest(self, guild_id: int) -> Match | None:
        """The latest match of a server."""

    async def enter(self, entry: Entry, most: int) -> Entry | None:
        """Note that somebody plays for a server; what was noted first stands. None if so many play for it
        already, erased people included."""

    async def owed(self, edited_before: float) -> Sequence[int]:
        """The sides whose channel is to be told something: that the match has begun, or is over, or how it
        stands, if it was last told that before then."""

    async def posted(self, number: int, message_id: int, at: float, *, told: bool) -> None:
        """The channel of a side has been told of its match; `told`: for the last time."""
