"""What people see of a table, piece by piece, each with what it must show."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.tables.state.snapshot import TableSnapshot


@dataclass(frozen=True, slots=True)
class Surface:
    """A piece that does not show yet what it must.

    `number` is that of its table, or of its session of Duplicate. `show` brings it up to date and returns
    whether that is all; False: look again. It raises
    what Discord or the way there gave (`cogs.transport.backoff.UNREACHED`). `give_up` ends the debt, once
    Discord has
    refused it for a day and the table is closed. `channel_id` is the table's channel if it stands there,
    None for what one person sees. The surface of the same number named `after` goes first if it is on its
    way, too. It is not shown before `due`, in seconds since the epoch. `refreshes` says that nobody waits
    for it, so that it gives way where many calls are made at once.
    """

    number: int
    name: str
    show: Callable[[], Awaitable[bool]]
    give_up: Callable[[], Awaitable[None]]
    channel_id: int | None = None
    after: str = ""
    due: float = 0.0
    refreshes: bool = False

    @property
    def kind(self) -> str:
        """What sort of surface it is: its name without a number."""
        return self.name.rstrip("0123456789").strip()

    @property
    def key(self) -> tuple[int, str]:
        """What it is known by among those of all tables, or all sessions."""
        return self.number, self.name


class Kind(Protocol):
    """Surfaces of one kind."""

    async def owed(self, snapshot: TableSnapshot) -> Sequence[Surface]:
        """Those of a table that are behind."""
