"""Hoyle, the house's player of the bezique family."""

import random
from typing import Final

from bot.house.bezique.announcing import Announcing, points_of
from bot.house.bezique.claiming import claimed
from bot.house.bezique.ending import hands_are_known, plays_worth
from bot.house.bezique.hopeless import is_hopeless
from bot.house.bezique.known import Known
from bot.house.bezique.playing import Weighing
from bot.house.bezique.several import tried
from bot.house.bezique.weights import WEIGHTS, Weights
from bot.house.player import ONLY_MOVE, PLAYED_OUT
from bot.rules.bezique.ancestors.moves import Close, Knock
from bot.rules.bezique.moves import DeclareAll, DrawCards, Exchange, PlayHeld, ShowSeven
from bot.rules.bezique.pack import best_of
from bot.rules.bezique.rubicon.moves import ShowBlanche
from bot.rules.bezique.state import View
from bot.rules.catalogue import gettext_noop
from bot.rules.hints import Cost, Hint, Judged, Unit, cost_of_others
from bot.rules.moves import Move

_LEAST: Final = 3.0
"""Points below which one card is as good as another."""

_LOWER_BEFORE: Final = gettext_noop(
    "Cady, Declaring 4: a card serves again in what is higher, so the lower is declared first while the "
    "stock "
    "lasts; after the higher it is lost."
)
_MOST_FIRST: Final = gettext_noop(
    "Cady, Declaring: one declaration scores after each trick, so the one worth most comes first."
)
_SCORE_ALL: Final = gettext_noop("Cady, Polish Bezique: what is not declared before you draw is lost.")
_SCORE_LITTLE: Final = gettext_noop(
    "Cady, Hints: who cannot save the rubicon scores as little as possible, for it is added to the other's."
)
_CLOSE: Final = gettext_noop("With these cards the target is made, however the others may lie.")
_KNOCK: Final = gettext_noop("The cards you have taken make it up: you have the target.")
_FREE: Final = gettext_noop("It only scores, and costs nothing.")
_WIN: Final = gettext_noop("Cady: win a trick for its brisques or to declare, with what serves for least.")
_LOSE: Final = gettext_noop("Cady: a trick without use is not worth a card; throw what serves for least.")
_TRIED: Final = gettext_noop("It makes the most on the average, however the hidden cards may lie.")
_LEAD: Final = gettext_noop("Cady: lead sevens and whatever serves for nothing; keep what may be declared.")


class BeziqueHoyle:
    """Keeps what may yet be declared, wins tricks that are worth it, and searches the last ones."""

    name = "hoyle"

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self._weights = weights

    def choose(self, view: View, rng: random.Random) -> Move:
        """The best declaration after a trick, the best card else; any other move at random."""
        if len(view.legal) == 1:
            return view.legal[0]
        known = Known(view)
        if (claim := claimed(known, rng)) is not None:
            return claim
        if any(isinstance(move, PlayHeld) for move in view.legal):
            worth = self._plays(known, rng)
            return max(worth, key=worth.__getitem__)
        if any(isinstance(move, DrawCards) for move in view.legal):
            return self._declaration(known)
        return rng.choice(view.legal)

    def advise(self, view: View, rng: random.Random) -> Hint:
        """The same with what it is for, and the points at stake."""
        move = self.choose(view, rng)
        if len(view.legal) == 1:
            return Hint(move, ONLY_MOVE)
        if reason := _reason_of_claim(view, move):
            return Hint(move, reason)
        if isinstance(move, PlayHeld):
            return self._card_advised(Known(view), move, rng)
        if any(isinstance(other, DrawCards) for other in view.legal):
            return self._declaration_advised(Known(view), move)
        return Hint(move, "")

    def _plays(self, known: Known, rng: random.Random) -> dict[Move, float]:
        # What each card makes; searched or tried where nothing more is drawn.
        view = known.view
        plays = [move for move in view.legal if isinstance(move, PlayHeld)]
        if hands_are_known(view):
            made = plays_worth(known, lost=is_hopeless(known, self._weights))
        elif known.drawn_out:
            made = tried(known, tuple(move.named.card for move in plays), rng)
        else:
            weighing = Weighing(known, self._weights)
            return {move: weighing.worth(move.named) for move in plays}
        return {move: made[move.named.card] for move in plays}

    def _declaration(self, known: Known) -> Move:
        view = known.view
        if known.piles:
            # What is not scored is lost.
            return view.legal[0]
        if is_hopeless(known, self._weights):
            return DrawCards()
        if not view.may_score:
            # More could be shown, to be scored later; it can as well be declared later.
            sevens = [move for move in view.legal if isinstance(move, Exchange | ShowSeven)]
            return sevens[0] if sevens else DrawCards()
        worth = Announcing(known, self._weights).worth()
        return max(worth, key=worth.__getitem__)

    def _card_advised(self, known: Known, move: PlayHeld, rng: random.Random) -> Hint:
        view = known.view
        worth = self._plays(known, rng)
        if hands_are_known(view):
            return Hint(move, PLAYED_OUT, cost_of_others(move, worth, Unit.POINTS, Judged.SURE, 1.0))
        if known.drawn_out:
            return Hint(move, _TRIED, cost_of_others(move, worth, Unit.POINTS, Judged.TRIED, 1.0))
        if not view.cards:
            reason = _LEAD
        else:
            wins = best_of((*view.cards, move.named.card), view.trump) == len(view.cards)
            reason = _WIN if wins else _LOSE
        return Hint(move, reason, cost_of_others(move, worth, Unit.POINTS, Judged.MAXIMS, _LEAST))

    def _declaration_advised(self, known: Known, move: Move) -> Hint:
        # What is not declared now may yet be later; what is at stake is its score.
        view = known.view
        if isinstance(move, DrawCards) and is_hopeless(known, self._weights):
            return Hint(move, _SCORE_LITTLE)
        points = points_of(view, move)
        if not points:
            return Hint(move, "")
        if known.piles:
            return Hint(move, _SCORE_ALL, Cost(DrawCards(), points, Unit.POINTS, Judged.SURE))
        most = max(points_of(view, other) for other in view.legal)
        reason = _LOWER_BEFORE if points < most else _MOST_FIRST
        return Hint(move, reason, Cost(DrawCards(), points, Unit.POINTS, Judged.SURE))


def _reason_of_claim(view: View, move: Move) -> str | None:
    match move:
        case Close():
            return _CLOSE
        case Knock():
            return _KNOCK
        case DeclareAll():
            return _SCORE_ALL
        case ShowBlanche():
            return _FREE
        case Exchange() if any(isinstance(other, PlayHeld) for other in view.legal):
            return _FREE
    return None
