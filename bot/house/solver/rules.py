"""The rules of play as native code: Bishops Whist (RULES A5-A6) and plain whist (RULES B1, C1)."""

from typing import Final

from bot.house.solver.cards import (
    BISHOPS,
    BISHOPS_SUIT,
    KNIGHTS,
    PLAIN_SUIT,
    is_knight,
    lane_of,
    rank_of,
    suit_of,
)
from bot.house.solver.native import inlined

TRUMP_HEIGHT: Final = 64  # trumps are at least as high as this, all other cards lower
KNIGHT_HEIGHT: Final = 16


@inlined
def bishops_height(card: int, led: int, trump: int) -> int:
    """How high a card is in a trick before the last, 0 if it cannot win it; of equals the first wins."""
    rank = rank_of(card)
    if is_knight(card):
        return 0 if not is_knight(led) and suit_of(led) == trump else KNIGHT_HEIGHT
    if suit_of(card) == trump:
        return TRUMP_HEIGHT + rank
    if is_knight(led) or suit_of(card) == suit_of(led):
        return 2 * rank + 1
    return 0


@inlined
def last_winner(c0: int, c1: int, c2: int, c3: int, trump: int) -> int:
    """Which of four cards, in the order played, takes the thirteenth trick: the last knight if any."""
    if is_knight(c3):
        return 3
    if is_knight(c2):
        return 2
    if is_knight(c1):
        return 1
    if is_knight(c0):
        return 0
    winner = 0
    best = bishops_height(c0, c0, trump)
    if bishops_height(c1, c0, trump) > best:
        winner = 1
        best = bishops_height(c1, c0, trump)
    if bishops_height(c2, c0, trump) > best:
        winner = 2
        best = bishops_height(c2, c0, trump)
    if bishops_height(c3, c0, trump) > best:
        winner = 3
    return winner


@inlined
def plain_height(card: int, led: int, trump: int) -> int:
    """How high a card is in a trick of plain whist, 0 if it cannot win it."""
    if suit_of(card) == trump:
        return TRUMP_HEIGHT + rank_of(card)
    if suit_of(card) == suit_of(led):
        return 1 + rank_of(card)
    return 0


@inlined
def plain_legal(hand: int, led: int) -> int:
    """What may be played to the card led (-1: what may be led)."""
    if led >= 0:
        own = hand & (PLAIN_SUIT << lane_of(led))
        if own:
            return own
    return hand


@inlined
def bishops_legal(hand: int, led: int) -> int:
    """The same at Bishops Whist, the knight's revoke included; all knights of the hand count."""
    if led < 0 or is_knight(led):
        return hand
    own = hand & (BISHOPS_SUIT << lane_of(led))
    if own == 0:
        return hand
    if own & ~BISHOPS == 0:
        return own | hand & KNIGHTS
    return own
