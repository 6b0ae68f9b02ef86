"""A player's name in the few letters the built-in font has.

Pillow's own font knows printable ASCII and little more, and a bot may not count on a better one being
installed: accents are dropped, fancy letters made plain, some alphabets spelt in Latin letters. A name
that none of this can spell becomes the player's place in the order of play.
"""

from __future__ import annotations

from re import sub
from unicodedata import category, name, normalize


def _table(text: str) -> dict[str, str]:
    """The spellings in a text of pairs: a letter, then what stands for it, up to the next blank."""
    return {pair[0]: pair[1:] for pair in text.split()}


_CYRILLIC = _table(
    "аa бb вv гg дd еe жzh зz иi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya"
    " іi їyi єye ґg јj љlj њnj ћc ђdj џdz"
)
_GREEK = _table("αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo")
_OTHERS = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
_QUOTES = {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "..."}
_SPELT = _CYRILLIC | _GREEK | _OTHERS | _QUOTES
_NAMED = (
    "HIRAGANA LETTER SMALL ",
    "KATAKANA LETTER SMALL ",
    "HIRAGANA LETTER ",
    "KATAKANA LETTER ",
    "HANGUL SYLLABLE ",
)


def _spelt(character: str) -> str:
    """One character in printable ASCII; nothing at all if there is no way to."""
    if " " <= character <= "~":
        return character
    low = character.lower()
    if low in _SPELT:
        found = _SPELT[low]
        return found if low == character else found.capitalize()
    words = name(character, "")
    for start in _NAMED:
        if words.startswith(start):
            return words.removeprefix(start).lower()
    return " " if category(character).startswith("Z") else ""


def _simplest(character: str) -> str:
    """One character in printable ASCII, as it is or else without its accents."""
    bare = "".join(mark for mark in normalize("NFKD", character) if category(mark) != "Mn")
    return _spelt(character) or "".join(map(_spelt, bare))


def plain(text: str, seat: int) -> str:
    """`text` in printable ASCII on one line, or "Player `seat`" if most of it cannot be spelt so."""
    whole = normalize("NFKC", text)
    letters = [character for character in whole if character.isalnum()]
    lost = sum(not _simplest(character) for character in letters)
    if lost * 2 >= len(letters):
        return f"Player {seat}"
    found = " ".join("".join(map(_simplest, whole)).split())
    return found if whole.upper() != whole.lower() else found.title()


def heading(text: str) -> str:
    """`text` in printable ASCII on one line, with "…" for letters that cannot be spelt so."""
    found = "".join(
        _simplest(character) or "…" * character.isalnum() for character in normalize("NFKC", text)
    )
    return " ".join(sub("…+", "…", found).split())
