"""The house rules that every game of the whist family has."""

from dataclasses import dataclass
from typing import Literal

from bot.rules.options import Offer, Options, length_of_match, option


@dataclass(frozen=True, slots=True)
class WhistOptions(Options):
    """How long a match is, how partners are found, whether one can revoke, and whether it is a board."""

    match: Literal["rubber", "game", "tournee"] = length_of_match(
        "American Law 1; Law 1", {"rubber": "A rubber: the best of three games", "game": "A single game"}
    )
    partners: Literal["choice", "cut", "chairs"] = option(
        "How are partners found?",
        "Law 16; American Whist, partners by consent",
        {"choice": "As we sit: facing each other", "cut": "Cut the cards for partners"},
        title="Partners",
    )
    revokes: bool = option(
        "Can a player revoke, that is fail to follow suit while able to?",
        "Laws 71-82; American Laws 10-11; Dana, The Revoke",
        {
            False: "No, only what may be played can be played",
            True: "Yes, any card can be played, and whoever catches a revoke claims a penalty",
        },
        title="Revokes can happen, and are punished",
    )
    board: bool = option(
        "Is one hand played, as a board of Duplicate Whist?",
        "Duplicate Whist (RULES E2)",
        {False: "No", True: "Yes: one hand, in which every trick counts and honours do not"},
        title="A board",
        # A session of Duplicate, or a contest, sets it.
        offer=Offer.NOWHERE,
    )
