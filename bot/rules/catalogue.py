"""A reader's language: messages in it, and how it writes numbers of things, lists and pieces.

The texts in the code are English and are the keys of the catalogues. `tools/messages.py` collects them.
"""

import gettext
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from babel import Locale
from babel.lists import format_list

from bot.rules.cards import LETTERED, Card, Rank, Suit
from bot.rules.pieces import Face, Piece
from bot.rules.seats import Names
from bot.rules.tiles import Tile, half_word

DOMAIN: Final = "messages"  # the name of the catalogues' files: `messages.pot`, `de/LC_MESSAGES/messages.mo`
LOCALES: Final = "locales"  # the folder they are in, beside `bot`


class Catalogue:
    """The messages of one language; English where it has no translation. `language` is its folder.

    Values are put in by name: `gettext("You hold {count}.", count=3)`. A suit is written by its name
    (`hearts`) and a piece as it is read aloud (`queen of hearts`); for its sign give `words.face(card)`. A
    whole number is written without grouping: give `words.number` of it where it may be long.
    """

    def __init__(self, translations: gettext.NullTranslations | None = None, language: str = "en") -> None:
        self.language = language
        self.locale = Locale.parse("en_GB" if language == "en" else language)
        self._translations = translations or gettext.NullTranslations()
        figures = self.locale.number_symbols["latn"]
        self._signs = str.maketrans({",": figures["group"], ".": figures["decimal"]})
        self._percent: str = self.locale.percent_formats[None].pattern
        self._pieces: dict[Card | Tile, str] = {}
        self._faces: dict[Piece, str] = {}

    @property
    def locale_name(self) -> str:
        """Discord's name of the language: `pt-BR`."""
        return self.language.replace("_", "-")

    @property
    def own_name(self) -> str:
        """What the language is called in itself: `Deutsch`."""
        locale = Locale.parse(self.language)
        name = locale.get_display_name(locale) or self.language
        return name[:1].upper() + name[1:]

    def gettext(self, message: str, /, **values: Any) -> str:
        """The message in this language, with the values put in."""
        return self._filled(self._translations.gettext(message), values)

    def ngettext(self, singular: str, plural: str, number: int, /, **values: Any) -> str:
        """The message for that number of things; the number itself is the value `number`."""
        chosen = self._translations.ngettext(singular, plural, number)
        return self._filled(chosen, {"number": number, **values})

    def pgettext(self, context: str, message: str, /, **values: Any) -> str:
        """The same for a message that means several things: `context` says which (`"game"`, `"button"`)."""
        return self._filled(self._translations.pgettext(context, message), values)

    def npgettext(self, context: str, singular: str, plural: str, number: int, /, **values: Any) -> str:
        """The same for a message with a number."""
        chosen = self._translations.npgettext(context, singular, plural, number)
        return self._filled(chosen, {"number": number, **values})

    def like(self, amount: float | Fraction) -> int:
        """A whole number with the plural form of an amount: in English 2 for a half, in French 1."""
        return 1 if self.locale.plural_form(float(amount)) == "one" else 2

    def number(self, figure: int | str) -> str:
        """A number: `12,345`; a text is one in the English way of writing, `+1,250.5`."""
        return (f"{figure:,}" if isinstance(figure, int) else figure).translate(self._signs)

    def percent(self, figure: int | str) -> str:
        """A share of a hundred: `62.5%`."""
        return self._percent.replace("#,##0", self.number(figure))

    def listed(self, items: Sequence[str]) -> str:
        """`Ann`, `Ann and Bob`, `Ann, Bob and Cleo`."""
        return format_list(items, "standard", self.locale)

    def either(self, items: Sequence[str]) -> str:
        """`Ann`, `Ann or Bob`, `Ann, Bob or Cleo`."""
        return format_list(items, "or", self.locale)

    def line(self, label: str, said: str | int) -> str:
        """What something is: `Trumps: hearts`."""
        return self.pgettext("line", "{label}: {said}", label=label, said=said)

    def semicolons(self, items: Iterable[str]) -> str:
        """Items that have commas of their own: `A, B; C, D`."""
        said = ""
        for item in items:
            said = self.pgettext("line", "{first}; {next}", first=said, next=item) if said else item
        return said

    def side(self, names: Names, side: int) -> str:
        """Those of a side: `Ann and Bob`."""
        return self.listed([names[seat] for seat in names.seating.sides[side]])

    def suit(self, suit: Suit) -> str:
        """The suit's name where it stands alone: `hearts`."""
        return self._translations.pgettext("suit", suit.word)

    def suit_in_card(self, suit: Suit) -> str:
        """The suit's name as a part of a card's: `hearts`."""
        return self._translations.pgettext("suit in a card", suit.word)

    def letter(self, what: Rank | Suit) -> str:
        """What a rank is called on the cards: `Q`, `10`; or the letter for a suit when it is typed: `H`."""
        if isinstance(what, Suit):
            return self._translations.pgettext("letter of a suit", what.value)
        if what in LETTERED:
            return self._translations.pgettext("letter of a rank", what.value)
        return "10" if what is Rank.TEN else what.value

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters of the ranks that have one, as they are printed on cards; empty if they are English."""
        letters = tuple(map(self.letter, LETTERED))
        return letters if letters != tuple(rank.value for rank in LETTERED) else ()

    def face(self, piece: Piece) -> str:
        """The piece as it is shown: `Q♥`, `10♦`, `Knight`, `6-4`."""
        face = self._faces.get(piece)
        if face is None:
            face = self._faces[piece] = self._shown_face(piece)
        return face

    def faces(self, pieces: Iterable[Piece]) -> str:
        """Several of them, with spaces between: `Q♥ 10♦`."""
        return " ".join(map(self.face, pieces))

    def _shown_face(self, piece: Piece) -> str:
        if not isinstance(piece, Card):
            return piece.text
        if piece.suit is None:
            return self._translations.pgettext("card", "Knight")
        return self.letter(piece.rank) + piece.suit.symbol

    def rank(self, rank: Rank) -> str:
        """The rank's name: `queen`, `nine`."""
        return self._translations.pgettext("rank", rank.word)

    def piece(self, piece: Card | Tile) -> str:
        """The piece as it is read aloud: `queen of hearts`, `knight`, `double three`."""
        words = self._pieces.get(piece)
        if words is None:
            words = self._pieces[piece] = self._read_aloud(piece)
        return words

    def _read_aloud(self, piece: Card | Tile) -> str:
        if isinstance(piece, Tile):
            return self._translations.pgettext("tile", piece.words)
        rank = self.rank(piece.rank)
        if piece.suit is None:
            return rank
        return self.pgettext("card", "{rank} of {suit}", rank=rank, suit=self.suit_in_card(piece.suit))

    def half(self, half: int) -> str:
        """What half a domino shows: `blank`, `four`."""
        return self._translations.pgettext("half", half_word(half))

    def dominoes_with(self, half: int) -> str:
        """The dominoes with that number, as a suit: `threes`."""
        return (
            self.pgettext("suit", "blanks"),
            self.pgettext("suit", "ones"),
            self.pgettext("suit", "twos"),
            self.pgettext("suit", "threes"),
            self.pgettext("suit", "fours"),
            self.pgettext("suit", "fives"),
            self.pgettext("suit", "sixes"),
        )[half]

    def _filled(self, message: str, values: dict[str, Any]) -> str:
        if not values:
            return message
        for name, value in values.items():
            if type(value) is not str and type(value) is not int:
                values[name] = self._shown(value)
        return message.format_map(values)

    def _shown(self, value: Any) -> Any:
        if isinstance(value, Suit):
            return self.suit(value)
        if isinstance(value, (Card, Tile)):
            return self.piece(value)
        if isinstance(value, Face):
            return self.face(value.piece)
        return value


def gettext_noop(message: str) -> str:
    """The message itself: marks one that is kept in a constant and put in words later."""
    return message


def pgettext_noop(_context: str, message: str) -> str:
    """The message itself, which must be put in words with the same context."""
    return message


def ngettext_noop(singular: str, plural: str) -> tuple[str, str]:
    """The same for a message with a number."""
    return singular, plural


ENGLISH = Catalogue()
