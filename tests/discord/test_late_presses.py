"""Presses whose answer Discord does not take leave every message as editable as it was."""

from typing import Any

import pytest
import simcord

from tests.discord.test_hand import playable
from tests.discord.test_one_panel import (
    ANN,
    CURRENT_WITHIN,
    all_current,
    in_dm,
    is_aside,
    playing,
    under_my_hand,
)
from tests.discord.world import Seen, World
from tests.present import present

CALLBACK = "/interactions/*/callback"
BAD_REQUEST, FORBIDDEN, NOT_FOUND = 400, 403, 404
UNKNOWN_INTERACTION, INVALID_FORM, TOO_OLD = 10062, 50035, 30046


async def click_too_late(world: World, name: str, raw: Any, custom_id: str, *, dm: bool = False) -> None:
    world.env.inject_error("POST", CALLBACK, status=NOT_FOUND, code=UNKNOWN_INTERACTION, times=None)
    actor = world.people[name].user if dm else world.people[name]
    result = await actor.click(simcord.ResponseMessage(world.env, raw), custom_id=custom_id)
    assert not result.acknowledged
    await world.env.advance_time(2)
    world.env.backend.faults.clear()


async def press_too_late(world: World, name: str, message: Seen, label: str, *, dm: bool = False) -> None:
    await click_too_late(world, name, message.raw, message.buttons[label]["custom_id"], dm=dm)


def tokens_of(world: World, name: str = ANN) -> list[str]:
    return [panel.token for panel in world.bot.services.messages.panels(1, world.people[name].id)]


async def test_a_press_too_late_leaves_a_panel_under_my_hand_its_token(world: World) -> None:
    await playing(world, "Bob")
    name = world.awaited()
    await world.press(name, world.table_message(), "My hand")
    (panel,) = under_my_hand(world)
    tokens = tokens_of(world, name)
    await press_too_late(world, name, panel, playable(panel)[0])
    await world.env.advance_time(CURRENT_WITHIN)
    assert tokens_of(world, name) == tokens
    current = present(await all_current(world, name))
    assert current.id == panel.id
    assert current.text != panel.text, "the card is played, and the panel says so"


async def test_a_press_too_late_on_an_earlier_panel_does_not_make_it_the_current_one(world: World) -> None:
    await playing(world, "Bob")
    name = world.awaited()
    for _ in range(2):
        await world.press(name, world.table_message(), "My hand")
    await world.env.advance_time(CURRENT_WITHIN)
    first, second = under_my_hand(world)
    assert is_aside(first)
    await press_too_late(world, name, first, first.open_buttons[0])
    await world.env.advance_time(CURRENT_WITHIN)
    current = present(await all_current(world, name))
    assert current.id == second.id


async def test_a_press_too_late_leaves_the_table_message_its_token(world: World) -> None:
    await world.table("Bob")
    before = present(world.bot.services.messages.table_message(1))
    await press_too_late(world, "Cleo", world.table_message(), "Sit South")
    assert present(world.bot.services.messages.table_message(1)).token == before.token
    assert "**Cleo**" in world.table_message().text


async def test_a_board_of_the_day_stays_a_panel_where_another_answer_on_it_came_too_late(world: World):
    await world.slash(ANN, "daily", game="english-whist", settle=True)
    messages, (key,) = world.bot.services.messages, world.bot.services.messages._panels
    (panel,) = messages.panels(*key)
    stored: Any = world.env.backend.messages[panel.channel_id][panel.message_id]
    today = world.bot.services.daily.today
    again = {"type": 2, "style": 2, "label": "?", "custom_id": f"c:0:0:!daily-play:english-whist.{today}.0"}
    stored.components.append({"type": 1, "components": [again]})
    await click_too_late(world, ANN, stored, str(again["custom_id"]))
    assert messages.panels(*key) == [panel]


@pytest.mark.parametrize(
    ("status", "code"), [(FORBIDDEN, 50005), (BAD_REQUEST, INVALID_FORM), (429, TOO_OLD)]
)
async def test_a_dm_that_cannot_be_edited_gives_way_to_another_once_its_owner_is_to_act(
    world: World, status: int, code: int
) -> None:
    await playing(world, "Bob")
    waiting = next(name for name in (ANN, "Bob") if name != world.awaited())
    (dm,) = in_dm(world, waiting)
    assert not world.bot.services.messages.panels(1, world.people[waiting].id)
    path = f"/channels/{dm.raw.channel_id}/messages/{dm.id}"
    world.env.inject_error("PATCH", path, status=status, code=code, times=None)
    while world.awaited() != waiting:
        snapshot = await world.snapshot()
        legal = snapshot.game.legal(snapshot.state, snapshot.awaited[0])
        await world.slash(world.awaited(), "play", card=str(legal[0]))
        await world.env.advance_time(CURRENT_WITHIN)
    old, anew = in_dm(world, waiting)
    assert old.id == dm.id
    assert playable(anew)
    card = playable(anew)[0]
    await world.press(waiting, anew, card, dm=True)
    assert any(entry.text for entry in (await world.snapshot()).log)
