"""The last tricks played out: when nothing more is drawn both hands are known."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bot.house.bezique.known import Known
from bot.house.tricks.endings import Ending, EndingRules
from bot.rules.bezique.pack import HEIGHT, best_of
from bot.rules.bezique.play import END_PLAY
from bot.rules.bezique.state import View
from bot.rules.cards import Card, Suit

_SUITS: Final = {suit: place for place, suit in enumerate(Suit)}


def hands_are_known(view: View) -> bool:
    """Whether nothing is left in the stock, and so the only other hand is what has not been seen."""
    return view.variant.players == 2 and not view.stock and view.turn_up is None


def plays_worth(known: Known, *, lost: bool = False) -> dict[Card, float]:
    """What each card that may be played makes in the end, in points, against the best defence; where all is
    `lost`, the last trick is for the other to take."""
    return played_out(known, tuple(named.card for named in known.cards), known.hidden_cards, lost=lost)


def played_out(
    known: Known, mine: tuple[Card, ...], theirs: tuple[Card, ...], *, lost: bool = False
) -> dict[Card, float]:
    """The same with that hand in the other seat."""
    view = known.view
    allowed = playable(view, mine, view.cards)
    ending = Ending(_rules(known, mine, theirs, lost), (*mine, *theirs, *view.cards), 2)
    made = ending.values((mine, theirs), 0, view.cards, allowed)
    return {card: made[card] for card in allowed}


def playable(view: View, hand: tuple[Card, ...], table: Sequence[Card]) -> tuple[Card, ...]:
    """What may be played of that hand when nothing more is drawn."""
    if not table or not view.variant.must_win:
        return hand
    return END_PLAY.playable(hand, table[0], view.trump, table[best_of(table, view.trump)])


def _rules(known: Known, mine: tuple[Card, ...], theirs: tuple[Card, ...], lost: bool) -> EndingRules[Card]:
    # Neighbours in a suit are equivalent if they bring the same, unless of two like-named ones each
    # hand holds one: led first, either wins against the other.
    view = known.view
    here, left = Counter(mine), Counter((*mine, *theirs, *view.cards))
    parted = {card for card, number in left.items() if number > 1 and here[card] not in (0, number)}
    points = {card: 0.0 if lost else known.worth(card) for card in left}
    last = 0 if view.closed is not None else view.variant.last_trick * (-1 if lost else 1)

    def equivalent(lower: Card, higher: Card) -> bool:
        if lower.suit is not higher.suit or lower in parted or higher in parted:
            return False
        return points[lower] == points[higher]

    return EndingRules(
        playable=lambda hand, led: playable(view, hand, (led,) if led else ()),
        winning=lambda plays, _: best_of(plays, view.trump),
        order=lambda card: (_SUITS[card.suit] if card.suit else -1, HEIGHT[card.rank]),
        equivalent=equivalent,
        points=points,
        last_points=last,
    )
