"""The presentation of ordinary bezique."""

from bot.rules.bezique.ordinary.guide import ordinary_guide
from bot.rules.bezique.text import BeziqueGameText
from bot.rules.text import Page


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

    def guide(self) -> tuple[Page, ...]:
        """The game in a few minutes' read."""
        return ordinary_guide(self.words)
