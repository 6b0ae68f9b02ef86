"""Cavendish at any of the whists."""

import json
import random
from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from bot.house.cavendish.config import Effort, Style
from bot.house.cavendish.numbers import Numbers, in_numbers
from bot.house.tricks.hoyle import TrickHoyle
from bot.house.tricks.knowledge import Knowledge
from bot.house.tricks.revokes import lawful_plays
from bot.rules.cards import Card
from bot.rules.moves import Move, Play
from bot.rules.presentation.hints import Cost, Hint, Judged, Reason, hint_among

if TYPE_CHECKING:
    from bot.house.cavendish.reviewing import Sample
    from bot.house.cavendish.thinking import Evaluation
    from bot.house.reviewing import Turn


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
        return plays[self._weighed(view, tuple(plays), rng)[0]]

    def advise(self, view: Any, rng: random.Random) -> Hint:
        """The card he would play, the maxim that speaks for it, if one does, and what others would cost on
        the layouts he has tried, in tricks (at Bishops Whist in points)."""
        plays = self._plays(view)
        if plays is None:
            return self.hoyle.advise(view, rng)
        card, made = self._weighed(view, tuple(plays), rng)
        worth: dict[Move, float] = {plays[one]: average for one, average in made.items()}

        def why(equal: tuple[Move, ...], other: Move) -> Reason:
            return self.hoyle.reason_for(view, equal, other)

        return hint_among(plays[card], worth, self.hoyle.unit, Judged.TRIED, why)

    def glance(self, view: Any, made: Move, rng: random.Random) -> float:
        plays = self._plays(view) or {}
        if not isinstance(made, Play) or made.card not in plays:
            return 0.0
        return self.turn(view, tuple(plays)).cost_at_a_glance(made.card, rng)

    def review(self, view: Any, made: Move, rng: random.Random) -> Hint | None:
        plays = self._plays(view) or {}
        if not isinstance(made, Play) or made.card not in plays:
            return None
        cards, weight = tuple(plays), self.style.maxim_weight
        opinions = {card: weight * each for card, each in self.hoyle.opinions(view, cards).items()}
        found = self.turn(view, cards).best_instead(made.card, opinions, rng)
        if found is None:
            return None
        (best, *others), gain = found
        equal = tuple(plays[card] for card in others)
        words, author = self.hoyle.reason_for(view, (plays[best], *equal), made)
        if equal and not words:
            # A rule that holds for the first alone is better than none.
            words, author = self.hoyle.reason_for(view, (plays[best],), made)
        return Hint(plays[best], words, Cost(made, gain, self.hoyle.unit, Judged.TRIED, equal), author)

    def answers(self, view: Any, made: Move, better: Sequence[Move], rng: random.Random) -> tuple[Move, ...]:
        from bot.house.cavendish.reviewing import ANSWERS, CLEAR, TERMS

        plays = self._plays(view) or {}
        card_of: dict[Move, Card] = {move: card for card, move in plays.items()}
        if made not in card_of or not set(better) <= card_of.keys():
            return ()
        others = [card for card, move in plays.items() if move not in better]
        gains = self.turn(view, tuple(plays)).gains(card_of[better[0]], others, TERMS.measure, rng)
        worse = [card for card in others if gains[card].counts(CLEAR)]
        if card_of[made] not in worse:
            return ()
        worse.sort(key=lambda card: (card != card_of[made], gains[card].mean))
        offered = {card_of[better[0]], *worse[: ANSWERS - 1]}
        return tuple(move for card, move in plays.items() if card in offered)

    def defers_to_maxims(self, view: Any) -> bool:
        """Whether the maxims must decide: the trick follows a house rule that native code does not know."""
        return False

    def worth(self, view: Any, made: Any) -> Any:
        """What the points, or tricks, in an array are worth to the player's side."""
        return made

    def _weighed(
        self, view: Any, cards: tuple[Card, ...], rng: random.Random
    ) -> tuple[Card, dict[Card, float]]:
        # The card he plays, and what each makes on the average (see `Evaluation`).
        style, known = self.style, self._known(view)
        found = self._tried(known, cards, style.effort, rng)
        averages = (found.weights @ self.worth(view, found.values)).tolist()
        opinions = self.hoyle.opinions(view, cards)
        values = {
            card: average + style.maxim_weight * opinions[card]
            for card, average in zip(cards, averages, strict=True)
        }
        if self.net is not None:
            from bot.house.cavendish.thinking import values_by_net

            by_net = values_by_net(known, self.net)
            for card in cards:
                values[card] += style.net_weight * by_net[known.number_of(card)]
        best = max(cards, key=values.__getitem__)
        # Cards of a suit that the layouts hardly tell apart are left to the maxims, which a partner can read.
        least = values[best] - style.tie
        tied = [card for card in cards if card.suit is best.suit and values[card] >= least]
        made = dict(zip(cards, (found.weights @ found.values).tolist(), strict=True))
        return max(tied, key=opinions.__getitem__), made

    def turn(self, view: Any, cards: tuple[Card, ...]) -> "Turn[Card, Sample]":
        """The turn of that view, to try those cards."""
        from bot.house.cavendish.reviewing import turn_at

        return turn_at(cards, self.style.effort, partial(self._tried, self._known(view)))

    def _known(self, view: Any) -> Numbers:
        return in_numbers(self.style.kind, Knowledge(view, self.hoyle.pack))

    def _tried(
        self, known: Numbers, cards: tuple[Card, ...], effort: Effort, rng: random.Random
    ) -> "Evaluation":
        from bot.house.cavendish.thinking import evaluate

        numbers = tuple(known.number_of(card) for card in cards)
        return evaluate(known, numbers, self.policy, effort, self.style.trust, rng)

    @cached_property
    def net(self) -> Any:
        """The layers of `Style.net`; None if there is none."""
        from bot.house.cavendish.card_net import read_net

        return None if self.style.net is None else read_net(self.style.net)

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
