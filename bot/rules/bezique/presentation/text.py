"""The presentation of the games of the bezique family."""

from typing import ClassVar

from bot.rules.bezique.presentation.scene import SceneBuilder
from bot.rules.bezique.presentation.words import BeziqueWords
from bot.rules.bezique.state import View
from bot.rules.presentation.scene import Scene
from bot.rules.seats import Names


class BeziqueText(BeziqueWords):
    """The text of most games of the family; a game whose table or results look different has a `scene_type`
    or a `result_type` of its own."""

    scene_type: ClassVar[type[SceneBuilder]] = SceneBuilder

    def scene(self, view: View, names: Names) -> Scene:
        return self.scene_type(self, view, names).scene()
