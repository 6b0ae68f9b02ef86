import json

import pytest

from bot.__main__ import main
from bot.bench import moves, requests, rules, start
from bot.bench.figures import Figure, percentile


def test_rules_are_counted() -> None:
    figures = rules.measure(seconds=0.05, rounds=1)
    assert figures[0].name == "bishops-whist, plays a second"
    assert float(figures[0].value.replace(",", "")) > 0


def test_moves_are_counted() -> None:
    names = [figure.name for figure in moves.measure(tables=4, seconds=0.2)]
    assert names[0] == "moves a second, closed loop"
    assert len(names) == 3


def test_a_start_loads_no_table() -> None:
    figures = {figure.name: figure for figure in start.measure(tables=5)}
    assert figures["tables loaded at start"].met is True


def test_the_request_budgets_are_kept() -> None:
    budgets = [figure for figure in requests.measure() if figure.target]
    assert len(budgets) == 2
    assert all(figure.met for figure in budgets)


def test_figures() -> None:
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert percentile([1.0], 0.99) == 1.0
    assert Figure("speed", "7", "8", met=False).line() == "  speed: 7  (target 8: MISSED)"
    assert Figure("speed", "7").line() == "  speed: 7"


def test_a_benchmark_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "juggling"]) == 2
    assert (
        capsys.readouterr().err == "bench: there is no 'juggling'; there is requests, moves, rules, start\n"
    )


def test_as_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "measure", lambda: [Figure("speed", "7", "8", met=False)])
    assert main(["bench", "rules", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told == {"benchmark": "rules", "name": "speed", "value": "7", "target": "8", "met": False}
