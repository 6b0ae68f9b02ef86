"""Hoyle, the house's Bishops Whist player: Dana's Methods of Play."""

import random
from typing import Any

from bot.house.bishops_whist.endgame import play_it_out
from bot.house.bishops_whist.follow import weigh_follow
from bot.house.bishops_whist.lead import weigh_lead
from bot.house.bishops_whist.memory import remember
from bot.house.bishops_whist.weights import WEIGHTS, Weights
from bot.rules.bishops_whist.state import View
from bot.rules.game import Game
from bot.rules.moves import Move, Play


class BishopsWhistHoyle:
    name = "hoyle"

    def __init__(self, weights: Weights = WEIGHTS, end_from=12, tries=10) -> None:
        self.end_from = end_from
        self.tries = tries
        self._weights = weights

    def choose(
        self, game: Game[Any, Any, Any], view: View, legal: tuple[Move, ...], rng: random.Random
    ) -> Move:
        plays = [move for move in legal if isinstance(move, Play)]
        if len(plays) < len(legal):
            return rng.choice(legal)
        if len(plays) == 1:
            return plays[0]
        memory = remember(view)
        if memory.number >= self.end_from:
            totals = play_it_out(memory, [m.card for m in plays], rng, self.tries)
            return max(plays, key=lambda move: totals[move.card])
        weigh = weigh_follow if view.cards else weigh_lead
        return max(plays, key=lambda move: weigh(memory, move.card, self._weights))
