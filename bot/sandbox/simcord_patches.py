"""Everything that leans on SimCord's private API, which is why simcord is pinned to 3.2.1.

SimCord is made for tests: a virtual clock, every operation waits until the bot is at rest, one page at a
time. A person at a page needs it live. The changes are subclasses, each method saying why it is there;
nothing is patched in place, so neither the bot nor SimCord's own tests can notice.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextvars import Context
from datetime import UTC, datetime
from typing import Any

import discord
import simcord
from aiohttp import web
from simcord._clock import Clock
from simcord._runtime import _CallbackRecord
from simcord.preview import Preview, _server
from simcord.preview._actions import ACTION_SPECS
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

log = logging.getLogger(__name__)

# Kept now, because SimCord replaces `time.monotonic` while the bot runs.
_monotonic = time.monotonic

ANSWER_SECONDS = 2.5
"""The longest an operation waits for the bot; Discord gives an interaction 3 s."""

_REVISIONS_KEPT = 40


class RealClock(Clock):
    """Real time: house players pause, turn clocks run and tables age as they do on Discord."""

    @property  # type: ignore[override]
    def elapsed(self) -> float:
        """The event loop's own time, so that its timers and SimCord's agree."""
        return _monotonic()

    @elapsed.setter
    def elapsed(self, seconds: float) -> None:
        """Why: the base class sets it to 0 at first."""

    def now(self) -> datetime:
        """Why: stored deadlines and message ids must go on rising after a restart."""
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Why: real time moves by itself."""


class LiveEnv(simcord.Env):
    """SimCord's world in real time, whose operations wait for the bot's answer and no longer."""

    def __init__(self, bot: discord.Client) -> None:
        super().__init__(bot, check_errors=False)
        self._tasks_before: set[asyncio.Task[Any]] = set()

    def use_real_time(self) -> None:
        """Why: ids made before this call come out the same in every run, so stored tables find their channel."""
        self.backend.clock = RealClock()

    def rename_bot(self, name: str) -> None:
        """Why: SimCord calls every bot TestBot."""
        self.backend.edit_bot_profile(name)

    def take_traffic(self) -> list[tuple[str, str, Any]]:
        """What has crossed between bot and Discord since the last call.

        Why: it is the only sign that an ephemeral message changed, and SimCord keeps it for ever.
        """
        traffic = list(self.backend.transcript)
        self.backend.transcript.clear()
        self.backend.http_requests.clear()
        return traffic

    def _begin_operation(self, label: str) -> None:
        """Why: `_settle_internal` must tell what an operation set going from what went on before."""
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
        """Why: the bot never rests while house players think, so only its answer is waited for."""
        # Cancelled timers are dropped here because SimCord's own settling, which did it, is gone.
        self._work.callbacks = [r for r in self._work.callbacks if r.handle and not r.handle.cancelled()]
        handlers = {task for task in self._work.tasks if task not in self._tasks_before and not task.done()}
        if dispatch is None or not handlers:
            await asyncio.sleep(0)
            return
        await asyncio.wait(handlers, timeout=ANSWER_SECONDS)

    def _schedule_timer(
        self,
        record: _CallbackRecord,
        callback: Any,
        args: tuple[Any, ...],
        schedule_context: Context | None,
    ) -> None:
        """Why: timers belong to the event loop, not to a virtual clock that somebody must move."""

        def fire() -> None:
            if record.handle is not None and not record.handle.cancelled():
                record.handle._run()

        assert self._runtime is not None
        assert record.when is not None
        record.real_handle = self._runtime.call_at(record.when, fire, context=schedule_context)

    def _capture_errors(self) -> None:
        """Why: the bot answers for its own errors; SimCord would note refusals as errors, too."""

    def _record_error(self, error: BaseException) -> None:
        """Why: SimCord keeps a failed task's error for a test to look at, and nobody looks here."""
        log.error("a task of the bot failed", exc_info=error)


class _Mounted(PreviewServer):
    """The web part of a preview without a port of its own: the sandbox's server hands it requests."""

    async def start(self) -> None:
        """Why: one port serves the shell and every preview."""
        _server.web = web  # type: ignore[attr-defined]  # What the original start() does, too.
        self.port = self._requested_port

    async def close(self) -> None:
        """Why: there is nothing to close."""
        self.port = None


class LivePreview(Preview):
    """A channel as a page that keeps up with a bot that acts on its own. Use as `async with`."""

    def __init__(
        self, env: simcord.Env, channel: simcord.ChannelHandle, viewer: Any, gate: asyncio.Lock, port: int
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

    async def __aenter__(self) -> "LivePreview":
        """Why: SimCord allows one preview an Env; but which one it is matters during an action only."""
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

    def publish(self) -> None:
        """Bring every open page up to date at once.

        Why: SimCord's refresh waits until the bot is at rest, and refuses while an action is under way.
        """
        self._advance_presentation_time()
        for page in tuple(self._pages.values()):
            if page is not self._python and page.id in self._pages:
                self._publish(page, reason="refresh")

    def _publish(self, page: _Page, *, reason: Any = "action") -> None:
        """Why: `_action` must know what the person saw when they clicked."""
        super()._publish(page, reason=reason)
        self._shown = {key: shown for key, shown in self._shown.items() if key in self._pages}
        shown = self._shown.setdefault(page.id, {})
        shown[page.revision] = page.snapshot.get("messages", {})
        shown.pop(page.revision - _REVISIONS_KEPT, None)

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Why: SimCord refuses a click on a page that changed meanwhile, and two operations at a time."""
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
        self._publish(page, reason="refresh")
        key = body.get("control_key")
        # A control is known by its place; what now stands there must be what the person clicked.
        if key is not None and _control(seen, key) != _control(page.snapshot.get("messages", {}), key):
            return body
        return {**body, "published_revision": page.revision}


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
