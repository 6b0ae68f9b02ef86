"""Who plays whom, where, and which boards: movements for pairs, and the two tables of a match of teams. Pure.

In each round all tables play copies of the same boards, so only the pairs move, and a round's boards can be
compared as soon as it is over. Pairs, tables, rounds and boards count from 1. The pairs of a movement are
places in it: who holds them may change between two rounds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

LEAST_BOARDS: Final = 4
MOST_BOARDS: Final = 24
LEAST_TABLES: Final = 2
MOST_TABLES: Final = 10

_HOWELL: Final = {
    2: (((4, 1), (2, 3)), ((4, 2), (3, 1)), ((4, 3), (1, 2))),
    3: (
        ((6, 1), (2, 5), (3, 4)),
        ((6, 2), (3, 1), (5, 4)),
        ((6, 3), (4, 2), (1, 5)),
        ((4, 6), (5, 3), (2, 1)),
        ((5, 6), (4, 1), (3, 2)),
    ),
}
"""By the number of tables: the rounds, in each the pair N-S and the pair E-W of every table. All meet all,
and the directions are such that any two pairs sit the same way in one to three of the rounds."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """What one table plays in one round: the pairs that sit there, and the boards in their order."""

    round: int
    table: int
    ns: int
    ew: int
    boards: tuple[int, ...]

    @property
    def pairs(self) -> tuple[int, int]:
        """Both pairs, North and South first."""
        return self.ns, self.ew


@dataclass(frozen=True, slots=True)
class Movement:
    """All sittings, by round and table.

    `pairs` is how many places for pairs there are, two a table. `fields` are the pairs that are ranked
    against each other: in Mitchell's movement those who sit N-S and those who sit E-W, in Howell's all
    together.
    """

    name: str
    pairs: int
    boards: int
    sittings: tuple[Sitting, ...]
    fields: tuple[tuple[int, ...], ...]

    @property
    def rounds(self) -> int:
        return self.sittings[-1].round

    @property
    def tables(self) -> int:
        return self.pairs // 2

    def in_round(self, number: int) -> Iterator[Sitting]:
        """The sittings of that round, by table."""
        return (sitting for sitting in self.sittings if sitting.round == number)

    def of_pair(self, pair: int) -> Iterator[Sitting]:
        """The sittings of that pair, by round."""
        return (sitting for sitting in self.sittings if pair in sitting.pairs)


@lru_cache(maxsize=256)
def pairs_movement(tables: int, boards: int) -> Movement:
    """The movement for that many tables: Howell's for 2 and 3, Mitchell's for 4 to 10.

    There are as many rounds as the full movement has, or as there are boards if those are fewer; the boards
    are divided among them as evenly as may be, earlier rounds having one more.
    Raises ValueError for a number of tables or boards outside the bounds.
    """
    _require_boards(boards)
    if not LEAST_TABLES <= tables <= MOST_TABLES:
        raise ValueError(f"{tables} tables")
    pairs = tuple(range(1, 2 * tables + 1))
    if tables in _HOWELL:
        meetings = _HOWELL[tables]
        return _movement("howell", tables, boards, meetings, (pairs,))
    # N-S keep their tables, E-W go to the next higher one, from the last to the first.
    meetings = tuple(
        tuple((table + 1, tables + 1 + (table - moves) % tables) for table in range(tables))
        for moves in range(tables)
    )
    return _movement("mitchell", tables, boards, meetings, (pairs[:tables], pairs[tables:]))


TEAM_OF: Final = {1: 0, 2: 1, 3: 1, 4: 0}
"""Of which team each of the four pairs of a match is: the first sits N-S at table 1 and E-W at table 2."""


@lru_cache(maxsize=64)
def teams_movement(boards: int) -> Movement:
    """Two teams of four at two tables: each board is played at both, the teams' seats changed (RULES E3).

    Every board is a round of its own, so that a pair may be replaced after any of them.
    Raises ValueError for a number of boards outside the bounds.
    """
    _require_boards(boards)
    meetings = (((1, 2), (3, 4)),) * boards
    return _movement("teams", 2, boards, meetings, ((1, 2, 3, 4),))


def _movement(
    name: str,
    tables: int,
    boards: int,
    meetings: tuple[tuple[tuple[int, int], ...], ...],
    fields: tuple[tuple[int, ...], ...],
) -> Movement:
    played = meetings[:boards]
    sittings, first = [], 1
    for number, pairs in enumerate(played, start=1):
        many = boards // len(played) + (number <= boards % len(played))
        numbers = tuple(range(first, first + many))
        sittings += [Sitting(number, table, *both, numbers) for table, both in enumerate(pairs, start=1)]
        first += many
    return Movement(name, 2 * tables, boards, tuple(sittings), fields)


def _require_boards(boards: int) -> None:
    if not LEAST_BOARDS <= boards <= MOST_BOARDS:
        raise ValueError(f"{boards} boards")
