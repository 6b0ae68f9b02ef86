"""Composes the golden records of Bingo: `python -m tests.golden.compose_bingo`, then regenerate."""

import random
from collections.abc import Callable
from typing import Any

from bot.rules.dominoes.bingo.state import DrawingForLead
from bot.rules.game import Chance
from bot.rules.registry import GAMES
from tests.golden.compose_whist import over, save

GAME = GAMES["bingo"]


def played(name: str, seed: int, rare: Callable[[str], bool], **options: Any) -> None:
    """A game drawn for the lead, played at random from `seed`; what is `rare` is done at once."""
    rng = random.Random(seed)
    state = GAME.begin(GAME.options(options), None)
    enough = over(GAME)
    moves: list[tuple[int | None, str]] = []
    while not enough(state):
        due = GAME.to_act(state)
        if isinstance(due, Chance):
            seat, text = None, " ".join([due.verb, *rng.sample(due.pieces, due.take)])
            if isinstance(state, DrawingForLead) and not moves:
                # Eleven spots each: it is drawn again.
                text = "draw 6-5 4-0"
        else:
            seat = due[0]
            legal = [str(move) for move in GAME.legal(state, seat)]
            text = next(filter(rare, legal), None) or rng.choice([move for move in legal if move != "close"])
        moves.append((seat, text))
        state = GAME.apply(state, seat, GAME.parse(text)).state
    save(GAME, name, moves, options)


def main() -> None:
    """Write every record."""
    played("bingo-game", 2, lambda text: text.startswith("call"))
    played("bingo-turned-down", 4, lambda text: text == "close" or text.startswith("call"))
    played("bingo-to-sixty", 5, lambda text: text.startswith("call"), target=60, short="more", again=True)
    played(
        "bingo-other-readings",
        6,
        lambda text: text.startswith("call"),
        winner_leads=True,
        winner_takes_turn_up=True,
        suits="higher-half",
        bingo_suit="blank",
        discards_lose=True,
        bingo_with_deal=True,
    )


if __name__ == "__main__":
    main()
