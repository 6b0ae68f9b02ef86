"""Chouette: one person plays a game of two against all the others, who consult (RULES F7; Cady, Chouette).

A matter of the table: whatever game of two players has two sides can be played so. Nothing here knows a
table; `bot.tables.seating.consulting` has what happens at one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Generic, TypeVar

from bot.rules.cards import Card, Rank, Suit, card
from bot.rules.game import AnyGame
from bot.rules.options import Options

T = TypeVar("T")

PLAYERS: Final = 2  # as many chairs, and sides, as a game has that can be played so
MOST_ADVISERS: Final = 8  # so many people may belong to the table besides the two who play
PARTNERS: Final = 2  # with so many advisers, at a table that cuts in, each player has one (F7.57)

_RANKS: Final = tuple(rank for rank in Rank if rank not in (Rank.BISHOP, Rank.KNIGHT))
PACK: Final = tuple(card(rank, suit) for suit in Suit for rank in _RANKS)
"""What the places of the first game are cut from, whatever is played: the ace is the highest."""


class Wish(Enum):
    """What somebody may want of a chouette before the start."""

    VOLUNTEER = "volunteer"
    CUT_IN = "cut-in"
    NO = "no"
    ALONE = "alone"  # to be the one who plays alone
    DEAL = "deal"  # to deal first, as the one who plays alone may choose
    LEAD = "lead"  # to let the other deal first


class Rotation(Enum):
    """Whether a table plays à la chouette, and how places change after a game."""

    NONE = "no"
    VOLUNTEER = "volunteer"
    """The one who plays alone has volunteered, and stays; if he wins, his adversary makes place (F7.55)."""
    CUT_IN = "cut-in"
    """Places are cut for, and whoever loses makes place (F7.56, F7.57)."""


@dataclass(frozen=True, slots=True)
class Chouette:
    """How a table plays à la chouette.

    `alone` is the chair of the one who plays alone, and `deals` says that he has chosen to deal first; else
    the other does. `order` are the ids of those who are to advise, as the game before has left them, whoever
    has the next place first. `advisers` is, by user id, the chair whose hand each adviser of this game sees;
    it holds from the start of the game to its end, also for those who leave.
    `games` is how many games have been played so before this one.
    """

    rotation: Rotation
    alone: int = 0
    deals: bool = False
    order: tuple[int, ...] = ()
    advisers: Mapping[int, int] = field(default_factory=dict)
    games: int = 0

    @property
    def other(self) -> int:
        """The chair of his adversary."""
        return 1 - self.alone

    @property
    def dealer(self) -> int:
        """Who deals first, by the choice that the one who plays alone has without cutting (F7.55)."""
        return self.alone if self.deals else self.other

    @property
    def to_be_cut(self) -> bool:
        """Whether the places are still to be cut for."""
        return self.rotation is Rotation.CUT_IN and not self.games

    def begun(self, advisers: Sequence[int]) -> "Chouette":
        """The same in a game that has begun, with those who advise."""
        chairs = advised(self.rotation, self.alone, len(advisers))
        return replace(self, advisers=dict(zip(advisers, chairs, strict=True)))


@dataclass(frozen=True, slots=True)
class Places(Generic[T]):
    """Who plays alone against whom, and who advises, whoever has the next place first."""

    alone: T
    adversary: T
    advisers: tuple[T, ...] = ()


def possible(game: AnyGame, options: Options) -> bool:
    """Whether the game is one of two players, each for himself."""
    seating = game.seating(options)
    return len(seating) == len(seating.sides) == PLAYERS


def advised(rotation: Rotation, alone: int, advisers: int) -> tuple[int, ...]:
    """The chair that each of so many advisers advises, in their order.

    All consult against the one in the chair `alone`; but of four who cut in, each player has one (F7.57).
    """
    if _in_pairs(rotation, advisers):
        return alone, 1 - alone
    return (1 - alone,) * advisers


def next_places(rotation: Rotation, places: Places[T], won: bool | None) -> Places[T]:
    """Who takes which place in the next game, after the one who played alone has `won`, or not (None: nobody
    has).

    If he wins, the next adviser takes his adversary's place. If he loses, all stay as they are where he has
    volunteered (F7.55); where places are cut for, the next adviser takes his (F7.56). Of four who cut in, it
    is the loser's own adviser with whom he changes places (F7.57).
    """
    alone, adversary, advisers = places.alone, places.adversary, places.advisers
    if won is None or not advisers or (not won and rotation is Rotation.VOLUNTEER):
        return places
    if _in_pairs(rotation, len(advisers)):
        mine, theirs = advisers
        return Places(alone, theirs, (mine, adversary)) if won else Places(mine, adversary, (alone, theirs))
    first, *others = advisers
    if won:
        return Places(alone, first, (*others, adversary))
    return Places(first, adversary, (*others, alone))


def stake(others: int, won: bool | None) -> int:
    """The points somebody wins in a game: one of each of the `others` on the other side, or loses as many; 0
    where nobody has won."""
    if won is None:
        return 0
    return others if won else -others


def cut_for_places(
    people: Sequence[T], cut: Callable[[int], tuple[Card, ...]]
) -> tuple[tuple[T, ...], tuple[tuple[tuple[T, Card], ...], ...]]:
    """The people from the highest cut to the lowest, and every round of cuts (F7.56). `cut(n)` gives the
    cards that n people cut; those who cut cards of one rank cut again."""
    rounds = [tuple(zip(people, cut(len(people)), strict=True))]
    by_rank: dict[Rank, list[T]] = {}
    for who, card_cut in rounds[0]:
        by_rank.setdefault(card_cut.rank, []).append(who)
    order: list[T] = []
    for rank in sorted(by_rank, key=_RANKS.index):
        equals = by_rank[rank]
        if len(equals) > 1:
            ranked, again = cut_for_places(equals, cut)
            order += ranked
            rounds += again
        else:
            order += equals
    return tuple(order), tuple(rounds)


def _in_pairs(rotation: Rotation, advisers: int) -> bool:
    return rotation is Rotation.CUT_IN and advisers == PARTNERS
