"""What a claim at Bishops Whist is proved by."""

from dataclasses import replace
from typing import Any

from bot.house.bishops_whist.ending import rules_with
from bot.house.bishops_whist.knowledge import BishopsKnowledge
from bot.house.claims import ClaimRules
from bot.house.knowledge import Knowledge
from bot.rules.cards import KNIGHT, Card, Rank
from bot.rules.whist.bishops.pack import CARD_HEIGHT


def claim_position(view: Any) -> tuple[ClaimRules, Knowledge]:
    """The rules of its tricks, and what the seat with that view knows."""
    known = BishopsKnowledge(view)
    if view.laws is not None:
        known.forget_voids()
    trump, knights = known.trump, KNIGHT in (*known.hand, *known.table, *known.unseen)
    knight = CARD_HEIGHT[KNIGHT] if known.led_knight == "ten" else 0

    def equivalent(lower: Card, higher: Card) -> bool:
        # Bishops may be kept back for a knight. With knights about, the ranks of plain suits count beside
        # each other, but not below a knight (The Irregular Trick).
        if lower.suit is not higher.suit or Rank.BISHOP in (lower.rank, higher.rank):
            return False
        return not knights or lower.suit is trump or CARD_HEIGHT[higher] < knight

    rules = replace(rules_with(known, knights), equivalent=equivalent)
    return ClaimRules(rules, lambda card: card.suit is trump), known
