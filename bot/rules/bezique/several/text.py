"""The presentation of bezique for four."""

from dataclasses import replace
from typing import ClassVar

from bot.rules.bezique.moves import Declare, DrawCards
from bot.rules.bezique.presentation.move_words import LONGEST_LABEL, sense_of_passing
from bot.rules.bezique.presentation.scene import SceneBuilder
from bot.rules.bezique.presentation.text import BeziqueText
from bot.rules.bezique.state import Phase, View
from bot.rules.moves import Move
from bot.rules.presentation.text import MoveText
from bot.rules.seats import Names


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


class FourHandedBeziqueText(BeziqueText):
    """Bezique for four, with partners or without."""

    scene_type: ClassVar[type[SceneBuilder]] = PartnersSceneBuilder

    def describe_move(self, view: View, move: Move, names: Names) -> MoveText:
        """The partner of the trick's winner does not draw, but declares nothing; of what is declared it says
        which cards are the partner's."""
        if isinstance(move, DrawCards) and view.phase is Phase.DECLARING and view.seat != view.leader:
            return MoveText(
                self.pgettext("button", "Declare nothing"),
                self.pgettext("move", "declare nothing"),
                self.pgettext("heading", "Or"),
                sense=sense_of_passing(view),
            )
        described = super().describe_move(view, move, names)
        return self._joining(view, move, described) if isinstance(move, Declare) else described

    def _joining(self, view: View, move: Declare, described: MoveText) -> MoveText:
        partners = () if view.seat is None else view.variant.seating.partners_of(view.seat)
        joined = [named.card for named in move.cards if any(named in view.declared[p] for p in partners)]
        if not joined:
            return described
        faces, spoken = (
            self.words.faces(joined),
            self.words.listed([self.words.piece(card) for card in joined]),
        )
        label = self.gettext("{label}, joining {cards}", label=described.label, cards=faces)
        words = self.gettext("{words}, joining your partner's {cards}", words=described.words, cards=spoken)
        fits = len(label) <= LONGEST_LABEL
        return replace(described, label=label if fits else described.label, words=words)
