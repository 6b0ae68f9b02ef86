"""What may be played to a trick, written once for all games (Law 71; Cady, The Game; RULES B1, F1.16).

Each rule gives the pieces of a hand that may be played and, for any other piece, the refusal. `led` is
the piece led to the trick, None for the seat that leads, which may lead anything.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from bot.rules.cards import Card, Suit
from bot.rules.errors import RuleError
from bot.rules.pieces import Face, Piece

P = TypeVar("P", bound=Piece)


class Legality(ABC, Generic[P]):
    """A rule of what may be played."""

    @abstractmethod
    def playable(self, hand: tuple[P, ...], led: P | None, trump: Suit | None) -> tuple[P, ...]:
        """The pieces of `hand` that may be led (`led` None) or played to `led`."""

    @abstractmethod
    def refusal(self, hand: tuple[P, ...], led: P, piece: P, trump: Suit | None) -> RuleError:
        """Why `piece`, which is held and not playable, may not be played to `led`."""

    def not_held(self, piece: P) -> RuleError:
        """Why a piece that is not in the hand may not be played."""
        return RuleError("not-held", "You do not hold the {piece}.", piece=piece)

    def verify(self, hand: tuple[P, ...], led: P | None, piece: P, trump: Suit | None) -> None:
        """Raise RuleError with the reason unless `piece` may be played from `hand`."""
        if piece not in hand:
            raise self.not_held(piece)
        if led is not None and piece not in self.playable(hand, led, trump):
            raise self.refusal(hand, led, piece, trump)


class FollowSuit(Legality[Card]):
    """Follow suit if you can, else play anything (Law 71)."""

    def playable(self, hand: tuple[Card, ...], led: Card | None, trump: Suit | None) -> tuple[Card, ...]:
        if led is None:
            return hand
        suit = led.suit
        return tuple([card for card in hand if card.suit is suit]) or hand

    def verify(self, hand: tuple[Card, ...], led: Card | None, piece: Card, trump: Suit | None) -> None:
        """The same, faster: a card that follows, or a hand that cannot follow, needs no further check."""
        if piece in hand:
            if led is None:
                return
            suit = led.suit
            if piece.suit is suit or not [card for card in hand if card.suit is suit]:
                return
        super().verify(hand, led, piece, trump)

    def refusal(self, hand: tuple[Card, ...], led: Card, piece: Card, trump: Suit | None) -> RuleError:
        return RuleError("follow-suit", "You must follow suit: play one of your {suit}.", suit=led.suit)


class FollowWinTrump(Legality[Card]):
    """Follow suit and win if you can, without the suit trump (Cady, The Game; RULES F1.16).

    `height` gives the rank of a card within its suit. With more than two hands `best` is the card that takes
    the trick so far; it has to be beaten where that can be done (RULES F2.23).
    """

    def __init__(self, height: Callable[[Card], int]) -> None:
        self._height = height

    def playable(
        self, hand: tuple[Card, ...], led: Card | None, trump: Suit | None, best: Card | None = None
    ) -> tuple[Card, ...]:
        """Higher cards of the suit led, else lower ones, else trumps that win, else anything."""
        if led is None:
            return hand
        best = best or led
        own = of_suit(hand, led)
        if own:
            if best.suit is not led.suit:
                return own
            to_beat = self._height(best)
            return tuple(card for card in own if self._height(card) > to_beat) or own
        to_beat = self._height(best) if best.suit is trump else -1
        return tuple(card for card in hand if card.suit is trump and self._height(card) > to_beat) or hand

    def refusal(
        self, hand: tuple[Card, ...], led: Card, piece: Card, trump: Suit | None, best: Card | None = None
    ) -> RuleError:
        best = best or led
        if not of_suit(hand, led):
            if best.suit is trump:
                return RuleError("trump", "You have no {suit}: you must overtrump.", suit=led.suit)
            return RuleError("trump", "You have no {suit}: you must trump.", suit=led.suit)
        if piece.suit is not led.suit:
            return RuleError("follow-suit", "You must follow suit: play one of your {suit}.", suit=led.suit)
        return RuleError("win", "You must win the trick if you can: beat {face}.", face=Face(best))


def of_suit(hand: tuple[Card, ...], led: Card) -> tuple[Card, ...]:
    """The cards of `hand` in the suit of `led`."""
    suit = led.suit
    return tuple([card for card in hand if card.suit is suit])
