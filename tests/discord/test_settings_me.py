"""`/me`: every setting takes effect on the panel at once, and blocks keep two people apart."""

import re
from typing import Any

import simcord

from bot.tables.state.preferences import Calls, Pace, Sharing
from cogs.settings.me import draw_blocks
from tests.discord.test_hand import dealt, playable
from tests.discord.test_restart import restart
from tests.discord.world import Seen, World, private, seen


async def choose(world: World, name: str, message: Seen, custom_id: str, *values: Any) -> Any:
    shown = simcord.ResponseMessage(world.env, message.raw)
    result = await world.people[name].select(shown, list(values), custom_id=custom_id)
    assert result.acknowledged
    return result


async def me(world: World, name: str) -> Seen:
    return seen((await world.slash(name, "me")).response)


def again(world: World, message: Seen) -> Seen:
    return seen(world.env.backend.messages[message.raw.channel_id][message.id])


async def playing(world: World) -> str:
    """A match begun by four people; whoever is to play a card."""
    await dealt(world, "Bob", "Cleo", "Dan")
    return world.awaited()


async def test_the_whole_panel_is_switches_and_menus_and_each_switch_says_how_it_stands(world: World) -> None:
    panel = await me(world, "Ann")
    assert "Reading mode: off" in panel.buttons
    await world.press("Ann", panel, "Reading mode: off")
    assert "Reading mode: on" in again(world, panel).buttons
    await choose(world, "Ann", panel, "s:calls:", "never")
    await choose(world, "Ann", panel, "s:pace:", "slow")
    settings = await world.bot.services.tables.users.settings(world.people["Ann"].id)
    assert (settings.reading, settings.calls, settings.pace) == (True, Calls.NEVER, Pace.SLOW)
    assert settings.problems is Sharing.NEVER
    await choose(world, "Ann", panel, "s:problems:", "with my name")
    settings = await world.bot.services.tables.users.settings(world.people["Ann"].id)
    assert settings.problems is Sharing.NAMED
    chosen = [o["value"] for m in again(world, panel).menus for o in m["options"] if o.get("default")]
    assert chosen == ["never", "slow", "with my name", "-"]


async def test_a_panel_that_stands_in_the_dm_is_drawn_anew_at_once(world: World) -> None:
    name = await playing(world)
    before = world.dm(name)
    edited = before.raw.edited_timestamp
    await world.set_me(name, "Four colours")
    await world.env.settle()
    after = world.dm(name)
    assert after.id == before.id
    assert after.raw.edited_timestamp != edited


async def test_in_the_reading_mode_whose_turn_it_is_comes_before_the_cards_by_suit(world: World) -> None:
    name = await playing(world)
    before = world.dm(name)
    await world.set_me(name, "Reading mode")
    await world.env.settle()
    after = world.dm(name)
    assert after.id != before.id, "what is being read is not edited"
    assert again(world, before).text == before.text
    lines = after.text.split("\n")
    turn = next(number for number, line in enumerate(lines) if line.startswith("Your turn:"))
    suits = [
        number
        for number, line in enumerate(lines)
        if re.fullmatch(r"(spades|hearts|diamonds|clubs), \d: .+", line)
    ]
    assert suits
    assert turn < min(suits)
    assert not any(sign in after.text for sign in "♠♥♦♣▶"), "signs are read out as nonsense"
    assert all(not button.get("disabled") for button in after.buttons.values())
    assert any(
        label.endswith(("of spades", "of hearts", "of diamonds", "of clubs")) for label in after.buttons
    )


async def test_the_settings_page_works_after_a_restart(world: World) -> None:
    panel = await me(world, "Ann")
    await restart(world)
    await world.press("Ann", panel, "Four colours: off")
    assert (await world.bot.services.tables.users.settings(world.people["Ann"].id)).four_colours


async def test_who_asked_for_it_is_asked_before_a_card_is_played(world: World) -> None:
    name = await playing(world)
    await world.set_me(name, "Ask before I play")
    card = playable(world.dm(name))[0]
    step = (await world.snapshot()).step
    await world.press(name, world.dm(name), card, dm=True)
    asking = world.dm(name)
    assert f"Play {card}?" in asking.text
    assert asking.open_buttons == ["Yes", "No"]
    assert (await world.snapshot()).step == step, "nothing is played yet"
    await world.press(name, asking, "No", dm=True)
    assert card in world.dm(name).buttons
    await world.press(name, world.dm(name), card, dm=True)
    await world.press(name, world.dm(name), "Yes", dm=True)
    assert (await world.snapshot()).log[step].text.startswith("play")
    # Nobody else is asked.
    other = world.awaited()
    await world.press(other, world.dm(other), playable(world.dm(other))[0], dm=True)
    assert (await world.snapshot()).step > step + 1


async def test_a_yes_that_comes_too_late_is_refused_like_any_stale_press(world: World) -> None:
    name = await playing(world)
    await world.set_me(name, "Ask before I play")
    cards = playable(world.dm(name))
    panel = seen((await world.slash(name, "hand")).response)
    await world.press(name, panel, cards[0])
    # Out of the bot's reach, as after fifteen minutes or a restart, it is not drawn anew.
    world.bot.services.messages.drop_panel(1, world.people[name].id, panel.id)
    await world.slash(name, "play", card=cards[1])
    step = (await world.snapshot()).step
    assert "moved on" in private(await world.press(name, again(world, panel), "Yes"))
    assert (await world.snapshot()).step == step


async def test_calls_are_made_as_each_wants_them(world: World) -> None:
    name = await playing(world)
    person = world.people[name]
    users = world.bot.services.tables.users
    panel = await me(world, name)
    for wish, late in (("always", True), ("away", True), ("never", False)):
        await choose(world, name, panel, "s:calls:", wish)
        assert (await users.called([person.id]) == [person.id]) is late
    # What reaches Discord: the reminder of somebody who never wants to be called notifies nobody.
    start = len(world.env.http_requests)
    await world.env.advance_time(200)
    await world.env.settle()
    sent = [
        r.json for r in world.requests(start)
        if r.method == "POST" and r.path == f"/channels/{world.channel.id}/messages"
    ]  # fmt: skip
    (reminder,) = [body for body in sent if "it is your turn" in str(body)]
    assert not (reminder.get("allowed_mentions") or {}).get("users")


async def test_the_slowest_wish_at_the_table_holds(world: World) -> None:
    await world.table("Bob")
    await world.start()
    tables = world.bot.services.tables
    table = (await world.snapshot()).table
    assert tables.users.pace(table) == 1.0
    await choose(world, "Ann", await me(world, "Ann"), "s:pace:", "quick")
    await choose(world, "Bob", await me(world, "Bob"), "s:pace:", "very slow")
    assert tables.users.pace(table) == 5.0


async def block(world: World, name: str, *others: str) -> Any:
    panel = await me(world, name)
    await world.press(name, panel, "People I will not sit with")
    return await choose(world, name, again(world, panel), "s:block:", *(world.people[o] for o in others))


async def test_a_blocked_person_is_told_only_that_the_chairs_are_not_free_to_them(world: World) -> None:
    await world.table("Bob", "Cleo")
    await block(world, "Cleo", "Dan", "Eve")
    answers = [
        private(await world.slash("Dan", "table join", table=1)),
        private(await world.press("Eve", world.table_message(), "Sit West")),
    ]
    expected = "The chairs of this table are not free to you; open another table with /table open."
    assert answers == [expected, expected]
    asked = await world.slash("Ann", "table invite", member=world.people["Dan"])
    assert private(asked) == "They cannot be asked to this table; ask somebody else."
    # Nor does what is stored of them say by whom.
    stored = await world.bot.services.tables.privacy.stored(world.people["Dan"].id)
    assert str(world.people["Cleo"].id) not in str(stored)
    # One who blocks does not sit down with them either, and is told why.
    await world.slash("Dan", "table open", game="bishops-whist")
    assert "with whom you will not sit" in private(await world.slash("Cleo", "table join", table=2))
    # Let off, Eve may come; Dan still may not.
    await block(world, "Cleo", "Dan")
    assert "You sit West" in private(await world.slash("Eve", "table join", table=1))
    assert private(await world.slash("Dan", "table join", table=1)) != ""
    assert (await world.snapshot()).table.chairs.seat_of(world.people["Dan"].id) is None


async def test_in_a_dm_blocks_are_shown_and_one_is_sent_to_a_server(world: World) -> None:
    await block(world, "Ann", "Bob")
    users = world.bot.services.tables.users
    assert await users.blocked_by(world.people["Ann"].id) == [world.people["Bob"].id]
    words = await world.bot.services.languages.of_server(world.guild.id)
    drawing = draw_blocks([world.people["Bob"].id], words, on_server=False)
    parts = str(drawing.view.to_components())
    assert f"<@{world.people['Bob'].id}>" in parts
    assert "s:block:" not in parts


async def test_oneself_cannot_be_blocked(world: World) -> None:
    assert "choose somebody else" in private(await block(world, "Ann", "Ann"))


async def test_a_forced_card_is_played_by_itself_from_the_moment_it_is_asked_for(world: World) -> None:
    await world.set_me("Ann", "Play a forced card")
    assert world.bot.services.tables.users.plays_forced(world.people["Ann"].id)
