import importlib.util
import json

import pytest

from bot.__main__ import main

pytestmark = pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="the solver needs numba")

PLAIN = "S:AK.2.. W:2.A3.. N:3.45.. E:.67.8."
"""South has the two top spades, which are trumps, and a heart to lose to West's ace."""
BISHOPS = "S:A..2. W:.B...1 N:2..3. E:..4.5"
"""A trump and the two of diamonds against the bishop of hearts and a knight in one hand."""


def solve(*arguments: str) -> int:
    return main(["solve", *arguments])


def plain(*arguments: str) -> int:
    return solve("--game", "american-whist", "--deal", PLAIN, "--trump", "S", "--leader", "S", *arguments)


def bishops(*arguments: str) -> int:
    deal = ("--deal", BISHOPS, "--trump", "S", "--leader", "S")
    return solve(*deal, "--taken", "6,5,1,2", *arguments)


def test_a_hand_of_plain_whist_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert plain() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == ["S-N, S to lead: 2 tricks", "Leads:", "  2: A♠ K♠ 2♥", "A line of best play:"]
    assert len(lines) == 4 + 3 + 1
    assert "positions in" in lines[-1]


def test_a_hand_of_plain_whist_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert plain("--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["side", "value", "leads", "line", "nodes", "seconds"]
    assert (told["side"], told["value"]) == ("S-N", 2)
    assert told["leads"] == {"AS": 2, "KS": 2, "2H": 2}
    assert sorted(told["line"]) == sorted(
        ["AS", "KS", "2H", "2S", "AH", "3H", "3S", "4H", "5H", "6H", "7H", "8D"]
    )
    assert told["line"][0] in told["leads"]


def test_tricks_taken_already_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert plain("--taken", "4,6", "--json") == 0
    assert json.loads(capsys.readouterr().out)["value"] == 6


def test_a_hand_of_bishops_whist(capsys: pytest.CaptureFixture[str]) -> None:
    # The ace of trumps takes a trick, but not the bishop unless West throws him: the knight takes
    # the last trick, so it is 7 tricks to 6, and three bishops to one.
    assert bishops("--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["value"] == 1 + 2 * (1 - 3)
    assert told["leads"] == {"AS": -3, "2D": -5}
    assert sorted(told["line"]) == sorted(["AS", "2D", "BH", "N", "2S", "3D", "4D", "5C"])


def test_points_have_a_sign(capsys: pytest.CaptureFixture[str]) -> None:
    assert bishops() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == ["S-N, S to lead: -3 points", "Leads:", "  -3: A♠", "  -5: 2♦"]


def test_bishops_taken_in_a_game_without_them(capsys: pytest.CaptureFixture[str]) -> None:
    for taken in ("4,5,1,2", "4,6,0,0"):
        assert plain("--taken", taken) == 1
        told = f"solve: --taken '{taken}': there are no bishops in american-whist; write T,T.\n"
        assert capsys.readouterr() == ("", told)


def test_names_are_printed_so_that_they_do_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    deal = ("--deal", PLAIN.replace("S:", "\x1b[2J\u202e:"), "--leader", "\x1b[2J\u202e")
    assert plain(*deal) == 0
    assert capsys.readouterr().out.startswith("\\x1b[2J\\u202e-N, \\x1b[2J\\u202e to lead: 2 tricks\n")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"--game": "chess"}, "--game 'chess' is not one of "),
        ({"--trump": "X"}, "--trump: "),
        ({"--trump": "N"}, "--deal: Bishops Whist is played with a trump suit."),
        ({"--leader": "Q"}, "--leader 'Q' is not one of S, W, N, E."),
        ({"--deal": "S:A W:2"}, "--deal has 2 hands; write four, with spaces between."),
        ({"--deal": "A... W:2... N:3... E:4..."}, "--deal: 'A...' is not NAME:SPADES.HEARTS.DIAMONDS.CLUBS."),
        ({"--deal": "S:A... S:2... N:3... E:4..."}, "--deal names S twice."),
        ({"--deal": "S:A.. W:2... N:3... E:4..."}, "--deal: S has 3 suits; "),
        ({"--deal": "S:X... W:2... N:3... E:4..."}, "--deal: S: 'X' is not a rank."),
        ({"--deal": "S:A....many W:2... N:3... E:4..."}, "--deal: S: 'many' is not a number of knights."),
        ({"--deal": "S:A... W:A... N:3... E:4..."}, "--deal: AS is there twice."),
        ({"--deal": "S:T... W:A... N:3... E:4..."}, "--deal: TS is no card of Bishops Whist."),
        (
            {"--deal": "S:A... W:23... N:4... E:5..."},
            "--deal: the hands do not fit together: 1, 2, 1, 1 cards.",
        ),
        ({"--deal": "S:... W:... N:... E:..."}, "--deal: there is no card to play."),
        ({"--taken": "1"}, "--taken '1' is not T,T or T,T,B,B."),
        ({"--taken": "1,2," + "3" * 5000}, f"--taken '1,2,{'3' * 75}…' is not T,T"),
        ({"--game": "g" * 5000}, f"--game '{'g' * 79}…' is not one of "),
        ({"--trump": "\x1b[2J"}, r"--trump: '\x1b[2J' is not a suit"),
        ({"--trump": "S" * 5000}, f"--trump: '{'S' * 79}…' is not a suit"),
        ({"--leader": "\u202e" * 5000}, r"--leader '\u202e"),
        ({"--deal": "\x1b[2J:A... \x1b[2J:2... N:3... E:4..."}, r"--deal names \x1b[2J twice."),
        ({"--deal": "\x1b[2J:A.. W:2... N:3... E:4..."}, r"--deal: \x1b[2J has 3 suits; "),
        ({"--deal": "S:A... W:2... N:3... " + "E" * 5000}, f"--deal: '{'E' * 79}…' is not NAME"),
        ({"--deal": f"S:A....{'1' * 5000} W:2... N:3... E:4..."}, f"--deal: S: '{'1' * 79}…' is not"),
        ({"--taken": "7,6,0,0"}, "--deal: there are only thirteen tricks."),
    ],
)
def test_what_cannot_be_solved_is_told_in_one_line(
    changes: dict[str, str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {"--game": "bishops-whist", "--deal": BISHOPS, "--trump": "S", "--leader": "S", **changes}
    assert solve(*(word for pair in asked.items() for word in pair)) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"solve: {said}")
    assert printed.err.endswith("\n")
    assert printed.err[:-1].isprintable()
