"""The score of a match of several games: games to a target, best of N, rubber or partie.

Sides are numbered as in the game's seating. A game may be void (nobody wins it), may be worth points in the
rubber, and may count for more than one game of the match.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.rules.events import Scored
from bot.rules.seats import Names


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that has been won: the winning side, its value in points where games differ in worth (else
    0), and for how many games of the match it counts."""

    winner: int
    value: int = 0
    counts: int = 1


@dataclass(frozen=True, slots=True)
class Score:
    """The match so far: each side's `points` in the game in progress, the games `won`, and the number of
    the hand in progress, counted through the whole match."""

    points: tuple[int, ...]
    won: tuple[GameResult, ...] = ()
    hand: int = 1

    @classmethod
    def start(cls, sides: int) -> "Score":
        """Nobody has anything."""
        return cls((0,) * sides)

    @property
    def games(self) -> tuple[int, ...]:
        """The games of the match each side has."""
        return tuple(
            sum(game.counts for game in self.won if game.winner == side) for side in range(len(self.points))
        )

    @property
    def game(self) -> int:
        """The number of the game in progress; a void game is played again under its number."""
        return len(self.won) + 1

    def after_hand(self, total: tuple[int, ...]) -> "Score":
        """The score once a hand is counted, `total` being the points after it."""
        return Score(total, self.won, self.hand + 1)

    def after_game(self, result: GameResult | None) -> "Score":
        """The score once the game is won, or void (None): all points start again from nothing."""
        won = self.won if result is None else (*self.won, result)
        return Score((0,) * len(self.points), won, self.hand)


def leader(points: Sequence[int]) -> int | None:
    """The side with the most points; None if the first place is shared."""
    most = max(points)
    return points.index(most) if points.count(most) == 1 else None


@dataclass(frozen=True, slots=True)
class GameWon(Scored):
    """A game is won, or void (`winner` None). `points` are each side's in it, `games` the tally after it."""

    kind = unit = "game"
    games: tuple[int, ...]

    def data(self, names: Names) -> dict[str, Any]:
        return {"number": self.number, **self.tally(names, self.games)}


@dataclass(frozen=True, slots=True)
class RubberWon(Scored):
    """The match of several games is decided. `points` are those of its last game, unless a game says
    otherwise."""

    kind = unit = "rubber"
    games: tuple[int, ...]

    def data(self, names: Names) -> dict[str, Any]:
        return self.tally(names, self.games)
