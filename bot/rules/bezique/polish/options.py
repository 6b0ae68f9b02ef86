"""The house rules of Polish bezique (RULES F5 and F6)."""

from dataclasses import dataclass
from typing import Literal

from bot.rules.bezique.house_rules import FamilyOptions, bezique_cards, last_tricks_drawn_to, seven_won
from bot.rules.options import Offer, option


@dataclass(frozen=True, slots=True)
class PolishOptions(FamilyOptions):
    """House rules of the game for two; the defaults are the rulings of the rule sheet."""

    packs: Literal["two", "three"] = option(
        "How many packs are mixed?",
        "Cady, Polish Bezique",
        {"two": "Two: 64 cards, 32 tricks", "three": "Three: 96 cards, 48 tricks, and triple bezique"},
        title="Packs",
    )
    target: Literal["usual", "1000", "2000", "2500", "3000"] = option(
        "How many points are game?",
        "Cady, Polish Bezique",
        {
            "usual": "2,000 with two packs, 2,500 with three",
            "1000": ("{number}, for a shorter game", 1000),
            "2000": ("{number}", 2000),
            "2500": ("{number}", 2500),
            "3000": ("{number}", 3000),
        },
        title="Points for game",
    )
    bezique: Literal["switched", "always-spades"] = bezique_cards()
    values: Literal["full", "lowered"] = option(
        "What do the sequence, double and triple bezique score?",
        "Cady, Polish Bezique",
        {"full": "250, 500 and 1,500", "lowered": "Lowered by agreement: 150, 300 and 1,000"},
        title="Sequence, double and triple bezique",
        offer=Offer.MORE,
    )
    last_trick: Literal["drawn-to", "both"] = last_tricks_drawn_to()
    seven: Literal["exchanged", "either"] = seven_won()
    out: Literal["wins", "play-on"] = option(
        "Somebody reaches the target in the middle of a hand?",
        "AMB-F4",
        {"wins": "They win at once", "play-on": "The hand is played out, and the higher score wins"},
        title="The target in the middle of a hand",
        offer=Offer.MORE,
    )


@dataclass(frozen=True, slots=True)
class FourHandedPolishOptions(FamilyOptions):
    """House rules of the game for four; the defaults are the rulings of the rule sheet."""

    manner: Literal["own", "common", "alone"] = option(
        "Whose open cards may you declare?",
        "Cady, Four-handed Polish",
        {
            "own": "Your own; your partner's beziques are added for a double, triple or quadruple",
            "common": "Those of both partners, for everything",
            "alone": "Your own alone: there are no partners, all play against all",
        },
        title="Partners' open cards",
    )
    part: Literal["part", "together"] = option(
        "Partners with open cards of their own: do they part for the last eight tricks?",
        "AMB-F7",
        {
            "part": "Yes, each plays one adversary, in two duels side by side",
            "together": "No, all four play on together",
        },
        title="Partners part for the last eight tricks",
        offer=Offer.MORE,
    )
    packs: Literal["four", "five"] = option(
        "How many packs are mixed?",
        "Cady, Four-handed Polish",
        {"four": "Four: 128 cards, 32 tricks", "five": "Five: 160 cards, 40 tricks"},
        title="Packs",
        offer=Offer.MORE,
    )
    target: Literal["usual", "1000", "2000", "3000"] = option(
        "How many points are game?",
        "Cady, Four-handed Polish",
        {
            "usual": "2,000 with four packs, 3,000 with five",
            "1000": ("{number}, for a shorter game", 1000),
            "2000": ("{number}", 2000),
            "3000": ("{number}", 3000),
        },
        title="Points for game",
    )
    bezique: Literal["switched", "always-spades"] = bezique_cards()
    last_trick: Literal["drawn-to", "both"] = last_tricks_drawn_to()
    seven: Literal["exchanged", "either"] = seven_won()
