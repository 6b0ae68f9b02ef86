"""Decides which process answers an interaction: a click, a command, a form or an autocompletion.

Discord does not say which processes with a session on a shard receive its events. Of several the first to
claim an interaction answers it: the owner of its subject at once, the others only if nobody has after a
moment, a stopping process later still, and one that has lost the database last.
"""

import asyncio
import logging
import re
import time
import zlib
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final

from bot import tracing
from bot.cluster.ports import ClaimStore, Cluster
from bot.tables.store.background import Tasks
from bot.tables.store.recent import Recent

log = logging.getLogger(__name__)

GRACE_SECONDS: Final = 0.3  # seconds the other processes wait for the owner
DRAINING_SECONDS: Final = 2 * GRACE_SECONDS  # seconds a stopping process waits

LAST_SECONDS: Final = 1.6
"""So many seconds after an interaction arrived a process without the database, which cannot claim it, answers
nevertheless. Others have had time to; where they have, Discord refuses the second answer."""

_AGAIN_SECONDS: Final = 0.2  # seconds after which a claim that failed is tried again

SILENT_AFTER: Final = 3  # after so many unclaimed interactions we assume that a process receives none
PROBE_SECONDS: Final = 20.0  # how often we wait for it nevertheless

_MOST_REMEMBERED = 1_000
_EVENT = "INTERACTION_CREATE"
_COMMANDS = (2, 4)
"""Interaction types of commands and autocompletions."""

_TABLE = re.compile(r"[cm]:(\d{1,18}):")
_SESSION = re.compile(r"b:(\d{1,18}):")


@dataclass(frozen=True, slots=True)
class Subject:
    """What an interaction is about: a table or, if `session`, a Duplicate session."""

    number: int
    session: bool = False


@dataclass(slots=True)
class _UnderWay:
    count: int = 0
    none: asyncio.Event = field(default_factory=asyncio.Event)

    def begin(self) -> None:
        self.count += 1
        self.none.clear()

    def end(self) -> None:
        self.count -= 1
        if not self.count:
            self.none.set()


_under_way: ContextVar[_UnderWay | None] = ContextVar("interactions under way", default=None)


@contextmanager
def being_answered() -> Iterator[None]:
    """Within, the current interaction counts as being answered."""
    under_way = _under_way.get()
    if under_way is None:
        yield
        return
    under_way.begin()
    try:
        yield
    finally:
        under_way.end()


class Router:
    """Lets this process answer the interactions that are its own, and counts them.

    `guild_of` finds the server of a subject; it is called only if there are several shards and Discord does
    not say.
    """

    def __init__(
        self,
        cluster: Cluster,
        claims: ClaimStore,
        guild_of: Callable[[Subject], Awaitable[int]],
        monotonic: Callable[[], float] = time.monotonic,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._cluster = cluster
        self._claims = claims
        self._guild_of = guild_of
        self._monotonic = monotonic
        self._pause = pause
        self._answer_it: Callable[[Any], None] = _nobody
        self._routing = Tasks()
        self._under_way = _UnderWay()
        self._guilds: Recent[Subject, int] = Recent(_MOST_REMEMBERED)
        self._missed: Recent[tuple[int, int], int] = Recent(_MOST_REMEMBERED)
        self._probed: Recent[tuple[int, int], float] = Recent(_MOST_REMEMBERED)

    def attach(self, parsers: dict[str, Callable[[Any], None]]) -> None:
        """Wrap discord.py's handlers of interactions in `parsers`, which are keyed by event name."""
        self._answer_it = parsers[_EVENT]
        parsers[_EVENT] = self.received

    def received(self, data: Any) -> None:
        """Handle an interaction, as Discord sends it. Returns at once."""
        with tracing.working_for(str(data.get("id", ""))):
            if self._cluster.others:
                self._routing.start(self._route(data))
            else:
                self._answer(data)

    async def settled(self) -> None:
        while True:
            await self._routing.settled()
            if self._under_way.count:
                await self._under_way.none.wait()
            # discord.py continues a command in a new task.
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            if not self._under_way.count:
                return

    def _answer(self, data: Any) -> None:
        self._under_way.begin()
        token = _under_way.set(self._under_way)
        try:
            self._answer_it(data)
        finally:
            _under_way.reset(token)
            # discord.py has begun its tasks, which are counted separately (`being_answered`).
            asyncio.get_running_loop().call_soon(self._under_way.end)

    async def _route(self, data: Any) -> None:
        try:
            answers = await self._is_ours(data)
        except Exception:
            log.exception("interaction %s could not be routed", data.get("id"))
            answers = True
        if answers:
            self._answer(data)

    async def _is_ours(self, data: Any) -> bool:
        last = self._monotonic() + LAST_SECONDS
        # It has another number by the end if it counted as dead meanwhile.
        claimant = self._cluster.process
        guild_id = int(data.get("guild_id") or 0)
        owner = await self._owner(data, guild_id)
        at = (owner, self._shard_of(guild_id))
        wait = self._wait(at)
        if wait:
            await self._pause(wait)
        holder = await self._claim(int(data["id"]), claimant, last)
        if holder is None:
            return True
        if holder == owner:
            self._missed.pop(at, None)
        elif holder == claimant and wait >= GRACE_SECONDS:
            self._missed[at] = self._missed.get(at, 0) + 1
            self._probed[at] = self._monotonic()
        return holder == claimant

    def _wait(self, at: tuple[int, int]) -> float:
        if self._cluster.draining:
            return DRAINING_SECONDS
        if at[0] == self._cluster.process:
            return 0.0
        if self._missed.get(at, 0) < SILENT_AFTER:
            return GRACE_SECONDS
        now = self._monotonic()
        if now - self._probed.get(at, 0.0) < PROBE_SECONDS:
            return 0.0
        self._probed[at] = now
        return GRACE_SECONDS

    async def _claim(self, interaction_id: int, claimant: int, last: float) -> int | None:
        """The process that answers it; None if the store has not said which by the time `last`."""
        why = "slow"
        while (left := last - self._monotonic()) > 0:
            claim = asyncio.ensure_future(self._claims.claim(interaction_id, claimant))
            await asyncio.wait({claim}, timeout=left)
            if not claim.done():
                # It continues, so that later claimants find it.
                claim.add_done_callback(_retrieved)
                break
            if (error := claim.exception()) is None:
                return claim.result()
            why = _name(error)
            await self._pause(_AGAIN_SECONDS)
        log.warning("interaction %s is answered without a claim; the database: %s", interaction_id, why)
        return None

    async def _owner(self, data: Any, guild_id: int) -> int:
        cluster, subject = self._cluster, subject_of(data)
        if subject is None:
            return _share(_user_id(data), cluster)
        if not guild_id and cluster.shard_count > 1:
            guild_id = await self._found_guild(subject)
        owner = cluster.owner_of(guild_id, subject.number)
        # A subject without an owner is assigned the same way.
        return owner if owner in cluster.able else _share(subject.number, cluster)

    async def _found_guild(self, subject: Subject) -> int:
        known = self._guilds.get(subject)
        if known is None:
            try:
                async with asyncio.timeout(GRACE_SECONDS):
                    known = await self._guild_of(subject)
            except Exception as error:
                log.warning("the server of %s is unknown: %s", subject, _name(error))
                return 0
            self._guilds[subject] = known
        return known

    def _shard_of(self, guild_id: int) -> int:
        return (guild_id >> 22) % self._cluster.shard_count


def subject_of(data: Mapping[str, Any]) -> Subject | None:
    """The table or session that an interaction, as Discord sends it, is about; None if neither."""
    inner = data.get("data") or {}
    custom_id = str(inner.get("custom_id", ""))
    if found := _TABLE.match(custom_id):
        number = int(found[1])
        return Subject(number) if number else None
    if found := _SESSION.match(custom_id):
        return Subject(int(found[1]), session=True)
    if data.get("type") in _COMMANDS:
        return _named(inner.get("options") or ())
    return None


def _named(options: Any) -> Subject | None:
    # The table or session named by a command, in a subcommand or not.
    for option in options:
        value = option.get("value")
        if option.get("name") in ("table", "session") and isinstance(value, int) and value > 0:
            return Subject(value, session=option["name"] == "session")
        if (found := _named(option.get("options") or ())) is not None:
            return found
    return None


def _user_id(data: Mapping[str, Any]) -> int:
    user = data.get("user") or (data.get("member") or {}).get("user") or {}
    return int(user.get("id", 0))


def _share(number: int, cluster: Cluster) -> int:
    # All processes compute the same.
    able = sorted(cluster.able)
    if not able:
        return cluster.process
    return able[zlib.crc32(str(number).encode()) % len(able)]


def _name(error: BaseException) -> str:
    # A database error may contain the statement's parameters.
    return type(error).__name__


def _nobody(_: Any) -> None:
    raise RuntimeError("the router stands before nothing")


def _retrieved(claim: "asyncio.Future[int]") -> None:
    if not claim.cancelled():
        claim.exception()
