"""What `cogs.transport.discord_internals` expects of discord.py's private names."""

import asyncio
import inspect
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands, http
from discord.gateway import DiscordWebSocket
from discord.shard import Shard
from discord.webhook import async_

from cogs.transport import discord_internals


@pytest.fixture
def client() -> discord.AutoShardedClient:
    return discord.AutoShardedClient(intents=discord.Intents(guilds=True), shard_count=2)


def a_guild(client: discord.Client, guild_id: int) -> discord.Guild:
    data: Any = {"id": str(guild_id), "name": "Club", "channels": [], "members": [], "member_count": 1}
    guild = discord.Guild(data=data, state=client._connection)
    client._connection._add_guild(guild)
    return guild


def test_answers_are_read_by_a_function_that_both_modules_look_up_by_name() -> None:
    for module, user in ((http, http.HTTPClient.request), (async_, async_.AsyncWebhookAdapter.request)):
        assert callable(vars(module)["json_or_text"])
        assert "json_or_text" in user.__code__.co_names


def test_requests_go_where_the_route_says() -> None:
    assert http.Route("GET", "/gateway").url == f"{http.Route.BASE}/gateway"


async def test_every_call_goes_through_request(
    client: discord.AutoShardedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def request(route: http.Route, **_: Any) -> None:
        asked.append(route.path)

    monkeypatch.setattr(client.http, "request", request)
    discord_internals.wrap_requests(client, lambda original: original)
    await client.http.delete_message(1, 2)
    assert asked == ["/channels/{channel_id}/messages/{message_id}"]


def test_an_event_is_parsed_by_the_function_of_its_name(client: discord.AutoShardedClient) -> None:
    parsers, seen = discord_internals.parsers_of(client), list[Any]()
    assert parsers is client._connection.parsers
    assert callable(parsers["INTERACTION_CREATE"])
    parsers["INTERACTION_CREATE"] = seen.append
    socket: Any = SimpleNamespace(_discord_parsers=client._connection.parsers)
    socket._discord_parsers["INTERACTION_CREATE"]({"id": 1})
    assert seen == [{"id": 1}]
    assert "_discord_parsers" in inspect.getsource(DiscordWebSocket)
    assert "_discord_parsers = client._connection.parsers" in inspect.getsource(DiscordWebSocket.from_client)


def test_a_server_takes_a_channel_that_was_fetched(client: discord.AutoShardedClient) -> None:
    guild = a_guild(client, 1)
    data: Any = {"id": "5", "type": 0, "name": "cards", "position": 0, "permission_overwrites": []}
    channel = discord.TextChannel(state=client._connection, guild=guild, data=data)
    assert guild.get_channel(5) is None
    discord_internals.keep_channel(guild, channel)
    assert guild.get_channel(5) is channel


def test_the_client_has_the_shards_it_is_given(client: discord.AutoShardedClient) -> None:
    discord_internals.use_shards(client, 3, awaited=[0, 2])
    state = client._connection
    assert (client.shard_count, state.shard_count, list(state.shard_ids)) == (3, 3, [0, 2])
    assert "len(self.shard_ids)" in inspect.getsource(type(state).parse_ready)
    discord_internals.await_no_shards(client)
    assert list(state.shard_ids) == []


async def test_a_shard_that_is_forgotten_leaves_nothing_behind(client: discord.AutoShardedClient) -> None:
    state: Any = client._connection
    ready = asyncio.get_running_loop().create_future()
    gone, stays = a_guild(client, 1), a_guild(client, 2)
    state._ready_tasks[1], state._ready_states[1] = ready, asyncio.Queue()
    discord_internals.forget_shard(client, 1, [gone.id])
    assert ready.cancelled()
    assert (state._ready_tasks, state._ready_states) == ({}, {})
    assert list(client.guilds) == [stays]


class _Socket:
    """A connection on which nothing arrives until it is closed."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.socket = self
        self.open = True
        self._close_code: int | None = None
        self.closed = asyncio.Event()
        self.latency = 0.0
        self.shard_id = 1

    async def send_frame(self, data: bytes, _: Any) -> None:
        self.frames.append(data)
        self.closed.set()

    async def poll_event(self) -> None:
        await self.closed.wait()
        self.open = False
        closed: Any = SimpleNamespace(close_code=None)
        raise discord.ConnectionClosed(closed, shard_id=1, code=self._close_code)

    async def close(self, code: int = 1000) -> None:
        self.open = False


async def test_a_session_begins_and_is_given_up_without_a_word_to_the_client(
    client: discord.AutoShardedClient,
) -> None:
    async with client:
        socket = _Socket()
        client._reconnect = True  # as `connect` does
        discord_internals.begin_session(client, 1, socket)
        session = discord_internals.sessions_of(client)[1]
        assert list(client.shards) == [1]
        queue = client.__dict__["_AutoShardedClient__queue"]
        await asyncio.sleep(0)
        assert isinstance(session._task, asyncio.Task)
        await session.give_up()
        assert socket._close_code == 1000
        assert socket.frames == [b"\x03\xe8"]
        assert session._task.done()
        assert queue.empty()
        discord_internals.sessions_of(client).clear()


def test_a_shard_reports_the_end_of_its_connection_by_names_that_can_be_overridden() -> None:
    for name in ("_handle_disconnect", "reidentify", "reconnect"):
        assert inspect.iscoroutinefunction(getattr(Shard, name))
    assert "_handle_disconnect" in Shard.worker.__code__.co_names


def test_the_tree_answers_a_command_in_call() -> None:
    assert inspect.iscoroutinefunction(app_commands.CommandTree._call)
    assert "self._call(interaction)" in inspect.getsource(app_commands.CommandTree._from_interaction)
