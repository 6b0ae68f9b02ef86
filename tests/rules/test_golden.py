import json
from pathlib import Path

import pytest

from bot.rules.records.record import read_record
from bot.rules.registry import GAMES
from tests.golden.regenerate import HERE, transcripts

RECORDS = sorted(HERE.glob("*.json"))


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_plays_as_it_did(record: Path) -> None:
    for path, text in transcripts(record).items():
        assert path.exists(), f"{record.stem} has no transcript; run python -m tests.golden.regenerate"
        assert path.read_text() == text


def test_every_transcript_has_its_record() -> None:
    stems = {record.stem for record in RECORDS}
    assert {path.stem for path in [*HERE.glob("*.txt"), *HERE.glob("*.jsonl")]} == stems


def test_every_game_has_a_golden_record() -> None:
    assert {read_record(record.read_text()).game for record in RECORDS} == set(GAMES)


def _events(name: str, kind: str) -> list[dict[str, object]]:
    lines = (HERE / f"{name}.jsonl").read_text().splitlines()
    return [event for event in map(json.loads, lines) if event["event"] == kind]


def test_a9_the_specimen_hand() -> None:
    tricks = _events("specimen-hand", "trick")
    assert [trick["winner"] for trick in tricks] == list("AABBBDCCCADCA")
    (hand,) = _events("specimen-hand", "hand")
    assert hand["tricks"] == {"A-B": 7, "D-C": 6}
    assert hand["points"] == {"A-B": 3, "D-C": 6}
    assert hand["total"] == {"A-B": 3, "D-C": 6}


TRICKS = (
    ("simple-1", "H", "3D N 8D AS", "B"),
    ("simple-1-ace", "H", "3D N 8D AD", "D"),
    ("simple-1-king", "H", "3D N 8D KD", "D"),
    ("simple-1-queen", "H", "3D N 8D QD", "D"),
    ("simple-1-bishop", "H", "3D N 8D BD", "D"),
    ("simple-2", "H", "6S QC N N", "C"),
    ("simple-2-queen", "H", "6S QS N N", "B"),
    ("simple-2-bishop", "H", "6S BS N N", "B"),
    ("simple-2-king", "H", "6S KS N N", "B"),
    ("simple-2-ace", "H", "6S AS N N", "B"),
    ("simple-3", "C", "5H N 4H 2C", "D"),
    ("simple-4", "C", "6S N BS 4S", "C"),
    ("simple-4-queen", "C", "6S N BS QS", "D"),
    ("irregular-1", "C", "N BD KH AS", "D"),
    ("irregular-2", "C", "N BD QH QS", "C"),
    ("irregular-3", "D", "N QC QH 2D", "D"),
    ("irregular-3-small", "D", "N QC QH 2S", "B"),
    ("irregular-3-knight", "D", "N QC QH N", "B"),
    ("irregular-3-king", "D", "N QC QH KS", "D"),
    ("no-establishing-a-suit", "S", "9D N 2D 3D", "B"),
    ("no-establishing-trumps", "S", "4S N 2S 3S", "A"),
)
"""The illustrated tricks and their variations: trump suit, cards in order and winner (RULES A10)."""


@pytest.mark.parametrize(("name", "trump", "plays", "winner"), TRICKS)
def test_a10_the_illustrated_tricks(name: str, trump: str, plays: str, winner: str) -> None:
    (trick,) = _events(f"trick-{name}", "trick")
    assert trick["cards"] == plays.split()
    assert trick["winner"] == winner
    (turned,) = _events(f"trick-{name}", "turn-up")
    assert turned["trump"] == trump


def test_a10_the_knights_trick() -> None:
    assert _events("trick-knights", "trick")[-1]["winner"] == "D"
    assert _events("trick-knights-without", "trick")[-1]["winner"] == "A", "no knight: ordinary ranks"


def test_a10_the_twelfth_trick_study() -> None:
    played = _events("twelfth-trick-knight-played", "trick")[-2:]
    thrown = _events("twelfth-trick-bishop-thrown", "trick")[-2:]
    assert [trick["winner"] for trick in played] == ["A", "D"]
    assert [trick["winner"] for trick in thrown] == ["B", "A"]


def test_a2_8_the_knights_cut_again_and_the_lower_joins_the_seven() -> None:
    first, second = _events("cut-7-n-n-k", "draw")
    assert first["again"] == ["B", "C"]
    assert second["again"] == []
    (seated,) = _events("cut-7-n-n-k", "seated")
    assert seated == {"event": "seated", "seats": ["A", "B", "C", "D"], "dealer": "A"}


def test_a2_8_a_tied_cut_for_partners_is_told() -> None:
    assert "B and C cut equal and cut again." in (HERE / "cut-7-n-n-k.txt").read_text()
