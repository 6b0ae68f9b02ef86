import json
import random
from pathlib import Path
from typing import Any

import pytest

from benchmarks import duel, levels
from bot.house.cavendish.player import Cavendish
from bot.house.registry import player_for
from bot.rules.moves import Move
from bot.rules.registry import GAMES, game_named

AMERICAN = ("--game", "american-whist", "--a", "hoyle", "--b", "random")


def test_players_that_choose_alike_end_level_whatever_they_leave_to_chance() -> None:
    class Twin:
        name = "twin"

        def choose(self, view: Any, rng: random.Random) -> Move:
            move: Move = rng.choice(view.legal)
            return move

    game = game_named("american-whist")
    pairs = list(duel.play_pairs(game, Twin(), player_for("american-whist", "random"), 1, range(5)))
    assert [pair.margin for pair in pairs] == [0.0] * 5
    assert all(len(pair.first) + len(pair.second) > 40 for pair in pairs)


def test_a_match_that_was_stopped_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    assert duel.main([*AMERICAN, "--pairs", "6", "--out", str(whole)]) == 0
    assert duel.main([*AMERICAN, "--pairs", "2", "--out", str(stopped)]) == 0
    assert duel.main([*AMERICAN, "--pairs", "6", "--out", str(stopped)]) == 0
    margins = [
        [json.loads(line)["margin"] for line in path.read_text().splitlines()] for path in (whole, stopped)
    ]
    assert margins[0] == margins[1]
    assert len(set(margins[0])) > 1
    assert "hoyle over random, 6 pairs" in capsys.readouterr().out


@pytest.mark.parametrize(("least", "code"), [("0.1", 0), ("12", 1)])
def test_the_least_that_the_first_player_must_win(
    least: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert duel.main([*AMERICAN, "--pairs", "4", "--least", least]) == code
    assert ("MISSED" in capsys.readouterr().out) is bool(code)


def test_a_style_is_changed_for_one_player_alone() -> None:
    player = duel.player_like("american-whist", "cavendish:trust=0.5,effort.drawn=4000")
    usual = player_for("american-whist", "cavendish")
    assert isinstance(player, Cavendish)
    assert isinstance(usual, Cavendish)
    assert (player.style.trust, player.style.effort.drawn) == (0.5, 4000)
    assert usual.style.effort.drawn != 4000
    assert player.style.effort.kept == usual.style.effort.kept


@pytest.mark.parametrize(
    ("player", "refusal"),
    [
        ("cavendish:taste=1", "Cavendish's style has no 'taste'."),
        ("cavendish:effort.taste=1", "Cavendish's style has no 'taste'."),
        ("hoyle:trust=1", "hoyle has no style to change."),
        ("deschapelles", "There is no house player 'deschapelles'"),
    ],
)
def test_players_there_are_not(player: str, refusal: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert duel.main(["--game", "american-whist", "--a", player, "--b", "random"]) == 2
    assert capsys.readouterr().err.startswith(f"duel: {refusal}")


def test_an_interval_of_points() -> None:
    found = duel.Interval.of([1.0, 2.0, 3.0, 2.0])
    assert found.mean == 2.0
    assert found.half == pytest.approx(1.96 * (2 / 3) ** 0.5 / 2)


def test_every_level_meets_each_weaker_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "GAMES", {"american-whist": GAMES["american-whist"]})
    # Cavendish takes his time: Hoyle stands in for him.
    players = {"cavendish": "hoyle", "hoyle": "bob-short", "bob-short": "random"}
    monkeypatch.setattr(levels, "player_for", lambda key, name: player_for(key, players[name]))
    figures = levels.measure(pairs=8)
    assert [figure.name.partition(": ")[2] for figure in figures] == [
        "hoyle over bob-short",
        "cavendish over bob-short",
        "cavendish over hoyle",
    ]
    assert figures[1].value > 1
