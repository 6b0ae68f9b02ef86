"""Sends each server its morning post."""

import logging
from collections.abc import Sequence

import discord

from bot.community.mornings.mornings import Mornings
from bot.community.mornings.ports import Morning
from bot.tables.state.chairs import Person
from bot.tables.state.preferences import ServerSettings
from cogs.morning.post import Line, Teller, draw_morning
from cogs.transport.backoff import LATER, SOON, UNREACHED, Backoff, forbidden, in_a_line, malformed, wait_of
from cogs.transport.channels import NOBODY
from cogs.ui.names import safe_name
from cogs.words.languages import Languages

log = logging.getLogger(__name__)


class MorningPosts:
    """Sends the posts that are due. Each process sends those of its own servers."""

    def __init__(
        self,
        client: discord.Client,
        mornings: Mornings,
        languages: Languages,
        tellers: Sequence[Teller],
        *,
        with_pictures: bool,
    ) -> None:
        self._client = client
        self._mornings = mornings
        self._languages = languages
        self._tellers = tellers
        self._with_pictures = with_pictures
        self._backoff = Backoff(mornings.clock)

    async def look_after(self) -> None:
        """Have problems picked, and send the posts that are due."""
        found = await self._mornings.store.servers()
        here = {one.guild_id: one for one in found if self._client.get_guild(one.guild_id) is not None}
        await self._mornings.look_after(list(here.values()))
        for morning in await self._mornings.owed():
            if morning.guild_id not in here:
                continue
            if self._mornings.clock.now() >= self._backoff.due(_key(morning)):
                await self._try(morning, here[morning.guild_id])

    async def _try(self, morning: Morning, settings: ServerSettings) -> None:
        try:
            await self._send(morning, settings)
        except UNREACHED as error:
            await self._failed(morning, settings, error)
        except Exception:
            log.exception("server %s: the morning post could not be made", morning.guild_id)
            self._backoff.failed(_key(morning), LATER)
        else:
            self._backoff.forget(_key(morning))

    async def _send(self, morning: Morning, settings: ServerSettings) -> None:
        guild_id, words = morning.guild_id, await self._languages.of_server(morning.guild_id)
        news = await self._mornings.news(morning, settings)
        lines = list[Line]()
        for teller in self._tellers:
            lines += await teller(guild_id, words)
        drawing = await draw_morning(
            news, lines, self._mornings.problems, words, with_pictures=self._with_pictures
        )
        if drawing is None:
            await self._mornings.sent(morning, 0)
            return
        channel = self._client.get_partial_messageable(settings.morning_channel, guild_id=guild_id)
        # For a known nonce Discord returns the message sent before the process was killed.
        nonce = f"m{guild_id}{morning.day}"
        message = await channel.send(
            view=drawing.view, files=drawing.files(), nonce=nonce, allowed_mentions=NOBODY
        )
        await self._mornings.sent(morning, message.id)

    async def _failed(self, morning: Morning, settings: ServerSettings, error: Exception) -> None:
        log.warning("server %s: no morning post: %s", morning.guild_id, in_a_line(error))
        if malformed(error):
            await self._mornings.sent(morning, 0)
        elif not forbidden(error):
            self._backoff.failed(_key(morning), SOON, wait_of(error))
        else:
            self._backoff.failed(_key(morning), LATER, LATER.longest)
            if await self._mornings.refused(morning):
                await self._tell_owner(morning.guild_id, settings.morning_channel)

    async def _tell_owner(self, guild_id: int, channel_id: int) -> None:
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.owner_id is None:
            return
        words = await self._languages.of_person(guild.owner_id, await self._languages.of_server(guild_id))
        said = words.gettext(
            "I cannot send the morning post of {server} to {channel}: I need the permissions View Channel, "
            "Send Messages and Attach Files there. I go on trying; `/server settings` chooses another "
            "channel, or none.",
            server=safe_name(Person(0, guild.name)),
            channel=f"<#{channel_id}>",
        )
        try:
            channel = await self._client.create_dm(discord.Object(guild.owner_id))
            await channel.send(said, allowed_mentions=NOBODY)
        except UNREACHED as error:
            log.info("server %s: its owner cannot be told: %s", guild_id, in_a_line(error))


def _key(morning: Morning) -> tuple[int, int]:
    return morning.guild_id, morning.day
