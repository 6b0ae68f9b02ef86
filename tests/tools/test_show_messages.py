import asyncio
import random
import re
from pathlib import Path

import pytest

from benchmarks.tables import begun, move, tables_on
from tools import show_messages


async def played(path: Path) -> None:
    async with tables_on(path, 10) as tables:
        snapshot, rng = await begun(tables, 0, "old-maid"), random.Random(1)
        for _ in range(5):
            snapshot = await move(tables, snapshot, rng)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with a match of Old Maid in play."""
    path = tmp_path / "played.db"
    asyncio.run(played(path))
    return path


def test_messages_buttons_menus_and_alt_texts_are_shown(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = database.read_bytes()
    arguments = [str(database), "--game", "old-maid", "--pictures", "--out", str(tmp_path)]
    monkeypatch.setattr("sys.argv", ["show_messages", *arguments])
    show_messages.main()
    shown = (tmp_path / "old-maid.txt").read_text()
    assert re.search(r"^== table 1, playing, after \d+ moves$", shown, re.MULTILINE)
    assert "-- table message" in shown
    assert re.search(r"^-- panel of P\d$", shown, re.MULTILINE)
    assert re.search(r"^  \[My hand\] c:1:\d+:!hand: \(style 1\)$", shown, re.MULTILINE)
    assert re.search(r"^  <.*> ", shown, re.MULTILINE)
    assert re.search(r"^  \(picture: Your hand: ", shown, re.MULTILINE)
    assert "== guide, page 1" in shown
    assert database.read_bytes() == before
