"""What can be declared, and what it is worth (RULES F0.4, F0.6; Cady, Nos. IV to X)."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.rules import cards
from bot.rules.cards import Card, Rank, Suit


class Class(Enum):
    """The three classes; between them a card may be used again without restriction."""

    MARRIAGES = 1
    BEZIQUES = 2
    FOURS = 3


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of combination: its key in the notation, its class and its level there.

    `mark` is the letter that a card bears once it has served in one.
    """

    key: str
    words: str
    group: Class
    level: int
    mark: str
    size: int
    rank: Rank | None = None


MARRIAGE: Final = Kind("marriage", "marriage", Class.MARRIAGES, 1, "m", 2)
SEQUENCE: Final = Kind("sequence", "sequence", Class.MARRIAGES, 2, "s", 5)
BEZIQUE: Final = Kind("bezique", "bezique", Class.BEZIQUES, 1, "b", 2)
DOUBLE: Final = Kind("double", "double bezique", Class.BEZIQUES, 2, "d", 4)
ACES: Final = Kind("aces", "four aces", Class.FOURS, 1, "f", 4, Rank.ACE)
KINGS: Final = Kind("kings", "four kings", Class.FOURS, 1, "f", 4, Rank.KING)
QUEENS: Final = Kind("queens", "four queens", Class.FOURS, 1, "f", 4, Rank.QUEEN)
KNAVES: Final = Kind("knaves", "four knaves", Class.FOURS, 1, "f", 4, Rank.JACK)

KINDS: Final = (SEQUENCE, MARRIAGE, DOUBLE, BEZIQUE, ACES, KINGS, QUEENS, KNAVES)
BY_KEY: Final = {kind.key: kind for kind in KINDS}

SEQUENCE_RANKS: Final = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK)
BEZIQUE_CARDS: Final = (cards.card(Rank.QUEEN, Suit.SPADES), cards.card(Rank.JACK, Suit.DIAMONDS))

SEVEN_POINTS: Final = 10
ROYAL_POINTS: Final = 40
_POINTS: Final = {
    MARRIAGE: 20,
    SEQUENCE: 250,
    BEZIQUE: 40,
    DOUBLE: 500,
    ACES: 100,
    KINGS: 80,
    QUEENS: 60,
    KNAVES: 40,
}

_SERVED: Final = {kind.mark: (kind.group, kind.level) for kind in KINDS}


def level_served(marks: str, group: Class) -> int:
    """The highest level at which a card with these marks has been declared in that class; 0: none."""
    served = (_SERVED[mark] for mark in marks if mark in _SERVED)
    return max((level for other, level in served if other is group), default=0)


def suit_of(kind: Kind, declared: tuple[Card, ...]) -> Suit | None:
    """The suit of a marriage or a sequence; None for the other kinds."""
    return declared[0].suit if kind.group is Class.MARRIAGES else None


def points_for(kind: Kind, suit: Suit | None, trump: Suit | None) -> int:
    """What it scores now: a marriage in trumps, or one that makes its suit trumps, is royal."""
    if kind is MARRIAGE and trump in (None, suit):
        return ROYAL_POINTS
    return _POINTS[kind]


def fits(kind: Kind, declared: tuple[Card, ...]) -> bool:
    """Whether the cards make a combination of that kind, trumps left aside."""
    if len(declared) != kind.size:
        return False
    ranks = sorted(card.rank.value for card in declared)
    if kind.rank is not None:
        return all(card.rank is kind.rank for card in declared)
    if kind.group is Class.BEZIQUES:
        wanted = sorted(card.text for card in BEZIQUE_CARDS * (kind.size // 2))
        return sorted(card.text for card in declared) == wanted
    one_suit = len({card.suit for card in declared}) == 1
    wanted_ranks = SEQUENCE_RANKS if kind is SEQUENCE else (Rank.KING, Rank.QUEEN)
    return one_suit and ranks == sorted(rank.value for rank in wanted_ranks)
