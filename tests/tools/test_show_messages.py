import re
from pathlib import Path

import pytest

from tests.pinned.test_database import REWRITTEN
from tools import show_messages

PINNED = Path(__file__).parents[1] / "pinned"


CUT_BY_THE_BOT = {
    ("== table 19, playing, after 2 moves", "-- panel of Dan"),
    ("== table 26, playing, after 1 moves", "-- panel of Bob"),
    ("== table 26, playing, after 3 moves", "-- panel of Bob"),
}
"""Whose panel was shown because they were to cut or to choose, which the bot does now."""

NO_MORE = "-- house rules, set for a new table"
"""A message that nobody gets now."""


def still_shown(before: str) -> str:
    kept, table = [], ""
    for line in before.splitlines():
        table = line if line.startswith("==") else table
        if line != NO_MORE and (table, line) not in CUT_BY_THE_BOT:
            kept.append(line)
    return "\n".join(kept)


def headings(text: str) -> list[str]:
    lines = (line for line in text.splitlines() if line.startswith(("==", "--")))
    # Of a table whose log was rewritten the moves are fewer, each at its moment.
    rewritten = rf"(== table (?:{'|'.join(REWRITTEN)}), \w+), after \d+ moves"
    return [re.sub(rewritten, r"\1", line) for line in lines]


@pytest.mark.parametrize("key", ["bezique", "english-whist"])
def test_the_same_moments_are_shown_as_before(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is said at each moment may have got better; `diff` beside the pinned words tells.
    database = PINNED / "before.db"
    before = database.read_bytes()
    arguments = ["show_messages", str(database), "--game", key, "--out", str(tmp_path)]
    monkeypatch.setattr("sys.argv", arguments)
    show_messages.main()
    shown = (tmp_path / f"{key}.txt").read_text()
    assert headings(shown) == headings(still_shown((PINNED / "words" / f"{key}.txt").read_text()))
    assert database.read_bytes() == before


def test_buttons_menus_and_alt_texts_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["show_messages", str(PINNED / "before.db"), "--game", "old-maid", "--pictures"]
    monkeypatch.setattr("sys.argv", arguments)
    show_messages.main()
    shown = capsys.readouterr().out
    assert re.search(r"^  \[My hand\] c:30:\d+:!hand: \(style 1\)$", shown, re.MULTILINE)
    assert re.search(r"^  <.*> players$", shown, re.MULTILINE)
    assert re.search(r"^  \(picture: Your hand: ", shown, re.MULTILINE)
    assert ", off)" in shown
