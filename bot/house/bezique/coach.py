"""Hoyle as a coach at ordinary bezique: what a move cost that somebody made, by what their seat knew."""

import random
from typing import TYPE_CHECKING, Final

from bot.house.bezique import reasons
from bot.house.bezique.announcing import Announcing, distinct
from bot.house.bezique.ending import hands_are_known, plays_worth
from bot.house.bezique.known import Known
from bot.house.bezique.player import BeziqueHoyle
from bot.house.bezique.playing import Weighing
from bot.house.bezique.weights import weights_for
from bot.house.player import PLAYED_OUT
from bot.rules.bezique.moves import Declare, DrawCards, PlayHeld
from bot.rules.bezique.state import View
from bot.rules.moves import Move
from bot.rules.presentation.hints import Cost, Hint, Judged, Unit

if TYPE_CHECKING:
    from bot.house.reviewing import Turn

LEAST: Final = 20.0  # points

_GAME_COUNTS: Final = 200  # points to the target, with which it matters who wins the game and not the hand
_OPINION: Final = 0.1


class BeziqueCoach(BeziqueHoyle):
    """Tries every move on the same layouts and orders of the stock, Hoyle playing on for both seats."""

    def glance(self, view: View, made: Move, rng: random.Random) -> float:
        made = _represented(view, made)
        if not judges(view, made):
            return 0.0
        known = Known(view)
        if hands_are_known(view):
            worth = _played_out(known)
            cost = max(worth.values()) - worth[made]
            return cost if cost >= LEAST else 0.0
        return self.turn(view).cost_at_a_glance(made, rng)

    def review(self, view: View, made: Move, rng: random.Random) -> Hint | None:
        made = _represented(view, made)
        if not judges(view, made):
            return None
        known = Known(view)
        if hands_are_known(view):
            worth = _played_out(known)
            most = max(worth.values())
            best, *others = [move for move in worth if worth[move] == most]
            cost = Cost(made, most - worth[made], Unit.POINTS, Judged.SURE, tuple(others))
            return Hint(best, PLAYED_OUT, cost) if cost.amount >= LEAST else None
        opinions = {move: _OPINION * worth for move, worth in opinions_of(known).items()}
        found = self.turn(view).best_instead(made, opinions, rng)
        if found is None:
            return None
        (best, *equal), gain = found
        words = reason_for(known, best, made)
        alike = [one for move in (best, *equal) for one in _same(view, move) if one != best]
        return Hint(best, words, Cost(made, gain, Unit.POINTS, Judged.TRIED, tuple(alike)))

    def turn(self, view: View, moves: tuple[Move, ...] = ()) -> "Turn[Move, int]":
        """The turn of that view while cards are drawn, to try those moves or all; samples are numbers of
        layouts."""
        from bot.house.bezique.trying import Trial
        from bot.house.reviewing import Terms, Turn

        terms = Terms(least=LEAST, alike=LEAST / 2, glance=80, search=400, measure=1_200)
        return Turn(moves or tuple(distinct(view.legal)), terms, Trial(view).values)


def _same(view: View, move: Move) -> list[Move]:
    # The moves that declare the same, with any of the cards that make it.
    if not isinstance(move, Declare):
        return [move]
    wanted = move.key, move.cards[0].card.suit
    declared = (one for one in view.legal if isinstance(one, Declare))
    return [one for one in declared if (one.key, one.cards[0].card.suit) == wanted]


def _represented(view: View, made: Move) -> Move:
    # The move that is tried for it.
    tried = distinct(view.legal)
    return next((move for move in _same(view, made) if move in tried), made)


def judges(view: View, move: Move) -> bool:
    """Whether the coach can tell the worth of that move: with a choice, as long as the points of the hand
    matter, and not for what is only shown, to be scored after a later trick."""
    target = view.variant.target
    if target is not None and max(view.points) >= target - _GAME_COUNTS:
        return False
    if move not in view.legal or len(view.legal) < 2:
        return False
    return isinstance(move, PlayHeld) or (DrawCards() in view.legal and view.may_score)


def _played_out(known: Known) -> dict[Move, float]:
    worth = plays_worth(known)
    return {move: worth[move.named.card] for move in known.view.legal if isinstance(move, PlayHeld)}


def opinions_of(known: Known) -> dict[Move, float]:
    """What Hoyle makes of each card, or each declaration, in points."""
    view, weights = known.view, weights_for(known.view.variant)
    if DrawCards() in view.legal:
        return Announcing(known, weights).worth()
    weighing = Weighing(known, weights)
    return {move: weighing.worth(move.named) for move in view.legal if isinstance(move, PlayHeld)}


def reason_for(known: Known, best: Move, made: Move) -> str:
    """The rule that speaks for the one move against the other; empty if none does."""
    if isinstance(best, PlayHeld) and isinstance(made, PlayHeld):
        weighing = Weighing(known, weights_for(known.view.variant))
        return reasons.of_card([reasons.Play(weighing, best)], reasons.Play(weighing, made)).words
    return "" if isinstance(best, DrawCards) else reasons.of_declaration(known, best)
