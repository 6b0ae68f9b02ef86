"""Everything the bot lets anybody see: each message and answer in every state it had, who could see it, its
alt texts, its files, and of its pictures what they were asked to show."""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import pytest
import simcord

from bot import art
from bot.rules import cards
from bot.rules.catalogue import ENGLISH
from cogs.ui.glyphs import plainly

EVERYBODY: Final = 0
"""Stands for all who see the channel."""

_MESSAGES: Final = ("MESSAGE_CREATE", "MESSAGE_UPDATE")
_CALLBACK: Final = re.compile(r"/interactions/\d+/(?P<token>[^/]+)/callback")
_WEBHOOK: Final = re.compile(r"/webhooks/\d+/(?P<token>simcord_interaction_[^/]+)")

_CARDS: Final = tuple(
    cards.card(rank, suit)
    for suit in cards.Suit
    for rank in cards.Rank
    if rank not in (cards.Rank.BISHOP, cards.Rank.KNIGHT)
)


@dataclass(frozen=True)
class Heard:
    """What somebody could see: a person by their id, or EVERYBODY."""

    who: int
    text: str


class Ears:
    """Listens to all that the bot sends, from now on. Pictures are not drawn: each is a file with what it was
    asked to show, in words."""

    def __init__(self, env: simcord.Env, monkeypatch: pytest.MonkeyPatch) -> None:
        self._env = env
        self._files: dict[int, list[str]] = {}
        store = env.backend.cdn.store_attachment

        def stored(attachment_id: int, channel_id: int, name: str, data: bytes, said: str | None) -> Any:
            request = len(env.http_requests) - 1
            text = f"{name} {said or ''} {data.decode(errors='replace')}"
            self._files.setdefault(request, []).append(text)
            return store(attachment_id, channel_id, name, data, said)

        monkeypatch.setattr(env.backend.cdn, "store_attachment", stored)
        _draw_in_words(monkeypatch)

    @property
    def now(self) -> int:
        return len(self._env.backend.transcript)

    def heard(self, since: int = 0) -> list[Heard]:
        found: list[Heard] = []
        request = sum(kind == "HTTP" for kind, _, _ in self._env.backend.transcript[:since])
        for kind, name, payload in self._env.backend.transcript[since:]:
            if kind == "HTTP":
                found += self._asked(request)
                request += 1
            elif kind == "GATEWAY" and name in _MESSAGES and payload["author"].get("bot"):
                found.append(Heard(self._audience(int(payload["channel_id"])), _text(payload)))
        return found

    def _asked(self, number: int) -> Iterator[Heard]:
        request = self._env.http_requests[number]
        sent = "\n".join([_text(request.json), *self._files.get(number, ())])
        if found := _CALLBACK.fullmatch(request.path) or _WEBHOOK.match(request.path):
            token = self._env.backend.interaction_tokens[found["token"]]
            yield Heard(self._env.backend.interactions[token].user_id, sent)
        elif found := re.match(r"/channels/(\d+)/messages", request.path):
            yield Heard(self._audience(int(found[1])), sent)
        elif found := re.match(r"/channels/(\d+)", request.path):
            yield Heard(EVERYBODY, sent)

    def _audience(self, channel_id: int) -> int:
        owners = {channel: user for user, channel in self._env.backend.dm_channels.items()}
        return owners.get(channel_id, EVERYBODY)


@cache
def cards_in(text: str) -> frozenset[str]:
    """The cards that are named in a text, in the notation: as faces, aloud, or as they are stored."""
    return frozenset(card.text for card, pattern in _PATTERNS.items() if pattern.search(text))


def tells(text: str) -> list[str]:
    """Whatever in a text tells of cards, tricks, trumps or a score."""
    told = sorted(cards_in(text))
    return told + _TELLING.findall(text.replace(_OF_EVERY_CARD, ""))


def _text(payload: Any) -> str:
    # An emoji is called as its card is read aloud.
    return plainly(json.dumps(payload, default=str, ensure_ascii=False)).replace("_of_", " of ")


def _draw_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in art.__all__:
        if not name.endswith("_picture") or name == "emoji_picture":
            continue
        drawn = getattr(art, name)

        def in_words(*args: Any, _name: str = name, **kwargs: Any) -> bytes:
            return f"{_name} {args!r} {kwargs!r}".encode()

        for module in list(sys.modules.values()):
            if getattr(module, name, None) is drawn:
                monkeypatch.setattr(module, name, in_words)


def _named(card: cards.Card) -> re.Pattern[str]:
    ways = (
        rf"(?<![\w♠♥♦♣]){re.escape(plainly(card.face))}",
        rf"\b{card.text}\b",
        rf"\b{re.escape(ENGLISH.piece(card).removeprefix('the '))}\b",
    )
    return re.compile("|".join(ways))


_OF_EVERY_CARD: Final = "diamonds are blue and clubs green"
"""What `/me` says."""

_PATTERNS: Final = {card: _named(card) for card in _CARDS}
_TELLING: Final = re.compile(
    r"[♠♥♦♣]|\b(?:spades|hearts|diamonds|clubs)\b|\btrumps?\b|\b\d+ (?:tricks?|points?)\b|\b[Tt]ricks? \d+"
    r"|\b[Ss]core:? \d|(?:hand|board|open|spread|line|result)_picture\b"
)
