"""The thread of a table's own, in which its hands are told (`Posting.THREAD`)."""

from bot.tables.state.posts import NoThread
from bot.tables.state.table import Posting
from bot.tables.store.repository import TableRepository
from bot.tables.store.versioned import retry_on_conflict


class Threads:
    """What becomes of a table when its thread is there, cannot be had, or is gone."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    @retry_on_conflict
    async def opened(self, table_id: int, thread_id: int) -> None:
        """That thread is the table's from now on. Raises TableError."""
        async with self._repository.transaction(table_id) as tx:
            if tx.table.awaits_thread:
                tx.set_telling(thread_id=thread_id)

    @retry_on_conflict
    async def refused(self, table_id: int) -> None:
        """No thread can be had: the hands are told in the channel, and this is said once. Raises
        TableError."""
        async with self._repository.transaction(table_id) as tx:
            if tx.table.awaits_thread:
                tx.set_telling(posting=Posting.HAND)
                tx.post(NoThread(was_there=False))

    @retry_on_conflict
    async def gone(self, table_id: int) -> None:
        """The thread is there no more: the hands are told in the channel. Raises TableError."""
        async with self._repository.transaction(table_id) as tx:
            if tx.table.telling.thread_id is not None:
                tx.set_telling(posting=Posting.HAND, thread_id=None)
                if tx.table.open:
                    tx.post(NoThread(was_there=True))
