"""Surfaces: the pieces of a table that people see, each with what it must show."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

from bot.tables.state.snapshot import TableSnapshot


@dataclass(frozen=True, slots=True)
class Surface:
    """A piece that does not show its current state yet.

    `number` is that of its table or Duplicate session. `show` brings it up to date and returns whether that
    is all; False: look again. It raises the errors in `cogs.transport.backoff.UNREACHED`. `give_up` cancels
    it once Discord has refused it for a day and the table is closed. `channel_id` is the table's channel if
    the surface is there, None for what one person sees. The surface of the same number named `after` goes
    first if it is under way, too. It is not shown before `due`, in seconds since the epoch. `refreshes` says
    that nobody waits for it, so it yields when the budget is busy. `version` is that of the table or session
    it will show; an edit that a later one overtakes is not made.
    """

    number: int
    name: str
    show: Callable[[], Awaitable[bool]]
    give_up: Callable[[], Awaitable[None]]
    channel_id: int | None = None
    after: str = ""
    due: float = 0.0
    refreshes: bool = False
    version: int = 0

    @property
    def kind(self) -> str:
        return self.name.rstrip("0123456789").strip()

    @property
    def key(self) -> tuple[int, str]:
        """Its key among the surfaces of all tables, or all sessions."""
        return self.number, self.name


class Overtaken(Exception):
    """A newer state of the surface is owed, so this one is not sent."""


_overtaken: ContextVar[Callable[[], bool]] = ContextVar("overtaken", default=lambda: False)


@contextmanager
def edits_unless(overtaken: Callable[[], bool]) -> Iterator[None]:
    """Within, edits are made unless that returns True."""
    token = _overtaken.set(overtaken)
    try:
        yield
    finally:
        _overtaken.reset(token)


def check_overtaken() -> None:
    """Raise Overtaken if the edit about to be made is not wanted any more."""
    if _overtaken.get()():
        raise Overtaken


class Kind(Protocol):
    """A kind of surfaces."""

    async def owed(self, snapshot: TableSnapshot) -> Sequence[Surface]:
        """The surfaces of a table that are behind."""
