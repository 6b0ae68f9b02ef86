"""What may be played to a trick and who takes it (RULES A5-A6; Dana, The Pipeless Knight)."""

from collections.abc import Sequence

from bot.rules.cards import KNIGHT, Card, Rank, Suit
from bot.rules.errors import RuleError
from bot.rules.trick_taking.legality import FollowSuit
from bot.rules.whist.bishops.pack import CARD_HEIGHT

LAST_TRICK = 13


class KnightsRule(FollowSuit):
    """Follow suit if you can; a knight is in no suit, and stands in for a lone bishop.

    With no card of the suit but its bishop you may play a knight in his place: the knight's revoke
    (Dana, The Knights Revoke). Equal cards are named once.
    """

    def playable(self, hand: tuple[Card, ...], led: Card | None, trump: Suit | None) -> tuple[Card, ...]:
        if led is None or led is KNIGHT:
            return _once(hand)
        suit = led.suit
        own = tuple([card for card in hand if card.suit is suit])
        if not own:
            return _once(hand)
        if len(own) == 1 and own[0].rank is Rank.BISHOP and KNIGHT in hand:
            return own[0], KNIGHT
        return own

    def refusal(self, hand: tuple[Card, ...], led: Card, piece: Card, trump: Suit | None) -> RuleError:
        if KNIGHT in self.playable(hand, led, trump):
            return RuleError(
                "follow-suit",
                "You hold only the {bishop}: play him, or a knight in his place.",
                bishop=next(card for card in hand if card.suit is led.suit),
            )
        if piece is KNIGHT:
            return RuleError(
                "follow-suit",
                "You must follow suit with {suit}; a knight may only stand in for a lone bishop.",
                suit=led.suit,
            )
        return super().refusal(hand, led, piece, trump)

    def not_held(self, piece: Card) -> RuleError:
        if piece is KNIGHT:
            return RuleError("not-held", "You do not hold a knight.")
        return super().not_held(piece)


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
