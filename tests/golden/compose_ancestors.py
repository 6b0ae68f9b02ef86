"""Composes the golden records of the games before bezique: `python -m tests.golden.compose_ancestors`, then
regenerate.

The house plays them, and closes the stock or knocks where a person would.
"""

import random
from typing import Any

from bot.house.registry import player_for
from bot.rules.bezique.ancestors.card_points import taken_by_side
from bot.rules.bezique.ancestors.moves import Close, Knock
from bot.rules.bezique.state import View
from bot.rules.game import Chance
from bot.rules.moves import Move
from bot.rules.registry import GAMES
from tests.golden.compose_whist import save

CLOSE_FROM = 40
"""Points with which the stock is closed in these records."""


def played(name: str, key: str, seed: int, **options: Any) -> None:
    """A match between house players."""
    game, hoyle, rng = GAMES[key], player_for(key), random.Random(seed)
    state = game.begin(game.options(options), None)
    moves: list[tuple[int | None, str]] = []
    while game.result(state) is None:
        due = game.to_act(state)
        if isinstance(due, Chance):
            seat, text = None, " ".join([due.verb, *rng.sample(due.pieces, due.take)])
        else:
            seat = due[0]
            view = game.view(state, seat)
            text = str(ended(view) or hoyle.choose(view, rng))
        moves.append((seat, text))
        state = game.apply(state, seat, game.parse(text)).state
    save(game, name, moves, options)


def ended(view: View) -> Move | None:
    """Closing the stock or knocking, if that wins or may win."""
    if view.seat is None or view.preliminaries is not None:
        return None
    if Knock() in view.legal:
        cards = taken_by_side(view.variant.seating, view.tricks)[view.side_of(view.seat)]
        if view.points[view.side_of(view.seat)] + cards >= (view.variant.target or 0):
            return Knock()
    if Close() in view.legal and view.points[view.side_of(view.seat)] >= CLOSE_FROM:
        return Close()
    return None


def main() -> None:
    """Compose them all."""
    played("mariage-partie", "mariage", 3, match="partie")
    played("mariage-never-closed", "mariage", 5, closing="never")
    played("brusquembille-partie", "brusquembille", 1, match="partie")
    played("brusquembille-five", "brusquembille", 2, players="five", exchange="on-your-turn")
    played("briscan-game", "briscan", 4)
    played("briscan-five-cards", "briscan", 6, dealt="five", declarations="any-number")
    played("cinq-cents-knocked", "cinq-cents", 7)
    played("cinq-cents-with-the-scores-of-briscan", "cinq-cents", 8, extras="briscan", out="wins")


if __name__ == "__main__":
    main()
