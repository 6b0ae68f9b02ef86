"""What a claim at whist is proved by."""

from typing import Any

from bot.house.claims import ClaimRules
from bot.house.knowledge import Knowledge
from bot.house.whist.ending import rules_with
from bot.house.whist.knowledge import WHIST_PACK


def claim_position(view: Any) -> tuple[ClaimRules, Knowledge]:
    """The rules of its tricks, and what the seat with that view knows."""
    known = Knowledge(view, WHIST_PACK)
    if view.laws is not None:
        known.forget_voids()
    return ClaimRules(rules_with(known.trump), lambda card: card.suit is known.trump), known
