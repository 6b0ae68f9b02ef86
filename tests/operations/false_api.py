"""A REST API in Discord's place that answers what a test has told it to."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

BOT = {"id": "10", "username": "Cardinal", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {
    "id": "20",
    "name": "Cardinal",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "00",
    "owner": BOT,
    "flags": 0,
    "approximate_guild_count": 3,
}
GATEWAY = {
    "url": "wss://gateway.invalid",
    "shards": 2,
    "session_start_limit": {"total": 1000, "remaining": 998, "reset_after": 7_200_000, "max_concurrency": 1},
}


def everyone(permissions: int) -> dict[str, Any]:
    """A server's role of everybody."""
    return {
        "id": "30",
        "name": "@everyone",
        "permissions": str(permissions),
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
    }


def server(permissions: int) -> dict[str, dict[str, Any]]:
    """The answers about a server 30 with a channel 40 and a thread 41 in it."""
    channel = {
        "id": "40",
        "type": 0,
        "name": "card-room",
        "guild_id": "30",
        "position": 0,
        "parent_id": None,
        "nsfw": False,
        "permission_overwrites": [],
        "topic": None,
    }
    thread = {"id": "41", "type": 11, "name": "table 1", "guild_id": "30", "parent_id": "40"}
    guild = {
        "id": "30",
        "name": "Card Club",
        "owner_id": "99",
        "roles": [everyone(permissions)],
        "emojis": [],
        "features": [],
        "stickers": [],
        "premium_tier": 0,
        "preferred_locale": "en-US",
        "nsfw_level": 0,
        "verification_level": 0,
        "explicit_content_filter": 0,
        "default_message_notifications": 0,
        "mfa_level": 0,
        "system_channel_flags": 0,
        "afk_timeout": 0,
    }
    member = {"user": BOT, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False}
    return {
        "/channels/40": channel,
        "/channels/41": thread,
        "/guilds/30": guild,
        "/guilds/30/members/10": {**member, "mute": False, "flags": 0},
    }


def usual() -> dict[str, Any]:
    """What Discord says of a bot that has everything but its emojis."""
    return {
        "/users/@me": BOT,
        "/oauth2/applications/@me": APPLICATION,
        "/applications/@me": APPLICATION,
        "/gateway": {"url": "wss://gateway.invalid"},
        "/gateway/bot": GATEWAY,
        "/applications/20/emojis": {"items": []},
    }


def _json(body: Any, status: int, headers: Mapping[str, str]) -> web.Response:
    # discord.py reads no other content type, such as one that names a charset.
    given = {**headers, "Content-Type": "application/json"}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=given)


@asynccontextmanager
async def answering(answers: Mapping[str, Any], date: str | None = None) -> AsyncIterator[str]:
    """The address of the API. What it was not told of is unknown (404), a number is the status it answers."""

    async def answer(request: web.Request) -> web.Response:
        found = answers.get(request.path, 404)
        headers = {"Date": date} if date is not None else {}
        if isinstance(found, int):
            body = {"message": "no", "code": 50001 if found == 403 else 10003}
            return _json(body, found, headers)
        return _json(found, 200, headers)

    application = web.Application()
    application.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        (address,) = runner.addresses
        yield f"http://127.0.0.1:{address[1]}"
    finally:
        await runner.cleanup()
