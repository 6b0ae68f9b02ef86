"""The only process over its database, which holds everything."""

from collections.abc import Callable

from bot.cluster.hints import Hint
from bot.cluster.member import Changed


class Alone:
    """The part in a cluster of a process that has its database to itself."""

    process = 0
    shard_count = 1
    draining = False

    def holds(self, lease: str) -> bool:
        """Always."""
        return True

    def owns(self, guild_id: int, number: int) -> bool:
        """Always."""
        return True

    def owner_of(self, guild_id: int, number: int) -> int | None:
        """This process."""
        return self.process

    @property
    def others(self) -> frozenset[int]:
        """None."""
        return frozenset()

    @property
    def able(self) -> frozenset[int]:
        """This process."""
        return frozenset({self.process})

    def subscribe(self, callback: Callable[[Changed], None]) -> None:
        """Nothing ever changes."""

    async def start(self) -> None:
        """Nothing is to be done."""

    def take_part(self) -> None:
        """It holds everything already."""

    async def serves(self, lease: str) -> None:
        """Nobody waits for it."""

    def served_elsewhere(self, lease: str) -> bool:
        """Never."""
        return False

    async def agree_on_shards(self, recommended: int) -> int:
        """That number."""
        return recommended

    async def drain(self) -> None:
        """Nobody takes over."""

    async def stop(self) -> None:
        """Nothing is to be done."""


class Silence:
    """The hints of a process that nobody hears."""

    def tell(self, hint: Hint) -> None:
        """Nobody is told."""

    async def stop(self) -> None:
        """Nothing is to be done."""

    def listen(self, callback: Callable[[Hint], None]) -> None:
        """Nobody tells anything."""
