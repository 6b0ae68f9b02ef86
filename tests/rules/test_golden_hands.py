"""Records of 1.0.0 are read for good, and bring about the same events."""

import json

import pytest

from bot.rules.records.record import RecordError, play_record, read_record
from bot.rules.registry import GAMES
from tests.golden.hands import FOLDER, digests
from tests.rules.matches import option_sets

LINES = {key: (FOLDER / f"{key}.jsonl").read_text().splitlines() for key in GAMES}


@pytest.mark.parametrize("key", GAMES)
def test_records_have_the_same_events_and_legal_moves(key: str) -> None:
    for line in map(json.loads, LINES[key]):
        record = read_record(json.dumps(line["record"]))
        assert digests(record) == {"events": line["events"], "legal": line["legal"]}, record.options


@pytest.mark.parametrize("key", GAMES)
def test_every_answer_to_every_option_is_among_them(key: str) -> None:
    kept = [json.loads(line)["record"].get("options", {}) for line in LINES[key]]
    assert all(chosen in kept for chosen in option_sets(GAMES[key]))


def test_a_record_of_before_1_0_0_is_refused_in_one_line() -> None:
    record = read_record(LINES["bezique"][0].partition('"record":')[2].rpartition(',"events"')[0])
    old = record.model_copy(update={"moves": [*record.moves[:20], (0, "play KH/m")]})
    with pytest.raises(RecordError, match=r"^move 21 \(.*\): this is a record from before Cardinal 1\.0\.0"):
        list(play_record(old))
