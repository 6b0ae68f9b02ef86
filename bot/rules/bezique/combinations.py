"""What can be declared, and what it is worth (RULES F0.4, F0.6; Cady, Nos. IV to X)."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.rules.bezique.named import Named
from bot.rules.bezique.pack import LANE, lane_of, name_bit
from bot.rules.cards import Card, Rank, Suit, parse

Class: TypeAlias = Literal["marriages", "beziques", "fours", "sequences"]
"""The classes of declarations; between them a card may be used again without restriction. In bezique the
sequence is of the class of marriages; the games it came from have sequences of many kinds."""


class Sorted(NamedTuple):
    """Cards by the notation of their name and by the letter of their rank, in reading order."""

    names: Mapping[str, Sequence[Named]]
    ranks: Mapping[str, Sequence[Named]]

    @classmethod
    def of(cls, cards: Iterable[Named]) -> "Sorted":
        """As `Sorted`, for cards already in reading order."""
        names: dict[str, list[Named]] = {}
        ranks: dict[str, list[Named]] = {}
        for named in cards:
            name = named.card.text
            names.setdefault(name, []).append(named)
            ranks.setdefault(name[0], []).append(named)
        return cls(names, ranks)


_SUITS: Final = "SHCD"  # the suits' letters in reading order


class Material(ABC):
    """The cards that make a combination of one kind."""

    size: int

    @abstractmethod
    def fits(self, declared: Sequence[Card]) -> bool:
        """Whether the cards make one, trumps left aside."""

    @abstractmethod
    def likely(self, names: int, ranks: int) -> bool:
        """Whether cards with these name bits, and so many of each rank, may make one (see
        `bot.rules.bezique.pack`); else they make none."""

    @abstractmethod
    def found(self, held: Sorted, trump: Suit | None) -> Iterable[tuple[Named, ...]]:
        """Every combination that can be made, each once; where `trump` is given, of that suit alone."""


@dataclass(frozen=True, slots=True)
class SameRank(Material):
    """So many cards of one rank, of any suits."""

    rank: Rank
    size: int
    _letter: str = field(init=False, repr=False, compare=False)
    _lane: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_letter", self.rank.value)
        object.__setattr__(self, "_lane", lane_of(self.rank))

    def fits(self, declared: Sequence[Card]) -> bool:
        return len(declared) == self.size and all(card.rank is self.rank for card in declared)

    def likely(self, names: int, ranks: int) -> bool:
        return ranks >> self._lane & LANE >= self.size

    def found(self, held: Sorted, trump: Suit | None) -> Iterable[tuple[Named, ...]]:
        own = held.ranks.get(self._letter, ())
        # Cards nobody has seen are alike, so the same set comes more than once.
        return dict.fromkeys(combinations(own, self.size)) if len(own) >= self.size else ()


@dataclass(frozen=True, slots=True)
class OneSuit(Material):
    """One card of each of these ranks, all of a suit; ranks in reading order."""

    ranks: tuple[Rank, ...]
    size: int = field(init=False, repr=False, compare=False)
    _letters: str = field(init=False, repr=False, compare=False)
    _in_suits: tuple[int, int, int, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.ranks))
        in_suits = (sum(name_bit(parse(rank.value + suit.value)) for rank in self.ranks) for suit in Suit)
        object.__setattr__(self, "_in_suits", tuple(in_suits))
        object.__setattr__(self, "_letters", "".join(rank.value for rank in self.ranks))

    def fits(self, declared: Sequence[Card]) -> bool:
        one_suit = len({card.suit for card in declared}) == 1
        return one_suit and sorted(c.rank.value for c in declared) == sorted(self._letters)

    def likely(self, names: int, ranks: int) -> bool:
        one, two, three, four = self._in_suits
        return names & one == one or names & two == two or names & three == three or names & four == four

    def found(self, held: Sorted, trump: Suit | None) -> Iterable[tuple[Named, ...]]:
        for letter in self._letters:
            if letter not in held.ranks:
                return ()
        found: list[tuple[Named, ...]] = []
        for suit in _SUITS if trump is None else trump.value:
            own = [held.names.get(letter + suit) for letter in self._letters]
            if all(own):
                found += product(*(dict.fromkeys(cards) for cards in own if cards))
        return found


BEZIQUE_PAIR: Final = ("QS", "JD")  # the two cards of a bezique, unless the variant has others


@dataclass(frozen=True, slots=True)
class Pairs(Material):
    """So many beziques: a queen of spades and a knave of diamonds each, unless given otherwise.

    `pair` is in the notation: a variant is in every view, and views hold no cards but those one may see.
    """

    number: int
    pair: tuple[str, str] = BEZIQUE_PAIR
    size: int = field(init=False, repr=False, compare=False)
    _bits: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", 2 * self.number)
        object.__setattr__(self, "_bits", sum(name_bit(parse(name)) for name in set(self.pair)))

    def fits(self, declared: Sequence[Card]) -> bool:
        names = [card.text for card in declared]
        return len(names) == self.size and all(names.count(name) == self.number for name in self.pair)

    def likely(self, names: int, ranks: int) -> bool:
        return names & self._bits == self._bits

    def found(self, held: Sorted, trump: Suit | None) -> Iterable[tuple[Named, ...]]:
        first, second = held.names.get(self.pair[0], ()), held.names.get(self.pair[1], ())
        if len(first) < self.number or len(second) < self.number:
            return ()
        some, others = (dict.fromkeys(combinations(own, self.number)) for own in (first, second))
        return [(*one, *other) for one, other in product(some, others)]


@dataclass(frozen=True, slots=True)
class Meld:
    """A kind of combination: its key in the notation, its class, its level there and its material.

    `points` are what it scores, `in_trumps` what it scores in the trump suit if that is another number.
    `trumps_only`: in another suit it scores nothing. `new_card`: at least one of its cards must not have
    served in the class before (AMB-F3). `new_pair`: cards that have served at its level may again beside a
    bezique that has not (AMB-F6). `once_a_card`: where what is broken can be declared again,
    that is once for each card played from it (GAP-F10).
    """

    key: str
    group: Class
    level: int
    material: Material
    points: int
    in_trumps: int | None = None
    trumps_only: bool = False
    new_card: bool = False
    new_pair: bool = False
    once_a_card: bool = False

    @property
    def suited(self) -> bool:
        """Whether it is of one suit, so that the first one scored can make trumps."""
        return isinstance(self.material, OneSuit)

    def suit_of(self, declared: Sequence[Card]) -> Suit | None:
        """The suit of a marriage or a sequence; None for the other kinds."""
        return declared[0].suit if self.suited else None

    def points_for(self, suit: Suit | None, trump: Suit | None) -> int:
        """What it scores now: one in trumps, or one that makes its suit trumps, may score more."""
        if self.in_trumps is not None and trump in (None, suit):
            return self.in_trumps
        return self.points

    def royal(self, points: int) -> bool:
        """Whether it has scored what only one in trumps does."""
        return points == self.in_trumps


def with_pair(kind: Meld, pair: tuple[str, str]) -> Meld:
    """The same kind with beziques of those two cards."""
    material = kind.material
    return replace(kind, material=replace(material, pair=pair)) if isinstance(material, Pairs) else kind


SEQUENCE_RANKS: Final = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK)
_COUPLE: Final = (Rank.KING, Rank.QUEEN)

MARRIAGE: Final = Meld("marriage", "marriages", 1, OneSuit(_COUPLE), 20, in_trumps=40)
SEQUENCE: Final = Meld("sequence", "marriages", 2, OneSuit(SEQUENCE_RANKS), 250, trumps_only=True)
BEZIQUE: Final = Meld("bezique", "beziques", 1, Pairs(1), 40)
DOUBLE: Final = Meld("double", "beziques", 2, Pairs(2), 500)
TRIPLE: Final = Meld("triple", "beziques", 3, Pairs(3), 1500)
QUADRUPLE: Final = Meld("quadruple", "beziques", 4, Pairs(4), 4500)
ACES: Final = Meld("aces", "fours", 1, SameRank(Rank.ACE, 4), 100)
KINGS: Final = Meld("kings", "fours", 1, SameRank(Rank.KING, 4), 80)
QUEENS: Final = Meld("queens", "fours", 1, SameRank(Rank.QUEEN, 4), 60)
KNAVES: Final = Meld("knaves", "fours", 1, SameRank(Rank.JACK, 4), 40)
FOURS: Final = (ACES, KINGS, QUEENS, KNAVES)
