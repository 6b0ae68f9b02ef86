"""How games of dominoes are described: what their texts share."""

from typing import TypeVar

from bot.rules.presentation.text import GameText

V = TypeVar("V")


class DominoText(GameText[V]):
    """The words for deals, which dominoes have instead of hands."""

    def hand_title(self, number: int) -> str:
        return self.gettext("Deal {deal}", deal=number)

    @property
    def next_hand(self) -> str:
        return self.gettext("Next deal")

    @property
    def next_hand_soon(self) -> str:
        return self.gettext("The next deal begins in a moment.")
