"""Where Discord's REST API is, and how its answers are read.

discord.py takes an answer for JSON only if its content type is exactly `application/json`, and gives anything
else to its callers as text: a proxy's page with status 404 would be a deleted message.
"""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import discord

from bot.rules.escaping import shown
from cogs.transport import discord_internals

_JSON: Final = "application/json"


class UnexpectedAnswer(aiohttp.ClientError):
    """Something that is not Discord's API has answered, so it is not known whether Discord has been asked."""


def use_api(base_url: str) -> None:
    """Send every request to Discord there. Call it before a client is made."""
    discord_internals.use_api(base_url, read_answer)


async def read_answer(response: aiohttp.ClientResponse) -> Any:
    """The JSON of an answer, or "" if it is empty; a line about a server error that is not JSON.

    Raises `discord.HTTPException` for 429 without a number of seconds to wait, and UnexpectedAnswer for any
    other answer that is not JSON.
    """
    text = (await response.read()).decode(errors="replace")
    if response.content_type == _JSON:
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError):
            pass
        else:
            if response.status != HTTPStatus.TOO_MANY_REQUESTS or _says_how_long(answer):
                return answer
    if not text and response.ok:
        return text
    said = f"a body of {response.content_type} that is not JSON: {shown(' '.join(text.split()))}"
    if response.status == HTTPStatus.TOO_MANY_REQUESTS:
        raise discord.HTTPException(response, said)
    if response.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return said
    raise UnexpectedAnswer(f"{response.status} {response.reason}, {said}")


def _says_how_long(answer: object) -> bool:
    return isinstance(answer, Mapping) and isinstance(answer.get("retry_after"), int | float)
