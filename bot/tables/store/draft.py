"""A table being changed: its fields, its chairs and the posts it owes, before anything is stored."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partialmethod
from typing import Any

from bot.rules.game import AnyGame
from bot.tables.state.chairs import House, Occupant, Person, Seat
from bot.tables.state.posts import PlayerBack, Post, PostItem, SeatPromised, SeatTaken
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import LoggedMove, Posting, Status


class TableDraft:
    """Starts from a snapshot and collects changes of fields and chairs, and posts."""

    def __init__(self, before: TableSnapshot, now: float) -> None:
        self.before = before
        self.table = before.table
        self.now = now
        self._history = before.history
        self._moves: list[LoggedMove] = []
        self._posts: list[Post] = []
        self._snapshot: TableSnapshot | None = before

    @property
    def snapshot(self) -> TableSnapshot:
        """The table as it will be if the change holds."""
        if self._snapshot is None:
            log = (*self.before.log, *self._moves) if self._moves else self.before.log
            posts = self.before.posts + len(self._posts)
            self._snapshot = TableSnapshot(self.table, log, self._history, posts)
        return self._snapshot

    @property
    def game(self) -> AnyGame:
        return self.before.game

    # The fields are those of the table or of its part, each of its own type.
    def set(self, **fields: Any) -> None:
        self.table = replace(self.table, **fields)
        self._snapshot = None

    def _set_part(self, name: str, /, **fields: Any) -> None:
        part = getattr(self.table, name)
        # What stays as it is need not be stored again.
        if changed := {field: value for field, value in fields.items() if getattr(part, field) != value}:
            self.set(**{name: replace(part, **changed)})

    set_chairs = partialmethod(_set_part, "chairs")
    set_clock = partialmethod(_set_part, "clock")
    set_telling = partialmethod(_set_part, "telling")
    set_dealt = partialmethod(_set_part, "dealt")

    def seat(self, index: int, occupant: Occupant | None) -> None:
        """Put an occupant, or nobody, in a chair."""
        self._put(index, Seat(occupant))

    # The fields are those of `Seat`, each of its own type.
    def set_seat(self, index: int, **fields: Any) -> None:
        """Change fields of one chair, such as `away`."""
        self._put(index, replace(self.table.chairs[index], **fields))

    def take_chair(self, index: int, person: Person) -> None:
        """Give the chair and its cards to that person at once."""
        leaving = self.table.chairs[index].occupant
        self.seat(index, person)
        if self.table.status is Status.PLAYING:
            self.set_dealt(seen={**self.table.dealt.seen, person.user_id: index})
        if leaving is not None:
            self.post(SeatTaken(person, leaving))

    def present(self, index: int) -> None:
        """Mark the person in that chair as present: nobody plays for them, and no substitute is called
        for."""
        self.set_seat(index, away=False, called=False)

    def come_back(self, index: int) -> None:
        """Let the person in that chair, who was away, play again."""
        person = self.table.chairs[index].occupant
        assert isinstance(person, Person)
        self.present(index)
        self.post(PlayerBack(person))

    def come_in_later(self, index: int, person: Person) -> None:
        """Let that person take over a house player's chair at the next deal."""
        occupant = self.table.chairs[index].occupant
        assert occupant is not None
        self.set_seat(index, incoming=person, called=False)
        self.post(SeatPromised(person, occupant))

    def stand_in(self, index: int, house: House) -> None:
        """Put a house player in the chair of the person who sits there, with its cards."""
        seat = self.table.chairs[index]
        kept_for = seat.occupant if isinstance(seat.occupant, Person) else seat.kept_for
        called = seat.called and kept_for is not None
        self._put(index, Seat(house, incoming=seat.incoming, kept_for=kept_for, called=called))

    def mark(self, index: int, text: str | None) -> None:
        """Mark a move for that seat, in the notation; None: remove the mark."""
        marked = {chair: move for chair, move in self.table.dealt.marked.items() if chair != index}
        if text is not None:
            marked[index] = text
        self.set_dealt(marked=marked)

    def stop_waiting(self, user_id: int) -> None:
        """Remove that person from those who wait for a chair."""
        waiting = tuple(person for person in self.table.chairs.waiting if person.user_id != user_id)
        self.set_chairs(waiting=waiting)

    def pass_on(self) -> None:
        """Make somebody who still sits there, or was to come in, the host. With nobody left the table closes,
        unless it waits for the start of a club night or plays a board, which is played to its end."""
        if not self.table.chairs.people:
            self._bring_in_now()
        people = self.table.chairs.people
        if not people:
            awaits_start = self.table.status is Status.LOBBY and self.table.starts_at is not None
            if self.table.board is None and not awaits_start:
                self.end(Status.CLOSED)
        elif self.table.chairs.host_id not in {person.user_id for person in people}:
            self.set_chairs(host_id=people[0].user_id)

    def end(self, status: Status) -> None:
        """End the match, or clear the table away. The seal of a broken-off hand may then be told."""
        self.set(status=status, proposal=None)
        self.set_clock(deadline=None, reminded=False, paused=False)

    def post(self, *items: PostItem, seats: Sequence[Occupant | None] | None = None) -> None:
        """Owe the channel a post. One transaction owes one post, but results go in posts of their own.

        `seats` are the occupants whose names describe it, if not those who sit there now.
        """
        if self.table.telling.posting is Posting.PANELS:
            return
        occupants = self.table.chairs.occupants if seats is None else seats
        number = self.before.posts + len(self._posts) + 1
        post = Post(self.table.id, number, items, tuple(occupants))
        joined = self._posts[-1].joined(post) if self._posts else None
        if joined is None:
            self._posts.append(post)
        else:
            self._posts[-1] = joined
        self._snapshot = None

    def _bring_in_now(self) -> None:
        # Nobody is left to play the deal out. Whoever has seen one of its hands gets that chair and no other.
        for person in [seat.incoming for seat in self.table.chairs if seat.incoming]:
            promised = self.table.chairs.incoming_at(person.user_id)
            assert promised is not None
            chair = self.table.dealt.seen.get(person.user_id, promised)
            if isinstance(self.table.chairs[chair].occupant, Person):
                continue
            # Whoever was to have that chair at the next deal is promised the other.
            self.set_seat(promised, incoming=self.table.chairs[chair].incoming)
            self.take_chair(chair, person)

    def _bring_in(self) -> None:
        # Before the pack is shuffled, so that whoever comes in has this deal's cards and no other's.
        for index, seat in enumerate(self.table.chairs):
            if seat.incoming is not None:
                self.take_chair(index, seat.incoming)
        table = self.table
        seen = {seat.user_id: index for index, seat in enumerate(table.chairs) if seat.user_id}
        for person in table.chairs.waiting:
            if (chair := table.advised_by(person.user_id)) is not None:
                seen[person.user_id] = chair
        self.set_dealt(seen=seen, marked={})

    def _put(self, index: int, seat: Seat) -> None:
        seats = self.table.chairs
        if seat.occupant != seats[index].occupant and self.table.dealt.marked:
            # Nobody else may play or see what was marked there.
            for played in self.snapshot.played_by(index):
                self.mark(played, None)
        if seat.occupant != seats[index].occupant:
            self._share(index)
        self.set_chairs(seats=(*seats[:index], seat, *seats[index + 1 :]))

    def _share(self, chair: int) -> None:
        # Somebody else plays on with the cards dealt there.
        if self.table.dealt.deals:
            self.set_dealt(shared_chairs=tuple(sorted({*self.table.dealt.shared_chairs, chair})))
