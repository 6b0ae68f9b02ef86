"""The only process over its database, which holds every lease."""

from collections.abc import Callable

from bot.cluster.hints import Hint
from bot.cluster.leases import Changed


class Alone:
    """The `Cluster` of a process that has its database to itself."""

    shared = False
    process = 0
    shard_count = 1
    draining = False
    others: frozenset[int] = frozenset()
    able = frozenset({process})
    workers = 0

    def holds(self, lease: str) -> bool:
        return True

    def stands_by(self, lease: str) -> bool:
        return False

    def owns(self, guild_id: int, number: int) -> bool:
        return True

    def owner_of(self, guild_id: int, number: int) -> int | None:
        return self.process

    def subscribe(self, callback: Callable[[Changed], None]) -> None:
        pass

    def take_part(self) -> None:
        pass

    async def serves(self, lease: str) -> None:
        pass

    def served_elsewhere(self, lease: str) -> bool:
        return False

    async def agree_on_shards(self, recommended: int) -> int:
        return recommended

    async def drain(self) -> None:
        pass


class Silence:
    """The `HintChannel` of a process that has its database to itself."""

    def tell(self, hint: Hint) -> None:
        pass

    def listen(self, callback: Callable[[Hint], None]) -> None:
        pass
