"""Duplicate as one thing: what a surface is given, wired together over the tables."""

from dataclasses import dataclass

from bot.duplicate.records import Results
from bot.duplicate.sessions.ports import SessionStore
from bot.duplicate.sessions.progress import Progress
from bot.duplicate.sessions.repository import SessionRepository
from bot.duplicate.sessions.sessions import Sessions
from bot.tables.service import Tables
from bot.tables.store.ports import Clock, Dealer, HousePlayers, Ownership


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The use cases of sessions."""

    repository: SessionRepository
    sessions: Sessions
    progress: Progress
    results: Results

    async def stop(self) -> None:
        """Cancel background work, before the stores are closed."""
        await self.progress.stop()


def build_duplicate(
    tables: Tables,
    store: SessionStore,
    house: HousePlayers,
    clock: Clock,
    dealer: Dealer,
    ownership: Ownership,
) -> Duplicate:
    """Wires sessions to the tables."""
    repository = SessionRepository(store, clock, ownership)
    progress = Progress(repository, tables.repository, tables.boards, clock)
    sessions = Sessions(
        repository, progress, tables.boards, house, tables.users, tables.servers, clock, dealer
    )
    tables.repository.subscribe(progress.committed)
    tables.privacy.leave_first(sessions.erase)
    tables.privacy.subscribe(repository.forget_person)
    return Duplicate(repository, sessions, progress, Results(repository, tables.boards, tables.pars))
