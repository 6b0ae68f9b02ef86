"""Hoyle, the house's player of bezique."""

import random
from typing import Any, Final

from bot.house.bezique.endgame import best_play
from bot.house.bezique.keeping import Holding
from bot.rules.bezique import scoring
from bot.rules.bezique.combinations import (
    BEZIQUE,
    DOUBLE,
    MARRIAGE,
    SEQUENCE,
    SEVEN_POINTS,
    Kind,
    points_for,
    suit_of,
)
from bot.rules.bezique.declaring import declarable
from bot.rules.bezique.held import Held, Named
from bot.rules.bezique.moves import Declare, DrawCards, Exchange, PlayHeld, Score, ShowSeven
from bot.rules.bezique.pack import BRISQUE_POINTS, brisques_in
from bot.rules.bezique.play import second_wins
from bot.rules.bezique.state import View
from bot.rules.cards import Rank, Suit
from bot.rules.game import Game
from bot.rules.moves import Move

_ENOUGH_STOCK: Final = 12
"""Cards face down with which the lower is declared before the higher: there is time for both."""

_LOWER_FIRST: Final = {MARRIAGE: SEQUENCE, BEZIQUE: DOUBLE}
"""What a combination grows into, without its own score being lost if it comes first."""

_LEAD_TAKEN: Final = 0.6
"""How often a card led is beaten, unless it is high or a trump."""

_DECLARE_NOW: Final = 0.3
"""Share of a declaration that winning just this trick is worth: another trick may do as well."""

_ADVERSARY_DECLARES: Final = 3.0
"""What it costs on the average to let the adversary win a trick while the stock lasts."""


class BeziqueHoyle:
    """Keeps what may be declared, wins tricks that are worth it, and counts out the last ones."""

    name = "hoyle"

    def choose(
        self, game: Game[Any, Any, Any], view: View, legal: tuple[Move, ...], rng: random.Random
    ) -> Move:
        """The best declaration after a trick, the best card else; a cut and the deal by lot."""
        if isinstance(legal[0], PlayHeld):
            plays = {move.named: move for move in legal if isinstance(move, PlayHeld)}
            return plays[choose_card(view, tuple(plays))]
        if any(isinstance(move, DrawCards) for move in legal):
            return choose_declaration(view, legal)
        return rng.choice(legal)


def choose_declaration(view: View, legal: tuple[Move, ...]) -> Move:
    """What is worth most, the lower before the higher while there is time (Cady, Declaring 4)."""
    scored = [move for move in legal if not isinstance(move, DrawCards)]
    if view.scored:
        # More could be shown, to be scored later; it can as well be declared later.
        sevens = [move for move in scored if isinstance(move, Exchange | ShowSeven)]
        return sevens[0] if sevens else DrawCards()
    best = max(scored, key=lambda move: _declaration_worth(view, move, scored), default=None)
    return best or DrawCards()


def _declaration_worth(view: View, move: Move, others: list[Move]) -> float:
    if not isinstance(move, Declare | Score):
        return SEVEN_POINTS
    suit = _suit(move)
    points = points_for(move.kind, suit, view.trump)
    fresh = sum(1 for name in move.cards if not name.marks)
    if _wins_at_once(view, points):
        return scoring.GAME + points
    higher = _LOWER_FIRST.get(move.kind)
    if higher is not None and view.stock >= _ENOUGH_STOCK:
        grows = any(isinstance(m, Declare) and m.kind is higher and _suit(m) is suit for m in others)
        if grows:
            return points_for(higher, suit, view.trump) + 1
    return points - fresh / 10


def _wins_at_once(view: View, points: int) -> bool:
    # A thousand ends the game on the spot (AMB-F4), unless the hand is played out.
    assert view.seat is not None
    if view.options.out == "play-on" or view.options.brisques == "at-the-end":
        return False
    return view.standing.points[view.seat] + points >= scoring.GAME


def _suit(move: Declare | Score) -> Suit | None:
    return suit_of(move.kind, tuple(name.card for name in move.cards))


def choose_card(view: View, allowed: tuple[Named, ...]) -> Named:
    """The card to play: counted out at the end, weighed while the stock lasts."""
    if view.to_follow:
        best = best_play(view)
        return next(name for name in allowed if name.card is best)
    holding = Holding(view)
    if view.cards:
        return max(allowed, key=lambda name: _worth_of_following(holding, name))
    return max(allowed, key=lambda name: _worth_of_leading(holding, name))


def _worth_of_leading(holding: Holding, name: Named) -> float:
    # Lead sevens and what serves for nothing (Cady); a brisque led may be lost.
    card, trump = name.card, holding.view.trump
    taken = _LEAD_TAKEN
    if card.rank is Rank.ACE or card.suit is trump:
        taken = _LEAD_TAKEN / 2
    brisque = BRISQUE_POINTS * brisques_in((card,))
    gain = (1 - taken) * (brisque + _DECLARE_NOW * _could_declare(holding, name)) - taken * brisque
    return gain - holding.worth(name)


def _worth_of_following(holding: Holding, name: Named) -> float:
    # Win for a brisque or to declare; else throw away what is worth least (Cady).
    view = holding.view
    led, card = view.cards[0], name.card
    points = BRISQUE_POINTS * brisques_in((led, card))
    if second_wins(led, card, view.trump):
        return points + _DECLARE_NOW * _could_declare(holding, name) - holding.worth(name)
    return -points - _ADVERSARY_DECLARES - holding.worth(name)


def _could_declare(holding: Holding, played: Named) -> float:
    # The most that could be scored after winning with that card.
    left = list(holding.cards)
    left.remove(played)
    hand = tuple(Held(place, name) for place, name in enumerate(left))
    trump = holding.view.trump
    best = max((_points(kind, cards, trump) for kind, cards in declarable(hand, trump)), default=0)
    seat = holding.view.seat
    assert seat is not None
    kept = max((owed.points for owed in holding.view.owed[seat]), default=0)
    return float(max(best, kept, _seven(holding, left)))


def _points(kind: Kind, cards: tuple[Held, ...], trump: Suit | None) -> int:
    return points_for(kind, suit_of(kind, tuple(held.card for held in cards)), trump)


def _seven(holding: Holding, left: list[Named]) -> int:
    view = holding.view
    shown = any(n.card.rank is Rank.SEVEN and n.card.suit is view.trump and not n.marks for n in left)
    return SEVEN_POINTS if shown and view.turn_up is not None else 0
