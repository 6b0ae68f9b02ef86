"""Everything that uses SimCord's private API, which is why simcord is pinned to 3.2.1.

SimCord is made for tests: a virtual clock, operations that wait until the bot is idle, one page at a time. A
person at a page needs it live. Each method says why it exists.
"""

import asyncio
import logging
import pickle
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import Context
from datetime import UTC, datetime
from typing import Any

import discord
import simcord
from aiohttp import web
from simcord._clock import Clock
from simcord._runtime import _CallbackRecord
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import Message
from simcord.preview import Preview, _component_projection, _markdown, _messages, _server
from simcord.preview._actions import ACTION_SPECS
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from bot.art import EMOJI_NAMES, emoji_picture

log = logging.getLogger(__name__)

# Saved now, because SimCord replaces `time.monotonic` while the bot runs.
_monotonic = time.monotonic

ANSWER_SECONDS = 2.5  # the longest an operation waits for the bot; Discord gives an interaction 3 s

_REVISIONS_KEPT = 40
_PICTURES_KEPT = 60
_TEXTS_KEPT = 4000
_TIMES_SECONDS = 10
_PNG = b"\x89PNG\r\n\x1a\n"


class RealClock(Clock):
    """Real time: house players pause, turn clocks run and tables age as on Discord."""

    @property
    def elapsed(self) -> float:
        """Why: its timers and SimCord's must agree, so this is the event loop's time."""
        return _monotonic()

    @elapsed.setter
    def elapsed(self, seconds: float) -> None:
        """Why: the base class sets it to 0 at first."""

    def now(self) -> datetime:
        """Why: stored deadlines and message ids must keep increasing after a restart."""
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Why: real time moves by itself."""


class SandboxEnv(simcord.Env):
    """SimCord's world in real time, whose operations wait only for the bot's answer."""

    def __init__(self, bot: discord.Client) -> None:
        super().__init__(bot, check_errors=False)
        self._tasks_before: set[asyncio.Task[Any]] = set()
        self.locales: dict[int, str] = {}
        self.backend.subscribers.insert(0, self._speak)

    def _speak(self, event: str, payload: Any) -> None:
        """Why: SimCord's people all have an English Discord; these have that of `locales`, by user id."""
        if event == "INTERACTION_CREATE":
            user = payload["member"]["user"] if "member" in payload else payload["user"]
            payload["locale"] = self.locales.get(int(user["id"]), payload["locale"])

    def use_real_time(self) -> None:
        """Why: ids made before this are the same in every run, so stored tables find their channel."""
        self.backend.clock = RealClock()

    def rename_bot(self, name: str) -> None:
        """Why: SimCord calls every bot TestBot."""
        self.backend.edit_bot_profile(name)

    def messages_in(self, channel_id: int) -> Collection[Message]:
        """A channel's messages, ephemeral ones included, in no order.

        Why: SimCord sends no event when an ephemeral message changes, so we must poll.
        """
        return self.backend.messages.get(channel_id, {}).values()

    def roles_of(self, guild_id: int, user_id: int) -> Collection[int]:
        """Why: SimCord's member handle has no roles."""
        return self.backend.get_member(guild_id, user_id).role_ids

    def set_role(self, guild_id: int, user_id: int, role_id: int, on: bool) -> None:
        """Why: SimCord's members keep the roles they start with."""
        change = self.backend.add_member_role if on else self.backend.remove_member_role
        change(guild_id, user_id, role_id)

    def forget_traffic(self) -> None:
        """Why: SimCord keeps all traffic for tests."""
        self.backend.transcript.clear()
        self.backend.http_requests.clear()

    def _begin_operation(self, label: str) -> None:
        """Why: `_settle_internal` must distinguish the tasks an operation started from earlier ones."""
        super()._begin_operation(label)
        if self._operation_depth == 1:
            self._tasks_before = set(self._work.tasks)

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109
        idle: float = 0.05,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        """Why: the bot is never idle while house players think, so we wait for its answer only."""
        # Drop cancelled timers here, because SimCord's own settling, which did it, is replaced.
        self._work.callbacks = [r for r in self._work.callbacks if r.handle and not r.handle.cancelled()]
        handlers = {task for task in self._work.tasks if task not in self._tasks_before and not task.done()}
        if dispatch is None or not handlers:
            await asyncio.sleep(0)
            return
        await asyncio.wait(handlers, timeout=ANSWER_SECONDS)

    def _schedule_timer(
        self, record: _CallbackRecord, callback: Any, args: tuple[Any, ...], schedule_context: Context | None
    ) -> None:
        """Why: timers belong to the event loop, not to a virtual clock that somebody must advance."""

        def fire() -> None:
            if record.handle is not None and not record.handle.cancelled():
                record.handle._run()

        assert self._runtime is not None
        assert record.when is not None
        record.real_handle = self._runtime.call_at(record.when, fire, context=schedule_context)

    def _capture_errors(self) -> None:
        """Why: the bot handles its own errors; SimCord would also record refusals as errors."""

    def _record_error(self, error: BaseException) -> None:
        """Why: SimCord keeps a failed task's error for a test to read, and there is none here."""
        log.error("a task of the bot failed", exc_info=error)


class _Mounted(PreviewServer):
    """A preview's web part without a port of its own: the sandbox's server forwards requests."""

    async def start(self) -> None:
        """Why: one port serves the shell and every preview."""
        _server.web = web  # type: ignore[attr-defined]  # What the original start() does, too.
        self.port = self._requested_port

    async def close(self) -> None:
        """Why: there is nothing to close."""
        self.port = None


class SandboxPreview(Preview):
    """A channel as a page that follows a bot that acts on its own. Use as `async with`."""

    env: SandboxEnv

    def __init__(
        self, env: SandboxEnv, channel: simcord.ChannelHandle, viewer: Any, gate: asyncio.Lock, port: int
    ) -> None:
        super().__init__(
            env,
            channel,
            (viewer,),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone="UTC",
            presentation_time=None,
            assets=None,
            port=port,
        )
        self._server = _Mounted(self, port)
        self._gate = gate
        self._shown: dict[str, dict[int, Mapping[str, Any]]] = {}
        self._pictures: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self._published: Any = None

    async def __aenter__(self) -> "SandboxPreview":
        """Why: SimCord allows one preview per Env; but it matters only during an action."""
        self.env._preview = None
        await super().__aenter__()
        return self

    @property
    def handlers(self) -> Mapping[str, Callable[[web.Request], Any]]:
        """The API of the page: method and path of each handler."""
        server = self._server
        return {
            "POST /api/pages": server._pages,
            "DELETE /api/pages/{context_id}": server._delete_page,
            "GET /api/state": server._state,
            "GET /api/commands": server._commands,
            "GET /api/action-result": server._action_result,
            "POST /api/action": server._action,
            "GET /api/assets/{asset_id}": server._asset,
        }

    def publish(self, *, always: bool = False) -> None:
        """Update every open page, if there is anything new or `always`.

        Why: SimCord's refresh waits until the bot is idle, and refuses to run during an action.
        """
        state = self._conversation()
        if state == self._published and not always:
            return
        self._published = state
        self._advance_presentation_time()
        for page in tuple(self._pages.values()):
            if page is not self._python and page.id in self._pages:
                self._publish(page, reason="refresh")

    def _conversation(self) -> Any:
        messages = self.env.messages_in(self.channel.id)
        # Periodically, for times written as "in 3 minutes".
        return int(_monotonic() / _TIMES_SECONDS), [(m.id, m.edited_timestamp) for m in messages]

    def _publish(self, page: _Page, *, reason: Any = "action") -> None:
        """Why: `_action` must know what the person saw when they clicked."""
        self._supply_emojis()
        # A search without results: the hidden list of all messages is the most expensive part of a page.
        page.navigation_query = "0"
        super()._publish(page, reason=reason)
        self._shown = {key: shown for key, shown in self._shown.items() if key in self._pages}
        shown = self._shown.setdefault(page.id, {})
        shown[page.revision] = page.snapshot.get("messages", {})
        shown.pop(page.revision - _REVISIONS_KEPT, None)
        for asset_id in page.assets:
            self._keep_picture(page, asset_id)

    def _supply_emojis(self) -> None:
        """Why: SimCord discards the pictures of uploaded emojis."""
        for emoji in self.env.backend.application_emojis.values():
            url = f"{CDN_BASE}/emojis/{emoji.id}.png"
            if url not in self._explicit_assets and emoji.name in EMOJI_NAMES:
                self._explicit_assets[url] = (f"{emoji.name}.png", emoji_picture(emoji.name))

    def _keep_picture(self, page: _Page, asset_id: str) -> None:
        record = page.assets[asset_id]
        blob = self._blobs.get(record.digest or "")
        if asset_id in self._pictures or blob is None or not blob.data.startswith(_PNG):
            return
        self._pictures[asset_id] = (record.filename, blob.data)
        if len(self._pictures) > _PICTURES_KEPT:
            self._pictures.popitem(last=False)
        # With its size known, a picture reserves its space and the conversation does not jump.
        record.width, record.height = (int.from_bytes(blob.data[at : at + 4], "big") for at in (16, 20))
        record.mediaKind, record.frames, record.validated = "image", 1, True

    async def _prepare_asset(
        self, context_id: str | None, asset_id: str, **wanted: Any
    ) -> tuple[str, bytes, str]:
        """Why: a picture must outlive the edit that replaces it, and the bot's own pictures need no check."""
        picture = self._pictures.get(asset_id)
        if picture is None:
            return await super()._prepare_asset(context_id, asset_id, **wanted)
        filename, data = picture
        return "image/png", data, filename

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Why: SimCord refuses a click on a page that has changed, and two operations at a time."""
        async with self._gate:
            self.env._preview = self
            page = self._get_page(context_id)
            if isinstance(body, Mapping):
                spec = ACTION_SPECS.get(str(body.get("kind")))
                if spec is not None and spec.revision_bound:
                    body = self._renewed(page, body)
            return await super()._action(context_id, body)

    def _renewed(self, page: _Page, body: Mapping[str, Any]) -> Mapping[str, Any]:
        seen = self._shown.get(page.id, {}).get(body.get("published_revision", 0), {})
        self.publish()
        key = body.get("control_key")
        # A control is known by its position; make sure it is still the one the person clicked.
        if key is not None and _control(seen, key) != _control(page.snapshot.get("messages", {}), key):
            return body
        return {**body, "published_revision": page.revision}


@contextmanager
def quick_markdown(channel_names: Mapping[str, str]) -> Iterator[None]:
    """Cache the Markdown that SimCord has parsed.

    Why: it parses every visible message again at each look, for some 2 ms each. Unlike Discord, it also does
    not know the channels of servers (`channel_names`, by id) when a DM mentions them.
    """
    original = _markdown.markdown_tokens
    known: OrderedDict[tuple[str, str, bytes], bytes] = OrderedDict()

    def tokens(
        value: Any, profile: str = "message", *, context: Mapping[str, Any] | None = None
    ) -> list[dict[str, Any]]:
        context = {**(context or {}), "channels": {**channel_names, **(context or {}).get("channels", {})}}
        key = (str(value), profile, pickle.dumps(context))
        if key not in known:
            known[key] = pickle.dumps(original(value, profile, context=context))
            if len(known) > _TEXTS_KEPT:
                known.popitem(last=False)
        result: list[dict[str, Any]] = pickle.loads(known[key])
        return result

    readers: tuple[Any, ...] = (_messages, _component_projection)
    for module in readers:
        module.markdown_tokens = tokens
    try:
        yield
    finally:
        for module in readers:
            module.markdown_tokens = original


def _control(messages: Mapping[str, Any], key: Any) -> tuple[Any, ...] | None:
    for message in messages.values():
        for part in _walk(message.get("components", [])):
            if part.get("control_key") == key:
                return part.get("type"), part.get("label"), part.get("placeholder"), part.get("disabled")
    return None


def _walk(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, Mapping):
        yield value
        for child in value.values():
            yield from _walk(child)
    elif isinstance(value, list):
        for child in value:
            yield from _walk(child)
