"""How double dummy is shown and described."""

from typing import Any

from bot.rules.seats import WITH_TWO_DUMMIES, Names
from bot.rules.whist.dummy.text import OpenHandsText, SeatsText


class _SeatsText(SeatsText):
    seating = WITH_TWO_DUMMIES


class DoubleDummyText(OpenHandsText):
    """Double dummy for two in words."""

    preliminaries = _SeatsText

    def cut_decides(self, options: Any) -> str:
        if options.partners == "choice":
            return ""
        return self.gettext(
            "Cards are cut: whoever cuts lower chooses the chairs, and deals first for their dummy"
        )

    def seated(self, names: Names, dealer: int) -> str:
        (dealing,) = names.seating.partners_of(dealer)
        (other,) = (seat for seat in names.seating.people if seat != dealing)
        return self.gettext(
            "{name} cut lowest and deals first, for dummy. {name} plays against {other}, each with a dummy.",
            name=names[dealing],
            other=names[other],
        )
