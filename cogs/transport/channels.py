"""Where a table's messages go, whom they notify, and how to recognise one that Discord already had."""

from collections.abc import Iterable

import aiohttp
import discord

from bot.tables.state.posts import Post
from bot.tables.state.table import Table

NOBODY = discord.AllowedMentions.none()

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
ACKNOWLEDGED_BEFORE = 40060
THREAD_ARCHIVED = 50083
"""If a post fails with this code, the thread is locked as well: posting in an unlocked one reopens it."""

NO_DMS = (50007, 10013, 50278)  # closed to the bot; unknown user; no mutual server

THREAD_THERE = 160004  # that message already has a thread, whose id is the message's
_SKEW_SECONDS = 2.0  # the maximum difference between Discord's clock and ours


def channel_of(client: discord.Client, table: Table) -> discord.PartialMessageable:
    """Where the table's hands are played: its channel, or its own thread."""
    return client.get_partial_messageable(table.telling.place, guild_id=table.guild_id)


def message_place(table: Table) -> int:
    """Where the table message belongs: where the hands are played, but in the channel after the match."""
    return table.telling.place if table.open else table.telling.channel_id


def post_place(table: Table, post: Post) -> int:
    """Where that post belongs: where the hands are played, or in the channel if it concerns everybody."""
    return table.telling.channel_id if post.for_all else table.telling.place


async def is_there(client: discord.Client, channel_id: int) -> bool:
    """Whether that channel or thread exists, as far as Discord says."""
    try:
        await client.fetch_channel(channel_id)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        # Assume that it exists unless Discord says otherwise.
        return getattr(error, "code", None) != UNKNOWN_CHANNEL
    return True


def on_server(client: discord.Client, table: Table) -> bool:
    """Whether the bot is on the table's server. If not, posts wait until it is."""
    return client.get_guild(table.guild_id) is not None


def message_in(
    client: discord.Client, channel_id: int, message_id: int, guild_id: int | None = None
) -> discord.PartialMessage:
    """A partial message: only its id and place are known."""
    return client.get_partial_messageable(channel_id, guild_id=guild_id).get_partial_message(message_id)


def notifying(user_ids: Iterable[int], roles: Iterable[int] = ()) -> discord.AllowedMentions:
    """Notify these users and roles, and nobody else."""
    return discord.AllowedMentions(
        everyone=False,
        roles=[discord.Object(role) for role in roles],
        users=[discord.Object(user_id) for user_id in user_ids],
    )


def sent_before(message_id: int, began: float) -> bool:
    """Whether the message is older than the try to send it, which began then (seconds since the epoch). For a
    known nonce Discord returns the message sent earlier, which shows the state of that time."""
    return discord.utils.snowflake_time(message_id).timestamp() < began - _SKEW_SECONDS
