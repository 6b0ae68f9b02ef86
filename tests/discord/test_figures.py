"""What is counted while people play, and how the bot says that it is well."""

from contextlib import AsyncExitStack

import aiohttp
import pytest
import simcord

from bot import metrics
from tests.discord.test_one_panel import playing
from tests.discord.world import World, counting, private
from tests.offline import opened_bot

STATES = ("refused", "overdue", "now", "later")
CALLBACK = "/interactions/*/callback"


def value(name: str, **labels: str) -> float:
    return metrics.REGISTRY.get_sample_value(name, labels) or 0.0


async def test_clicks_and_their_answers_are_counted(world: World) -> None:
    commands = value("cardinal_clicks_total", kind="command")
    buttons = value("cardinal_clicks_total", kind="button")
    answered = value("cardinal_acknowledge_seconds_count")
    await world.table("Bob")
    assert value("cardinal_clicks_total", kind="command") == commands + 1
    assert value("cardinal_clicks_total", kind="button") == buttons + 1
    assert value("cardinal_acknowledge_seconds_count") == answered + 2


async def test_a_refusal_is_counted_by_its_code(world: World) -> None:
    await world.table()
    counted = counting(metrics.REFUSALS)
    assert private(await world.slash("Eve", "hand"))
    assert counted() == {"nowhere-seated": 1}


@pytest.mark.parametrize(
    ("status", "code", "times", "unanswered", "apologies"),
    [
        pytest.param(404, 10062, None, {"too late": 1}, {}, id="three seconds are over"),
        pytest.param(400, 40060, None, {}, {}, id="another process has answered"),
        pytest.param(403, 50013, 1, {}, {"refused": 1}, id="the apology is the answer"),
        pytest.param(403, 50013, None, {"refused": 1}, {"refused": 1}, id="not even an apology"),
    ],
)
async def test_only_what_nobody_has_answered_counts_as_unanswered(
    world: World,
    status: int,
    code: int,
    times: int | None,
    unanswered: dict[str, float],
    apologies: dict[str, float],
) -> None:
    await world.table("Bob")
    button = next(iter(world.table_message().buttons.values()))["custom_id"]
    missed, apologised = counting(metrics.UNANSWERED), counting(metrics.FAULTS)
    world.env.inject_error("POST", CALLBACK, status=status, code=code, times=times)
    shown = simcord.ResponseMessage(world.env, world.table_message().raw)
    await world.people["Bob"].click(shown, custom_id=button)
    await world.env.advance_time(4)
    world.env.backend.faults.clear()
    assert (missed(), apologised()) == (unanswered, apologies)


async def test_transactions_are_timed(world: World) -> None:
    before = value("cardinal_database_seconds_count", kind="write")
    await world.table()
    assert value("cardinal_database_seconds_count", kind="write") > before
    assert value("cardinal_database_wait_seconds_count", kind="write") > 0
    assert value("cardinal_database_seconds_count", kind="look-up") > 0


async def test_what_waits_and_what_is_open_is_told(world: World, env: simcord.Env) -> None:
    await playing(world, "Bob")
    await world.press("Bob", world.table_message(), "My hand", settle=True)
    await env.advance_time(5)
    with env.time_context():
        await world.bot.measure()
    to_show = {state: value("cardinal_to_show", what="table", state=state) for state in STATES}
    assert to_show == {"refused": 0, "overdue": 0, "now": 0, "later": 1}, (
        "the end of a panel's token, before which it is laid aside"
    )
    assert value("cardinal_tables_open") == 1
    for queue in ("calls", "house jobs"):
        assert metrics.REGISTRY.get_sample_value("cardinal_queue_length", {"queue": queue}) == 0
    assert value("cardinal_servers", shard="0") == len(world.bot.guilds) > 0
    assert value("cardinal_leases_held", kind="tables") == 32
    assert value("cardinal_processes_alive") == 1


async def test_the_bot_is_ready_until_it_stops(world: World, env: simcord.Env) -> None:
    assert world.bot.unready() is None
    assert await world.bot.fault() is None
    await world.env.stop()
    assert world.bot.unready() == "stopping"


async def test_a_bot_that_has_not_started_is_well_but_not_ready(world: World) -> None:
    settings = world.settings.model_copy(update={"database_url": "sqlite+aiosqlite://"})
    async with AsyncExitStack() as stack:
        bot = await opened_bot(stack, settings)
        assert bot.unready() == "starting"
        assert await bot.fault() is None
        await bot.measure()


async def test_a_database_that_is_gone_is_a_fault(world: World, env: simcord.Env) -> None:
    database = world.bot.parts.database

    async def away(*_: object) -> None:
        raise ConnectionRefusedError("no route to the database")

    database.write = away  # type: ignore[method-assign,assignment]
    assert await world.bot.fault() == "the database answers, but takes no writes (ConnectionRefusedError)"
    database.read = away  # type: ignore[method-assign,assignment]
    assert await world.bot.fault() == "the database does not answer (ConnectionRefusedError)"


async def test_every_call_of_discord_is_traced(world: World) -> None:
    settings = world.settings.model_copy(update={"database_url": "sqlite+aiosqlite://"})
    async with AsyncExitStack() as stack:
        # The offline Discord would have calls of its own.
        trace = (await opened_bot(stack, settings)).http.http_trace
        assert isinstance(trace, aiohttp.TraceConfig)
        assert {"_ended", "_answered"} == {callback.__name__ for callback in trace.on_request_end}
        assert {"_started", "before_sending"} == {callback.__name__ for callback in trace.on_request_start}
