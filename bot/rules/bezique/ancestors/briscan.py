"""Briscan, or Brisque: sequences of many kinds, and a score for nearly everything (RULES G3; Cady,
Introductory)."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

from bot.rules.bezique.ancestors.briscan_game import BriscanGame
from bot.rules.bezique.combinations import ACES, KINGS, KNAVES, MARRIAGE, QUEENS, Meld, OneSuit, SameRank
from bot.rules.bezique.house_rules import FamilyOptions
from bot.rules.bezique.pack import HEIGHT
from bot.rules.bezique.variant import Bonuses, Seven, Variant
from bot.rules.cards import Rank
from bot.rules.options import Offer, length_of_match, option

DOWNWARDS: Final = tuple(map(Rank, "AKQJT987"))  # of a sequence: the ten is below the knave (RULES G3.9)

_IN_TRUMPS: Final = {
    5: ("quint", (600, 300, 200, 100)),
    4: ("quart", (200, 160, 120, 80, 60)),
    3: ("tierce", (120, 100, 80, 60, 40, 20)),
}
"""Sequences by their length: the name, and the points in trumps from the highest down."""


def _sequence(name: str, length: int, highest: int, points: int) -> Meld:
    ranks = sorted(DOWNWARDS[highest : highest + length], key=HEIGHT.__getitem__, reverse=True)
    key = f"{name}-{DOWNWARDS[highest].value.lower()}"
    return Meld(key, "sequences", 1, OneSuit(tuple(ranks)), points // 2, in_trumps=points)


SEQUENCES: Final = tuple(
    _sequence(name, length, highest, points)
    for length, (name, values) in _IN_TRUMPS.items()
    for highest, points in enumerate(values)
)
"""All sequences; half as much in a plain suit."""

TENS: Final = Meld("tens", "fours", 1, SameRank(Rank.TEN, 4), 100)
FOURS: Final = (replace(ACES, points=150), TENS, KINGS, QUEENS, KNAVES)


@dataclass(frozen=True, slots=True)
class BriscanOptions(FamilyOptions):
    """House rules; the defaults are the rulings of the rule sheet."""

    match: Literal["game", "partie"] = length_of_match(
        "Cady, Introductory", {"game": "A single game of 600", "partie": "A partie: first to win three games"}
    )
    dealt: Literal["six", "five"] = option(
        "How many cards are dealt to each?",
        "AMB-G2",
        {"six": "Six, and the thirteenth is turned up", "five": "Five, and the eleventh is turned up"},
        title="Cards dealt",
        offer=Offer.MORE,
    )
    declarations: Literal["one", "any-number"] = option(
        "How many declarations are scored after a trick?",
        "GAP-G3",
        {"one": "One", "any-number": "Any number"},
        title="Declarations after a trick",
    )
    out: Literal["wins", "play-on"] = option(
        "Somebody reaches 600 in the middle of a hand?",
        "GAP-G3",
        {"wins": "They win at once", "play-on": "The hand is played out, and the higher score wins"},
        title="600 in the middle of a hand",
        offer=Offer.MORE,
    )
    ace_of_trumps: Literal["played", "taken"] = option(
        "When does the ace of trumps score its 30?",
        "AMB-G3",
        {"played": "When its owner plays it", "taken": "When its owner wins the trick with it"},
        title="The ace of trumps",
        offer=Offer.MORE,
    )
    prizes: Literal["one", "added"] = option(
        "May a player score several of the prizes for the last tricks?",
        "GAP-G4",
        {"one": "No, the highest alone", "added": "Yes: 10 for most, 20 for all, 30 with all the trumps"},
        title="The prizes for the last tricks",
        # It takes all the last tricks of a hand, and then 20 or 50 points more.
        offer=Offer.MORE,
    )
    last_card: Literal["stock", "turn-up"] = option(
        "Which is the last card of the stock, that scores 10?",
        "GAP-G9",
        {"stock": "The last that lies face down", "turn-up": "The turned-up card, drawn after it"},
        title="The last card of the stock",
        offer=Offer.MORE,
    )


@cache
def briscan(options: BriscanOptions) -> Variant:
    """The game under these house rules."""
    return Variant(
        packs=1,
        packets=(3, 3) if options.dealt == "six" else (3, 2),
        declarations=(*SEQUENCES, *FOURS, MARRIAGE),
        scored_a_trick=1 if options.declarations == "one" else None,
        seven=Seven(points=0, besides=True, turned_up=False),
        target=600,
        plays_on=options.out == "play-on",
        games=3 if options.match == "partie" else 1,
        always_asked=True,
        cards_last=True,
        bonuses=Bonuses(options.ace_of_trumps, options.last_card, options.prizes == "added"),
    )


class Briscan(BriscanGame[BriscanOptions]):
    """Sequences, fours and marriages, the points of the cards, and a prize for nearly everything: to 600."""

    key = "briscan"
    options_type = BriscanOptions

    def variant(self, options: BriscanOptions) -> Variant:
        return briscan(options)
