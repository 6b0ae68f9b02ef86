"""The weights of Hoyle's maxims found by playing: prints those that do best.

    python -m tools.tune_weights --game KEY [--positions 300] [--layouts 16] [--only NAME …] [--seed 1]

In positions of play between house players every card is tried on layouts that fit, and played to the end. The
weights are moved (Powell's method) until the cards they prefer lose least. A fifth of the positions is left
out and tells whether they are any better.
"""

import argparse
import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import exp
from typing import Any, Final

from scipy.optimize import minimize

from bot.house.contest import deal_hand, play_on
from bot.house.layouts import layouts_of
from bot.house.registry import ENTRIES, entry_of
from bot.house.tricks.knowledge import Knowledge
from bot.rules.cards import Card
from bot.rules.game import AnyGame
from bot.rules.moves import Play
from bot.rules.registry import game_named
from bot.rules.whist.state import Playing

_TAKEN: Final = 0.2  # the share of a hand's decisions that become positions
_SOFTNESS: Final = 0.15  # by how much a preferred card may still be as good as undecided, in points or tricks
_PRICE: Final = 0.02  # what moving a weight by 1 must bring, so that few positions do not move it far

_LEFT_OUT: Final = 5
_ROUNDS: Final = 3


@dataclass(frozen=True, slots=True)
class Position:
    """What a player knew, and what each card made on the average, for its side."""

    known: Knowledge
    made: Mapping[Card, float]


def hoyle_of(game_key: str) -> Any:
    """The Hoyle whose weights are tuned."""
    return entry_of(game_key).hoyle


def positions(game_key: str, number: int, layouts: int, seed: int) -> Iterator[Position]:
    """So many positions from the play of the present weights."""
    game, player, rng, deal = game_named(game_key), hoyle_of(game_key), random.Random(seed), 0
    while number > 0:
        state: Any = deal_hand(game, deal, random.Random(f"{seed}/{deal}"))
        deal += 1
        while number > 0 and isinstance(state, Playing):
            seat = state.seat
            view = game.view(state, seat)
            plays = [move for move in view.legal if isinstance(move, Play)]
            if len(plays) > 1 and rng.random() < _TAKEN:
                known = player.know(view)
                yield Position(known, _tried(game, state, known, plays, player, layouts, rng))
                number -= 1
            state = game.apply(state, seat, player.choose(view, rng)).state


def _tried(
    game: AnyGame,
    state: Any,
    known: Knowledge,
    plays: Sequence[Play],
    player: Any,
    layouts: int,
    rng: random.Random,
) -> dict[Card, float]:
    sign, drawn = 1 if known.me % 2 == 0 else -1, layouts_of(known)
    made: dict[Card, list[float]] = {move.card: [] for move in plays}
    for _ in range(layouts):
        hidden = replace(state, hands=drawn.draw(rng))
        for move in plays:
            step = game.apply(hidden, known.me, move)
            made[move.card].append(sign * play_on(game, step, (player, player), rng, [rng] * known.seats))
    return {card: statistics.fmean(points) for card, points in made.items()}


def loss(player: Any, found: Sequence[Position]) -> float:
    """What the cards that the player's maxims prefer lose against the best ones, on the average.

    A card that is preferred by little is not taken always, so that the loss changes smoothly.
    """
    lost = []
    for position in found:
        weighed = {card: player.weigh(position.known, card) for card in position.made}
        most, best = max(weighed.values()), max(position.made.values())
        shares = {card: exp((weight - most) / _SOFTNESS) for card, weight in weighed.items()}
        total = sum(shares.values())
        lost.append(sum(shares[card] / total * (best - made) for card, made in position.made.items()))
    return statistics.fmean(lost)


def tune(game_key: str, start: Any, names: Sequence[str], found: Sequence[Position]) -> Any:
    """The weights `names` moved from `start` until they lose least in these positions."""
    hoyle = hoyle_of(game_key)

    def lost(values: Sequence[float]) -> float:
        moved = dict(zip(names, map(float, values), strict=True))
        price = sum((value - before) ** 2 for value, before in zip(moved.values(), first, strict=True))
        return float(loss(replace(hoyle, weights=replace(start, **moved)), found) + _PRICE * price)

    first = [getattr(start, name) for name in names]
    result = minimize(lost, first, method="Powell", options={"maxiter": _ROUNDS, "xtol": 0.01, "ftol": 1e-4})
    return replace(
        start, **{name: round(float(value), 2) for name, value in zip(names, result.x, strict=True)}
    )


def main() -> None:
    """Play, tune and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.tune_weights", description="the weights of Hoyle's maxims"
    )
    parser.add_argument(
        "--game", required=True, choices=[key for key, entry in ENTRIES.items() if entry.hoyle]
    )
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--layouts", type=int, default=16)
    parser.add_argument("--only", nargs="*", metavar="NAME", help="the weights to be moved (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    hoyle = hoyle_of(arguments.game)
    names = arguments.only or list(asdict(hoyle.weights))
    found = list(positions(arguments.game, arguments.positions, arguments.layouts, arguments.seed))
    left_out = found[::_LEFT_OUT]
    kept = [position for place, position in enumerate(found) if place % _LEFT_OUT]
    weights = tune(arguments.game, hoyle.weights, names, kept)
    for name in names:
        print(f"    {name}: float = {getattr(weights, name)}")
    before, after = (loss(replace(hoyle, weights=chosen), left_out) for chosen in (hoyle.weights, weights))
    print(f"lost in the positions left out: {before:.3f} before, {after:.3f} with these")


if __name__ == "__main__":
    main()
