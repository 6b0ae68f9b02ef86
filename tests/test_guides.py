"""The guides: every game has one, all lines are parsed, and shared text occurs once."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.registry import GAMES
from cogs.settings.help import draw_guide
from cogs.ui import guides
from cogs.ui.guides import Figure, Page, guide
from tests.discord.test_limits import check
from tests.discord.world import walk

FOLDER = guides.FOLDER / guides.USUAL / "guides"
SHARED = FOLDER / "shared.md"
LONG = 70
"""Shorter lines may occur in several guides."""


def test_every_game_has_a_guide_and_no_other_file_lies_there() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {SHARED.name, *(f"{key}.md" for key in GAMES)}


@pytest.mark.parametrize("key", GAMES)
def test_nothing_of_the_notation_is_left_in_the_text(key: str) -> None:
    for page in guide(key):
        assert page.text
        assert not re.search(r"\{\{|\}\}|!\[|^#|  $|\n\n\n", page.text, re.MULTILINE)
        assert page.title == page.title.strip()


def test_a_sentence_of_several_games_stands_once_and_every_shared_part_is_used() -> None:
    lines = Counter(line for path in FOLDER.glob("*.md") for line in path.read_text().splitlines())
    used = {line[2:-2] for line in lines if line.startswith("{{")}
    assert set(re.findall(r"^# (.+)$", SHARED.read_text(), re.MULTILINE)) == used
    assert [line for line, times in lines.items() if times > 1 and len(line) > LONG] == []


TRANSLATED = [path for path in sorted(guides.FOLDER.glob("*/guides/*.md")) if path.parent != FOLDER]


def written(path: Path) -> Iterator[tuple[object, ...]]:
    """What a section of a file has in every language: parts of `shared.md`, and pieces of pictures. In
    `shared.md` the names of sections are in every language the same too."""
    for heading, text in guides._sections(path).items():
        parts = re.findall(r"^\{\{.+\}\}$", text, re.MULTILINE)
        pieces = re.findall(r"^!\[.+\]\((.+)\)$", text, re.MULTILINE)
        yield heading if path.name == SHARED.name else None, parts, pieces


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_a_translated_guide_has_the_pages_parts_and_pictures_of_the_english_one(path: Path) -> None:
    english = FOLDER / path.name
    assert english.exists()
    assert list(written(path)) == list(written(english))
    assert (path.parent / SHARED.name).exists()
    if path != path.parent / SHARED.name:
        language = path.parents[1].name
        words = Catalogue(language=language)
        for number, page in enumerate(guide(path.stem, language)):
            assert page.title == page.title.strip()
            assert 0 < len(page.text) <= 3500
            assert not re.search(r"\{\{|\}\}|!\[|^#|  $|\n\n\n", page.text, re.MULTILINE)
            check(asyncio.run(draw_guide(path.stem, number, words)))


def test_what_differs_from_the_english_guide_is_found(tmp_path: Path) -> None:
    english, other = tmp_path / "en.md", tmp_path / "fr.md"
    english.write_text("# The cards\n\nThey rank so.\n\n![Ranks](AH KH)\n\n# Play\n\n{{lead}}\n")
    right = "# Les cartes\n\nLeur ordre :\n\n![Ordre](AH KH)\n\n# Le jeu\n\n{{lead}}\n"
    other.write_text(right)
    assert list(written(other)) == list(written(english))
    for wrong in (
        ("AH KH", "AH QH"),
        ("{{lead}}", "{{entame}}"),
        ("# Le jeu\n", ""),
        ("![Ordre]", "[Ordre]"),
    ):
        other.write_text(right.replace(*wrong))
        assert list(written(other)) != list(written(english)), wrong


def test_a_guide_that_is_not_translated_is_english_all_over_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def texts(words: Catalogue) -> tuple[list[str], str]:
        drawing = asyncio.run(draw_guide("mariage", 0, words, with_pictures=True))
        parts = walk(drawing.view.to_components())
        return [part["content"] for part in parts if "content" in part], drawing.pictures[0].alt

    class French(Catalogue):
        def piece(self, piece: object) -> str:
            return "une carte"

    french = French(language="fr")
    monkeypatch.setattr(guides, "FOLDER", tmp_path)
    for language in ("en", "fr"):
        (tmp_path / language / "guides").mkdir(parents=True)
        (tmp_path / language / "guides" / SHARED.name).write_text("")
    (tmp_path / "en/guides/mariage.md").write_text("# The cards\nThe play.\n\n![Ranks](AH KH)\n")
    monkeypatch.setattr(guides, "spoken", guides.spoken.__wrapped__)
    monkeypatch.setattr(guides, "guide", guide.__wrapped__)
    for name in ("spoken", "guide"):
        monkeypatch.setattr(f"cogs.settings.help.{name}", getattr(guides, name))
    usual, said = texts(ENGLISH), texts(french)
    assert usual[0][0].endswith(": The cards\nThe play.")
    assert usual[1] == "Ranks: ace of hearts, king of hearts."
    assert said[0][0] == "-# This guide is not translated yet; you read it in English."
    assert (said[0][1:], said[1]) == usual
    (tmp_path / "fr/guides/mariage.md").write_text("# Les cartes\nLe jeu.\n\n![Ordre](AH KH)\n")
    said = texts(french)
    assert said[0][0].endswith(": Les cartes\nLe jeu.")
    assert said[1] == "Ordre: une carte, une carte."


def test_the_notation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guides, "FOLDER", tmp_path)
    for language in ("en", "de"):
        (tmp_path / language / "guides").mkdir(parents=True)
        (tmp_path / language / "guides" / "shared.md").write_text("# queen\n\n![Die Dame](QS)\n")
    path = tmp_path / "en" / "guides" / "trial.md"
    path.write_text(
        """# One

Text {{queen}}
- item

# Two

A
{{queen}}

B

# Three
![T](joined: 6-3 4-2)
"""
    )
    one, two, three = guide("trial", "de")
    assert one == Page("One", "Text {{queen}}\n- item")
    assert two.figure == Figure("Die Dame", two.figure.pieces if two.figure else ())
    assert two.text == "A\n\nB"
    assert three.figure is not None
    assert three.figure.joined
    path.with_name("bad.md").write_text("# One\n{{king}}\n")
    with pytest.raises(KeyError, match="king"):
        guide("bad")
