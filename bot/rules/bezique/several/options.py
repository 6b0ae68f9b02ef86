"""The house rules of bezique for three and for four (RULES F2, F3)."""

from dataclasses import dataclass
from typing import Literal

from bot.rules.bezique.house_rules import FamilyOptions, brisques_scored, points_of_a_brisque
from bot.rules.options import Offer, option


@dataclass(frozen=True, slots=True)
class SeveralOptions(FamilyOptions):
    """House rules for three and four alike; the defaults are the rulings of the rule sheet."""

    target: Literal["two-thousand", "one-thousand"] = option(
        "How many points win the game?",
        "Cady, Four-handed",
        {
            "two-thousand": ("{number} points", 2000),
            "one-thousand": ("{number} points, for a shorter game", 1000),
        },
        title="Points to win",
        offer=Offer.LOBBY,
        presses={"two-thousand": "Play to 2,000 instead", "one-thousand": "Play to 1,000 instead"},
    )
    trumps: Literal["turned", "declared"] = option(
        "How are trumps fixed?",
        "Cady, The Game",
        {
            "turned": "The card after those dealt is turned up",
            "declared": "The first marriage or sequence scored makes them; the seven scores nothing",
        },
        title="Trumps",
    )
    brisques: Literal["at-once", "at-the-end"] = brisques_scored()
    brisque_points: Literal["ten", "twenty"] = points_of_a_brisque(Offer.MORE)
    out: Literal["wins", "play-on"] = option(
        "Somebody has the points to win in the middle of a hand?",
        "AMB-F4",
        {
            "wins": "They win at once; where brisques are scored at the end, the hand is played out",
            "play-on": "The hand is played out, and the higher score wins",
        },
        title="Out in the middle of a hand",
        offer=Offer.MORE,
    )
    beziques: Literal["same-cards", "new-card", "new-pair"] = option(
        "Which cards make a double or triple bezique?",
        "AMB-F3, AMB-F6",
        {
            "same-cards": "Any that have served only in lower ones, all of them if you like",
            "new-card": "One card at least must be in no bezique yet",
            "new-pair": "Those of a double may serve in another, with one bezique that is new to it",
        },
        title="Double bezique",
        offer=Offer.MORE,
    )
    seven: bool = option(
        "May the seven of trumps be scored after the same trick as a declaration?",
        "AMB-F2",
        {False: "No, one of them after each trick", True: "Yes, besides it"},
        title="The seven besides a declaration",
        offer=Offer.MORE,
    )
    asked: bool = option(
        "You win a trick and hold nothing to declare: can the others tell?",
        "GAP-F6",
        {True: "No, the draw waits as if you had something to declare", False: "Yes, all draw at once"},
        title="Nothing to declare",
        offer=Offer.MORE,
    )


@dataclass(frozen=True, slots=True)
class ThreeHandedOptions(SeveralOptions):
    """House rules for three."""

    target: Literal["two-thousand", "one-thousand"] = option(
        "How many points win the game?",
        "Cady, Three-handed",
        {
            "two-thousand": ("{number} points", 2000),
            "one-thousand": ("{number} points, for a shorter game", 1000),
        },
        title="Points to win",
        usual="one-thousand",
        offer=Offer.LOBBY,
        presses={"two-thousand": "Play to 2,000 instead", "one-thousand": "Play to 1,000 instead"},
    )


@dataclass(frozen=True, slots=True)
class FourHandedOptions(SeveralOptions):
    """House rules for four."""

    partners: Literal["partners", "alone"] = option(
        "Who plays with whom?",
        "Cady, Four-handed",
        {"partners": "Two against two, partners facing each other", "alone": "All against all"},
        title="Partners",
        offer=Offer.LOBBY,
        presses={"partners": "Play with partners instead", "alone": "Play all against all instead"},
    )
    part: bool = option(
        "Do partners part for the last eight tricks, each playing one adversary?",
        "AMB-F7",
        {True: "Yes, as two duels side by side", False: "No, all four play on together"},
        title="Partners part for the last eight tricks",
    )
    quadruple: bool = option(
        "Does a quadruple bezique score 4,500?",
        "AMB-F15",
        {False: "No, the list ends with the triple", True: "Yes, as at Rubicon bezique"},
        title="Quadruple bezique for 4,500",
    )
    partner_asked: bool = option(
        "And the partner of a trick's winner, with nothing to declare: can the others tell?",
        "GAP-F11",
        {
            True: "No, the draw waits for both partners as if they had something to declare",
            False: "Yes, the draw does not wait for a partner who has nothing",
        },
        title="The partner with nothing to declare",
        offer=Offer.MORE,
    )
