"""Hoyle, the house's player of bezique."""

import random
from collections.abc import Sequence
from typing import Final

from bot.house.bezique.announcing import Announcing
from bot.house.bezique.ending import best_play, plays_worth
from bot.house.bezique.keeping import Holding
from bot.house.bezique.known import Known
from bot.house.bezique.playing import Weighing
from bot.house.bezique.weights import WEIGHTS, Weights
from bot.house.player import ONLY_MOVE, PLAYED_OUT, seat_of
from bot.rules.bezique.combinations import BEZIQUE, DOUBLE, MARRIAGE, SEQUENCE, Kind
from bot.rules.bezique.declaring import combinations_in, in_order, may_serve, points_to_score
from bot.rules.bezique.moves import Declare, DrawCards, Exchange, PlayHeld, Score, ShowSeven
from bot.rules.bezique.named import Named
from bot.rules.bezique.pack import best_of, brisques_in
from bot.rules.bezique.state import View
from bot.rules.cards import Rank, Suit
from bot.rules.catalogue import gettext_noop
from bot.rules.hints import Cost, Hint, Judged, Unit, cost_of_others
from bot.rules.moves import Move

_ENOUGH_STOCK: Final = 12
"""Cards face down with which the lower is declared before the higher: there is time for both."""

_LOWER_FIRST: Final = {MARRIAGE.key: SEQUENCE.key, BEZIQUE.key: DOUBLE.key}
"""What a combination grows into, without its own score being lost if it comes first."""

_LEAD_TAKEN: Final = 0.6
"""How often a card led is beaten, unless it is high or a trump."""

_DECLARE_NOW: Final = 0.3
"""Share of a declaration that winning just this trick is worth: another trick may do as well."""

_ADVERSARY_DECLARES: Final = 3.0
"""What it costs on the average to let the adversary win a trick while the stock lasts."""


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
    """Keeps what may be declared, wins tricks that are worth it, and searches the last ones."""

    name = "hoyle"

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self._weights = weights

    def choose(self, view: View, rng: random.Random) -> Move:
        """The best declaration after a trick, the best card else; any other move at random."""
        if isinstance(view.legal[0], PlayHeld):
            plays = {move.named: move for move in view.legal if isinstance(move, PlayHeld)}
            return plays[choose_card(view, tuple(plays), self._weights)]
        if any(isinstance(move, DrawCards) for move in view.legal):
            return choose_declaration(view, view.legal, self._weights)
        return rng.choice(view.legal)

    def advise(self, view: View, rng: random.Random) -> Hint:
        """The same with what it is for, and the points at stake."""
        move = self.choose(view, rng)
        if len(view.legal) == 1:
            return Hint(move, ONLY_MOVE)
        if isinstance(move, PlayHeld):
            return _card_advised(view, move)
        if any(isinstance(other, DrawCards) for other in view.legal):
            return _declaration_advised(view, move)
        return Hint(move, "")


def _card_advised(view: View, move: PlayHeld) -> Hint:
    plays = [other for other in view.legal if isinstance(other, PlayHeld)]
    if view.to_follow:
        made = plays_worth(view)
        worth: dict[Move, float] = {play: made[play.named.card] for play in plays}
        return Hint(move, PLAYED_OUT, cost_of_others(move, worth, Unit.POINTS, Judged.SURE, 1.0))
    holding = Holding(view)
    if not view.cards:
        reason, weigh = _LEAD, _worth_of_leading
    else:
        weigh = _worth_of_following
        wins = best_of((*view.cards, move.named.card), view.trump) == len(view.cards)
        reason = _WIN if wins else _LOSE
    worth = {play: weigh(holding, play.named) for play in plays}
    return Hint(move, reason, cost_of_others(move, worth, Unit.POINTS, Judged.MAXIMS, _LEAST))


def _declaration_advised(view: View, move: Move) -> Hint:
    # What is not declared now may yet be later; what is at stake is its score.
    kind = _kind(view, move)
    if kind is not None and isinstance(move, Declare | Score):
        points = kind.points_for(_suit(kind, move), view.trump)
        reason = _LOWER_BEFORE if _grows(view, move, view.legal) else _MOST_FIRST
    elif isinstance(move, Exchange | ShowSeven):
        points, reason = _seven_points(view), _MOST_FIRST
    else:
        return Hint(move, "")
    return Hint(move, reason, Cost(DrawCards(), points, Unit.POINTS, Judged.SURE))


def choose_declaration(view: View, legal: tuple[Move, ...], weights: Weights = WEIGHTS) -> Move:
    """What makes most in the end: the lower before the higher while there is time (Cady, Declaring 4)."""
    if not view.may_score:
        # More could be shown, to be scored later; it can as well be declared later.
        sevens = [move for move in legal if isinstance(move, Exchange | ShowSeven)]
        return sevens[0] if sevens else DrawCards()
    worth = Announcing(Known(view), weights).worth()
    return max(worth, key=worth.__getitem__)


def _grows(view: View, move: Declare | Score, others: Sequence[Move]) -> Kind | None:
    # The higher combination that can be declared too, if there is time for both.
    kind, higher = _kind(view, move), _LOWER_FIRST.get(move.key)
    if kind is None or higher is None or view.stock < _ENOUGH_STOCK:
        return None
    suit = _suit(kind, move)
    for other in others:
        grown = _kind(view, other)
        if isinstance(other, Declare) and other.key == higher and grown and _suit(grown, other) is suit:
            return grown
    return None


def _wins_at_once(view: View, points: int) -> bool:
    # The target ends the game on the spot (AMB-F4), unless the hand is played out.
    if view.variant.plays_on:
        return False
    return view.points[view.side_of(seat_of(view))] + points >= view.variant.target


def _kind(view: View, move: Move) -> Kind | None:
    return view.variant.kind(move.key) if isinstance(move, Declare | Score) else None


def _suit(kind: Kind, move: Declare | Score) -> Suit | None:
    return kind.suit_of([name.card for name in move.cards])


def _seven_points(view: View) -> int:
    return view.variant.seven.points if view.variant.seven else 0


def choose_card(view: View, allowed: tuple[Named, ...], weights: Weights = WEIGHTS) -> Named:
    """The card to play: played out at the end, weighed while the stock lasts."""
    if view.to_follow:
        best = best_play(view)
        return next(name for name in allowed if name.card is best)
    return max(allowed, key=Weighing(Known(view), weights).worth)


def _worth_of_leading(holding: Holding, name: Named) -> float:
    # Lead sevens and what serves for nothing (Cady); a brisque led may be lost.
    card, trump = name.card, holding.view.trump
    taken = _LEAD_TAKEN
    if card.rank is Rank.ACE or card.suit is trump:
        taken = _LEAD_TAKEN / 2
    brisque = holding.view.variant.brisques.points * brisques_in((card,))
    gain = (1 - taken) * (brisque + _DECLARE_NOW * _could_declare(holding, name)) - taken * brisque
    return gain - holding.worth(name)


def _worth_of_following(holding: Holding, name: Named) -> float:
    # Win for a brisque or to declare; else throw away what is worth least (Cady).
    view = holding.view
    trick = (*view.cards, name.card)
    points = view.variant.brisques.points * brisques_in(trick)
    if best_of(trick, view.trump) == len(view.cards):
        return points + _DECLARE_NOW * _could_declare(holding, name) - holding.worth(name)
    return -points - _ADVERSARY_DECLARES - holding.worth(name)


def _could_declare(holding: Holding, played: Named) -> float:
    # The most that could be scored after winning with that card.
    view = holding.view
    left = list(holding.cards)
    left.remove(played)
    found = combinations_in(view.variant, in_order(left), holding.served, view.trump, may_serve)
    best = max((_points(kind, cards, view.trump) for kind, cards in found), default=0)
    declarations = holding.served.declarations
    kept = max(
        (points_to_score(declarations, d, view.trump) for d in declarations if d.status == "to score"),
        default=0,
    )
    return float(max(best, kept, _seven(holding, left)))


def _points(kind: Kind, cards: tuple[Named, ...], trump: Suit | None) -> int:
    return kind.points_for(kind.suit_of([name.card for name in cards]), trump)


def _seven(holding: Holding, left: list[Named]) -> int:
    view = holding.view
    fresh = any(n.card.rank is Rank.SEVEN and n.card.suit is view.trump and not n.index for n in left)
    return _seven_points(view) if fresh and view.turn_up is not None else 0
