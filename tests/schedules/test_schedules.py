"""Some schedules of two processes over one store; `make soak ARGS='--schedules 10000'` plays many."""

import asyncio
import random

import pytest

from bot.cluster import member
from bot.cluster.member import DEAD_SECONDS
from bot.tables.state.posts import PauseOver
from tests.schedules.member import TABLE
from tests.schedules.schedule import KINDS, Schedule, play_schedule
from tests.schedules.store import SlowWire
from tests.seeded_loop import run_seeded
from tests.tables.fakes import actor

SCHEDULES = 40


@pytest.mark.slow
def test_nothing_is_lost_or_doubled_whatever_comes_first() -> None:
    wrong = [str(outcome) for outcome in map(play_schedule, range(SCHEDULES)) if outcome.findings]
    assert not wrong, "\n".join(wrong)


def test_a_seed_plays_a_schedule_again() -> None:
    assert play_schedule(1) == play_schedule(1)
    assert len({play_schedule(seed).kind for seed in range(len(KINDS))}) == len(KINDS)


def test_what_no_hint_told_of_is_shown_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    # Who owes the post is not who sends it, and the hint between them gets lost.
    async def run() -> list[str]:
        schedule = Schedule("leases", random.Random(3))
        members = [await schedule.join() for _ in range(2)]
        await asyncio.sleep(10)
        (owner,) = (member for member in members if member.owns(TABLE))
        (other,) = (member for member in members if member is not owner)
        await owner.tables.lobby.open(actor(1), 10, 20, "old-maid", {}, 60)
        for user in (2, 3, 4):
            await owner.tables.lobby.sit(TABLE, actor(user))
        await owner.tables.play.start(TABLE, actor(1))
        await asyncio.sleep(5)
        assert schedule.undone() == []
        monkeypatch.setattr(SlowWire, "tell", lambda *_: None)
        async with other.tables.repository.transaction(TABLE) as tx:
            tx.post(PauseOver())
        assert schedule.undone() != []
        await asyncio.sleep(45)
        return schedule.undone()

    assert run_seeded(1, run)[0] == []


def test_a_process_that_goes_on_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(member, "FENCED_SECONDS", DEAD_SECONDS + 5)
    found = [line for seed in range(0, 40, len(KINDS)) for line in play_schedule(seed).findings]
    assert any(" hold " in line for line in found)
