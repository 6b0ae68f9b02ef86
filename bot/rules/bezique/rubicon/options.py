"""The house rules of Rubicon bezique (RULES F4)."""

from dataclasses import dataclass
from typing import Literal

from bot.rules.bezique.house_rules import FamilyOptions, asked_with_nothing
from bot.rules.options import Offer, length_of_match, option


@dataclass(frozen=True, slots=True)
class RubiconOptions(FamilyOptions):
    """House rules; the defaults are the rulings of the rule sheet."""

    match: Literal["game", "best-of-three"] = length_of_match(
        "GAP-F7", {"game": "A single hand, which is a game", "best-of-three": "Best of three games"}
    )
    plain_sequence: Literal["scores", "nothing"] = option(
        "What is a sequence in a plain suit worth?",
        "AMB-F9",
        {"scores": ("{number}", 150), "nothing": "Nothing: only one in trumps is declared"},
        title="Sequence in a plain suit",
    )
    again: Literal["each-card", "any-set"] = option(
        "A card of something declared is played: how often may that be declared anew?",
        "GAP-F10",
        {
            "each-card": "Once for each card played from it",
            "any-set": "As often as there is another set with a card of it",
        },
        title="Declaring anew",
    )
    brisques: Literal["needed", "close"] = option(
        "When do brisques (aces and tens won) count, if nobody is rubiconed?",
        "AMB-F10",
        {
            "needed": "Only if they save the loser from the rubicon, or decide who wins",
            "close": "Also if the scores are so close that they might have decided it",
        },
        title="When brisques count",
        offer=Offer.MORE,
    )
    rounding: Literal["each", "sum"] = option(
        "Odd tens are dropped in the settlement: of what?",
        "AMB-F11",
        {"each": "Of each player's score", "sum": "Of the sum or the difference of the scores"},
        title="Odd tens",
        offer=Offer.MORE,
    )
    deal: Literal["threes", "singly"] = option(
        "How are the cards dealt?",
        "Cady, Rubicon",
        {"threes": "Three at a time", "singly": "One at a time"},
        title="Dealing",
        # The pack is shuffled; nobody sees by how many cards it is dealt.
        offer=Offer.NOWHERE,
    )
    asked: Literal["holding", "always"] = asked_with_nothing()
