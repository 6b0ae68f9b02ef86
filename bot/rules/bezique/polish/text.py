"""Polish bezique in words."""

from collections.abc import Iterator
from typing import ClassVar

from bot.rules.bezique import events as ev
from bot.rules.bezique.moves import DeclareAll, Exchange
from bot.rules.bezique.named import Named
from bot.rules.bezique.polish.scene import PolishScene
from bot.rules.bezique.polish.scoring import Lying, best_order, lying, points_of, with_cards
from bot.rules.bezique.polish.winning import BRISQUE, fresh_sevens, seven_moves
from bot.rules.bezique.presentation.move_words import LONGEST_LABEL
from bot.rules.bezique.presentation.result_text import BeziqueResult
from bot.rules.bezique.presentation.text import BeziqueText
from bot.rules.bezique.state import View
from bot.rules.moves import Move
from bot.rules.presentation.result import Part
from bot.rules.presentation.text import MoveText
from bot.rules.seats import Names


class PolishResult(BeziqueResult):
    """The last trick drawn to has a part of its own."""

    def _tricks(self, side: int) -> Iterator[Part]:
        side_of = self.names.seating.side_of
        tricks = [e for e in self.course if isinstance(e, ev.TrickTaken) and side_of(e.trick.winner) == side]
        if number := sum(event.brisques for event in tricks):
            yield Part(self._brisques(number), number * BRISQUE)
        for last, what in (
            (False, self.gettext("last trick drawn to")),
            (True, self.pgettext("score", "last trick")),
        ):
            points = sum(e.points - BRISQUE * e.brisques for e in tricks if e.last is last)
            if points:
                yield Part(what, points)


class PolishText(BeziqueText):
    """The words for open cards and for scoring several declarations at once."""

    scene_type = PolishScene
    result_type: ClassVar[type[PolishResult]] = PolishResult

    # Moves

    def describe_move(self, view: View, move: Move, names: Names) -> MoveText:
        """`Score everything: 290`, with what it is made of; the rest as ever."""
        if isinstance(move, DeclareAll):
            return self._everything(view)
        return super().describe_move(view, move, names)

    def best_first(self, view: View) -> list[Move]:
        moves = super().best_first(view)
        return sorted(moves, key=lambda move: not isinstance(move, DeclareAll))

    def _everything(self, view: View) -> MoveText:
        parts = self._parts(view)
        total = self.words.number(sum(points for _, points in parts))
        label = self.gettext("Score everything: {points}", points=total)
        told = [f"{what} {self.words.number(points)}" for what, points in parts]
        full = f"{label} ({', '.join(told)})"
        if len(full) > LONGEST_LABEL:
            number = self.npgettext("amount", "{number} declaration", "{number} declarations", len(parts))
            full = f"{label} ({number})"
        said = self.words.listed(told)
        return MoveText(full, self.gettext("score everything, {points}: {parts}", points=total, parts=said))

    def _parts(self, view: View) -> list[tuple[str, int]]:
        # What everything is made of, in order; the seven first, for it may bring the turn-up in.
        seat = view.seat if view.seat is not None else view.to_act[0]
        lies: Lying = lying(view.variant, view, seat)
        sevens = len(fresh_sevens(view))
        seven = view.variant.seven.points if view.variant.seven and sevens else 0
        parts = [(self.gettext("seven of trumps"), seven)] * sevens
        if Exchange() in seven_moves(view.variant, view) and view.turn_up is not None:
            lies = with_cards(lies, view.turn_up)
        for kind, cards in best_order(lies):
            points = points_of(lies, (kind, cards))
            suit = cards[0].card.suit if kind.suited else None
            parts.append((self.combination(kind.key, suit, points), points))
        return parts

    def face(self, view: View, named: Named) -> str:
        """An open card so that a person can tell it apart: `K♥ just won`, `K♥ (marriage)`."""
        if not named.is_declared:
            return super().face(view, named)
        return self._told_apart(view, named, self.words.face(named.card))

    def _spoken(self, view: View, named: Named) -> str:
        if not named.is_declared:
            return super()._spoken(view, named)
        return self._told_apart(view, named, self.words.piece(named.card))

    def _told_apart(self, view: View, named: Named, card: str) -> str:
        # From others of its name that lie open; those that are alike in this serve alike.
        if sum(other.card is named.card for lot in view.open_cards for other in lot) < 2:
            return card
        if named in view.fresh:
            card = self.gettext("{card} just won", card=card)
        services = self._services(view, named)
        return self.pgettext("card", "{card} ({served})", card=card, served=services) if services else card

    # Events

    def which_trick(self, event: ev.TrickTaken) -> str:
        if not event.last and event.points > BRISQUE * event.brisques:
            return self.gettext("the last trick drawn to")
        return super().which_trick(event)

    def last_tricks(self, event: ev.StockOut, names: Names) -> str:
        eight = self.pgettext("number", "eight")
        return self.gettext(
            "In the last {tricks} tricks follow suit, win if you can, or trump; you declare as before. "
            "{name} leads.",
            tricks=eight if event.tricks == 8 else event.tricks,
            name=names[event.leader],
        )
