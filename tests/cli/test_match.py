"""`python -m bot match`."""

import json
import os
import re

import pytest

from bot.__main__ import main


def played(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main(["match", "--json", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    outcome: dict[str, object] = json.loads(out)
    return outcome


def test_one_line_for_people(capsys: pytest.CaptureFixture[str]):
    assert main(["match", "--a", "hoyle", "--b", "random", "--deals", "6", "--seed", "4"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.count("\n") == 1
    assert re.match(
        r"hoyle v random: [+-]\d+\.\d\d points a hand \(95%: [+-]\d+\.\d\d to [+-]\d+\.\d\d\); "
        r"6 deals, each played both ways, in \d+\.\d s \(\d+ hands a second\)\n$",
        out,
    )


def test_one_json_object_for_programs(capsys: pytest.CaptureFixture[str]):
    outcome = played(capsys, "--deals", "6", "--seed", "4")
    assert outcome["game"] == "bishops-whist"
    assert (outcome["a"], outcome["b"]) == ("hoyle", "random")
    assert (outcome["seed"], outcome["deals"], outcome["hands"]) == (4, 6, 12)
    low, points, high = outcome["low"], outcome["points"], outcome["high"]
    assert isinstance(low, float)
    assert isinstance(points, float)
    assert isinstance(high, float)
    assert low <= points <= high


def test_a_player_is_no_better_than_itself(capsys: pytest.CaptureFixture[str]):
    outcome = played(capsys, "--a", "hoyle", "--b", "hoyle", "--deals", "4")
    assert (outcome["points"], outcome["low"], outcome["high"]) == (0, 0, 0)


def test_the_same_whatever_the_number_of_processes(capsys: pytest.CaptureFixture[str]):
    # More deals than one process takes at a time.
    arguments = ("--a", "random", "--b", "random", "--deals", "30", "--seed", "9")
    alone = played(capsys, *arguments)
    shared = played(capsys, *arguments, "--jobs", "2")
    del alone["seconds"], shared["seconds"]
    assert alone == shared
    assert alone["low"] != alone["high"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--a", "deschapelles"], "deschapelles"),
        (["--b", ""], "''"),
        (["--game", "tarot"], "tarot"),
        (["--deals", "0"], "--deals"),
        (["--deals", "1"], "--deals"),
        (["--deals", "many"], "--deals"),
        (["--seed", "x"], "--seed"),
        (["--seed", "-1"], "--seed"),
        (["--jobs", "0"], "--jobs"),
        (["--jobs", str(2 * (os.cpu_count() or 1) + 1)], f"to {2 * (os.cpu_count() or 1)}."),
        (["--jobs", "9" * 5000], "--jobs '999"),
        (["--deals", "1000001"], "--deals"),
        (["--seed", "1000000000"], "--seed"),
        (["--seed", "\u0662"], "--seed"),
        (["--a", "\x1b[2J\n\u202e"], r"\x1b[2J\n\u202e"),
        (["--game", "g" * 5000], f"'{'g' * 79}…'"),
        (["--b", "p" * 5000], f"'{'p' * 79}…'"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], named: str
):
    assert main(["match", *arguments]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    assert err.startswith("match: ")
    assert named in err
