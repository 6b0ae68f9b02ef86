"""Writes a hand of each game as people see it in another language: `python -m tests.golden.languages [fr …]`.

A language that is named, and each that has been before, gets its folder beside this file. Read the difference
before you commit it.
"""

import asyncio
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot import art
from bot.rules.catalogue import Catalogue
from bot.rules.records.record import play_record, read_record
from bot.rules.registry import text_for
from bot.rules.seats import Names
from cogs.result.result import lay_latest
from cogs.ui.layout import BAIZE, Layout
from tests.golden.snapshots import RECORDS, golden
from tools.show_messages import catalogue, drawn, table_lines

HERE = Path(__file__).parent
TOLD = 30
"""How many events at the beginning and at the end of a hand are told."""


def languages() -> list[str]:
    """Those with hands as people see them."""
    return sorted(path.name for path in HERE.iterdir() if (path / "bezique.txt").exists())


def hand_shown(key: str, words: Catalogue) -> str:
    """The first hand of a game: what is told, the table and the panels in its middle, the result."""
    whole = golden(RECORDS[key])
    end = whole.finished_hands[0].end if whole.finished_hands else len(whole.log)
    text, record = text_for(key, words), read_record((HERE / f"{RECORDS[key]}.json").read_text())
    happened = [now for now in play_record(record) if now.move_number <= end]
    told = [text.describe_event(now.event, in_language(now.names, words)) for now in happened]
    lines = told if len(told) <= 2 * TOLD else [*told[:TOLD], "…", *told[-TOLD:]]
    blank: dict[str, Any] = {name: lambda *_, **__: b"" for name in dir(art) if name.endswith("_picture")}
    with patch.multiple(art, **blank):
        lines += asyncio.run(table_lines(golden(RECORDS[key], end // 2), words, with_pictures=True))
        layout = Layout(BAIZE)
        asyncio.run(lay_latest(layout, golden(RECORDS[key], end), words, with_pictures=False))
    lines += ["== result", *drawn(layout.drawing())]
    # What a button or a menu does is in no language.
    return "".join(re.sub(r"^(  (?:\[.*\]|<.*>)) [^]>]*$|^    .*?: ", r"\1", line) + "\n" for line in lines)


def in_language(names: Names, words: Catalogue) -> Names:
    """The names with dummies called as that language calls them."""
    seats, dummies = list(names.seats), names.seating.dummies
    for seat in dummies:
        called = words.pgettext("player", "Dummy")
        partner = names.seats[names.seating.partners_of(seat)[0]]
        seats[seat] = called if len(dummies) == 1 else f"{called} ({partner})"
    return replace(names, seats=tuple(seats))


def main(named: Sequence[str]) -> None:
    """Rewrite every hand."""
    subprocess.run([HERE.parents[1] / "cardinal", "--catalogues"], check=True)
    for language in {*languages(), *named}:
        (HERE / language).mkdir(exist_ok=True)
        for key in RECORDS:
            (HERE / language / f"{key}.txt").write_text(hand_shown(key, catalogue(language)))


if __name__ == "__main__":
    main(sys.argv[1:])
