"""The last tricks played out: with the stock gone both hands are known."""

from collections import Counter
from typing import Final

from bot.house.endings import Ending, EndingRules
from bot.house.knowledge import unseen
from bot.house.player import seat_of
from bot.rules.bezique.pack import BRISQUES, HEIGHT, ONE_PACK, best_of
from bot.rules.bezique.play import END_PLAY
from bot.rules.bezique.polish.winning import lies_open
from bot.rules.bezique.state import View
from bot.rules.cards import Card, Rank, Suit

_SUITS: Final = {suit: place for place, suit in enumerate(Suit)}
_BRISQUES: Final = frozenset(card for card in ONE_PACK if card.rank in BRISQUES)


def other_hand(view: View) -> tuple[Card, ...]:
    """The adversary's hand once the stock is out: whatever has not been seen."""
    mine = (named.card for named in view.hand)
    return unseen(view.variant.pack, mine, view.cards, _gone(view))


def _gone(view: View) -> list[Card]:
    # The cards of the tricks; a turn-up taken for a seven that was won lies open instead of that seven.
    gone = [card for trick in view.tricks for card in trick.pieces]
    lying = Counter(named.card for cards in view.open_cards for named in cards)
    for taken in lying - Counter(card for card in gone if lies_open(card, view.trump)):
        gone.append(taken)
        gone.remove(next(card for card in gone if card.rank is Rank.SEVEN and card.suit is view.trump))
    return gone


def best_play(view: View) -> Card:
    """The card that makes most, in brisques and the last trick, against the best defence."""
    made = plays_worth(view)
    return max(made, key=made.__getitem__)


def plays_worth(view: View) -> dict[Card, float]:
    """What each card that may be played makes, in points of brisques and the last trick, against the best
    defence."""
    mine, theirs = tuple(named.card for named in view.hand), other_hand(view)
    allowed = END_PLAY.playable(mine, view.cards[0] if view.cards else None, view.trump)
    seat = seat_of(view)
    hands = (mine, theirs) if seat == 0 else (theirs, mine)
    ending = Ending(rules_of(view, mine, theirs), (*mine, *theirs, *view.cards), len(hands))
    made = ending.values(hands, seat, view.cards, allowed)
    return {card: made[card] for card in allowed}


def rules_of(view: View, mine: tuple[Card, ...], theirs: tuple[Card, ...]) -> EndingRules[Card]:
    """The rules of the last tricks. Neighbours in a suit are equivalent if they count the same,
    unless of two like-named ones each hand holds one: led first, either wins against the other."""
    here, left = Counter(mine), Counter((*mine, *theirs, *view.cards))
    parted = {card for card, number in left.items() if number > 1 and here[card] not in (0, number)}

    def equivalent(lower: Card, higher: Card) -> bool:
        if lower.suit is not higher.suit or lower in parted or higher in parted:
            return False
        return (lower in _BRISQUES) == (higher in _BRISQUES)

    return EndingRules(
        playable=lambda hand, led: END_PLAY.playable(hand, led, view.trump),
        winning=lambda plays, _: best_of(plays, view.trump),
        order=lambda card: (_SUITS[card.suit] if card.suit else -1, HEIGHT[card.rank]),
        equivalent=equivalent,
        counting=_BRISQUES,
        points=view.variant.brisques.points,
        last_points=view.variant.last_trick,
    )
