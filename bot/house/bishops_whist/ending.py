"""The last tricks, played out over every layout of the other hands.

From the twelfth, the "strategic trick", on it is known which bishops and knights are left, and
often "it makes no sort of difference whose hand those bishops are in" (Dana, Methods of Play).
"""

from collections.abc import Callable, Sequence
from typing import Final

from bot.house.bishops_whist.knowledge import BISHOP_OF, BishopsKnowledge
from bot.house.layouts import Hands, layouts_of
from bot.house.tricks.endings import Ending, EndingRules, rules_of_trick
from bot.rules.cards import KNIGHT, Card, Rank
from bot.rules.whist.bishops.pack import BISHOPS, CARD_HEIGHT
from bot.rules.whist.bishops.play import LAST_TRICK, winning_play
from bot.rules.whist.bishops.scoring import BISHOP_POINTS
from bot.rules.whist.count import BOOK

PLAY_OUT_FROM: Final = 12  # the first trick from which the rest is played out

_BISHOPS: Final = frozenset(BISHOPS)

_OVER_BOOK: Final = tuple(
    float(max(0, tricks - BOOK) - max(0, LAST_TRICK - tricks - BOOK)) for tricks in range(LAST_TRICK + 1)
)
"""Points for tricks less the other side's, by the number of tricks."""


def play_out(known: BishopsKnowledge, cards: Sequence[Card]) -> dict[Card, float]:
    """For each of this hand's `cards` the points it makes from here on, on the average if it is played."""
    left = (*known.table, *known.hand, *known.unseen)
    ending = Ending(rules_with(known, KNIGHT in left), left, known.seats)
    points, total = dict.fromkeys(cards, 0.0), 0.0
    over_book = _OVER_BOOK[known.taken[0] :]
    for hands, ways in layouts_of(known).every():
        likelihood = ways * _likelihood(known, hands)
        total += likelihood
        for card, made in ending.values(hands, known.me, known.table, cards, over_book).items():
            points[card] += likelihood * made
    return {card: made / total for card, made in points.items()}


def rules_with(known: BishopsKnowledge, knights: bool) -> EndingRules[Card]:
    """The rules of a trick of the hand. Where there are `knights`, a card's rank may count beside other
    suits (The Irregular Trick), so no two cards of a suit are equivalent."""

    def equivalent(lower: Card, higher: Card) -> bool:
        return not knights and lower.suit is higher.suit and lower not in _BISHOPS and higher not in _BISHOPS

    return _rules(known, equivalent)


def claim_rules(known: BishopsKnowledge) -> EndingRules[Card]:
    """The same for a claim, where more cards are equivalent."""
    trump, knights = known.trump, KNIGHT in (*known.hand, *known.table, *known.unseen)
    knight = CARD_HEIGHT[KNIGHT] if known.led_knight == "ten" else 0

    def equivalent(lower: Card, higher: Card) -> bool:
        # Bishops may be kept back for a knight. Where knights are left, the ranks of plain suits are compared
        # with each other, but not below a knight (The Irregular Trick).
        if lower.suit is not higher.suit or Rank.BISHOP in (lower.rank, higher.rank):
            return False
        return not knights or lower.suit is trump or CARD_HEIGHT[higher] < knight

    return _rules(known, equivalent)


def _rules(known: BishopsKnowledge, equivalent: Callable[[Card, Card], bool]) -> EndingRules[Card]:
    trump, number, led_knight = known.trump, known.number, known.led_knight
    return rules_of_trick(
        known,
        lambda plays, last: winning_play(plays, trump, LAST_TRICK if last else number, led_knight),
        equivalent,
        dict.fromkeys(_BISHOPS, BISHOP_POINTS),
    )


def _likelihood(known: BishopsKnowledge, hands: Hands[Card]) -> float:
    likelihood = 1.0
    for suit, chances in known.bishops.items():
        seat = next(seat for seat in known.others if BISHOP_OF[suit] in hands[seat])
        likelihood *= chances[seat] / known.held[seat]
    return likelihood
