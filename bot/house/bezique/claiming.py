"""Moves of single games that cost nothing, or end the hand: showing carte blanche, scoring everything at
once, exchanging the seven, closing the stock and knocking."""

import random
from typing import Final

from bot.house.bezique.known import Known
from bot.house.bezique.several import LAYOUTS, layouts_of, tricks_of
from bot.house.layouts import Hands
from bot.rules.bezique.ancestors.card_points import taken_by_side
from bot.rules.bezique.ancestors.moves import Close, Knock
from bot.rules.bezique.moves import DeclareAll, Exchange, PlayHeld
from bot.rules.bezique.rubicon.moves import ShowBlanche
from bot.rules.cards import Card
from bot.rules.moves import Move

_SURE: Final = 0.85  # in how many of the layouts tried the target must be made by who closes the stock


def claimed(known: Known, rng: random.Random) -> Move | None:
    """The move that is made before any other; None if there is none."""
    view = known.view
    playing = any(isinstance(move, PlayHeld) for move in view.legal)
    for move in view.legal:
        match move:
            case Knock() if _points(known) >= (view.variant.target or 0):
                return move
            case Close() if _closes(known, rng):
                return move
            case Exchange() if playing:
                return move
            case DeclareAll() | ShowBlanche():
                return move
    return None


def _points(known: Known) -> float:
    # With those of the cards taken, which are counted at the end.
    view = known.view
    points = view.points[known.side]
    if view.variant.cards_last:
        points += taken_by_side(view.variant.seating, view.tricks)[known.side]
    return points


def _closes(known: Known, rng: random.Random) -> bool:
    # Who closes and does not reach the target loses, and so does who is beaten to it.
    view = known.view
    target = view.variant.target
    if target is None:
        return False
    points, others = view.points[known.side], max(p for s, p in enumerate(view.points) if s != known.side)
    cards = tuple(named.card for named in known.cards)
    if points + known.worth_of(cards) < target - 22:
        return False
    layouts, made = layouts_of(known), 0
    for _ in range(LAYOUTS):
        hands = layouts.draw(rng)
        made += any(_reaches(known, hands, card, target - points, target - others) for card in cards)
    return made >= _SURE * LAYOUTS


def _reaches(known: Known, hands: Hands[Card], card: Card, wanted: float, theirs: float) -> bool:
    # Whether the side takes so many points before the other takes `theirs`, leading that card.
    for side, points in tricks_of(known, hands, card):
        if side == known.side:
            wanted -= points
        else:
            theirs -= points
        if wanted <= 0 or theirs <= 0:
            break
    return wanted <= 0
