"""The cache of posts and messages never differs from the store."""

import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from bot.cluster.alone import Alone
from bot.tables.state.change import Change
from bot.tables.state.messages import HandPanel, TableMessage, TurnCall
from bot.tables.store.cached_posts import CachedPosts
from bot.tables.store.repository import Committed, TableRepository
from bot.tables.store.system import SystemClock
from storage.connection.database import Database
from storage.tables.calls import SqlCallStore
from storage.tables.posts import SqlPostStore
from storage.tables.store import SqlTableStore
from tests.storage.makers import ANN, BEN, CHANNEL, FULL, after, hand_result, move, reminder

READS = ("owed", "table_message", "hand_panels", "removals", "turn_calls")


class Counting:
    """A store whose reads are counted. `during` is called in the middle of each."""

    def __init__(self, store: object) -> None:
        self._store = store
        self.reads = 0
        self.during: Callable[[], Awaitable[None]] | None = None

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        if name not in READS:
            return method

        async def counted(table_id: int) -> object:
            self.reads += 1
            found = await method(table_id)
            if self.during is not None:
                during, self.during = self.during, None
                await during()
            return found

        return counted


class Owner(Alone):
    owner = True

    def owns(self, guild_id: int, number: int) -> bool:
        return self.owner


class Stored:
    """A table in a database, and the cache over what it owes and shows."""

    def __init__(self, database: Database) -> None:
        self.store = SqlTableStore(database)
        self.plain = SqlPostStore(database)
        self.calls = SqlCallStore(database)
        self.owner = Owner()
        self.repository = TableRepository(
            self.store, SystemClock(), cast(Any, None), self.owner, 10, lambda *_: ()
        )
        self.counting = Counting(self.plain)
        self.cache = CachedPosts(cast(Any, self.counting), self.calls, self.repository)
        self.table_id = 0
        self.posts = 0

    async def begin(self) -> "Stored":
        self.table_id = (await self.store.create(FULL)).id
        await self.repository.look(self.table_id)
        return self

    async def change(self, number: int, *, post: bool = False) -> None:
        """Make a move, and owe a post if wished; as the repository would."""
        before = await self.repository.look(self.table_id)
        self.posts += post
        post_of = hand_result if self.posts % 2 else reminder
        made = post_of(self.table_id, self.posts)
        change = Change(
            after(before.table),
            before.table,
            moves=(move(number),),
            posts=(made,) if post else (),
        )
        assert await self.store.commit(change)
        snapshot = replace(before, table=change.table)
        self.repository._keep(snapshot)
        self.cache.committed(Committed(before, snapshot, change))

    async def agrees(self) -> None:
        for name in READS:
            stored = self.calls if name == "turn_calls" else self.plain
            found, wanted = (
                await getattr(self.cache, name)(self.table_id),
                await getattr(stored, name)(self.table_id),
            )
            if isinstance(wanted, Sequence):
                found, wanted = list(found), list(wanted)
            assert found == wanted, name


def writes(stored: Stored, chance: random.Random) -> Sequence[Callable[[], Awaitable[Any]]]:
    """The writes of one step, in any order."""
    cache, table_id = stored.cache, stored.table_id
    person, message = chance.choice((ANN, BEN)), chance.choice((71, 72, 73))

    async def deliver() -> None:
        for post in list(await stored.plain.owed(table_id))[:1]:
            await cache.delivered(post, chance.choice((0, 99)))

    async def remove() -> None:
        for removal in list(await stored.plain.removals(table_id))[:1]:
            await cache.removed(removal)

    async def end() -> None:
        for call in list(await stored.calls.turn_calls(table_id))[:1]:
            await cache.call_ended(call)

    version = chance.randrange(1, 50)
    return (
        lambda: cache.save_hand_panel(HandPanel(table_id, person, CHANNEL, message, 1, version)),
        lambda: cache.save_table_message(TableMessage(table_id, CHANNEL, message + 10, 1.5, version, 1)),
        lambda: cache.save_turn_call(TurnCall(table_id, person, 1, CHANNEL, message + 20)),
        lambda: cache.doubt(table_id),
        lambda: cache.give_up(table_id),
        deliver,
        remove,
        end,
    )


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_is_written_it_shows_what_is_stored(database: Database, seed: int) -> None:
    chance, stored = random.Random(seed), await Stored(database).begin()
    numbers = iter(range(1, 1000))
    for _ in range(60):
        if chance.random() < 0.2:
            await stored.change(next(numbers), post=chance.random() < 0.5)
        else:
            await chance.choice(writes(stored, chance))()
        await stored.agrees()


async def test_a_move_and_a_message_drawn_anew_are_not_read(database: Database) -> None:
    stored = await Stored(database).begin()
    await stored.cache.save_hand_panel(HandPanel(stored.table_id, ANN, CHANNEL, 71, 1, 1))
    await stored.agrees()
    stored.counting.reads = 0
    await stored.change(1)
    await stored.cache.save_hand_panel(HandPanel(stored.table_id, ANN, CHANNEL, 71, 1, 2))
    await stored.agrees()
    assert stored.counting.reads == 0


async def test_what_changes_while_it_is_read_is_read_again(database: Database) -> None:
    stored = await Stored(database).begin()

    async def draw() -> None:
        await stored.cache.save_hand_panel(HandPanel(stored.table_id, ANN, CHANNEL, 71, 1, 2))

    stored.counting.during = draw
    await stored.cache.owed(stored.table_id)
    await stored.agrees()


async def test_another_process_s_table_and_what_it_wrote_are_always_read(database: Database) -> None:
    stored = await Stored(database).begin()
    stored.owner.owner = False
    await stored.agrees()
    await stored.plain.save_hand_panel(HandPanel(stored.table_id, ANN, CHANNEL, 71, 1, 1))
    await stored.agrees()
    stored.owner.owner = True
    await stored.agrees()
    for message, forget in ((72, stored.cache.clear), (73, lambda: stored.cache.outdated(stored.table_id))):
        await stored.plain.save_hand_panel(HandPanel(stored.table_id, ANN, CHANNEL, message, 1, 1))
        forget()
        await stored.agrees()
