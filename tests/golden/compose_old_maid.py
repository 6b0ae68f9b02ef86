"""Composes the golden records of Old Maid: `python -m tests.golden.compose_old_maid`, then regenerate."""

from bot.rules.registry import GAMES
from tests.golden.compose_whist import over, played

GAME = GAMES["old-maid"]


def main() -> None:
    """Write every record."""
    played(GAME, "old-maid-four", 1, over(GAME))
    played(GAME, "old-maid-two-by-hand", 2, over(GAME), players=2, throw="by-hand")
    played(GAME, "old-maid-six-drawing-again", 3, over(GAME), players=6, draw_again=True)
    played(GAME, "old-maid-cut", 4, over(GAME), players=3, cut=True)


if __name__ == "__main__":
    main()
