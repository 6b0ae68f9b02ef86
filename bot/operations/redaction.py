"""What must stand in no log line: tokens, passwords, salts and cards.

Nothing that Cardinal logs has any of these by intention. This is the second net, for what a fault's own text
or a library may say: aiohttp names the URL of a request, in which there is an interaction's token, and faults
may quote moves.
"""

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from bot.settings import Settings

HIDDEN: Final = "[hidden]"
"""What stands in the place of what was taken out."""

_LEAST = 4
"""Shorter secrets would be found in every other word."""

_PATTERNS: Final = (
    # The URLs of interactions and webhooks, in which the token comes after the id.
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?'\"]+"), rf"\g<1>{HIDDEN}"),
    # An interaction's token by itself: it begins with "interaction:" in Base64.
    (re.compile(r"aW50ZXJhY3Rpb246[\w+/=-]+"), HIDDEN),
    # A bot's token: its id, a time and a signature, in Base64.
    (re.compile(r"(?<![\w-])[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{27,}"), HIDDEN),
    # A password in a URL.
    (re.compile(r"(\w://[^:/\s@]*:)[^@/\s]+@"), rf"\g<1>{HIDDEN}@"),
    # A salt: 128 bits. A seal has twice as many digits and is for everybody.
    (re.compile(r"(?<![0-9a-fA-F])[0-9a-f]{32}(?![0-9a-fA-F])"), HIDDEN),
    # Cards, as in moves and as people read them.
    (re.compile(r"\b(?:10|[AKQJTB2-9])(?:[SHDC]\b|[♠♥♦♣])"), HIDDEN),
    # Dominoes, in moves and packs.
    (re.compile(r"\b(call|deck|declare|draw|lay|play|take|turn)(?: [0-6]-[0-6])+\b"), rf"\g<1> {HIDDEN}"),
)


class Redaction:
    """Takes secrets out of a text: those known by name, and whatever looks like one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        found = [secret for secret in secrets if len(secret) >= _LEAST]
        known = {*found, *(quote(secret, safe="") for secret in found)}
        # The longest first, so that nothing is left of one that begins like another.
        alternatives = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
        self._known = re.compile(alternatives) if alternatives else None

    def __call__(self, text: str) -> str:
        """The text without them."""
        if self._known is not None:
            text = self._known.sub(HIDDEN, text)
        for pattern, instead in _PATTERNS:
            text = pattern.sub(instead, text)
        return text


def redaction_for(settings: Settings) -> Redaction:
    """What takes out the token and the database's password of these settings, and all that looks like it."""
    secrets = []
    if settings.token is not None:
        secrets.append(settings.token.get_secret_value())
    try:
        password = make_url(settings.database_url).password
    except (ArgumentError, ValueError):
        password = None
    return Redaction([*secrets, *([str(password)] if password else [])])
