"""What a cluster needs, in memory: a store with a clock of its own, and hints between its members."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.cluster.hints import Hint
from bot.cluster.leases import Census, Process
from bot.cluster.member import DEAD_SECONDS, ClusterMember


@dataclass
class MemoryCluster:
    """The `ClusterStore` of several members; `time` is the database's, in seconds."""

    time: float = 1000.0
    seen: dict[int, tuple[float, bool]] = field(default_factory=dict)
    holders: dict[str, int] = field(default_factory=dict)
    served: dict[str, int] = field(default_factory=dict)
    shards: int = 1
    down: bool = False
    joined: int = 0

    def alive(self) -> list[int]:
        return [one for one, (at, _) in sorted(self.seen.items()) if at > self.time - DEAD_SECONDS]

    def census(self) -> Census:
        alive = self.alive()
        held = {lease: one for lease, one in self.holders.items() if one in alive}
        served = {lease: one for lease, one in self.served.items() if one in alive}
        return Census(tuple(Process(one, self.seen[one][1]) for one in alive), held, served)

    async def join(self) -> int:
        self._check()
        self.joined += 1
        self.seen[self.joined] = (self.time, True)
        return self.joined

    async def beat(self, process: int, *, draining: bool) -> Census | None:
        self._check()
        if process not in self.alive():
            return None
        self.seen[process] = (self.time, draining)
        return self.census()

    async def take(self, process: int, leases: Sequence[str]) -> Sequence[str]:
        self._check()
        free = [lease for lease in leases if lease not in self.census().holders]
        self.holders |= dict.fromkeys(free, process)
        return free

    async def give_up(self, process: int, leases: Sequence[str]) -> None:
        self._check()
        for lease in leases:
            if self.holders.get(lease) == process:
                del self.holders[lease]

    async def serves(self, process: int, lease: str) -> None:
        self._check()
        self.served[lease] = process

    async def leave(self, process: int) -> None:
        self._check()
        await self.give_up(process, list(self.holders))
        self.seen.pop(process, None)

    async def agree_on_shards(self, process: int, recommended: int) -> int:
        if not [one for one in self.alive() if one != process]:
            self.shards = recommended
        return self.shards

    def _check(self) -> None:
        if self.down:
            raise ConnectionRefusedError("the database is down")


class Wire:
    """The `HintChannel` of one member; what one tells reaches the others at once."""

    def __init__(self, everybody: list["Wire"]) -> None:
        self._everybody = everybody
        self._callbacks: list[Callable[[Hint], None]] = []
        everybody.append(self)

    def tell(self, hint: Hint) -> None:
        for other in self._everybody:
            for callback in other._callbacks if other is not self else ():
                callback(hint)

    def listen(self, callback: Callable[[Hint], None]) -> None:
        self._callbacks.append(callback)


@dataclass
class Group:
    """Members over one store, whose signs of life are given by hand."""

    store: MemoryCluster = field(default_factory=MemoryCluster)
    wires: list[Wire] = field(default_factory=list)
    members: list[ClusterMember] = field(default_factory=list)

    async def join(self, *, ready: bool = True) -> ClusterMember:
        """A member that has started; its own task does nothing until it is waited for."""
        member = ClusterMember(self.store, Wire(self.wires), lambda: self.store.time)
        await member.start()
        if ready:
            member.take_part()
            await member.beat()
        self.members.append(member)
        return member

    async def beat(self, *members: ClusterMember, rounds: int = 1) -> None:
        """Each of them (all if none is named) gives a sign of life, two seconds later than the last."""
        for _ in range(rounds):
            self.store.time += 2
            for member in members or self.members:
                await member.beat()

    async def stop(self) -> None:
        self.store.down = False
        for member in self.members:
            await member.stop()
