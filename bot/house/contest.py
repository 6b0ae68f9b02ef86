"""House players against each other, each deal played twice with the sides exchanged.

The second sitting has the same pack, dealer, cut and trumps, so the
difference comes from play and not from cards. Where more than two sides play, the players take them in turn.
"""

import random
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.house.player import HousePlayer
from bot.rules.events import Scored
from bot.rules.game import AnyGame, Chance, Step
from bot.rules.moves import Move
from bot.rules.seats import Seating


@dataclass(frozen=True, slots=True)
class DealPair:
    """One deal played twice: points a hand of the first player over the second in each sitting."""

    deal: int
    margins: tuple[float, float]

    @property
    def mean(self) -> float:
        """The margin a hand, with the luck of the deal cancelled out."""
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
    game: AnyGame, sides: tuple[HousePlayer, HousePlayer], seed: int, deal: int, sitting: int = 0
) -> float:
    """Play one hand: the points of the even sides less those of the odd ones, on the average of each."""
    chance = random.Random(f"{seed}/{deal}")
    state = deal_hand(game, deal, chance)
    rngs = [random.Random(f"{seed}/{deal}/{sitting}/{seat}") for seat in range(len(_seating(game)))]
    return play_on(game, Step(state, ()), sides, chance, rngs)


def deal_hand(game: AnyGame, deal: int, chance: random.Random) -> Any:
    """The state in which the first player who sees a hand has to move; the seats deal in turn."""
    state = game.begin(game.options({}), deal % len(_seating(game)))
    while not isinstance(due := _due(game, state, chance), int):
        state = game.apply(state, *due).state
    return state


def play_on(
    game: AnyGame,
    step: Step[Any],
    sides: tuple[HousePlayer, HousePlayer],
    chance: random.Random,
    rngs: Sequence[random.Random],
) -> float:
    """Play the hand from that step to its end; the points as `play_hand` counts them."""
    seating = _seating(game)
    while True:
        for event in step.events:
            if isinstance(event, Scored) and event.closes_deal:
                return statistics.fmean(event.points[::2]) - statistics.fmean(event.points[1::2])
        state = step.state
        due = _due(game, state, chance)
        if isinstance(due, int):
            player = sides[seating.side_of(due) % 2]
            due = due, player.choose(game.view(state, due), rngs[due])
        step = game.apply(state, *due)


def chance_move(game: AnyGame, due: Chance, rng: random.Random) -> Move:
    """A random move of chance."""
    return game.parse(" ".join((due.verb, *rng.sample(due.pieces, due.take))))


def _seating(game: AnyGame) -> Seating:
    return game.seating(game.options({}))


def _due(game: AnyGame, state: Any, chance: random.Random) -> int | tuple[int | None, Move]:
    # The seat to move, or a move for it: before a hand is seen it is random, so that both sittings get the
    # same deal.
    due = game.to_act(state)
    if isinstance(due, Chance):
        return None, chance_move(game, due, chance)
    legal = game.legal(state, due[0])
    return (due[0], chance.choice(legal)) if legal[0].blind else due[0]
