"""Reads the guides: how to play each game, one Markdown file a game and language.

A heading begins a page, and a line of the file is a line of the message. A picture is a line
`![title](AH TH KH)`; `bishops:` before the pieces names another pack than the ordinary one, `joined:` lays
dominoes in a line. A line `{{name}}` stands for the section of that name in `shared.md`.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from bot.rules import cards, tiles
from bot.rules.catalogue import LOCALES

FOLDER: Final = Path(__file__).parents[2] / LOCALES
USUAL: Final = "en"

_HEADING: Final = re.compile(r"^# (.+)\n", re.MULTILINE)
_PICTURE: Final = re.compile(r"\n*^!\[(?P<title>.+)\]\((?:(?P<how>\w+): )?(?P<pieces>[^)]+)\)$", re.MULTILINE)
_SHARED: Final = re.compile(r"^\{\{(.+)\}\}$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture in a guide: pieces side by side under a title or, if `joined`, a line of dominoes. Its faces
    are those of `pack`, as in `Scene`."""

    title: str
    pieces: tuple[cards.Card | tiles.Tile, ...]
    joined: bool = False
    pack: str = "ordinary"


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a guide; `text` is Markdown."""

    title: str
    text: str
    figure: Figure | None = None


@cache
def spoken(game: str, language: str) -> str:
    """The language a reader has that guide in: English where it is not translated."""
    return language if (FOLDER / language / "guides" / f"{game}.md").exists() else USUAL


@cache
def guide(game: str, language: str = USUAL) -> tuple[Page, ...]:
    """How to play the game with that key, in `spoken(game, language)`. Raises FileNotFoundError."""
    folder = FOLDER / spoken(game, language) / "guides"
    shared = _sections(folder / "shared.md")

    def full(text: str) -> str:
        return _SHARED.sub(lambda found: full(shared[found[1]]), text)

    return tuple(_page(title, full(text)) for title, text in _sections(folder / f"{game}.md").items())


def _sections(path: Path) -> dict[str, str]:
    _, *parts = _HEADING.split(path.read_text(encoding="utf-8"))
    return {title: text.strip() for title, text in zip(parts[::2], parts[1::2], strict=True)}


def _page(title: str, text: str) -> Page:
    found = _PICTURE.search(text)
    if found is None:
        return Page(title, text)
    pieces = tuple((tiles if "-" in piece else cards).parse(piece) for piece in found["pieces"].split())
    joined = found["how"] == "joined"
    pack = "ordinary" if joined or found["how"] is None else found["how"]
    return Page(title, _PICTURE.sub("", text).strip(), Figure(found["title"], pieces, joined, pack))
