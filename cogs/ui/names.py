"""How the names of people and house players are written in messages.

Discord users choose their own names, so a name may contain anything. All names come through here: they are
escaped, on one line and of moderate length.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import discord

from bot.rules.catalogue import Catalogue
from bot.tables.state.chairs import House, Occupant, Person, in_language

LONGEST_NAME: Final = 32  # the most characters of a name that we show; Discord allows as many

_NAMES_KEPT: Final = 2_000  # how many written names are cached: every message has several

_JOINERS: Final = "\u200c\u200d"  # characters that are part of words and emoji and invisible by themselves
_BLANK: Final = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and signs that look like spaces

_STRAY_JOINER: Final = re.compile(rf"(?<![^\s{_JOINERS}])[{_JOINERS}]+|[{_JOINERS}]+(?=\s|$|[{_JOINERS}])")

# Characters that may begin Markdown anywhere, those that do at the start of a line, and the colon and the
# full stop of an address.
_MARKUP: Final = re.compile(r"[\\*_~|`<>@#\[\]]|^[-+]|:(?=\S)|\.(?=\S)")
_NUMBER: Final = re.compile(r"^\d+(?=[.)])")


def person_of(user: discord.abc.User) -> Person:
    """A Discord user as the tables know them."""
    person = Person(user.id, user.display_name)
    return replace(person, name=plain_name(person))


@lru_cache(maxsize=_NAMES_KEPT)
def plain_name(occupant: Occupant) -> str:
    """The name as plain text, for labels; `drawn_name` is for pictures.

    One line of at most `LONGEST_NAME` characters, at least one of them visible; without control characters
    and those that change the direction of writing.
    """
    shown = "".join(map(_shown, occupant.name))
    shown = _STRAY_JOINER.sub("", " ".join(shown.split()))
    if len(shown) > LONGEST_NAME:
        shown = _STRAY_JOINER.sub("", shown[: LONGEST_NAME - 1].rstrip()) + "…"
    if any(unicodedata.category(sign)[0] in "LNPS" for sign in shown):
        return shown
    match occupant:
        case Person(user_id):
            return f"#{user_id % 10_000:04}"
        case House(player):
            return player
    return "#"


HOUSE_MARK: Final = "⌂"  # precedes the name of a house player in pictures; no other name contains it


def drawn_name(occupant: Occupant) -> str:
    """The name as drawn in a picture, a house player's with its mark."""
    name = plain_name(occupant)
    return f"{HOUSE_MARK}\u00a0{name}" if isinstance(occupant, House) else name


@lru_cache(maxsize=_NAMES_KEPT)
def safe_name(occupant: Occupant) -> str:
    """The name escaped for Markdown: no mention, no link, no markup."""
    return _NUMBER.sub(r"\g<0>\\", _MARKUP.sub(r"\\\g<0>", plain_name(occupant)))


def write_name(occupant: Occupant) -> str:
    """A person in bold, a house player or a dummy in italics."""
    safe = safe_name(occupant)
    return f"**{safe}**" if isinstance(occupant, Person) else f"*{safe}*"


def write_occupant(occupant: Occupant, words: Catalogue) -> str:
    """The same in a language, in which a dummy has another name."""
    return write_name(in_language(occupant, words))


SHORT_NAME: Final = 11  # the greatest width of a short name, in letters

_SHORTEST_STEM: Final = 8
_TAIL: Final = 5


def short_names(names: Sequence[str], places: Sequence[str]) -> tuple[str, ...]:
    """Those names shortened to `SHORT_NAME` letters and kept distinct: by their beginnings, else by their
    beginnings and ends, else replaced by the `places` of their owners."""
    found = [_beginning(name) for name in names]
    for longer in (map(_both_ends, names), places):
        found = [
            short if _told_apart(place, found) else other
            for place, (short, other) in enumerate(zip(found, longer, strict=True))
        ]
    return tuple(found)


def _told_apart(place: int, names: Sequence[str]) -> bool:
    # A whole name may begin like a shortened one; the other way round would be ambiguous.
    if "…" not in names[place]:
        return True
    stem = names[place].rstrip("…").casefold()
    others = [name.rstrip("…").casefold() for at, name in enumerate(names) if at != place]
    return stem not in others


def _beginning(name: str) -> str:
    if _width(name) <= SHORT_NAME:
        return name
    kept = _within(name, SHORT_NAME - 1)
    words, _, _ = kept.rpartition(" ")
    at_word = name[len(kept)] == " " or _width(words) < _SHORTEST_STEM
    return (kept if at_word else words).rstrip() + "…"


def _both_ends(name: str) -> str:
    if _width(name) <= SHORT_NAME:
        return name
    tail = _within(name[::-1], _TAIL)[::-1].lstrip(_JOINERS)
    return f"{_within(name, SHORT_NAME - 1 - _TAIL).rstrip()}…{tail.lstrip()}"


def _within(text: str, most: int) -> str:
    # The longest beginning that fits; no combining mark loses its letter.
    count, width = 0, 0
    while count < len(text) and (width := width + _width(text[count])) <= most:
        count += 1
    while 0 < count < len(text) and (unicodedata.combining(text[count]) or text[count] in _JOINERS):
        count -= 1
    return text[:count].rstrip(_JOINERS)


def _width(text: str) -> int:
    # In letters; Chinese ones and emoji are two wide.
    signs = (sign for sign in text if not unicodedata.combining(sign) and sign not in _JOINERS)
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in signs)


def mention_role(role_id: int) -> str:
    """A mention, which Discord shows as the name."""
    return f"<@&{role_id}>"


def mention(user_id: int) -> str:
    """A mention, which Discord shows as the name."""
    return f"<@{user_id}>"


def _shown(sign: str) -> str:
    # A character as it is shown; a space for anything that is or looks like one.
    if sign in _JOINERS:
        return sign
    if sign in _BLANK or sign.isspace() or sign == HOUSE_MARK:
        return " "
    # Control characters, unassigned and private ones, halves of surrogates.
    return "" if unicodedata.category(sign) in ("Cc", "Cf", "Cs") or sign == "\u034f" else sign
