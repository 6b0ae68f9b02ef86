"""`/server`: two forms, menus for house rules, and what new tables make of it."""

from typing import Any

import pytest

from bot.duplicate.contests.collusion import Findings, Hint, Part
from bot.rules.registry import GAMES
from bot.tables.state.table import Posting
from tests.discord.test_hand import dealt, play_hand
from tests.discord.test_restart import restart
from tests.discord.test_settings_me import again, choose
from tests.discord.world import Seen, World, private, seen


async def panel_of(world: World, name: str) -> Seen:
    return seen((await world.slash(name, "server settings")).response)


async def submit(world: World, name: str, panel: Seen, label: str, **values: Any) -> Any:
    opened = await world.press(name, panel, label)
    result = await world.people[name].submit_modal(opened, values)
    assert result.acknowledged
    return result


def tables_form(world: World, **values: Any) -> dict[str, Any]:
    """The first form as it is filled in, with the defaults for the rest."""
    return {"channels": [], "posting": "all", "clock": ["usual"], "roles": [], "hints": True, **values}


async def test_only_those_who_manage_the_server_may_change_it_and_all_may_see_it(world: World, manager: str):
    assert "permission to manage the server" in private(await world.slash("Ann", "server settings"))
    shown = seen((await world.slash("Ann", "server show")).response)
    assert "Open tables for each person, at most: 3" in shown.text
    assert "Open tables in each channel, at most: 10" in shown.text
    assert not shown.buttons
    assert not shown.menus
    # Nor by a panel that was drawn while they might.
    panel = await panel_of(world, manager)
    steward = world.guild.roles["steward"]
    world.env.backend.remove_member_role(world.guild.id, world.people[manager].id, steward.id)
    assert "permission to manage" in private(await world.press(manager, panel, "Limits"))
    assert "permission to manage" in private(await choose(world, manager, panel, "s:game:", "bezique"))


async def test_where_tables_open_what_they_start_from_and_whom_they_call(world: World, manager: str) -> None:
    other = world.guild.create_text_channel("other")
    role = world.guild.create_role("players")
    panel = await panel_of(world, manager)
    values = tables_form(world, channels=[other], posting="thread", clock=["600"], roles=[role], hints=False)
    await submit(world, manager, panel, "Tables and posts", **values)
    text = again(world, panel).text
    assert f"<#{other.id}>" in text
    assert "Ten minutes a turn" in text
    assert f"<@&{role.id}>" in text
    assert "switched off" in text
    told = private(await world.slash("Ann", "table open", game="bishops-whist"))
    assert told == f"On this server tables open in <#{other.id}> only."
    assert (await world.people["Ann"].slash(other, "table open", game="bishops-whist")).acknowledged
    table = (await world.snapshot()).table
    assert (table.telling.channel_id, table.clock.turn_seconds, table.hints) == (other.id, 600, False)
    # The role is called once a table, and is notified.
    start = len(world.env.http_requests)
    called = await world.people["Ann"].slash(other, "table invite")
    assert "Players are called" in private(called)
    await world.env.settle()
    sent = [r.json for r in world.requests(start) if r.method == "POST" and r.path.endswith("/messages")]
    (call,) = [body for body in sent if f"<@&{role.id}>" in str(body)]
    assert [int(one) for one in call["allowed_mentions"]["roles"]] == [role.id]
    assert "called to this table already" in private(await world.people["Ann"].slash(other, "table invite"))


async def test_a_form_sent_after_a_restart_is_read(world: World, manager: str) -> None:
    panel = await panel_of(world, manager)
    opened = await world.press(manager, panel, "Limits")
    await restart(world)
    result = await world.people[manager].submit_modal(opened, {"each": ["1"], "here": ["2"], "rate": ["50"]})
    assert result.acknowledged
    stored = await world.bot.services.tables.servers.settings(world.guild.id)
    assert (stored.tables_each, stored.tables_here, stored.rate) == (1, 2, 50)
    await world.slash("Ann", "table open", game="bishops-whist")
    assert "open already" in private(await world.slash("Ann", "table open", game="bishops-whist"))
    await world.slash("Bob", "table open", game="bishops-whist")
    assert "in one channel" in private(await world.slash("Cleo", "table open", game="bishops-whist"))
    # Half as often as usual: two tables a minute.
    assert "2 times a minute" in private(await world.slash("Ann", "table open", game="bishops-whist"))


async def test_house_rules_and_level_of_a_game_by_menus(world: World, manager: str) -> None:
    panel = await panel_of(world, manager)
    await choose(world, manager, panel, "s:game:", "bishops-whist")
    page = again(world, panel)
    rule = next(menu for menu in page.menus if menu["custom_id"].startswith("s:option:bishops-whist:"))
    other = next(option for option in rule["options"] if not option.get("default"))
    await choose(world, manager, page, rule["custom_id"], other["value"])
    await choose(world, manager, again(world, panel), "s:level:bishops-whist", "bob-short")
    await world.press(manager, again(world, panel), "Back")
    assert "The house plays as Bob Short" in again(world, panel).text
    await world.slash("Ann", "table open", game="bishops-whist")
    table = (await world.snapshot()).table
    changed = rule["custom_id"].rpartition(":")[2]
    described = {option.name: option for option in GAMES[table.game].options_type.described()}
    assert table.options[changed] != described[changed].usual
    assert table.level == "bob-short"
    await world.start()
    houses = [seat.occupant for seat in (await world.snapshot()).table.chairs[1:]]
    assert {house.player for house in houses} == {"bob-short"}  # type: ignore[union-attr]


async def test_many_house_rules_go_over_pages_and_a_choice_stays_on_its_own(world: World, manager: str):
    panel = await panel_of(world, manager)
    await choose(world, manager, panel, "s:game:", "bingo")
    first = [menu["custom_id"] for menu in again(world, panel).menus]
    await world.press(manager, again(world, panel), "House rules, page 2 of 2")
    second = [menu["custom_id"] for menu in again(world, panel).menus]
    rules = {menu for menu in (*first, *second) if menu.startswith("s:option:bingo:")}
    assert len(rules) == len(GAMES["bingo"].options_type.offered())
    rule = next(menu for menu in again(world, panel).menus if menu["custom_id"].startswith("s:option:"))
    other = next(option for option in rule["options"] if not option.get("default"))
    await choose(world, manager, again(world, panel), rule["custom_id"], other["value"])
    assert [menu["custom_id"] for menu in again(world, panel).menus] == second
    await world.press(manager, again(world, panel), "House rules, page 1 of 2")
    assert [menu["custom_id"] for menu in again(world, panel).menus] == first


async def test_new_tables_tell_what_happens_where_a_server_wants_that(world: World, manager: str) -> None:
    await submit(
        world, manager, await panel_of(world, manager), "Tables and posts",
        **tables_form(world, posting="tricks"),
    )  # fmt: skip
    servers = world.bot.services.tables.servers
    assert await servers.posting(world.guild.id) is Posting.TRICKS
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand(world, 52)
    transcript = world.transcript()
    assert "Hand 1 is over" in transcript
    assert transcript.count("Trick 1:") == 1


async def test_on_no_server_there_is_nothing_to_set(world: World) -> None:
    assert "server" not in {name.split()[0] for name in world.people["Ann"].user.available_commands()}


async def test_where_and_when_the_morning_post_is_sent_and_who_gets_a_role(world: World, manager: str):
    servers, here = world.bot.services.tables.servers, world.guild.id
    role = world.guild.create_role("winner")
    panel = await panel_of(world, manager)
    assert "Morning post" not in panel.text
    filled: dict[str, Any] = {"channel": [world.channel], "hour": ["7"], "problem": True, "role": [role]}
    await submit(world, manager, panel, "Mornings and winners", **filled)
    stored = await servers.settings(here)
    assert (stored.morning_channel, stored.morning_hour) == (world.channel.id, 7)
    assert stored.morning_language == "en", "the manager's"
    assert (stored.problem_of_the_day, stored.winner_role) == (True, role.id)
    text = again(world, panel).text
    moment = world.bot.services.daily.today * 86400 + 7 * 3600
    assert f"Morning post: in <#{world.channel.id}>, at <t:{moment}:t> your time" in text
    assert f"Whoever is first among people at a game in a month gets: <@&{role.id}>" in text
    # Switched off by choosing nothing.
    await submit(
        world, manager, again(world, panel), "Mornings and winners", **filled | {"channel": [], "role": []}
    )
    stored = await servers.settings(here)
    assert (stored.morning_channel, stored.winner_role) == (0, 0)


async def test_the_owner_alone_sees_who_may_be_tipped_off(world: World, manager: str) -> None:
    label = "Do people tip each other off?"
    assert label not in (await panel_of(world, manager)).buttons
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    guild.owner_id = world.people[manager].id
    panel = await panel_of(world, manager)
    one, other = (world.people[name].id for name in ("Ann", "Bob"))
    found = Hint(one, other, Part(40, 0.71), Part(60, 0.5), 0.001)

    async def findings(guild_id: int) -> Findings:
        return Findings(3, (found,)) if guild_id == guild.id else Findings(0, ())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.bot.services.daily, "hints_of_collusion", findings)
        await world.press(manager, panel, label)
        shown = again(world, panel)
    assert f"- <@{one}> after <@{other}>: beats 71% of the field on 40 boards; else 50% on 60." in shown.text
    assert "at most once on 1,000 servers" in shown.text
    assert "A hint is no proof" in shown.text
    await world.press(manager, shown, "Back")
    panel = again(world, panel)
    await world.press(manager, panel, label)
    assert "No two people have played that many" in again(world, panel).text
    await world.press(manager, again(world, panel), "Back")
    panel = again(world, panel)
    guild.owner_id = one
    assert "Only the owner" in private(await world.press(manager, panel, label))
