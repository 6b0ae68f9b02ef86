"""Every game of the registry at a Discord table, by panel, by menu and by typing."""

import random
import re
from typing import Any

import pytest
import simcord

from bot.rules.lessons.courses import TAUGHT
from bot.rules.registry import GAMES, text_for
from bot.tables.state.table import Status
from cogs.ui.guides import guide
from tests.discord.world import Seen, World, private, seen
from tests.rules.matches import games_first

every_game = pytest.mark.parametrize("key", GAMES)


DEAL = 400
"""Moves of a person in which any deal should be over."""


async def opened(world: World, key: str, *others: str) -> None:
    await world.slash("Ann", "table open", game=key)
    for name in others:
        await world.slash(name, "table join")
    await world.start()


def offered(message: Seen) -> list[tuple[str | None, str]]:
    """Moves that can be made on a message: the menu they are in, if any, and their notation."""
    found: list[tuple[str | None, str]] = []
    for button in message.buttons.values():
        what = button["custom_id"].split(":", 3)[3]
        if not button.get("disabled") and not what.startswith("!"):
            found.append((None, what))
    for menu in message.menus:
        found += [(menu["custom_id"], option["value"]) for option in menu["options"]]
    return found


async def move(world: World, name: str, message: Seen, menu: str | None, what: str, *, dm: bool) -> None:
    actor = world.people[name].user if dm else world.people[name]
    shown = simcord.ResponseMessage(world.env, message.raw)
    if menu is not None:
        result = await actor.select(shown, [what], custom_id=menu)
    else:
        buttons = message.buttons.values()
        custom_id = next(b["custom_id"] for b in buttons if b["custom_id"].split(":", 3)[3] == what)
        result = await actor.click(shown, custom_id=custom_id)
    assert result.acknowledged
    assert private(result) == "", f"{what} was refused"
    if dm and "Yes" in (asking := world.dm(name)).open_buttons:
        await world.press(name, asking, "Yes", dm=True)


async def play_a_deal(world: World, *names: str) -> Any:
    """The people play at random what their messages offer, until the next deal or the end."""
    rng = random.Random(5)
    by_id = {world.people[name].id: name for name in names}
    for _ in range(DEAL):
        await world.env.settle()
        snapshot = await world.snapshot()
        if snapshot.table.dealt.deals > 1 or snapshot.table.status is not Status.PLAYING:
            return snapshot
        chair = snapshot.table.chairs[snapshot.game.player_of(snapshot.state, snapshot.awaited[0])]
        name = by_id[chair.user_id or 0]
        dm = bool(world.messages(world.people[name].user.dm_channel))
        panel = world.dm(name) if dm else world.table_message()
        choices = offered(panel)
        if not choices:
            panel, dm = world.table_message(), False
            choices = offered(panel)
        assert choices, f"{name} is to act and nothing is offered: {panel.text}"
        menu, what = rng.choice(choices)
        await move(world, name, panel, menu, what, dm=dm)
    raise AssertionError("the deal does not end")


MOST = {"bezique": 5}
MOST_ELSEWHERE = 4
"""Messages a deal."""


@games_first("american-whist", "mariage", "matador", "old-maid")
async def test_a_deal_with_the_house_is_few_messages(world: World, key: str) -> None:
    await opened(world, key)
    snapshot = await play_a_deal(world, "Ann")
    await world.env.advance_time(12)
    text, shown = world.transcript(), world.messages()
    assert "###" in text
    assert snapshot.step > 5
    assert len(shown) <= MOST.get(key, MOST_ELSEWHERE)
    assert not any(re.match(r"Trick \d+:", message.text) for message in shown)
    assert "sealed before" not in text
    told = private(await world.press("Eve", world.table_message(), "Seal"))
    assert "salt" in told, "the pack may be checked"


@games_first("bishops-whist", "mariage", "matador", "old-maid")
async def test_a_deal_among_people(world: World, key: str) -> None:
    seats = len(GAMES[key].seating(GAMES[key].options({})).people)
    others = ("Bob", "Cleo", "Dan", "Eve")[: seats - 1]
    await opened(world, key, *others)
    await play_a_deal(world, "Ann", *others)
    board = seen((await world.slash("Eve", "leaderboard")).response).text
    assert f"<@{world.people['Ann'].id}>" in board
    assert " of " in board


@every_game
async def test_the_guide_is_offered_at_the_table(world: World, key: str) -> None:
    shown = seen((await world.slash("Eve", "rules", game=key)).response)
    assert text_for(key).name in shown.text
    pages = [f"{number}. {page.title}" for number, page in enumerate(guide(key), 1)]
    assert [label for label in shown.buttons if label != "Lessons"] == pages
    taught = {text_for(one).family for one in TAUGHT}
    assert ("Lessons" in shown.buttons) == (text_for(key).family in taught)
    await world.slash("Ann", "table open", game=key)
    at_table = await world.press("Eve", world.table_message(), "Rules")
    assert seen(at_table.response).text == shown.text
