"""Between the bot and the offline Discord: faults, nonces, a database that is locked, a process that dies."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final, Literal
from unittest.mock import patch
from weakref import WeakKeyDictionary

import discord
from simcord import _settlement
from simcord.backend.errors import BackendError
from simcord.http import FakeHTTPClient, FakeWebhookAdapter

from bot.tables.state.messages import TableMessage
from tests.offline import Offline
from tests.rare import Rare
from tests.soak.faults import SLOW_SECONDS, Call, Failure, Fault, Schedule
from tests.soak.watch import SENDS, Watch

NONCE_SECONDS: Final = 180.0
"""How long Discord takes a message with the same nonce for the same: "the past few minutes"."""

_CALLBACK = re.compile(r"/interactions/\d+/(?P<token>[^/]+)/callback")
_FOLLOW_UP = re.compile(r"/webhooks/\d+/(?P<token>[^/]+)")
_TOKEN_EDIT = re.compile(r"/webhooks/\d+/(?P<token>[^/]+)/messages/(?P<message>[^/]+)")
_SEND = re.compile(r"/channels/(?P<channel>\d+)/messages")
_EDIT = re.compile(r"/channels/(?P<channel>\d+)/messages/(?P<message>\d+)")

_LOCKED = 0.006
_LOCKED_TOO_LONG = 0.3
_KILLED = 0.002
_KILLED_BETWEEN_HANDS = 0.02
"""More likely, because few calls are made then."""
_SLOW_AT_THE_END = 0.2
"""How likely a message is slow to be sent in the last tricks of a hand, so that the hand ends meanwhile."""
_UNDER_WAY = 20.0
_ANSWERED = 3.0
_OLD = 12.5 * 60
_ANSWERED_BEFORE = 40060


@dataclass(slots=True)
class Sent:
    """A message the bot has sent to a channel: its nonce, what Discord made of it, and who sent it."""

    nonce: str
    channel_id: int
    at: float
    message: dict[str, Any]
    by: "Process"


@dataclass(slots=True, eq=False)
class Process:
    """One life of the bot: nothing it does has any effect once it is dead."""

    dead: bool = False


@dataclass
class Transport:
    """What stands between the bot of `env` and Discord. `process` is the one that runs.

    `touched` are the tokens of interactions whose own answer had a fault, and `interrupted` the ids of those
    under way when a process died; `sent` are the messages sent to channels, oldest first, and `deleted` those
    that somebody deleted. `answered` are the tokens of interactions that drew a panel with words in answer on
    it. `known` are the ids of messages of which the bot was told that they were sent. `pages` are the table
    messages that were stored, oldest first, with the deal that each shows. `failed` are the times at which a
    call to a channel or a write failed, or the process died. `transcript` has every call with its time and
    its fault.
    """

    env: Offline
    schedule: Schedule
    process: Process
    touched: set[str] = field(default_factory=set)
    answered: set[str] = field(default_factory=set)
    deleted: set[int] = field(default_factory=set)
    known: set[int] = field(default_factory=set)
    pages: dict[int, int] = field(default_factory=dict)
    failed: list[float] = field(default_factory=list)
    interrupted: set[int] = field(default_factory=set)
    sent: list[Sent] = field(default_factory=list)
    transcript: list[str] = field(default_factory=list)
    watch: Watch = field(default_factory=Watch)
    _processes: WeakKeyDictionary[Any, Process] = field(default_factory=WeakKeyDictionary)

    @contextmanager
    def between(self) -> Iterator[None]:
        """Stand between Discord and every bot that is made within."""
        requests = {client: client.request for client in (FakeHTTPClient, FakeWebhookAdapter)}
        with ExitStack() as stack:
            for client, request in requests.items():
                stack.enter_context(patch.object(client, "request", self._before(request)))
            yield

    def attach(self, process: Process) -> None:
        """Stand before the database of a bot that has started."""
        database: Any = self.env.cardinal.parts.database
        database.write = self._locking(database.write, process)

    def _before(self, request: Callable[..., Awaitable[Any]]) -> Callable[..., Any]:
        async def answered(client: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
            process = self._processes.setdefault(client, self.process)
            path = re.sub(r"^https?://[^/]+/api/v\d+", "", route.url.split("?")[0])
            call, found = self._kind(route.method, path)
            body = kwargs.get("json")
            if '"content": "> ' in json.dumps(kwargs, default=str):
                self.answered.add(found.get("token", ""))
            if process.dead:
                await self._never()

            fault = self.schedule.fault(call) if call is not None else None
            if fault is None and call in SENDS and self.watch.ends_soon:
                fault = self.schedule.slow(call, _SLOW_AT_THE_END)
            self._write_down(f"{route.method} {path} {json.dumps(body, default=str)}", fault)
            if fault is not None and fault.call in (Call.CHANNEL_SEND, Call.CHANNEL_EDIT):
                self.failed.append(self.env.backend.clock.elapsed)
            if call is None:
                return await request(client, route, *args, **kwargs)

            def do() -> Awaitable[Any]:
                return self._once(call, found, body, lambda: request(client, route, *args, **kwargs))

            if token := found.get("token"):
                if fault is not None:
                    self.touched.add(token)
                self.watch.reached[Rare.TOKEN_ENDS] += call is Call.TOKEN_EDIT and self._is_old(token)
            with self.watch.call(call, fault):
                if self._dies_now():
                    self.kill(process, Rare.DIED_IN_CALL)
                    await self._never()
                result = await (self._answering(found, do) if fault is None else self._fail(fault, found, do))
            if call in (Call.CHANNEL_SEND, Call.DM_SEND):
                self.known.add(int(result["id"]))
            return result

        return answered

    def _write_down(self, called: str, fault: Fault | None) -> None:
        failed = "" if fault is None else f" fails: {fault.failure.value}{' after it was done' * fault.done}"
        self.transcript.append(f"{self.env.backend.clock.elapsed:9.3f} {called}{failed}")

    def _is_old(self, token: str) -> bool:
        backend = self.env.backend
        record = backend.interactions[backend.interaction_tokens[token]]
        return (record.initial_response_deadline or "") < backend.iso_after(_ANSWERED - _OLD)

    async def _answering(self, found: dict[str, str], do: Callable[[], Awaitable[Any]]) -> Any:
        # An interaction whose answer was lost on the way has had it: the next one is refused.
        try:
            return await do()
        except discord.HTTPException as refused:
            if refused.code == _ANSWERED_BEFORE and found.get("token") in self.touched:
                self.schedule.noted(refused)
            raise

    async def _fail(self, fault: Fault, found: dict[str, str], do: Callable[[], Awaitable[Any]]) -> Any:
        match fault.failure:
            case Failure.SLOW:
                await self._pause(SLOW_SECONDS)
                try:
                    return await do()
                except Exception as late:
                    raise self.schedule.noted(late) from None
            case Failure.GONE:
                self._delete(fault.call, found)
        if fault.done:
            await do()
        raise self.schedule.error(fault)

    async def _once(
        self, call: Call, found: dict[str, str], body: Any, do: Callable[[], Awaitable[Any]]
    ) -> Any:
        if call not in (Call.CHANNEL_SEND, Call.DM_SEND) or body is None:
            return await do()
        nonce = str(body.get("nonce") or "")
        channel, now = int(found["channel"]), self.env.backend.clock.elapsed
        if nonce and body.get("enforce_nonce"):
            for sent in reversed(self.sent):
                if (sent.nonce, sent.channel_id) == (nonce, channel) and now - sent.at < NONCE_SECONDS:
                    self.watch.reached[Rare.REPEATED] += 1
                    self.watch.reached[Rare.REPEATED_BY_NEXT] += sent.by is not self.process
                    return sent.message
        message = await do()
        self.sent.append(Sent(nonce, channel, now, message, self.process))
        return message

    def _kind(self, method: str, path: str) -> tuple[Call | None, dict[str, str]]:
        kinds = {
            ("POST", _CALLBACK): Call.CALLBACK,
            ("POST", _FOLLOW_UP): Call.FOLLOW_UP,
            ("PATCH", _TOKEN_EDIT): Call.TOKEN_EDIT,
            ("POST", _SEND): Call.CHANNEL_SEND,
            ("PATCH", _EDIT): Call.CHANNEL_EDIT,
            ("DELETE", _EDIT): Call.DELETE,
        }
        if (method, path) == ("POST", "/users/@me/channels"):
            return Call.DM_OPEN, {}
        for (verb, pattern), call in kinds.items():
            if verb == method and (match := pattern.fullmatch(path)):
                found = match.groupdict()
                if "channel" in found and int(found["channel"]) in self.env.backend.dm_channels.values():
                    call = {Call.CHANNEL_SEND: Call.DM_SEND, Call.CHANNEL_EDIT: Call.DM_EDIT}.get(call, call)
                return call, found
        return None, {}

    def _delete(self, call: Call, found: dict[str, str]) -> None:
        # A message that Discord does not know any more is gone for everybody.
        backend = self.env.backend
        if call in (Call.CHANNEL_EDIT, Call.DM_EDIT, Call.DELETE):
            channel, message = int(found["channel"]), int(found["message"])
        elif call is Call.TOKEN_EDIT:
            record = backend.interactions[backend.interaction_tokens[found["token"]]]
            named = found["message"]
            channel, message = (
                record.channel_id,
                (record.message_id or 0) if named == "@original" else int(named),
            )
        else:
            return
        self.deleted.add(message)
        with suppress(BackendError):
            backend.delete_message(channel, message)

    def _locking(self, write: Callable[..., Awaitable[Any]], process: Process) -> Callable[..., Any]:
        async def stored(worker: Any, item: Any) -> Any:
            result = await write(worker, item)
            if isinstance(item, TableMessage):
                self.pages[item.message_id] = item.deal
            return result

        async def written(worker: Any, item: Any) -> Any:
            if process.dead:
                await self._never()
            if self.schedule.chance(_LOCKED):
                too_long = self.schedule.random.random() < _LOCKED_TOO_LONG
                self.schedule.process["locked for too long" if too_long else "locked for 4 s"] += 1
                waiting = self.env.backend.interactions.values()
                self.watch.reached[Rare.LOCKED_IN_PRESS] += not all(record.responded for record in waiting)
                self.watch.reached[Rare.NOT_STORED] += too_long
                self.failed.append(self.env.backend.clock.elapsed)
                await self._pause(SLOW_SECONDS)
                if too_long:
                    raise self.schedule.locked()
            if self._dies_now():
                after = self.schedule.random.random() < 0.5
                self.kill(process, Rare.DIED_AFTER_COMMIT if after else Rare.DIED_BEFORE_COMMIT)
                if after:
                    await stored(worker, item)
                await self._never()
            return await stored(worker, item)

        return written

    def _dies_now(self) -> bool:
        return self.schedule.chance(_KILLED_BETWEEN_HANDS if self.watch.between_hands else _KILLED)

    def kill(self, process: Process, how: Rare) -> None:
        """The process dies here and now; `match` starts another."""
        if not process.dead:
            process.dead = True
            self.failed.append(self.env.backend.clock.elapsed)
            self.watch.died(how, self.env.backend.clock.elapsed)
            self.schedule.process["killed"] += 1
            self.interrupt()

    def interrupt(self) -> None:
        """Note what is under way, or has come to nobody, while the process is dead."""
        soon = self.env.backend.iso_after(_ANSWERED - _UNDER_WAY)
        self.interrupted |= {
            record.id
            for record in self.env.backend.interactions.values()
            if (record.initial_response_deadline or "") > soon
        }

    async def _pause(self, seconds: float) -> None:
        await self._waiting(asyncio.sleep(seconds))

    async def _never(self) -> None:
        await self._waiting(asyncio.get_running_loop().create_future())

    async def _waiting(self, awaitable: Awaitable[Any]) -> None:
        # Only the offline Discord's own clock ends it, so that nobody waits for the real one.
        await self.env.external_wait(awaitable, reason="a fault")


@contextmanager
def virtual_time() -> Iterator[None]:
    """Let the offline Discord's clock alone move time, and tasks wait for what a slow call holds up.

    SimCord takes a task that waits for a lock to be at work.
    """
    park_reason, acquire = _settlement._park_reason, asyncio.Lock.acquire
    waiting: set[asyncio.Task[Any] | None] = set()

    def reason(state: Any, task: Any, deadline: float, seen: set[int] | None = None) -> str | None:
        found = park_reason(state, task, deadline, seen)
        if found is None and task in waiting and state.work.external_waits and not task._fut_waiter.done():
            return "waits for a lock held in a slow call"
        return found

    async def acquired(self: asyncio.Lock) -> Literal[True]:
        task = asyncio.current_task()
        waiting.add(task)
        try:
            return await acquire(self)
        finally:
            waiting.discard(task)

    with (
        patch.object(Offline, "soon", 0.0),
        patch.object(_settlement, "_park_reason", reason),
        patch.object(asyncio.Lock, "acquire", acquired),
    ):
        yield
