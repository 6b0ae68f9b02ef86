"""The player against which the house's player of bezique is measured; nobody is offered it at a table."""

import random
from typing import Final

from bot.house.bezique.announcing import points_of
from bot.rules.bezique.moves import Declare, DrawCards, Exchange, PlayHeld, ScoreKept, ShowSeven
from bot.rules.bezique.named import Named
from bot.rules.bezique.pack import best_of, brisques_in, height
from bot.rules.bezique.state import View
from bot.rules.cards import Suit
from bot.rules.moves import Move

_AT_ONCE: Final = ("declare-all", "blanche")  # moves that score without a choice

_ANNOUNCED: Final = (Declare, ScoreKept, Exchange, ShowSeven)


class Greedy:
    """Declares whatever it can at once, what scores most first; otherwise plays the cheapest card that wins a
    brisque, or else the cheapest there is."""

    name = "greedy"

    def choose(self, view: View, rng: random.Random) -> Move:
        everything = [move for move in view.legal if move.verb in _AT_ONCE]
        if everything:
            return everything[0]
        plays = [move for move in view.legal if isinstance(move, PlayHeld)]
        if plays:
            return _card(view, plays)
        announced = [move for move in view.legal if isinstance(move, _ANNOUNCED)]
        if announced and view.may_score:
            return max(announced, key=lambda move: points_of(view, move))
        draws = [move for move in view.legal if isinstance(move, DrawCards)]
        return draws[0] if draws else rng.choice(view.legal)


def _card(view: View, plays: list[PlayHeld]) -> PlayHeld:
    def cost(move: PlayHeld) -> tuple[bool, int]:
        return _cost(move.named, view.trump)

    winning = [move for move in plays if view.cards and _wins_brisque(view, move.named)]
    return min(winning or plays, key=cost)


def _cost(named: Named, trump: Suit | None) -> tuple[bool, int]:
    return named.card.suit is trump, height(named.card)


def _wins_brisque(view: View, named: Named) -> bool:
    trick = (*view.cards, named.card)
    return best_of(trick, view.trump) == len(view.cards) and brisques_in(trick) > 0
