"""Everything the bot sends to Discord, as those see it whom it reaches, and when."""

import hashlib
import json
import re
from dataclasses import dataclass
from typing import Any, Final

import pytest
import simcord

EVERYBODY: Final = 0
"""Stands for all who see the channel."""

_CALLBACK: Final = re.compile(r"/interactions/\d+/(?P<token>[^/]+)/callback")
_WEBHOOK: Final = re.compile(
    r"/webhooks/\d+/(?P<token>simcord_interaction_[^/]+)(/messages/(?P<message>[^/]+))?"
)
_APART: Final = ("/applications/", "/users/@me/channels")
"""What nobody sees: registering, and opening a DM before something is sent there."""

_UPDATES: Final = (6, 7)
_EPHEMERAL: Final = 64
_CHANNEL: Final = re.compile(r"/channels/(\d+)(/|$)")
_ID: Final = re.compile(r"\b\d{15,20}\b|simcord_interaction_\w+")
_STAMP: Final = re.compile(r"<t:(\d+)")


@dataclass(frozen=True)
class Sent:
    """A request: whom it reaches, how many seconds after the beginning, what it says, its files' digests."""

    who: int
    at: float
    method: str
    path: str
    body: str
    files: tuple[str, ...]


class Wire:
    """Listens from `begin` on."""

    def __init__(self, env: simcord.Env, monkeypatch: pytest.MonkeyPatch) -> None:
        self._env = env
        self._reached: list[tuple[int, float]] = []
        self._files: dict[int, list[str]] = {}
        self._first, self._since = 0, 0.0
        store, backend = env.backend.cdn.store_attachment, env.backend

        wire = self

        class Requests(list[Any]):
            def append(self, entry: Any) -> None:
                wire._reached.append((wire._audience(entry.path, entry.json), env._virtual_time))
                super().append(entry)

        def stored(attachment_id: int, channel_id: int, name: str, data: bytes, said: str | None) -> Any:
            about = f"{name} {said or ''} {hashlib.sha256(data).hexdigest()}"
            self._files.setdefault(len(backend.http_requests) - 1, []).append(about)
            return store(attachment_id, channel_id, name, data, said)

        self._reached += [(EVERYBODY, 0.0)] * len(backend.http_requests)
        monkeypatch.setattr(backend, "http_requests", Requests(backend.http_requests))
        monkeypatch.setattr(backend.cdn, "store_attachment", stored)

    def begin(self) -> None:
        self._first, self._since = len(self._env.http_requests), self._env._virtual_time

    def sent(self, who: set[int], *known: str) -> list[Sent]:
        """What has reached them since, in order. Ids are numbered in the order in which they come, times are
        counted from the beginning, and for the words `known`, as the table's number, there is a blank."""
        numbers: dict[str, str] = {}
        began = int(self._env.now().timestamp() - (self._env._virtual_time - self._since))

        def numbered(found: re.Match[str]) -> str:
            return numbers.setdefault(found[0], f"#{len(numbers)}")

        def plain(text: str) -> str:
            for word in known:
                text = re.sub(rf"(?<!\d){word}(?!\d)", "_", text)
            text = _STAMP.sub(lambda stamp: f"<t:+{int(stamp[1]) - began}", text)
            return _ID.sub(numbered, text)

        found = []
        for number in range(self._first, len(self._env.http_requests)):
            request = self._env.http_requests[number]
            reached, at = self._reached[number]
            if reached not in who or request.path.startswith(_APART):
                continue
            said = dict(request.json or {}) if isinstance(request.json, dict) else request.json
            if isinstance(said, dict):
                said.pop("nonce", None)  # made of the id of what was pressed
            body = json.dumps([request.params, said], default=str, ensure_ascii=False, sort_keys=True)
            found.append(
                Sent(
                    reached,
                    round(at - self._since, 3),
                    request.method,
                    plain(request.path),
                    plain(body),
                    tuple(map(plain, self._files.get(number, ()))),
                )
            )
        return found

    def _audience(self, path: str, body: Any) -> int:
        # Whoever sees what this brings about; it has not been done yet.
        backend = self._env.backend
        found = _CALLBACK.fullmatch(path) or _WEBHOOK.match(path)
        if found is None:
            owners = {channel: user for user, channel in backend.dm_channels.items()}
            channel = _CHANNEL.match(path)
            return EVERYBODY if channel is None else owners.get(int(channel[1]), EVERYBODY)
        interaction = backend.interactions[backend.interaction_tokens[found["token"]]]
        if interaction.guild_id is None:
            return interaction.user_id
        data = (body or {}).get("data", body) or {}
        if "message" not in found.groupdict() and (body or {}).get("type") not in _UPDATES:
            hidden = bool(data.get("flags", 0) & _EPHEMERAL)
        else:
            original = interaction.message_id or interaction.source_message_id or 0
            number = found.groupdict().get("message") or "@original"
            message_id = original if number == "@original" else int(number)
            message = backend.messages.get(interaction.channel_id, {}).get(message_id)
            hidden = message is None or bool(message.flags & _EPHEMERAL)
        return interaction.user_id if hidden else EVERYBODY
