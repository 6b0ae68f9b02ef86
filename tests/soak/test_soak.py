"""A few short matches under faults; `make soak` plays whole ones for as long as one likes."""

import pytest

from bot.rules.registry import GAMES
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


@pytest.mark.slow
@pytest.mark.asyncio
@pytest.mark.parametrize(("game", "seed"), [(game, seed) for seed, game in enumerate(GAMES, 1)])
async def test_a_match_under_faults(game: str, seed: int) -> None:
    played = await play_match(game, seed, rounds=300 if game in WHOLE else 16, short=True)
    assert played.findings == []
    assert sum(played.injected.values()) > 0
    assert played.over if game in WHOLE else played.moves > 10
