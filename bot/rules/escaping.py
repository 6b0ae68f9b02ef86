"""Makes text written by others safe to print in one line."""

import unicodedata
from typing import Final

MOST_SHOWN: Final = 80  # how many characters of a value are printed

_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode's categories of controls, formats (bidirectional ones among them), surrogates, ends of lines."""

_JOINERS = "\u200c\u200d"  # formats that words and emoji are spelt with


def escaped(text: str) -> str:
    """The text with whatever ends a line, moves the cursor or turns writing round as `\\n`, `\\u202e` …"""
    if text.isprintable():
        return text
    return "".join(
        letter.encode("unicode_escape").decode("ascii") if is_unprintable(letter) else letter
        for letter in text
    )


def is_unprintable(letter: str) -> bool:
    """Whether a character is not visible itself but changes what is around it."""
    return letter not in _JOINERS and unicodedata.category(letter) in _UNPRINTABLE


def shortened(text: str, most: int = MOST_SHOWN) -> str:
    """The text escaped and cut to `most` characters, with `…` after it if it was cut."""
    # A value may be as long as a file: no more of it is looked at than is needed.
    if len(text) <= most and len(escaped(text)) <= most:
        return text
    room, kept = most - 1, 0
    for letter in text[:most]:
        room -= len(escaped(letter))
        if room < 0:
            break
        kept += 1
    return text[:kept] + "…"


def shown(text: str) -> str:
    """A value to be printed: escaped and cut."""
    return escaped(shortened(text))
