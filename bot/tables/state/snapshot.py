"""A table in memory: its row, its log and the match the log makes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.events import Event
from bot.rules.game import AnyGame, SeatView
from bot.rules.moves import Move, WrittenMove
from bot.rules.preliminaries.phases import Seated
from bot.rules.records.history import FinishedHand, History, MadeMove, standing
from bot.rules.registry import game_named
from bot.rules.seats import Names, Seating
from bot.rules.trick_taking.trick import TrickTaken
from bot.tables.state.chairs import Dummy, Occupant, Seat, in_language
from bot.tables.state.table import LoggedMove, Status, Table

NameWriter: TypeAlias = Callable[[Occupant], str]  # how a surface writes the name of an occupant


PASSING_SECONDS = 1.5  # somewhat longer than the house's usual pause before a move


@dataclass(frozen=True, eq=False)
class TableSnapshot:
    """A table at one version, as it was stored. Two snapshots are equal only if they are the same object.

    `log` is every move so far, oldest first, those taken back included. `history` is the match it makes;
    None before the start. `posts` is the number of the latest post.
    """

    table: Table
    log: tuple[LoggedMove, ...] = ()
    history: History | None = None
    posts: int = 0

    @cached_property
    def game(self) -> AnyGame:
        return game_named(self.table.game)

    @cached_property
    def seating(self) -> Seating:
        """The chairs under the table's options."""
        return self.game.seating(self.game.options(self.table.options))

    @property
    def state(self) -> object:
        """The state of the game; None before the start."""
        return None if self.history is None else self.history.state

    @property
    def step(self) -> int:
        """Number of moves made so far; a button names it, so that a stale one is refused."""
        return len(self.log)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats to move; empty outside play."""
        if self.history is None or self.table.status is not Status.PLAYING:
            return ()
        due = self.history.to_act
        return due if isinstance(due, tuple) else ()

    def players_awaited(self) -> tuple[int, ...]:
        """The chairs whose occupants are to move: a dummy's partner for the dummy, and nobody for what the
        bot cuts or chooses for all."""
        return tuple(self.game.player_of(self.state, seat) for seat in self._left_to_players())

    def seats_to_move(self, player: int) -> list[int]:
        """The seats awaited whose moves the occupant of that chair makes."""
        return [seat for seat in self._left_to_players() if self.game.player_of(self.state, seat) == player]

    def played_by(self, player: int) -> tuple[int, ...]:
        """The seats whose moves the occupant of that chair makes: its own, and a dummy's that faces it."""
        seats = range(len(self.table.chairs))
        return tuple(seat for seat in seats if self.game.player_of(self.state, seat) == player)

    def chair_of(self, seat: int) -> Seat:
        """The chair of whoever makes the moves of that seat."""
        return self.table.chairs[self.game.player_of(self.state, seat)]

    def seat_for(self, player: int) -> int:
        """The seat that the occupant of that chair is to move for, or their own."""
        return next(iter(self.seats_to_move(player)), player)

    def _left_to_players(self) -> tuple[int, ...]:
        bots = self.seat_cut_for
        if bots is None or any(not move.preliminary for move in self.game.legal(self.state, bots)):
            return self.awaited
        return tuple(seat for seat in self.awaited if seat != bots)

    def optional_moves(self, seat: int) -> tuple[Move, ...]:
        """The moves that seat may make although nobody waits for them; none outside play."""
        if self.table.status is not Status.PLAYING:
            return ()
        return self.game.optional_moves(self.state, seat)

    @property
    def claims_open(self) -> bool:
        """Whether something may still be claimed about the finished hand. Until then nobody is told what."""
        seats = range(len(self.table.chairs))
        if self.table.status is not Status.PLAYING or not any(self.optional_moves(seat) for seat in seats):
            return False
        return not any(self.game.plays_held(self.state, seat) for seat in seats)

    def seat_besides(self, player: int, text: str) -> int | None:
        """The seat for which the occupant of that chair may make that optional move; None if it is none."""
        if self.table.status is not Status.PLAYING:
            return None
        mine = self.played_by(player)
        return next((seat for seat in mine if text in map(str, self.optional_moves(seat))), None)

    def undoable(self, player: int) -> tuple[MadeMove, ...]:
        """The moves that are taken back if the occupant of that chair takes back the last one they made,
        that one first; none if there is nothing to take back. Its `seat` is whose `undo` it is."""
        if self.history is None or self.table.status is not Status.PLAYING:
            return ()
        game, history = self.game, self.history
        for made in reversed(history.made):
            if made.seat is not None and game.player_of(made.before.state, made.seat) == player:
                return history.undoable(made.seat)
        return ()

    @property
    def course(self) -> tuple[Event, ...]:
        """The events of the hand in progress, or just over, from its preliminaries on."""
        return () if self.history is None else self.history.position.course

    @property
    def last_course(self) -> tuple[Event, ...]:
        """The course of the hand before that."""
        return () if self.history is None else self.history.position.last_course

    @property
    def last_seats(self) -> tuple[Occupant | None, ...]:
        """Those whose chairs the last course names: who sits there now, where they sat before people changed
        chairs for the hand in progress."""
        seats = tuple(seat.occupant for seat in self.table.chairs)
        for event in self.course:
            if isinstance(event, Seated) and self.last_course:
                seats = tuple(seats[event.order.index(chair)] for chair in range(len(seats)))
        return seats

    @property
    def finished_hands(self) -> tuple[FinishedHand, ...]:
        """The hands of the match that are over, in order."""
        return () if self.history is None else self.history.position.hands

    def finished_hand(self, number: int) -> FinishedHand | None:
        return next((hand for hand in self.finished_hands if hand.number == number), None)

    def moves_of(self, hand: FinishedHand) -> list[WrittenMove]:
        """The moves made in that hand, without those that were taken back."""
        log = [(logged.seat, logged.text) for logged in self.log[hand.first : hand.end]]
        return [log[index] for index in standing(log)]

    @property
    def cutting_seat(self) -> int | None:
        """The seat that is to cut, or to choose what the cut lets it choose."""
        return self.history.cutting_seat if self.history is not None and self.awaited else None

    @property
    def seat_cut_for(self) -> int | None:
        """The seat for which the bot cuts or chooses, at a table without the ceremony; None if there is
        nothing to cut, or people cut."""
        return None if self.table.ceremony else self.cutting_seat

    @property
    def between_hands(self) -> bool:
        """Whether a hand is over and the bot is to deal the next."""
        told_before = self.history is not None and bool(self.history.position.last_course)
        return told_before and self.seat_cut_for is not None

    @property
    def trick_over(self) -> bool:
        """Whether a trick is complete and nobody has led to the next."""
        if self.history is None or not self.history.made:
            return False
        told = self.course[len(self.history.made[-1].before.course) :]
        return any(isinstance(event, TrickTaken) for event in told)

    @property
    def passing_until(self) -> float:
        """Until when nobody needs to see this state, in seconds since the epoch: the bot makes the next move
        within a moment. 0.0 where a person moves next, or where a trick or hand has just ended."""
        if not self.log or not self.table.clock.bots_turn or self.table.held:
            return 0.0
        return 0.0 if self.trick_over or self.between_hands else self.log[-1].at + PASSING_SECONDS

    def view(self, seat: int | None) -> SeatView:
        """What that seat, or a spectator, may know; of a type that the game's text and players know.

        What the bot cuts or chooses is left out of what the view says is to be done.
        """
        if seat not in self._views:
            self._views[seat] = self._viewed(seat)
        return self._views[seat]

    @cached_property
    def _views(self) -> dict[int | None, SeatView]:
        return {}

    def _viewed(self, seat: int | None) -> SeatView:
        # A dataclass with the fields of `SeatView` in every game.
        view: Any = self.game.view(self.state, seat)
        if self.seat_cut_for is not None:
            legal = tuple(move for move in view.legal if not move.preliminary)
            view = replace(view, to_act=self._left_to_players(), legal=legal)
            if getattr(view, "preliminaries", None) is not None:
                view = replace(view, preliminaries=replace(view.preliminaries, actor=None))
        known: SeatView = view
        return known

    def names(self, write: NameWriter, words: Catalogue) -> Names:
        """The names of those seated; the chair's own name where nobody sits."""
        return self.names_of([seat.occupant for seat in self.table.chairs], write, words)

    def names_of(self, seats: Sequence[Occupant | None], write: NameWriter, words: Catalogue) -> Names:
        """The same for occupants of another time, as a post has them."""
        seating = self.seating
        shown = tuple(
            write(in_language(occupant, words)) if occupant else words.pgettext("seat", chair)
            for occupant, chair in zip(_told_apart(seats, seating), seating.names, strict=True)
        )
        return Names(seating, shown)

    @property
    def plain_names(self) -> Names:
        """The names as they are stored, for records; what is shown is written by the surface."""
        return self.names(lambda occupant: occupant.name, ENGLISH)


def _told_apart(seats: Sequence[Occupant | None], seating: Seating) -> list[Occupant | None]:
    # Several dummies are told apart by their partners.
    found = list(seats)
    for chair in seating.dummies if len(seating.dummies) > 1 else ():
        partner = seats[seating.partners_of(chair)[0]]
        dummy = seats[chair]
        if partner is not None and isinstance(dummy, Dummy):
            found[chair] = replace(dummy, name=f"{dummy.name} ({partner.name})")
    return found


def restore(table: Table, log: tuple[LoggedMove, ...], posts: int) -> TableSnapshot:
    """The table with its log played through."""
    if table.status is Status.LOBBY or not log:
        return TableSnapshot(table, log, None, posts)
    game = game_named(table.game)
    history = History.begin(game, game.options(table.options), table.dealer)
    for logged in log:
        history = history.apply(logged.seat, history.parse(logged.text)).history
    return TableSnapshot(table, log, history, posts)
