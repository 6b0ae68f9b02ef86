"""Who sits where and with whom."""

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Seating:
    """The chairs of a game, clockwise (to the left, the order of play).

    `names` are the chairs' own names (`North`); `sides` lists the seat indices that score
    together, each side and the sides themselves in clockwise order from seat 0. At the chairs of `dummies`
    nobody sits: their cards are played by their partners.
    """

    names: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    dummies: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.names)

    @property
    def people(self) -> tuple[int, ...]:
        """The chairs in which somebody sits."""
        return tuple(seat for seat in range(len(self.names)) if seat not in self.dummies)

    @property
    def alone(self) -> int:
        """The chair of a person who plays against the house alone: South's, or the first where nobody sits
        there."""
        south = self.names.index("South") if "South" in self.names else 0
        return south if south in self.people else self.people[0]

    def side_of(self, seat: int) -> int:
        """Index of the side that `seat` (0-based) scores for."""
        for index, members in enumerate(self.sides):
            if seat in members:
                return index
        raise IndexError(f"no seat {seat} at a table of {len(self.names)}")

    def next_seat(self, seat: int) -> int:
        """The seat on the left of `seat`, which plays and deals after it."""
        return (seat + 1) % len(self.names)

    def partners_of(self, seat: int) -> tuple[int, ...]:
        """The other seats of the same side."""
        return tuple(other for other in self.sides[self.side_of(seat)] if other != seat)


TWO_ALONE = Seating(("North", "South"), ((0,), (1,)))
THREE_ALONE = Seating(("North", "East", "West"), ((0,), (1,), (2,)))
FOUR_IN_PARTNERSHIP = Seating(("North", "East", "South", "West"), ((0, 2), (1, 3)))
WITH_A_DUMMY = Seating(FOUR_IN_PARTNERSHIP.names, FOUR_IN_PARTNERSHIP.sides, dummies=(2,))
WITH_TWO_DUMMIES = Seating(FOUR_IN_PARTNERSHIP.names, FOUR_IN_PARTNERSHIP.sides, dummies=(2, 3))
FOUR_ALONE = Seating(FOUR_IN_PARTNERSHIP.names, ((0,), (1,), (2,), (3,)))


_MARK: Final = "\ue000"  # a private character, which no message of ours contains
_MARKED_SEAT: Final = re.compile(rf"{_MARK}(\d)")


@dataclass(frozen=True, slots=True)
class Names:
    """What the people in the seats are called, for words and for records."""

    seating: Seating
    seats: tuple[str, ...]

    @staticmethod
    def marks(seating: Seating) -> "Names":
        """A mark for each seat, for texts into which `fill` puts the names later."""
        return Names(seating, tuple(f"{_MARK}{seat}" for seat in range(len(seating))))

    def fill(self, text: str) -> str:
        """The text with these names in place of the marks."""
        if _MARK not in text:
            return text
        return _MARKED_SEAT.sub(lambda mark: self.seats[int(mark[1])], text)

    def __getitem__(self, seat: int) -> str:
        return self.seats[seat]

    def side_key(self, side: int) -> str:
        """A side in a record: `Ann-Bob`, its seats clockwise.

        Names may hold hyphens themselves. Where two sides come out alike, the later one is numbered:
        `Ann-Bob (2)`.
        """
        joined = ["-".join(self.seats[seat] for seat in members) for members in self.seating.sides]
        keys: list[str] = []
        for key in joined:
            number, unique = 2, key
            while unique in keys or (unique != key and unique in joined):
                number, unique = number + 1, f"{key} ({number})"
            keys.append(unique)
        return keys[side]

    def by_side(self, values: tuple[int, ...]) -> dict[str, int]:
        """One value a side, keyed as in a record."""
        return {self.side_key(side): value for side, value in enumerate(values)}

    def reseated(self, order: tuple[int, ...]) -> "Names":
        """The names after people changed chairs: chair `i` now holds who sat in `order[i]`."""
        return Names(self.seating, tuple(self.seats[old] for old in order))
