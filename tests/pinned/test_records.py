"""Records of before the redesign replay to the same JSON events.

Each line of `records/*.jsonl` is a record with a digest of every event it brought about, and of what could
be done before each of its moves; of a few the events are written out. `make_before/records.py` made them.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.rules.bezique.ordinary.old_notation import written_before
from bot.rules.errors import RuleError
from bot.rules.game import AnyGame
from bot.rules.record import Record, RecordError, play_record, read_record
from bot.rules.registry import GAMES, game_named, in_todays_notation

FOLDER = Path(__file__).parent / "records"
DIGEST = 4
"""Hexadecimal digits of an event's digest."""

_TOLD = "16: what was left to score and is lost is told"
_LAST = "17: after the last draw nobody is asked to show more, so one move and its event are left out"
_MOVED = "17: `points` is what `total` moved by, and no more than game"
_ORDER = "14: seven by penalties; the tricks after them are not scored (AMB-B2)"
_CONCEDED = "13: conceding counts the tricks made and the penalties announced as well"

CHANGED: dict[str, str] = {
    **{
        f"bezique/{name}": _TOLD
        for name in (
            "000-random", "001-random", "004-eager", "008-random", "010-eager", "022-eager", "026-eager",
            "032-eager", "035-eager", "037-random", "038-eager", "044-eager", "045-eager", "047-eager",
            "053-eager", "059-eager",
        )
    },
    **{f"bezique/{name}": _LAST for name in ("043-eager", "048-eager", "054-eager")},
    **{
        f"english-whist/{name}": _MOVED
        for name in (
            "000-random", "001-random", "002-hoyle", "003-hoyle", "004-random", "006-random", "007-hoyle",
            "011-hoyle", "013-hoyle", "017-hoyle", "018-hoyle", "019-hoyle", "021-hoyle", "023-random",
            "024-random", "027-random", "029-random", "034-random", "038-random", "039-random",
            "040-random", "041-random", "042-random", "043-random", "045-random", "046-random",
            "048-random", "050-random", "051-random", "053-random", "054-random", "055-random",
            "058-random", "062-random", "063-random", "066-random", "069-random", "080-random",
            "085-random", "086-random", "087-random", "089-random", "090-random", "092-random",
        )
    },
    **{f"american-whist/{name}": _ORDER for name in ("023-random", "038-random", "052-hoyle")},
    **{f"american-whist/{name}": _CONCEDED for name in ("046-random", "047-random")},
    "bishops-whist/011-hoyle": "17: a void game keeps its number",
    "english-whist/008-random": "12: honours called by a side that has revoked stop at four (Law 82)",
    "english-whist/071-random": "13: at eight three honours between both are a yes; a no is left out",
}  # fmt: skip
"""Records whose events rightly changed, by id, each with the reason: the point of issue 10."""

CHANGED_LEGAL: dict[str, str] = {
    "english-whist/071-random": CHANGED["english-whist/071-random"],
}
"""Records at which what could be done rightly changed, though their events may not have."""


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
    events = replayed(line["record"])
    assert not events[-1].startswith("refused: "), events[-1]
    difference = first_difference(line, events)
    if name in CHANGED:
        assert difference is not None, f"{name} did not change: {CHANGED[name]}"
    else:
        assert difference is None, f"{name}, options {line['record'].get('options')}: {difference}"


def as_before(game: AnyGame, state: Any, seat: int) -> list[str]:
    """What that seat can do in the notation of before, in order of the alphabet."""
    if game.key == "bezique":
        # Declared cards were told apart by what they had served for, not by an index.
        view = game.view(state, seat)
        return sorted({written_before(view, move) for move in view.legal})
    return sorted(map(str, game.legal(state, seat)))


def legal_before(record: Record) -> Iterator[tuple[int, str]]:
    """Before each move of the record that is not left out today: its place, and what every awaited seat could
    do, in order of the alphabet."""
    game = game_named(record.game)
    state = game.begin(game.options(record.options), record.dealer)
    moves, refusal = in_todays_notation(record.game, record.options, record.dealer, record.moves)
    assert refusal is None
    for number, move in enumerate(moves):
        if move is None:
            continue
        seat, text = move
        due = game.to_act(state)
        seats = due if isinstance(due, tuple) else ()
        legal = [as_before(game, state, awaited) for awaited in seats]
        yield number, " / ".join(map(", ".join, legal))
        state = game.apply(state, seat, game.parse(text)).state


def first_other_legal(line: dict[str, Any]) -> str | None:
    """What can be done at the first move before which it was something else; None if there is none."""
    digests = line["legal"]
    record = read_record(json.dumps(line["record"]))
    try:
        for number, legal in legal_before(record):
            if hashlib.sha256(legal.encode()).hexdigest()[:2] != digests[2 * number : 2 * number + 2]:
                return f"before move {number + 1} ({record.moves[number][1]}): {legal}"
    except RuleError as refusal:
        return f"refused: {refusal.reason}"
    return None


@pytest.mark.parametrize("name", PINNED)
def test_the_same_could_be_done_before_each_move(name: str) -> None:
    difference = first_other_legal(PINNED[name])
    if name in CHANGED_LEGAL:
        assert difference is not None, f"{name} did not change: {CHANGED_LEGAL[name]}"
    elif name not in CHANGED:
        assert difference is None, f"{name}, options {PINNED[name]['record'].get('options')}: {difference}"


def test_whatever_changed_is_pinned() -> None:
    assert {*CHANGED, *CHANGED_LEGAL} <= set(PINNED)


@pytest.mark.parametrize("key", sorted({line["record"]["game"] for line in PINNED.values()}))
def test_every_answer_to_every_option_is_pinned(key: str) -> None:
    # Of the options there were before; answers added since have tests of their own.
    played = [line["record"].get("options", {}) for line in PINNED.values() if line["record"]["game"] == key]
    before = {name for options in played for name in options}
    for option in GAMES[key].options_type.described():
        if option.name in before:
            answers = {options.get(option.name, option.default) for options in played}
            assert len(answers) > 1, option.name


def test_a_no_at_eight_that_would_be_a_yes_is_left_out_and_nothing_else() -> None:
    written = json.dumps(PINNED["english-whist/071-random"]["record"])
    record = Record.model_validate_json(written)
    asked = [number for number, (_, text) in enumerate(record.moves) if text == "ask"]
    without = [None if number == asked[-1] else move for number, move in enumerate(record.moves)]
    assert in_todays_notation(record.game, record.options, record.dealer, record.moves) == (without, None)
    stops = record.model_copy(update={"moves": record.moves[: asked[-1] + 1]})
    assert [happening.event.kind for happening in play_record(stops)][-1] == "game", "it may be of today"


@pytest.mark.parametrize("wrong", ["play 7B", "ask"])
def test_a_fault_after_what_is_left_out_has_its_number_in_the_record(wrong: str) -> None:
    # A side asks once in a hand, then as today.
    record = Record.model_validate_json(json.dumps(PINNED["english-whist/071-random"]["record"]))
    after = max(number for number, (_, text) in enumerate(record.moves) if text == "ask") + 1
    moves = [*record.moves[:after], (record.moves[after - 1][0], wrong), *record.moves[after:]]
    with pytest.raises(RecordError, match=rf"^move {after + 1} \("):
        list(play_record(record.model_copy(update={"moves": moves})))


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
    other = {**line, "legal": line["legal"][:6] + "zz" + line["legal"][8:]}
    assert first_other_legal(line) is None
    found = first_other_legal(other)
    assert found is not None
    assert found.startswith("before move 4 ")
