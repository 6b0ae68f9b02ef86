"""What may be played to a trick and who takes it (RULES A5-A6; Dana, The Pipeless Knight)."""

from collections.abc import Sequence

from bot.rules.bishops_whist.pack import CARD_HEIGHT
from bot.rules.cards import KNIGHT, Card, Rank, Suit

LAST_TRICK = 13


def playable(hand: tuple[Card, ...], led: Card | None) -> tuple[Card, ...]:
    """The cards of `hand` that may be led (`led` None) or played to `led`, each named once.

    Follow suit if you can; a knight is in no suit. With no card of the suit but its bishop you
    may play a knight in his place: the knight's revoke (Dana, The Knights Revoke).
    """
    if led is None or led is KNIGHT:
        return _once(hand)
    suit = led.suit
    own = tuple([card for card in hand if card.suit is suit])
    if not own:
        return _once(hand)
    if len(own) == 1 and own[0].rank is Rank.BISHOP and KNIGHT in hand:
        return (own[0], KNIGHT)
    return own


def _once(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    return hand if hand.count(KNIGHT) < 2 else tuple(dict.fromkeys(hand))


def winning_play(plays: Sequence[Card], trump: Suit, number: int, led_knight: str = "ten") -> int:
    """Index in `plays` (in order played, 1 to 4 cards) of the one that wins trick `number` (1-13).

    Dana, The Game; The Irregular Trick; The Knights, or Fortunes Trick. `led_knight` is the
    option of that name (AMB-A5).
    """
    if number == LAST_TRICK and KNIGHT in plays:
        return max(index for index, card in enumerate(plays) if card is KNIGHT)
    best, best_height = 0, -1
    suit = plays[0].suit
    for index, card in enumerate(plays):
        if card.suit is trump:
            height = 100 + CARD_HEIGHT[card]
        elif suit is trump:
            continue
        elif suit is None:
            height = _irregular_height(card, led_knight)
        elif card.suit is suit or card is KNIGHT:
            height = CARD_HEIGHT[card]
        else:
            continue
        if height > best_height:
            best, best_height = index, height
    return best


def _irregular_height(card: Card, led_knight: str) -> int:
    # By grade, whatever the suit; the small cards are all below a knight (AMB-A5).
    if card is KNIGHT and led_knight == "lowest":
        return 0
    return CARD_HEIGHT[card]


def is_irregular(plays: Sequence[Card], number: int) -> bool:
    """Whether a knight was led to one of the first twelve tricks (Dana, The Irregular Trick)."""
    return plays[0] is KNIGHT and number != LAST_TRICK
