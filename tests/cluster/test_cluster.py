"""Two bot processes, as they are run in earnest, on PostgreSQL and the fake Discord, for some seconds."""

from pathlib import Path

import pytest

from tests.cluster.report import printed
from tests.cluster.scenario import Plan, Run
from tests.fake_discord.gateway import Delivery
from tests.fake_discord.server import Behaviour
from tests.fake_discord.tables import Mix

pytestmark = pytest.mark.slow


_NOT_HERE = {
    "clicks",
    "acknowledged within",
    "calls with the bot's token a second",
    "answers 429, for all calls",
}
"""What depends on how busy the machine is that runs the tests."""


async def test_two_processes_one_restarted_one_killed(empty_postgres_url: str, tmp_path: Path) -> None:
    """At first every session of the shard gets the events, then only the newest."""
    plan = Plan(
        seconds=15.0,
        rate=3.0,
        tables=6,
        behaviour=Behaviour(identify_seconds=1.0, delivery=Delivery.ALL),
        mix=Mix(people=(1, 2), games=("bishops-whist", "mariage"), guilds=2, sleepers=0),
        then=Delivery.NEWEST,
        settings={"CARDINAL_PICTURES": "false"},
    )
    outcome = await Run(plan, empty_postgres_url, tmp_path).run()
    missed = [line for line in outcome.report if line.good is False and line.what not in _NOT_HERE]
    assert not missed, f"{printed(outcome.report)}\n{dict(outcome.findings.wrong)}"
    assert outcome.findings.moves_accepted
