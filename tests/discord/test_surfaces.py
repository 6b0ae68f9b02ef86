"""Every surface is shown as soon as things are well again, whatever kept it from being shown."""

import fnmatch
from collections.abc import Callable
from typing import Any, cast

import aiohttp
import pytest
from simcord.http import router

from bot.tables.state.messages import PanelState
from bot.tables.state.table import Posting
from bot.tables.store.ports import PostStore
from tests.discord.test_hand import (
    answer_on,
    cut,
    out_of_reach,
    play_hand,
    play_hand_by_dm,
    playable,
    publisher_of,
)
from tests.discord.test_restart import restart
from tests.discord.world import World, private

CHAIRS = ("Ann", "Bob", "Cleo", "Dan")


def dm_path(world: World, name: str) -> str:
    return f"/channels/{world.people[name].user.dm_channel.id}/messages"


def stored(world: World) -> PostStore:
    return publisher_of(world).posts


def drop_connections(monkeypatch: pytest.MonkeyPatch, method: str, path: str, error: Exception) -> list[str]:
    """Let requests end in that error until the list that is returned is emptied."""
    check: Callable[..., None] = router._check_faults
    active = ["on"]

    def checked(backend: Any, asked: str, asked_path: str) -> None:
        if active and asked == method and fnmatch.fnmatch(asked_path, path):
            raise error
        check(backend, asked, asked_path)

    monkeypatch.setattr(router, "_check_faults", checked)
    return active


async def begin(world: World) -> None:
    """The pack is still to be cut, so that something can go wrong at the deal."""
    await world.table("Bob", "Cleo", "Dan")
    await world.change(ceremony=True)
    await world.start()


async def test_one_500_on_the_dm_at_the_deal_delays_one_hand_by_a_second(world: World) -> None:
    await begin(world)
    world.env.inject_error("POST", dm_path(world, "Bob"), status=500)
    await cut(world)
    for name in ("Ann", "Cleo", "Dan"):
        assert "trick 1 of 13" in world.dm(name).text
    assert not world.messages(world.people["Bob"].user.dm_channel)
    await world.env.advance_time(2)
    assert "trick 1 of 13" in world.dm("Bob").text
    assert not publisher_of(world)._failing


async def test_every_try_to_send_a_hand_bears_the_same_nonce(world: World) -> None:
    await begin(world)
    world.env.inject_error("POST", dm_path(world, "Bob"), status=500, times=3)
    start = len(world.env.http_requests)
    await cut(world)
    await world.env.advance_time(10)
    tries = [
        cast(dict[str, Any], request.json)
        for request in world.env.http_requests[start:]
        if request.method == "POST" and request.path == dm_path(world, "Bob")
    ]
    assert len(tries) == 4
    assert len({body["nonce"] for body in tries}) == 1
    assert all(body["enforce_nonce"] for body in tries)
    assert len(world.messages(world.people["Bob"].user.dm_channel)) == 1


async def test_killed_between_the_table_message_and_the_hands_they_come_at_the_next_start(world: World):
    await begin(world)
    for name in CHAIRS:
        world.env.inject_error("POST", dm_path(world, name), status=500, times=None)
    await cut(world)
    assert "trick 1 of 13" in world.table_message().text
    world.env.backend.faults.clear()
    await restart(world)
    await world.env.advance_time(1)
    for name in CHAIRS:
        assert [message.text for message in world.messages(world.people[name].user.dm_channel)] == [
            world.dm(name).text
        ]
        assert "trick 1 of 13" in world.dm(name).text


@pytest.mark.parametrize(
    "error", [aiohttp.ServerDisconnectedError(), ConnectionResetError("reset"), TimeoutError()]
)
async def test_a_dropped_connection_leaves_nobodys_panel_stale(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    await world.set_posting(Posting.TRICKS)
    await begin(world)
    await cut(world)
    await play_hand_by_dm(world, 1)
    snapshot = await world.snapshot()
    following = (snapshot.players_awaited()[0] + 1) % 4
    broken = drop_connections(monkeypatch, "PATCH", f"{dm_path(world, CHAIRS[following])}/*", error)
    await play_hand_by_dm(world, 1)
    assert world.awaited() == CHAIRS[following]
    assert not playable(world.dm(CHAIRS[following])), "it cannot be drawn yet"
    assert "trick 1 of 13" in world.table_message().text
    broken.clear()
    await world.env.advance_time(2)
    assert playable(world.dm(CHAIRS[following]))
    await play_hand_by_dm(world, 2)
    assert world.transcript().count("Trick 1:") == 1


async def test_a_panel_says_that_it_is_ones_turn_only_when_it_is_even_after_a_restart(world: World) -> None:
    await begin(world)
    await cut(world)
    name = world.awaited()
    user_id = world.people[name].id
    snapshot = await world.snapshot()
    assert playable(world.dm(name))
    await restart(world)
    await world.env.advance_time(1)
    # The move is made by a command, so the DM is drawn with the bot's own token or not at all.
    panel = await world.slash(
        name, "play", card=str(snapshot.game.legal(snapshot.state, snapshot.awaited[0])[0])[5:]
    )
    assert panel.acknowledged
    await world.env.advance_time(2)
    assert world.awaited() != name
    assert not playable(world.dm(name))
    assert playable(world.dm(world.awaited()))
    panels = {panel.user_id: panel for panel in await stored(world).hand_panels(1)}
    assert panels[user_id].state is PanelState.HAND
    assert panels[world.people[world.awaited()].id].state is PanelState.TURN


async def test_a_channel_opened_again_gets_its_posts_without_anybody_doing_anything(world: World) -> None:
    await world.set_posting(Posting.TRICKS)
    await begin(world)
    await cut(world)
    await play_hand_by_dm(world, 3)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013, times=2)
    await play_hand_by_dm(world, 1)
    assert "Trick 1:" not in world.transcript()
    world.env.backend.faults.clear()
    before = len(world.env.http_requests)
    await world.env.advance_time(60)
    posts = f"/channels/{world.channel.id}/messages"
    assert not [r for r in world.env.http_requests[before:] if r.method == "POST" and r.path == posts]
    await world.env.advance_time(121)
    assert world.transcript().count("Trick 1:") == 1


async def test_whoever_asks_about_a_closed_channel_is_told_once_a_try(world: World) -> None:
    await world.set_posting(Posting.TRICKS)
    await begin(world)
    await cut(world)
    await play_hand_by_dm(world, 3)
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50013, times=None)
    await play_hand_by_dm(world, 1)
    name = world.awaited()

    async def told() -> int:
        await world.press(name, world.dm(name), "Refresh", dm=True)
        return answer_on(world.dm(name)).count("I need the permissions View Channel, Send Messages")

    assert await told() + await told() + await told() <= 1
    await world.env.advance_time(6)
    assert await told() == 1, "it has been tried again"
    assert await told() == 0
    world.env.backend.faults.clear()
    await world.env.advance_time(6)
    assert world.transcript().count("Trick 1:") == 1
    assert await told() == 0
    assert not publisher_of(world)._refused


async def test_the_old_table_message_is_deleted_once_it_can_be(world: World) -> None:
    await begin(world)
    old = world.table_message()
    world.env.inject_error("DELETE", f"/channels/{world.channel.id}/messages/*", status=500, times=None)
    await cut(world)
    assert old.id in [message.id for message in world.messages()]
    await restart(world)
    world.env.backend.faults.clear()
    await world.env.advance_time(4)
    headings = [message for message in world.messages() if message.text.startswith("###")]
    assert [message.id for message in headings] == [world.table_message().id]
    assert not await stored(world).removals(1)


async def test_the_panel_of_the_last_hand_is_laid_aside_once_it_can_be(world: World) -> None:
    await begin(world)
    await cut(world)
    await play_hand(world)
    out_of_reach(world, *CHAIRS)
    await world.bot.services.messages.settled()
    await restart(world)
    old = world.dm("Bob")
    path = f"/channels/{world.people['Bob'].user.dm_channel.id}/messages/{old.id}"
    world.env.inject_error("PATCH", path, status=500, times=None)
    await cut(world)
    await world.env.advance_time(2)
    assert world.dm("Bob").id != old.id
    before = next(m for m in world.messages(world.people["Bob"].user.dm_channel) if m.id == old.id)
    assert "Your hand is" not in before.text
    world.env.backend.faults.clear()
    await world.env.advance_time(31)
    after = next(m for m in world.messages(world.people["Bob"].user.dm_channel) if m.id == old.id)
    assert f"/{world.dm('Bob').id})" in after.text
    assert after.open_buttons == ["Show it here"]


async def test_dms_asked_for_again_bring_the_hand_at_once(world: World) -> None:
    await begin(world)
    world.env.inject_error("POST", dm_path(world, "Bob"), status=403, code=50007)
    await cut(world)
    assert not world.messages(world.people["Bob"].user.dm_channel)
    await world.set_me("Bob", "Cards by DM")
    await world.set_me("Bob", "Cards by DM")
    await world.env.settle()
    assert "trick 1 of 13" in world.dm("Bob").text


async def test_dms_opened_too_fast_are_tried_again_soon(world: World) -> None:
    await begin(world)
    world.env.inject_error("POST", dm_path(world, "Bob"), status=403, code=40003)
    await cut(world)
    await world.env.advance_time(2)
    assert "trick 1 of 13" in world.dm("Bob").text
    assert "cannot send you a DM" not in world.transcript()


async def test_who_shares_no_server_is_noted_as_gone_and_not_written_to_before_the_next_deal(world: World):
    await begin(world)
    world.env.inject_error("POST", dm_path(world, "Bob"), status=403, code=50278)
    await cut(world)
    (gone,) = [p for p in await stored(world).hand_panels(1) if p.user_id == world.people["Bob"].id]
    assert (gone.state, gone.message_id, gone.deal) == (PanelState.GONE, 0, 1)
    before = len(world.env.http_requests)
    await world.env.advance_time(120)
    tries = [r for r in world.env.http_requests[before:] if r.path == dm_path(world, "Bob")]
    assert not tries
    assert "cannot send you a DM" not in world.transcript()
    assert "refuses my DMs" not in private(await world.slash("Bob", "me"))
    await world.set_me("Bob", "Cards by DM")
    await world.set_me("Bob", "Cards by DM")
    await world.env.settle()
    assert "trick 1 of 13" in world.dm("Bob").text, "unless they ask for it"


async def test_a_panel_that_was_deleted_is_sent_again(world: World) -> None:
    await begin(world)
    await cut(world)
    await restart(world)
    snapshot = await world.snapshot()
    following = CHAIRS[(snapshot.players_awaited()[0] + 1) % 4]
    channel = world.people[following].user.dm_channel
    world.env.backend.delete_message(channel.id, world.dm(following).id)
    await play_hand_by_dm(world, 1)
    await world.env.advance_time(2)
    assert playable(world.dm(following))
    assert len(world.messages(channel)) == 1


async def test_a_table_that_is_over_is_forgotten_once_everything_is_shown(world: World) -> None:
    await begin(world)
    await cut(world)
    await play_hand_by_dm(world, 5)
    publisher, messages = publisher_of(world), world.bot.services.messages
    assert messages._panels
    world.env.inject_error("PATCH", f"{dm_path(world, 'Bob')}/*", status=500, times=2)
    await world.slash("Ann", "table abandon")
    for name in CHAIRS[1:]:
        await world.slash(name, "agree")
    await world.env.advance_time(8)
    for name in CHAIRS:
        assert "This table has been closed" in world.dm(name).text
    assert not messages._panels
    held = (publisher._last, publisher._failing, publisher._due, publisher._refused, publisher._showing)
    assert not any(held)
    assert not len(publisher._backoff)
    assert not await stored(world).behind()
