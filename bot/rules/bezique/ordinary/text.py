"""The presentation of ordinary bezique."""

from collections.abc import Mapping

from bot.rules.bezique import figures
from bot.rules.bezique.ordinary.guide import ordinary_guide
from bot.rules.bezique.text import BeziqueGameText
from bot.rules.text import Figure, Page


class BeziqueText(BeziqueGameText):
    """Ordinary bezique for two."""

    minutes = 25
    aliases = ("besigue", "besique", "bazzica")

    @property
    def name(self) -> str:
        """The game's name."""
        return self.gettext("Bezique")

    @property
    def summary(self) -> str:
        """One line for people choosing a game."""
        return self.gettext("Win tricks to declare marriages, sequences and beziques; to 1,000.")

    @property
    def family(self) -> str:
        """The games it is listed among."""
        return self.gettext("Bezique")

    def figures(self) -> Mapping[int, Figure]:
        return figures.at_pages(self.words, declaring=2)

    def guide(self) -> tuple[Page, ...]:
        """The game in a few minutes' read."""
        return ordinary_guide(self.words)
