"""Cards as the notation names them.

Cards of one name from several packs are told apart once they have been laid down: the first king of hearts
shown in a deal, by anybody, is `KH/1`, the next `KH/2`. `KH` is one that nobody has seen, so the notation
gives nothing away.
"""

from dataclasses import dataclass
from typing import Final

from bot.rules import cards
from bot.rules.bezique.pack import ONE_PACK, name_bit, rank_one, reading_order
from bot.rules.cards import Card, Rank
from bot.rules.errors import NotationError

MOST_PACKS: Final = 5  # the largest index there can be: four-handed Polish bezique is played with five packs


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """A card and its public index, 0 for a card that has not been shown. Get one from `named`.

    There is one object for each, so `is` and `==` agree. `order` sorts a hand for reading. `name_bit` and
    `rank_one` are those of the card in `bot.rules.bezique.pack`, to count many cards fast.
    """

    card: Card
    index: int
    text: str
    order: int
    name_bit: int
    rank_one: int

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Named({self.text})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return read_named, (self.text,)

    @property
    def face(self) -> str:
        """How a person reads the card; a game's text says more where cards of one name must be told apart."""
        return self.card.face

    @property
    def words(self) -> str:
        """How the card is read aloud."""
        return self.card.words

    @property
    def is_declared(self) -> bool:
        """Whether it is declared and still face up; a seven is shown and taken up again (RULES F1.11)."""
        return self.index > 0 and self.card.rank is not Rank.SEVEN


def _text(card: Card, index: int) -> str:
    return f"{card.text}/{index}" if index else card.text


def _make(card: Card, index: int) -> Named:
    order = reading_order(card) * (MOST_PACKS + 1) + index
    return Named(card, index, _text(card, index), order, name_bit(card), rank_one(card.rank))


_NAMED: Final = {
    _text(card, index): _make(card, index) for card in ONE_PACK for index in range(MOST_PACKS + 1)
}
_UNSEEN: Final = {card: _NAMED[card.text] for card in ONE_PACK}
_BY_CARD: Final = {(named.card, named.index): named for named in _NAMED.values()}
ALL_NAMED: Final = tuple(_NAMED.values())


def unseen(card: Card) -> Named:
    """That card, not shown to anybody yet."""
    return _UNSEEN[card]


def laid(card: Card, index: int) -> Named:
    """The card of that name that was shown as number `index` of them."""
    return _BY_CARD[card, index]


def read_named(text: str) -> Named:
    """The card written `text`. Raises NotationError."""
    known = _NAMED.get(text)
    if known is None:
        cards.parse(text.partition("/")[0])
        raise NotationError(
            "{text!r} is not a card: write KH, or KH/1 for one that has been shown.", text=text
        )
    return known
