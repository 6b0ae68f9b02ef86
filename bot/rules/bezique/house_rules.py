"""House rules that several games of the bezique family ask in the same words."""

from dataclasses import dataclass
from typing import Any

from bot.rules.options import Offer, Options, option


@dataclass(frozen=True, slots=True)
class FamilyOptions(Options):
    """The house rule that every game of the family has."""

    board: bool = option(
        "Is one hand played, as a board of a contest?",
        "GAP-F13",
        {False: "No", True: "Yes: one hand, which is played out whatever the score"},
        title="A board",
        # A contest sets it.
        offer=Offer.NOWHERE,
    )


def brisques_scored() -> Any:
    """When aces and tens that are won score (RULES F1.17)."""
    return option(
        "When are brisques (aces and tens won) scored?",
        "Cady, The Game",
        {"at-once": "As each trick is won", "at-the-end": "At the end of the hand"},
        title="When brisques are scored",
        offer=Offer.MORE,
    )


def points_of_a_brisque(offer: Offer = Offer.RULES) -> Any:
    """What an ace or a ten that is won scores (AMB-F1)."""
    return option(
        "What does a brisque score?",
        "AMB-F1",
        {"ten": "Ten points", "twenty": "Twenty points"},
        title="Points for a brisque",
        offer=offer,
    )


def asked_with_nothing() -> Any:
    """Whether the draw waits for the winner of a trick of two with nothing to declare (GAP-F6)."""
    return option(
        "You win a trick and hold nothing to declare: can the other tell?",
        "GAP-F6",
        {
            "holding": "Yes, both draw at once",
            "always": "No, the draw waits as if you had something to declare",
        },
        usual="always",
        title="Nothing to declare",
        offer=Offer.MORE,
    )


def bezique_cards() -> Any:
    """Which cards make bezique at Polish bezique (AMB-F16)."""
    return option(
        "Which two cards make bezique?",
        "AMB-F16",
        {
            "switched": "Q♠ J♦; but Q♥ J♣ when spades or diamonds are trumps",
            "always-spades": "Always Q♠ with J♦",
        },
        title="The bezique cards",
        offer=Offer.MORE,
    )


def last_tricks_drawn_to() -> Any:
    """Which last trick scores at Polish bezique (AMB-F12)."""
    return option(
        "Which last trick scores 10?",
        "AMB-F12",
        {
            "drawn-to": "10 for the last trick that is drawn to, nothing for the very last",
            "both": "10 for the last trick that is drawn to, and 10 for the very last",
        },
        title="The last trick",
        offer=Offer.MORE,
    )


def seven_won() -> Any:
    """What the winner of a seven of trumps does with it at Polish bezique (AMB-F17)."""
    return option(
        "You win the seven of trumps: must you exchange it for the turned-up card?",
        "AMB-F17",
        {
            "exchanged": "Yes, to score its 10",
            "either": "No, you may show it for the 10 and leave the turned-up card there",
        },
        title="The seven of trumps",
        offer=Offer.MORE,
    )


def deals_in_a_match(source: str) -> Any:
    """How many deals make a match of a game that is over with each deal."""
    return option(
        "How long is a match?",
        source,
        {"game": "A single deal, which is a game", "partie": "A partie: first to win three deals"},
        title="Length of the match",
        offer=Offer.LOBBY,
        presses={"game": "Play a single deal instead", "partie": "Play to three won deals instead"},
    )
