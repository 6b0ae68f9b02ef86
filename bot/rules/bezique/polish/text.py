"""The presentation of the Polish games."""

from collections.abc import Mapping

from bot.rules.bezique import figures
from bot.rules.bezique.polish.guide import four_handed_polish_guide, polish_guide
from bot.rules.bezique.polish.words import PolishWords
from bot.rules.text import Figure, Page


class PolishText(PolishWords):
    """Polish bezique for two."""

    minutes = 45
    aliases = ("fildinski", "fildinsky", "open bezique", "bezique polonais", "polnisches bezique")

    @property
    def name(self) -> str:
        """The game's name."""
        return self.gettext("Polish Bezique")

    @property
    def summary(self) -> str:
        """One line for people choosing a game."""
        return self.gettext("Win cards in tricks and declare with them, all at once; to 2,000.")

    @property
    def family(self) -> str:
        """The games it is listed among."""
        return self.gettext("Bezique")

    def figures(self) -> Mapping[int, Figure]:
        return figures.at_pages(self.words, declaring=2)

    def guide(self) -> tuple[Page, ...]:
        """The game in a few minutes' read."""
        return polish_guide(self.words)


class FourHandedPolishText(PolishWords):
    """Polish bezique for four."""

    minutes = 60
    aliases = ("four-handed fildinski", "fildinski for four", "open bezique for four")

    @property
    def name(self) -> str:
        """The game's name."""
        return self.gettext("Four-handed Polish Bezique")

    @property
    def summary(self) -> str:
        """One line for people choosing a game."""
        return self.gettext("Partners win cards in tricks and declare with them; to 2,000.")

    @property
    def family(self) -> str:
        """The games it is listed among."""
        return self.gettext("Bezique")

    def figures(self) -> Mapping[int, Figure]:
        return figures.at_pages(self.words, declaring=2)

    def guide(self) -> tuple[Page, ...]:
        """The game in a few minutes' read."""
        return four_handed_polish_guide(self.words)
