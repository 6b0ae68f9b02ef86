"""The result sheet of a rubber with dummy and of a tournée."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.rules.catalogue import Catalogue
from bot.rules.events import Scored
from bot.rules.match import RubberWon
from bot.rules.presentation.result import ResultSheet
from bot.rules.seats import Names
from bot.rules.whist.dummy.events import DummyRubberWon, TourneeWon
from bot.rules.whist.presentation.result_text import EnglishResult


class DummyResult(EnglishResult):
    """With what dummy's partner wins from each adversary."""

    def side(self, side: int) -> str:
        return side_with_dummy(self.words, self.names, side)

    def rubber_notes(self, rubber: RubberWon) -> Iterator[str]:
        """What everybody gains by it (RULES D5)."""
        yield from super().rubber_notes(rubber)
        if isinstance(rubber, DummyRubberWon):
            yield from settled_words(self.words, rubber, self.names)

    def sheet(self, events: Sequence[Scored]) -> ResultSheet | None:
        sheet = super().sheet(events)
        tournee = next((event for event in events if isinstance(event, TourneeWon)), None)
        if sheet is None or tournee is None:
            return sheet
        best = tournee.best
        title = " · ".join((sheet.title, self.pgettext("heading", "The tournée")))
        return replace(sheet, title=title, headline=f"{won_tournee(self.words, self.names, best)}.")


def side_with_dummy(words: Catalogue, names: Names, side: int) -> str:
    """A side in a sentence; where both have a dummy, its owner's name is enough."""
    people = [seat for seat in names.seating.sides[side] if seat not in names.seating.dummies]
    if len(names.seating.dummies) > 1:
        return words.gettext("{name} and dummy", name=names[people[0]])
    return words.side(names, side)


def won_tournee(words: Catalogue, names: Names, best: Sequence[int]) -> str:
    """Who has won a tournée; several people if they are equal."""
    if len(best) == 1:
        return words.gettext("{name} wins the tournée", name=names[best[0]])
    return words.gettext("{people} share the tournée", people=words.listed([names[seat] for seat in best]))


def settled_words(words: Catalogue, rubber: DummyRubberWon, names: Names) -> Iterator[str]:
    """What everybody has won by a rubber, and in the tournée so far."""
    if any(rubber.settled):
        points = by_name(rubber.settled, names)
        yield words.gettext("Dummy's partner settles with each adversary: {points}.", points=points)
    if rubber.balance:
        points = by_name(rubber.balance, names)
        yield words.gettext(
            "The tournée after rubber {number}: {points}.", number=rubber.number, points=points
        )


def by_name(points: Sequence[int] | Mapping[int, int], names: Names) -> str:
    """What everybody has won: `Ann +6, Bob −3, Cleo −3`."""
    return ", ".join(f"{names[seat]} {_signed(points[seat])}" for seat in names.seating.people)


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"
