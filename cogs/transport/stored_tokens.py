"""Stores the tokens of messages after a press, so that the next owner of a table can read them.

Nothing waits for the writes. A pending write counts as written.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.cluster.hints import Hint, Topic
from bot.cluster.ports import Cluster
from bot.tables.store.background import Background, Tasks
from bot.tables.store.editable import EditableMessage, EditableStore

log = logging.getLogger(__name__)

Key: TypeAlias = tuple[int, int, int]  # a table, the message's owner, and the message


def key_of(message: EditableMessage) -> Key:
    """The message's key."""
    return message.table_id, message.user_id, message.message_id


@dataclass(frozen=True, slots=True)
class _Change:
    message: EditableMessage
    gone: bool


@dataclass(eq=False)
class StoredTokens:
    """Writes changes, the latest of each message, and tells the owner of its table.

    `written` is called for each stored message.
    """

    store: EditableStore
    cluster: Cluster
    tell: Callable[[Hint], None]
    written: Callable[[EditableMessage], None]
    _unsaved: dict[Key, _Change] = field(init=False, default_factory=dict)
    _saving: dict[Key, _Change] = field(init=False, default_factory=dict)
    _background: Background = field(init=False, default_factory=Background)
    _tasks: Tasks = field(init=False, default_factory=Tasks)

    def save(self, message: EditableMessage) -> None:
        """Store it soon, in its state at that time. Returns at once."""
        self._change(_Change(message, gone=False))

    def drop(self, message: EditableMessage) -> None:
        """Delete it from the store. Returns at once."""
        self._change(_Change(message, gone=True))

    def take_over(self, user_id: int, message_id: int, press: int) -> None:
        """Record that a message which was a panel before that press no longer is one. Returns at once."""
        self._tasks.start(self._take_over(user_id, message_id, press))

    def forget(self, table_id: int) -> None:
        """Delete a finished table's tokens. Returns at once."""
        for key in [key for key in self._unsaved if key[0] == table_id]:
            del self._unsaved[key]
        self._tasks.start(self._forget(table_id))

    def forget_person(self, user_id: int) -> None:
        for key in [key for key in self._unsaved if key[1] == user_id]:
            del self._unsaved[key]

    def pending(self, table_id: int) -> Mapping[Key, int]:
        """The messages of a table with pending writes, and by which press they were changed."""
        changes = {**self._saving, **self._unsaved}
        return {key: change.message.press for key, change in changes.items() if key[0] == table_id}

    async def settled(self) -> None:
        await self._tasks.settled()
        await self._background.settled()

    async def _take_over(self, user_id: int, message_id: int, press: int) -> None:
        await self._background.settled()
        try:
            tables = await self.store.take_over(user_id, message_id, press)
        except Exception as error:
            log.warning("the token of message %s was not deleted: %s", message_id, type(error).__name__)
            return
        for table_id in tables:
            self.tell(Hint(Topic.SHOWN, table_id))

    async def _forget(self, table_id: int) -> None:
        await self._background.settled()
        try:
            await self.store.forget(table_id)
        except Exception as error:
            log.warning("table %s: its tokens were not deleted: %s", table_id, type(error).__name__)

    def _change(self, change: _Change) -> None:
        self._unsaved[key_of(change.message)] = change
        self._background.wake(self._write)

    async def _write(self) -> None:
        while self._unsaved:
            self._saving, self._unsaved = self._unsaved, {}
            changes = tuple(self._saving.values())
            results = await asyncio.gather(*map(self._write_one, changes), return_exceptions=True)
            self._saving = {}
            self._note(changes, results)

    async def _write_one(self, change: _Change) -> None:
        if change.gone:
            await self.store.drop(change.message)
        else:
            await self.store.save(change.message, self.cluster.process)

    def _note(self, changes: Sequence[_Change], results: Sequence[BaseException | None]) -> None:
        others = set[int]()
        for change, error in zip(changes, results, strict=True):
            message = change.message
            if error is not None:
                # Not the error's text, which may contain the token.
                said = type(error).__name__
                log.warning("table %s: the token of a message was not stored: %s", message.table_id, said)
                continue
            if not self.cluster.owns(message.guild_id, message.table_id):
                others.add(message.table_id)
            if not change.gone:
                self.written(message)
        for table_id in others:
            self.tell(Hint(Topic.SHOWN, table_id))
