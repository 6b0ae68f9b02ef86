"""The presentation of the games of the bezique family."""

from bot.rules.bezique.guide import ordinary_guide
from bot.rules.bezique.scene import SceneBuilder
from bot.rules.bezique.state import View
from bot.rules.bezique.words import BeziqueWords
from bot.rules.scene import Scene
from bot.rules.seats import Names
from bot.rules.text import Page


class BeziqueGameText(BeziqueWords):
    """What the texts of all games of the family share; a game adds its name, its summary and its guide."""

    def scene(self, view: View, names: Names) -> Scene:
        """See `SceneBuilder`."""
        return SceneBuilder(self, view, names).scene()


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
