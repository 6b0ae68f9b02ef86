"""House players against each other, each deal played twice with the sides exchanged.

The second sitting has the same pack, dealer, cut and trumps, so what is left of the difference
is play and not cards. Where more than two sides play, the players take them in turn.
"""

import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass

from bot.house.player import HousePlayer
from bot.rules.events import Scored
from bot.rules.game import AnyGame, Chance
from bot.rules.moves import Move


@dataclass(frozen=True, slots=True)
class DealPair:
    """One deal played twice: points a hand of the first player over the second in each sitting."""

    deal: int
    margins: tuple[float, float]

    @property
    def mean(self) -> float:
        """The margin a hand, luck of the deal cancelled."""
        return sum(self.margins) / 2


def play_pair(game: AnyGame, first: HousePlayer, second: HousePlayer, seed: int, deal: int) -> DealPair:
    """Play deal number `deal` of that seed both ways round."""
    margins = (
        play_hand(game, (first, second), seed, deal, sitting=0),
        -play_hand(game, (second, first), seed, deal, sitting=1),
    )
    return DealPair(deal, margins)


def play_pairs(
    game: AnyGame, first: HousePlayer, second: HousePlayer, seed: int, deals: range
) -> Iterator[DealPair]:
    """Play each of the deals both ways round."""
    return (play_pair(game, first, second, seed, deal) for deal in deals)


def play_hand(
    game: AnyGame,
    sides: tuple[HousePlayer, HousePlayer],
    seed: int,
    deal: int,
    sitting: int = 0,
) -> float:
    """Play one hand: the points of the even sides less those of the odd ones, on the average of each."""
    options = game.options({})
    seating = game.seating(options)
    state = game.begin(options, deal % len(seating))
    chance = random.Random(f"{seed}/{deal}")
    rngs = [random.Random(f"{seed}/{deal}/{sitting}/{seat}") for seat in range(len(seating))]
    while True:
        due = game.to_act(state)
        if isinstance(due, Chance):
            seat, move = None, _chance_move(game, due, chance)
        else:
            seat = due[0]
            view = game.view(state, seat)
            if view.legal[0].blind:
                # Done with no hand seen: by lot, so that both sittings get the same deal.
                move = chance.choice(view.legal)
            else:
                move = sides[seating.side_of(seat) % 2].choose(view, rngs[seat])
        state, events = game.apply(state, seat, move)
        for event in events:
            if isinstance(event, Scored) and event.closes_deal:
                return statistics.fmean(event.points[::2]) - statistics.fmean(event.points[1::2])


def _chance_move(game: AnyGame, due: Chance, rng: random.Random) -> Move:
    pieces = rng.sample(due.pieces, due.take)
    return game.parse(" ".join((due.verb, *pieces)))
