"""A hand that is over, move by move: the states it went through and what happened between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from bot.rules.events import Event, Scored
from bot.rules.game import AnyGame
from bot.rules.moves import Play, WrittenMove
from bot.rules.trick_taking.trick import TrickTaken


@dataclass(frozen=True, eq=False)
class HandPages:
    """The hand `number` of a match. `moves` are those that stand, `states` the state before each of them and
    the one after the last, and `told` the events of each move."""

    game: AnyGame
    number: int
    moves: tuple[WrittenMove, ...]
    states: tuple[Any, ...]
    told: tuple[tuple[Event, ...], ...]

    @property
    def last(self) -> int:
        """The number of moves in the hand."""
        return len(self.moves)

    @property
    def results(self) -> tuple[Scored, ...]:
        """The results of the hand; none if it was broken off."""
        return tuple(event for event in self.told[-1] if isinstance(event, Scored)) if self.told else ()

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """The numbers of moves after which a page ends, in order: the deal, each trick with what followed it
        before the next lead (in games without tricks each turn), and the end."""
        in_tricks = any(isinstance(event, TrickTaken) for events in self.told for event in events)
        middle = self._after_tricks() if in_tricks else self._after_turns()
        return tuple(sorted({0, *middle, self.last}))

    def course_until(self, made: int) -> tuple[Event, ...]:
        """What happened in the first `made` moves."""
        return tuple(event for events in self.told[:made] for event in events)

    def events_before(self, made: int) -> tuple[Event, ...]:
        """What happened on the page that ends after so many moves, or in part of it."""
        start = max((stop for stop in self.stops if stop < made), default=0)
        return tuple(event for events in self.told[start:made] for event in events)

    def _after_tricks(self) -> list[int]:
        found, taken = [], False
        for made, ((_, text), events) in enumerate(zip(self.moves, self.told, strict=True)):
            if taken and text.startswith(f"{Play.verb} "):
                found.append(made)
                taken = False
            taken = taken or any(isinstance(event, TrickTaken) for event in events)
        return found

    def _after_turns(self) -> list[int]:
        found, happened = [], False
        for made, ((seat, _), (following, _)) in enumerate(pairwise(self.moves), 1):
            happened = happened or any(map(_shows, self.told[made - 1]))
            if happened and seat != following:
                found.append(made)
                happened = False
        return found


def _shows(event: Event) -> bool:
    return event.posted or event.recorded or event.turns_up


def pages_of(game: AnyGame, number: int, state: Any, moves: Sequence[WrittenMove]) -> HandPages:
    """The pages of the hand that these moves make of that state. Raises RuleError."""
    states, told = [state], []
    for seat, text in moves:
        state, events = game.apply(state, seat, game.parse(text))
        states.append(state)
        told.append(events)
    return HandPages(game, number, tuple(moves), tuple(states), tuple(told))
