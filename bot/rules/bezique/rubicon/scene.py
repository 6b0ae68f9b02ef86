"""The scene of Rubicon bezique."""

from typing import Final

from bot.rules.bezique.presentation.scene import SceneBuilder
from bot.rules.bezique.state import Phase

BRISQUES_COUNTED: Final = 12
"""So few cards are left in the stock when brisques may be counted (Rubicon Law 15)."""


class RubiconScene(SceneBuilder):
    """Says who is below the rubicon, and of brisques only what may be counted."""

    def _title(self) -> str:
        view = self.view
        if view.winner is None:
            return super()._title()
        name, games = self.text.words.side(self.names, view.winner), view.score.games
        if view.variant.games > 1:
            return self.gettext(
                "{name} has won the match, {most} games to {least}",
                name=name,
                most=max(games),
                least=min(games),
            )
        return self.gettext(
            "{name} has won the game and gains {points} points",
            name=name,
            points=f"{view.points[view.winner]:,}",
        )

    def _brisques(self, side: int) -> int:
        return self.view.brisques[side] if self.view.stock <= BRISQUES_COUNTED else 0

    def _place_notes(self, seat: int) -> list[str]:
        notes = super()._place_notes(seat)
        if missing := self._missing(self.view.side_of(seat)):
            line = self.view.points[self.view.side_of(seat)] + missing
            notes.append(self.gettext("under {points}", points=f"{line:,}"))
        return notes

    def _standing(self, side: int) -> str:
        line = super()._standing(side)
        if missing := self._missing(side):
            safe = f"{self.view.points[side] + missing:,}"
            line += " " + self.gettext(
                "({points} below {safe}: losing there costs more)", points=f"{missing:,}", safe=safe
            )
        return line

    def _missing(self, side: int) -> int:
        # What a side lacks to be safe from the rubicon by its score alone.
        view = self.view
        if view.variant.rubicon is None or view.phase not in (Phase.PLAYING, Phase.DECLARING):
            return 0
        return max(0, view.variant.rubicon.line - view.points[side])
