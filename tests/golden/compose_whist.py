"""Composes the golden records of whist: `python -m tests.golden.compose_whist`, then regenerate."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.rules.claiming import Claim
from bot.rules.errors import RuleError
from bot.rules.game import AnyGame, Chance
from bot.rules.registry import GAMES
from bot.rules.whist.state import Playing

HERE = Path(__file__).parent
SEATS = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Flo"]

AMERICAN = GAMES["american-whist"]
ENGLISH = GAMES["english-whist"]
BISHOPS = GAMES["bishops-whist"]


def played(game: AnyGame, name: str, seed: int, enough: Callable[[Any], bool], **options: Any) -> None:
    """A match with the deal cut for, played at random from `seed` until `enough` of the state."""
    rng = random.Random(seed)
    state = game.begin(game.options(options), None)
    moves: list[tuple[int | None, str]] = []
    while not enough(state):
        due = game.to_act(state)
        if isinstance(due, Chance):
            seat, text = None, " ".join([due.verb, *rng.sample(due.pieces, due.take)])
        else:
            seat = due[0]
            legal = [move for move in game.legal(state, seat) if move.verb != "concede"]
            # What is not a card or a cut is rare and said at once: that is what the record is for.
            rare = [move for move in legal if move.verb in ("honours", "ask")]
            text = str((rare or [rng.choice(legal)])[0])
        moves.append((seat, text))
        state = game.apply(state, seat, game.parse(text)).state
    save(game, name, moves, options)


def save(game: AnyGame, name: str, moves: list[tuple[int | None, str]], options: Any) -> None:
    """Write the record, one move a line."""
    seats = SEATS[: len(game.seating(game.options(options)))]
    head = {"format": "cardinal-record/1", "game": game.key, "options": options, "seats": seats}
    lines = ",\n".join(f"  {json.dumps(move)}" for move in moves)
    text = json.dumps({**head, "dealer": None})[:-1] + f', "moves": [\n{lines}\n]}}\n'
    (HERE / f"{name}.json").write_text(text)


def laid_down(name: str, last: Callable[[Playing[Any]], str], **options: Any) -> None:
    """Every hand is laid down after its third trick, with that move."""
    rng = random.Random(3)
    chosen = {**options, "match": "game"}
    state = AMERICAN.begin(AMERICAN.options(chosen), None)
    moves: list[tuple[int | None, str]] = []
    while AMERICAN.result(state) is None:
        due = AMERICAN.to_act(state)
        if isinstance(due, Chance):
            seat, text = None, " ".join([due.verb, *rng.sample(due.pieces, due.take)])
        else:
            seat = due[0]
            third = isinstance(state, Playing) and len(state.tally.tricks) == 3
            plays = [move for move in AMERICAN.legal(state, seat) if move.verb != "concede"]
            text = last(state) if third else str(rng.choice(plays))
        moves.append((seat, text))
        state = AMERICAN.apply(state, seat, AMERICAN.parse(text)).state
    save(AMERICAN, name, moves, chosen)


def revoked(game: AnyGame, name: str, seed: int, **options: Any) -> None:
    """A match in which now and then somebody revokes, and whatever the laws offer is done (Laws 71-82)."""
    rng = random.Random(seed)
    chosen = {"match": "game", "revokes": True, **options}
    state = game.begin(game.options(chosen), None)
    moves: list[tuple[int | None, str]] = []
    while game.result(state) is None:
        due = game.to_act(state)
        if isinstance(due, Chance):
            seat, text = None, " ".join([due.verb, *rng.sample(due.pieces, due.take)])
        else:
            seat, text = _by_the_laws(game, state, due, rng)
        moves.append((seat, text))
        state = game.apply(state, seat, game.parse(text)).state
    save(game, name, moves, chosen)


def _by_the_laws(game: AnyGame, state: Any, due: tuple[int, ...], rng: random.Random) -> tuple[int, str]:
    for seat in range(4):
        for move in game.optional_moves(state, seat):
            # Claims are rare; what is about the trick on the table is done at once, if it may be.
            if rng.random() < (0.03 if move.verb == "revoke" else 0.3):
                try:
                    game.verify(state, seat, move)
                except RuleError:
                    continue
                return seat, str(move)
    seat = rng.choice(due)
    lawful = game.automatic_moves(state, seat) if rng.random() < 0.85 else ()
    return seat, str(rng.choice(lawful or game.legal(state, seat)))


def claim(state: Playing[Any]) -> str:
    """Six of the ten tricks left, or where a side is near its seven all of them."""
    tricks = 10 if max(state.match.score.points) > 2 else 6
    return str(Claim(tricks, state.hands[state.seat][:tricks]))


def over(game: AnyGame) -> Callable[[Any], bool]:
    """Whether the match is over."""
    return lambda state: game.result(state) is not None


def main() -> None:
    """Write every record."""
    played(AMERICAN, "american-whist-rubber", 1, over(AMERICAN), partners="cut")
    laid_down("american-whist-conceded", lambda _: "concede", concession=True)
    laid_down("american-whist-claimed", claim)
    played(ENGLISH, "english-whist-short-rubber", 2, over(ENGLISH), partners="cut")
    played(ENGLISH, "english-whist-honours-called", 4, over(ENGLISH), honours="called")
    played(
        ENGLISH, "english-whist-long-game", 17, over(ENGLISH), length="long", ask_at_eight=True, match="game"
    )
    revoked(ENGLISH, "english-whist-revokes", 0)
    revoked(AMERICAN, "american-whist-revokes", 9)
    revoked(BISHOPS, "bishops-whist-revokes", 7)


if __name__ == "__main__":
    main()
