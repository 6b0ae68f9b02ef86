"""The house rules of Bishops Whist: every ruling of RULES A that has another reading."""

from dataclasses import dataclass
from typing import Literal

from bot.rules.options import Offer, length_of_match, option
from bot.rules.whist.options import WhistOptions


@dataclass(frozen=True, slots=True)
class BishopsWhistOptions(WhistOptions):
    """House rules; the defaults are the rulings of the rule sheet."""

    match: Literal["rubber", "game"] = length_of_match(
        "Dana, The Game", {"rubber": "A rubber: the best of three games", "game": "A single game of 25"}
    )
    partners: Literal["choice", "cut", "chairs"] = option(
        "How are partners found?",
        "Dana, Forming the Table",
        {"choice": "As we sit: facing each other", "cut": "Cut the cards for partners"},
        title="Partners",
    )
    least_lift: Literal[5, 4] = option(
        "How many cards at least must be cut off the top of the pack?",
        "AMB-A3",
        {5: "More than four", 4: "Not less than four"},
        title="Fewest cards cut off the top",
        # Where the cut falls makes no difference to anybody.
        offer=Offer.NOWHERE,
    )
    led_knight: Literal["ten", "lowest"] = option(
        "When a knight is led, what beats it?",
        "AMB-A5",
        {
            "ten": "Trumps and bishops upward: it stands where a ten would",
            "lowest": "Any other card: it ranks below the twos",
        },
        title="A knight that is led",
    )
    tie: Literal["another-hand", "void"] = option(
        "Both sides reach 25 with equal scores?",
        "AMB-A6",
        {"another-hand": "Play another hand", "void": "The game is void and is played again"},
        title="Equal scores of 25 or more",
        offer=Offer.MORE,
    )
    scores_below_zero: bool = option(
        "Can penalties take a score below nothing?",
        "AMB-A7",
        {True: "Yes", False: "No, it stops at 0"},
        title="Scores below nothing",
        offer=Offer.MORE,
    )
