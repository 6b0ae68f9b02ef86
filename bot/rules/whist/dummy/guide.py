"""The pages of the guides to dummy and double dummy."""

from bot.rules.catalogue import Catalogue
from bot.rules.text import Page
from bot.rules.whist.guide import revokes_of_england


def with_dummy(words: Catalogue) -> str:
    """Who plays with whom where there is one dummy."""
    return words.gettext(
        "Whist for **three**. A fourth hand is dealt to nobody: it is **dummy**, and lies open on the table "
        "for everybody to see. One of you has dummy for a partner and plays both hands, against the two "
        "others, who are partners.\n\n"
        "All cut a card: the lowest has dummy first, and the first deal is for dummy."
    )


def with_two_dummies(words: Catalogue) -> str:
    """The same where there are two."""
    return words.gettext(
        "Whist for **two**. Each of you plays two hands: your own, and opposite it your **dummy**, which "
        "lies open for both to see. The two hands that you hold yourselves are closed.\n\n"
        "Both cut a card: the lower deals first, for dummy."
    )


def the_idea(words: Catalogue, who: str, target: str) -> Page:
    """What the game is about; `who` plays, and `target` says what wins it."""
    text = words.gettext(
        "{who}\n\n"
        "All 52 cards are dealt, thirteen to a hand, and played in thirteen tricks: every hand plays one "
        "card, the best takes all four, and the hand that took them leads to the next trick. The dealer's "
        "last card is turned up: its suit is **trumps**, and beats any other.\n\n"
        "A side wants more than six tricks. {target}",
        who=who,
        target=target,
    )
    return Page(words.gettext("The idea"), text)


def known_with_dummy(words: Catalogue) -> str:
    """What can be known where one hand lies open."""
    return words.gettext(
        "The cards that lie open are known to all. Count them: with dummy you know exactly what the two "
        "others hold between them, and they know a quarter of the pack besides their own hands."
    )


def known_with_two_dummies(words: Catalogue) -> str:
    """The same where two hands do."""
    return words.gettext(
        "Each of you sees 39 cards: your own and both dummies'. So the thirteen that you do not see are the "
        "other player's hand: nothing has to be guessed, only counted."
    )


def revokes_with_dummy(words: Catalogue) -> str:
    """The house rule of revokes where a hand lies open (AMB-D2)."""
    dummy = words.gettext("- A dummy always follows suit: everybody sees its cards.")
    return f"{revokes_of_england(words)}\n{dummy}"


def playing_dummy(words: Catalogue, known: str) -> Page:
    """How two hands are played from one panel, and what of the others is `known`."""
    return Page(
        words.gettext("Playing dummy"),
        words.gettext(
            "- Dummy's hand lies open from the deal on, before the first card is led (at bridge it does so "
            "only after it).\n"
            "- If you have dummy, your panel shows **both hands**, dummy's above your own. It says from "
            "which of them the next card is to come, and only cards of that hand can be pressed.\n"
            "- When dummy takes a trick, dummy leads to the next; the hand that took it always does.\n"
            "- Every hand follows suit by itself: what your own hand holds says nothing for dummy's.\n"
            "- While others play you may mark a card of either hand, to be played at its turn.\n"
            "- Hints, claims and taking a card back are the same for both hands."
        )
        + "\n\n"
        + known,
    )
