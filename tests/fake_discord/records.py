"""What the fake Discord has seen, and the limits it holds callers to."""

import time
from collections import Counter, deque
from dataclasses import dataclass, field

WINDOW_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Call:
    """One REST request, as it was answered. `route` has no ids in it; `budgeted`: it counts among the 50 a
    second; `uploaded`: the bytes of its files."""

    at: float
    process: str
    method: str
    route: str
    status: int
    code: int
    seconds: float
    budgeted: bool
    uploaded: int = 0


@dataclass(frozen=True, slots=True)
class Identify:
    """A process asked for a session; `early`: sooner than Discord lets it."""

    at: float
    process: str
    shard: int
    shards: int
    early: bool


@dataclass(slots=True)
class Records:
    """Everything that happened. `repeated` counts nonces sent again, `limited` the answers 429 because
    the bot made too many calls in all, whatever the channel."""

    calls: list[Call] = field(default_factory=list)
    identifies: list[Identify] = field(default_factory=list)
    ready: list[tuple[float, str, int]] = field(default_factory=list)
    resumed: list[tuple[float, str, int]] = field(default_factory=list)
    ended: list[tuple[float, str, int]] = field(default_factory=list)
    limited: int = 0
    repeated: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)
    command_syncs: list[tuple[float, str]] = field(default_factory=list)

    @property
    def most_a_second(self) -> int:
        """The most calls with the bot's token that were let through within any second."""
        window: deque[float] = deque()
        most = 0
        for at in sorted(call.at for call in self.calls if call.budgeted and call.status != 429):
            window.append(at)
            while window[0] <= at - WINDOW_SECONDS:
                window.popleft()
            most = max(most, len(window))
        return most

    @property
    def invalid(self) -> Counter[int]:
        """Answers that count towards a ban of the address, by status."""
        return Counter(call.status for call in self.calls if call.status in (401, 403, 429))


class Limits:
    """The bot's calls a second, and those of one kind in one channel."""

    def __init__(self, a_second: int, in_channel: int, channel_seconds: float = 5.0) -> None:
        self._a_second = a_second
        self._in_channel = in_channel
        self._channel_seconds = channel_seconds
        self._made: deque[float] = deque()
        self._channels: dict[tuple[str, str], tuple[float, int]] = {}

    def everywhere(self) -> float:
        """Count a call; how long to wait if there were too many, else 0."""
        now = time.monotonic()
        while self._made and self._made[0] <= now - WINDOW_SECONDS:
            self._made.popleft()
        if len(self._made) >= self._a_second:
            return self._made[0] + WINDOW_SECONDS - now
        self._made.append(now)
        return 0.0

    def in_channel(self, kind: str, channel: str) -> tuple[float, dict[str, str]]:
        """Count a call; how long to wait if there were too many, else 0, and the headers that say so."""
        now = time.monotonic()
        began, used = self._channels.get((kind, channel), (now, 0))
        if now >= began + self._channel_seconds:
            began, used = now, 0
        wait = max(0.0, began + self._channel_seconds - now)
        over = used >= self._in_channel
        used += not over
        self._channels[kind, channel] = (began, used)
        headers = {
            "X-RateLimit-Limit": str(self._in_channel),
            "X-RateLimit-Remaining": str(self._in_channel - used),
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": kind.replace(" ", "-"),
        }
        return (wait if over else 0.0), headers
