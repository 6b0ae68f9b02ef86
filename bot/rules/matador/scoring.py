"""Counting a deal, a game and the rubber (Matador, rules 5, 6 and 8)."""

from dataclasses import dataclass
from typing import Final

from bot.rules.dominoes.tiles import Tile

GAME: Final = 100
GAMES_IN_RUBBER: Final = 2


@dataclass(frozen=True, slots=True)
class Count:
    """How a deal ended: `out` is who laid the last tile, None if the game was blocked. `pips` are
    those left in each hand, `points` what each scores.
    """

    out: int | None
    pips: tuple[int, int]

    @property
    def points(self) -> tuple[int, int]:
        """All the adversary's pips for whoever went out or, if blocked, holds fewer; else nothing."""
        first, second = self.pips
        winner = self.out
        if winner is None and first != second:
            winner = 0 if first < second else 1
        if winner is None:
            return 0, 0
        return (second, 0) if winner == 0 else (0, first)


def pips_in(hand: tuple[Tile, ...]) -> int:
    """The pips of a hand; doubles count both halves."""
    return sum(tile.pips for tile in hand)


def game_winner(total: tuple[int, int]) -> int | None:
    """The side that has a hundred; only one scores in a deal, so never both."""
    return next((side for side in (0, 1) if total[side] >= GAME), None)


def is_zapatero(total: tuple[int, int]) -> bool:
    """Whether the loser has not made a single point: it counts as the rubber (rule 8)."""
    return min(total) == 0
