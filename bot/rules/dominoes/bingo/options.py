"""The house rules of Bingo (RULES I)."""

from dataclasses import dataclass
from typing import Literal

from bot.rules.options import Offer, Options, option


@dataclass(frozen=True, slots=True)
class BingoOptions(Options):
    """House rules; the defaults are the rulings of the rule sheet."""

    target: Literal[70, 60] = option(
        "How many points does a player need to win a deal?",
        "AMB-I1",
        {70: "Seventy", 60: "Sixty, as the hint says that is left of the chapter"},
        title="Points that win a deal",
    )
    short: Literal["nobody", "more"] = option(
        "The dominoes are played out and nobody has enough: who scores?",
        "GAP-I7",
        {"nobody": "Nobody", "more": "Whoever has more scores one"},
        title="Nobody has enough",
    )
    winner_leads: bool = option(
        "Does whoever has won a deal lead the next, instead of taking turns?",
        "GAP-I1",
        {False: "No, the players take turns to lead", True: "Yes, the winner leads"},
        title="The winner of a deal leads the next",
    )
    either_closes: bool = option(
        "May the second player turn the trump down as well, before playing to a trick?",
        "GAP-I5",
        {False: "No, only who is to lead", True: "Yes, either player on their turn"},
        title="Either player may turn the trump down",
    )
    trickless: Literal["when-closed", "at-the-end"] = option(
        "A closing fails and costs three if the other had no trick; when?",
        "AMB-I2",
        {"when-closed": "When the trump was turned down", "at-the-end": "When the deal is over"},
        title="A closing that fails",
        offer=Offer.MORE,
    )
    suits: Literal["either-half", "higher-half"] = option(
        "Suit must be followed: which dominoes are of a suit?",
        "AMB-I4",
        {
            "either-half": "All with that number on either half; a trump is a trump only",
            "higher-half": "Those whose higher half it is; a trump is a trump only",
        },
        title="The suit of a domino",
        offer=Offer.MORE,
    )
    bingo_suit: Literal["trump", "blank"] = option(
        "Suit must be followed: what is the double blank?",
        "GAP-I3",
        {"trump": "A trump, whatever is trumps", "blank": "A blank; it still takes everything"},
        title="The suit of Bingo",
        offer=Offer.MORE,
    )
    discards_lose: bool = option(
        "Suit must be followed: does a domino that neither follows nor trumps lose, whatever its spots?",
        "GAP-I4",
        {False: "No, more spots win", True: "Yes, it never wins"},
        title="Neither suit nor trump never wins",
        offer=Offer.MORE,
    )
    again: bool = option(
        "May a double that was called before be called again beside one that is new?",
        "GAP-I6",
        {False: "No, it serves once", True: "Yes, and it counts in full"},
        title="Doubles may be called again",
        offer=Offer.MORE,
    )
    winner_takes_turn_up: bool = option(
        "Does the winner of the trick take the turned-up domino at the end of the stock?",
        "GAP-I2",
        {False: "No, the loser does, who draws last", True: "Yes, the winner"},
        title="The winner takes the turned-up domino",
        offer=Offer.MORE,
    )
    bingo_with_deal: bool = option(
        "Does the point for Bingo taking the double of trumps count only with the deal?",
        "AMB-I3",
        {False: "No, at once, whoever wins the deal", True: "Yes, only for the winner of the deal"},
        title="The point for Bingo only with the deal",
        offer=Offer.MORE,
    )
