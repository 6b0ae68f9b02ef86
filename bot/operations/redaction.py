"""Removes secrets from log lines: tokens, passwords, salts and cards.

Cardinal does not log any of these deliberately. This is a second safeguard against the texts of errors and
libraries: aiohttp names the URL of a request, which contains an interaction's token, and errors may quote
moves.
"""

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from bot.settings import Settings

HIDDEN: Final = "[hidden]"  # the replacement of a secret
_LEAST = 4  # shorter secrets would match in ordinary words

_PATTERNS: Final = (
    # The URLs of interactions and webhooks, with the token after the id.
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?'\"]+"), rf"\g<1>{HIDDEN}"),
    # An interaction's token alone: it begins with "interaction:" in Base64.
    (re.compile(r"aW50ZXJhY3Rpb246[\w+/=-]+"), HIDDEN),
    # A bot's token: its id, a time and a signature, in Base64.
    (re.compile(r"(?<![\w-])[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{27,}"), HIDDEN),
    # A password in a URL.
    (re.compile(r"(\w://[^:/\s@]*:)[^@/\s]+@"), rf"\g<1>{HIDDEN}@"),
    # A salt: 128 bits. A seal has twice as many digits and is public.
    (re.compile(r"(?<![0-9a-fA-F])[0-9a-f]{32}(?![0-9a-fA-F])"), HIDDEN),
    # Cards, as in moves and as people read them.
    (re.compile(r"\b(?:10|[AKQJTB2-9])(?:[SHDC]\b|[♠♥♦♣])"), HIDDEN),
    # Dominoes, in moves and packs.
    (re.compile(r"\b(call|deck|declare|draw|lay|play|take|turn)(?: [0-6]-[0-6])+\b"), rf"\g<1> {HIDDEN}"),
)


class Redaction:
    """Removes secrets from a text: the known ones, and anything that looks like one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        found = [secret for secret in secrets if len(secret) >= _LEAST]
        known = {*found, *(quote(secret, safe="") for secret in found)}
        # The longest first, so that no secret's end remains after a shorter one with the same start.
        alternatives = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
        self._known = re.compile(alternatives) if alternatives else None

    def __call__(self, text: str) -> str:
        if self._known is not None:
            text = self._known.sub(HIDDEN, text)
        for pattern, instead in _PATTERNS:
            text = pattern.sub(instead, text)
        return text


def redaction_for(settings: Settings) -> Redaction:
    """Removes these settings' token and database password, and anything that looks like a secret."""
    secrets = []
    if settings.token is not None:
        secrets.append(settings.token.get_secret_value())
    try:
        password = make_url(settings.database_url).password
    except (ArgumentError, ValueError):
        password = None
    return Redaction([*secrets, *([str(password)] if password else [])])
