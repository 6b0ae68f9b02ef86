"""What came of the play at a table, for leaderboards and statistics."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.rules.achievements import Achievement
from bot.rules.records.record import Analysis

ALONE = -2  # the partner's id of who plays with a dummy, or alone where others have partners
Chair: TypeAlias = int | str  # who played a whole match in a chair: a person's id, a house player's key
SEVERAL = 0  # stands for several in turn, and for somebody who has been erased


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """Who played a hand that is over at `at`, by seat."""

    number: int
    at: float
    chairs: tuple[Chair, ...]


@dataclass(frozen=True, slots=True)
class Achieved:
    """An achievement of a person, stored only if it is their first of its kind: in that hand of a table, or
    (`table_id` 0) in that session of Duplicate."""

    user_id: int
    achievement: Achievement
    game: str
    at: float
    table_id: int = 0
    hand: int = 0
    session_id: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one person made of one unit of play (hand, game, rubber), for the leaderboard.

    `partner_id` is 0 without a partner or with a house player, and `ALONE` where others had partners.
    `won` None: no winner. `name` is the one they sat under. `house` says that a house player had a chair in
    it, `match` that it decided the whole match. `details` are numbers that only some games have
    (`bot.tables.state.results.DETAILS`).
    """

    table_id: int
    guild_id: int
    game: str
    unit: str
    number: int
    at: float
    user_id: int
    partner_id: int
    points: int
    against: int
    won: bool | None
    name: str = ""
    house: bool = False
    match: bool = False
    details: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HandAnalysis:
    """A hand's double-dummy analysis, to be kept. `lost` is what each person gave away that counts in
    their statistics, by user id; empty if not enough of the hand was analysed. `people` is whose the names
    in the analysis are, by seat: a user id, or None for a house player."""

    table_id: int
    guild_id: int
    game: str
    at: float
    analysis: Analysis
    lost: Mapping[int, int]
    people: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenAway:
    """What a person gave away in `hands` analysed hands of a game, in sum; `unit` is `points` or `tricks`."""

    game: str
    unit: str
    hands: int
    lost: int
