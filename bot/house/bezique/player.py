"""Hoyle, the house's player of the bezique family."""

import random
from typing import Final

from bot.house.bezique import reasons
from bot.house.bezique.announcing import Announcing, points_of
from bot.house.bezique.claiming import claimed
from bot.house.bezique.ending import hands_are_known, plays_worth
from bot.house.bezique.hopeless import is_hopeless
from bot.house.bezique.known import Known
from bot.house.bezique.playing import Weighing
from bot.house.bezique.several import tried
from bot.house.bezique.weights import weights_for
from bot.house.player import ONLY_MOVE, PLAYED_OUT
from bot.rules.bezique.moves import DrawCards, Exchange, PlayHeld, ShowSeven
from bot.rules.bezique.state import View
from bot.rules.moves import Move
from bot.rules.presentation.hints import Cost, Hint, Judged, Reason, Unit, hint_among

_LEAST: Final = 3.0  # points below which one card is as good as another


class BeziqueHoyle:
    """Keeps what may yet be declared, wins tricks that are worth it, and searches the last ones."""

    name = "hoyle"

    def choose(self, view: View, rng: random.Random) -> Move:
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
        if len(view.legal) == 1:
            return Hint(view.legal[0], ONLY_MOVE)
        known = Known(view)
        if (claim := claimed(known, rng)) is not None:
            return Hint(claim, reasons.OF_CLAIM[type(claim)])
        if any(isinstance(move, PlayHeld) for move in view.legal):
            return self._card_advised(known, rng)
        if any(isinstance(move, DrawCards) for move in view.legal):
            return self._declaration_advised(known)
        return Hint(self.choose(view, rng), "")

    def _plays(self, known: Known, rng: random.Random) -> dict[Move, float]:
        # What each card makes; searched or tried where nothing more is drawn.
        view = known.view
        plays = [move for move in view.legal if isinstance(move, PlayHeld)]
        if hands_are_known(view):
            made = plays_worth(known, lost=is_hopeless(known))
        elif known.drawn_out:
            made = tried(known, tuple(move.named.card for move in plays), rng)
        else:
            weighing = Weighing(known, weights_for(known.view.variant))
            return {move: weighing.worth(move.named) for move in plays}
        return {move: made[move.named.card] for move in plays}

    def _declaration(self, known: Known) -> Move:
        view = known.view
        if known.piles:
            # What is not scored is lost.
            return view.legal[0]
        if is_hopeless(known):
            return DrawCards()
        if not view.may_score:
            # More could be shown, to be scored later; it can as well be declared later.
            sevens = [move for move in view.legal if isinstance(move, Exchange | ShowSeven)]
            return sevens[0] if sevens else DrawCards()
        worth = Announcing(known, weights_for(known.view.variant)).worth()
        return max(worth, key=worth.__getitem__)

    def _card_advised(self, known: Known, rng: random.Random) -> Hint:
        worth = self._plays(known, rng)
        plays = (move for move in known.view.legal if isinstance(move, PlayHeld))
        move = max(plays, key=worth.__getitem__)
        if hands_are_known(known.view):
            played_out = Reason(PLAYED_OUT)
            return hint_among(move, worth, Unit.POINTS, Judged.SURE, lambda *_: played_out, 1.0)
        if known.drawn_out:
            return hint_among(move, worth, Unit.POINTS, Judged.TRIED, lambda *_: Reason(), 1.0)
        weighing = Weighing(known, weights_for(known.view.variant))

        def why(equal: tuple[Move, ...], other: Move) -> Reason:
            *mine, against = [
                reasons.Play(weighing, one) for one in (*equal, other) if isinstance(one, PlayHeld)
            ]
            return reasons.of_card(mine, against)

        return hint_among(move, worth, Unit.POINTS, Judged.MAXIMS, why, _LEAST)

    def _declaration_advised(self, known: Known) -> Hint:
        # What is not declared now may yet be later; what is at stake is its score.
        view, move = known.view, self._declaration(known)
        if isinstance(move, DrawCards) and is_hopeless(known):
            return Hint(move, reasons.SCORE_LITTLE)
        points = points_of(view, move)
        if not points:
            return Hint(move, reasons.FREE if isinstance(move, Exchange) else "")
        return Hint(
            move, reasons.of_declaration(known, move), Cost(DrawCards(), points, Unit.POINTS, Judged.SURE)
        )
