"""Cavendish at any of the whists."""

import json
import random
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from bot.house.cavendish.config import Style
from bot.house.cavendish.numbers import in_numbers
from bot.house.tricks.hoyle import TrickHoyle
from bot.house.tricks.knowledge import Knowledge
from bot.house.tricks.revokes import lawful_plays
from bot.rules.cards import Card
from bot.rules.moves import Move, Play
from bot.rules.presentation.hints import Hint, Judged, Reason, hint_among


class Cavendish:
    """Draws layouts of the hidden cards, tries his cards on each, plays the best."""

    name = "cavendish"
    needs_worker = True
    fallback = "hoyle"

    style: Style

    def __init__(self, hoyle: TrickHoyle[Any, Any]) -> None:
        self.hoyle = hoyle

    def choose(self, view: Any, rng: random.Random) -> Move:
        plays = self._plays(view)
        if plays is None:
            return self.hoyle.choose(view, rng)
        values = self.values(view, tuple(plays), rng)
        return plays[max(values, key=values.__getitem__)]

    def advise(self, view: Any, rng: random.Random) -> Hint:
        """The card he would play, the maxim that speaks for it, if one does, and what others would cost on
        the layouts he has tried, in tricks (at Bishops Whist in points)."""
        plays = self._plays(view)
        if plays is None:
            return self.hoyle.advise(view, rng)
        values, made = self._weighed(view, tuple(plays), rng)
        card = max(values, key=values.__getitem__)
        worth: dict[Move, float] = {plays[one]: average for one, average in made.items()}

        def why(equal: tuple[Move, ...], other: Move) -> Reason:
            return self.hoyle.reason_for(view, equal, other)

        return hint_among(plays[card], worth, self.hoyle.unit, Judged.TRIED, why)

    def defers_to_maxims(self, view: Any) -> bool:
        """Whether the maxims must decide: the trick follows a house rule that native code does not know."""
        return False

    def worth(self, view: Any, made: Any) -> Any:
        """What the points, or tricks, in an array are worth to the player's side."""
        return made

    def values(self, view: Any, cards: tuple[Card, ...], rng: random.Random) -> Mapping[Card, float]:
        """What he thinks each card is worth, in points of the hand."""
        return self._weighed(view, cards, rng)[0]

    def _weighed(
        self, view: Any, cards: tuple[Card, ...], rng: random.Random
    ) -> tuple[dict[Card, float], dict[Card, float]]:
        # What each card is worth, and what it makes on the average (see `Evaluation`).
        from bot.house.cavendish.thinking import evaluate

        style = self.style
        known = in_numbers(style.kind, Knowledge(view, self.hoyle.pack))
        numbers = tuple(known.number_of(card) for card in cards)
        found = evaluate(known, numbers, self.policy, style.effort, style.trust, rng)
        averages = (found.weights @ self.worth(view, found.values)).tolist()
        opinions = self.hoyle.opinions(view, cards)
        values = {
            card: average + style.maxim_weight * opinions[card]
            for card, average in zip(cards, averages, strict=True)
        }
        return values, dict(zip(cards, (found.weights @ found.values).tolist(), strict=True))

    @cached_property
    def policy(self) -> Any:
        """The weights of `Style.policy`: an array of situations by features."""
        import numpy as np

        return np.array(json.loads(self.style.policy.read_text())["weights"], np.float64)

    def _plays(self, view: Any) -> dict[Card, Play] | None:
        # The cards to be thought about; None if there is nothing to think.
        plays = lawful_plays(view, self.hoyle.pack)
        others = any(not isinstance(move, Play) for move in view.legal)
        if others or len(plays) < 2 or self.defers_to_maxims(view):
            return None
        # What somebody has played who revoked says nothing of their hand.
        if view.laws is not None and Knowledge(view, self.hoyle.pack).doubtful:
            return None
        return plays
