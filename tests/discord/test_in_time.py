"""Every command and click is acknowledged in time while the database is locked, and answered in the end."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
import simcord

from storage.connection.batches import Batches
from tests.discord.test_access import Persona as Person
from tests.discord.test_access import control, lone, told, use
from tests.discord.test_hand import dealt, play_hand_by_dm, playable
from tests.discord.world import Seen, World, seen

Doing = Callable[[], Awaitable[Any]]
PATIENCE = 10.0
"""Seconds after which a test gives up; the database waits 15."""

DISCORD_WAITS = 3.0


@pytest.fixture
def database() -> None:
    """Made by the bot, and reached through threads, which wait for the lock."""


async def while_locked(world: World, do: Doing) -> Any:
    """Do it while another process writes, which ends once it is acknowledged; what came of it."""
    path = world.settings.database_url.partition("///")[2]
    writer = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    writer.execute("BEGIN IMMEDIATE")
    start, asked = len(world.env.http_requests), asyncio.Event()
    submit = Batches.submit

    async def noted(batches: Any, worker: Any, item: Any) -> Any:
        asked.set()
        return await submit(batches, worker, item)

    def acknowledged() -> bool:
        return any(request.path.endswith("/callback") for request in world.env.http_requests[start:])

    async def release() -> bool:
        await asked.wait()
        # The offline Discord's clock stands still until it is moved.
        world.env._move_clock(world.env._virtual_time + DISCORD_WAITS - 1.0)
        for _ in range(int(PATIENCE / 0.01)):
            if acknowledged():
                break
            await asyncio.sleep(0.01)
        done = acknowledged()
        writer.rollback()
        writer.close()
        return done

    releasing = asyncio.create_task(release())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Batches, "submit", noted)
        result = await do()
    assert await releasing, "it waited for the database"
    assert result.acknowledged
    return result


async def test_commands_are_acknowledged_while_the_database_is_locked(world: World) -> None:
    result = await while_locked(
        world, lambda: world.people["Ann"].slash(world.channel, "table open", game="bishops-whist")
    )
    assert not result.response.ephemeral
    assert "table 1" in seen(result.response).text
    assert not result.followups
    commands: list[tuple[str, str, dict[str, Any], str]] = [
        ("Bob", "table join", {}, "You sit"),
        ("Ann", "table invite", {"member": world.people["Cleo"]}, "has been asked"),
        ("Bob", "table leave", {}, "You have left table 1."),
        ("Ann", "table start", {}, "Table 1 has begun."),
        ("Ann", "table close", {}, "A match is being played at table 1."),
    ]
    for name, command, options, said in commands:
        do = partial(world.people[name].slash, world.channel, command, **options)
        result = await while_locked(world, do)
        assert said in told(result), command
        assert result.response.ephemeral, command
        await world.env.settle()


async def test_a_game_is_picked_while_the_database_is_locked(world: World) -> None:
    picker = (await world.slash("Ann", "table open")).response
    ann = world.people["Ann"]
    menu = next(
        menu["custom_id"]
        for menu in seen(picker).menus
        if any(option["value"] == "matador" for option in menu["options"])
    )
    await while_locked(world, lambda: ann.select(picker, ["matador"], custom_id=menu))
    assert world.table_message().text.startswith("### Matador · table 1")


async def test_buttons_and_menus_are_acknowledged_while_the_database_is_locked(world: World) -> None:
    await world.table()

    async def press(name: str, message: Seen, label: str) -> Any:
        return await while_locked(world, lambda: world.press(name, message, label))

    await press("Bob", world.table_message(), "Sit East")
    assert "East: **Bob**" in world.table_message().text
    await press("Ann", world.table_message(), "Play a rubber instead")
    assert (await world.snapshot()).table.options == {"match": "rubber"}
    form = await world.press("Ann", world.table_message(), "More house rules")
    answers = {"tie": "1", "besides": ["scores_below_zero"]}
    await while_locked(world, lambda: world.people["Ann"].submit_modal(form, answers))
    assert (await world.snapshot()).table.options == {"match": "rubber", "tie": "void"}
    await press("Bob", world.table_message(), "Get up")
    assert "Sit East" in world.table_message().buttons
    await press("Ann", world.table_message(), "Start with 3 house players")
    await world.env.settle()
    assert "to act" in world.table_message().text


async def test_a_card_is_acknowledged_while_the_database_is_locked(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    name, step = world.awaited(), (await world.snapshot()).step
    panel = world.dm(name)
    await while_locked(world, lambda: world.press(name, panel, playable(panel)[0], dm=True))
    await world.env.settle()
    assert (await world.snapshot()).step == step + 1
    assert playable(world.dm(name)) == []


async def test_get_up_and_refresh_on_old_messages_are_done_and_answered(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    bob = Person(world.people["Bob"], world.channel)
    result = await use(control("refresh"), world, bob)
    assert told(result).startswith("Done. Table 1 now stands [further down](")
    result = await use(control("leave"), world, bob)
    assert told(result).startswith("Done. Table 1 now stands [further down](")
    assert (await world.snapshot()).table.chairs.seat_of(bob.actor.id) is None
    assert "You do not sit at this table" in told(await use(control("leave"), world, bob))


async def test_refresh_on_an_old_panel_brings_the_hand_to_it(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    name = world.awaited()
    person = world.people[name].user
    message = lone(control("refresh"), world, person.dm_channel)
    shown = simcord.ResponseMessage(world.env, message.raw)
    result = await person.click(shown, custom_id=next(iter(message.buttons.values()))["custom_id"])
    assert result.acknowledged
    assert playable(seen(shown))
    await world.env.settle()
    panels = [panel for panel in world.messages(person.dm_channel) if playable(panel)]
    assert [panel.id for panel in panels] == [message.id]


async def test_a_table_message_deleted_while_its_button_works_is_answered(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.table()
    message, renderer = world.table_message(), world.bot.services.renderer
    draw = renderer.table_message

    async def deleted(snapshot: Any) -> Any:
        monkeypatch.undo()
        world.env.backend.delete_message(world.channel.id, message.id)
        return await draw(snapshot)

    monkeypatch.setattr(renderer, "table_message", deleted)
    assert told(await world.press("Bob", message, "Sit East")).startswith("Done.")
    assert (await world.snapshot()).table.chairs.seat_of(world.people["Bob"].id) == 1


async def test_a_move_of_many_letters_is_refused_in_a_sentence(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand_by_dm(world, 1)
    for typed in (
        "x" * 2700,
        "play " + "Q" * 2700,
        "♠" * 2700,
        "cut " + "9" * 2700,
        "`" * 2700,
        "@everyone " * 270,
    ):
        assert 0 < len(told(await world.slash(world.awaited(), "play", card=typed))) <= 200, typed[:9]


async def test_a_button_that_nobody_knows_any_more_is_answered(world: World) -> None:
    backend = world.env.backend
    for custom_id in ("c:1:0:!dance:", "c:1:0:!sit:x", "s:dance:"):
        button = {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id}
        row = {"type": 1, "components": [button]}
        message = backend.create_message(world.channel.id, backend.bot_user.id, "", components=[row])
        shown = simcord.ResponseMessage(world.env, message)
        result = await world.people["Ann"].click(shown, custom_id=custom_id)
        assert told(result) == "That button is out of date; see /table list for the tables there are."
