"""Several processes over the same tables: any of them changes a table, one of them looks after it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from bot.tables.service import Tables
from bot.tables.state.chairs import House
from bot.tables.state.table import Status
from tests.tables.fakes import Room, actor


@dataclass
class Share:
    """The tables that one process looks after, by id; those of a server of a shard above 0 by server."""

    numbers: set[int] = field(default_factory=set)
    guilds: set[int] = field(default_factory=set)
    shard_count: int = 1

    def owns(self, guild_id: int, number: int) -> bool:
        return number in self.numbers or guild_id in self.guilds


@dataclass
class Two:
    """A room, and two processes over its stores, of which the second looks after nothing yet."""

    room: Room
    share: Share
    other_share: Share
    owner: Tables
    other: Tables


@pytest.fixture
async def two() -> AsyncIterator[Two]:
    room = Room()
    share, other_share = Share({1}), Share()
    room.tables = room.another_process(share)
    two = Two(room, share, other_share, room.tables, room.another_process(other_share))
    yield two
    await two.owner.stop()
    await two.other.stop()


async def playing(two: Two) -> int:
    """A table in play with one person and three house players, at the person's turn."""
    snapshot = await two.room.full(1, game="bishops-whist")
    await two.owner.play.start(snapshot.table.id, actor(1))
    await two.room.settle()
    return snapshot.table.id


async def move(tables: Tables, table_id: int) -> None:
    """Ann makes her first legal move, by the process of those tables."""
    snapshot = await tables.repository.fresh(table_id)
    seat = next(seat for seat in snapshot.awaited if snapshot.table.chairs[seat].user_id == 1)
    legal = snapshot.game.legal(snapshot.state, seat)
    await tables.play.act(table_id, actor(1), str(legal[0]), snapshot.step)


async def test_a_process_that_does_not_look_after_a_table_makes_no_move_for_the_house(two: Two) -> None:
    table_id = await playing(two)
    await move(two.other, table_id)
    await two.other.house_turns.settled()
    after = await two.other.repository.fresh(table_id)
    assert after.log[-1].seat == after.table.chairs.seat_of(1), (
        "the person's move is stored, and nobody has followed"
    )


async def test_the_owner_plays_on_once_it_hears_of_the_move(two: Two) -> None:
    table_id = await playing(two)
    await move(two.other, table_id)
    version = (await two.other.repository.fresh(table_id)).table.version
    stale = await two.owner.repository.look(table_id)
    assert stale.table.version < version
    two.owner.repository.outdated(table_id, version)
    await two.owner.house_turns.look_at(table_id)
    await two.owner.house_turns.settled()
    after = await two.owner.repository.look(table_id)
    assert after.table.version > version
    assert isinstance(after.table.chairs[after.log[-1].seat or 0].occupant, House) or after.awaited


async def test_a_hint_of_what_is_known_already_costs_nothing(two: Two) -> None:
    table_id = await playing(two)
    known = await two.owner.repository.look(table_id)
    two.owner.repository.outdated(table_id, known.table.version)
    assert await two.owner.repository.look(table_id) is known


async def test_without_a_hint_the_next_move_here_still_counts_on_what_is_stored(two: Two) -> None:
    table_id = await playing(two)
    await move(two.other, table_id)
    await two.owner.house_turns.resume()
    await two.owner.house_turns.settled()
    two.room.clock.time += 60
    for due in await two.owner.repository.owned(await two.owner.repository.due(two.room.clock.time)):
        await two.owner.clocks.tick(due)
    await two.room.settle()
    before, after = two.room.store.tables[table_id].version, len(two.room.store.logs[table_id])
    assert after > 0
    assert before == (await two.owner.repository.fresh(table_id)).table.version


async def test_what_is_handed_over_is_played_on_by_the_other(two: Two) -> None:
    table_id = await playing(two)
    two.share.numbers.clear()
    await move(two.owner, table_id)
    await two.owner.house_turns.settled()
    made = len(two.room.store.logs[table_id])
    two.other_share.numbers.add(table_id)
    await two.other.house_turns.resume()
    await two.other.house_turns.settled()
    assert len(two.room.store.logs[table_id]) > made


async def test_a_chain_of_turns_under_way_ends_when_the_table_is_handed_over(two: Two) -> None:
    snapshot = await two.room.full(1, game="american-whist")
    table_id = snapshot.table.id
    await two.owner.play.start(table_id, actor(1))
    two.share.numbers.clear()
    await two.owner.house_turns.settled()
    made = len(two.room.store.logs[table_id])
    assert two.room.store.tables[table_id].status is Status.PLAYING
    two.share.numbers.add(table_id)
    await two.owner.house_turns.resume()
    await two.owner.house_turns.settled()
    assert len(two.room.store.logs[table_id]) >= made


async def test_with_several_shards_the_server_says_whose_a_table_is(two: Two) -> None:
    snapshot = await two.room.full(1)
    share = Share(guilds={10}, shard_count=4)
    tables = two.room.another_process(share)
    assert list(await tables.repository.owned([snapshot.table.id])) == [snapshot.table.id]
    share.guilds = {11}
    assert not await tables.repository.owned([snapshot.table.id])
    await tables.stop()
