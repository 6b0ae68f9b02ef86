"""What the cluster needs from outside."""

from collections.abc import Callable, Sequence
from typing import Protocol

from bot.cluster.hints import Hint
from bot.cluster.leases import Census


class ClusterStore(Protocol):
    """Where processes and leases are kept. All times are the database's own."""

    async def join(self) -> int:
        """Note that a new process is alive; its id."""

    async def beat(self, process: int, *, draining: bool) -> Census | None:
        """Note that it is still alive, and see who else is; None if it was given up for dead meanwhile: what
        it held may be another's."""

    async def take(self, process: int, leases: Sequence[str]) -> Sequence[str]:
        """Take those that nobody alive holds; those that were taken."""

    async def give_up(self, process: int, leases: Sequence[str]) -> None:
        """Let others have them."""

    async def leave(self, process: int) -> None:
        """Note that it has ended, and give up what it held."""

    async def agree_on_shards(self, process: int, recommended: int) -> int:
        """The number of shards of all processes: what the others that are alive have, else that number, which
        stands from now on."""


class HintChannel(Protocol):
    """Tells other processes what has changed, once it is stored. What it carries may get lost."""

    def tell(self, hint: Hint) -> None:
        """Tell the others. Returns at once."""

    def listen(self, callback: Callable[[Hint], None]) -> None:
        """Call back for whatever the others tell; it must return at once."""
