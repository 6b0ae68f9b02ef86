"""Hoyle, the house's player of Bishops Whist."""

import random
from collections.abc import Sequence

from bot.house.bishops_whist import discard, follow, lead
from bot.house.bishops_whist.ending import PLAY_OUT_FROM, play_out
from bot.house.bishops_whist.evaluation import Choice
from bot.house.bishops_whist.knowledge import BISHOPS_PACK, BishopsKnowledge
from bot.house.bishops_whist.weights import WEIGHTS, Weights
from bot.house.bob_short import BobShort
from bot.house.laws.revokes import answered, lawful_plays
from bot.house.maxims import Maxim, reason_of, strongest
from bot.house.player import ONLY_MOVE, PLAYED_OUT
from bot.rules.cards import Card
from bot.rules.hints import Hint, Judged, Reason, Unit, hint_among
from bot.rules.moves import Move, Play
from bot.rules.whist.bishops.options import BishopsWhistOptions
from bot.rules.whist.bishops.play import LAST_TRICK
from bot.rules.whist.state import View


class BishopsWhistBob(BobShort):
    """Bob Short, to whom a bishop is a card between the queen and the nine."""

    def __init__(self) -> None:
        super().__init__(BISHOPS_PACK)


class BishopsWhistHoyle:
    """Plays by Dana's maxims, each weighed in points, and plays out the last tricks in his head."""

    name = "hoyle"

    def __init__(self, weights: Weights = WEIGHTS, play_out_from: int = PLAY_OUT_FROM) -> None:
        self._weights = weights
        self._play_out_from = play_out_from

    def choose(self, view: View[BishopsWhistOptions], rng: random.Random) -> Move:
        """The card the maxims speak for most; any lift and any trumps, no hand being seen yet."""
        if (answer := answered(view, BISHOPS_PACK)) is not None:
            return answer
        plays = lawful_plays(view, BISHOPS_PACK)
        if not plays:
            return rng.choice(view.legal)
        if len(plays) == 1:
            return next(iter(plays.values()))
        known, cards = BishopsKnowledge(view), tuple(plays)
        if self._play_out_from <= known.number < LAST_TRICK:
            points = {card: round(made, 6) for card, made in play_out(known, cards).items()}
        else:
            points = {card: self.weigh(known, card) for card in cards}
        return plays[max(cards, key=points.__getitem__)]

    def advise(self, view: View[BishopsWhistOptions], rng: random.Random) -> Hint:
        """The card it would play, the maxim that speaks for it most against the next best, and the points
        that other cards would cost."""
        move = self.choose(view, rng)
        plays = lawful_plays(view, BISHOPS_PACK)
        if len(plays) < 2 or not isinstance(move, Play):
            return Hint(move, ONLY_MOVE if len(view.legal) == 1 else "")
        known, cards = BishopsKnowledge(view), tuple(plays)
        if self._play_out_from <= known.number < LAST_TRICK:
            points = play_out(known, cards)
            judged = Judged.TRIED
        else:
            points = {card: self.weigh(known, card) for card in cards}
            judged = Judged.MAXIMS
        worth: dict[Move, float] = {plays[card]: made for card, made in points.items()}

        def why(equal: tuple[Move, ...], other: Move) -> Reason:
            return Reason(PLAYED_OUT) if judged is Judged.TRIED else self.reason_for(view, equal, other)

        return hint_among(move, worth, Unit.POINTS, judged, why)

    def opinions(self, view: View[BishopsWhistOptions], cards: tuple[Card, ...]) -> dict[Card, float]:
        """What the maxims say of each of the cards: points for and against, in sum."""
        known = BishopsKnowledge(view)
        return {card: self.weigh(known, card) for card in cards}

    def reason_for(self, view: View[BishopsWhistOptions], equal: Sequence[Move], other: Move) -> Reason:
        """The maxim that holds and speaks most for those plays against the other; empty if none does."""
        known = BishopsKnowledge(view)
        *mine, against = [
            Choice(known, move.card, self._weights) for move in (*equal, other) if isinstance(move, Play)
        ]
        theirs = maxims_for(known, against.card)
        return reason_of(strongest(mine, against, maxims_for(known, mine[0].card), theirs))

    def weigh(self, known: BishopsKnowledge, card: Card) -> float:
        """Points for and against playing the card, in sum."""
        choice = Choice(known, card, self._weights)
        return sum([maxim.weigh(choice) for maxim in maxims_for(known, card)])


def maxims_for(known: BishopsKnowledge, card: Card) -> tuple[Maxim[Choice], ...]:
    """The maxims that have something to say of the card."""
    if not known.table:
        return lead.MAXIMS
    return follow.MAXIMS if card.suit is known.led else discard.MAXIMS
