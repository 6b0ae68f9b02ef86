"""Leases: the store of a database does what `MemoryCluster` does, which other tests take for it."""

from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from storage.cluster.members import SqlClusterStore
from tests.cluster.fakes import MemoryCluster
from tests.machines.machine import WAITS, Machine, check

LEASES = ("tables:1", "tables:2", "upkeep")

some_leases = st.lists(st.sampled_from(LEASES), min_size=1, unique=True)
one = st.integers(0, 3)


class Leases(Machine):
    def __init__(self) -> None:
        super().__init__()
        self.store, self.model = SqlClusterStore(self.database), MemoryCluster()
        self.processes: list[tuple[int, int]] = []

    @rule()
    def join(self) -> None:
        self.processes.append((self.do(self.store.join()), self.do(self.model.join())))
        assert len({process for process, _ in self.processes}) == len(self.processes), "no id is used twice"

    @rule(seconds=st.sampled_from(WAITS))
    def wait(self, seconds: float) -> None:
        self.pass_time(seconds)
        self.model.time += seconds

    @precondition(lambda self: self.processes)
    @rule(which=one, draining=st.booleans())
    def beat(self, which: int, draining: bool) -> None:
        real, modelled = self._process(which)
        census = self.do(self.store.beat(real, draining=draining))
        expected = self.do(self.model.beat(modelled, draining=draining))
        assert (census is None) == (expected is None)
        if census is not None and expected is not None:
            ids = {modelled: real for real, modelled in self.processes}
            assert [(one.id, one.draining) for one in census.processes] == [
                (ids[one.id], one.draining) for one in expected.processes
            ]
            assert census.holders == {lease: ids[holder] for lease, holder in expected.holders.items()}
            assert census.served == {lease: ids[server] for lease, server in expected.served.items()}

    @precondition(lambda self: self.processes)
    @rule(which=one, leases=some_leases)
    def take(self, which: int, leases: list[str]) -> None:
        real, modelled = self._process(which)
        taken = self.do(self.store.take(real, leases))
        assert sorted(taken) == sorted(self.do(self.model.take(modelled, leases)))

    @precondition(lambda self: self.processes)
    @rule(which=one, leases=some_leases)
    def give_up(self, which: int, leases: list[str]) -> None:
        real, modelled = self._process(which)
        self.do(self.store.give_up(real, leases))
        self.do(self.model.give_up(modelled, leases))

    @precondition(lambda self: self.processes)
    @rule(which=one, lease=st.sampled_from(LEASES[:2]))
    def serve(self, which: int, lease: str) -> None:
        real, modelled = self._process(which)
        # A shard is served by who holds it, so its lease is there.
        self.do(self.store.take(real, [lease]))
        self.do(self.model.take(modelled, [lease]))
        self.do(self.store.serves(real, lease))
        self.do(self.model.serves(modelled, lease))

    @precondition(lambda self: self.processes)
    @rule(which=one)
    def leave(self, which: int) -> None:
        real, modelled = self._process(which)
        self.do(self.store.leave(real))
        self.do(self.model.leave(modelled))

    @invariant()
    def nobody_who_is_gone_holds_anything(self) -> None:
        assert set(self.model.census().holders.values()) <= set(self.model.alive())

    def _process(self, which: int) -> tuple[int, int]:
        return self.processes[which % len(self.processes)]


def test_leases() -> None:
    check(Leases)
