"""The guides: every game has one, all lines are parsed, and shared text occurs once."""

import re
from collections import Counter
from pathlib import Path

import pytest

from bot.rules.registry import GAMES
from cogs.ui import guides
from cogs.ui.guides import Figure, Page, guide

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
