"""Records of bezique from before shown cards had an index are read in today's notation, seals included."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.rules.record import RecordError, play_record, read_record

BEFORE = Path(__file__).parents[1] / "pinned" / "before.db"
TABLE = 26
"""A match that is over, in which declared cards were named by their marks and a move is asked no more."""


@pytest.fixture
def written() -> dict[str, Any]:
    with closing(sqlite3.connect(f"file:{BEFORE}?mode=ro", uri=True)) as connection:
        (options,) = connection.execute("SELECT options FROM tables WHERE id = ?", (TABLE,)).fetchone()
        log = connection.execute(
            "SELECT seat, text, salt, sha256 FROM moves WHERE table_id = ? ORDER BY number", (TABLE,)
        ).fetchall()
    return {
        "format": "cardinal-record/1",
        "game": "bezique",
        "options": json.loads(options),
        "seats": ["Ann", "Bob"],
        "moves": [[seat, text] for seat, text, _, _ in log],
        "seals": [
            {"move": index, "salt": salt, "sha256": sha256}
            for index, (_, _, salt, sha256) in enumerate(log)
            if sha256
        ],
    }


def test_it_plays_to_its_end_and_every_seal_fits(written: dict[str, Any]) -> None:
    record = read_record(json.dumps(written))
    assert len(record.moves) < len(written["moves"])
    assert not any("/m" in text for _, text in record.moves)
    assert len(record.seals) == len(written["seals"]) > 1
    assert [happening.event.kind for happening in play_record(record)][-1] == "game"


def test_a_pack_that_does_not_fit_its_seal_is_still_found(written: dict[str, Any]) -> None:
    written["seals"][-1]["sha256"] = "0" * 64
    with pytest.raises(RecordError, match="does not match the seal"):
        list(play_record(read_record(json.dumps(written))))


def test_a_fault_that_is_no_matter_of_notation_is_told(written: dict[str, Any]) -> None:
    written["options"] = {"brisques": "never"}
    with pytest.raises(RecordError, match="cannot be 'never'"):
        list(play_record(read_record(json.dumps(written))))


def test_todays_record_is_read_as_it_is(written: dict[str, Any]) -> None:
    once = read_record(json.dumps(written))
    assert read_record(once.model_dump_json()) == once
