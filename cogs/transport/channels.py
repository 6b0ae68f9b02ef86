"""Where a table's messages go, whom they notify, and how one is known that Discord had already."""

from collections.abc import Iterable

import aiohttp
import discord

from bot.tables.state.posts import Post
from bot.tables.state.table import Table

NOBODY = discord.AllowedMentions.none()

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
THREAD_ARCHIVED = 50083
"""And locked, if it was a post: posting in one that is not reopens it."""

THREAD_THERE = 160004
"""A thread has been created from that message already; it has the message's id."""

_SKEW_SECONDS = 2.0
"""How far Discord's clock and ours may be apart."""


def channel_of(client: discord.Client, table: Table) -> discord.PartialMessageable:
    """Where the table's hands are told: the channel in which it stands, or its own thread."""
    return client.get_partial_messageable(table.telling.place, guild_id=table.guild_id)


def message_place(table: Table) -> int:
    """Where the table message belongs: where the hands are told, but in the channel once all is over."""
    return table.telling.place if table.open else table.telling.channel_id


def post_place(table: Table, post: Post) -> int:
    """Where that post belongs: where the hands are told, or in the channel if it concerns everybody."""
    return table.telling.channel_id if post.for_all else table.telling.place


async def is_there(client: discord.Client, channel_id: int) -> bool:
    """Whether there is such a channel or thread, as far as Discord says."""
    try:
        await client.fetch_channel(channel_id)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        # It is there as long as nothing else is known.
        return getattr(error, "code", None) != UNKNOWN_CHANNEL
    return True


def on_server(client: discord.Client, table: Table) -> bool:
    """Whether the bot is on the table's server: if not, what the channel is owed waits until it is."""
    return client.get_guild(table.guild_id) is not None


def message_in(
    client: discord.Client, channel_id: int, message_id: int, guild_id: int | None = None
) -> discord.PartialMessage:
    """A message by its id, of which nothing else is known."""
    return client.get_partial_messageable(channel_id, guild_id=guild_id).get_partial_message(message_id)


def notifying(user_ids: Iterable[int], roles: Iterable[int] = ()) -> discord.AllowedMentions:
    """These people, those of these roles, and nobody else, are notified."""
    return discord.AllowedMentions(
        everyone=False,
        roles=[discord.Object(role) for role in roles],
        users=[discord.Object(user_id) for user_id in user_ids],
    )


def sent_before(message_id: int, began: float) -> bool:
    """Whether the message is older than the try to send it that began then (seconds since the epoch).

    Discord answers a nonce it has seen with the message sent under it, which shows what was so then.
    """
    return discord.utils.snowflake_time(message_id).timestamp() < began - _SKEW_SECONDS
