"""What Discord answers to the calls of a trial, and what the trial has made that must be removed."""

import json
import re
from collections import Counter
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import aiohttp

from bot.operations.findings import Finding, error, ok, warning
from bot.operations.rest_trace import route_of
from bot.rules.escaping import escaped, shortened

EMOJI: Final = "cardinal_doctor"  # the name of the emoji that a trial uploads

_REPLIES: Final = {4: "reply", 5: "reply later", 6: "edit later", 7: "edit", 9: "form"}
_TYPE: Final = re.compile(rb'"type": ?(\d+)')
_IDS: Final = re.compile(r"/(?:channels|emojis)/(\d+)(?:/messages/(\d+))?$")
_PLACE: Final = re.compile(r"/channels/(\d+)/messages")
_EPHEMERAL: Final = 1 << 6
_DMS_CLOSED: Final = (50007, 50278)
_LONGEST: Final = 200


class _Answer(NamedTuple):
    call: str
    status: int  # 0: there was none
    code: int
    said: str


class Answers:
    """Notes every answer to the calls of the clients it watches. The trial's table is in that channel."""

    def __init__(self, channel_id: int) -> None:
        self.messages: dict[tuple[int, int], None] = {}  # by channel and id: posted, and not deleted
        self.threads: dict[int, None] = {}
        self.emojis: dict[int, None] = {}
        self.presses = 0  # the calls that answered a press, or followed one
        self._channel_id = channel_id
        self._new: Counter[_Answer] = Counter()

    def watch(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Note the calls of the session with that trace."""
        trace.on_request_start.append(self._started)
        trace.on_request_chunk_sent.append(self._sending)
        trace.on_request_end.append(self._ended)
        trace.on_request_exception.append(self._failed)
        return trace

    def take(self, what: str) -> list[Finding]:
        """A finding for each kind of call and answer since the last time."""
        new, self._new = self._new, Counter()
        return [_finding(what, answer, times) for answer, times in new.items()]

    async def _started(self, _: object, context: SimpleNamespace, __: object) -> None:
        context.picture, context.type = False, 0

    async def _sending(self, _: object, context: SimpleNamespace, params: Any) -> None:
        context.picture |= b'filename="' in params.chunk
        if not context.type and (found := _TYPE.search(params.chunk)):
            context.type = int(found[1])

    async def _ended(
        self, _: object, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        answer = params.response
        if answer.status == HTTPStatus.SWITCHING_PROTOCOLS:
            return
        try:
            # aiohttp keeps what is read here for discord.py.
            body = json.loads(await answer.read() or b"null")
        except ValueError:
            body = None
        told: dict[str, Any] = body if isinstance(body, dict) else {}
        call, said, code = self._call(params, context), f"{answer.status} {answer.reason}", 0
        if answer.ok:
            self._keep_track(params.method, params.url.path, told)
        else:
            code = int(told.get("code") or 0)
            said += f": {told['message']} (code {code})" if "message" in told else ""
        self._new[_Answer(call, answer.status, code, said)] += 1

    async def _failed(self, _: object, context: SimpleNamespace, params: Any) -> None:
        said = f"no answer: {str(params.exception) or type(params.exception).__name__}"
        self._new[_Answer(self._call(params, context), 0, 0, said)] += 1

    def _call(self, params: Any, context: SimpleNamespace) -> str:
        path = params.url.path
        call = f"{params.method} {route_of(path)}"
        if found := _PLACE.search(path):
            channel = int(found[1])
            where = "in the thread" if channel in self.threads else "by DM"
            call += f" {'in the channel' if channel == self._channel_id else where}"
        elif "/interactions/" in path or "/webhooks/" in path:
            self.presses += 1
            if "/callback" in path:
                call += f" ({_REPLIES.get(context.type, context.type)})"
        return f"{call}, with a new picture" if context.picture else call

    def _keep_track(self, method: str, path: str, told: dict[str, Any]) -> None:
        if method == "DELETE" and (found := _IDS.search(path)):
            number = int(found[1])
            if found[2]:
                self.messages.pop((number, int(found[2])), None)
                return
            self.threads.pop(number, None)
            self.emojis.pop(number, None)
            self.messages = {at: None for at in self.messages if at[0] != number}
        elif method == "POST" and path.endswith("/threads"):
            self.threads[int(told["id"])] = None
        elif method == "POST" and path.endswith("/emojis") and told.get("name") == EMOJI:
            self.emojis[int(told["id"])] = None
        elif method == "POST":
            message = (told.get("resource") or {}).get("message") or told
            if "author" in message and not message.get("flags", 0) & _EPHEMERAL:
                self.messages[int(message["channel_id"]), int(message["id"])] = None


def _finding(what: str, answer: _Answer, times: int) -> Finding:
    said = shortened(escaped(answer.said), _LONGEST)
    said = f"{answer.call}{f' ({times} times)' if times > 1 else ''}: {said}"
    if 0 < answer.status < HTTPStatus.BAD_REQUEST:
        return ok(what, said)
    if answer.status == HTTPStatus.TOO_MANY_REQUESTS or answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return warning(what, f"{said}; the bot waits and tries again")
    if answer.code in _DMS_CLOSED:
        return warning(what, f"{said}; without DMs the hand is under My hand")
    return error(what, said)
