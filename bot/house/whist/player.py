"""Hoyle, the house's player of American and English Whist."""

import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.house.bob_short import BobShort
from bot.house.laws.revokes import answered, lawful_plays
from bot.house.layouts import Hands
from bot.house.maxims import Maxim, reason_of, strongest
from bot.house.player import ONLY_MOVE, PLAYED_OUT
from bot.house.whist import follow, lead, renounce
from bot.house.whist.ending import PLAY_OUT_FROM, play_out
from bot.house.whist.evaluation import Choice
from bot.house.whist.knowledge import WHIST_PACK, WhistKnowledge
from bot.house.whist.stakes import honours_of, worth_of_penalty, worth_of_tricks
from bot.house.whist.weights import WEIGHTS, Weights
from bot.rules.cards import Card
from bot.rules.hints import Hint, Judged, Reason, Unit, hint_among
from bot.rules.moves import Move, Play
from bot.rules.whist.moves import AskHonour, CallHonours
from bot.rules.whist.play import TRICKS
from bot.rules.whist.state import View

_NUMBERS: Final = tuple(map(float, range(TRICKS + 1)))
"""What a hand is worth by the tricks taken, if nothing but tricks counts."""


class WhistBob(BobShort):
    """Bob Short at his own game."""

    def __init__(self) -> None:
        super().__init__(WHIST_PACK, worth_of_penalty)


class WhistHoyle:
    """Plays by Bob Short's rules, each weighed in tricks, and plays out the last tricks in his head."""

    name = "hoyle"

    def __init__(self, weights: Weights = WEIGHTS, play_out_from: int = PLAY_OUT_FROM) -> None:
        self._weights = weights
        self._play_out_from = play_out_from

    def choose(self, view: View[Any], rng: random.Random) -> Move:
        """The card the rules speak for most. Honours are called and asked for at once, no game is
        conceded, and a cut is random.
        """
        if (answer := answered(view, WHIST_PACK, worth_of_penalty)) is not None:
            return answer
        for move in view.legal:
            if isinstance(move, CallHonours | AskHonour):
                return move
        plays = lawful_plays(view, WHIST_PACK)
        if not plays:
            return rng.choice(view.legal)
        cards = tuple(plays)
        if len(cards) == 1:
            return plays[cards[0]]
        known = knowledge_of(view)
        weighed = {card: self.weigh(known, card) for card in cards}
        if len(known.hand) > self._play_out_from:
            return plays[max(cards, key=weighed.__getitem__)]
        made = play_out(known, cards, _worth(view), rng)
        return plays[max(cards, key=lambda card: (round(made[card], 6), weighed[card]))]

    def advise(self, view: View[Any], rng: random.Random) -> Hint:
        """The card it would play, the rule that speaks for it most against the next best, and the tricks
        that other cards would cost."""
        move = self.choose(view, rng)
        plays = lawful_plays(view, WHIST_PACK)
        if len(plays) < 2 or not isinstance(move, Play):
            return Hint(move, ONLY_MOVE if len(view.legal) == 1 else "")
        known, cards = knowledge_of(view), tuple(plays)
        if len(view.hand) <= self._play_out_from:
            made = play_out(known, cards, lambda _: _NUMBERS, rng)
            judged = Judged.TRIED
        else:
            made = {card: self.weigh(known, card) for card in cards}
            judged = Judged.MAXIMS
        worth: dict[Move, float] = {plays[card]: tricks for card, tricks in made.items()}

        def why(equal: tuple[Move, ...], other: Move) -> Reason:
            return Reason(PLAYED_OUT) if judged is Judged.TRIED else self.reason_for(view, equal, other)

        return hint_among(move, worth, Unit.TRICKS, judged, why)

    def opinions(self, view: View[Any], cards: tuple[Card, ...]) -> dict[Card, float]:
        """What the rules say of each of the cards: tricks for and against, in sum."""
        known = knowledge_of(view)
        return {card: self.weigh(known, card) for card in cards}

    def reason_for(self, view: View[Any], equal: Sequence[Move], other: Move) -> Reason:
        """The rule that holds and speaks most for those plays against the other; empty if none does."""
        known = knowledge_of(view)
        *mine, against = [
            Choice(known, move.card, self._weights) for move in (*equal, other) if isinstance(move, Play)
        ]
        theirs = maxims_for(known, against.card)
        return reason_of(strongest(mine, against, maxims_for(known, mine[0].card), theirs))

    def weigh(self, known: WhistKnowledge, card: Card) -> float:
        """Tricks for and against playing the card, in sum."""
        choice = Choice(known, card, self._weights)
        return sum([maxim.weigh(choice) for maxim in maxims_for(known, card)])


def knowledge_of(view: View[Any]) -> WhistKnowledge:
    """What the seat of the view knows, the score being what it is."""
    return WhistKnowledge(view, worth_of_tricks(view))


def maxims_for(known: WhistKnowledge, card: Card) -> tuple[Maxim[Choice], ...]:
    """The maxims that have something to say of the card."""
    if not known.table:
        return lead.MAXIMS
    return follow.MAXIMS if card.suit is known.led else renounce.MAXIMS


def _worth(view: View[Any]) -> Callable[[Hands[Card]], tuple[float, ...]]:
    return lambda hands: worth_of_tricks(view, honours_of(view, hands))
