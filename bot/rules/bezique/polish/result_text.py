"""The result sheet of a hand of Polish bezique."""

from collections.abc import Iterator

from bot.rules.bezique import events as ev
from bot.rules.bezique.polish.winning import BRISQUE
from bot.rules.bezique.presentation.result_text import BeziqueResult
from bot.rules.presentation.result import Part


class PolishResult(BeziqueResult):
    """The last trick drawn to has a part of its own."""

    def _tricks(self, side: int) -> Iterator[Part]:
        side_of = self.names.seating.side_of
        tricks = [e for e in self.course if isinstance(e, ev.TrickTaken) and side_of(e.trick.winner) == side]
        if number := sum(event.brisques for event in tricks):
            yield Part(self._brisques(number), number * BRISQUE)
        for last, what in ((False, self.gettext("last trick drawn to")), (True, self.gettext("last trick"))):
            points = sum(e.points - BRISQUE * e.brisques for e in tricks if e.last is last)
            if points:
                yield Part(what, points)
