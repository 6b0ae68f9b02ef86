"""Standard streams that are closed or full, and arguments that are none."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main

SPECIMEN = Path(__file__).parents[1] / "golden" / "specimen-hand.json"
REPLAY = f"{sys.executable} -m bot replay"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (f"{REPLAY} - <&-", "replay: standard input: it is closed."),
        (f"{REPLAY} {SPECIMEN} >&-", "bot: standard output is closed"),
        (f"{REPLAY} - <&- >&-", "bot: standard output is closed"),
        (f"{REPLAY} {SPECIMEN} >/dev/full", "replay: No space left on device"),
        (f"{REPLAY} - 0>/dev/null", "replay: standard input: Bad file descriptor"),
    ],
)
def test_a_stream_that_cannot_be_used_is_told_in_one_line(command: str, said: str) -> None:
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, f"{said}\n")


def test_nobody_to_tell_is_no_trouble() -> None:
    command = f"{REPLAY} no.json <&- 2>&-; echo $?; {REPLAY} no.json 2>/dev/full; echo $?"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("1\n1\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["\x1b[2J\n\u202e"],
        ["replay"],
        ["replay", "one.json", "\x1b[2J\n\u202e"],
        ["replay", "one.json", "x" * 99_999],
        ["run", "--token", "x"],
        ["sandbox", "--port", "\x1b[2J"],
        ["sandbox", "--port", "9" * 9999],
        ["match", "--nothing"],
    ],
)
def test_what_is_no_argument_is_told_in_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("./cardinal")
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    assert len(err) < 402
