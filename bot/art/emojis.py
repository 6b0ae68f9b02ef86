"""Suit signs as small pictures named after the spoken cards, for buttons that show emojis.

The picture shows the suit and the name says the whole card: `queen_of_hearts` shows a heart, because the
button has its rank beside it. A suit with its own ink in four colours has a second set of names, as in
`blue_queen_of_diamonds`.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from types import MappingProxyType

from .pieces import KNIGHT, RANKS, SUITS, USUAL, Style
from .raster import raster
from .templates import emoji_svg, sign_file

EMOJI_SIZE = 128  # width and height in pixels, as large as Discord shows an emoji
ART_VERSION = 1  # increase it when the pictures change: emojis of another version are replaced
_RANK_NAMES = MappingProxyType(
    {
        "A": "ace", "K": "king", "Q": "queen", "B": "bishop", "J": "jack", "T": "ten", "9": "nine",
        "8": "eight", "7": "seven", "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
    }
)  # fmt: skip
_SUIT_NAMES = MappingProxyType({"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"})
_OWN_INKS = MappingProxyType({"D": "blue", "C": "green"})
_FOUR = Style(four_colours=True)


def emoji_name(rank: str, suit: str, style: Style = USUAL) -> str:
    """The name of a card's emoji as it is read aloud, or of a suit's if `rank` is empty. The knight has no
    suit. Raises `KeyError` for an unknown rank or suit."""
    if rank == KNIGHT:
        return "knight"
    name = f"{_RANK_NAMES[rank]}_of_{_SUIT_NAMES[suit]}" if rank else _SUIT_NAMES[suit]
    return f"{_OWN_INKS[suit]}_{name}" if style.four_colours and suit in _OWN_INKS else name


def _all_emojis() -> dict[str, tuple[str, Style]]:
    found = {emoji_name(KNIGHT, ""): ("", USUAL)}
    for style in (USUAL, _FOUR):
        for suit in SUITS:
            for rank in ("", *RANKS):
                found.setdefault(emoji_name(rank, suit, style), (suit, style))
    return found


_EMOJIS = MappingProxyType(_all_emojis())
EMOJI_NAMES = tuple(_EMOJIS)


def emoji_picture(name: str) -> bytes:
    """The emoji of that name as a PNG of `EMOJI_SIZE`, some 3 KB. Raises `KeyError` if there is none."""
    suit, style = _EMOJIS[name]
    return _drawn(suit, style if suit and sign_file(suit, style) != sign_file(suit, USUAL) else USUAL)


@lru_cache(maxsize=8)
def _drawn(suit: str, style: Style) -> bytes:
    out = BytesIO()
    raster(emoji_svg(suit, EMOJI_SIZE, style=style)).save(out, "PNG", optimize=True)
    return out.getvalue()
