"""Finds a game by part of its name, in the reader's language or English."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from bot.rules.catalogue import Catalogue
from bot.rules.presentation.profiles import PROFILES
from bot.rules.registry import GAMES, text_for
from bot.tables.state.errors import TableError
from cogs.ui.glyphs import fitted


def found(typed: str, languages: Iterable[Catalogue] = ()) -> list[str]:
    """The keys of the games whose name or other names contain that, the closest first; for an empty text all,
    in the order of the registry. English names always match."""
    wanted = _plain(typed)
    if not wanted:
        return list(GAMES)
    distances = {key: min(_distance(wanted, name) for name in _names(key, languages)) for key in GAMES}
    near = [key for key in GAMES if distances[key] < _FAR]
    return sorted(near, key=lambda key: distances[key])


def meant(typed: str, languages: Iterable[Catalogue] = ()) -> list[str]:
    """The games somebody may mean: one if that is its key or its exact name, else all matches. Raises
    TableError (`unknown-game`) if there is none."""
    if typed in GAMES:
        return [typed]
    games = found(typed, languages)
    if not games:
        raise TableError("unknown-game", typed=repr(fitted(typed, _LONGEST_QUOTED)))
    exact = [key for key in games if _plain(typed) in _names(key, languages)]
    return exact if len(exact) == 1 else games


def by_family(keys: Iterable[str], words: Catalogue) -> list[tuple[str, Sequence[str]]]:
    """The games by family, in the order given. Families of one game are grouped last, without a name if there
    are several."""
    families: dict[str, list[str]] = {}
    for key in keys:
        families.setdefault(text_for(key, words).family, []).append(key)
    several = [(family, games) for family, games in families.items() if len(games) > 1]
    alone = [(family, games) for family, games in families.items() if len(games) == 1]
    if len(alone) < 2:
        return [*several, *alone]
    return [*several, ("", [game for _, (game,) in alone])]


def for_newcomers() -> str:
    """The game to begin with."""
    return next((key for key in GAMES if PROFILES[key].for_newcomers), next(iter(GAMES)))


_FAR = 4
_LONGEST_QUOTED = 60


def _distance(wanted: str, name: str) -> int:
    if name == wanted:
        return 0
    if name.startswith(wanted):
        return 1
    words = name.split()
    if all(any(word.startswith(part) for word in words) for part in wanted.split()):
        return 2
    return 3 if wanted in name else _FAR


def _names(key: str, languages: Iterable[Catalogue]) -> set[str]:
    english = text_for(key)
    names = {key.replace("-", " "), english.name, *english.profile.aliases}
    names |= {text_for(key, words).name for words in languages}
    return {key, *map(_plain, names)}


def _plain(name: str) -> str:
    # Without accents, apostrophes and capitals, as people type.
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    return " ".join(re.sub(r"['’]", "", bare).casefold().replace("-", " ").split())
