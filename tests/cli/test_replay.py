import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.cli import replay
from bot.rules.records.record import seal_digest

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
    assert error.endswith("\n")
    assert error[:-1].isprintable()
    assert len(error) < 402
    return error


def test_it_tells_the_hand_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(SPECIMEN)]) == 0
    out = capsys.readouterr().out
    assert out == SPECIMEN.with_suffix(".txt").read_text()
    assert "A knight beats everything in the last trick: taken by A." in out


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


def test_the_record_in_the_design_gives_these_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["replay", "--json", str(written(tmp_path, moves=moves()[:4]))]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 8
    assert lines[0] == '{"event": "shuffled", "hand": 1, "dealer": "C", "cutter": "B"}'
    assert json.loads(lines[1]) == {
        "event": "turn-up",
        "hand": 1,
        "cutter": "B",
        "dealer": "C",
        "lift": 20,
        "card": "5C",
        "trump": "C",
        "bishop_cut": False,
    }
    assert [json.loads(line)["seat"] for line in lines[2:6]] == ["A", "D", "B", "C"]
    assert lines[6:] == [
        '{"event": "play", "seat": "A", "card": "QH"}',
        '{"event": "play", "seat": "D", "card": "4H"}',
    ]


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
        (4, [7, "play 4H"], "move 4 (seat 7: play 4H): there is no seat 7; the seats are 0 to 3."),
        (2, [2, "cut 2"], "move 2 (B: cut 2): Lift at least 5 cards and at most 48."),
        (2, [0, "cut 20"], "move 2 (A: cut 20): It is for the player on the dealer's right to cut."),
        (3, [3, "play 5C"], "move 3 (C: play 5C): It is not your turn to play."),
        (3, [0, "play KH"], "move 3 (A: play KH): You do not hold the king of hearts."),
        (3, [0, "penalty exposed 1"], "move 3 (A: penalty exposed 1): That is not for a player to do."),
        (4, [1, "play\n\tQS\u2028"], r"move 4 (D: play\n\tQS\u2028): You must follow suit"),
        (4, [1, "\x1b[2J\u202e"], r"move 4 (D: \x1b[2J\u202e): '\x1b[2J\u202e' is not a move of this"),
        (4, [1, "x" * 9999], f"move 4 (D: {'x' * 79}…): '{'x' * 79}…' is not a move of this game"),
        (4, [1, "play " + "\x1b" * 999], r"\x1b\x1b…): '\x1b\x1b"),
        (4, [10**4000, "play 4H"], "move 4 (seat 1000"),
        (4, [-(10**4000), "play 4H"], "move 4 (seat -1000"),
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


def test_what_comes_before_a_fault_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = [*moves()[:3], [1, "play QS"], *moves()[4:]]
    assert main(["replay", str(written(tmp_path, moves=broken))]) == 1
    assert capsys.readouterr().out.endswith("A plays Q♥.\n")


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
        ({"two\nlines": "red"}, r"not a cardinal-record/1 at two\nlines"),
        ({"x" * 9999: "red"}, f"not a cardinal-record/1 at {'x' * 79}…: "),
        ({"game": "g" * 9999}, f"There is no game '{'g' * 79}…'"),
        ({"options": {"o" * 9999: 1}}, f"There is no option '{'o' * 79}…'"),
        ({"dealer": 10**4000}, f"Seat 1{'0' * 78}… cannot deal"),
        ({"seals": [{"move": 10**4300 - 1, "salt": "", "sha256": ""}]}, f"to move {'9' * 79}…, which"),
        ({"moves": [[None, "deck " + "AS " * 9999]]}, "move 1 (chance: deck AS AS"),
        ({"seats": ["\u202e" * 9999, "D", "E", "C"], "moves": [[0, "play QH"]]}, r"move 1 (\u202e"),
        ({"dealer": "3"}, "not a cardinal-record/1 at dealer"),
        ({"moves": [[True, "cut 20"]]}, "not a cardinal-record/1 at moves.0.0"),
        ({"moves": [[None, "deck", "x"]]}, "not a cardinal-record/1 at moves.0"),
        ({"seats": ["A\nB", "D", "E", "C"], "moves": [[0, "play QH"]]}, r"move 1 (A\nB: play QH)"),
    ],
)
def test_a_broken_record_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any], said: str
) -> None:
    assert said in failure(written(tmp_path, **changes), capsys)


FORGED = {"nested": "[" * 50_000 + "]" * 50_000, "unclosed": '{"a":' * 50_000, "digits": "1" * 50_000}


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
@pytest.mark.parametrize(
    "form", ["{}", '{{"format": {}}}', '{{"format": "cardinal-session/1", "boards": {}}}']
)
def test_json_that_goes_beyond_all_bounds_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str, forged: str
) -> None:
    path = tmp_path / "forged.json"
    path.write_text(form.format(forged))
    assert "not a cardinal-record/1: Invalid JSON: " in failure(path, capsys)


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "No such file" in failure(tmp_path / "nothing.json", capsys)
    assert "directory" in failure(tmp_path, capsys)
    (tmp_path / "half.json").write_text('{"format": ')
    assert "Invalid JSON" in failure(tmp_path / "half.json", capsys)
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    assert "it is not UTF-8 text" in failure(tmp_path / "bytes.json", capsys)


def test_a_file_is_named_as_it_may_be_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert r"\x1b[2J\n\u202e.json: No such file" in failure(tmp_path / "\x1b[2J\n\u202e.json", capsys)
    assert failure("f" * 5000, capsys) == f"replay: …{'f' * 79}: File name too long\n"
    assert failure("", capsys) == "replay: '': no file can have such a name.\n"
    assert failure("a\0b", capsys) == "replay: a\\x00b: no file can have such a name.\n"


def test_a_record_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with (tmp_path / "large.json").open("wb") as file:
        file.truncate(replay.MOST_BYTES + 1)
    assert "it is larger than 16 MB, so it is no record." in failure(tmp_path / "large.json", capsys)
    assert "it is larger than 16 MB, so it is no record." in failure("/dev/zero", capsys)
    with open("/dev/zero", encoding="latin-1") as endless:
        monkeypatch.setattr("sys.stdin", endless)
        assert "standard input: it is larger than 16 MB" in failure("-", capsys)
    (tmp_path / "padded.json").write_bytes(SPECIMEN.read_bytes().ljust(replay.MOST_BYTES))
    assert main(["replay", str(tmp_path / "padded.json")]) == 0


def test_names_are_printed_so_that_they_do_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    names = ["\x1b[2J\nA", "\u202eB\u2066", "\x7f\x9bC\U000e0041", "D" * 9999]
    path = written(tmp_path, seats=names, moves=moves()[:12])
    assert main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert all(line.isprintable() for line in out.splitlines())
    assert r"\x1b[2J\nA plays" in out
    assert "D" * 79 + "…" in out
    assert "D" * 80 not in out
    assert main(["replay", "--json", str(path)]) == 0
    out = capsys.readouterr().out
    assert all(line.isprintable() for line in out.splitlines())
    seats = {event["seat"] for event in map(json.loads, out.splitlines()) if event["event"] == "play"}
    assert seats == {*names[:3], "D" * 79 + "…"}


def test_a_byte_order_mark_is_no_hindrance(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "marked.json").write_bytes(b"\xef\xbb\xbf" + SPECIMEN.read_bytes())
    assert main(["replay", str(tmp_path / "marked.json")]) == 0
    assert capsys.readouterr().out == SPECIMEN.with_suffix(".txt").read_text()


def seal(number: int, **changes: Any) -> dict[str, Any]:
    salt = "ab" * 16
    text = json.loads((GOLDEN / "rubber.json").read_text())["moves"][number][1]
    return {"move": number, "salt": salt, "sha256": seal_digest(salt, text), **changes}


def sealed(tmp_path: Path, *seals: dict[str, Any]) -> Path:
    """The rubber, with these seals."""
    record = json.loads((GOLDEN / "rubber.json").read_text())
    path = tmp_path / "sealed.json"
    path.write_text(json.dumps({**record, "seals": seals}))
    return path


RUBBER = json.loads((GOLDEN / "rubber.json").read_text())["moves"]
SHUFFLES = [number for number, (_, text) in enumerate(RUBBER) if text.startswith("deck ")]


def test_packs_that_match_their_seals_are_told_at_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    told = (GOLDEN / "rubber.txt").read_text()
    assert main(["replay", str(sealed(tmp_path, seal(SHUFFLES[0])))]) == 0
    assert capsys.readouterr().out == told + "1 pack matches the seal published before the cut.\n"
    assert main(["replay", str(sealed(tmp_path, seal(SHUFFLES[0]), seal(SHUFFLES[1])))]) == 0
    assert capsys.readouterr().out == told + "2 packs match the seals published before the cut.\n"
    assert main(["replay", "--json", str(sealed(tmp_path, seal(SHUFFLES[0])))]) == 0
    assert capsys.readouterr().out == (GOLDEN / "rubber.jsonl").read_text()


def test_the_very_first_move_may_be_sealed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = {"move": 0, "salt": "s", "sha256": seal_digest("s", moves()[0][1])}
    assert main(["replay", str(written(tmp_path, seals=[first]))]) == 0
    assert capsys.readouterr().out.endswith("1 pack matches the seal published before the cut.\n")


@pytest.mark.parametrize(
    ("seals", "said"),
    [
        ([seal(SHUFFLES[0], salt="cd" * 16)], "move 2: the pack does not match the seal"),
        ([seal(SHUFFLES[0]), seal(SHUFFLES[1], sha256="0" * 64)], "does not match the seal"),
        ([seal(SHUFFLES[0], move=9999)], "a seal belongs to move 10000, which the record does not have."),
        ([seal(SHUFFLES[0], move=len(RUBBER))], f"a seal belongs to move {len(RUBBER) + 1}, which"),
        ([seal(SHUFFLES[0], move="1")], "not a cardinal-record/1 at seals.0.move"),
        ([seal(SHUFFLES[0], move=-1)], "not a cardinal-record/1 at seals.0.move"),
        ([seal(SHUFFLES[0] + 1)], "a seal belongs to move 3, which is no shuffle."),
        ([seal(SHUFFLES[0])] * 2, "move 2 has two seals."),
    ],
)
def test_a_seal_that_proves_nothing_is_a_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seals: list[dict[str, Any]], said: str
) -> None:
    assert said in failure(sealed(tmp_path, *seals), capsys)


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(SPECIMEN.read_bytes())))
    assert main(["replay", "-"]) == 0
    assert "Hand 1 is over." in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"{")))
    assert "replay: standard input: not a cardinal-record/1" in failure("-", capsys)


COMMAND = [sys.executable, "-m", "bot", "replay"]


def test_as_a_process(tmp_path: Path) -> None:
    good = subprocess.run([*COMMAND, SPECIMEN], capture_output=True, check=False)
    assert (good.returncode, good.stderr) == (0, b"")
    bad = subprocess.run([*COMMAND, tmp_path / "no.json"], capture_output=True, text=True, check=False)
    assert bad.returncode == 1
    assert bad.stderr == f"replay: {tmp_path / 'no.json'}: No such file or directory\n"


def test_a_terminal_that_has_no_suit_signs() -> None:
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    told = subprocess.run([*COMMAND, SPECIMEN], capture_output=True, check=False, env=ascii_only)
    assert (told.returncode, told.stderr) == (0, b"")
    assert b"A plays Q\\u2665." in told.stdout


def test_a_reader_that_goes_away_is_no_trouble() -> None:
    with subprocess.Popen(
        [*COMMAND, GOLDEN / "rubber.json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1
