"""Composes the golden records of Matador: `python -m tests.golden.compose_matador`, then regenerate."""

from bot.rules.registry import GAMES
from tests.golden.compose_whist import over, played

GAME = GAMES["matador"]


def main() -> None:
    """Write every record."""
    played(GAME, "matador-rubber", 1, over(GAME))
    played(GAME, "matador-four-dominoes", 2, over(GAME), tiles=4, match="game", opening="that")
    played(GAME, "matador-cut", 3, over(GAME), tiles=7, match="game", cut=True)


if __name__ == "__main__":
    main()
