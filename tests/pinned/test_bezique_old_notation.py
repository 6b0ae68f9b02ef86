"""Matches of bezique from before shown cards had an index."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.rules.bezique.ordinary import old_notation
from bot.rules.bezique.ordinary.old_notation import (
    todays_move,
    upgraded_by_place,
    written_before,
)
from bot.rules.bezique.variant import whole_pack
from bot.rules.cards import parse
from bot.rules.errors import NotationError, RuleError
from bot.rules.moves import WrittenMove
from bot.rules.registry import read_move
from bot.rules.seats import Names
from tests.rules.bezique_hands import GAME, shown, table

PINNED = Path(__file__).parent / "records" / "bezique.jsonl"
LINES = [json.loads(line) for line in PINNED.read_text().splitlines()]


def today(options: dict[str, Any], dealer: int | None, moves: list[WrittenMove]) -> list[WrittenMove]:
    by_place, refusal = upgraded_by_place(options, dealer, moves)
    assert refusal is None
    return [move for move in by_place if move is not None]


def upgraded(record: dict[str, Any]) -> list[tuple[int | None, str]]:
    moves = [(seat, text) for seat, text in record["moves"]]
    return today(record.get("options", {}), record.get("dealer"), moves)


def played(record: dict[str, Any], moves: list[tuple[int | None, str]]) -> list[dict[str, Any]]:
    """The events of a match as JSON."""
    options = GAME.options(record.get("options", {}))
    names = Names(GAME.seating(options), tuple(record["seats"]))
    state = GAME.begin(options, record.get("dealer"))
    told: list[dict[str, Any]] = []
    for seat, text in moves:
        state, events = GAME.apply(state, seat, GAME.parse(text))
        told += [event.to_json(names) for event in events]
    return told


LEFT_OUT = {
    "bezique/043-eager": "a marriage shown after the last draw had been declared for",
    "bezique/048-eager": "the same",
    "bezique/054-eager": "the same",
}
"""Matches with moves that the rules of today know no more."""


@pytest.mark.parametrize("line", LINES, ids=[line["id"] for line in LINES])
def test_a_match_of_before_has_the_same_events(line: dict[str, Any]) -> None:
    record, digits = line["record"], 4
    moves = upgraded(record)
    told = [event for event in played(record, moves) if event["event"] != "lost"]
    digests = [
        hashlib.sha256(json.dumps(event, ensure_ascii=False).encode()).hexdigest()[:digits] for event in told
    ]
    before = [line["digests"][at : at + digits] for at in range(0, len(line["digests"]), digits)]
    if line["id"] in LEFT_OUT:
        gone = len(before) - len(digests)
        first = next(n for n, (was, now) in enumerate(zip(before, digests, strict=False)) if was != now)
        assert gone == 1
        assert before[first + gone :] == digests[first:]
    else:
        assert digests == before


def test_every_move_has_its_place_and_shuffles_are_never_left_out() -> None:
    # Seals and posts are kept by the numbers of moves.
    for line in LINES:
        record = line["record"]
        moves = [(seat, text) for seat, text in record["moves"]]
        by_place = upgraded_by_place(record.get("options", {}), record.get("dealer"), moves).moves
        assert len(by_place) == len(moves)
        assert [move for move in by_place if move] == upgraded(record)
        for before, after in zip(moves, by_place, strict=True):
            if after is None:
                assert before[1] == "take" or before[1].startswith("declare")
            else:
                assert (after[0], after[1].split()[0]) == (before[0], before[1].split()[0])


@pytest.mark.parametrize("line", LINES, ids=[line["id"] for line in LINES])
def test_the_same_could_be_done_before_each_move(line: dict[str, Any]) -> None:
    record, digits = line["record"], 2
    moves = [(seat, text) for seat, text in record["moves"]]
    by_place = upgraded_by_place(record.get("options", {}), record.get("dealer"), moves).moves
    state = GAME.begin(GAME.options(record.get("options", {})), record.get("dealer"))
    for number, move in enumerate(by_place):
        if move is None:
            continue
        due = GAME.to_act(state)
        views = [GAME.view(state, seat) for seat in due] if isinstance(due, tuple) else []
        legal = [sorted({written_before(view, move) for move in view.legal}) for view in views]
        told = " / ".join(map(", ".join, legal))
        before = line["legal"][digits * number : digits * (number + 1)]
        assert hashlib.sha256(told.encode()).hexdigest()[:digits] == before, f"before move {number}: {told}"
        state = GAME.apply(state, move[0], GAME.parse(move[1])).state


def test_a_button_of_before_is_still_understood() -> None:
    declared = (shown("marriage", "KH/1 QH/1"), shown("kings", "KH/1 KS/1 KD/1 KC/1"))
    state = table("KH KH/1 QH/1 KS/1 KD/1 KC/1 7D 7H/1", playing=True, declared=declared)
    view = GAME.view(state, 0)
    assert str(todays_move(view, "play KH/fm")) == "play KH/1"
    assert str(todays_move(view, "play KH")) == "play KH"
    assert str(todays_move(view, "play 7H/7")) == "play 7H/1"
    assert todays_move(view, "play KH/m") is None
    declaring = GAME.view(table("KS/1 QS KH/1 QH/1", declared=declared), 0)
    assert str(todays_move(declaring, "declare marriage KS/f QS")) == "declare marriage KS/1 QS"


def test_a_button_of_before_is_read() -> None:
    declared = (shown("marriage", "KH/1 QH/1"),)
    view = GAME.view(table("KH KH/1 QH/1 7D", playing=True, declared=declared), 0)
    assert str(read_move("bezique", view, "play KH/m")) == "play KH/1"
    assert str(read_move("bezique", view, "play KH/1")) == "play KH/1"
    with pytest.raises(NotationError):
        read_move("bezique", view, "play KH/s")


def test_the_pinned_matches_name_cards_by_marks() -> None:
    named = re.compile(r"/[bdfms7]")
    assert sum(any(named.search(text) for _, text in line["record"]["moves"]) for line in LINES) > 50


def test_moves_of_today_stay_as_they_are() -> None:
    record = next(line["record"] for line in LINES if len(line["record"]["moves"]) > 300)
    moves = upgraded(record)
    assert old_notation.upgraded(record.get("options", {}), record.get("dealer"), moves).moves is moves
    assert all("/" not in text or text.split("/")[1][0].isdigit() for _, text in moves)
    assert any("/2" in text or "/1" in text for _, text in moves)


def ann_wins_all(hand: str, draws: str, *script: str) -> list[tuple[int | None, str]]:
    """A hand dealt by Bob, with moves for Ann; Bob has what is lowest and throws away."""
    wanted = [*map(parse, hand.split()), parse("9H"), *map(parse, draws.split())]
    rest = list(whole_pack(2))
    for card in wanted:
        rest.remove(card)
    low = iter(sorted(rest, key=lambda card: "789JQKTA".index(card.rank.value)))
    places = (0, 1, 2, 6, 7, 10, 11, 12, 16, *range(17, 17 + 2 * len(draws.split()), 2))
    at = dict(zip(places, wanted, strict=True))
    pack = [at.get(place) or next(low) for place in range(64)]
    deck = " ".join(card.text for card in (*pack[44:], *pack[:44]))
    moves: list[tuple[int | None, str]] = [(None, f"deck {deck}"), (0, "cut 20")]
    thrown = iter([pack[place] for place in (3, 4, 5, 8, 9, 13, 14, 15)])
    for text in script:
        moves.append((0, text))
        if text.startswith("play"):
            moves.append((1, f"play {next(thrown).text}"))
    return moves


def test_of_cards_with_the_same_marks_the_one_is_played_that_no_score_needs() -> None:
    moves = ann_wins_all(
        "KS QS KS QS AH AH TH TH",
        "AS AC",
        "play AH",
        "declare marriage KS QS",
        "declare marriage KS QS",
        "play KS/m",
    )
    got = today({}, 1, moves[:-1])
    assert got[-1] == (0, "play KS/1"), "the second is in the marriage that is left to score"


def test_of_cards_with_the_same_marks_all_of_them_needed_the_first_taken_up_is_played() -> None:
    moves = ann_wins_all(
        "QS KS QS KS JD JD AH AH",
        "AS AC",
        "play AH",
        "declare marriage KS QS",
        "declare marriage KS QS",
        "declare double QS/m QS/m JD JD",
        "play QS/dm",
    )
    got = today({}, 1, moves[:-1])
    assert got[-2:] == [(0, "declare double QS/1 QS/2 JD JD"), (0, "play QS/1")]


def test_a_seven_that_was_shown_is_told_from_the_other() -> None:
    moves = ann_wins_all("AH AH TH TH 7H 7H KS KD", "AS AC AD", "play AH", "exchange", "play AH", "seven")
    got = today({}, 1, [*moves, (0, "play 7H/7")])
    assert got[-1] == (0, "play 7H/1")


ABSORBED = (
    "play AH",
    "declare marriage KH QH",
    "declare bezique QS JD",
    "declare double QS QS/b JD JD/b",
    "play TH",
)


def test_a_bezique_kept_was_lost_when_its_double_was_scored_not_before() -> None:
    hand, draws = "AH TH KH QH QS QS JD JD", "KS KC"
    single, double = "score bezique QS/bd JD/bd", "score double QS/bd QS/d JD/bd JD/d"
    moves = ann_wins_all(hand, draws, *ABSORBED, single, "take", "play KC")
    by_place, refusal = upgraded_by_place({}, 1, moves)
    assert refusal is None
    assert [move for move, after in zip(moves, by_place, strict=True) if after is None] == [(0, single)]
    late = ann_wins_all(hand, draws, *ABSORBED, double, single)
    by_place, refusal = upgraded_by_place({}, 1, late)
    assert len(by_place) == len(late) - 1
    assert refusal is not None
    assert refusal.code == "kept"


def test_the_moves_end_before_what_was_never_legal() -> None:
    record = LINES[0]["record"]
    moves = [(seat, text) for seat, text in record["moves"]]
    broken = [*moves[:10], (0, "play KH/mmm"), *moves[10:]]
    got = upgraded_by_place(record.get("options", {}), record.get("dealer"), broken)
    assert list(got.moves) == today(record.get("options", {}), record.get("dealer"), moves[:10])
    assert got.refusal is not None


def test_options_there_are_not_are_refused() -> None:
    with pytest.raises(RuleError, match="no option"):
        today({"no_such_rule": 1}, 0, [])
