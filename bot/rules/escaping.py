"""Text that others wrote, made fit to be printed in one line."""

import unicodedata
from typing import Final

MOST_SHOWN: Final = 80
"""How many characters of a value are printed."""

_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode's categories of controls, formats (bidirectional ones among them), surrogates, ends of lines."""

_JOINERS = "\u200c\u200d"
"""Formats that words and emoji are spelt with."""


def escaped(text: str) -> str:
    """The text with whatever ends a line, moves the cursor or turns writing round as `\\n`, `\\u202e` …"""
    if text.isprintable():
        return text
    return "".join(
        letter.encode("unicode_escape").decode("ascii") if is_unprintable(letter) else letter
        for letter in text
    )


def is_unprintable(letter: str) -> bool:
    """Whether one character is no sign of its own, but does something to those around it."""
    return letter not in _JOINERS and unicodedata.category(letter) in _UNPRINTABLE


def cut(text: str, most: int = MOST_SHOWN) -> str:
    """The text, or as much of its beginning as leaves room for `…` within `most` characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def shown(text: str) -> str:
    """A value as it is printed: escaped, and not too long."""
    # Cut first as well, for a value may be as long as a file.
    return cut(escaped(cut(text)))
