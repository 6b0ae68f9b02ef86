"""What a seat knows of a hand of Bishops Whist, and where it thinks the bishops are.

Dana wants "a correct inventory of the number of bishops and knights still unplayed".
"""

from functools import cached_property
from typing import Final

from bot.house.tricks.knowledge import Knowledge, Pack
from bot.rules.cards import KNIGHT, Card, Rank, Suit, card
from bot.rules.whist.bishops.options import BishopsWhistOptions
from bot.rules.whist.bishops.pack import BISHOPS, CARD_HEIGHT, HEIGHT, PACK
from bot.rules.whist.bishops.play import KnightsRule, winning_play
from bot.rules.whist.state import View

BISHOP: Final = HEIGHT[Rank.BISHOP]
KING: Final = HEIGHT[Rank.KING]
ACE: Final = HEIGHT[Rank.ACE]
BISHOP_OF: Final = {suit: card(Rank.BISHOP, suit) for suit in Suit}

# How much likelier than before a seat holds the bishop of a suit, after it …
_THREW_FROM_IT: Final = 0.5  # … discarded from the suit (Discard: "negative evidence")
_LED_LOW: Final = 1.8  # … led a low card of it early ("the leader has the bishop of that suit")
_LED_TOP: Final = 0.4  # … led its ace or king (Methods of Play)
_PUT_A_KNIGHT: Final = 8.0  # … put a knight on it (the knight's revoke)


def _winning(view: View[BishopsWhistOptions], trump: Suit, plays: tuple[Card, ...]) -> int:
    return winning_play(plays, trump, len(view.tricks) + 1, view.options.led_knight)


# A knight says: out of the suit, but for the bishop perhaps (The Knights Revoke).
BISHOPS_PACK: Final = Pack(
    PACK, CARD_HEIGHT, _winning, stand_in=KNIGHT, stood_for=frozenset(BISHOPS), legality=KnightsRule()
)


class BishopsKnowledge(Knowledge):
    """With the knights here (`knights`) and in the other hands (`knights_out`)."""

    def __init__(self, view: View[BishopsWhistOptions]) -> None:
        super().__init__(view, BISHOPS_PACK)
        self.led_knight = view.options.led_knight
        self.knights = view.hand.count(KNIGHT)

    @cached_property
    def knights_out(self) -> int:
        return self.unseen.count(KNIGHT)

    @cached_property
    def bishops(self) -> dict[Suit, list[float]]:
        """For each bishop in another hand, by its suit, the chance that each seat holds it."""
        weights = {
            suit: self._places_of(bishop) for suit, bishop in BISHOP_OF.items() if bishop in self.unseen
        }
        for seat, played, led in self.plays:
            if led is None:
                self._hear_lead(weights, seat, played)
            elif led.suit is not None and played.suit is not led.suit:
                self._hear_discard(weights, seat, played, led.suit)
        chances = {}
        for suit, weight in weights.items():
            total = sum(weight)
            chances[suit] = [part / total for part in weight]
        return chances

    def _places_of(self, bishop: Card) -> list[float]:
        may = self.may_hold(bishop)
        return [float(held) if seat in may else 0.0 for seat, held in enumerate(self.held)]

    def _hear_discard(self, weights: dict[Suit, list[float]], seat: int, played: Card, led: Suit) -> None:
        if played is KNIGHT:
            if led in weights:
                weights[led][seat] *= _PUT_A_KNIGHT
        elif played.suit in weights and played.suit is not self.trump:
            weights[played.suit][seat] *= _THREW_FROM_IT

    def _hear_lead(self, weights: dict[Suit, list[float]], leader: int, led: Card) -> None:
        if led.suit in weights:
            if led.rank in (Rank.ACE, Rank.KING):
                weights[led.suit][leader] *= _LED_TOP
            elif CARD_HEIGHT[led] < BISHOP:
                weights[led.suit][leader] *= _LED_LOW
