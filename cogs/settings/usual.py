"""Menus whose first answer is the usual one, which is stored as an empty text."""

from collections.abc import Mapping
from typing import Final

from cogs.ui.layout import Answer

_USUAL: Final = "-"  # Discord takes no empty value


def with_usual(usual: str, labels: Mapping[str, str], chosen: str) -> list[Answer]:
    """The usual answer and one for each value, with their labels; `chosen` is as stored."""
    others = [Answer(value, label, value == chosen) for value, label in labels.items()]
    return [Answer(_USUAL, usual, not chosen), *others]


def stored(answer: str) -> str:
    """What an answer of such a menu is stored as."""
    return "" if answer == _USUAL else answer
