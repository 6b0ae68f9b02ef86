"""Counting a deal, a game and the rubber (Matador, rules 5, 6 and 8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.rules.match import leader
from bot.rules.tiles import Tile

GAME: Final = 100
GAMES_IN_RUBBER: Final = 2


@dataclass(frozen=True, slots=True)
class Count:
    """How a deal ended: `out` is who laid the last tile, None if the game was blocked. `pips` are
    those left in each hand, `points` what each scores."""

    out: int | None
    pips: tuple[int, ...]

    @property
    def winner(self) -> int | None:
        """The seat that went out or, if blocked, holds the fewest; None if two hold as few."""
        return leader([-pips for pips in self.pips]) if self.out is None else self.out

    @property
    def points(self) -> tuple[int, ...]:
        """All the adversary's pips for the winner; else nothing."""
        return tuple(
            sum(self.pips) - pips if seat == self.winner else 0 for seat, pips in enumerate(self.pips)
        )


def pips_in(hand: tuple[Tile, ...]) -> int:
    """The pips of a hand; doubles count both halves."""
    return sum(tile.pips for tile in hand)


def game_winner(total: Sequence[int]) -> int | None:
    """The side that has a hundred; only one scores in a deal, so never two."""
    return next((side for side, points in enumerate(total) if points >= GAME), None)


def is_zapatero(total: Sequence[int]) -> bool:
    """Whether the losers have not made a single point: it counts as the rubber (rule 8)."""
    return sum(total) == max(total)
