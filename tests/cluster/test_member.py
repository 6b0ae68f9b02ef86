"""A process among others: what it holds, when it stops acting, and how it takes over and hands on."""

from collections.abc import AsyncIterator

import pytest

from bot.cluster.leases import COMMANDS, PARTS, Census, Changed
from bot.cluster.member import DEAD_SECONDS, FENCED_SECONDS, ClusterMember
from tests.cluster.fakes import Group

SERVER = 5 << 22
"""A server of shard 0 wherever there are five shards or one."""


@pytest.fixture
async def group() -> AsyncIterator[Group]:
    group = Group()
    yield group
    await group.stop()


def owned(member: ClusterMember) -> set[int]:
    return {number for number in range(PARTS) if member.owns(SERVER, number)}


async def test_the_first_owns_every_table_at_once(group: Group) -> None:
    member = await group.join()
    assert len(owned(member)) == PARTS
    assert member.holds(COMMANDS)
    assert not member.others


async def test_two_share_the_tables_and_what_a_dead_one_held_is_taken_over(group: Group) -> None:
    one, two = await group.join(), await group.join()
    await group.beat(rounds=3)
    assert len(owned(one)) == len(owned(two)) == PARTS // 2
    assert not owned(one) & owned(two)
    assert one.others == {two.process}
    assert {one.owner_of(SERVER, number) for number in owned(two)} == {two.process}
    before = owned(two)
    told: list[Changed] = []
    one.subscribe(told.append)
    for _ in range(int(DEAD_SECONDS // 2) + 1):
        await group.beat(one)
    assert len(owned(one)) == PARTS
    assert len([lease for changed in told for lease in changed.taken if lease[0] == "t"]) == len(before)
    assert two.process not in one.others


async def test_a_process_that_cannot_give_a_sign_stops_acting_before_others_take_over(group: Group) -> None:
    one, _ = await group.join(), await group.join()
    await group.beat(rounds=3)
    assert owned(one)
    group.store.time += FENCED_SECONDS + 0.1
    assert not owned(one), "nothing is sure any more"
    assert one.process in group.store.alive(), "and nobody takes over yet"


async def test_a_process_taken_for_dead_joins_anew_and_holds_nothing_meanwhile(group: Group) -> None:
    one = await group.join()
    two = await group.join()
    await group.beat(rounds=2)
    group.store.time += DEAD_SECONDS
    await two.beat()
    await two.beat()
    assert len(owned(two)) + len(owned(one)) <= PARTS
    first = one.process
    await one.beat()
    assert one.process != first
    await group.beat(rounds=4)
    assert owned(one) | owned(two) == set(range(PARTS))
    assert not owned(one) & owned(two)


async def test_draining_hands_everything_to_the_others(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = await group.join(), await group.join()
    await group.beat(rounds=3)
    lost: list[Changed] = []
    one.subscribe(lost.append)
    draining = one.drain()
    original = group.store.beat

    async def together(process: int, *, draining: bool) -> Census | None:
        census = await original(process, draining=draining)
        if process == one.process:
            await two.beat()
        return census

    monkeypatch.setattr(group.store, "beat", together)
    await draining
    assert not owned(one)
    assert len(owned(two)) == PARTS
    assert one.draining


async def test_the_last_one_gives_nothing_up_before_it_ends(group: Group) -> None:
    one = await group.join()
    await one.drain()
    assert len(owned(one)) == PARTS
    await one.stop()
    assert not group.store.holders
    assert not group.store.seen


async def test_without_the_database_nothing_is_held_for_long_and_all_is_taken_up_again(group: Group) -> None:
    one = await group.join()
    group.store.down = True
    with pytest.raises(ConnectionRefusedError):
        await one.beat()
    group.store.time += FENCED_SECONDS + 0.1
    assert not owned(one)
    group.store.down = False
    await one.beat()
    assert len(owned(one)) == PARTS


async def test_the_number_of_shards_is_that_of_those_who_are_there(group: Group) -> None:
    one = await group.join()
    assert await one.agree_on_shards(5) == 5
    two = await group.join()
    assert await two.agree_on_shards(7) == 5
    await group.beat(rounds=3)
    for shard in range(1, 5):
        server = shard << 22
        owners = [member for member in (one, two) if member.owns(server, 3) and member.owns(server, 4)]
        assert len(owners) == 1, "all tables of a shard above 0 belong to whoever has its session"


async def test_nothing_is_taken_before_a_process_is_ready(group: Group) -> None:
    first, second = await group.join(), await group.join(ready=False)
    await group.beat(rounds=3)
    assert len(owned(first)) == PARTS
    assert first.able == second.able == {first.process}
    second.take_part()
    await group.beat(rounds=3)
    assert len(owned(first)) == len(owned(second)) == PARTS // 2
    assert first.able == second.able == {first.process, second.process}


async def test_a_shard_is_served_elsewhere_once_another_process_has_its_session(group: Group) -> None:
    first, second = await group.join(), await group.join()
    await first.serves("shard:1")
    await group.beat()
    assert not first.served_elsewhere("shard:1")
    assert second.served_elsewhere("shard:1")
    await second.serves("shard:1")
    await group.beat()
    assert first.served_elsewhere("shard:1")
    # A process that is dead serves nothing.
    await group.beat(first, rounds=5)
    assert not first.served_elsewhere("shard:1")


async def test_each_shard_has_a_standby_besides_its_holder(group: Group) -> None:
    one = await group.join()
    await one.agree_on_shards(4)
    two = await group.join()
    await two.agree_on_shards(4)
    await group.beat(rounds=3)
    shards = ["shard:1", "shard:2", "shard:3"]
    assert [{one.holds(lease), one.stands_by(lease)} for lease in shards] == [{True, False}] * 3
    assert [one.holds(lease) for lease in shards] == [two.stands_by(lease) for lease in shards]
    told: list[Changed] = []
    two.subscribe(told.append)
    # The standby of a dead process is there before it takes its leases.
    await group.beat(two, rounds=int(DEAD_SECONDS // 2) + 1)
    assert all(two.holds(lease) for lease in shards)
    assert not any(two.stands_by(lease) for lease in shards), "there is no third"
    assert {lease for changed in told for lease in changed.standby} <= set(shards)
