"""The scene of bezique in partnership."""

from bot.rules.bezique.presentation.scene import SceneBuilder
from bot.rules.bezique.state import Phase


class PartnersSceneBuilder(SceneBuilder):
    """Makes the scene of a view where the partner of a trick's winner may declare, too."""

    def _prompt(self) -> str:
        view = self.view
        if view.phase is Phase.DECLARING and view.seat not in (None, view.leader):
            winner = self.names[view.leader]
            if len(view.legal) == 1:
                return self.gettext("{name} won the trick for you; you have nothing to declare.", name=winner)
            return self.gettext("{name} won the trick for you: declare something, or nothing.", name=winner)
        return super()._prompt()
