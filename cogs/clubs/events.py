"""What Discord is told of club nights: a scheduled event each, and a sentence if one is not played.

What is owed is stored with the club. If we do not know whether Discord has made an event, we look for it
before the next try, so no night has two.
"""

import logging
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

import discord

from bot.community.clubs.club import Club, Event, Skipped
from bot.community.clubs.clubs import Clubs
from bot.rules.catalogue import gettext_noop
from cogs.clubs.words import about_text, club_title
from cogs.transport.backoff import (
    SOON,
    UNREACHED,
    Backoff,
    forbidden,
    in_a_line,
    malformed,
    unknown_channel,
    wait_of,
)
from cogs.transport.call_budget import Priority, calls_of
from cogs.transport.channels import NOBODY, is_there
from cogs.ui.glyphs import fitted
from cogs.words.languages import Languages
from cogs.words.periods import moment

log = logging.getLogger(__name__)

_LASTS: Final = 2 * 60 * 60.0  # how long an event is said to last, in seconds
_LONGEST: Final = 100  # Discord's limit for the name and the place of an event, in characters
_SENTENCES: Final = {
    Skipped.EMPTY: gettext_noop("{title}: nobody had entered by {time}, so this night is not played."),
    Skipped.MISSED: gettext_noop("{title}: the night of {time} could not begin in time and is not played."),
}


@dataclass(eq=False)
class ClubEvents:
    """Keeps the events of club nights as the nights are."""

    client: discord.Client
    clubs: Clubs
    languages: Languages
    _backoff: Backoff = field(init=False)

    def __post_init__(self) -> None:
        self._backoff = Backoff(self.clubs.clock)

    def is_there(self, club: Club) -> bool:
        """Whether the bot is on the club's server."""
        return self.client.get_guild(club.guild_id) is not None

    async def show(self, club: Club) -> None:
        """Do what is owed. If Discord refuses an event, its manager is told once, and the night has none."""
        if self._backoff.due(club.id) > self.clubs.clock.now():
            return
        now: Club | None = club
        try:
            with calls_of(Priority.REFRESH):
                if club.skipped is not None:
                    now = await self._tell_skipped(club, club.skipped)
                if now is not None and now.stale_event is not None:
                    now = await self._remove(now, now.stale_event)
                if now is not None and not now.ended:
                    await self._keep_event(now)
            self._backoff.forget(club.id)
        except UNREACHED as error:
            log.warning("club %s: Discord is not told of it yet: %s", club.id, in_a_line(error))
            self._backoff.failed(club.id, SOON, wait_of(error))

    async def _tell_skipped(self, club: Club, skipped: Skipped) -> Club | None:
        words = self.languages.kept(club.guild_id, club.language)
        values = {"title": club_title(club, words), "time": moment(club.skipped_at or 0)}
        said = words.gettext(_SENTENCES[skipped], **values)
        if not club.ended:
            said += " " + words.gettext("The next one is {time}.", time=moment(club.starts_at))
        await self._post(club, said, "s")
        return await self.clubs.note(club, skipped=None)

    async def _keep_event(self, club: Club) -> None:
        if club.event in (Event.MADE, Event.NONE):
            return
        guild, now = self.client.get_guild(club.guild_id), club
        assert guild is not None
        refused = False
        try:
            if club.starts_at <= self.clubs.clock.now():
                await self.clubs.note(club, event=Event.NONE)
                return
            if club.event is Event.WANTED:
                refused = not guild.me.guild_permissions.create_events
                making = None if refused else await self.clubs.note(club, event=Event.MAKING)
                if making is not None:
                    now = making
                    await self._make(guild, making)
            else:
                await self._bring_up_to_date(guild, club)
        except discord.HTTPException as error:
            refused = forbidden(error) or malformed(error)
            if not refused:
                raise
            log.warning("club %s: Discord refuses its event: %s", club.id, in_a_line(error))
        if refused:
            if not now.refused:
                await self._warn(now)
            await self.clubs.note(now, event=Event.NONE, refused=True)

    async def _make(self, guild: discord.Guild, club: Club) -> None:
        words = self.languages.kept(club.guild_id, club.language)
        channel = guild.get_channel_or_thread(club.channel_id)
        if channel is None and not await is_there(self.client, club.channel_id):
            # Deleted while the bot was away.
            await self.clubs.channel_gone(guild.id, club.channel_id)
            return
        title = words.gettext("Club night: {title}", title=club_title(club, words))
        made = await guild.create_scheduled_event(
            name=fitted(title, _LONGEST),
            description=f"{about_text(club, words)} {_mark(club)}",
            location=fitted(f"#{channel.name}" if channel else title, _LONGEST),
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            **_times(club),
        )
        await self.clubs.note(club, event=Event.MADE, event_id=made.id, refused=False)

    async def _bring_up_to_date(self, guild: discord.Guild, club: Club) -> None:
        found = await self._find(guild, club)
        if found is not None:
            await found.edit(**_times(club))
            await self.clubs.note(club, event=Event.MADE, event_id=found.id)
        elif club.event_id is None:
            await self._make(guild, club)
        else:
            # Somebody has deleted it, so the night has none.
            await self.clubs.note(club, event=Event.NONE)

    async def _find(self, guild: discord.Guild, club: Club) -> discord.ScheduledEvent | None:
        for event in await guild.fetch_scheduled_events(with_counts=False):
            made_here = event.creator_id == guild.me.id and (event.description or "").endswith(_mark(club))
            if event.id == club.event_id or made_here:
                return event
        return None

    async def _remove(self, club: Club, event_id: int) -> Club | None:
        try:
            guild = self.client.get_guild(club.guild_id)
            assert guild is not None
            await (await guild.fetch_scheduled_event(event_id)).delete()
        except discord.HTTPException as error:
            # Gone already, or not ours to delete any more.
            if not forbidden(error):
                raise
        return await self.clubs.note(club, stale_event=None)

    async def _warn(self, club: Club) -> None:
        # By DM, or in the channel if that is closed.
        host = club.host.user_id
        words = await self.languages.of_person(host, self.languages.kept(club.guild_id, club.language))
        said = words.gettext(
            "{title}: Discord does not let me make events; that takes the permission **Create Events**. The "
            "club night of {time} in {channel} takes place all the same.",
            title=club_title(club, words),
            time=moment(club.starts_at),
            channel=f"<#{club.channel_id}>",
        )
        try:
            await (await self.client.create_dm(discord.Object(host))).send(said, nonce=_nonce(club, "e"))
        except discord.HTTPException as error:
            if not (forbidden(error) or malformed(error)):
                raise
            await self._post(club, said, "e")

    async def _post(self, club: Club, said: str, what: str) -> None:
        channel = self.client.get_partial_messageable(club.channel_id, guild_id=club.guild_id)
        try:
            await channel.send(said, nonce=_nonce(club, what), allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            if not forbidden(error):
                raise
            log.warning("club %s: its channel takes no message: %s", club.id, in_a_line(error))
            if unknown_channel(error):
                await self.clubs.channel_gone(club.guild_id, club.channel_id)


def _mark(club: Club) -> str:
    # Tells which night of which club an event is.
    return f"({club.id}-{club.number})"


def _nonce(club: Club, what: str) -> str:
    return f"club{club.id}n{club.number}{what}"


def _times(club: Club) -> dict[str, Any]:
    begins, ends = (datetime.fromtimestamp(at, UTC) for at in (club.starts_at, club.starts_at + _LASTS))
    return {"start_time": begins, "end_time": ends}
