"""Hoyle, the house's player of the bezique family."""

import random
from typing import Final

from bot.house.bezique.announcing import Announcing, points_of
from bot.house.bezique.ending import plays_worth
from bot.house.bezique.known import Known
from bot.house.bezique.playing import Weighing
from bot.house.bezique.several import tried
from bot.house.bezique.weights import WEIGHTS, Weights
from bot.house.player import ONLY_MOVE, PLAYED_OUT
from bot.rules.bezique.moves import DrawCards, Exchange, PlayHeld, ShowSeven
from bot.rules.bezique.pack import best_of
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
_WIN: Final = gettext_noop("Cady: win a trick for its brisques or to declare, with what serves for least.")
_LOSE: Final = gettext_noop("Cady: a trick without use is not worth a card; throw what serves for least.")
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
        if isinstance(view.legal[0], PlayHeld):
            return self._card(view, rng)
        if any(isinstance(move, DrawCards) for move in view.legal):
            return self._declaration(view)
        return rng.choice(view.legal)

    def advise(self, view: View, rng: random.Random) -> Hint:
        """The same with what it is for, and the points at stake."""
        move = self.choose(view, rng)
        if len(view.legal) == 1:
            return Hint(move, ONLY_MOVE)
        if isinstance(move, PlayHeld):
            return self._card_advised(view, move)
        if any(isinstance(other, DrawCards) for other in view.legal):
            return _declaration_advised(view, move)
        return Hint(move, "")

    def _card(self, view: View, rng: random.Random) -> Move:
        plays = {move.named: move for move in view.legal if isinstance(move, PlayHeld)}
        if view.to_follow:
            cards = tuple(named.card for named in plays)
            worth = plays_worth(view) if len(view.held) == 2 else tried(Known(view), cards, rng)
            best = max(cards, key=worth.__getitem__)
            return next(move for named, move in plays.items() if named.card is best)
        return plays[max(plays, key=Weighing(Known(view), self._weights).worth)]

    def _declaration(self, view: View) -> Move:
        if not view.may_score:
            # More could be shown, to be scored later; it can as well be declared later.
            sevens = [move for move in view.legal if isinstance(move, Exchange | ShowSeven)]
            return sevens[0] if sevens else DrawCards()
        worth = Announcing(Known(view), self._weights).worth()
        return max(worth, key=worth.__getitem__)

    def _card_advised(self, view: View, move: PlayHeld) -> Hint:
        plays = [other for other in view.legal if isinstance(other, PlayHeld)]
        if view.to_follow:
            made = plays_worth(view)
            worth: dict[Move, float] = {play: made[play.named.card] for play in plays}
            return Hint(move, PLAYED_OUT, cost_of_others(move, worth, Unit.POINTS, Judged.SURE, 1.0))
        weighing = Weighing(Known(view), self._weights)
        worth = {play: weighing.worth(play.named) for play in plays}
        if not view.cards:
            reason = _LEAD
        else:
            wins = best_of((*view.cards, move.named.card), view.trump) == len(view.cards)
            reason = _WIN if wins else _LOSE
        return Hint(move, reason, cost_of_others(move, worth, Unit.POINTS, Judged.MAXIMS, _LEAST))


def _declaration_advised(view: View, move: Move) -> Hint:
    # What is not declared now may yet be later; what is at stake is its score.
    points = points_of(view, move)
    if not points:
        return Hint(move, "")
    most = max(points_of(view, other) for other in view.legal)
    reason = _LOWER_BEFORE if points < most else _MOST_FIRST
    return Hint(move, reason, Cost(DrawCards(), points, Unit.POINTS, Judged.SURE))
