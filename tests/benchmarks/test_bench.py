import asyncio
import importlib
import json
import logging
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import (
    collusion,
    daily,
    decisions,
    figures,
    games,
    ismcts,
    margins,
    moves,
    pauses,
    pictures,
    requests,
    rules,
    sessions,
    skill,
    start,
)
from benchmarks.__main__ import main
from benchmarks.figures import Figure, Missing, percentile
from bot.house.player import RandomPlayer
from bot.rules.moves import Move
from bot.rules.registry import GAMES


@pytest.fixture
def discord_log_level() -> Iterator[None]:
    logger = logging.getLogger("discord")
    level = logger.level
    yield
    logger.setLevel(level)


def test_plays_are_counted() -> None:
    assert rules.speed(rules.bishops_whist, 2) > 0


def test_moves_of_every_game_are_counted() -> None:
    assert all(games.speed(key, 200) > 0 for key in GAMES)


def test_every_kind_of_picture_is_timed_and_weighed() -> None:
    measured = {figure.name: figure for figure in pictures.measure(pictures=2, warm=0)}
    for name in pictures.KINDS:
        assert measured[name].value > 0
        assert measured[name].target in ("at most 3", "at most 15")
        assert measured[f"{name}, the largest"].met is True
    assert measured["emoji"].met is True


def test_plays_are_held_against_rlcard() -> None:
    pytest.importorskip("rlcard")
    measured = {figure.name: figure for figure in rules.measure(rounds=1, hands=2)}
    assert measured["rlcard bridge"].value > 0
    assert measured["ratio of the medians"].target == "more than 1"


def test_thinking_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Ponderer(RandomPlayer):
        needs_worker = True
        fallback = "random"

        def choose(self, view: Any, rng: random.Random) -> Move:
            time.sleep(0.0005)
            return super().choose(view, rng)

    pytest.importorskip("numba")
    key = "bishops-whist"
    players = {key: {"hoyle": RandomPlayer(), "ponderer": Ponderer()}}
    monkeypatch.setattr(decisions, "players_of", lambda key: players.get(key, {}))
    figures = decisions.measure(hands=3)
    assert [figure.target for figure in figures] == ["at most 2", "at most 1", ""]
    # Opening leads are counted apart: 3 of them, and some forty other cards a hand that were a choice.
    assert all(figure.value >= 0.0005 for figure in figures)


def test_moments_are_held_against_fresh_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    from benchmarks import moments
    from bot.house.cavendish.reviewing import Sample
    from bot.house.reviewing import Terms

    monkeypatch.setattr(moments, "_FRESH", Sample(60, 20, 20))
    few = Sample(60, 20, 5)
    monkeypatch.setattr("bot.house.cavendish.reviewing.TERMS", Terms(-9.0, 0.1, few, few, few))
    named = {
        figure.name.removeprefix("american-whist: "): figure
        for figure in moments.measure(4, ["american-whist"])
    }
    assert named["moments a hand"].value > 0
    assert named["hold on fresh layouts"].target == "at least 90"
    assert named["processor time a hand, longest"].met


def test_problems_are_held_against_fresh_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    from benchmarks import problems
    from bot.house.cavendish import reviewing
    from bot.house.reviewing import Terms

    few = reviewing.Sample(60, 20, 5)
    monkeypatch.setattr(problems, "_FRESH", reviewing.Sample(60, 20, 20))
    monkeypatch.setattr(reviewing, "TERMS", Terms(-9.0, 0.1, few, few, few))
    monkeypatch.setattr(reviewing, "CLEAR", -9.0)
    named = {figure.name: figure for figure in problems.measure(3, ["american-whist"])}
    assert named["problems"].value == 3
    assert named["right card best on fresh layouts"].target == "at least 97"
    # The line of a problem is that of the collection: its moves lead to the decision.
    one = next(one for _, found in problems.picked(["american-whist"], 1) for one in found)
    line = json.loads(one.line)
    assert line["made"] in line["answers"]
    assert line["better"][0] in line["answers"]
    assert len(line["moves"].split(", ")) == len(one.decision.before)


def test_bezique_is_held_against_the_greedy_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(margins, "GAMES", {"bezique": GAMES["bezique"]})
    margin, mean, most = margins.measure(deals=4)
    assert margin.name == "bezique: over greedy"
    assert margin.met
    assert 0 < mean.value < most.value
    assert most.target == "at most 300"


def test_the_play_of_bridge_is_the_play_of_whist() -> None:
    spiel = pytest.importorskip("pyspiel")
    pytest.importorskip("numba")
    game = spiel.load_game("bridge(use_double_dummy_result=false)")
    rng = random.Random(1)
    table = ismcts.Table(spiel, game, rng)
    while not table.state.is_terminal():
        known = table.known()
        assert known.unseen.bit_count() == sum(known.sizes)
        legal = plain_legal(known.hand, known.table)
        actions = table.state.legal_actions()
        assert sum(1 << ismcts.ours(action) for action in actions) == legal
        table.put(rng.choice(actions))
    declarer = next(line for line in str(table.state).splitlines() if line.startswith("Declarer tricks"))
    assert table.tricks[0] == int(declarer.split()[-1])
    measured = {figure.name: figure for figure in ismcts.measure(deals=2, seconds=0.03)}
    assert measured["ISMCTS, mean"].value > 0


def plain_legal(hand: int, table: Sequence[int]) -> int:
    suit = hand & 0x1FFF << 16 * (table[0] // 16) if table else 0
    return suit or hand


def test_moves_are_counted() -> None:
    measured = {figure.name: figure for figure in moves.measure(tables=4, seconds=0.2, offered=40)}
    for store, latest in (("SQLite", "at most 50"), ("PostgreSQL", "at most 80")):
        assert measured[f"{store}, as fast as they can"].value > 0
        assert measured[f"{store}, offered 40 moves a second, p99"].target == latest
    assert measured["as fast as they can, PostgreSQL against SQLite"].value > 0


def test_a_session_of_duplicate_is_played_to_its_end_and_timed() -> None:
    measured = {figure.name: figure for figure in sessions.measure(tables=2, boards=4)}
    assert measured["a session of 2 tables and 4 boards"].value > 0
    assert measured["in the session, of ordinary tables' speed, by processor time"].target == "at least 0.7"


def test_a_move_is_as_late_as_it_was_due(monkeypatch: pytest.MonkeyPatch) -> None:
    # A service that needs 20 ms a move is offered one every 5 ms, all at one table.
    async def slow(*arguments: object) -> None:
        await asyncio.sleep(0.02)

    monkeypatch.setattr(moves, "_next", slow)
    measured = {figure.name: figure for figure in moves.measure(tables=1, seconds=0.1, offered=200)}
    # The 20th was due after 95 ms and done after 400: it waited for those before it.
    assert measured["SQLite, offered 200 moves a second, p99"].value > 300


def test_a_start_loads_no_table() -> None:
    held = bytearray(200 << 20)
    measured = {figure.name: figure for figure in start.measure(tables=5, runs=1)}
    assert measured["tables loaded at the start"].met is True
    assert measured["process start to ready, 5 tables"].value > 0
    assert measured["first touch of a table"].value > 0
    # A new process's `ru_maxrss` would be no less than what is held here.
    assert measured["peak memory, 5 tables"].value < len(held) >> 20


def count_deals(seed: int, deals: int) -> int:
    return deals


def at_once() -> None:
    """Nothing needs to be warmed up."""


def test_pauses_are_counted() -> None:
    measured = {
        figure.name: figure for figure in pauses.measure(0.1, workers=1, job=count_deals, warm=at_once)
    }
    assert measured["positions solved by the workers meanwhile"].value >= 2
    assert measured["longest pause while they solve"].target == "at most 50"


@pytest.mark.usefixtures("discord_log_level")
@pytest.mark.long
def test_the_request_budgets_are_kept() -> None:
    measured = requests.measure([requests.Scenario(requests.WHIST, 1, 3, "DM", busy=True)], hands=2)
    budgets = [figure for figure in measured if figure.target]
    assert len(budgets) == 2
    assert all(figure.met for figure in budgets), [figure.line() for figure in measured]


def test_request_bodies_are_checked(tmp_path: Path) -> None:
    checker = tmp_path / "checker.py"
    checker.write_text(
        "class SpecValidator:\n"
        "    def check(self, method, path, body):\n"
        "        if path == '/unknown':\n"
        "            raise KeyError(path)\n"
        "        return (['too long'], []) if body == 'x' else ([], [])\n"
    )
    asked = [SimpleNamespace(method="POST", path=path, json=body) for path, body in (("/a", ""), ("/a", "x"))]
    found = {figure.name: figure for figure in requests.checked(asked, checker)}
    assert found["  refused"].value == 1
    assert found["  refused"].met is False
    assert found["    POST /a: too long"].value == 1
    asked = [SimpleNamespace(method="GET", path="/unknown", json=None)]
    assert requests.checked(asked, checker)[1].value == 1


def test_the_solver_is_held_against_dds() -> None:
    pytest.importorskip("numba")
    pytest.importorskip("endplay")
    solver = importlib.import_module("benchmarks.solver")
    measured = {figure.name: figure for figure in solver.measure({2: 5, 3: 5}, {3: 5, 6: 2}, nodes=3)}
    assert measured["  2 cards against DDS"].met is None
    assert measured["  3 cards, all leads, against DDS"].target == "at most 0.8"
    assert measured["  3 cards against plain whist, at least"].target == "at most 3"
    assert measured["  given up after 3 positions"].value > 0


def test_what_skill_costs_and_how_soon_it_shows() -> None:
    pytest.importorskip("numba")
    measured = {figure.name: figure for figure in skill.measure(4, 100, ["american-whist"])}
    assert measured["american-whist: told apart without the luck"].value > 0
    assert measured["american-whist: Hoyle's replay, mean"].unit == "ms"
    assert measured["an estimate from 100 hands of 40 people"].value > 0


def test_figures() -> None:
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert percentile([1.0], 0.99) == 1.0
    assert Figure("speed", 7000, "a second", "8", met=False).line() == (
        "  speed: 7,000 a second  (target 8: MISSED)"
    )
    assert Figure("ratio", 1.5, target="more than 1", met=True).line() == (
        "  ratio: 1.50  (target more than 1: ok)"
    )
    assert Figure("time", 0.25, "s").line() == "  time: 0.25 s"


def test_a_package_that_is_not_there() -> None:
    with pytest.raises(
        Missing, match=r"^no_such_thing is not installed; pip install -r requirements/x\.txt$"
    ):
        figures.needs("no_such_thing", "x")


def test_a_benchmark_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["juggling"]) == 2
    known = (
        "clicks, requests, daily, collusion, moves, sessions, games, growth, pictures, rules, pages, start, "
        "ismcts, margins, moments, problems, decisions, levels, pauses, rollouts, skill, solver"
    )
    assert capsys.readouterr().err == f"bench: there is no 'juggling'; there is {known}\n"


def test_as_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "measure", lambda: [Figure("speed", 7, "a second", "8", met=False)])
    assert main(["rules", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "benchmark": "rules",
        "skipped": None,
        "figures": [{"name": "speed", "value": 7, "unit": "a second", "target": "8", "met": False}],
    }


def test_a_skipped_benchmark_misses_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def measure() -> list[Figure]:
        raise Missing("rlcard is not installed")

    monkeypatch.setattr(rules, "measure", measure)
    assert main(["rules"]) == 0
    assert capsys.readouterr().out.endswith("  skipped: rlcard is not installed\n")


def test_the_board_of_the_day_measures_results_and_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, small in (("PEOPLE", 60), ("DAYS", 4), ("_ROUNDS", 2), ("SERVERS", 3), ("POOLS", 4)):
        monkeypatch.setattr(daily, name, small)
    measured = daily.measure()
    assert len(measured) == 11
    assert all(figure.value > 0 for figure in measured)


def test_hints_at_collusion_measure_false_alarms_and_what_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collusion, "SERVERS", {3: 10})
    monkeypatch.setattr(collusion, "TRICKS", (4.0,))
    alarms, found = collusion.measure()
    assert (alarms.value, alarms.met, found.value) == (0.0, True, 100.0)
