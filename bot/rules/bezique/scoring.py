"""Games and the partie (RULES F1.18-19; Cady, The Game N.B. and Declaring)."""

from typing import Final

GAME: Final = 1000
DOUBLE_UNDER: Final = 500
"""A loser with less than this loses a double game."""

PARTIE: Final = 3
"""Games that win the partie, a double counting two."""

LAST_TRICK_POINTS: Final = 10


def reached(points: tuple[int, int]) -> bool:
    """Whether anybody has a thousand."""
    return max(points) >= GAME


def higher(points: tuple[int, int]) -> int | None:
    """Whoever has more; None: equal."""
    return None if points[0] == points[1] else int(points[1] > points[0])


def games_for(loser: int) -> int:
    """What the game counts for when the loser has that many points."""
    return 2 if loser < DOUBLE_UNDER else 1
