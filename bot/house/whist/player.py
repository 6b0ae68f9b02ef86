"""Hoyle at the whists of the ordinary pack."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from bot.house.tricks.endings import EndingRules
from bot.house.tricks.hoyle import Book, TrickHoyle
from bot.house.whist import follow, lead, renounce
from bot.house.whist.ending import PLAY_OUT_FROM, Worth, play_out, rules_with
from bot.house.whist.evaluation import Choice
from bot.house.whist.knowledge import WHIST_PACK, WhistKnowledge
from bot.house.whist.stakes import Stakes
from bot.house.whist.weights import WEIGHTS, Weights
from bot.rules.cards import Card
from bot.rules.presentation.hints import Unit
from bot.rules.whist.game import WhistGame
from bot.rules.whist.play import TRICKS
from bot.rules.whist.state import View

_NUMBERS: Final = tuple(map(float, range(TRICKS + 1)))  # a hand's worth by tricks taken, if only they count


@dataclass(frozen=True)
class WhistHoyle(TrickHoyle[WhistKnowledge, Choice]):
    """Plays by Bob Short's rules, each weighed in tricks, and plays out the last tricks."""

    pack = WHIST_PACK
    book = Book(lead.MAXIMS, follow.MAXIMS, renounce.MAXIMS)
    calls = (follow.call_for_trumps,)
    unit = Unit.TRICKS
    maxims_break_ties = True

    game: WhistGame[Any]
    weights: Weights = WEIGHTS

    @cached_property
    def stakes(self) -> Stakes:
        return Stakes(self.game)

    def know(self, view: View[Any]) -> WhistKnowledge:
        return WhistKnowledge(view, self.stakes.worth_of_tricks(view))

    def choice(self, known: WhistKnowledge, card: Card) -> Choice:
        return Choice(known, card, self.weights)

    def plays_out(self, known: WhistKnowledge) -> bool:
        return len(known.hand) <= PLAY_OUT_FROM

    def play_out(
        self, known: WhistKnowledge, cards: Sequence[Card], rng: random.Random, *, in_units: bool
    ) -> dict[Card, float]:
        return play_out(known, cards, (lambda _: _NUMBERS) if in_units else self._worth(known.view), rng)

    def claim_rules(self, known: WhistKnowledge) -> EndingRules[Card]:
        return rules_with(known)

    def worth_of_penalty(self, view: View[Any], offence: str, way: str) -> float:
        return self.stakes.worth_of_penalty(view, offence, way)

    def _worth(self, view: View[Any]) -> Worth:
        stakes = self.stakes
        return lambda hands: stakes.worth_of_tricks(view, stakes.honours_of(view, hands))
