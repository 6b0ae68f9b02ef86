"""What other parts know of the cluster, and what the cluster needs from outside."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from bot.cluster.hints import Hint
from bot.cluster.leases import Census, Changed


class Cluster(Protocol):
    """This process among those over the same database."""

    @property
    def shared(self) -> bool:
        """Whether there may be other processes. A SQLite database belongs to one."""

    @property
    def process(self) -> int:
        """The id of this process; 0 before it has started."""

    @property
    def shard_count(self) -> int:
        """How many shards all processes have together."""

    @property
    def draining(self) -> bool:
        """Whether this process is about to end."""

    @property
    def others(self) -> frozenset[int]:
        """The other processes that play and are alive."""

    @property
    def workers(self) -> int:
        """How many processes that only run jobs are alive."""

    @property
    def able(self) -> frozenset[int]:
        """The processes that can hold leases: not those about to end, or not ready yet. All processes see
        the same."""

    def holds(self, lease: str) -> bool:
        """Whether this process holds that lease, and can be sure of it."""

    def stands_by(self, lease: str) -> bool:
        """Whether this process has a session on that shard in case the lease's holder dies."""

    def owns(self, guild_id: int, number: int) -> bool:
        """Whether this process looks after the table (or session) of that number on that server."""

    def owner_of(self, guild_id: int, number: int) -> int | None:
        """The process that looks after it, as last seen; None if nobody does."""

    def subscribe(self, callback: Callable[[Changed], None]) -> None:
        """Call back whenever leases or standbys have changed. The callback must return at once."""

    def take_part(self) -> None:
        """Begin to take free leases: this process is ready. Returns at once."""

    async def serves(self, lease: str) -> None:
        """Tell the others that this process's session gets the events of that shard."""

    def served_elsewhere(self, lease: str) -> bool:
        """Whether another live process gets the events of that shard, as last seen."""

    async def agree_on_shards(self, recommended: int) -> int:
        """The number of shards all processes have; the first process decides on `recommended`."""

    async def drain(self) -> None:
        """Give up everything, and wait a while until others hold it. Does nothing without others."""


class ClusterStore(Protocol):
    """Stores processes and leases. All times are by the database's clock."""

    async def join(self) -> int:
        """Store a new process, which holds nothing yet, and return its id."""

    async def beat(self, process: int, *, draining: bool) -> Census | None:
        """Store a heartbeat and return the census; None if the process had counted as dead, so that others
        may have taken its leases."""

    async def take(self, process: int, leases: Sequence[str]) -> Sequence[str]:
        """Take those leases that no live process holds, and return them."""

    async def give_up(self, process: int, leases: Sequence[str]) -> None:
        """Free those leases."""

    async def serves(self, process: int, lease: str) -> None:
        """Store that the process's session gets the events of that shard."""

    async def leave(self, process: int) -> None:
        """Remove the process and free its leases."""

    async def agree_on_shards(self, process: int, recommended: int) -> int:
        """The number of shards of all processes: what the others that are alive have, else that number, which
        stands from now on."""


class ClaimStore(Protocol):
    """Which process answers an interaction (a click, a command), by Discord's id. If several processes
    received it, the first to claim it answers."""

    async def claim(self, interaction_id: int, process: int) -> int:
        """Claim it unless another process has, and return the one that answers."""

    async def forget(self, before: int) -> None:
        """Delete the claims of interactions with a lower id, which are older."""


class HintChannel(Protocol):
    """Sends hints about stored changes to the other processes. Hints may get lost."""

    def tell(self, hint: Hint) -> None:
        """Send the hint. Returns at once."""

    def listen(self, callback: Callable[[Hint], None]) -> None:
        """Call back for every hint of the others. The callback must return at once."""


LATE_SECONDS: Final = 0.05
"""So long after it was granted a call may be made. Grants are counted over as much more than a second, so
that there are never too many calls in one."""


@dataclass(frozen=True, slots=True)
class Grant:
    """Calls that may be made, each so many seconds from now, of the `total` granted to all processes so far;
    and when the next one may be made, in seconds from now."""

    delays: tuple[float, ...]
    total: int
    next_in: float


class SharedCalls(Protocol):
    """The budget of calls of all processes together."""

    async def take(self, wanted: int, per_second: int) -> Grant:
        """Take so many calls, or as many as may be made soon, of `per_second` in any second."""

    async def total(self) -> int:
        """How many calls all processes have been granted so far."""


class InvalidRequestStore(Protocol):
    """How many requests Discord has refused to all processes."""

    async def add(self, requests: int) -> int:
        """Count so many more; how many there have been in the last ten minutes."""


class IdentifySlots(Protocol):
    """When sessions may identify themselves to Discord's gateway."""

    async def reserve(self, bucket: int) -> float:
        """Reserve the next slot of that bucket; in how many seconds it is."""


class CommandStore(Protocol):
    """What is known of the slash commands as Discord has them."""

    async def digest(self, application_id: int, guild_id: int) -> str | None:
        """The digest of what was registered last, for a server or (0) everywhere."""

    async def registered(self, application_id: int, guild_id: int, digest: str) -> None:
        """Note what has been registered."""
