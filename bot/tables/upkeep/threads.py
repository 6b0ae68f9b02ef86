"""The thread of a table's own, in which its hands are told (`Posting.THREAD`)."""

from bot.tables.state.posts import NoThread
from bot.tables.state.table import Posting
from bot.tables.store.repository import TableRepository
from bot.tables.store.versioned import retry_on_conflict


class Threads:
    """What happens to a table when its thread opens, is refused or is deleted."""

    def __init__(self, repository: TableRepository) -> None:
        self.repository = repository

    @retry_on_conflict
    async def opened(self, table_id: int, thread_id: int) -> None:
        """Make that thread the table's. Raises TableError."""
        async with self.repository.transaction(table_id) as tx:
            if tx.table.awaits_thread:
                tx.set_telling(thread_id=thread_id)

    @retry_on_conflict
    async def refused(self, table_id: int) -> None:
        """Post in the channel instead, and say so once. Raises TableError."""
        async with self.repository.transaction(table_id) as tx:
            if tx.table.awaits_thread:
                tx.set_telling(posting=Posting.HAND)
                tx.post(NoThread(was_there=False))

    @retry_on_conflict
    async def gone(self, table_id: int) -> None:
        """Post in the channel, as the thread is gone. Raises TableError."""
        async with self.repository.transaction(table_id) as tx:
            if tx.table.telling.thread_id is not None:
                tx.set_telling(posting=Posting.HAND, thread_id=None)
                if tx.table.open:
                    tx.post(NoThread(was_there=True))
