"""Where a table's messages go, and whom they notify."""

from collections.abc import Iterable

import discord

from bot.tables.model import Table

NOBODY = discord.AllowedMentions.none()


def channel_of(client: discord.Client, table: Table) -> discord.PartialMessageable:
    """The channel in which the table stands."""
    return client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)


def notifying(user_ids: Iterable[int]) -> discord.AllowedMentions:
    """These people, and nobody else, are notified."""
    return discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(user_id) for user_id in user_ids]
    )
