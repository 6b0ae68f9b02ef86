"""The fake Discord refuses what Discord refuses: a test on it that passes says something."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.fake_discord.gateway import Delivery
from tests.fake_discord.server import Behaviour, FakeDiscord
from tests.fake_discord.world import EPHEMERAL, Channel, Guild, Interaction, Json, User

_TEXT = {"type": 10, "content": "A table"}
_BUTTON = {"type": 1, "components": [{"type": 2, "style": 3, "label": "Sit", "custom_id": "c:1:0:!sit:1"}]}
_V2 = {"flags": 1 << 15, "components": [_TEXT, _BUTTON]}


class _Bot:
    """What a bot process does on the wire, by hand."""

    def __init__(self, discord: FakeDiscord, name: str, session: aiohttp.ClientSession) -> None:
        self.discord = discord
        self.name = name
        self._session = session
        self._inflate = zlib.decompressobj()

    async def call(self, method: str, path: str, body: Any = None, *, token: bool = True) -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {self.discord.world.token}"} if token else {}
        url = self.discord.api(self.name) + path
        async with self._session.request(method, url, json=body, headers=headers) as response:
            text = await response.text()
            assert not text or response.headers["Content-Type"] == "application/json"
            return response.status, json.loads(text) if text else None

    async def answer(self, interaction: Interaction, kind: int, data: Json | None = None) -> tuple[int, Any]:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=1"
        return await self.call("POST", path, {"type": kind, "data": data or {}}, token=False)

    async def follow(self, interaction: Interaction, method: str, path: str = "", body: Json | None = None):
        path = f"/webhooks/{self.discord.world.application_id}/{interaction.token}{path}"
        return await self.call(method, path, body, token=False)

    async def connect(self) -> aiohttp.ClientWebSocketResponse:
        _, found = await self.call("GET", "/gateway/bot")
        socket = await self._session.ws_connect(f"{found['url']}?v=10&encoding=json&compress=zlib-stream")
        assert (await self.event(socket))["op"] == 10
        return socket

    async def identify(self, shard: int = 0, shards: int = 1) -> tuple[aiohttp.ClientWebSocketResponse, Json]:
        socket = await self.connect()
        asked = {"token": self.discord.world.token, "shard": [shard, shards], "intents": 1}
        await socket.send_json({"op": 2, "d": asked})
        return socket, await self.event(socket)

    async def event(self, socket: aiohttp.ClientWebSocketResponse, seconds: float = 2.0) -> Json:
        data = await socket.receive_bytes(timeout=seconds)
        found: Json = json.loads(self._inflate.decompress(data))
        return found


async def _one_ended(discord: FakeDiscord) -> None:
    for _ in range(200):
        if discord.records.ended:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("no connection has ended")


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(Behaviour(identify_seconds=0.0)) as discord:
        yield discord


@pytest.fixture
def bot(discord: FakeDiscord, session: aiohttp.ClientSession) -> _Bot:
    return _Bot(discord, "a1", session)


@pytest.fixture
def guild(discord: FakeDiscord) -> Guild:
    return discord.world.add_guild("Club", key=1)


@pytest.fixture
def channel(discord: FakeDiscord, guild: Guild) -> Channel:
    return discord.world.add_channel(guild, "cards")


@pytest.fixture
def ann(discord: FakeDiscord, guild: Guild) -> User:
    ann = discord.world.add_user("Ann")
    guild.members.add(ann.id)
    return ann


async def test_a_nonce_is_sent_once(bot: _Bot, channel: Channel) -> None:
    body = {**_V2, "nonce": "1-1", "enforce_nonce": True}
    first = await bot.call("POST", f"/channels/{channel.id}/messages", body)
    again = await bot.call("POST", f"/channels/{channel.id}/messages", body)
    assert first[0] == again[0] == 200
    assert first[1]["id"] == again[1]["id"]
    assert len(channel.messages) == 1
    assert bot.discord.records.repeated == {"1-1": 1}


async def test_more_calls_than_a_second_holds_are_refused(session: aiohttp.ClientSession) -> None:
    async with FakeDiscord(Behaviour(a_second=5)) as discord:
        bot = _Bot(discord, "a1", session)
        answers = [await bot.call("GET", "/users/@me") for _ in range(6)]
        assert [status for status, _ in answers] == [200] * 5 + [429]
        assert answers[-1][1]["global"]
        assert 0 < answers[-1][1]["retry_after"] <= 1
        assert discord.records.most_a_second == 5
        assert discord.records.invalid == {429: 1}


async def test_more_posts_than_a_channel_holds_are_refused(bot: _Bot, channel: Channel) -> None:
    path = f"/channels/{channel.id}/messages"
    answers = [await bot.call("POST", path, {"content": str(n)}) for n in range(6)]
    assert [status for status, _ in answers] == [200] * 5 + [429]
    assert not answers[-1][1]["global"]


async def test_a_wrong_token_is_refused(discord: FakeDiscord, bot: _Bot) -> None:
    status, _ = await bot.call("GET", "/users/@me", token=False)
    assert status == 401


async def test_a_message_is_posted_edited_and_deleted(bot: _Bot, channel: Channel) -> None:
    path = f"/channels/{channel.id}/messages"
    _, sent = await bot.call("POST", path, _V2)
    _, edited = await bot.call("PATCH", f"{path}/{sent['id']}", {"components": [_TEXT]})
    assert edited["components"] == [_TEXT]
    assert edited["edited_timestamp"]
    assert await bot.call("DELETE", f"{path}/{sent['id']}") == (204, None)
    status, error = await bot.call("PATCH", f"{path}/{sent['id']}", {"components": [_TEXT]})
    assert (status, error["code"]) == (404, 10008)
    status, error = await bot.call("POST", path, {"content": ""})
    assert (status, error["code"]) == (400, 50006)


async def test_an_edit_keeps_the_attachments_it_lists_by_id_and_name(bot: _Bot, channel: Channel) -> None:
    world, shown = bot.discord.world, {"type": 12, "items": [{"media": {"url": "attachment://hand.png"}}]}
    body = {"flags": 1 << 15, "components": [shown]}
    listed = [{"id": 0, "filename": "hand.png"}]
    message, _ = world.post(channel, {**body, "attachments": listed}, [{"filename": "hand.png"}], "a1")
    path = f"/channels/{channel.id}/messages/{message.id}"
    _, sent = await bot.call("GET", path)
    assert sent["attachments"] == []
    media = sent["components"][0]["items"][0]["media"]
    assert media["url"].endswith("/hand.png")
    kept = {"id": media["attachment_id"], "filename": "hand.png"}
    _, edited = await bot.call("PATCH", path, {**body, "attachments": [kept]})
    assert edited["components"] == sent["components"]
    for bad in ([{**kept, "id": "17"}], [{"id": kept["id"]}], []):
        status, error = await bot.call("PATCH", path, {**body, "attachments": bad})
        assert (status, error["code"]) == (400, 50035)
    assert (await bot.call("GET", path))[1]["components"] == sent["components"]


async def test_an_interaction_is_answered_once(bot: _Bot, channel: Channel, ann: User) -> None:
    typed = bot.discord.type(ann.id, channel, "table open", game="whist")
    status, answer = await bot.answer(typed, 4, {**_V2, "flags": 1 << 15 | EPHEMERAL})
    assert status == 200
    assert answer["resource"]["message"]["flags"] & EPHEMERAL
    status, error = await bot.answer(typed, 4, _V2)
    assert (status, error["code"]) == (400, 40060)
    assert typed.acknowledged_by == "a1"
    assert [code for _, _, code in typed.refused] == [40060]


async def test_an_answer_may_come_too_late(bot: _Bot, channel: Channel, ann: User) -> None:
    typed = bot.discord.type(ann.id, channel, "table open")
    typed.at -= 4
    status, error = await bot.answer(typed, 4, _V2)
    assert (status, error["code"]) == (404, 10062)
    assert typed.seconds is None


async def test_what_one_person_sees_is_reached_by_the_token_alone(bot: _Bot, channel: Channel, ann: User):
    typed = bot.discord.type(ann.id, channel, "hand")
    status, error = await bot.follow(typed, "POST", body=_V2)
    assert (status, error["code"]) == (404, 10015)  # not before it is acknowledged
    _, answer = await bot.answer(typed, 4, {**_V2, "flags": 1 << 15 | EPHEMERAL})
    shown = answer["resource"]["message"]["id"]
    status, error = await bot.call("PATCH", f"/channels/{channel.id}/messages/{shown}", {"components": []})
    assert (status, error["code"]) == (404, 10008)
    edit = {"components": [_TEXT]}
    assert (await bot.follow(typed, "PATCH", "/messages/@original", edit))[0] == 200
    _, followed = await bot.follow(typed, "POST", body={**_V2, "flags": 1 << 15 | EPHEMERAL})
    assert (await bot.follow(typed, "PATCH", f"/messages/{followed['id']}", edit))[0] == 200
    typed.at -= 15 * 60 + 1
    status, error = await bot.follow(typed, "PATCH", "/messages/@original", edit)
    assert (status, error["code"]) == (401, 50027)


async def test_a_press_redraws_its_message(bot: _Bot, channel: Channel, ann: User) -> None:
    _, sent = await bot.call("POST", f"/channels/{channel.id}/messages", _V2)
    message = channel.messages[int(sent["id"])]
    pressed = bot.discord.press(ann.id, message, "c:1:0:!sit:1")
    status, answer = await bot.answer(pressed, 7, {"components": [_TEXT]})
    assert status == 200
    assert answer["interaction"]["response_message_id"] == sent["id"]
    assert message.components == [_TEXT]
    assert not pressed.quoted
    refusal = {"type": 10, "content": "> It is not your turn."}
    await bot.follow(pressed, "PATCH", "/messages/@original", {"components": [refusal]})
    assert pressed.quoted == ["> It is not your turn."]


async def test_the_first_follow_up_fills_what_is_thinking(bot: _Bot, channel: Channel, ann: User) -> None:
    typed = bot.discord.type(ann.id, channel, "record")
    _, answer = await bot.answer(typed, 5, {"flags": EPHEMERAL})
    assert answer["interaction"]["response_message_loading"]
    _, message = await bot.follow(typed, "POST", body={"content": "Here it is"})
    assert message["id"] == answer["interaction"]["response_message_id"]
    assert len(channel.messages) == 1


async def test_a_session_gets_its_guilds_and_events(bot: _Bot, channel: Channel, ann: User) -> None:
    socket, ready = await bot.identify()
    assert ready["t"] == "READY"
    assert (await bot.event(socket))["t"] == "GUILD_CREATE"
    bot.discord.type(ann.id, channel, "table open", game="whist")
    event = await bot.event(socket)
    assert event["t"] == "INTERACTION_CREATE"
    options = event["d"]["data"]["options"]
    assert options == [
        {"name": "open", "type": 1, "options": [{"name": "game", "type": 3, "value": "whist"}]}
    ]
    await socket.close()


async def test_two_identifies_of_one_bucket_are_apart(session: aiohttp.ClientSession) -> None:
    async with FakeDiscord(Behaviour(shards=3, max_concurrency=2, identify_seconds=60)) as discord:
        sockets, answers = [], []
        for number, shard in enumerate((0, 1, 2)):
            socket, answer = await _Bot(discord, f"{'abc'[number]}1", session).identify(shard, 3)
            sockets.append(socket)
            answers.append((answer["op"], answer["t"]))
        assert answers == [(0, "READY"), (0, "READY"), (9, None)]
        assert [one.early for one in discord.records.identifies] == [False, False, True]
        for socket in sockets:
            await socket.close()


@pytest.mark.parametrize(("delivery", "reached"), [(Delivery.ALL, ("a1", "b1")), (Delivery.NEWEST, ("b1",))])
async def test_sessions_on_one_shard(
    discord: FakeDiscord, session: aiohttp.ClientSession, ann: User, delivery: Delivery, reached: object
) -> None:
    sockets = [(await _Bot(discord, name, session).identify())[0] for name in ("a1", "b1")]
    discord.gateway.delivery = delivery
    dm = discord.world.dm_with(ann.id)
    assert discord.type(ann.id, dm, "play").sent_to == reached
    await sockets[1].close()
    await _one_ended(discord)
    assert discord.type(ann.id, dm, "play").sent_to == ("a1",)
    await sockets[0].close()


async def test_events_go_to_the_shard_of_their_server(
    discord: FakeDiscord, session: aiohttp.ClientSession, ann: User, channel: Channel
) -> None:
    sockets = [
        (await _Bot(discord, name, session).identify(shard, 2))[0] for shard, name in enumerate(("a1", "b1"))
    ]
    assert discord.type(ann.id, channel, "play").sent_to == ("b1",)
    assert discord.type(ann.id, discord.world.dm_with(ann.id), "play").sent_to == ("a1",)
    for socket in sockets:
        await socket.close()


async def test_a_session_is_resumed_with_what_it_missed(
    discord: FakeDiscord, session: aiohttp.ClientSession, ann: User
) -> None:
    bot = _Bot(discord, "a1", session)
    socket, ready = await bot.identify()
    await socket.close(code=4000)
    await _one_ended(discord)
    pressed = discord.type(ann.id, discord.world.dm_with(ann.id), "play")
    assert pressed.sent_to == ()
    again = _Bot(discord, "a1", session)
    socket = await again.connect()
    missed = ["GUILD_CREATE", "INTERACTION_CREATE", "RESUMED"]
    asked = {"token": discord.world.token, "session_id": ready["d"]["session_id"], "seq": ready["s"]}
    await socket.send_json({"op": 6, "d": asked})
    assert [(await again.event(socket))["t"] for _ in range(3)] == missed
    await socket.send_json({"op": 1, "d": None})
    assert (await again.event(socket))["op"] == 11
    await socket.close()
