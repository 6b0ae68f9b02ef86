"""What people made of what they played: lines of a leaderboard, a person's record, winners of seasons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from bot.rules.game import Ranking
from bot.tables.state.seasons import Season

DETAILS: Final = ("saved", "captured", "brisques", "declared", "counters", "claims")
"""What may be among the details of a result: bishops that a side saved and captured, its brisques and the
points of its declarations, the counters it won from each opponent, the claims a person made."""

FEWEST_HANDS: Final = 10  # so many hands are needed for the point difference a hand to count in a ranking
FEWEST_GAMES: Final = 5  # so many games are needed to be ranked by the share of them that was won


class Company(Enum):
    """Whose results count: those of tables of people alone, those with a house player, or both."""

    PEOPLE = "people"
    HOUSE = "house"
    ALL = "all"


class By(Enum):
    """Who stands on a leaderboard, and by what: players or partnerships by what they won, or players by the
    points of their chouettes."""

    PLAYERS = "players"
    PAIRS = "pairs"
    STAKES = "chouettes"


class Measure(Enum):
    """What is counted as won."""

    MATCHES = "matches"
    GAMES = "games"
    HANDS = "hands"


@dataclass(frozen=True, slots=True)
class Span:
    """The time whose results count, from `start` to before `end`; None: without a bound."""

    start: float | None = None
    end: float | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a leaderboard or a record: a player, or a partnership (`partner_id` not 0).

    Names are the latest known, empty for none. `points` and `against` are those of hands; `stakes` are the
    points of `chouettes`, of which there were so many.
    """

    user_id: int
    partner_id: int
    matches: int
    matches_won: int
    games: int
    games_won: int
    hands: int
    hands_won: int
    points: int
    against: int
    name: str = ""
    partner_name: str = ""
    chouettes: int = 0
    stakes: int = 0

    def tally(self, measure: Measure) -> tuple[int, int]:
        """How many of those were won, and of how many."""
        match measure:
            case Measure.MATCHES:
                return self.matches_won, self.matches
            case Measure.GAMES:
                return self.games_won, self.games
        return self.hands_won, self.hands

    @property
    def difference(self) -> float | None:
        """The points made a hand less those of the other side; None without a hand."""
        return (self.points - self.against) / self.hands if self.hands else None


def measure_of(standings: Sequence[Standing], ranking: Ranking) -> Measure:
    """What those standings are first told apart by: the largest unit of which anybody has won one. A match
    of a single game is told as a game."""
    single = all(line.tally(Measure.MATCHES) == line.tally(Measure.GAMES) for line in standings)
    won = {measure for measure in Measure if any(line.tally(measure)[0] for line in standings)}
    if Measure.MATCHES in won and ranking is Ranking.WINS and not single:
        return Measure.MATCHES
    return Measure.GAMES if Measure.GAMES in won else Measure.HANDS


@dataclass(frozen=True, slots=True)
class Query:
    """Which results of a server a leaderboard is made of, and how it is ordered. `most` lines are wanted."""

    guild_id: int
    game: str
    ranking: Ranking
    span: Span
    company: Company
    by: By
    most: int


@dataclass(frozen=True, slots=True)
class SeasonWinner:
    """Somebody who came to one of the first places of a season. `house`: house players played, too, for
    there was no result among people."""

    season: Season
    place: int
    user_id: int
    house: bool
    measure: Measure
    won: int
    played: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """One hand or game of a person's form: the points by which their side was ahead, and whether it won."""

    difference: int
    won: bool | None


@dataclass(frozen=True, slots=True)
class PersonalRecord:
    """What a person made of a game.

    `people` and `house` are the totals among people alone and with the house. `partners` are the people
    they played with, the best first; the last, under 0, is the house as a partner, where it was one.
    `form` are the latest results, oldest first, of `unit` (`hand` or `game`). `details` are sums, each with
    the number of hands that had it. `seasons` are the places they have come to.
    """

    people: Standing
    house: Standing
    partners: Sequence[Standing] = ()
    unit: str = "hand"
    form: Sequence[Result] = ()
    details: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    seasons: Sequence[SeasonWinner] = ()

    @property
    def empty(self) -> bool:
        """Whether there is no result in it."""
        lines = (self.people, self.house)
        return not any(line.chouettes or line.tally(measure)[1] for line in lines for measure in Measure)
