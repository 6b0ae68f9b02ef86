"""The leases, by name, and how they are shared out among the processes."""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

PARTS: Final = 32  # how many leases the tables of shard 0's servers are divided into
COMMANDS: Final = "commands"  # the lease of the process that registers the slash commands
UPKEEP: Final = "upkeep"  # the lease for what concerns all tables: boards of the day, tidying, archives


@dataclass(frozen=True, slots=True)
class Process:
    """A process that is alive. One that is `draining` holds nothing: it is about to end, or not ready yet."""

    id: int
    draining: bool = False


@dataclass(frozen=True, slots=True)
class Census:
    """The live processes that play, which of them holds each lease, and which gets the events of each shard;
    and how many processes only run jobs."""

    processes: tuple[Process, ...]
    holders: Mapping[str, int]
    served: Mapping[str, int] = field(default_factory=dict)
    workers: int = 0


@dataclass(frozen=True, slots=True)
class Changed:
    """The leases that a process has taken, those that it has lost, and the shards whose standby it has become
    or no longer is."""

    taken: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()
    standby: frozenset[str] = frozenset()


def part_of(number: int) -> str:
    """The lease of the table (or session) of that number on a server of shard 0."""
    return f"tables:{number % PARTS}"


def shard_lease(shard_id: int) -> str:
    """The lease of a shard above 0."""
    return f"shard:{shard_id}"


def shard_of(lease: str) -> int | None:
    """The shard of a lease, None if it is of something else."""
    kind, _, number = lease.partition(":")
    return int(number) if kind == "shard" else None


def all_leases(shard_count: int) -> list[str]:
    """Every lease there is."""
    parts = [part_of(number) for number in range(PARTS)]
    shards = [shard_lease(shard_id) for shard_id in range(1, shard_count)]
    return [*parts, *shards, COMMANDS, UPKEEP]


def to_take(me: int, census: Census, leases: Sequence[str]) -> list[str]:
    """The free leases that a process should take: of each kind, as many as its share lacks."""
    taken: list[str] = []
    for kind in _kinds(leases):
        free = [lease for lease in kind if lease not in census.holders]
        # Shards on which it has a session already come first.
        free.sort(key=lambda lease: shard_of(lease) is not None and standby_of(lease, census) != me)
        taken += free[: max(0, _share(me, census, kind) - len(_held(me, census, kind)))]
    return taken


def to_give_up(me: int, census: Census, leases: Sequence[str]) -> list[str]:
    """The leases that a process should give up because they exceed its share."""
    given: list[str] = []
    for kind in _kinds(leases):
        held, share = _held(me, census, kind), _share(me, census, kind)
        given += held[share:]
    return given


def standby_of(lease: str, census: Census) -> int | None:
    """The process with a second session on a shard, so that its events arrive even if the holder dies; None
    without another process. Few standbys change when processes come and go."""
    able = [one.id for one in census.processes if not one.draining and one.id != census.holders.get(lease)]
    return max(able, key=lambda process: zlib.crc32(f"{lease} {process}".encode()), default=None)


def _kinds(leases: Iterable[str]) -> list[list[str]]:
    # Single leases form one kind, so that they do not all go to the same process.
    kinds: dict[str, list[str]] = {}
    for lease in leases:
        kinds.setdefault(lease.partition(":")[0] if ":" in lease else "", []).append(lease)
    return list(kinds.values())


def _held(me: int, census: Census, kind: Iterable[str]) -> list[str]:
    return [lease for lease in kind if census.holders.get(lease) == me]


def _share(me: int, census: Census, kind: Sequence[str]) -> int:
    # Shares differ by at most one. The larger ones go to the processes that hold most already, so that leases
    # do not move without need, and then to the oldest.
    able = [process.id for process in census.processes if not process.draining]
    if me not in able:
        return 0
    least, more = divmod(len(kind), len(able))
    by_load = sorted(able, key=lambda process: (-len(_held(process, census, kind)), process))
    return least + (by_load.index(me) < more)
