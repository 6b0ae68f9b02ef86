"""How games of dominoes are described: what their texts share."""

from typing import ClassVar, TypeVar

from bot.rules.dominoes.events import SetShuffled
from bot.rules.events import Event
from bot.rules.moves import Cut, Move
from bot.rules.preliminaries.text import MIDDLE_SHARES
from bot.rules.presentation.text import GameText, MoveText
from bot.rules.seats import Names
from bot.rules.tiles import SET

V = TypeVar("V")

CUTS: tuple[Move, ...] = tuple(Cut(round(len(SET) * share)) for share in MIDDLE_SHARES)
"""The cuts of the shuffled dominoes that are offered."""


class DominoText(GameText[V]):
    """The shuffle and the cut (GAP-H4), and the words for deals, which dominoes have instead of hands."""

    awaiting: ClassVar[tuple[type[Event], ...]] = (SetShuffled,)

    def hand_title(self, number: int) -> str:
        return self.pgettext("heading", "Deal {deal}", deal=number)

    @property
    def next_hand(self) -> str:
        return self.pgettext("button", "Next deal")

    @property
    def next_hand_soon(self) -> str:
        return self.gettext("The next deal begins in a moment.")

    def describe_move(self, view: V, move: Move, names: Names) -> MoveText:
        if not isinstance(move, Cut):
            raise TypeError(f"no words for {move!r}")
        return MoveText(
            self.gettext("Move {lift} to the back", lift=move.lift),
            self.ngettext(
                "cut: move the first domino to the back and draw from the next one on",
                "cut: move the first {number} dominoes to the back and draw from the next one on",
                move.lift,
            ),
        )

    def describe_event(self, event: Event, names: Names) -> str:
        if not isinstance(event, SetShuffled):
            return super().describe_event(event, names)
        return self.gettext(
            "Deal {number}: the dominoes lie shuffled, {cutter} is to cut.",
            number=event.hand,
            cutter=names[event.cutter],
        )

    def cut_off(self, lift: int) -> str:
        """What a cut of that many dominoes has done."""
        return self.ngettext(
            "The cut moved the first domino to the back.",
            "The cut moved the first {number} dominoes to the back.",
            lift,
        )
