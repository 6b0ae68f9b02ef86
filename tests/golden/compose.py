"""Writes a new golden record, a match between house players; then regenerate.

    python -m tests.golden.compose bezique bezique-game-always-asked --seed 7 match=game asked=always

The records that exist are kept as they are: what was written once must be read for good.
"""

import argparse
import json
import random
from pathlib import Path
from typing import Any

from bot.house.registry import player_for
from bot.rules.game import Chance
from bot.rules.registry import GAMES

HERE = Path(__file__).parent
SEATS = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Flo"]


def record(key: str, seed: int, chosen: dict[str, Any]) -> str:
    """The record of a match with the deal cut for, one move a line."""
    rng, game, hoyle = random.Random(seed), GAMES[key], player_for(key)
    options = game.options(chosen)
    state = game.begin(options, None)
    moves: list[tuple[int | None, str]] = []
    while game.result(state) is None:
        due = game.to_act(state)
        if isinstance(due, Chance):
            seat, text = None, " ".join([due.verb, *rng.sample(due.pieces, due.take)])
        else:
            seat = due[len(moves) % len(due)]
            text = str(hoyle.choose(game.view(state, seat), rng))
        moves.append((seat, text))
        state = game.apply(state, seat, game.parse(text)).state
    seats = SEATS[: len(game.seating(options))]
    head = {"format": "cardinal-record/1", "game": key, "options": chosen, "seats": seats, "dealer": None}
    lines = ",\n".join(f"  {json.dumps(move)}" for move in moves)
    return f'{json.dumps(head)[:-1]}, "moves": [\n{lines}\n]}}\n'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("options", nargs="*", metavar="option=value")
    given = parser.parse_intermixed_args()
    chosen = dict(option.split("=", 1) for option in given.options)
    (HERE / f"{given.name}.json").write_text(record(given.game, given.seed, chosen))


if __name__ == "__main__":
    main()
