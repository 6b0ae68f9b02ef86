"""Text as Discord shows it: suit signs that stay text, and text cut to a length.

Phones turn ♠ and ♣ into dark emoji that are hard to see on a dark theme. The variation selector keeps them in
the colour of the text.
"""

import re
from typing import Final

_TEXT_STYLE: Final = "\ufe0e"
_SIGN: Final = re.compile("[♠♥♦♣▶]")


def as_text(text: str) -> str:
    """The text with variation selectors after its suit signs."""
    # `str.translate` takes ten times as long where a text is not ASCII.
    return _SIGN.sub(lambda sign: sign[0] + _TEXT_STYLE, text)


def plainly(text: str) -> str:
    """The text without variation selectors, to compare it with what people type."""
    return text.replace(_TEXT_STYLE, "").replace("\ufe0f", "")


def fitted(text: str, most: int) -> str:
    """The text in at most that many characters: whole lines if possible, else cut with an ellipsis."""
    if len(text) <= most:
        return text
    kept = text[: most - 1]
    head, _, _ = kept.rpartition("\n")
    return (head if len(head) > most // 2 else kept) + "…"
