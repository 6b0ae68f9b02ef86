"""Records of before the redesign replay to the same JSON events.

Each line of `records/*.jsonl` is a record with a digest of every event it brought about; of a few the
events are written out. `make_before/records.py` made them.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.rules.record import RecordError, play_record, read_record
from bot.rules.registry import GAMES

FOLDER = Path(__file__).parent / "records"
DIGEST = 4
"""Hexadecimal digits of an event's digest."""

CHANGED: dict[str, str] = {}
"""Records whose events rightly changed, by id, each with the reason: the point of issue 10."""


def pinned() -> Iterator[dict[str, Any]]:
    for file in sorted(FOLDER.glob("*.jsonl")):
        for line in file.read_text().splitlines():
            yield json.loads(line)


PINNED = {line["id"]: line for line in pinned()}


def replayed(record: dict[str, Any]) -> list[str]:
    """The lines that `replay --json` prints; a fault, if the record cannot be played on, is the last."""
    events = []
    try:
        for happening in play_record(read_record(json.dumps(record))):
            told = happening.event.to_json(happening.names)
            events.append(json.dumps(told, ensure_ascii=False))
    except RecordError as fault:
        events.append(f"refused: {fault}")
    return events


def first_difference(line: dict[str, Any], events: list[str]) -> str | None:
    """What the first event is that was not so before; None if all are as they were."""
    digests = line["digests"]
    before = [digests[at : at + DIGEST] for at in range(0, len(digests), DIGEST)]
    written = line.get("events")
    for number, event in enumerate(events):
        same = number < len(before) and hashlib.sha256(event.encode()).hexdigest()[:DIGEST] == before[number]
        if same and (written is None or json.loads(event) == written[number]):
            continue
        was = "nothing more" if number >= len(before) else "another event"
        if written is not None and number < len(written):
            was = json.dumps(written[number], ensure_ascii=False)
        return f"event {number + 1} of {len(before)} is\n  {event}\nand was\n  {was}"
    if len(events) < len(before):
        return f"{len(events)} events, and there were {len(before)}"
    if hashlib.sha256("\n".join(events).encode()).hexdigest() != line["events_sha256"]:
        return "the events together are not what they were"
    return None


@pytest.mark.parametrize("name", PINNED)
def test_a_record_of_before_has_the_same_events(name: str) -> None:
    line = PINNED[name]
    difference = first_difference(line, replayed(line["record"]))
    if name in CHANGED:
        assert difference is not None, f"{name} did not change: {CHANGED[name]}"
    else:
        assert difference is None, f"{name}, options {line['record'].get('options')}: {difference}"


def test_whatever_changed_is_pinned() -> None:
    assert set(CHANGED) <= set(PINNED)


@pytest.mark.parametrize("key", sorted({line["record"]["game"] for line in PINNED.values()}))
def test_every_answer_to_every_option_is_pinned(key: str) -> None:
    # Of the options there were before; answers added since have tests of their own.
    played = [line["record"].get("options", {}) for line in PINNED.values() if line["record"]["game"] == key]
    before = {name for options in played for name in options}
    for option in GAMES[key].options_type.described():
        if option.name in before:
            answers = {options.get(option.name, option.default) for options in played}
            assert len(answers) > 1, option.name


def test_a_difference_is_seen() -> None:
    name = next(name for name, line in PINNED.items() if "events" in line)
    line = PINNED[name]
    events = replayed(line["record"])
    assert first_difference(line, events) is None
    assert first_difference(line, events[:-1]) is not None
    assert first_difference(line, [*events, "{}"]) is not None
    changed = [*events[:3], "{}", *events[4:]]
    told = first_difference(line, changed)
    assert told is not None
    assert told.startswith("event 4 of ")
