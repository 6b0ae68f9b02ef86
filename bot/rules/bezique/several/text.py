"""The presentation of bezique for three and for four."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from bot.rules.bezique import figures
from bot.rules.bezique.move_words import LONGEST_LABEL, sense_of_passing
from bot.rules.bezique.moves import Declare, DrawCards
from bot.rules.bezique.scene import SceneBuilder
from bot.rules.bezique.several.guide import four_handed_guide, three_handed_guide
from bot.rules.bezique.several.scene import PartnersSceneBuilder
from bot.rules.bezique.state import Phase, View
from bot.rules.bezique.text import BeziqueGameText
from bot.rules.moves import Move
from bot.rules.seats import Names
from bot.rules.text import Figure, MoveText, Page


class ThreeHandedBeziqueText(BeziqueGameText):
    """Bezique for three."""

    minutes = 40
    aliases = ("bezique for three", "bésigue à trois", "besigue a trois", "bezique zu dritt")

    @property
    def name(self) -> str:
        """The game's name."""
        return self.gettext("Three-handed Bezique")

    @property
    def summary(self) -> str:
        """One line for people choosing a game."""
        return self.gettext("Bezique with three packs, each against the other two; triple bezique 1,500.")

    @property
    def family(self) -> str:
        """The games it is listed among."""
        return self.gettext("Bezique")

    def figures(self) -> Mapping[int, Figure]:
        return figures.at_pages(self.words, declaring=2)

    def guide(self) -> tuple[Page, ...]:
        """The game in a few minutes' read."""
        return three_handed_guide(self.words)


class FourHandedBeziqueText(BeziqueGameText):
    """Bezique for four, with partners or without."""

    minutes = 45
    aliases = ("bezique for four", "bésigue à quatre", "besigue a quatre", "bezique zu viert")
    scene_type: ClassVar[type[SceneBuilder]] = PartnersSceneBuilder

    @property
    def name(self) -> str:
        """The game's name."""
        return self.gettext("Four-handed Bezique")

    @property
    def summary(self) -> str:
        """One line for people choosing a game."""
        return self.gettext("Bezique with four packs, in partnership: join your partner's declared cards.")

    @property
    def family(self) -> str:
        """The games it is listed among."""
        return self.gettext("Bezique")

    def describe_move(self, view: View, move: Move, names: Names) -> MoveText:
        """The partner of the trick's winner does not draw, but declares nothing; of what is declared it says
        which cards are the partner's."""
        if isinstance(move, DrawCards) and view.phase is Phase.DECLARING and view.seat != view.leader:
            return MoveText(
                self.gettext("Declare nothing"),
                self.gettext("declare nothing"),
                self.gettext("Or"),
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
            " ".join(card.face for card in joined),
            self.words.listed([self.words.piece(card) for card in joined]),
        )
        label = self.gettext("{label}, joining {cards}", label=described.label, cards=faces)
        words = self.gettext("{words}, joining your partner's {cards}", words=described.words, cards=spoken)
        fits = len(label) <= LONGEST_LABEL
        return replace(described, label=label if fits else described.label, words=words)

    def figures(self) -> Mapping[int, Figure]:
        return figures.at_pages(self.words, declaring=3)

    def guide(self) -> tuple[Page, ...]:
        """The game in a few minutes' read."""
        return four_handed_guide(self.words)
