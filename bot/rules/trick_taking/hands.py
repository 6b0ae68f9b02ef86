"""Hands of pieces: dealing them out and playing from them."""

from collections.abc import Sequence
from typing import TypeAlias, TypeVar

from bot.rules.pieces import Piece

P = TypeVar("P", bound=Piece)

Hands: TypeAlias = tuple[tuple[P, ...], ...]  # what each seat holds, seat 0 first


def dealt_singly(pieces: Sequence[P], players: int, dealer: int) -> list[tuple[P, ...]]:
    """All the pieces dealt one at a time, the player on the dealer's left first; seat 0's hand first."""
    return [tuple(pieces[(seat - dealer - 1) % players :: players]) for seat in range(players)]


def with_hand(hands: Hands[P], seat: int, hand: tuple[P, ...]) -> Hands[P]:
    """The hands, that of `seat` being `hand`."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


def without(hand: tuple[P, ...], piece: P) -> tuple[P, ...]:
    """The hand with one piece less. Raises ValueError if it is not there."""
    place = hand.index(piece)
    return hand[:place] + hand[place + 1 :]
