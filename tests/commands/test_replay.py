import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.rules.record import seal_digest

GOLDEN = Path(__file__).parents[1] / "golden"
SPECIMEN = GOLDEN / "specimen-hand.json"


def written(tmp_path: Path, **changes: Any) -> Path:
    record = json.loads(SPECIMEN.read_text())
    path = tmp_path / "record.json"
    path.write_text(json.dumps({**record, **changes}))
    return path


def moves() -> list[list[Any]]:
    loaded: list[list[Any]] = json.loads(SPECIMEN.read_text())["moves"]
    return loaded


def failure(path: Path | str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["replay", str(path)]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


def test_it_tells_the_hand_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(SPECIMEN)]) == 0
    out = capsys.readouterr().out
    assert out == SPECIMEN.with_suffix(".txt").read_text()
    assert "Fortune's trick to A." in out


def test_it_tells_the_hand_in_json_as_the_design_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(SPECIMEN), "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    tricks = [event for event in events if event["event"] == "trick"]
    assert tricks[6] == {"event": "trick", "number": 7, "winner": "C", "cards": ["KH", "6H", "4C", "BH"]}
    (hand,) = [event for event in events if event["event"] == "hand"]
    assert hand["number"] == 1
    assert hand["tricks"] == {"A-B": 7, "D-C": 6}
    assert hand["points"] == {"A-B": 3, "D-C": 6}
    assert hand["total"] == {"A-B": 3, "D-C": 6}


def test_a_record_may_stop_anywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for length in (0, 1, 2, 5, 30):
        assert main(["replay", str(written(tmp_path, moves=moves()[:length]))]) == 0
    assert "Taken by" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("number", "move", "said"),
    [
        (4, [1, "play QS"], "move 4 (D: play QS): You must follow suit: play one of your hearts."),
        (4, [2, "play 5H"], "move 4 (B: play 5H): It is not your turn to play."),
        (4, [1, "play 1H"], "move 4 (D: play 1H): '1H' is not a card"),
        (4, [1, "dance"], "move 4 (D: dance): 'dance' is not a move of this game"),
        (4, [7, "play 4H"], "move 4 (seat 7: play 4H): there is no seat 7"),
        (2, [2, "cut 2"], "move 2 (B: cut 2): Lift at least 5 cards and at most 48."),
        (1, [0, "play QH"], "move 1 (A: play QH): a 'deck' by chance comes first."),
        (3, [None, "deck QH"], "move 3 (chance: deck QH): it is a player's turn, not chance's."),
    ],
)
def test_an_illegal_move_is_named_with_its_number_and_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], number: int, move: list[Any], said: str
) -> None:
    told = moves()
    told[number - 1] = move
    assert said in failure(written(tmp_path, moves=told), capsys)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": "cardinal-record/9"}, "not a cardinal-record/1 at format"),
        ({"game": "bridge"}, "There is no game 'bridge'"),
        ({"options": {"jokers": 2}}, "There is no option 'jokers'"),
        ({"seats": ["A", "B"]}, "has 4 seats, the record names 2"),
        ({"seats": ["A", "B", "A", "C"]}, "two seats have the same name"),
        ({"dealer": 9}, "Seat 9 cannot deal"),
        ({"moves": "many"}, "not a cardinal-record/1 at moves"),
        ({"colour": "red"}, "not a cardinal-record/1 at colour"),
    ],
)
def test_a_broken_record_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any], said: str
) -> None:
    assert said in failure(written(tmp_path, **changes), capsys)


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "No such file" in failure(tmp_path / "nothing.json", capsys)
    assert "directory" in failure(tmp_path, capsys)
    (tmp_path / "half.json").write_text('{"format": ')
    assert "Invalid JSON" in failure(tmp_path / "half.json", capsys)
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    assert "half" not in failure(tmp_path / "bytes.json", capsys)


def test_seals_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seal = {"move": 0, "salt": "ab" * 16, "sha256": seal_digest("ab" * 16, moves()[0][1])}
    assert main(["replay", str(written(tmp_path, seals=[seal]))]) == 0
    assert capsys.readouterr().out.endswith("1 pack matches the seal published before the cut.\n")
    tampered = {**seal, "salt": "cd" * 16}
    assert "does not match the seal" in failure(written(tmp_path, seals=[tampered]), capsys)
    assert "which the record does not have" in failure(
        written(tmp_path, seals=[{**seal, "move": 999}]), capsys
    )


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(SPECIMEN.read_text()))
    assert main(["replay", "-"]) == 0
    assert "Hand 1 is over." in capsys.readouterr().out


def test_as_a_process(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bot", "replay"]
    good = subprocess.run([*command, SPECIMEN], capture_output=True, text=True, check=False)
    assert (good.returncode, good.stderr) == (0, "")
    bad = subprocess.run([*command, tmp_path / "no.json"], capture_output=True, text=True, check=False)
    assert bad.returncode == 1
    assert "Traceback" not in bad.stderr
