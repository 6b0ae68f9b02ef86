"""The house rules of ordinary bezique (RULES F1)."""

from dataclasses import dataclass
from typing import Literal

from bot.rules.bezique.house_rules import (
    FamilyOptions,
    asked_with_nothing,
    brisques_scored,
    points_of_a_brisque,
)
from bot.rules.options import Offer, length_of_match, option


@dataclass(frozen=True, slots=True)
class BeziqueOptions(FamilyOptions):
    """House rules; the defaults are the rulings of the rule sheet."""

    match: Literal["partie", "game"] = length_of_match(
        "Cady, Declaring (end)",
        {"partie": "A partie: first to win three games", "game": "A single game of 1,000"},
    )
    trumps: Literal["turned", "declared"] = option(
        "How are trumps fixed?",
        "Cady, The Game",
        {
            "turned": "The seventeenth card is turned up",
            "declared": "The first marriage or sequence scored makes them; the seven scores nothing",
        },
        title="Trumps",
    )
    brisques: Literal["at-once", "at-the-end"] = brisques_scored()
    brisque_points: Literal["ten", "twenty"] = points_of_a_brisque()
    out: Literal["wins", "play-on"] = option(
        "Somebody reaches 1,000 in the middle of a hand?",
        "AMB-F4",
        {
            "wins": "They win at once; where brisques are scored at the end, the hand is played out",
            "play-on": "The hand is played out, and the higher score wins",
        },
        title="1,000 in the middle of a hand",
        offer=Offer.MORE,
    )
    double_game: Literal["final-count", "without-brisques"] = option(
        "Brisques scored at the end: which score says whether a game counts double?",
        "AMB-F14",
        {
            "final-count": "The final one, brisques and all",
            "without-brisques": "The score when 1,000 was reached, brisques of the hand left out",
        },
        title="Double games",
        # It takes a partie with brisques at the end, and a score that crosses 500 by them alone.
        offer=Offer.NOWHERE,
    )
    double_bezique: Literal["same-cards", "new-card"] = option(
        "May a double bezique be made of two beziques already declared?",
        "AMB-F3",
        {"same-cards": "Yes, of the same four cards", "new-card": "No, one card at least must be new"},
        title="Double bezique",
        offer=Offer.MORE,
    )
    seven: Literal["alone", "besides"] = option(
        "May the seven of trumps be scored after the same trick as a declaration?",
        "AMB-F2",
        {"alone": "No, one of them after each trick", "besides": "Yes, besides it"},
        title="The seven of trumps",
        offer=Offer.MORE,
    )
    deal: Literal["three-two-three", "singly"] = option(
        "How are the cards dealt?",
        "Cady, The Game",
        {"three-two-three": "Three, then two, then three", "singly": "One at a time"},
        title="Dealing",
        # The pack is shuffled; nobody sees by how many cards it is dealt.
        offer=Offer.NOWHERE,
    )
    asked: Literal["holding", "always"] = asked_with_nothing()
