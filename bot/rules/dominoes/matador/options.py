"""The house rules of Matador (RULES H2)."""

from dataclasses import dataclass
from typing import Literal

from bot.rules.options import Offer, Options, length_of_match, option


@dataclass(frozen=True, slots=True)
class MatadorOptions(Options):
    """House rules; the defaults are the rulings of the rule sheet."""

    match: Literal["rubber", "game"] = length_of_match(
        "Matador, rule 8", {"rubber": "A rubber: the best of three games", "game": "A single game of 100"}
    )
    tiles: Literal[7, 4, 3, 5] = option(
        "How many dominoes does each player begin with?",
        "AMB-H2",
        {7: "Seven", 4: "Four", 3: "Three", 5: "Five"},
        title="Dominoes in hand",
    )
    opening: Literal["any", "that"] = option(
        "Who holds the highest double leads first: must it be led?",
        "GAP-H2",
        {"any": "No, any domino may be led", "that": "Yes, the domino that gave the lead"},
        title="The first domino",
    )
    cut: bool = option(
        "Are the shuffled dominoes cut before they are drawn?",
        "GAP-H4",
        {False: "No", True: "Yes, by whoever is to lead; in the first deal by North"},
        usual=True,
        title="Cutting the dominoes",
        # Whether people cut is the ceremony of the table, for every game.
        offer=Offer.NOWHERE,
    )
