"""What Discord currently reports about a person, for `bot.tables.people.access` to judge."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import discord

from bot.tables.people.access import Actor
from bot.tables.state.table import Table
from bot.tables.store.ports import Clock
from bot.tables.store.recent import Recent
from cogs.transport.backoff import NETWORK_ERRORS, fleeting
from cogs.transport.call_budget import CallBudget, Priority, calls_of
from cogs.transport.channels import UNKNOWN_CHANNEL
from cogs.transport.discord_internals import keep_channel
from cogs.ui.names import person_of

log = logging.getLogger(__name__)

REMEMBERED_SECONDS: Final = 60.0  # how long the rights of somebody who plays by DM are cached
BUSY_REMEMBERED_SECONDS: Final = 15 * 60.0  # the same while the call budget is nearly used up

_MOST_REMEMBERED = 10_000
_NOT_A_MEMBER = (10007, 10013)
"""Unknown member; unknown user."""

_Place: TypeAlias = discord.abc.GuildChannel | discord.Thread


@dataclass(frozen=True, slots=True)
class Rights:
    """What somebody may do in a channel and its server. All False: the person or the channel is not there;
    `gone`: the channel no longer exists."""

    sees: bool = False
    sends: bool = False
    manages: bool = False
    gone: bool = False


_NO_RIGHTS = Rights()


class Actors:
    """Finds out a person's rights in a table's channel.

    On the server every interaction carries them. For somebody who clicks in a DM we ask Discord, at most once
    a minute, and less often while the `budget` is busy. `elsewhere` says whether only another process
    receives a server's events.
    """

    def __init__(
        self,
        client: discord.Client,
        clock: Clock,
        budget: CallBudget,
        elsewhere: Callable[[int], bool] = lambda guild_id: False,
    ) -> None:
        self._client = client
        self._elsewhere = elsewhere
        self._clock = clock
        self._budget = budget
        self._known: Recent[tuple[int, int], tuple[float, Rights]] = Recent(_MOST_REMEMBERED)
        self._acted: Recent[tuple[int, int], float] = Recent(_MOST_REMEMBERED)
        self._members: Recent[tuple[int, int], tuple[float, bool]] = Recent(_MOST_REMEMBERED)

    async def at(
        self, interaction: discord.Interaction[discord.Client], guild_id: int, channel_id: int
    ) -> Actor:
        user = interaction.user
        person = person_of(user)
        if interaction.guild_id is None:
            rights = await self.rights_of(user.id, guild_id, channel_id)
            return Actor(person, rights.sees, rights.sends, direct=True, gone=rights.gone)
        if interaction.guild_id != guild_id:
            return Actor(person, sees=False, sends=False)
        self._note_member(guild_id, user.id, there=True)
        if interaction.channel_id == channel_id:
            rights = _rights(
                interaction.permissions, in_thread=isinstance(interaction.channel, discord.Thread)
            )
        elif isinstance(user, discord.Member):
            rights = await self.rights_of_member(user, channel_id)
        else:
            rights = _NO_RIGHTS
        return Actor(person, rights.sees, rights.sends, rights.manages, gone=rights.gone)

    async def present(self, guild_id: int, user_id: int) -> bool | None:
        """Whether that person was on that server when last asked; None if unknown or the bot is not there."""
        at, there = self._members.get((guild_id, user_id), (None, None))
        if at is not None and 0 <= self._clock.now() - at < self._remembered:
            return there
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return None
        try:
            return await self._member(guild, user_id) is not None
        except (discord.HTTPException, *NETWORK_ERRORS) as error:
            log.info("user %s: membership of server %s is unknown: %s", user_id, guild_id, error)
            return None

    async def of_table(self, interaction: discord.Interaction[discord.Client], table: Table) -> Actor:
        """The same for that table's channel. In a DM only people who have sat at a table can act on it, so we
        ask Discord about nobody else."""
        self._acted[table.id, interaction.user.id] = self._clock.now()
        if table.telling.private:
            there = table.sat(interaction.user.id)
            direct = interaction.guild_id is None
            return Actor(person_of(interaction.user), sees=there, sends=there, direct=direct)
        if interaction.guild_id is None and not table.sat(interaction.user.id):
            return Actor(person_of(interaction.user), sees=False, sends=False, direct=True)
        return await self.at(interaction, table.guild_id, table.telling.channel_id)

    def last_acted(self, table_id: int, user_id: int) -> float:
        """When that person last acted at the table, in seconds since the epoch; 0 if this process does not
        know."""
        return self._acted.get((table_id, user_id), 0.0)

    async def rights_of(self, user_id: int, guild_id: int, channel_id: int) -> Rights:
        """What that person may do there, as of the last request. While Discord does not answer, the last
        known rights hold; somebody never looked up may only watch."""
        key, now = (user_id, channel_id), self._clock.now()
        at, known = self._known.get(key, (None, Rights(sees=True)))
        if at is not None and 0 <= now - at < self._remembered:
            return known
        try:
            with calls_of(Priority.ANSWER):
                rights = await self._ask(user_id, guild_id, channel_id)
        except (discord.HTTPException, *NETWORK_ERRORS) as error:
            log.info("user %s: membership of server %s is unknown: %s", user_id, guild_id, error)
            return known
        self._known[key] = (now, rights)
        return rights

    @property
    def _remembered(self) -> float:
        return BUSY_REMEMBERED_SECONDS if self._budget.busy else REMEMBERED_SECONDS

    def forget(self, user_id: int) -> None:
        for key in [key for key in self._known if key[0] == user_id]:
            del self._known[key]
        for key in [key for key in self._members if key[1] == user_id]:
            del self._members[key]
        for key in [key for key in self._acted if key[1] == user_id]:
            del self._acted[key]

    async def _member(self, guild: discord.Guild, user_id: int) -> discord.Member | None:
        member: discord.Member | None
        try:
            member = await guild.fetch_member(user_id)
        except discord.NotFound as error:
            if error.code not in _NOT_A_MEMBER:
                raise
            member = None
        self._note_member(guild.id, user_id, there=member is not None)
        return member

    def _note_member(self, guild_id: int, user_id: int, *, there: bool) -> None:
        self._members[guild_id, user_id] = (self._clock.now(), there)

    async def rights_of_member(self, member: discord.Member, channel_id: int) -> Rights:
        """What that member, as Discord has just reported them, may do in another channel of the server.
        Nothing if we must ask Discord for the channel and get no answer."""
        try:
            return await self._rights_in(member, channel_id)
        except (discord.HTTPException, *NETWORK_ERRORS) as error:
            log.info("channel %s: its permissions could not be looked up: %s", channel_id, error)
            return _NO_RIGHTS

    async def _ask(self, user_id: int, guild_id: int, channel_id: int) -> Rights:
        guild = self._client.get_guild(guild_id)
        if guild is None and self._elsewhere(guild_id):
            guild = await self._fetch_guild(guild_id)
        if guild is None:
            return _NO_RIGHTS
        member = await self._member(guild, user_id)
        return _NO_RIGHTS if member is None else await self._rights_in(member, channel_id)

    async def _fetch_guild(self, guild_id: int) -> discord.Guild | None:
        try:
            return await self._client.fetch_guild(guild_id, with_counts=False)
        except (discord.Forbidden, discord.NotFound):
            return None

    async def _rights_in(self, member: discord.Member, channel_id: int) -> Rights:
        try:
            channel = await self._channel(member.guild, channel_id)
        except discord.NotFound as error:
            if fleeting(error):
                raise
            return Rights(gone=error.code == UNKNOWN_CHANNEL)
        if channel is None:
            return _NO_RIGHTS
        thread = isinstance(channel, discord.Thread)
        try:
            permissions = channel.permissions_for(member)
        except discord.ClientException:
            return _NO_RIGHTS  # a thread whose channel is hidden from the bot
        if isinstance(channel, discord.Thread) and channel.is_private() and not permissions.manage_threads:
            try:
                await channel.fetch_member(member.id)
            except discord.NotFound as error:
                if fleeting(error):
                    raise
                return _NO_RIGHTS
        return _rights(permissions, in_thread=thread)

    async def _channel(self, guild: discord.Guild, channel_id: int) -> _Place | None:
        known = guild.get_channel_or_thread(channel_id)
        if known is not None:
            return known
        try:
            if self._elsewhere(guild.id):
                return await _fetch_from(guild, channel_id)
            # Archived threads are not kept in memory.
            fetched = await self._client.fetch_channel(channel_id)
        except discord.Forbidden:
            return None
        return fetched if isinstance(fetched, discord.abc.GuildChannel | discord.Thread) else None


async def _fetch_from(guild: discord.Guild, channel_id: int) -> _Place:
    # discord.py does not cache a guild it fetches.
    fetched = await guild.fetch_channel(channel_id)
    if isinstance(fetched, discord.Thread) and guild.get_channel(fetched.parent_id) is None:
        parent = await guild.fetch_channel(fetched.parent_id)
        if isinstance(parent, discord.abc.GuildChannel):
            keep_channel(guild, parent)
    return fetched


def _rights(permissions: discord.Permissions, *, in_thread: bool) -> Rights:
    sends = permissions.send_messages_in_threads if in_thread else permissions.send_messages
    return Rights(permissions.view_channel, permissions.view_channel and sends, permissions.manage_guild)
