"""A match move by move, and taking moves back.

The games' rules know nothing of taking back. `[seat, "undo"]` takes back that seat's last move and everything
after it; the state is then the one before that move. It cannot go back beyond the last blind move: a shuffle,
a deal, a cut, a trump named unseen.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from bot.rules.catalogue import gettext_noop
from bot.rules.errors import RuleError
from bot.rules.events import Event, Scored, Undone
from bot.rules.game import AnyGame, Chance
from bot.rules.moves import BareMove, Move, WrittenMove
from bot.rules.preliminaries.phases import Seated


@dataclass(frozen=True, slots=True)
class Undo(BareMove):
    """`undo`: take back one's own last move, and everything after it."""

    verb = "undo"


class FinishedHand(NamedTuple):
    """A finished hand: `state` is the one before its move `first`, and `end` the moves made when it was over,
    both counted from the beginning of the match."""

    number: int
    state: Any
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Position:
    """A point of a match: its state, and how it came about.

    `known` is the number of moves after which every piece dealt was known. `hands` are the finished hands, in
    order. `begun` is the state, and the number of moves, at which the hand in progress began once its pieces
    were dealt. `seated` says for each chair in which one its occupant sat at first, if people changed chairs.
    `course` are the events told of the hand in progress, preliminaries and results included, and
    `last_course` those of the hand before.
    """

    state: Any
    known: int = 0
    hands: tuple[FinishedHand, ...] = ()
    begun: tuple[Any, int] | None = None
    seated: tuple[int, ...] | None = None
    course: tuple[Event, ...] = ()
    last_course: tuple[Event, ...] = ()


class MadeMove(NamedTuple):
    """A move that may be taken back, the position before it, and the results it led to."""

    seat: int | None
    move: Move
    before: Position
    results: tuple[Scored, ...]


class Advance(NamedTuple):
    """A move's outcome: the match after it and what happened, in order."""

    history: "History"
    events: tuple[Event, ...]


@dataclass(frozen=True)
class History:
    """A match after `length` moves, those taken back and those that took them back included.

    `made` are the moves that may still be taken back, oldest first.
    """

    game: AnyGame
    position: Position
    length: int = 0
    made: tuple[MadeMove, ...] = ()

    @classmethod
    def begin(cls, game: AnyGame, options: Any, dealer: int | None = None) -> "History":
        """A match with no move made; `dealer=None` cuts for the deal. Raises RuleError."""
        return cls(game, Position(game.begin(options, dealer)))

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.position.state

    @cached_property
    def to_act(self) -> tuple[int, ...] | Chance:
        """The seats to move, or the chance awaited; empty when the match is over."""
        return self.game.to_act(self.state)

    @cached_property
    def cutting_seat(self) -> int | None:
        """The seat that is to cut, or to choose what the cut lets it choose."""
        for seat in self.to_act if isinstance(self.to_act, tuple) else ():
            if any(move.preliminary for move in self.game.legal(self.state, seat)):
                return seat
        return None

    def parse(self, text: str) -> Move:
        """The move written `text`, `undo` among them. Raises NotationError."""
        return Undo() if text == Undo.verb else self.game.parse(text)

    def apply(self, seat: int | None, move: Move) -> Advance:
        """The match after the move. Raises RuleError."""
        if isinstance(move, Undo):
            return self._undo(seat)
        before, number = self.position, self.length + 1
        state, events = self.game.apply(before.state, seat, move)
        results = tuple(event for event in events if isinstance(event, Scored))
        made: tuple[MadeMove, ...] = ()
        begun = before.begun
        if move.blind:
            # Whatever was done about the hand before, pieces are still to be dealt.
            begun = None
        elif not move.by_chance:
            begun = begun or (before.state, self.length)
            made = (*self.made, MadeMove(seat, move, before, results))
        position = replace(before, state=state, begun=begun)
        for event in events:
            position = _remembered(position, event, number)
        if results and not self.game.to_act(state):
            made = ()
        return Advance(History(self.game, position, number, made), events)

    def undoable(self, seat: int) -> tuple[MadeMove, ...]:
        """The moves that `undo` would take back for that seat, its own first; none if it may take back
        nothing."""
        for index in range(len(self.made) - 1, -1, -1):
            if self.made[index].seat == seat:
                return self.made[index:]
        return ()

    def _undo(self, seat: int | None) -> Advance:
        if seat is None:
            raise RuleError("not-your-turn", gettext_noop("Only a player takes back a move."))
        taken_back = self.undoable(seat)
        if not taken_back:
            raise self._refusal()
        undone = Undone(seat, len(taken_back), str(taken_back[0].move))
        made = self.made[: -len(taken_back)]
        return Advance(History(self.game, taken_back[0].before, self.length + 1, made), (undone,))

    def _refusal(self) -> RuleError:
        if not self.to_act:
            return RuleError("over", gettext_noop("The match is over, so nothing can be taken back."))
        if self.position.hands:
            return RuleError(
                "dealt", gettext_noop("Cards have been shuffled or dealt since your last move, so it stands.")
            )
        return RuleError(
            "nothing-to-undo",
            gettext_noop(
                "You have made no move since the cards were last shuffled or dealt; first make one."
            ),
        )


def standing(moves: Iterable[WrittenMove]) -> list[int]:
    """Which moves of a match, by index, have not been taken back; the undos themselves are not among them.

    Those moves alone lead to the same state.
    """
    left: list[tuple[int, int | None]] = []
    for index, (seat, text) in enumerate(moves):
        if text != Undo.verb:
            left.append((index, seat))
            continue
        while left and left.pop()[1] != seat:
            pass
    return [index for index, _ in left]


def _remembered(position: Position, event: Event, number: int) -> Position:
    if event.posted or event.recorded:
        position = _told(position, event)
    if isinstance(event, Seated):
        # Where they sat at first, if they change chairs more than once.
        before = position.seated or range(len(event.order))
        position = replace(position, seated=tuple(before[old] for old in event.order))
    if event.closes_deal:
        position = replace(position, known=number)
    if not isinstance(event, Scored) or event.unit != "hand":
        return position
    earlier, (state, first) = position.hands, position.begun or (position.state, number)
    if earlier and earlier[-1].number == event.number:
        # Counted once more.
        earlier, (_, state, first, _) = earlier[:-1], earlier[-1]
    finished = FinishedHand(event.number, state, first, number)
    return replace(position, hands=(*earlier, finished), begun=None)


def _told(position: Position, event: Event) -> Position:
    course = position.course
    if course and isinstance(course[-1], Scored) and not isinstance(event, Scored):
        return replace(position, course=(event,), last_course=course)
    if type(event).takes_back is not Event.takes_back:
        course = tuple(told for told in course if not event.takes_back(told))
    return replace(position, course=(*course, event))
