"""Cards in a player's possession, and how they are told apart.

Two equal cards of the two packs differ by what they have served for, which everybody has seen. Inside
the state a card is known by its place in the pack; in the notation by its marks: `KH` is still in the
hand, `KH/m` lies declared and has served in a marriage.
"""

from dataclasses import dataclass, replace

from bot.rules import cards
from bot.rules.bezique.combinations import KINDS, Kind, level_served
from bot.rules.cards import Card
from bot.rules.errors import NotationError

SEVEN_SHOWN = "7"
"""The mark of a seven of trumps that has been shown for its ten points; it stays in the hand."""

_MARKS = "".join(sorted({kind.mark for kind in KINDS} | {SEVEN_SHOWN}))


@dataclass(frozen=True, slots=True)
class Named:
    """A card as the notation names it: which card, and what it has served for."""

    card: Card
    marks: str = ""

    def __str__(self) -> str:
        return f"{self.card.text}/{self.marks}" if self.marks else self.card.text

    @property
    def lies(self) -> bool:
        """Whether it lies declared on the table."""
        return bool(self.marks) and self.marks != SEVEN_SHOWN

    @property
    def face(self) -> str:
        """How a person reads it: `K♥`, `K♥ declared`."""
        return f"{self.card.face} declared" if self.lies else self.card.face

    @property
    def words(self) -> str:
        """How it is read aloud."""
        return f"the declared {self.card.words}" if self.lies else f"the {self.card.words}"


@dataclass(frozen=True, slots=True)
class Held:
    """A card somebody holds: its place in the pack of this deal, and as it is named."""

    place: int
    named: Named

    @property
    def card(self) -> Card:
        """The card."""
        return self.named.card

    @property
    def marks(self) -> str:
        """What it has served for."""
        return self.named.marks

    @property
    def lies(self) -> bool:
        """Whether it lies declared on the table."""
        return self.named.lies

    def having_served(self, mark: str) -> "Held":
        """The card with one more mark."""
        return replace(self, named=Named(self.card, "".join(sorted({*self.marks, mark}))))

    def taken_up(self) -> "Held":
        """The card in the hand again, its services forgotten."""
        return replace(self, named=Named(self.card))


def read_named(text: str) -> Named:
    """The card written `text`. Raises NotationError."""
    name, slash, marks = text.partition("/")
    known = "".join(sorted(set(marks))) == marks and set(marks) <= set(_MARKS)
    if bool(slash) != bool(marks) or not known:
        raise NotationError(f"{text!r} is not a card: write KH, or KH/m for one that lies declared.")
    return Named(cards.parse(name), marks)


def can_serve(held: Held, kind: Kind) -> bool:
    """Whether the card may be declared in that kind: only above its level in the class (rule 13)."""
    return level_served(held.marks, kind.group) < kind.level
