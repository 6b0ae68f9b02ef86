"""Everything that uses private names of discord.py or replaces its functions.

`tests/discord/test_discord_internals.py` has a test for each name, which fails if an update of discord.py
changes it.
"""

import asyncio
import struct
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord import app_commands, http
from discord.gateway import ReconnectWebSocket
from discord.shard import Shard
from discord.webhook import async_

from cogs.transport.routing import being_answered

_CLOSE_SECONDS: Final = 2.0  # how long Discord may take to close a connection and send the remaining events

_CLOSED: Final = 1000

C = TypeVar("C", bound=discord.Client)


def use_api(base_url: str, read_answer: Callable[[aiohttp.ClientResponse], Awaitable[Any]]) -> None:
    """Send requests to that URL, and read answers with that function. Call it before making a client."""
    http.Route.BASE = base_url
    for module in (http, async_):
        vars(module)["json_or_text"] = read_answer


def wrap_requests(client: discord.Client, wrapped: Callable[[Any], Any]) -> None:
    """Wrap the function through which discord.py makes every call."""
    client.http.request = wrapped(client.http.request)  # type: ignore[method-assign]


def parsers_of(client: discord.Client) -> dict[str, Callable[[Any], None]]:
    """discord.py's handlers of gateway events, by name. The client reads this dictionary."""
    parsers: dict[str, Callable[[Any], None]] = client._connection.parsers
    return parsers


def keep_channel(guild: discord.Guild, channel: discord.abc.GuildChannel) -> None:
    """Add a fetched channel to the guild's cache."""
    guild._add_channel(channel)  # type: ignore[arg-type]  # there is no other kind


def sessions_of(client: discord.AutoShardedClient) -> dict[int, Any]:
    """The client's sessions by shard. The client reads this dictionary."""
    sessions: dict[int, Any] = client.__dict__["_AutoShardedClient__shards"]
    return sessions


def begin_session(client: discord.AutoShardedClient, shard_id: int, socket: Any) -> None:
    """Route what arrives on that connection to the client."""
    queue = client.__dict__["_AutoShardedClient__queue"]
    sessions_of(client)[shard_id] = session = Session(socket, client, queue.put_nowait)
    session.launch()


def use_shards(client: discord.AutoShardedClient, count: int, awaited: Iterable[int]) -> None:
    """Give the client that many shards; it is ready once the `awaited` ones are."""
    client.shard_count = client._connection.shard_count = count
    client._connection.shard_ids = list(awaited)


def await_no_shards(client: discord.AutoShardedClient) -> None:
    """Let each session that begins from now on become ready by itself."""
    client._connection.shard_ids = []


def forget_shard(client: discord.AutoShardedClient, shard_id: int, guild_ids: Iterable[int]) -> None:
    """Forget a shard without a session, and those guilds, whose state would become stale."""
    state = client._connection
    if (ready := state._ready_tasks.pop(shard_id, None)) is not None:
        ready.cancel()
    state._ready_states.pop(shard_id, None)
    gone = set(guild_ids)
    for guild in [guild for guild in state.guilds if guild.id in gone]:
        state._remove_guild(guild)


class Session(Shard):
    """A shard's session that can be given up."""

    given_up = False

    async def give_up(self) -> None:
        self.given_up = True
        socket = self.ws
        if self._task is not None and not self._task.done() and socket.open:
            socket._close_code = _CLOSED
            with suppress(ConnectionError, RuntimeError):
                await socket.socket.send_frame(struct.pack("!H", _CLOSED), aiohttp.WSMsgType.CLOSE)
                await asyncio.wait({self._task}, timeout=_CLOSE_SECONDS)
        await self.close()

    async def _handle_disconnect(self, e: Exception) -> None:
        if not self.given_up:
            await super()._handle_disconnect(e)

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        await self._unless_given_up(lambda: super(Session, self).reidentify(exc))

    async def reconnect(self) -> None:
        await self._unless_given_up(super().reconnect)

    async def _unless_given_up(self, connect: Callable[[], Awaitable[None]]) -> None:
        if not self.given_up:
            await connect()
        if self.given_up:
            await self.close()


class CountedTree(app_commands.CommandTree[C]):
    """Slash commands that count as unfinished until they have been answered."""

    async def _call(self, interaction: discord.Interaction[C]) -> None:
        with being_answered():
            await super()._call(interaction)
