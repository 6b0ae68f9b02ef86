"""House players where one can revoke: they never do, and look after their partner.

They ask a partner who has not followed suit, claim revokes that the cards played since have shown, and choose
the penalty that is worth most (Laws 72-78).
"""

from collections.abc import Callable, Container
from typing import Any, Final, TypeAlias

from bot.house.player import seat_of
from bot.house.tricks.knowledge import Pack
from bot.rules.cards import Card
from bot.rules.moves import Move, Play
from bot.rules.whist.moves import AskPartner, ClaimNothing, ClaimRevoke, Correct, Demand, Exact, HaveNone
from bot.rules.whist.state import View

_SEATS: Final = 4


def lawful_plays(view: View[Any], pack: Pack) -> dict[Card, Play]:
    """The plays of the view that follow suit where that can be done."""
    plays = {move.card: move for move in view.legal if isinstance(move, Play)}
    if view.laws is None or not view.cards or not plays:
        return plays
    lawful = pack.legality.playable(view.hand, view.cards[0], view.trump)
    # What the adversaries have called or demand is lawful, too.
    return {card: move for card, move in plays.items() if card in lawful} or plays


WorthOfPenalty: TypeAlias = Callable[[View[Any], str, str], float]
"""What the hand is worth to the side of a view if it exacts a penalty, given the offence and the way."""


def answered(view: View[Any], pack: Pack, worth: WorthOfPenalty) -> Move | None:
    """The answer to what the laws ask of the seat; None where they ask nothing. The penalty of most `worth`
    is exacted."""
    point = view.point
    if point is None or not view.legal:
        return None
    match point.kind:
        case "answer":
            return HaveNone()
        case "demand":
            return Demand("high" if _beaten(view, pack) else "low")
        case "claims":
            return ClaimNothing()
    ways = [move for move in view.legal if isinstance(move, Exact)]
    return max(ways, key=lambda move: worth(view, point.offence, move.way))


def volunteered(view: View[Any], pack: Pack, people: Container[int]) -> Move | None:
    """The optional move the seat makes: correct a revoke of its own hand, claim one it has noticed, or ask a
    partner who is a person."""
    if Correct() in view.optional and _has_revoked(view, pack):
        return Correct()
    for card in view.renounced:
        if card.evident:
            return ClaimRevoke(card.seat, card.number)
    partner = (seat_of(view) + _SEATS // 2) % _SEATS
    if AskPartner() in view.optional and partner in people and _first_time(view, partner):
        return AskPartner()
    return None


def _has_revoked(view: View[Any], pack: Pack) -> bool:
    leader, cards = (view.leader, view.cards) if view.cards else _last(view)
    card = cards[(seat_of(view) - leader) % _SEATS]
    return card not in pack.legality.playable((card, *view.hand), cards[0], view.trump)


def _last(view: View[Any]) -> tuple[int, tuple[Card, ...]]:
    trick = view.tricks[-1]
    return trick.leader, trick.pieces


def _beaten(view: View[Any], pack: Pack) -> bool:
    # Whether this side has the trick so far, so that their highest card is best out of the way.
    if not view.cards or view.trump is None:
        return False
    best = pack.winning(view, view.trump, view.cards)
    return (view.leader + best - seat_of(view)) % 2 == 0


def _first_time(view: View[Any], partner: int) -> bool:
    # Whether partner had followed that suit whenever it was led before.
    suit = (view.cards or view.tricks[-1].pieces)[0].suit
    before = view.tricks if view.cards else view.tricks[:-1]
    return all(dict(trick.plays)[partner].suit is suit for trick in before if trick.led.suit is suit)
