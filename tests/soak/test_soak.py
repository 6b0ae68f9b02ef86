"""A few short matches under faults; `make long` plays one of each game, `make soak` whole ones."""

import pytest

from bot.rules.registry import GAMES
from tests.rare import Rare, missed, table
from tests.rules.matches import games_first
from tests.soak.faults import RATES, Call, Failure, Schedule
from tests.soak.match import play_match

WHOLE = ("old-maid", "matador")
"""The games whose matches are short enough to be played to the end."""


def test_every_failure_of_every_call_comes_up_and_the_seed_says_when() -> None:
    schedule, again = Schedule(1), Schedule(1)
    assert schedule.fault(Call.DELETE) is None, "nothing fails before it begins"
    schedule.calm = again.calm = False
    for call in Call:
        for _ in range(int(30 / RATES[call])):
            assert schedule.fault(call) == again.fault(call)
    assert set(schedule.injected) == {(failure, call) for failure in Failure for call in Call}


def test_the_seed_of_a_match_plays_it_again() -> None:
    one, again = (play_match("old-maid", 3, rounds=20, rate=3.0, short=True) for _ in range(2))
    assert one.injected
    assert one.transcript == again.transcript
    assert one.digest == again.digest


def test_rare_states_are_noted_and_those_missed_are_named() -> None:
    reached = +play_match("matador", 1, rounds=30, rate=5.0, short=True).rare
    assert {Rare.OVERTAKEN, Rare.DIED_IN_CALL, Rare.NOT_STORED, Rare.OUTAGE} & set(reached)
    assert len(missed(reached)) + len(table(reached)) == len(Rare) == 40


@pytest.mark.slow
@games_first("bishops-whist", "polish-bezique", *WHOLE)
def test_a_match_under_faults(key: str) -> None:
    seed = 1 + list(GAMES).index(key)
    played = play_match(key, seed, rounds=300 if key in WHOLE else 16, short=True)
    assert played.findings == []
    assert sum(played.injected.values()) > 0
    assert played.over if key in WHOLE else played.moves > 10
