import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import metrics
from bot.tables.state.table import Posting
from cogs.transport.backoff import MOST_TRIES
from tests.discord.test_hand import answer_on, cut, dealt, play_hand_by_dm, playable, publisher_of
from tests.discord.test_one_panel import playing
from tests.discord.world import World, dumped, private, seen


def close_dms(world: World, name: str) -> None:
    channel = world.people[name].user.dm_channel.id
    world.env.inject_error("POST", f"/channels/{channel}/messages", status=403, code=50007)


async def test_closed_dms_are_told_once_in_the_channel_until_they_are_asked_for_again(world: World) -> None:
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
    panel = seen((await world.slash("Bob", "me")).response)
    assert "Discord refuses my DMs to you" in panel.text
    await world.set_me("Bob", "Cards by DM")
    await world.set_me("Bob", "Cards by DM")
    assert "Discord refuses my DMs to you" not in private(await world.slash("Bob", "me"))


async def test_a_deleted_table_message_comes_back(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
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
    await dealt(world, "Bob", "Cleo", "Dan")
    path = f"/channels/{world.channel.id}/messages"
    await play_hand_by_dm(world, 3)
    world.env.inject_error("POST", path, status=403, code=50013)
    last = world.awaited()
    panel = world.dm(last)
    told = private(await world.press(last, panel, playable(panel)[0], dm=True)) + answer_on(world.dm(last))
    name = world.awaited()
    await world.press(name, world.dm(name), "Refresh", dm=True)
    told += answer_on(world.dm(name))
    assert told.count("I need the permissions View Channel, Send Messages") == 1
    await world.env.advance_time(6)
    assert world.transcript().count("Trick 1:") == 1, "the owed post arrives when it can"
    assert (await world.snapshot()).step > 5


async def test_discord_failing_for_a_while_loses_nothing(world: World) -> None:
    await world.set_posting(Posting.TRICKS)
    await dealt(world, "Bob", "Cleo", "Dan")
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


def refuse(world: World, monkeypatch: pytest.MonkeyPatch, text: str) -> list[str]:
    """Let Discord call every message in the channel malformed that says so; what it refused."""
    refused, request = list[str](), world.bot.http.request

    async def asked(route: Any, **sent: Any) -> Any:
        here = f"/channels/{world.channel.id}/" in route.url
        if here and route.method in ("POST", "PATCH") and text in dumped(sent):
            refused.append(route.url)
            response: Any = SimpleNamespace(status=400, reason="Bad Request")
            said = {"code": 50035, "message": "Invalid Form Body\nIn components.0"}
            raise discord.HTTPException(response, said)
        return await request(route, **sent)

    monkeypatch.setattr(world.bot.http, "request", asked)
    return refused


def counted(kind: str) -> float:
    value: float = metrics.REFUSED.labels(kind)._value.get()
    return value


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    found = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    caplog.clear()
    return found


async def type_cards(world: World, number: int) -> None:
    for _ in range(number):
        snapshot = await world.snapshot()
        (seat,) = snapshot.awaited
        user_id = snapshot.table.chairs[seat].user_id
        name = next(name for name, member in world.people.items() if member.id == user_id)
        await world.slash(name, "play", card=str(snapshot.game.legal(snapshot.state, seat)[0]))


async def a_while(world: World) -> None:
    for _ in range(8):
        await world.env.advance_time(31)


async def test_a_post_refused_for_ever_is_set_aside_and_the_next_go_on(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.set_posting(Posting.TRICKS)
    await playing(world, "Bob", "Cleo", "Dan")
    before, refused = counted("post"), refuse(world, monkeypatch, "Trick 1:")
    await type_cards(world, 8)
    assert "Trick 2:" not in world.transcript()
    await a_while(world)
    assert len(refused) == MOST_TRIES
    ann, said = world.people["Ann"].id, "refuses one of my messages"
    (told,) = [m for m in world.messages() if said in m.text]
    assert told.text.startswith(f"<@{ann}>, Discord refuses one of my messages about table 1.")
    assert "/record table:1" in told.text
    assert told.id < next(m.id for m in world.messages() if "Trick 2:" in m.text)
    (sent,) = [r.json for r in world.requests() if r.method == "POST" and said in dumped(r.json)]
    assert sent["allowed_mentions"]["users"] == [ann]
    assert counted("post") == before + 1
    (logged,) = errors(caplog)
    assert "is set aside, for Discord refuses it: 400 Bad Request (error code: 50035)" in logged
    assert "\n" not in logged
    await type_cards(world, 4)
    assert "Trick 3:" in world.transcript()
    assert not publisher_of(world)._failing
    assert len(refused) == MOST_TRIES, "it is not owed any more"


async def test_a_post_goes_whose_refusal_cannot_even_be_told(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.set_posting(Posting.TRICKS)
    await playing(world, "Bob", "Cleo", "Dan")
    refuse(world, monkeypatch, "Trick 1:")
    monkeypatch.setattr(world.bot.services.renderer, "refused_post", lambda *_: "Trick 1:")
    await type_cards(world, 8)
    await a_while(world)
    assert "Trick 2:" in world.transcript()
    assert len(errors(caplog)) == 1


async def test_a_table_message_refused_for_ever_is_told_to_whoever_plays(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await playing(world, "Bob", "Cleo", "Dan")
    before = counted("message")
    world.bot.services.messages.drop_table_message(1)
    refused = refuse(world, monkeypatch, "trick 1 of 13")
    await type_cards(world, 1)
    await a_while(world)
    assert len(refused) == MOST_TRIES, "after a minute it waits longer"
    assert counted("message") == before + 1
    assert len(errors(caplog)) == 1
    told = private(await world.slash(world.awaited(), "hand"))
    assert "Table 1 is safe, but Discord refuses its message in" in told
    await type_cards(world, 4)
    await a_while(world)
    assert "trick 2 of 13" in world.table_message().text
    assert not publisher_of(world)._failing


async def test_nobody_waits_for_somebody_who_walked_away(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
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
    seat = snapshot.table.chairs.seat_of(world.people[name].id)
    assert seat is not None
    assert not snapshot.table.chairs[seat].away
    assert "away, the house plays" not in world.table_message().text
    assert "is back" not in world.transcript(), "the table message shows it"


async def test_alone_and_away_every_message_says_that_play_waits_and_has_the_button(world: World) -> None:
    await dealt(world)
    await world.env.advance_time(1)
    assert "then play waits" in world.table_message().text
    for _ in range(3):
        await world.env.advance_time(190)
    moves = len((await world.snapshot()).log)
    await world.env.advance_time(60)
    assert len((await world.snapshot()).log) == moves, "nobody plays"
    table, post, panel = world.table_message(), world.messages()[-1], world.dm("Ann")
    assert "so table 1 waits" in post.text
    assert "so play waits" in table.text
    assert "so play waits" in panel.text
    for message in (table, post, panel):
        assert "the house plays" not in message.text
        assert "I'm back" in message.buttons
    await world.press("Ann", post, "I'm back")
    assert not any(seat.away for seat in (await world.snapshot()).table.chairs)
    assert "I'm back" not in world.table_message().buttons
    await world.env.advance_time(5)
    assert "I'm back" not in world.dm("Ann").buttons


async def test_the_table_message_is_posted_anew_before_it_is_too_old_to_edit(world: World) -> None:
    await world.table()
    message = world.table_message()
    for _ in range(17):
        await world.env.advance_time(180)
    again = world.table_message()
    assert again.id != message.id
    assert [m.id for m in world.messages()].count(message.id) == 0
