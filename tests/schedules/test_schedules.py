"""Some schedules of two processes over one store; `make soak ARGS='--schedules 10000'` plays many."""

import pytest

from bot.cluster import member
from bot.cluster.member import DEAD_SECONDS
from tests.schedules.schedule import KINDS, play_schedule

SCHEDULES = 40


@pytest.mark.slow
def test_nothing_is_lost_or_doubled_whatever_comes_first() -> None:
    wrong = [str(outcome) for outcome in map(play_schedule, range(SCHEDULES)) if outcome.findings]
    assert not wrong, "\n".join(wrong)


def test_a_seed_plays_a_schedule_again() -> None:
    assert play_schedule(1) == play_schedule(1)
    assert len({play_schedule(seed).kind for seed in range(len(KINDS))}) == len(KINDS)


def test_a_process_that_goes_on_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(member, "FENCED_SECONDS", DEAD_SECONDS + 5)
    found = [line for seed in range(0, 40, len(KINDS)) for line in play_schedule(seed).findings]
    assert any(" hold " in line for line in found)
