import asyncio

import pytest

from bot.tables.model import Posting
from tests.discord.test_hand import cut, play_hand_by_dm, playable
from tests.discord.world import World, private, seen

pytestmark = pytest.mark.asyncio


def close_dms(world: World, name: str) -> None:
    channel = world.people[name].user.dm_channel.id
    world.env.inject_error("POST", f"/channels/{channel}/messages", status=403, code=50007)


async def test_closed_dms_are_told_once_in_the_channel_and_the_game_goes_on(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.change(ceremony=True)
    await world.start()
    close_dms(world, "Bob")
    await cut(world)
    bob = world.people["Bob"]
    told = [m.text for m in world.messages() if "I cannot send you a DM" in m.text]
    assert len(told) == 1
    assert told[0].startswith(f"<@{bob.id}>")
    for _ in range(52):
        name = world.awaited()
        if name == "Bob":
            panel = seen((await world.slash("Bob", "hand")).response)
            await world.press("Bob", panel, playable(panel)[0])
        else:
            panel = world.dm(name)
            await world.press(name, panel, playable(panel)[0], dm=True)
    assert "Hand 1 is over" in world.transcript()
    before = len(world.env.http_requests)
    await cut(world)
    dm_path = f"/channels/{bob.user.dm_channel.id}/messages"
    assert not [r for r in world.env.http_requests[before:] if r.path.endswith(dm_path)], "it tried again"
    assert len([m for m in world.messages() if "I cannot send you a DM" in m.text]) == 1


async def test_asking_for_dms_again_makes_the_bot_try_again(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.change(ceremony=True)
    await world.start()
    close_dms(world, "Bob")
    await cut(world)
    panel = seen((await world.slash("Bob", "me")).response)
    assert "Discord refuses my DMs to you" in panel.text
    await world.set_me("Bob", "Cards by DM")
    await world.set_me("Bob", "Cards by DM")
    assert "Discord refuses my DMs to you" not in private(await world.slash("Bob", "me"))


async def test_a_deleted_table_message_comes_back(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.start()
    await cut(world)
    message, name = world.table_message(), world.awaited()
    world.bot.services.messages.drop_table_message(1)
    world.env.backend.delete_message(world.channel.id, message.id)
    panel = world.dm(name)
    await world.press(name, panel, playable(panel)[0], dm=True)
    again = world.table_message()
    assert again.id != message.id
    assert "trick 1 of 13" in again.text


async def test_without_permission_to_post_the_table_survives_and_says_what_it_needs(world: World) -> None:
    await world.set_posting(Posting.TRICKS)
    await world.table("Bob", "Cleo", "Dan")
    await world.start()
    await cut(world)
    path = f"/channels/{world.channel.id}/messages"
    await play_hand_by_dm(world, 3)
    world.env.inject_error("POST", path, status=403, code=50013)
    last = world.awaited()
    panel = world.dm(last)
    told = private(await world.press(last, panel, playable(panel)[0], dm=True))
    name = world.awaited()
    told += private(await world.press(name, world.dm(name), "Refresh", dm=True))
    assert told.count("I need the permissions View Channel, Send Messages") == 1
    await world.env.advance_time(6)
    assert world.transcript().count("Trick 1:") == 1, "the owed post arrives when it can"
    assert (await world.snapshot()).step > 5


async def test_discord_failing_for_a_while_loses_nothing(world: World) -> None:
    await world.set_posting(Posting.TRICKS)
    await world.table("Bob", "Cleo", "Dan")
    await world.start()
    await cut(world)
    await play_hand_by_dm(world, 3)
    for _ in range(6):
        world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=400, code=0)
    name = world.awaited()
    panel = world.dm(name)
    await world.press(name, panel, playable(panel)[0], dm=True)
    await asyncio.sleep(0)
    for _ in range(8):
        await world.env.advance_time(31)
    assert world.transcript().count("Trick 1:") == 1


async def test_nobody_waits_for_somebody_who_walked_away(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.start()
    await cut(world)
    name = world.awaited()
    await world.env.advance_time(190)
    assert f"<@{world.people[name].id}>: it is your turn" in world.transcript()
    await world.env.advance_time(190)
    await world.env.advance_time(10)
    assert "seems to be away" in world.transcript()
    snapshot = await world.snapshot()
    assert any(entry.text.startswith("play") for entry in snapshot.log)
    panel = world.dm(name)
    if "I'm back" in panel.buttons:
        await world.press(name, panel, "I'm back", dm=True)
    else:
        await world.slash(name, "table join")
    snapshot = await world.snapshot()
    seat = snapshot.table.seat_of(world.people[name].id)
    assert seat is not None
    assert not snapshot.table.seats[seat].away
    assert "away, the house plays" not in world.table_message().text
    assert "is back" not in world.transcript(), "the table message shows it"


async def test_the_table_message_is_posted_anew_before_it_is_too_old_to_edit(world: World) -> None:
    await world.table()
    message = world.table_message()
    for _ in range(17):
        await world.env.advance_time(180)
    again = world.table_message()
    assert again.id != message.id
    assert [m.id for m in world.messages()].count(message.id) == 0
