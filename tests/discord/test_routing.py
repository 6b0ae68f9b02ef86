"""Of several processes that receive an interaction, exactly one answers it."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, cast

import pytest

from bot.cluster import ports
from bot.cluster.alone import Alone
from cogs.transport import routing

EARLIEST_ACKNOWLEDGEMENT = 1.8


class HandTime:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def monotonic(self) -> float:
        return self.now

    async def pause(self, seconds: float) -> None:
        woken = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.now + seconds, woken))
        await woken

    async def pass_by(self, seconds: float) -> None:
        """Let so much time pass, whoever sleeps being woken in order."""
        end = self.now + seconds
        await turns()
        while due := [one for one in self._sleepers if one[0] <= end]:
            first = min(due, key=lambda one: one[0])
            self._sleepers.remove(first)
            self.now = first[0]
            first[1].set_result(None)
            await turns()
        self.now = end


async def turns() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


class Claims:
    """In memory, for all processes."""

    def __init__(self) -> None:
        self.holders: dict[int, int] = {}
        self.delay: Callable[[int], float] = lambda process: 0.0
        self.time: HandTime | None = None
        self.broken: set[int] = set()

    async def claim(self, interaction_id: int, process: int) -> int:
        if process in self.broken:
            raise ConnectionError("the database is gone")
        if self.time is not None and (delay := self.delay(process)):
            await self.time.pause(delay)
        return self.holders.setdefault(interaction_id, process)

    async def forget(self, before: int) -> None:
        self.holders = {key: holder for key, holder in self.holders.items() if key >= before}


class Member:
    """A process, as far as the router asks it: tables go to processes 1, 2 … in turn."""

    def __init__(self, process: int, alive: set[int], shard_count: int = 1) -> None:
        self.process = process
        self.alive = alive
        self.shard_count = shard_count
        self.ending: set[int] = set()
        self.asked: list[int] = []

    @property
    def draining(self) -> bool:
        return self.process in self.ending

    @property
    def others(self) -> frozenset[int]:
        return frozenset(self.alive - {self.process})

    @property
    def able(self) -> frozenset[int]:
        return frozenset(self.alive - self.ending)

    def owner_of(self, guild_id: int, number: int) -> int | None:
        self.asked.append(guild_id)
        able = sorted(self.able)
        return able[number % len(able)]


class Cluster:
    """Processes over one store, and who has answered what."""

    def __init__(self, count: int = 2) -> None:
        self.time = HandTime()
        self.claims = Claims()
        self.claims.time = self.time
        self.answered: list[tuple[int, int]] = []
        self.at: dict[int, float] = {}
        alive = set(range(1, count + 1))
        ending: set[int] = set()
        self.members = {process: Member(process, alive) for process in alive}
        for member in self.members.values():
            member.ending = ending
        self.routers = {process: self._router(process) for process in alive}

    def _router(self, process: int) -> routing.Router:
        router = routing.Router(
            cast(ports.Cluster, self.members[process]),
            self.claims,
            self._guild_of,
            self.time.monotonic,
            self.time.pause,
        )
        parsers: dict[str, Callable[[Any], None]] = {
            "INTERACTION_CREATE": lambda data: self._answer(process, data)
        }
        router.attach(parsers)
        self.parsers = parsers
        return router

    async def _guild_of(self, subject: routing.Subject) -> int:
        return 7 << 22

    def _answer(self, process: int, data: Any) -> None:
        self.answered.append((int(data["id"]), process))
        self.at[int(data["id"])] = self.time.now

    def send(self, data: Any, to: Iterable[int] | None = None) -> None:
        for process in to or self.routers:
            self.routers[process].received(data)

    def who(self, number: int) -> list[int]:
        return [process for key, process in self.answered if key == number]


def click(number: int, table: int, **fields: Any) -> dict[str, Any]:
    return {
        "id": str(number),
        "type": 3,
        "user": {"id": "99"},
        "data": {"custom_id": f"c:{table}:57:play QH"},
        **fields,
    }


async def test_alone_it_answers_at_once_and_asks_nobody() -> None:
    answered: list[Any] = []
    claims = Claims()
    claims.broken = {Alone.process}
    router = routing.Router(Alone(), claims, cast(Any, None))
    router.attach({"INTERACTION_CREATE": answered.append})
    router.received(click(1, 12))
    assert len(answered) == 1
    await router.settled()


@pytest.mark.parametrize("table", [2, 3])
async def test_where_both_receive_the_owner_answers_at_once(table: int) -> None:
    cluster = Cluster()
    began = cluster.time.now
    cluster.send(click(5, table))
    await cluster.time.pass_by(2.0)
    assert cluster.who(5) == [cluster.members[1].owner_of(0, table)]
    assert cluster.at[5] == began


async def test_where_only_the_newest_receives_it_answers_and_soon_does_not_wait() -> None:
    cluster = Cluster()
    waits = []
    for number in range(routing.SILENT_AFTER + 3):
        began = cluster.time.now
        cluster.send(click(number, 2), to=[2])
        await cluster.time.pass_by(1.0)
        assert cluster.who(number) == [2]
        waits.append(cluster.at[number] - began)
    assert waits[: routing.SILENT_AFTER] == pytest.approx([routing.GRACE_SECONDS] * routing.SILENT_AFTER)
    assert waits[routing.SILENT_AFTER :] == [0.0] * 3


async def test_whoever_is_silent_is_waited_for_now_and_then_and_trusted_again_when_it_answers() -> None:
    cluster = Cluster()
    for number in range(routing.SILENT_AFTER + 2):
        cluster.send(click(number, 2), to=[2])
        await cluster.time.pass_by(1.0)
    await cluster.time.pass_by(routing.PROBE_SECONDS)
    # Now both receive.
    cluster.send(click(50, 2))
    await cluster.time.pass_by(1.0)
    assert cluster.who(50) == [1]
    began = cluster.time.now
    cluster.send(click(51, 2), to=[2])
    await cluster.time.pass_by(1.0)
    assert cluster.at[51] - began == pytest.approx(routing.GRACE_SECONDS)


async def test_where_the_owner_has_died_another_answers_within_the_time_there_is() -> None:
    cluster = Cluster(3)
    cluster.claims.delay = lambda process: 0.5
    began = cluster.time.now
    cluster.send(click(5, 3), to=[2, 3])
    await cluster.time.pass_by(3.0)
    assert len(cluster.who(5)) == 1
    assert cluster.at[5] - began < EARLIEST_ACKNOWLEDGEMENT


async def test_where_the_owner_is_slow_another_answers_and_the_owner_does_not() -> None:
    cluster = Cluster()
    cluster.claims.delay = lambda process: 0.5 if process == 1 else 0.0
    cluster.send(click(5, 2))
    await cluster.time.pass_by(3.0)
    assert cluster.who(5) == [2]


async def test_one_that_is_ending_answers_only_what_nobody_else_does() -> None:
    cluster = Cluster(3)
    cluster.members[1].ending.add(1)
    for number in range(30):
        cluster.send(click(number, number))
        await cluster.time.pass_by(1.0)
        assert len(cluster.who(number)) == 1
        assert cluster.who(number) != [1]
    began = cluster.time.now
    cluster.send(click(100, 4), to=[1])
    await cluster.time.pass_by(1.0)
    assert cluster.who(100) == [1]
    assert cluster.at[100] - began == pytest.approx(routing.DRAINING_SECONDS)
    assert routing.DRAINING_SECONDS < routing.LAST_SECONDS < EARLIEST_ACKNOWLEDGEMENT


async def test_the_last_one_that_is_ending_answers_at_once() -> None:
    cluster = Cluster(1)
    cluster.members[1].ending.add(1)
    cluster.send(click(5, 4))
    assert cluster.who(5) == [1]


@pytest.mark.parametrize("seed", range(20))
async def test_exactly_one_answers_whoever_receives_dies_or_dawdles(seed: int) -> None:
    rng = random.Random(seed)
    cluster = Cluster(rng.randint(2, 4))
    delays = {process: rng.choice([0.0, 0.01, 0.2, 0.4]) for process in cluster.routers}
    cluster.claims.delay = lambda process: delays[process]
    if rng.random() < 0.3:
        cluster.members[1].ending.add(1)
    number = 0
    for _ in range(30):
        for _ in range(rng.randint(1, 4)):
            number += 1
            everybody = list(cluster.routers)
            to = everybody if rng.random() < 0.5 else rng.sample(everybody, rng.randint(1, len(everybody)))
            cluster.send(click(number, rng.randint(1, 50)), to=to)
        await cluster.time.pass_by(rng.random())
    await cluster.time.pass_by(5.0)
    assert Counter(key for key, _ in cluster.answered) == Counter(range(1, number + 1))


async def test_one_that_has_lost_the_database_leaves_the_answer_to_another() -> None:
    cluster = Cluster()
    cluster.claims.broken = {1}
    began = cluster.time.now
    cluster.send(click(5, 2))
    await cluster.time.pass_by(1.0)
    assert cluster.members[2].owner_of(0, 2) == 1
    assert cluster.who(5) == [2]
    assert cluster.at[5] - began == pytest.approx(routing.GRACE_SECONDS)
    # The database comes back before anybody has answered without it.
    cluster.claims.broken = set()
    await cluster.time.pass_by(2.0)
    assert cluster.who(5) == [2]


async def test_one_that_counted_as_dead_while_it_claimed_answers_all_the_same() -> None:
    cluster = Cluster()
    cluster.claims.delay = lambda process: 1.0 if process == 1 else 0.0
    cluster.send(click(5, 2), to=[1])
    await cluster.time.pass_by(0.5)
    cluster.members[1].process = 3
    await cluster.time.pass_by(1.0)
    assert cluster.who(5) == [1]


async def test_without_the_database_each_that_received_answers_while_there_is_time() -> None:
    cluster = Cluster()
    cluster.claims.broken = {1, 2}
    began = cluster.time.now
    cluster.send(click(5, 2))
    await cluster.time.pass_by(routing.LAST_SECONDS - 0.1)
    assert not cluster.who(5)
    await cluster.time.pass_by(0.5)
    assert sorted(cluster.who(5)) == [1, 2]
    assert cluster.at[5] - began < EARLIEST_ACKNOWLEDGEMENT


async def test_a_database_that_does_not_answer_is_not_waited_for_longer_than_there_is_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cogs.transport.routing.LAST_SECONDS", 0.01)
    cluster = Cluster()
    cluster.claims.delay = lambda process: 60.0
    cluster.send(click(5, 2), to=[1])
    await cluster.routers[1].settled()
    assert cluster.who(5) == [1]


async def test_what_is_about_no_table_is_shared_out_by_who_clicked() -> None:
    cluster = Cluster()
    for number in range(200):
        cluster.send(
            {"id": number, "type": 2, "user": {"id": str(number << 22)}, "data": {"name": "me"}},
        )
        await cluster.time.pass_by(0.0)
    shares = Counter(process for _, process in cluster.answered)
    assert sum(shares.values()) == 200
    assert min(shares.values()) >= 80


async def test_with_several_shards_the_server_of_a_click_in_a_dm_is_looked_up_once() -> None:
    cluster = Cluster()
    for member in cluster.members.values():
        member.shard_count = 4
    cluster.send(click(1, 2), to=[1])
    await cluster.time.pass_by(1.0)
    assert set(cluster.members[1].asked) == {7 << 22}
    cluster.members[1].asked.clear()
    cluster.send(click(2, 2, guild_id=str(9 << 22)), to=[1])
    await cluster.time.pass_by(1.0)
    assert set(cluster.members[1].asked) == {9 << 22}


async def test_it_is_settled_once_everything_that_arrived_is_answered() -> None:
    done: list[str] = []
    going, tasks = asyncio.Event(), []

    async def callback() -> None:
        with routing.being_answered():
            await going.wait()
            done.append("answered")

    router = routing.Router(Alone(), Claims(), cast(Any, None))
    router.attach({"INTERACTION_CREATE": lambda data: tasks.append(asyncio.create_task(callback()))})
    router.received(click(1, 2))
    settled = asyncio.create_task(router.settled())
    await turns()
    assert not settled.done()
    going.set()
    await settled
    assert done == ["answered"]


@pytest.mark.parametrize(
    ("data", "subject"),
    [
        (click(1, 12), routing.Subject(12)),
        ({"type": 3, "data": {"custom_id": "m:12:3:!call:x"}}, routing.Subject(12)),
        ({"type": 3, "data": {"custom_id": "c:0:0:!daily-play:bezique.5.0"}}, None),
        ({"type": 3, "data": {"custom_id": "b:4:enter:"}}, routing.Subject(4, session=True)),
        (
            {"type": 5, "data": {"custom_id": "b:4:scored:1.2", "components": []}},
            routing.Subject(4, session=True),
        ),
        ({"type": 5, "data": {"custom_id": "m:8:0:!set-rules:1", "components": []}}, routing.Subject(8)),
        ({"type": 3, "data": {"custom_id": "s:me:"}}, None),
        ({"type": 3, "data": {"custom_id": f"c:{'9' * 40}:1:x"}}, None),
        (
            {"type": 2, "data": {"name": "hand", "options": [{"name": "table", "value": 3}]}},
            routing.Subject(3),
        ),
        (
            {
                "type": 2,
                "data": {
                    "name": "duplicate",
                    "options": [{"name": "start", "options": [{"name": "session", "value": 3}]}],
                },
            },
            routing.Subject(3, session=True),
        ),
        ({"type": 4, "data": {"name": "hand", "options": [{"name": "table", "value": "3x"}]}}, None),
        ({"type": 2, "data": {"name": "me"}}, None),
    ],
)
async def test_what_an_interaction_is_about(data: dict[str, Any], subject: routing.Subject | None) -> None:
    assert routing.subject_of(data) == subject
