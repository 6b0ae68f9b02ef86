"""The house rules that every game of the whist family has."""

from dataclasses import dataclass
from typing import Literal

from bot.rules.options import Offer, Options, option


@dataclass(frozen=True, slots=True)
class WhistOptions(Options):
    """How long a match is, how partners are found, and whether it is a board."""

    match: Literal["rubber", "game", "tournee"] = option(
        "How long is a match?",
        "American Law 1; Law 1",
        {"rubber": "A rubber: the best of three games", "game": "A single game"},
        title="Length of the match",
        usual="game",
        offer=Offer.LOBBY,
        presses={"rubber": "Play a rubber instead", "game": "Play a single game instead"},
    )
    partners: Literal["choice", "cut", "chairs"] = option(
        "How are partners found?",
        "Law 16; American Whist, partners by consent",
        {"choice": "As we sit: facing each other", "cut": "Cut the cards for partners"},
        title="Partners",
    )
    board: bool = option(
        "Is one hand played, as a board of Duplicate Whist?",
        "Duplicate Whist (RULES E2)",
        {False: "No", True: "Yes: one hand, in which every trick counts and honours do not"},
        title="A board",
        # A session of Duplicate, or the board of the day, sets it.
        offer=Offer.NOWHERE,
    )
