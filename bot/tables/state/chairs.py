"""The chairs of a table: who sits in them, who waits for one, and who may take one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, overload

from bot.rules.catalogue import Catalogue, pgettext_noop


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord, with the name they sat down under."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class House:
    """A house player: `player` is its key among the house players, `name` what it is called."""

    player: str
    name: str

    @property
    def level(self) -> str:
        """The level it plays at, in words: `Bob Short`."""
        return level_name(self.player)


def level_name(key: str) -> str:
    """The level of that key, in words: `Bob Short`."""
    return key.replace("-", " ").title()


_DUMMY = pgettext_noop("player", "Dummy")


@dataclass(frozen=True, slots=True)
class Dummy:
    """Nobody: that chair's cards lie open, and its partner plays them."""

    name: str = _DUMMY


Occupant: TypeAlias = Person | House | Dummy  # what may sit in a chair


def in_language(occupant: Occupant, words: Catalogue) -> Occupant:
    """The occupant as it is called in a language: people and house players have the same name in all."""
    if not isinstance(occupant, Dummy):
        return occupant
    return Dummy(occupant.name.replace(_DUMMY, words.pgettext("player", _DUMMY), 1))


FORMER = "a former player"  # the name, and 0 the id, of somebody who has had their account here erased


@dataclass(frozen=True, slots=True)
class Level:
    """A level of the house's play: the key of its player, its name, and a line of character."""

    key: str
    name: str
    line: str


@dataclass(frozen=True, slots=True)
class Seat:
    """One chair. `away`: the person has not acted in time and the house plays for them.

    A person who takes over a house player's chair in play is `incoming` until the next deal, when the
    chair becomes theirs. `kept_for` is whose chair a house player keeps, having taken it over in play.
    `called`: a substitute for whoever has left, or is away, has been called for.
    """

    occupant: Occupant | None = None
    away: bool = False
    incoming: Person | None = None
    kept_for: Person | None = None
    called: bool = False

    @property
    def present(self) -> Person | None:
        """The person who sits there, unless the house plays for them."""
        return self.occupant if isinstance(self.occupant, Person) and not self.away else None

    @property
    def missing(self) -> Person | None:
        """The person whose chair a substitute may take: who has left in play, or is away."""
        if self.incoming is not None:
            return None
        if isinstance(self.occupant, Person):
            return self.occupant if self.away else None
        return self.kept_for

    @property
    def user_id(self) -> int | None:
        """The person's id; None for an empty chair, a house player or a dummy."""
        return self.occupant.user_id if isinstance(self.occupant, Person) else None


@dataclass(frozen=True, slots=True)
class Chairs(Sequence[Seat]):
    """The chairs clockwise, as a sequence, and the people around them.

    `waiting` are people who belong to the table without a chair, whoever has the next right to one first.
    `arrivals` are the ids of all who belong to it, in the order they came. `host_id` is who opened it, or
    keeps it now. `rubbers` are the members from the match before, by user id, with the matches each had
    played running.

    `invited` are the ids of those who have been asked to sit down; `called` says that the whole channel
    has been told that players are wanted. `removed` are the ids of those who may not sit down again in this
    match.
    """

    seats: tuple[Seat, ...]
    host_id: int
    waiting: tuple[Person, ...] = ()
    arrivals: tuple[int, ...] = ()
    rubbers: Mapping[int, int] = field(default_factory=dict)
    invited: tuple[int, ...] = ()
    called: bool = False
    removed: tuple[int, ...] = ()

    @overload
    def __getitem__(self, index: int) -> Seat: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Seat, ...]: ...
    def __getitem__(self, index: int | slice) -> Seat | tuple[Seat, ...]:
        return self.seats[index]

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.seats)

    def __len__(self) -> int:
        return len(self.seats)

    def seat_of(self, user_id: int) -> int | None:
        """The chair that person sits in, if any."""
        return next((index for index, seat in enumerate(self.seats) if seat.user_id == user_id), None)

    def incoming_at(self, user_id: int) -> int | None:
        """The chair that becomes that person's at the next deal, if any."""
        for index, seat in enumerate(self.seats):
            if seat.incoming is not None and seat.incoming.user_id == user_id:
                return index
        return None

    def waits(self, user_id: int) -> bool:
        """Whether that person waits for a chair."""
        return any(person.user_id == user_id for person in self.waiting)

    def belongs(self, user_id: int) -> bool:
        """Whether that person sits here, waits for a chair or comes in at the next deal."""
        return any(person.user_id == user_id for person in self.members)

    @property
    def people(self) -> tuple[Person, ...]:
        """The people seated, clockwise, without house players."""
        return tuple(s.occupant for s in self.seats if isinstance(s.occupant, Person))

    @property
    def members(self) -> tuple[Person, ...]:
        """The people who belong to the table: seated, coming in or waiting, in the order they came."""
        coming = (seat.incoming for seat in self.seats if seat.incoming is not None)
        there = {person.user_id: person for person in (*self.people, *coming, *self.waiting)}
        came = dict.fromkeys((*(user_id for user_id in self.arrivals if user_id in there), *there))
        return tuple(there[user_id] for user_id in came)

    @property
    def occupants(self) -> tuple[Occupant | None, ...]:
        """Who or what sits in each chair."""
        return tuple(seat.occupant for seat in self.seats)

    @property
    def keeper_id(self) -> int:
        """Who may do what a host may: the host, or the next person seated if the host is away or gone."""
        start = self.seat_of(self.host_id) or 0
        for seat in (*self.seats[start:], *self.seats[:start]):
            if seat.present is not None:
                return seat.present.user_id
        return self.host_id
