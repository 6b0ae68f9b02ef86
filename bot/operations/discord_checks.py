"""Checks of `doctor` that ask Discord: token, application, permissions in a channel, emojis and clock."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Final

import aiohttp
import discord

from bot.art import EMOJI_NAMES
from bot.operations.findings import Finding, error, ok, warning
from bot.operations.machine_checks import of_clock
from bot.rules.escaping import escaped, shortened
from bot.settings import Settings

_NEEDED: Final = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
_FOR_THREADS: Final = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
_FOR_EVENTS: Final = {"create_events": "Create Events"}
_FOR_ROLES: Final = {"manage_roles": "Manage Roles"}
_PRIVILEGED: Final = {
    "gateway_presence": "presence",
    "gateway_presence_limited": "presence",
    "gateway_guild_members": "server members",
    "gateway_guild_members_limited": "server members",
    "gateway_message_content": "message content",
    "gateway_message_content_limited": "message content",
}
_FEW_STARTS: Final = 50
_UNKNOWN: Final = (discord.NotFound, discord.Forbidden)


async def check_clock() -> list[Finding]:
    """Compare this machine's clock with Discord's. Needs no token."""
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as session,
            session.get(f"{discord.http.Route.BASE}/gateway") as answer,
        ):
            told = parsedate_to_datetime(answer.headers["Date"]).timestamp()
    except (aiohttp.ClientError, OSError, TimeoutError) as failed:
        return [error("discord", f"it cannot be reached: {_words(failed)}; is the way out open, port 443?")]
    except (KeyError, ValueError):
        return [warning("clock", "what answers in Discord's place tells no time")]
    # Discord gives whole seconds.
    return [of_clock("Discord's", told + 0.5 - time.time())]


async def check_discord(settings: Settings, channel_id: int | None) -> list[Finding]:
    """Check the token, its application and that channel."""
    if settings.token is None:
        said = (
            "CARDINAL_TOKEN is not set; copy the bot's token from the developer portal's Bot page into .env"
        )
        return [error("token", said)]
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    findings: list[Finding] = []
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await client.login(settings.token.get_secret_value())
            findings.append(ok("token", f"Discord takes it: {_name(client)}"))
            findings += await _of_application(client)
            findings.append(await _of_gateway(client))
            if settings.pictures:
                findings.append(_of_emojis([emoji.name for emoji in await client.fetch_application_emojis()]))
            if channel_id is not None:
                findings += await _of_channel(client, channel_id)
        except discord.LoginFailure:
            said = "Discord does not accept CARDINAL_TOKEN; copy the bot's token into .env again"
            findings.append(error("token", said))
        except (discord.DiscordException, aiohttp.ClientError, OSError) as failed:
            findings.append(error("discord", f"it did not answer as it should: {_words(failed)}"))
        except (AssertionError, AttributeError, LookupError, TypeError, ValueError):
            # The errors of discord.py if something other than Discord answers.
            findings.append(
                error("discord", "its answer was not understood; is this Discord, or a proxy's page?")
            )
    return findings


def _name(client: discord.Client) -> str:
    return escaped(str(client.user))


async def _of_application(client: discord.Client) -> list[Finding]:
    app = await client.application_info()
    name = shortened(escaped(app.name))
    findings = [ok("application", f"{name}, in about {app.approximate_guild_count} servers")]
    if app.interactions_endpoint_url:
        said = "the portal has an Interactions Endpoint URL, so no click reaches the bot; delete it there"
        findings.append(error("application", said))
    if app.bot_require_code_grant:
        said = "Requires OAuth2 Code Grant is on in the portal, so nobody can invite it; switch it off"
        findings.append(warning("application", said))
    on = {words for flag, words in _PRIVILEGED.items() if getattr(app.flags, flag)}
    said = "guilds and moderation are used, neither is privileged"
    if on:
        said += f"; the portal allows {', '.join(sorted(on))} as well, which Cardinal does not ask for"
    return [*findings, ok("intents", said)]


async def _of_gateway(client: discord.Client) -> Finding:
    shards, _, limit = await client.http.get_bot_gateway()
    left, total = limit["remaining"], limit["total"]
    said = f"shards recommended: {shards}; {left} of {total} starts left today"
    if left < max(_FEW_STARTS, shards):
        hours = limit["reset_after"] / 3_600_000
        return warning(
            "gateway", f"{said}; do not start it over and over: there are more in {hours:.1f} hours"
        )
    return ok("gateway", said)


def _of_emojis(names: Sequence[str]) -> Finding:
    missing = len({*EMOJI_NAMES} - {*names})
    if missing:
        said = (
            f"{missing} of {len(EMOJI_NAMES)} are missing; the bot uploads them within minutes of its start"
        )
        return warning("emoji", f"{said}, and buttons show suits as text until then")
    return ok("emoji", f"all {len(EMOJI_NAMES)} are there")


@dataclass(frozen=True, slots=True)
class ChannelPlace:
    """A channel or thread of a server, and what the bot is allowed there. `name` is the channel's."""

    guild_id: int
    name: str
    is_thread: bool
    allowed: discord.Permissions


async def place_of_channel(client: discord.Client, data: Any) -> ChannelPlace:
    """The place that Discord describes so in `GET /channels/ID`."""
    assert client.user is not None
    guild = await client.fetch_guild(int(data["guild_id"]), with_counts=False)
    me = await guild.fetch_member(client.user.id)
    in_thread = data["type"] in (10, 11, 12)
    # A thread has the permissions of its channel.
    channel = await guild.fetch_channel(int(data["parent_id"] if in_thread else data["id"]))
    assert not isinstance(channel, discord.Thread)
    name = f"#{shortened(escaped(channel.name))}"
    return ChannelPlace(guild.id, name, in_thread, channel.permissions_for(me))


async def _of_channel(client: discord.Client, channel_id: int) -> list[Finding]:
    try:
        data: Any = await client.http.get_channel(channel_id)
    except _UNKNOWN:
        said = f"the bot cannot see channel {channel_id}; invite it there, and allow it View Channel"
        return [error("channel", said)]
    if "guild_id" not in data:
        return [error("channel", f"channel {channel_id} is not one of a server")]
    place = await place_of_channel(client, data)
    may, where = place.allowed, place.name
    needed = dict(_NEEDED)
    if place.is_thread:
        needed["send_messages_in_threads"] = _FOR_THREADS["send_messages_in_threads"]
    missing = [words for name, words in needed.items() if not getattr(may, name)]
    if missing:
        return [error("channel", f"{where}: the bot's role lacks {', '.join(missing)}; allow it there")]
    optional = {
        "tables in threads": _FOR_THREADS,
        "events of club nights": _FOR_EVENTS,
        "winners' roles": _FOR_ROLES,
    }
    lacks = [
        f"for {what} it lacks {', '.join(missing)}"
        for what, names in optional.items()
        if (missing := [words for name, words in names.items() if not getattr(may, name)])
    ]
    if lacks:
        return [warning("channel", f"{where}: tables can be played; {'; '.join(lacks)}")]
    return [ok("channel", f"{where}: everything that tables need is allowed")]


def _words(failed: BaseException) -> str:
    return shortened(escaped(" ".join(str(failed).split())) or type(failed).__name__, 200)
