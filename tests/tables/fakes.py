"""The tables' ports kept in memory, for tests that need no database and no Discord."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.rules.game import Chance, Game
from bot.rules.moves import Move
from bot.tables.floor import Floor
from bot.tables.live import Live
from bot.tables.model import Change, Entry, Habits, House, Level, Outcome, Person, Post, Table
from bot.tables.service import Tables


@dataclass
class MemoryStore:
    tables: dict[int, Table] = field(default_factory=dict)
    logs: dict[int, list[Entry]] = field(default_factory=dict)
    posts: list[Post] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    commits: int = 0

    async def create(self, table: Table) -> Table:
        stored = replace(table, id=len(self.tables) + 1)
        self.tables[stored.id] = stored
        self.logs[stored.id] = []
        return stored

    async def load(self, table_id: int) -> tuple[Table, tuple[Entry, ...]] | None:
        table = self.tables.get(table_id)
        return (table, tuple(self.logs[table_id])) if table else None

    async def version(self, table_id: int) -> int | None:
        table = self.tables.get(table_id)
        return table.version if table else None

    async def commit(self, change: Change) -> bool:
        if self.tables[change.table.id].version != change.expected:
            return False
        self.commits += 1
        self.tables[change.table.id] = change.table
        self.logs[change.table.id] += change.entries
        self.posts += change.posts
        self.outcomes += change.outcomes
        return True

    async def due(self, now: float) -> Sequence[int]:
        return [t.id for t in self.tables.values() if t.open and t.deadline is not None and t.deadline <= now]

    async def open_tables(
        self, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None
    ) -> Sequence[Table]:
        return [t for t in self.tables.values() if t.open]

    async def last_post(self, table_id: int) -> int:
        return max((post.number for post in self.posts if post.table_id == table_id), default=0)


class MemoryPeople:
    def __init__(self) -> None:
        self.kept: dict[int, Habits] = {}

    async def habits(self, user_id: int) -> Habits:
        return self.kept.get(user_id, Habits(user_id))

    async def save_habits(self, habits: Habits) -> None:
        self.kept[habits.user_id] = habits


class HandClock:
    """A clock that moves only by hand; pauses return at once."""

    def __init__(self) -> None:
        self.time = 1_000_000.0
        self.paused: list[float] = []

    def now(self) -> float:
        return self.time

    async def pause(self, seconds: float) -> None:
        self.paused.append(seconds)


class SeededDealer:
    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def deal(self, chance: Chance) -> str:
        pieces = list(chance.pieces)
        self._random.shuffle(pieces)
        return " ".join((chance.verb, *pieces[: chance.take]))

    def salt(self) -> str:
        return f"{self._random.getrandbits(128):032x}"


class FirstLegal:
    """House players who play the first legal move; `asked` are the views they were shown."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def levels(self, game: str) -> Sequence[Level]:
        return [Level("first", "First", "plays first"), Level("last", "Last", "plays last")]

    def hire(self, game: str, taken: Sequence[str], level: str | None = None) -> House:
        return House(
            level or "first", next(n for n in ("Battle", "Clay", "Pole", "Drayson") if n not in taken)
        )

    async def advise(
        self, game: Game[Any, Any, Any], view: Any, legal: tuple[Move, ...], rng: random.Random
    ) -> tuple[Move, str]:
        return legal[-1], "The last is best."

    async def choose(
        self, game: Game[Any, Any, Any], player: str, view: Any, legal: tuple[Move, ...], rng: random.Random
    ) -> Move:
        self.asked.append(view)
        return legal[0]


class Listener:
    """Remembers which tables were to be shown, and what was stored by then."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self.versions: list[tuple[int, int]] = []

    def changed(self, table_id: int) -> None:
        self.versions.append((table_id, self._store.tables[table_id].version))


class Room:
    """Everything a test of the tables needs."""

    def __init__(self, seed: int = 1) -> None:
        self.store = MemoryStore()
        self.people = MemoryPeople()
        self.clock = HandClock()
        self.house = FirstLegal()
        self.listener = Listener(self.store)
        self.dealer = SeededDealer(seed)
        self.tables = self.another_process()

    def another_process(self) -> Tables:
        """Tables of their own over the same store."""
        floor = Floor(self.store, self.clock, self.dealer, self.listener, lambda occupant: occupant.name)
        return Tables(floor, self.house, self.people, pause=1.0)  # type: ignore[arg-type]

    async def open(self, **options: Any) -> Live:
        """A table kept by Ann (user 1)."""
        return await self.tables.lobby.open(person(1), 10, 20, "bishops-whist", options, 60)

    async def full(self, people: int = 4, **options: Any) -> Live:
        """A table with that many people seated and house players for the rest, not begun."""
        live = await self.open(**options)
        for user in range(2, people + 1):
            live = await self.tables.lobby.sit(live.table.id, person(user))
        if people < 4:
            live = await self.tables.lobby.seat_house(live.table.id, 1, False)
        return live

    async def settle(self) -> None:
        """Wait for house players' moves to be done."""
        while following := tuple(self.tables.play._following.values()):
            await asyncio.gather(*following)


NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Flo", "Gus")


def person(user_id: int) -> Person:
    return Person(user_id, NAMES[user_id - 1])


async def play_out(room: Room, live: Live, moves: int = 10_000) -> Live:
    """Let the people play their first legal moves until the match is over or enough were made."""
    for _ in range(moves):
        awaited = live.awaited
        if not awaited:
            break
        seat = awaited[0]
        user = live.table.seats[seat].user_id
        assert user
        move = str(live.game.legal(live.state, seat)[0])
        live = await room.tables.play.act(live.table.id, user, move, live.step)
        await room.settle()
        live = await room.tables.floor.fresh(live.table.id)
    return live
