"""The house rules of Old Maid (RULES H1)."""

from dataclasses import dataclass
from typing import Literal

from bot.rules.options import Offer, Options, option


@dataclass(frozen=True, slots=True)
class OldMaidOptions(Options):
    """House rules; the defaults are the rulings of the rule sheet."""

    players: Literal[2, 3, 4, 5, 6] = option(
        "How many players?",
        "RULES H1.2",
        {4: "Four", 2: "Two", 3: "Three", 5: "Five", 6: "Six"},
        title="Players",
    )
    throw: Literal["itself", "by-hand"] = option(
        "Who throws the pairs on the table?",
        "RULES H1.4",
        {"itself": "The bot, at once", "by-hand": "Each player, by pressing them"},
        title="Throwing pairs",
    )
    draw_again: bool = option(
        "You draw a card that makes a pair: do you draw again?",
        "AMB-H1",
        {False: "No, the turn passes", True: "Yes, until a card does not match"},
        title="Drawing again after a pair",
    )
    cut: bool = option(
        "Is the pack cut before it is dealt?",
        "GAP-H3",
        {False: "No", True: "Yes, by the player on the dealer's right"},
        usual=True,
        title="Cutting the pack",
        # Whether people cut is the ceremony of the table, for every game.
        offer=Offer.NOWHERE,
    )
