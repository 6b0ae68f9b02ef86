"""Gives the winners of a season their role, and takes it back."""

import logging

import discord

from bot.community.titles import Holder, RoleRefused
from bot.tables.state.chairs import Person
from cogs.transport.backoff import forbidden
from cogs.ui.names import safe_name
from cogs.words.languages import Languages

log = logging.getLogger(__name__)

_UNKNOWN_MEMBER, _UNKNOWN_ROLE = 10007, 10011
_LONGEST_NONCE = 25


class DiscordRoles:
    """The `Roles` of Discord."""

    def __init__(self, client: discord.Client, languages: Languages) -> None:
        self._client = client
        self._languages = languages

    async def give(self, holder: Holder) -> bool:
        try:
            await self._client.http.add_role(holder.guild_id, holder.user_id, holder.role_id)
        except discord.HTTPException as error:
            _check(error, _UNKNOWN_MEMBER)
            return False
        return True

    async def take(self, holder: Holder) -> None:
        try:
            await self._client.http.remove_role(holder.guild_id, holder.user_id, holder.role_id)
        except discord.HTTPException as error:
            _check(error, _UNKNOWN_MEMBER, _UNKNOWN_ROLE)

    async def tell_refused(self, user_id: int, guild_id: int) -> None:
        if not user_id:
            return
        # The server may be another process's.
        guild = self._client.get_guild(guild_id)
        words = await self._languages.of_person(user_id, await self._languages.of_server(guild_id))
        said = words.gettext(
            "On {server} Discord does not let me give the role of a season's winner, or take it back. Allow "
            "me Manage Roles, move my role above that role, and send **Mornings and winners** in "
            "`/server settings` again; otherwise I try again next month.",
            server=guild_id if guild is None else safe_name(Person(0, guild.name)),
        )
        try:
            channel = await self._client.create_dm(discord.Object(user_id))
            await channel.send(said, nonce=f"r{guild_id}-{user_id}"[:_LONGEST_NONCE])
        except discord.HTTPException as error:
            if not forbidden(error):
                raise
            log.info("user %s cannot be told that a role was refused: %s", user_id, error)


def _check(error: discord.HTTPException, *known: int) -> None:
    # Raises RoleRefused or the error, unless it is one of those known.
    if error.code in known:
        return
    if forbidden(error):
        raise RoleRefused from error
    raise error
