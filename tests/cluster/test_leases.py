"""What each of several processes holds: shares, and how they are handed on."""

from hypothesis import given
from hypothesis import strategies as st

from bot.cluster.leases import (
    PARTS,
    Census,
    Process,
    all_leases,
    part_of,
    shard_lease,
    standby_of,
    to_give_up,
    to_take,
)


def test_every_table_of_shard_0_belongs_to_one_of_the_parts() -> None:
    assert {part_of(number) for number in range(1000)} <= set(all_leases(1))
    assert len([lease for lease in all_leases(1) if lease.startswith("tables:")]) == PARTS


def test_each_shard_above_0_is_a_lease() -> None:
    assert [lease for lease in all_leases(4) if lease.startswith("shard:")] == [
        shard_lease(1),
        shard_lease(2),
        shard_lease(3),
    ]


def test_a_process_alone_takes_everything() -> None:
    assert to_take(1, Census((Process(1),), {}), all_leases(3)) == all_leases(3)


def test_one_that_is_draining_gives_up_everything_and_takes_nothing() -> None:
    census = Census((Process(1, draining=True), Process(2)), dict.fromkeys(all_leases(2), 1))
    assert sorted(to_give_up(1, census, all_leases(2))) == sorted(all_leases(2))
    assert not to_take(1, Census(census.processes, {}), all_leases(2))
    assert to_take(2, Census(census.processes, {}), all_leases(2)) == all_leases(2)


def test_nothing_is_handed_on_for_its_own_sake() -> None:
    leases = all_leases(1)
    mine, theirs = leases[:16], leases[16:PARTS]
    held = dict.fromkeys(mine, 1) | dict.fromkeys(theirs, 2)
    census = Census((Process(1), Process(2), Process(3, draining=True)), held)
    assert not to_give_up(1, census, leases)
    assert not to_give_up(2, census, leases)


processes = st.lists(st.booleans(), min_size=1, max_size=6).map(
    lambda draining: tuple(Process(number, one) for number, one in enumerate(draining, 1))
)


@given(processes, st.integers(1, 20), st.randoms())
def test_in_the_end_everything_is_held_in_fair_shares(alive: tuple[Process, ...], shards: int, rng: object):
    leases, able = all_leases(shards), [one.id for one in alive if not one.draining]
    holders = {lease: rng.choice([one.id for one in alive]) for lease in leases}  # type: ignore[attr-defined]
    for _ in range(3):
        for one in alive:
            for lease in to_give_up(one.id, Census(alive, holders), leases):
                del holders[lease]
            holders |= dict.fromkeys(to_take(one.id, Census(alive, holders), leases), one.id)
    if not able:
        assert not holders
        return
    assert set(holders) == set(leases)
    for kind in ("tables:", "shard:"):
        counts = [sum(h == one for lease, h in holders.items() if lease.startswith(kind)) for one in able]
        assert max(counts) - min(counts) <= 1
    settled = dict(holders)
    for one in alive:
        assert not to_give_up(one.id, Census(alive, settled), leases)
        assert not to_take(one.id, Census(alive, settled), leases)


@given(processes, st.integers(1, 6), st.integers(1, 6))
def test_a_shards_standby_is_another_live_process_and_stays_when_the_holder_dies(
    alive: tuple[Process, ...], holder: int, joining: int
) -> None:
    able, lease = {one.id for one in alive if not one.draining}, shard_lease(3)
    standby = standby_of(lease, Census(alive, {lease: holder}))
    assert standby in able - {holder} or (standby is None and able <= {holder})
    without = tuple(one for one in alive if one.id != holder)
    assert standby_of(lease, Census(without, {})) == standby
    with_one_more = Census((*alive, Process(10 + joining)), {lease: holder})
    assert standby_of(lease, with_one_more) in {standby, 10 + joining}


def test_the_standby_takes_a_free_shard_rather_than_another() -> None:
    alive, leases = (Process(1), Process(2)), [lease for lease in all_leases(9) if lease.startswith("shard:")]
    held = dict.fromkeys(leases[:3], 1) | dict.fromkeys(leases[3:6], 2)
    census = Census(alive, held)
    for me in (1, 2):
        standing_by = [lease for lease in leases[6:] if standby_of(lease, census) == me]
        assert to_take(me, census, leases)[:1] in ([one] for one in standing_by or leases[6:])
