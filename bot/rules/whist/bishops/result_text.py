"""The result sheet of a hand of Bishops Whist."""

from collections.abc import Iterator

from bot.rules.cards import Card
from bot.rules.presentation.result import Part
from bot.rules.whist.bishops import events as ev
from bot.rules.whist.bishops import scoring
from bot.rules.whist.bishops.pack import BISHOPS
from bot.rules.whist.count import BOOK
from bot.rules.whist.presentation.result_text import WhistResult


class BishopsResult(WhistResult):
    """Tricks over six, bishops saved and captured, the bishop cut (RULES A7)."""

    pack = "bishops"

    def tricks(self, hand: ev.HandScored) -> tuple[int, ...]:
        return hand.count.tricks

    def parts(self, hand: ev.HandScored, side: int) -> Iterator[Part]:
        if over := max(0, hand.count.tricks[side] - BOOK):
            yield Part(self.ngettext("{number} trick over six", "{number} tricks over six", over), over)
        if saved := hand.saved[side]:
            yield Part(
                self.ngettext("{number} bishop saved", "{number} bishops saved", saved),
                scoring.BISHOP_POINTS * saved,
                self._suits(side, saved=True),
            )
        if captured := hand.captured[side]:
            yield Part(
                self.ngettext("{number} bishop captured", "{number} bishops captured", captured),
                scoring.BISHOP_POINTS * captured,
                self._suits(side, saved=False),
            )
        if hand.count.bishop_cut[side]:
            yield Part(
                self.pgettext("score", "bishop cut"), scoring.BISHOP_CUT_POINTS * hand.count.bishop_cut[side]
            )
        if hand.penalties[side]:
            yield Part(self.pgettext("score", "penalties"), hand.penalties[side])

    def hand_notes(self, hand: ev.HandScored) -> Iterator[str]:
        if any(hand.saved) or any(hand.captured):
            yield self.gettext(
                "A bishop is worth {points} to the side that takes the trick he lies in.",
                points=self.points(scoring.BISHOP_POINTS),
            )
        if any(hand.count.bishop_cut):
            yield self.gettext(
                "A bishop turned up at the cut is worth {points} to the dealer's side.",
                points=self.points(scoring.BISHOP_CUT_POINTS),
            )
        yield from super().hand_notes(hand)

    def fixed_for_revoke(self) -> str:
        """Four points (Dana, The Revoke)."""
        return self.pgettext("score", "{points} off", points=self.points(scoring.PENALTY_POINTS["revoke"]))

    def pieces(self, hand: ev.HandScored, side: int) -> tuple[str, ...]:
        return tuple(card.text for card in (*self._bishops(side, True), *self._bishops(side, False)))

    def _suits(self, side: int, *, saved: bool) -> str:
        return " ".join(card.suit.symbol for card in self._bishops(side, saved) if card.suit)

    def _bishops(self, side: int, saved: bool) -> list[Card]:
        side_of = self.names.seating.side_of
        return [
            card
            for event in self.course
            if isinstance(event, ev.TrickTaken) and side_of(event.trick.winner) == side
            for seat, card in event.trick.plays
            if card in BISHOPS and (side_of(seat) == side) is saved
        ]
