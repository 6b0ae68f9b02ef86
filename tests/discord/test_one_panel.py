"""Whatever a person can see of their hand is current within five seconds, or says where it is current."""

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import pytest
import simcord
from simcord.http import FakeWebhookAdapter

from bot.tables.people.access import Actor
from bot.tables.state.chairs import Person
from bot.tables.state.preferences import UserSettings
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from tests.discord.test_every_game import offered
from tests.discord.test_hand import cut, dealt, out_of_reach, playable, publisher_of
from tests.discord.test_restart import restart
from tests.discord.world import Seen, World, private, seen
from tests.present import present
from tests.rules.matches import games_first

ANN = "Ann"
MOST_TURNS = 60
MOST_OF_A_MATCH = 800
AFTER_THE_DEAL = 4
"""Turns in the second hand, so that a change of hands is among those looked at."""

EPHEMERAL = 64
CURRENT_WITHIN = 5.0
PANEL_MINUTES = 13


def in_dm(world: World, name: str = ANN) -> list[Seen]:
    """The person's panels in their DM, oldest first."""
    channel = world.people[name].user.dm_channel
    return [message for message in world.messages(channel) if message.text.startswith("###")]


def under_my_hand(world: World) -> list[Seen]:
    """The panels in the channel that one person alone can see, oldest first."""
    stored = world.env.backend.messages.get(world.channel.id, {}).values()
    private_ones = [seen(m) for m in sorted(stored, key=lambda m: m.id) if m.flags & EPHEMERAL]
    heads = [(message, message.text.partition("\n")[0]) for message in private_ones]
    return [message for message, head in heads if "· table" in head and "House rules" not in head]


def is_aside(message: Seen) -> bool:
    return "Your hand is" in message.text and message.open_buttons in (["Show it here"], ["My hand"])


def drawn(drawing: Any) -> Seen:
    parts = drawing.view.to_components()
    return seen(SimpleNamespace(id=0, content="", components=parts))


def custom_ids(message: Seen) -> list[str]:
    return [button["custom_id"] for button in message.buttons.values() if not button.get("disabled")]


async def all_current(world: World, name: str = ANN, *, answer: str = "") -> Seen | None:
    """Look at every panel that person can see: at most one shows a hand, and it is as it must be, with the
    `answer` to the last press; all others say where that one is. Returns it."""
    await world.env.advance_time(CURRENT_WITHIN)
    snapshot = await world.snapshot()
    table, user_id = snapshot.table, world.people[name].id
    renderer = world.bot.services.renderer
    settings = await world.bot.services.tables.users.settings(user_id)
    dms, ephemeral = in_dm(world, name), under_my_hand(world)
    shown = [message for message in (*dms, *ephemeral) if not is_aside(message)]
    pressed = world.bot.services.messages.last_pressed(1, user_id)
    expected = drawn(await renderer.hand_panel(snapshot, settings, pressed=pressed, answer=answer))
    seen_it = drawn(await renderer.hand_panel(snapshot, settings))
    if shown and shown[0].text == seen_it.text:
        expected = seen_it
    within_reach = {panel.message_id for panel in world.bot.services.messages.panels(1, user_id)}
    if not table.open:
        for message in shown:
            assert message.text == expected.text
            assert message.open_buttons == ["Play again"]
        return None
    assert len(shown) <= 1, [message.text for message in shown]
    if not shown:
        return None
    (current,) = shown
    if current.id in within_reach or custom_ids(expected) != custom_ids(current):
        assert current.text == expected.text
        assert custom_ids(current) == custom_ids(expected)
    hand = [line for line in expected.text.split("\n") if line.startswith("Your ")]
    assert [line for line in current.text.split("\n") if line.startswith("Your ")] == hand
    for message in (*dms, *ephemeral):
        if message.id == current.id:
            continue
        if current in ephemeral and message.id == max((dm.id for dm in dms), default=0):
            assert f"under **My hand** in <#{world.channel.id}> now" in message.text
        elif current in dms and message in ephemeral and message.id == ephemeral[-1].id:
            assert f"/{current.id})" in message.text
    return current


async def bring(world: World, message: Seen, *, dm: bool) -> None:
    """Have the hand shown on a message that was laid aside."""
    if is_aside(message):
        await world.press(ANN, message, message.open_buttons[0], dm=dm)


async def by_dm(world: World) -> tuple[Seen, bool] | None:
    if not in_dm(world):
        return None
    await bring(world, in_dm(world)[-1], dm=True)
    return in_dm(world)[-1], True


async def by_my_hand(world: World) -> tuple[Seen, bool] | None:
    await world.press(ANN, world.table_message(), "My hand")
    return under_my_hand(world)[-1], False


async def by_my_hand_twice(world: World) -> tuple[Seen, bool] | None:
    await world.press(ANN, world.table_message(), "My hand")
    await all_current(world)
    return await by_my_hand(world)


async def by_an_earlier_panel(world: World) -> tuple[Seen, bool] | None:
    if not under_my_hand(world):
        return None
    await bring(world, under_my_hand(world)[0], dm=False)
    return under_my_hand(world)[0], False


async def by_the_table_message(world: World) -> tuple[Seen, bool] | None:
    return world.table_message(), False


SURFACES = (
    by_dm,
    by_my_hand,
    None,  # by /play
    by_my_hand_twice,
    by_the_table_message,
    by_dm,
    None,
    by_an_earlier_panel,
)


async def move(world: World, message: Seen, menu: str | None, what: str, *, dm: bool) -> None:
    actor = world.people[ANN].user if dm else world.people[ANN]
    shown, step = simcord.ResponseMessage(world.env, message.raw), (await world.snapshot()).step
    if menu is not None:
        result = await actor.select(shown, [what], custom_id=menu)
    else:
        custom_id = next(id_ for id_ in custom_ids(message) if id_.split(":", 3)[3] == what)
        result = await actor.click(shown, custom_id=custom_id)
    assert result.acknowledged
    if (await world.snapshot()).step == step:
        # A move that may lose the game by itself is made once it has been confirmed.
        sure = next(id_ for id_ in custom_ids(visible(world, message.id)) if id_.endswith(f":!yes:{what}"))
        assert (await actor.click(shown, custom_id=sure)).acknowledged
    assert (await world.snapshot()).step > step, f"{what} was refused"


def visible(world: World, message_id: int) -> Seen:
    everywhere = (*world.messages(), *in_dm(world), *under_my_hand(world))
    return next(message for message in everywhere if message.id == message_id)


async def take_a_turn(world: World, number: int, rng: random.Random) -> None:
    """Ann makes a move where it is that number's turn to be used, or wherever moves are offered."""
    surface = SURFACES[number % len(SURFACES)]
    if surface is None:
        snapshot = await world.snapshot()
        legal = snapshot.game.legal(snapshot.state, snapshot.awaited[0])
        assert private(await world.slash(ANN, "play", card=str(rng.choice(legal))))
        return
    for way in (surface, by_my_hand):
        there = await way(world)
        if there is None:
            continue
        await all_current(world)
        message = visible(world, there[0].id)
        if choices := offered(message):
            menu, what = rng.choice(choices)
            await move(world, message, menu, what, dm=there[1])
            return
    raise AssertionError(f"nothing is offered to {ANN}")


async def change_surfaces(world: World, key: str, turns: int, after_the_deal: int) -> None:
    """Ann plays with the house, that many turns at most and so many of them from the second hand on."""
    await world.slash(ANN, "table open", game=key)
    await world.start()
    rng, after = random.Random(3), 0
    for number in range(turns):
        await all_current(world)
        snapshot = await world.snapshot()
        after += snapshot.table.dealt.deals > 1
        if snapshot.table.status is not Status.PLAYING or after > after_the_deal:
            break
        await take_a_turn(world, number, rng)
    await all_current(world)


@pytest.mark.slow
@games_first("old-maid")
async def test_a_person_who_changes_surface_at_every_turn_plays_a_whole_match(world: World, key: str) -> None:
    await change_surfaces(world, key, MOST_OF_A_MATCH, MOST_OF_A_MATCH)
    assert (await world.snapshot()).table.status is Status.FINISHED
    (panel,) = [m for m in (*in_dm(world), *under_my_hand(world)) if not is_aside(m)]
    assert panel.open_buttons == ["Play again"]


@games_first("bishops-whist", "bezique")
async def test_a_person_who_changes_surface_at_every_turn_sees_one_true_panel(world: World, key: str) -> None:
    await change_surfaces(world, key, MOST_TURNS, AFTER_THE_DEAL)
    if (await world.snapshot()).table.open:
        await world.close(ANN)
        await all_current(world)
    assert [m for m in (*in_dm(world), *under_my_hand(world)) if not is_aside(m)], "the current one says it"
    assert len(in_dm(world)) <= 2, "few hands cost a DM"


async def playing(world: World, *others: str) -> None:
    """A table at which nobody is hurried, cards out."""
    await world.slash(ANN, "table open", game="bishops-whist", pace="slow")
    for name in others:
        await world.slash(name, "table join")
    await world.start()
    await cut(world)
    await world.env.advance_time(1)


async def minutes(world: World, number: float) -> None:
    await world.env.advance_time(number * 60)
    await world.env.settle()


async def test_a_panel_is_laid_aside_before_its_token_runs_out_and_a_dm_sent(world: World) -> None:
    await playing(world)
    await world.press(ANN, world.table_message(), "My hand")
    await minutes(world, PANEL_MINUTES - 1)
    (panel,), (dm,) = under_my_hand(world), in_dm(world)
    assert playable(panel)
    assert is_aside(dm)
    await minutes(world, 1.1)
    (panel,), (old, dm) = under_my_hand(world), in_dm(world)
    assert playable(dm)
    for aside in (panel, old):
        assert is_aside(aside)
        assert f"/{dm.id})" in aside.text
    await world.press(ANN, dm, playable(dm)[0], dm=True)
    await all_current(world)


async def between_two_looks(world: World, dm: Seen) -> None:
    """Ann has her hand shown in that DM, and under My hand, before the bot has looked at the table."""
    publisher = publisher_of(world)
    with pytest.MonkeyPatch.context() as held:
        held.setattr(publisher, "changed", lambda table_id: None)
        await bring(world, dm, dm=True)
        await world.press(ANN, world.table_message(), "My hand")
    async with world.env.as_bot():
        publisher.changed(1)


async def test_a_dm_used_for_a_moment_is_laid_aside_again(world: World) -> None:
    await playing(world)
    await world.press(ANN, world.table_message(), "My hand")
    await all_current(world)
    await between_two_looks(world, in_dm(world)[-1])
    assert await all_current(world) in under_my_hand(world)


async def test_an_earlier_dm_used_for_a_moment_is_laid_aside_again(world: World) -> None:
    await playing(world)
    await world.press(ANN, world.table_message(), "My hand")
    await minutes(world, PANEL_MINUTES + 0.1)
    await all_current(world)
    old, _ = in_dm(world)
    await between_two_looks(world, old)
    assert await all_current(world) in under_my_hand(world)


async def test_a_dm_channel_that_discord_does_not_know_is_opened_anew_and_the_old_dm_laid_aside(
    world: World,
) -> None:
    await playing(world)
    await world.press(ANN, world.table_message(), "My hand")
    await all_current(world)
    path = f"/channels/{world.people[ANN].user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=404, code=10003)
    await minutes(world, PANEL_MINUTES + 0.1)
    old, dm = in_dm(world)
    assert is_aside(old)
    assert f"/{dm.id})" in old.text
    assert playable(dm)


@pytest.mark.parametrize("taken", [True, False], ids=["Discord took the answer", "Discord did not take it"])
async def test_an_earlier_dm_whose_answer_was_lost_is_shown_again_or_laid_aside(
    world: World, monkeypatch: pytest.MonkeyPatch, taken: bool
) -> None:
    await playing(world)
    await world.press(ANN, world.table_message(), "My hand")
    await minutes(world, PANEL_MINUTES + 0.1)
    old, _ = in_dm(world)
    request = FakeWebhookAdapter.request
    lost: list[Any] = []

    async def loses_the_first_answer(adapter: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
        answer = await request(adapter, route, *args, **kwargs) if lost or taken else None
        if not lost and route.path.endswith("/callback"):
            lost.append(route)
            raise ConnectionResetError("cut off")
        return answer

    monkeypatch.setattr(FakeWebhookAdapter, "request", loses_the_first_answer)
    await world.press(ANN, old, old.open_buttons[0], dm=True)
    assert lost
    await world.env.advance_time(CURRENT_WITHIN)
    shown, aside = in_dm(world)
    assert playable(shown)
    assert "went wrong" not in world.transcript()
    assert is_aside(aside)


async def test_without_dms_a_panel_that_runs_out_has_a_button_that_brings_the_hand(world: World) -> None:
    await world.set_me(ANN, "Cards by DM")
    await playing(world)
    await world.press(ANN, world.table_message(), "My hand")
    await minutes(world, PANEL_MINUTES + 0.1)
    (panel,) = under_my_hand(world)
    assert "Your hand is not shown here any more" in panel.text
    assert panel.open_buttons == ["My hand"]
    assert not in_dm(world)
    await world.press(ANN, panel, "My hand")
    (panel,) = under_my_hand(world)
    assert playable(panel)


async def test_after_a_restart_a_panel_under_my_hand_follows_the_game_until_its_token_is_old(world: World):
    await playing(world, "Bob")
    await world.press(ANN, world.table_message(), "My hand", settle=True)
    (panel,) = under_my_hand(world)
    await restart(world)
    await world.env.advance_time(2)
    current = present(await all_current(world))
    assert current.id == panel.id
    moved = 0
    while moved < 4:
        name = world.awaited()
        snapshot = await world.snapshot()
        await world.slash(name, "play", card=str(snapshot.game.legal(snapshot.state, snapshot.awaited[0])[0]))
        current = present(await all_current(world))
        assert current.id == panel.id
        moved += name == "Bob"
    assert current.text != panel.text
    assert is_aside(in_dm(world)[-1])
    await restart(world)
    await minutes(world, PANEL_MINUTES)
    (panel,) = under_my_hand(world)
    assert is_aside(panel)
    assert await all_current(world) in in_dm(world)


async def test_after_a_restart_the_dm_is_the_current_panel_where_no_token_lives(world: World) -> None:
    await playing(world)
    await world.press(ANN, world.table_message(), "My hand", settle=True)
    (stale,) = under_my_hand(world)
    out_of_reach(world, ANN)
    await world.bot.services.messages.settled()
    await restart(world)
    await world.env.advance_time(2)
    old, dm = in_dm(world)
    assert is_aside(old)
    assert playable(dm)
    card = playable(dm)[0]
    await world.slash(ANN, "play", card=card, settle=True)
    moved_on = "The table has moved on since; here is how it stands now."
    assert f"\n> {moved_on}\n" in private(await world.press(ANN, stale, card))
    await all_current(world, answer=moved_on)
    (panel,) = under_my_hand(world)
    assert card not in panel.buttons
    assert is_aside(in_dm(world)[-1])


async def test_the_bots_own_token_pays_for_one_edit_of_a_dm_whose_owner_plays_in_the_channel(world: World):
    await dealt(world)
    before = len(world.env.http_requests)
    await world.press(ANN, world.table_message(), "My hand")
    while "Hand 1 is over" not in world.transcript():
        panel = under_my_hand(world)[-1]
        await world.press(ANN, panel, playable(panel)[0])
    await cut(world)
    assert "hand 2, trick 1 of 13" in under_my_hand(world)[-1].text.lower()
    channel = str(world.people[ANN].user.dm_channel.id)
    assert [r.method for r in world.requests(before) if channel in r.path] == ["PATCH"]
    assert len(in_dm(world)) == 1


async def test_while_the_match_is_paused_no_panel_offers_a_card(world: World) -> None:
    await playing(world, "Bob")
    waiting = next(name for name in (ANN, "Bob") if name != world.awaited())
    await world.press(world.awaited(), world.table_message(), "My hand", settle=True)
    assert in_dm(world, waiting)[-1].menus, "cards may be marked"
    await world.slash(ANN, "table pause")
    await world.slash("Bob", "agree")
    await world.env.advance_time(CURRENT_WITHIN)
    assert (await world.snapshot()).table.clock.paused
    for panel in (in_dm(world, waiting)[-1], under_my_hand(world)[-1]):
        assert "Paused" in panel.text
        assert not panel.menus
        assert panel.open_buttons == ["Resume", "Refresh", "More…"]


async def test_who_gets_up_has_no_button_left(world: World) -> None:
    await playing(world, "Bob")
    await world.press("Bob", world.table_message(), "My hand", settle=True)
    await world.slash("Bob", "table leave")
    await world.env.advance_time(CURRENT_WITHIN)
    (panel,) = under_my_hand(world)
    assert "You have no chair at this table now" in panel.text
    assert not panel.buttons
    assert is_aside(in_dm(world, "Bob")[-1])
    out_of_reach(world, ANN)
    await world.slash(ANN, "table leave")
    await world.env.advance_time(CURRENT_WITHIN)
    assert not in_dm(world)[-1].open_buttons or in_dm(world)[-1].open_buttons == ["Play again"]


async def test_a_panel_that_was_deleted_under_my_hand_gives_way_to_a_dm(world: World) -> None:
    await playing(world, "Bob")
    name = world.awaited()
    await world.press(name, world.table_message(), "My hand", settle=True)
    (panel,) = under_my_hand(world)
    world.env.backend.delete_message(world.channel.id, panel.id)
    await world.slash(name, "play", card=playable(panel)[0])
    await world.env.advance_time(CURRENT_WITHIN)
    assert not is_aside(in_dm(world, name)[-1])
    assert not publisher_of(world)._failing


async def test_a_pressed_panel_is_left_to_the_answer_and_then_shows_what_came_meanwhile(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    services, ann = world.bot.services, world.people[ANN].id
    draw, drawn_at = services.renderer.hand_panel, list[int]()

    async def slowly(snapshot: TableSnapshot, settings: UserSettings, **parts: Any) -> Any:
        if settings.user_id != ann:
            return await draw(snapshot, settings, **parts)
        drawn_at.append(snapshot.step)
        if len(drawn_at) == 1:
            await asyncio.sleep(0.5)
            bob, move = snapshot.table.chairs[1].occupant, snapshot.game.legal(snapshot.state, 1)[0]
            assert isinstance(bob, Person)
            await services.tables.play.act(1, Actor(bob, sees=True, sends=True), str(move), snapshot.step)
            await asyncio.sleep(0.5)
        return await draw(snapshot, settings, **parts)

    monkeypatch.setattr(services.renderer, "hand_panel", slowly)
    assert world.awaited() == ANN
    panel, step = world.dm(ANN), (await world.snapshot()).step
    await world.press(ANN, panel, playable(panel)[0], dm=True, settle=True)
    assert drawn_at == [step + 1, step + 2]
    assert await all_current(world) is not None
