"""A player's name in the few letters the built-in font has.

Pillow's own font knows printable ASCII and little more, and a bot may not count on a better one being
installed: accents are dropped, fancy letters made plain, some alphabets spelt in Latin letters. A name
that none of this can spell becomes the player's place in the order of play.
"""

from __future__ import annotations

from unicodedata import category, name, normalize

_CYRILLIC = dict(
    zip(
        "абвгдежзиклмнопрстуфхцчшщъыьэюяіїєґјљњћђџ",
        "a b v g d e zh z i k l m n o p r s t u f kh ts ch sh shch  y  e yu ya i yi ye g j lj nj c dj dz".split(" "),
        strict=True,
    )
)
_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξοπρσςτυφχψω",
        "a v g d e z i th i k l m n x o p r s s t y f ch ps o".split(),
        strict=True,
    )
)
_OTHERS = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
_QUOTES = {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "..."}
_SPELT = _CYRILLIC | _GREEK | _OTHERS | _QUOTES
_NAMED = ("HIRAGANA LETTER ", "KATAKANA LETTER ", "HIRAGANA LETTER SMALL ", "KATAKANA LETTER SMALL ",
          "HANGUL SYLLABLE ")  # fmt: skip


def _spelt(character: str) -> str:
    """One character in printable ASCII; nothing at all if there is no way to."""
    if " " <= character <= "~":
        return character
    low = character.lower()
    if low in _SPELT:
        found = _SPELT[low]
        return found if low == character else found.capitalize()
    words = name(character, "")
    for start in reversed(_NAMED):
        if words.startswith(start):
            return words.removeprefix(start).lower()
    return " " if category(character).startswith("Z") else ""


def plain(text: str, seat: int) -> str:
    """`text` in printable ASCII on one line, or "Player `seat`" if no letter or digit of it is left."""
    whole = normalize("NFKC", text)
    apart = "".join(mark for mark in normalize("NFKD", whole) if category(mark) != "Mn")
    kept = normalize("NFC", apart)
    letters = sum(character.isalnum() for character in kept)
    found = " ".join("".join(map(_spelt, kept)).split())
    unspelt = sum(character.isalnum() and not _spelt(character) for character in kept)
    if not any(character.isalnum() for character in found) or unspelt * 2 > letters:
        return f"Player {seat}"
    return found
