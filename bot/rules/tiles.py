"""The double-six set of dominoes and its notation.

A tile is written with its higher half first: `6-4`, `3-3`, `5-0` (the 0 is a blank). Tiles are
interned: there is one object for each.
"""

from dataclasses import dataclass
from typing import Final

from bot.rules.errors import NotationError

_WORDS = ("blank", "one", "two", "three", "four", "five", "six")
HIGHEST: Final = 6


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """One domino; `high` is not less than `low`. Get one from `parse` or `tile`; do not build it."""

    high: int
    low: int

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Tile({self.text})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse, (self.text,)

    @property
    def text(self) -> str:
        """The tile in the notation: `6-4`."""
        return f"{self.high}-{self.low}"

    @property
    def face(self) -> str:
        """How a person reads it: `6-4`."""
        return self.text

    @property
    def words(self) -> str:
        """How it is read aloud: `six-four`, `double three`, `double blank`."""
        if self.double:
            return f"double {_WORDS[self.high]}"
        return f"{_WORDS[self.high]}-{_WORDS[self.low]}"

    @property
    def double(self) -> bool:
        """Whether both halves are the same."""
        return self.high == self.low

    @property
    def pips(self) -> int:
        """The pips of both halves."""
        return self.high + self.low

    @property
    def halves(self) -> tuple[int, ...]:
        """Its halves, each once."""
        return (self.high,) if self.double else (self.high, self.low)

    def other(self, half: int) -> int:
        """The half that is not `half`."""
        return self.low if half == self.high else self.high


SET: Final = tuple(Tile(high, low) for high in range(HIGHEST, -1, -1) for low in range(high, -1, -1))
"""The 28 tiles, heaviest first by their higher half; 168 pips in all."""

_TILES = {tile.text: tile for tile in SET} | {f"{tile.low}-{tile.high}": tile for tile in SET}


def parse(text: str) -> Tile:
    """The tile written `text`, either half first. Raises NotationError."""
    try:
        return _TILES[text]
    except KeyError:
        raise NotationError(
            "{text!r} is not a domino: write its halves, as in 6-4 or 3-0.", text=text
        ) from None


def half_word(half: int) -> str:
    """What half a tile shows, in words: `blank`, `four`."""
    return _WORDS[half]


def several(texts: str) -> tuple[Tile, ...]:
    """The tiles of a line of notation: `6-3 4-2`. Raises NotationError."""
    return tuple(map(parse, texts.split()))
