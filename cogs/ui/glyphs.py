"""Text as Discord shows it: suit signs that stay text, and no more than there is room for.

Phones turn ♠ and ♣ into dark emoji, which can hardly be seen on a dark theme; the variation
selector keeps them in the colour of the text around them.
"""

_TEXT_STYLE = "\ufe0e"
_SIGNS = str.maketrans({sign: sign + _TEXT_STYLE for sign in "♠♥♦♣▶"})


def as_text(text: str) -> str:
    """The text with its suit signs kept from becoming emoji."""
    return text.translate(_SIGNS)


def plainly(text: str) -> str:
    """The text without any variation selector, for comparing what people type."""
    return text.replace(_TEXT_STYLE, "").replace("\ufe0f", "")


def fitted(text: str, most: int) -> str:
    """The text in at most so many characters: whole lines as far as they go, else cut with an ellipsis."""
    if len(text) <= most:
        return text
    kept = text[: most - 1]
    head, _, _ = kept.rpartition("\n")
    return (head if len(head) > most // 2 else kept) + "…"
