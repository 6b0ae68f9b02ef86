"""House rules of dummy and of double dummy, besides those of English Whist."""

from dataclasses import dataclass
from typing import Literal

from bot.rules.options import Offer, length_of_match, option
from bot.rules.whist.english import EnglishWhistOptions


@dataclass(frozen=True, slots=True)
class DummyOptions(EnglishWhistOptions):
    """House rules for three; the defaults are the rulings of the rule sheet."""

    match: Literal["rubber", "game", "tournee"] = length_of_match(
        "Dummy Whist (RULES D2)",
        {
            "rubber": "A rubber: the best of three games",
            "game": "A single game",
            "tournee": "A tournée: three rubbers, in which each of you has dummy once",
        },
    )
    partners: Literal["choice", "cut", "chairs"] = option(
        "Who has dummy first?",
        "Dummy Whist (RULES D2)",
        {
            "chairs": "Whoever cuts the lowest card, who also says who sits on the left",
            "cut": "Whoever cuts the lowest card; everybody else stays where they sit",
            "choice": "Whoever sits opposite dummy",
        },
        title="Who has dummy first",
        offer=Offer.MORE,
    )
    first_rubber: Literal["cut", "came"] = option(
        "More than three want to play: who has the preference?",
        "AMB-C4; Law 16",
        {"cut": "Nobody: all are in the room before the cut", "came": "Those who came to the table first"},
        title="More players than chairs",
        # Nobody waits for a chair at dummy.
        offer=Offer.NOWHERE,
    )


@dataclass(frozen=True, slots=True)
class DoubleDummyOptions(DummyOptions):
    """House rules for two; a match is a rubber (RULES D6)."""

    match: Literal["rubber", "game", "tournee"] = length_of_match(
        "Double dummy (RULES D6)", {"rubber": "A rubber: the best of three games", "game": "A single game"}
    )
    partners: Literal["choice", "cut", "chairs"] = option(
        "Who chooses the seats?",
        "Double dummy (RULES D6)",
        {
            "chairs": "Whoever cuts the lower card: on which side of the other player to sit",
            "choice": "Nobody: you stay where you sit",
        },
        title="Choosing the seats",
        offer=Offer.MORE,
    )
