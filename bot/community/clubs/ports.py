"""What clubs need from outside."""

from collections.abc import Sequence
from typing import Protocol

from bot.community.clubs.club import Club
from bot.duplicate.sessions.session import Session
from bot.tables.state.table import Table


class ClubStore(Protocol):
    """Where clubs are kept. Every method is one transaction."""

    async def add(self, club: Club) -> Club:
        """Store a new club (its `id` is ignored) and return it with its id."""

    async def of_server(self, guild_id: int) -> Sequence[Club]:
        """The clubs of a server, those that have ended included, by the start of their nights."""

    async def due(self, now: float) -> Sequence[Club]:
        """The clubs whose deadline has passed, by the start of their nights."""

    async def replace(self, after: Club, subject: Session | Table | None = None) -> Club | None:
        """Store a club as it is after a change, as the next version, and with it the new session or table of
        its night, whose id becomes the `subject_id`. None, and nothing is stored, if it has changed
        meanwhile, or the channel has an open session."""
