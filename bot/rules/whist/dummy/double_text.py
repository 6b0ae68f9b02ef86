"""Double dummy for those who choose it and those who are new to it."""

from typing import Any

from bot.rules.seats import WITH_TWO_DUMMIES, Names
from bot.rules.text import Page
from bot.rules.whist.dummy.guide import (
    known_with_two_dummies,
    playing_dummy,
    revokes_with_dummy,
    the_idea,
    with_two_dummies,
)
from bot.rules.whist.dummy.text import OpenHandsText, SeatsText
from bot.rules.whist.english_text import english_scoring
from bot.rules.whist.guide import playing


class _SeatsText(SeatsText):
    seating = WITH_TWO_DUMMIES


class DoubleDummyText(OpenHandsText):
    """Double dummy for two in words."""

    minutes = 15
    aliases = ("two-handed whist", "whist for two", "double dummy")
    preliminaries = _SeatsText

    @property
    def name(self) -> str:
        return self.gettext("Double Dummy Whist")

    def cut_decides(self, options: Any) -> str:
        if options.partners == "choice":
            return ""
        return self.gettext(
            "Cards are cut: whoever cuts lower chooses the chairs, and deals first for their dummy"
        )

    @property
    def summary(self) -> str:
        return self.gettext("Whist for two: each plays two hands, one of them open to both.")

    def seated(self, names: Names, dealer: int) -> str:
        (dealing,) = names.seating.partners_of(dealer)
        (other,) = (seat for seat in names.seating.people if seat != dealing)
        return self.gettext(
            "{name} cut lowest and deals first, for dummy. {name} plays against {other}, each with a dummy.",
            name=names[dealing],
            other=names[other],
        )

    def guide(self) -> tuple[Page, ...]:
        target = self.gettext(
            "Each trick over six is a point, and honours count besides; the game is to **five** (in long "
            "whist to ten). One game is a match at a new table; before the start a press makes it a rubber, "
            "the best of three games."
        )
        return (
            the_idea(self.words, with_two_dummies(self.words), target),
            playing_dummy(self.words, known_with_two_dummies(self.words)),
            playing(self.words, revokes_with_dummy(self.words)),
            Page(self.gettext("Scoring"), english_scoring(self.words)),
        )
