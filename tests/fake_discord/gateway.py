"""The gateway: sessions of several processes on the same shard, and which of them get an event."""

import asyncio
import json
import secrets
import time
import zlib
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from aiohttp import WSMsgType, web

from tests.fake_discord.records import Identify, Records
from tests.fake_discord.world import Json, World

HEARTBEAT_SECONDS: Final = 41.25
_DISPATCH, _HEARTBEAT, _IDENTIFY, _RESUME, _INVALID, _HELLO, _ACK = 0, 1, 2, 6, 9, 10, 11
_REMEMBERED: Final = 1000
_WAY_SECONDS: Final = 0.05


class Delivery(Enum):
    """Which sessions of a shard get its events. Discord's documentation does not say."""

    ALL = "all"
    NEWEST = "newest"


@dataclass(slots=True, eq=False)
class Session:
    """One process's session on a shard; it can be resumed while it is not `over`."""

    id: str
    process: str
    shard: int
    shards: int
    began: float
    socket: "Socket | None"
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    over: bool = False

    @property
    def live(self) -> bool:
        return self.socket is not None and not self.over


class Socket:
    """A connection, compressed as it was asked for."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self._socket = socket
        self._stream = zlib.compressobj() if compressed else None
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._sending = asyncio.create_task(self._send_all())

    def send(self, text: str) -> None:
        """Send it, after what was sent before."""
        self._queue.put_nowait(text)

    async def close(self, code: int = 1000) -> None:
        """Close the connection; what is still to be sent is not."""
        self.stop()
        await self._socket.close(code=code)

    def stop(self) -> None:
        self._sending.cancel()

    async def _send_all(self) -> None:
        with suppress(ConnectionError):
            while True:
                text = await self._queue.get()
                if self._stream is None:
                    await self._socket.send_str(text)
                else:
                    data = self._stream.compress(text.encode()) + self._stream.flush(zlib.Z_SYNC_FLUSH)
                    await self._socket.send_bytes(data)


class Gateway:
    """Takes connections and sends events. Two identifies of one bucket (`shard % max_concurrency`) must be
    `identify_seconds` apart; `delivery` may be changed while it runs."""

    def __init__(
        self,
        world: World,
        records: Records,
        *,
        shards: int,
        max_concurrency: int,
        identify_seconds: float,
        delivery: Delivery,
    ) -> None:
        self._world = world
        self._records = records
        self._identify_seconds = identify_seconds
        self._identified: dict[int, float] = {}
        self.shards = shards
        self.max_concurrency = max_concurrency
        self.delivery = delivery
        self.sessions: list[Session] = []

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        # The stream's own compression is enough.
        response = web.WebSocketResponse(compress=False, max_msg_size=0)
        await response.prepare(request)
        socket = Socket(response, compressed=request.query.get("compress") == "zlib-stream")
        socket.send(_text(_HELLO, {"heartbeat_interval": int(HEARTBEAT_SECONDS * 1000)}))
        session: Session | None = None
        try:
            async for message in response:
                if message.type is not WSMsgType.TEXT:
                    continue
                asked = json.loads(message.data)
                if asked["op"] == _HEARTBEAT:
                    # discord.py notes when it has sent one only after that, and no network is as quick.
                    asyncio.get_running_loop().call_later(_WAY_SECONDS, socket.send, _text(_ACK))
                elif asked["op"] == _IDENTIFY:
                    session = await self._identify(asked["d"], request.match_info["process"], socket)
                elif asked["op"] == _RESUME:
                    session = self._resume(asked["d"], socket)
        finally:
            socket.stop()
            self._disconnected(session, socket, response.close_code)
        return response

    def dispatch(self, event: str, data: Json, guild_id: int | None) -> list[Session]:
        """Send an event of that server, or (None) of DMs; the sessions that got it."""
        body, reached = json.dumps(data), self.receivers(guild_id)
        for session in reached:
            _send(session, event, body)
        return [session for session in reached if session.live]

    def receivers(self, guild_id: int | None) -> list[Session]:
        """The sessions that get events of that server now, the oldest first."""
        number = 0 if guild_id is None else guild_id >> 22
        known = [one for one in self.sessions if not one.over and one.shard == number % one.shards]
        live = [session for session in known if session.live]
        if self.delivery is Delivery.NEWEST:
            return live[-1:] or known[-1:]
        return known

    async def disconnect(self, sessions: Iterable[Session], code: int = 4000) -> None:
        """Close the connections of these sessions, as Discord does now and then; they can be resumed."""
        for session in sessions:
            if session.socket is not None:
                await session.socket.close(code)

    async def _identify(self, data: Json, process: str, socket: Socket) -> Session | None:
        shard, shards = data.get("shard") or (0, 1)
        now, bucket = time.time(), shard % self.max_concurrency
        early = now - self._identified.get(bucket, 0.0) < self._identify_seconds
        self._records.identifies.append(Identify(now, process, shard, shards, early))
        if data["token"] != self._world.token:
            await socket.close(4004)
            return None
        if not 0 <= shard < shards:
            await socket.close(4010)
            return None
        if early:
            socket.send(_text(_INVALID, False))
            return None
        self._identified[bucket] = now
        session = Session(secrets.token_hex(16), process, shard, shards, now, socket)
        self.sessions.append(session)
        self._greet(session)
        self._records.ready.append((now, process, shard))
        return session

    def _greet(self, session: Session) -> None:
        guilds = [
            one for one in self._world.guilds.values() if (one.id >> 22) % session.shards == session.shard
        ]
        ready = {
            "v": 10,
            "user": {**self._world.bot.payload(), "verified": True, "mfa_enabled": False},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url(session.process),
            "shard": [session.shard, session.shards],
            "application": {"id": str(self._world.application_id), "flags": 0},
        }
        _send(session, "READY", json.dumps(ready))
        for guild in guilds:
            _send(session, "GUILD_CREATE", json.dumps(self._world.guild_payload(guild)))

    def url(self, process: str) -> str:
        return f"{self.address}/{process}/gateway"

    address = ""
    """`ws://` and where the server listens; known once it does."""

    def _resume(self, data: Json, socket: Socket) -> Session | None:
        session = next((one for one in self.sessions if one.id == data["session_id"] and not one.over), None)
        first = session.sent[0][0] if session is not None and session.sent else 0
        if session is None or first > int(data["seq"] or 0) + 1:
            socket.send(_text(_INVALID, False))
            return None
        session.socket = socket
        for sequence, text in session.sent:
            if sequence > int(data["seq"]):
                socket.send(text)
        _send(session, "RESUMED", "{}")
        self._records.resumed.append((time.time(), session.process, session.shard))
        return session

    def _disconnected(self, session: Session | None, socket: Socket, code: int | None) -> None:
        if session is None or session.socket is not socket:
            return
        session.socket = None
        if code in (1000, 1001):
            session.over = True
        self._records.ended.append((time.time(), session.process, session.shard))

    def forget(self, process: str) -> None:
        """That process is dead: nothing waits for it to resume."""
        for session in self.sessions:
            if session.process == process:
                session.over = True


def _send(session: Session, event: str, body: str) -> None:
    session.sequence += 1
    text = f'{{"op":{_DISPATCH},"t":"{event}","s":{session.sequence},"d":{body}}}'
    session.sent.append((session.sequence, text))
    if session.socket is not None:
        session.socket.send(text)


def _text(op: int, data: Any = None) -> str:
    return json.dumps({"op": op, "d": data, "s": None, "t": None})
