"""Records of bezique from before shown cards had an index are played in today's notation, seals included."""

import json
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.rules.record import RecordError, play_record, read_record
from bot.rules.registry import in_todays_notation

GOLDEN = Path(__file__).parents[1] / "golden"
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
    assert any("/m" in text for _, text in record.moves)
    assert len(record.seals) > 1
    assert [happening.event.kind for happening in play_record(record)][-1] == "game"


def test_a_pack_that_does_not_fit_its_seal_is_still_found(written: dict[str, Any]) -> None:
    written["seals"][-1]["sha256"] = "0" * 64
    with pytest.raises(RecordError, match="does not match the seal"):
        list(play_record(read_record(json.dumps(written))))


def test_a_fault_that_is_no_matter_of_notation_is_told(written: dict[str, Any]) -> None:
    written["options"] = {"brisques": "never"}
    with pytest.raises(RecordError, match="cannot be 'never'"):
        list(play_record(read_record(json.dumps(written))))


def fault(written: dict[str, Any]) -> str | None:
    try:
        list(play_record(read_record(json.dumps(written))))
    except RecordError as error:
        return str(error)
    return None


ILLEGAL = ("declare bezique QS JD", "score marriage KH QH", "take", "exchange", "play AS", "play KH/mmm")


@pytest.mark.parametrize("marked", [True, False])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("text", ILLEGAL)
def test_an_old_record_is_refused_at_its_first_illegal_move(
    written: dict[str, Any], marked: bool, seat: int, text: str
) -> None:
    moves: list[list[Any]] = written["moves"]
    if not marked:
        # No declared card was named yet: the record may be of today.
        moves = moves[: next(number for number, (_, text) in enumerate(moves) if "/" in text)]
    # Who has led waits for the other to play.
    places = [
        number
        for number, ((before, led), (after, played)) in enumerate(pairwise(moves), 1)
        if led.startswith("play") and played.startswith("play") and (before, after) == (seat, 1 - seat)
    ]
    for place in (places[0], places[len(places) // 2], places[-1]):
        wrong = {**written, "moves": [*moves[:place], [seat, text], *moves[place:]], "seals": []}
        assert str(fault(wrong)).startswith(f"move {place + 1} ("), text


def test_nothing_comes_after_the_end_of_an_old_record(written: dict[str, Any]) -> None:
    number = len(written["moves"]) + 1
    for text in ("play KH", "take", "declare marriage KH QH"):
        more = {**written, "moves": [*written["moves"], [0, text]]}
        assert str(fault(more)).startswith(f"move {number} (")


def test_a_fault_after_a_move_that_is_left_out_has_its_number_in_the_record(written: dict[str, Any]) -> None:
    moves = [(seat, text) for seat, text in written["moves"]]
    today, refusal = in_todays_notation("bezique", written["options"], None, moves)
    assert refusal is None
    after = next(number for number, move in enumerate(today) if move is None) + 1
    broken = {**written, "moves": [*moves[:after], (0, "play KH/mmm"), *moves[after:]], "seals": []}
    assert str(fault(broken)).startswith(f"move {after + 1} (")


def test_todays_record_without_an_index_plays_on() -> None:
    # Today the last cards are drawn by themselves though more could be laid down, and nothing tells its age.
    record = json.loads((GOLDEN / "bezique-game-without-turn-up.json").read_text())
    indexed = next(number for number, (_, text) in enumerate(record["moves"]) if "/" in text)
    assert fault({**record, "moves": record["moves"][:indexed], "seals": []}) is None
