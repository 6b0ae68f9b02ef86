"""People who leave the server, channels that go, a bot that is removed and added again; marked cards and
slow tables as people see them.
"""

import re
from dataclasses import replace
from typing import Any

import simcord
from simcord.backend import serializers

from bot.tables.state.chairs import House
from bot.tables.state.table import SLOW_SECONDS, Status
from tests.discord.test_hand import CHAIRS, answer_on, cut, dealt, playable
from tests.discord.test_restart import restart
from tests.discord.world import World, dumped, private
from tests.present import present


async def begin(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")


def waiting(world: World) -> str:
    """Somebody seated who is not to act."""
    return next(name for name in CHAIRS if name != world.awaited())


def said_by_dm(world: World, name: str) -> list[str]:
    return [message.text for message in world.messages(world.people[name].user.dm_channel)]


def remove_bot(world: World) -> Any:
    """Take the bot off the server; what is there stays, for it to be added again."""
    backend, guild = world.env.backend, world.guild._guild
    kept = {number: backend.channels[number] for number in guild.channel_ids}
    messages = {number: backend.messages[number] for number in guild.channel_ids}
    backend.remove_guild(guild.id)

    def add_again() -> None:
        backend.guilds[guild.id] = guild
        backend.channels.update(kept)
        backend.messages.update(messages)
        payload: dict[str, Any] = dict(serializers.guild_create_payload(backend, guild))
        # Discord says `false` of servers that were merely not there for a while.
        payload.pop("unavailable", None)
        backend.emit("GUILD_CREATE", payload)

    return add_again


async def test_who_has_left_the_server_is_found_out_by_their_click(world: World) -> None:
    await begin(world)
    name = world.awaited()
    panel = world.dm(name)
    await world.env.advance_time(61)
    world.guild.remove_member(world.people[name])
    assert "cannot see the channel" in private(await world.press(name, panel, playable(panel)[0], dm=True))
    await world.env.settle()
    await world.env.advance_time(5)
    assert f"**{name}** is no longer on this server; " in world.transcript()
    assert "of the house plays on" in world.transcript()
    table = (await world.snapshot()).table
    (kept,) = [seat for seat in table.chairs if isinstance(seat.occupant, House)]
    assert kept.kept_for is not None
    assert kept.kept_for.name == name


async def test_who_was_banned_is_not_reminded_and_the_house_plays_on(world: World) -> None:
    await begin(world)
    name = world.awaited()
    world.env.backend.apply_ban(world.guild.id, world.people[name].id, None)
    seconds = (await world.snapshot()).table.clock.turn_seconds
    await world.env.advance_time(seconds + 10)
    assert "it is your turn" not in world.transcript()
    assert world.transcript().count(f"**{name}** is no longer on this server") == 1
    assert world.awaited() != name


async def test_a_ban_is_noticed_at_the_next_press_in_a_dm(world: World) -> None:
    await begin(world)
    name = world.awaited()
    actors, table = world.bot.services.actors, (await world.snapshot()).table
    person = world.people[name]
    assert (await actors.rights_of(person.id, table.guild_id, table.telling.channel_id)).sees
    world.env.backend.apply_ban(world.guild.id, person.id, None)
    await world.env.settle()
    assert not (await actors.rights_of(person.id, table.guild_id, table.telling.channel_id)).sees


async def test_whom_no_dm_reaches_any_more_is_found_out_at_the_deal(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.change(ceremony=True)
    await world.start()
    bob = world.people["Bob"]
    path = f"/channels/{bob.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50278)
    world.bot.services.actors._members.clear()
    world.guild.remove_member(bob)
    await cut(world)
    await world.env.settle()
    assert world.transcript().count("**Bob** is no longer on this server") == 1


async def test_a_deleted_channel_closes_the_table_and_its_people_are_told_by_dm(world: World) -> None:
    await begin(world)
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    await world.env.advance_time(5)
    assert (await world.snapshot()).table.status is Status.CLOSED
    for name in CHAIRS:
        told = [text for text in said_by_dm(world, name) if "The channel of table 1 is gone" in text]
        assert len(told) == 1
        assert "/record table:1" in told[0]
    start = len(world.env.http_requests)
    await world.env.advance_time(120)
    tries = [r for r in world.requests(start) if f"/channels/{world.channel.id}" in r.path]
    assert not tries, "nothing is owed to a channel that is gone"


async def test_a_channel_deleted_while_the_bot_was_away_is_found_out_by_posting(world: World) -> None:
    await begin(world)
    name = world.awaited()
    panel = world.dm(name)
    channel = world.env.backend.channels.pop(world.channel.id)
    world.env.backend.messages.pop(channel.id)
    world.env.backend.get_guild(world.guild.id).channel_ids.remove(channel.id)
    await world.press(name, panel, playable(panel)[0], dm=True)
    await world.env.advance_time(5)
    assert (await world.snapshot()).table.status is Status.CLOSED
    assert any("The channel of table 1 is gone" in text for text in said_by_dm(world, "Ann"))


async def test_an_archived_and_locked_thread_is_told_to_whoever_plays(world: World) -> None:
    await begin(world)
    path = f"/channels/{world.channel.id}/messages*"
    for method in ("POST", "PATCH"):
        world.env.inject_error(method, path, status=403, code=50083, times=None)
        world.env.inject_error(method, f"{path}/*", status=403, code=50083, times=None)
    world.bot.services.messages.drop_table_message(1)
    told = ""
    for _ in range(4):
        snapshot = await world.snapshot()
        user_id = snapshot.table.chairs[snapshot.awaited[0]].user_id
        name = next(name for name in CHAIRS if world.people[name].id == user_id)
        panel = world.dm(name)
        told += private(await world.press(name, panel, playable(panel)[0], dm=True)) + answer_on(
            world.dm(name)
        )
        await world.env.advance_time(1)
    assert told.count("is archived and locked") == 1


async def test_tables_pause_when_the_bot_is_removed_and_go_on_when_it_is_back(world: World) -> None:
    await begin(world)
    step = (await world.snapshot()).step
    add_again = remove_bot(world)
    await world.env.settle()
    paused = (await world.snapshot()).table
    assert paused.clock.paused
    for name in CHAIRS:
        assert sum("so it is paused" in text for text in said_by_dm(world, name)) == 1
    await world.env.advance_time(600)
    assert (await world.snapshot()).step == step
    add_again()
    await world.env.settle()
    await world.env.advance_time(5)
    table = (await world.snapshot()).table
    assert not table.clock.paused
    assert "I am on this server again, so table 1 goes on." in world.transcript()
    name = world.awaited()
    panel = next(m for m in reversed(world.messages(world.people[name].user.dm_channel)) if m.buttons)
    await world.press(name, panel, playable(panel)[0], dm=True)
    assert (await world.snapshot()).step == step + 1


async def test_a_table_paused_by_agreement_stays_so_when_the_bot_is_back(world: World) -> None:
    await begin(world)
    async with world.env.as_bot(), world.bot.services.tables.repository.transaction(1) as tx:
        tx.set_clock(paused=True)
    add_again = remove_bot(world)
    await world.env.settle()
    add_again()
    await world.env.settle()
    assert (await world.snapshot()).table.clock.paused


async def test_a_restart_does_not_pause_or_close_anything(world: World) -> None:
    await begin(world)
    await restart(world)
    await world.env.advance_time(5)
    table = (await world.snapshot()).table
    assert table.open
    assert not table.clock.paused


async def test_a_marked_card_plays_itself_and_only_its_owner_sees_the_mark(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.change(ceremony=True)
    await world.start()
    await cut(world)
    snapshot = await world.snapshot()
    chair = (snapshot.awaited[0] + 1) % 4
    follower = next(n for n in CHAIRS if world.people[n].id == snapshot.table.chairs[chair].user_id)
    panel = world.dm(follower)
    (menu,) = panel.menus
    marks = {option["label"]: option["value"] for option in menu["options"]}
    assert len(marks) == 13
    assert all(label.startswith("Mark ") for label in marks), "every label says what choosing does"
    lead = playable(world.dm(world.awaited()))[0]
    after = snapshot.game.apply(
        snapshot.state, snapshot.awaited[0], snapshot.game.legal(snapshot.state, snapshot.awaited[0])[0]
    ).state
    legal = {str(move) for move in snapshot.game.legal(after, chair)}
    chosen, move = next((label, move) for label, move in marks.items() if move in legal)
    seen_before = dumped([message.raw for message in world.messages()])
    shown = simcord.ResponseMessage(world.env, panel.raw)
    assert (await world.people[follower].user.select(shown, [move], custom_id=menu["custom_id"])).acknowledged
    assert "Un" + chosen.replace("Mark", "mark").replace("\ufe0e", "") in world.dm(follower).open_buttons
    assert dumped([message.raw for message in world.messages()]) == seen_before
    for name in CHAIRS:
        assert name == follower or not any("Unmark" in label for label in world.dm(name).buttons)
    leader = world.awaited()
    await world.press(leader, world.dm(leader), lead, dm=True)
    await world.env.advance_time(5)
    played = await world.snapshot()
    assert played.step == snapshot.step + 2
    assert played.log[-1].text == move


async def test_a_card_is_marked_by_typing_and_unmarked_by_pressing(world: World) -> None:
    await begin(world)
    name = waiting(world)
    snapshot = await world.snapshot()
    chair = present(snapshot.table.chairs.seat_of(world.people[name].id))
    text = str(snapshot.game.plays_held(snapshot.state, chair)[0])
    told = private(await world.slash(name, "play", card=text.partition(" ")[2]))
    assert "Marked:" in told
    assert "It is played when your turn comes, if it is legal then." in told
    assert (await world.snapshot()).table.dealt.marked == {chair: text}
    await world.press(name, world.dm(name), "Refresh", dm=True)
    panel = world.dm(name)
    unmark = next(label for label in panel.open_buttons if label.startswith("Unmark "))
    await world.press(name, panel, unmark, dm=True)
    assert not (await world.snapshot()).table.dealt.marked


async def test_a_slow_table_says_so_and_is_not_posted_anew_every_hour(world: World) -> None:
    await world.slash("Ann", "table open", game="bishops-whist", pace="slow", level="")
    for name, chair in (("Bob", "East"), ("Cleo", "South"), ("Dan", "West")):
        await world.press(name, world.table_message(), f"Sit {chair}")
    assert "A day a turn" in world.table_message().text
    table = (await world.snapshot()).table
    assert table.clock.turn_seconds == SLOW_SECONDS
    await world.start()
    await cut(world)
    assert "A day a turn" in world.table_message().text
    assert re.search(r"to act, until <t:\d+:f>, then the house plays", world.table_message().text)
    posted, number = world.table_message().id, len(world.messages())
    store = world.bot.parts.publisher.posts
    shown = present(await store.table_message(1))
    await store.save_table_message(replace(shown, posted_at=shown.posted_at - 7200))
    await world.env.advance_time(60)
    assert (world.table_message().id, len(world.messages())) == (posted, number)
    name = world.awaited()
    assert "Your turn at" in world.dm(name).text, "a call, since nobody is about"
    panel = world.messages(world.people[name].user.dm_channel)[0]
    await world.press(name, panel, playable(panel)[0], dm=True)
    await world.env.advance_time(60)
    assert world.table_message().id != posted, "there is something new"


async def test_the_level_of_the_house_is_set_at_opening_and_in_play(world: World) -> None:
    levels = world.bot.services.tables.lobby.levels("bishops-whist")
    await world.slash("Ann", "table open", game="bishops-whist", level=levels[0].key)
    assert (await world.snapshot()).table.level == levels[0].key
    await world.start()
    assert {
        seat.occupant.player
        for seat in (await world.snapshot()).table.chairs
        if isinstance(seat.occupant, House)
    } == {levels[0].key}
    told = private(await world.slash("Ann", "table house", level=levels[-1].key))
    assert f"it plays at the level {levels[-1].name}" in told
    assert (await world.snapshot()).table.level == levels[-1].key


async def test_the_lobby_says_who_keeps_the_table(world: World) -> None:
    await world.table("Bob")
    assert f"<@{world.people['Ann'].id}>" in world.table_message().text
    await world.press("Ann", world.table_message(), "Get up")
    assert f"<@{world.people['Bob'].id}>" in world.table_message().text
