"""What stands in the channel after whole hands, for those who play and for those who only read along."""

import re
from typing import Any

from bot.tables.state.table import Posting
from tests.discord.test_every_game import move, offered
from tests.discord.test_hand import cut, dealt, play_hand
from tests.discord.world import Seen, World, private

ANNOUNCED = 18
"""The type of Discord's own message that a thread has been created."""


def lines(message: Seen) -> list[str]:
    return message.text.splitlines()


async def test_the_last_hand_stays_with_its_tricks_and_nothing_to_press(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    hand = world.table_message()
    await play_hand(world)
    await cut(world)
    await world.env.advance_time(5)
    first, result, second = world.messages()
    assert first.id == hand.id
    assert lines(first)[:2] == ["### Bishops Whist · table 1", "**Hand 1**"]
    assert sum(bool(re.match(r"\d+\\\. ", line)) for line in lines(first)) == 13
    assert "**Bold** takes" in first.text
    assert not first.buttons
    assert not first.raw.attachments
    assert result.text.startswith("### Hand 1 is over")
    assert "trick 1 of 13" in second.text
    seals = private(await world.press("Eve", second, "Seal")).splitlines()
    assert [line.split(":")[0] for line in seals] == ["This hand", "The hand before"]
    assert "salt `" in seals[1]
    assert "salt `" not in seals[0]


async def begin_in_thread(world: World) -> Any:
    """A table of four whose hands are told in its own thread, where the first is dealt."""
    await world.set_posting(Posting.THREAD)
    await world.table("Bob", "Cleo", "Dan")
    opening = world.table_message()
    await world.start()
    await world.env.advance_time(2)
    await cut(world)
    await world.env.advance_time(2)
    assert (await world.snapshot()).table.telling.thread_id == opening.id
    return world.env.backend.channels[opening.id]


async def test_hands_are_told_in_the_tables_own_thread(world: World) -> None:
    thread = await begin_in_thread(world)
    opening = world.messages()[0]
    # SimCord announces every new thread; Discord does so only where it is not created from a message.
    assert all(message.raw.type == ANNOUNCED for message in world.messages()[1:])
    assert f"<#{thread.id}>" in opening.text
    assert not opening.buttons
    await play_hand_by_dm_in(world, thread)
    assert any("Hand 1 is over" in message.text for message in world.messages(thread))
    assert "Hand 1 is over" not in world.transcript()
    before = (await world.snapshot()).table
    for name in ("Bob", "Cleo", "Dan"):
        await world.slash(name, "table leave", table=1)
    await world.close("Ann", table=1)
    await world.env.advance_time(3)
    assert before.telling.thread_id == thread.id
    assert "This table has been closed" in world.table_message().text, "its end stands in the channel"
    hands = [m for m in world.messages(thread) if m.text.startswith("### Bishops Whist")]
    assert "13\\. " in hands[0].text
    assert not any(hand.buttons for hand in hands)


async def play_hand_by_dm_in(world: World, thread: Any) -> None:
    by_id = {member.id: name for name, member in world.people.items()}
    for _ in range(52):
        snapshot = await world.snapshot()
        name = by_id[snapshot.table.chairs[snapshot.players_awaited()[0]].user_id or 0]
        panel = world.dm(name)
        menu, what = offered(panel)[0]
        await move(world, name, panel, menu, what, dm=True)


async def test_a_thread_that_is_deleted_leaves_the_table_in_its_channel(world: World) -> None:
    thread = await begin_in_thread(world)
    world.env.backend.delete_channel(thread.id)
    await world.env.settle()
    await world.env.advance_time(5)
    table = (await world.snapshot()).table
    assert table.open
    assert (table.telling.posting, table.telling.thread_id) == (Posting.HAND, None)
    assert "The thread of table 1 is gone; it goes on here." in world.transcript()
    assert "trick 1 of 13" in world.table_message().text


async def test_where_no_thread_may_be_opened_the_hands_are_told_in_the_channel(world: World) -> None:
    await world.set_posting(Posting.THREAD)
    await world.table("Bob", "Cleo", "Dan")
    path = f"/channels/{world.channel.id}/messages/{world.table_message().id}/threads"
    world.env.inject_error("POST", path, status=403, code=50013)
    await world.start()
    await world.env.advance_time(2)
    await cut(world)
    await world.env.advance_time(2)
    assert (await world.snapshot()).table.telling.posting is Posting.HAND
    assert world.transcript().count("I may not open a thread here") == 1
    assert "trick 1 of 13" in world.table_message().text
