"""Hoyle at Bishops Whist."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from bot.house.bishops_whist import discard, follow, lead
from bot.house.bishops_whist.ending import PLAY_OUT_FROM, claim_rules, play_out
from bot.house.bishops_whist.evaluation import Choice
from bot.house.bishops_whist.knowledge import BISHOPS_PACK, BishopsKnowledge
from bot.house.bishops_whist.weights import WEIGHTS, Weights
from bot.house.tricks.endings import EndingRules
from bot.house.tricks.hoyle import Book, TrickHoyle
from bot.rules.cards import Card
from bot.rules.presentation.hints import Unit
from bot.rules.whist.bishops.options import BishopsWhistOptions
from bot.rules.whist.bishops.play import LAST_TRICK
from bot.rules.whist.state import View


@dataclass(frozen=True)
class BishopsWhistHoyle(TrickHoyle[BishopsKnowledge, Choice]):
    """Plays by Dana's maxims, each weighed in points, and plays out the last tricks but one."""

    pack = BISHOPS_PACK
    book = Book(lead.MAXIMS, follow.MAXIMS, discard.MAXIMS)
    unit = Unit.POINTS

    weights: Weights = WEIGHTS

    def know(self, view: View[BishopsWhistOptions]) -> BishopsKnowledge:
        return BishopsKnowledge(view)

    def choice(self, known: BishopsKnowledge, card: Card) -> Choice:
        return Choice(known, card, self.weights)

    def plays_out(self, known: BishopsKnowledge) -> bool:
        return PLAY_OUT_FROM <= known.number < LAST_TRICK

    def play_out(
        self, known: BishopsKnowledge, cards: Sequence[Card], rng: random.Random, *, in_units: bool
    ) -> dict[Card, float]:
        return play_out(known, cards)

    def claim_rules(self, known: BishopsKnowledge) -> EndingRules[Card]:
        return claim_rules(known)
