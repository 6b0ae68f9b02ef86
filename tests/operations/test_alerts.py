"""Each alert of deploy/alerts.yaml fires when it should, and not in ordinary play."""

import importlib.util
import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from prometheus_client import Counter

from bot import metrics
from bot.cluster.leases import PARTS
from tests.operations.promql import Labels, evaluate, series_of

FILE: Final = Path(__file__).parents[2] / "deploy" / "alerts.yaml"
RULES: Final[Mapping[str, Mapping[str, Any]]] = {
    rule["alert"]: rule for group in yaml.safe_load(FILE.read_text())["groups"] for rule in group["rules"]
}

ACKNOWLEDGED: Final = "cardinal_acknowledge_seconds"
LAG: Final = "cardinal_loop_lag_seconds"
STORED: Final = "cardinal_database_seconds"
BACKUP: Final = "cardinal_last_backup_timestamp_seconds"  # the clock of a case begins at 0
LOGGED: Final = "cardinal_logged_total"
BORN: Final = "process_start_time_seconds"
WORKERS: Final = ("cardinal_house_workers", "cardinal_house_workers_ready")


@dataclass(frozen=True)
class Case:
    """Whether the alert fires at that minute."""

    alert: str
    what: str
    fires: bool
    minute: int
    series: Mapping[str, str]


def quiet(alert: str, what: str, minute: int, *series: Mapping[str, str]) -> Case:
    return Case(alert, what, False, minute, joined(*series))


def fires(alert: str, what: str, minute: int, *series: Mapping[str, str]) -> Case:
    return Case(alert, what, True, minute, joined(*series))


def joined(*series: Mapping[str, str]) -> Mapping[str, str]:
    return {name: values for some in series for name, values in some.items()}


def one(name: str, values: str, /, **labels: str) -> Mapping[str, str]:
    """A series of the process "one", with a sample a minute in promtool's notation."""
    given = {"job": "cardinal", "instance": "one"} | labels
    written = ",".join(f'{label}="{value}"' for label, value in given.items())
    return {f"{name}{{{written}}}": values}


def two(name: str, values: str, /, **labels: str) -> Mapping[str, str]:
    """The same series of two processes."""
    return joined(one(name, values, **labels), one(name, values, **labels, instance="two"))


def buckets(name: str, every: int, within: Mapping[str, float], **labels: str) -> Mapping[str, str]:
    """A histogram of so many a minute, of which those are `within` these bounds."""
    counted = [
        one(f"{name}_bucket", f"0+{number}x20", le=bound, **labels) for bound, number in within.items()
    ]
    ends = (
        one(f"{name}_bucket", f"0+{every}x20", le="+Inf", **labels),
        one(f"{name}_count", f"0+{every}x20", **labels),
    )
    return joined(*counted, *ends)


def presses(unanswered: str, every: str) -> Mapping[str, str]:
    missed = one("cardinal_unanswered_total", unanswered, why="too late")
    return joined(missed, one("cardinal_clicks_total", every, kind="button"))


CASES: Final = [
    quiet("CardinalDown", "answers", 5, one("up", "1+0x9")),
    fires(
        "CardinalDown", "one of two does not", 5, one("up", "1+0x9"), one("up", "1 1 0+0x9", instance="two")
    ),
    quiet("CardinalAbsent", "is watched", 9, one("up", "0+0x9")),
    fires("CardinalAbsent", "was removed", 20, one("up", "1+0x5")),
    fires("CardinalAbsent", "is another job", 9, one("up", "1+0x9", job="node")),
    quiet(
        "CardinalNotReady", "one restarts", 5, two("cardinal_ready", "0+0x9"), one("cardinal_ready", "1+0x9")
    ),
    fires("CardinalNotReady", "both stop", 5, two("cardinal_ready", "0+0x9")),
    fires("CardinalNotReady", "only a worker", 9, one("cardinal_ready", "1+0x9", job="cardinal-work")),
    quiet("CardinalLeasesFree", "two share them", 5, two("cardinal_leases_held", "16+0x9", kind="tables")),
    fires(
        "CardinalLeasesFree",
        "one holds its half only",
        5,
        one("cardinal_leases_held", "16+0x9", kind="tables"),
        one("cardinal_leases_held", "20+0x9", kind="shard"),
    ),
    quiet("CardinalVersionsDiffer", "are alike", 90, two("cardinal_build_info", "1+0x99", revision="a")),
    fires(
        "CardinalVersionsDiffer",
        "one was forgotten",
        90,
        one("cardinal_build_info", "1+0x99", version="1.0.0", revision="a"),
        one("cardinal_build_info", "1+0x99", version="1.0.0", revision="b", instance="two"),
    ),
    quiet("CardinalSlowAnswers", "quick", 15, buckets(ACKNOWLEDGED, 100, {"0.5": 100})),
    quiet("CardinalSlowAnswers", "one of ten at night", 15, buckets(ACKNOWLEDGED, 1, {"0.5": 0.9, "2": 1})),
    fires("CardinalSlowAnswers", "two of a hundred", 15, buckets(ACKNOWLEDGED, 100, {"0.5": 98, "2": 100})),
    quiet("CardinalUnanswered", "one in a thousand", 20, presses("0+1x20", "0+1000x20")),
    quiet("CardinalUnanswered", "two of five at night", 20, presses("0+0x15 2+0x5", "0+0x15 5+0x5")),
    fires("CardinalUnanswered", "one in twenty", 20, presses("0+5x20", "0+100x20")),
    quiet("CardinalFaults", "none yet", 30, one(LOGGED, "0+0x40", level="error"), one(BORN, "0+0x60")),
    quiet("CardinalFaults", "warnings", 30, one(LOGGED, "0+1x40", level="warning"), one(BORN, "0+0x60")),
    quiet("CardinalFaults", "long ago", 30, one(LOGGED, "0+0x5 1+0x40", level="error"), one(BORN, "0+0x60")),
    fires("CardinalFaults", "the first", 30, one(LOGGED, "0+0x27 1+0x9", level="error"), one(BORN, "0+0x60")),
    fires(
        "CardinalFaults",
        "before the first scrape",
        32,
        one(LOGGED, "_x30 1+0x9", level="error"),
        one(BORN, "1740+0x60"),
    ),
    fires("CardinalFaults", "at a restart", 32, one(LOGGED, "1+0x40", level="error"), one(BORN, "1740+0x60")),
    quiet(
        "CardinalBehind",
        "39 of 48 tables are due later",
        9,
        one("cardinal_to_show", "39+0x9", what="table", state="later"),
        one("cardinal_to_show", "9+0x9", what="table", state="now"),
        one("cardinal_to_show", "0+0x9", what="table", state="overdue"),
    ),
    fires("CardinalBehind", "Discord is slow", 9, two("cardinal_to_show", "6+0x9", state="overdue")),
    quiet("CardinalTurnsOverdue", "a moment", 9, one("cardinal_turns_overdue", "0 3 3 0+0x9")),
    fires("CardinalTurnsOverdue", "nobody acts", 9, one("cardinal_turns_overdue", "1+0x9")),
    quiet(
        "CardinalJobsOverdue", "many wait", 30, one("cardinal_jobs", "50+0x40", kind="par", state="waiting")
    ),
    fires(
        "CardinalJobsOverdue",
        "nobody takes them",
        30,
        two("cardinal_jobs", "2+0x40", kind="par", state="overdue"),
    ),
    quiet(
        "CardinalInvalidCalls", "some channels are closed", 20, one("cardinal_invalid_calls_total", "0+10x20")
    ),
    fires(
        "CardinalInvalidCalls", "and a restart", 20, one("cardinal_invalid_calls_total", "0+400x15 0+400x5")
    ),
    quiet(
        "CardinalBudgetUsedUp",
        "busy, and nothing waits",
        9,
        one("cardinal_call_budget_load", "1+0x9"),
        one("cardinal_queue_length", "3+0x9", queue="calls"),
    ),
    fires(
        "CardinalBudgetUsedUp",
        "full",
        9,
        one("cardinal_call_budget_load", "0.97+0x9"),
        one("cardinal_queue_length", "80+0x9", queue="calls"),
    ),
    quiet(
        "CardinalWritesFail", "once", 9, one("cardinal_database_failures_total", "0+0x6 1+0x9", kind="write")
    ),
    fires(
        "CardinalWritesFail", "disk full", 9, one("cardinal_database_failures_total", "0+5x20", kind="write")
    ),
    quiet("CardinalSlowDatabase", "quick", 15, buckets(STORED, 100, {"0.1": 100}, kind="write")),
    fires("CardinalSlowDatabase", "slow", 15, buckets(STORED, 100, {"0.1": 90, "0.5": 100}, kind="write")),
    quiet("CardinalNoBackup", "last night", 90, one(BACKUP, "-80000+0x99")),
    fires("CardinalNoBackup", "the day before yesterday", 90, one(BACKUP, "-175000+0x99")),
    quiet("CardinalBlocked", "in time", 15, buckets(LAG, 120, {"0.05": 120})),
    fires("CardinalBlocked", "late", 15, buckets(LAG, 120, {"0.05": 100, "1": 120})),
    quiet("CardinalClockWrong", "within a second", 30, one("cardinal_clock_ahead_seconds", "0.7+0x40")),
    fires("CardinalClockWrong", "behind", 30, one("cardinal_clock_ahead_seconds", "-4.5+0x40")),
    quiet("CardinalWorkDown", "is away for a start", 9, one("up", "1 0 0 1+0x9", job="cardinal-work")),
    fires("CardinalWorkDown", "does not answer", 9, one("up", "1 0+0x12", job="cardinal-work")),
    quiet("CardinalNoWorkers", "none is wanted", 50, *(one(name, "0+0x60") for name in WORKERS)),
    fires(
        "CardinalNoWorkers",
        "none gets ready at one of two",
        50,
        two("cardinal_house_workers", "2+0x60"),
        one("cardinal_house_workers_ready", "0+0x60"),
        one("cardinal_house_workers_ready", "2+0x60", instance="two"),
    ),
    quiet("CardinalMemory", "as usual", 30, one("process_resident_memory_bytes", "200000000+0x40")),
    fires("CardinalMemory", "too much", 30, one("process_resident_memory_bytes", "2500000000+0x40")),
]


def minutes_of(duration: str) -> int:
    return int(duration[:-1]) * {"m": 1, "h": 60}[duration[-1]]


def firing(case: Case) -> set[Labels]:
    """The labels with which the alert fires: those that the rule yields for long enough."""
    rule, series = RULES[case.alert], series_of(case.series)
    since = case.minute - minutes_of(rule.get("for", "0m"))
    found = [set(evaluate(rule["expr"], series, minute)) for minute in range(since, case.minute + 1)]
    return set.intersection(*found)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.alert}: {case.what}")
def test_an_alert_fires_when_it_should_and_only_then(case: Case) -> None:
    assert bool(firing(case)) == case.fires


def test_every_alert_has_a_case_that_fires_and_one_that_does_not() -> None:
    assert {(case.alert, case.fires) for case in CASES} == {
        (name, fires) for name in RULES for fires in (True, False)
    }


@pytest.mark.skipif(shutil.which("promtool") is None, reason="there is no promtool here")
def test_prometheus_itself_agrees(tmp_path: Path) -> None:
    groups = [
        {
            "interval": "1m",
            "input_series": [{"series": name, "values": values} for name, values in case.series.items()],
            "alert_rule_test": [
                {
                    "eval_time": f"{case.minute}m",
                    "alertname": case.alert,
                    "exp_alerts": [
                        {
                            "exp_labels": dict(labels) | RULES[case.alert]["labels"],
                            "exp_annotations": RULES[case.alert]["annotations"],
                        }
                        for labels in firing(case)
                    ],
                }
            ],
        }
        for case in CASES
    ]
    path = tmp_path / "cases.yaml"
    path.write_text(json.dumps({"rule_files": [str(FILE)], "evaluation_interval": "1m", "tests": groups}))
    said = subprocess.run(["promtool", "test", "rules", path], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr


def test_every_counter_of_an_alert_is_there_before_anything_happens() -> None:
    """A series that appears at 1 has no increase, so the first ERROR would not fire."""
    spec = importlib.util.spec_from_file_location("fresh_metrics", metrics.__file__)
    assert spec is not None
    assert spec.loader is not None
    fresh: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fresh)
    counters = {f"{one._name}_total": one for one in vars(fresh).values() if isinstance(one, Counter)}
    used = set(re.findall(r"cardinal_\w+_total", " ".join(rule["expr"] for rule in RULES.values())))
    assert used
    for name in used:
        (counted,) = counters[name].collect()
        assert [one.value for one in counted.samples if one.name == name].count(0.0) >= 1, name


def test_the_alert_of_free_leases_knows_how_many_there_are() -> None:
    assert RULES["CardinalLeasesFree"]["expr"].endswith(f"< {PARTS}")
