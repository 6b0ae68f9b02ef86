"""When something that failed is tried again."""

import random
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.transport.backoff import LATER, SOON, Backoff, fleeting, forbidden
from cogs.transport.channels import UNKNOWN_CHANNEL, is_there, sent_before
from tests.tables.fakes import HandClock


class NoChance(random.Random):
    def random(self) -> float:
        return 0.0


def waits(pace: Any, times: int, rng: random.Random | None = None) -> list[float]:
    clock, found = HandClock(), []
    backoff = Backoff(clock, rng or NoChance())
    for _ in range(times):
        due = backoff.failed("it", pace)
        found.append(due - clock.time)
        clock.time = due
    return found


def http_error(status: int, code: int = 0) -> discord.HTTPException:
    return discord.HTTPException(
        cast(Any, SimpleNamespace(status=status, reason="")), {"code": code, "message": ""}
    )


def test_waits_double_up_to_the_longest():
    assert waits(SOON, 7) == [1, 2, 4, 8, 16, 30, 30]
    assert waits(LATER, 7) == [180, 360, 720, 1440, 2880, 3600, 3600]


def test_waits_differ_by_a_quarter_at_most():
    found = waits(SOON, 200, random.Random(1))[6:]
    assert all(22.5 <= wait <= 30 for wait in found)
    assert len({round(wait, 3) for wait in found}) > 100


def test_tries_under_way_together_count_once():
    clock = HandClock()
    backoff = Backoff(clock, NoChance())
    assert backoff.failed("it", SOON) == backoff.failed("it", SOON)
    assert backoff.failures("it") == 1


def test_a_success_begins_anew():
    clock = HandClock()
    backoff = Backoff(clock, NoChance())
    backoff.failed("it", LATER)
    backoff.forget("it")
    assert (backoff.due("it"), backoff.failures("it"), len(backoff)) == (0.0, 0, 0)


def test_use_brings_a_try_forward_but_keeps_the_spacing():
    clock = HandClock()
    backoff = Backoff(clock, NoChance())
    backoff.failed("it", LATER)
    backoff.failed("soon", SOON)
    backoff.hasten("it", 5.0)
    backoff.hasten("soon", 5.0)
    backoff.hasten("never failed", 5.0)
    assert backoff.due("it") == clock.time + 5
    assert backoff.due("soon") == clock.time + 1
    assert backoff.due("never failed") == 0.0


@pytest.mark.parametrize(
    ("status", "code", "often_harms", "passes"),
    [
        (500, 0, False, True),
        (429, 0, False, True),
        (400, 0, False, False),
        (401, 0, True, False),
        (403, 50013, True, False),
        (404, 10003, True, False),
        (404, 0, False, True),
        (403, 40003, False, False),
    ],
)
def test_what_kind_of_refusal_it_is(status: int, code: int, often_harms: bool, passes: bool):
    error = http_error(status, code)
    assert (forbidden(error), fleeting(error)) == (often_harms, passes)


@pytest.mark.parametrize(
    ("status", "code", "there"),
    [(404, UNKNOWN_CHANNEL, False), (404, 0, True), (403, 50001, True), (503, 0, True)],
)
async def test_only_what_discord_does_not_know_is_gone(status: int, code: int, there: bool):
    async def fetch_channel(channel_id: int) -> None:
        raise http_error(status, code)

    assert await is_there(cast(Any, SimpleNamespace(fetch_channel=fetch_channel)), 9) is there


def test_a_message_that_discord_had_already_is_known_by_its_age():
    began = datetime(2026, 1, 2, tzinfo=UTC)
    old, new = (discord.utils.time_snowflake(began + timedelta(seconds=after)) for after in (-60, 1))
    assert sent_before(old, began.timestamp())
    assert not sent_before(new, began.timestamp())
