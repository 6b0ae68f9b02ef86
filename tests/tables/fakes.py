"""The use cases of tables over the real stores in memory; the clock, chance and the house are fakes."""

import asyncio
import math
import random
from collections.abc import Awaitable, Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from bot.cluster.alone import Alone
from bot.jobs.service import Jobs
from bot.rules.game import Chance
from bot.rules.moves import Move, WrittenMove
from bot.rules.presentation.hints import Hint
from bot.rules.records.board_record import Par
from bot.rules.records.record import Analysis
from bot.rules.trick_taking.claiming import ClaimCheck
from bot.tables.people.access import Actor
from bot.tables.service import Ports, Tables, build_tables
from bot.tables.state.board import Board
from bot.tables.state.chairs import House, Level, Person
from bot.tables.state.change import Change
from bot.tables.state.deals import Deal
from bot.tables.state.errors import TableError
from bot.tables.state.moments import Decision, Moment
from bot.tables.state.outcomes import Chair, Outcome
from bot.tables.state.posts import HandAnalysed, Post, PostItem
from bot.tables.state.replays import Replay
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import LoggedMove, Table
from bot.tables.store.ports import Ownership
from bot.tables.store.repository import Committed
from bot.tables.turns.deadlines import Pauses
from storage.connection.database import Database
from storage.duplicate.boards import SqlBoardStore
from storage.jobs import SqlJobQueue
from storage.people.servers import SqlServerStore
from storage.people.users import SqlUserStore
from storage.privacy import SqlPrivacyStore
from storage.results.analyses import SqlAnalysisStore
from storage.results.moments import SqlMomentStore
from storage.results.replays import SqlReplayStore
from storage.results.standings import SqlStandingStore
from storage.schema import results
from storage.schema import tables as schema
from storage.tables.rows import move_of, post_of, table_of
from storage.tables.store import SqlTableStore
from tests.databases import in_memory, rows_of
from tests.present import present


class StoredTables(SqlTableStore):
    """The real store, counting its commits, with all that is in it."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.commits = 0

    async def commit(self, change: Change) -> bool:
        held = await super().commit(change)
        self.commits += held
        return held

    @property
    def tables(self) -> dict[int, Table]:
        return {row["id"]: table_of(row) for row in rows_of(self._database, select(schema.tables))}

    @property
    def logs(self) -> dict[int, list[LoggedMove]]:
        found: dict[int, list[LoggedMove]] = {}
        for row in rows_of(self._database, select(schema.moves)):
            found.setdefault(row["table_id"], []).append(move_of(row))
        return found

    @property
    def posts(self) -> list[Post]:
        return [post_of(row) for row in rows_of(self._database, select(schema.posts))]

    @property
    def outcomes(self) -> list[Outcome]:
        rows = rows_of(self._database, select(results.outcomes).order_by(results.outcomes.c.at))
        return [Outcome(**row) for row in rows]

    @property
    def played(self) -> dict[tuple[int, int], tuple[Chair, ...]]:
        rows = rows_of(self._database, select(results.replays))
        return {(row["table_id"], row["hand"]): tuple(row["chairs"]) for row in rows}


class StoredReplays(SqlReplayStore):
    @property
    def kept(self) -> dict[tuple[int, int], tuple[int, Replay | None]]:
        found = {}
        for row in rows_of(self._database, select(results.replays).where(results.replays.c.version > 0)):
            figures = [row[name] for name in ("made", "hoyle", "par", "dealer")]
            replay = None if row["made"] is None else Replay(*figures)
            found[row["table_id"], row["hand"]] = row["version"], replay
        return found


class StoredAnalyses(SqlAnalysisStore):
    @property
    def kept(self) -> dict[tuple[int, int], Analysis]:
        return {
            (row["table_id"], row["hand"]): Analysis.model_validate(row["analysis"])
            for row in rows_of(self._database, select(results.analyses))
        }

    def lost(self, table_id: int, hand: int) -> dict[int, int]:
        """What each person gave away in the hand that counts in their statistics."""
        losses = results.losses
        of_hand = select(losses).where(losses.c.table_id == table_id, losses.c.hand == hand)
        return {row["user_id"]: row["lost"] for row in rows_of(self._database, of_hand)}


def found(**fields: Any) -> Analysis:
    """An analysis with nothing wrong in it but what is given."""
    blank = Analysis(hand=1, unit="points", counted_from=1, best=0, made=0, losses=[0, 0, 0, 0], slips=[])
    return blank.model_copy(update=fields)


class IdleReplayer:
    """Replays hands where it is switched on (`replays`), and finds what it is told to. `no` is why not."""

    def __init__(self) -> None:
        self.replays = False
        self.no: TableError | None = None
        self.finds: Replay | None = Replay(1.5, 0.5, None, 0)
        self.asked: list[tuple[str, Any, Sequence[WrittenMove]]] = []

    @property
    def has_workers(self) -> bool:
        return self.replays

    async def replay(self, game: str, state: object, moves: Sequence[WrittenMove]) -> Replay | None:
        self.asked.append((game, state, moves))
        await asyncio.sleep(0)
        if self.no is not None:
            raise self.no
        return self.finds


class IdleAnalyst:
    """An analyst who finds what it is told to. `asked` is set once it has been asked, `open` lets it go on;
    `no` is why it does not."""

    def __init__(self) -> None:
        self.hands: list[tuple[int, int, bool]] = []
        self.asked = asyncio.Event()
        self.open = asyncio.Event()
        self.open.set()
        self.no: TableError | None = None
        self.finds: dict[str, Any] = {}
        self.solved: list[tuple[int, bool]] = []
        self.worth: Par | None = Par(value=7)
        self.has_workers = True

    def refusal(self, game: str, options: Any) -> TableError | None:
        return self.no

    async def analyse(
        self, game: str, options: Any, hand: int, trump: Any, tricks: Any, *, asked: bool
    ) -> Analysis:
        self.hands.append((hand, len(tricks), asked))
        self.asked.set()
        await self.open.wait()
        return found(hand=hand, **self.finds)

    async def par(self, board: Board, deal: Deal, *, asked: bool) -> Par | None:
        self.solved.append((board.id, asked))
        self.asked.set()
        await self.open.wait()
        return self.worth


class IdleCoach:
    """A coach who finds what it is told to, and remembers what it was `asked` to review. `begun` is set once
    it has been asked, `open` lets it go on; `no` is why it does not. `clear`: its moments make questions."""

    def __init__(self) -> None:
        self.asked: list[Sequence[Decision]] = []
        self.begun = asyncio.Event()
        self.open = asyncio.Event()
        self.open.set()
        self.no: TableError | None = None
        self.finds: Callable[[Sequence[Decision]], Sequence[Moment]] = lambda decisions: []
        self.has_workers = True
        self.clear = True

    def moments_refusal(self, game: str) -> TableError | None:
        return self.no

    async def moments(
        self, game: str, decisions: Sequence[Decision], seed: str, *, asked: bool = True
    ) -> Sequence[Moment]:
        self.asked.append(decisions)
        self.begun.set()
        await self.open.wait()
        return self.finds(decisions)

    async def answers(self, game: str, decision: Decision, moment: Moment, seed: str) -> Sequence[str]:
        return [moment.better[0], str(decision.made)] if self.clear else []


class HandClock:
    """A clock that moves only by hand; pauses return at once, but those of `holds` seconds and more never."""

    def __init__(self) -> None:
        self.time = 1_000_000.0
        self.paused: list[float] = []
        self.holds = math.inf

    def now(self) -> float:
        return self.time

    async def pause(self, seconds: float) -> None:
        self.paused.append(seconds)
        if seconds >= self.holds:
            await asyncio.Event().wait()


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
    """House players who play the first legal move; `asked` are the views they were shown, `players` who
    was to choose. Of claims they say `check`; `claims` are those they were asked about, and `looked_for`
    those they looked at unasked."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.players: list[str] = []
        self.check = ClaimCheck("unknown")
        self.volunteers: Callable[[Any], Move | None] | None = None
        self.claims: list[tuple[Any, int]] = []
        self.looked_for: list[tuple[Any, int, bool]] = []

    def levels(self, game: str) -> Sequence[Level]:
        return [Level("first", "First", "plays first"), Level("last", "Last", "plays last")]

    def hire(self, game: str, taken: Sequence[str], level: str | None = None) -> House:
        return House(
            level or "first", next(n for n in ("Battle", "Clay", "Pole", "Drayson") if n not in taken)
        )

    async def advise(self, game: str, view: Any, rng: random.Random) -> Hint:
        return Hint(view.legal[-1], "The last is best.")

    async def choose(self, game: str, player: str, view: Any, rng: random.Random) -> Move:
        self.asked.append(view)
        self.players.append(player)
        move: Move = view.legal[0]
        return move

    def volunteer(self, game: str, view: Any, people: Container[int]) -> Move | None:
        return None if self.volunteers is None else self.volunteers(view)

    async def prove_claim(self, game: str, view: Any, tricks: int) -> ClaimCheck:
        self.claims.append((view, tricks))
        return self.check

    async def is_settled(self, game: str, view: Any, tricks: int, *, searching: bool) -> bool:
        self.looked_for.append((view, tricks, searching))
        return self.check.answer == "proved"


class Members:
    """The server's members: everybody but those who are `gone`; `asked` is whom it was asked about."""

    def __init__(self) -> None:
        self.gone: set[int] = set()
        self.silent = False
        self.asked: list[int] = []

    async def present(self, guild_id: int, user_id: int) -> bool | None:
        self.asked.append(user_id)
        return None if self.silent else user_id not in self.gone


class Listener:
    """Remembers what subscribers are told of."""

    def __init__(self) -> None:
        self.told: list[Committed] = []

    def committed(self, committed: Committed) -> None:
        self.told.append(committed)


PAUSES = Pauses(1.0)
"""A second before each move of the house; hands follow one another at once."""


class Room:
    """Everything a test of the tables needs. With the `ceremony` people cut and choose at its tables."""

    def __init__(
        self,
        seed: int = 1,
        *,
        analyse: bool = False,
        ceremony: bool = False,
        pauses: Pauses = PAUSES,
    ) -> None:
        self.database = in_memory()
        self.store = StoredTables(self.database)
        self.boards = SqlBoardStore(self.database)
        self.users = SqlUserStore(self.database)
        self.servers = SqlServerStore(self.database)
        self.privacy = SqlPrivacyStore(self.database)
        self.analyses = StoredAnalyses(self.database)
        self.moments = SqlMomentStore(self.database)
        self.replays = StoredReplays(self.database)
        self.analyst = IdleAnalyst()
        self.coach = IdleCoach()
        self.replayer = IdleReplayer()
        self.clock = HandClock()
        self.members = Members()
        self.house = FirstLegal()
        self.listener = Listener()
        self.dealer = SeededDealer(seed)
        self._seed = seed
        self._analyse = analyse
        self._ceremony = ceremony
        self._pauses = pauses
        self.tables = self.another_process()

    def another_process(self, ownership: Ownership | None = None) -> Tables:
        """Tables of their own over the same stores."""
        ports = Ports(
            tables=self.store,
            boards=self.boards,
            users=self.users,
            servers=self.servers,
            privacy=self.privacy,
            analyses=self.analyses,
            moments=self.moments,
            standings=SqlStandingStore(self.database),
            replays=self.replays,
            house=self.house,
            analyst=self.analyst,
            coach=self.coach,
            replayer=self.replayer,
            jobs=Jobs(SqlJobQueue(self.database)),
            membership=self.members,
            clock=self.clock,
            dealer=self.dealer,
            ownership=ownership or Alone(),
            chance=random.Random(self._seed),
        )
        tables = build_tables(ports, pauses=self._pauses, analyse=self._analyse)
        tables.repository.subscribe(self.listener.committed)
        return tables

    async def open(self, game: str = "bishops-whist", **options: Any) -> TableSnapshot:
        """A table kept by Ann (user 1)."""
        snapshot = await self.tables.lobby.open(actor(1), 10, 20, game, options, 60)
        if not self._ceremony:
            return snapshot
        async with self.tables.repository.transaction(snapshot.table.id) as tx:
            tx.set(ceremony=True)
        return tx.snapshot

    async def full(self, people: int = 4, **options: Any) -> TableSnapshot:
        """A table with that many people seated and house players for the rest, not begun."""
        snapshot = await self.open(**options)
        for user in range(2, people + 1):
            snapshot = await self.tables.lobby.sit(snapshot.table.id, actor(user))
        if people < 4:
            snapshot = await self.tables.lobby.seat_house(snapshot.table.id, actor(1))
        return snapshot

    async def settle(self) -> None:
        """Wait for house players' moves to be done, and for people who are gone to be found out."""
        await self.tables.house_turns.settled()
        await self.tables.absence.settled()
        await self.tables.house_turns.settled()

    def told(self, kind: type[PostItem]) -> list[Any]:
        return [item for post in self.store.posts for item in post.items if isinstance(item, kind)]

    def analysed(self) -> list[HandAnalysed]:
        return self.told(HandAnalysed)


NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Flo", "Gus")


def person(user_id: int) -> Person:
    return Person(user_id, NAMES[user_id - 1])


def actor(user_id: int, *, manages: bool = False, **fields: Any) -> Actor:
    """That person, in the table's channel."""
    known = user_id <= len(NAMES)
    who = person(user_id) if known else Person(user_id, f"Player {user_id}")
    return replace(Actor(who, sees=True, sends=True, manages=manages), **fields)


@contextmanager
def refused(code: str, **values: object) -> Iterator[None]:
    """What is done within must be refused with this code, these values being among those given."""
    with pytest.raises(TableError) as refusal:
        yield
    assert refusal.value.code == code
    assert {name: refusal.value.values[name] for name in values} == values


async def is_refused(code: str, doing: Awaitable[object], **values: object) -> None:
    """What is awaited must be refused with this code, these values being among those given."""
    with refused(code, **values):
        await doing


def turn_of(snapshot: TableSnapshot) -> int:
    """Whose turn it is."""
    return present(snapshot.table.chairs[snapshot.awaited[0]].user_id)


async def play_out(room: Room, snapshot: TableSnapshot, moves: int = 10_000) -> TableSnapshot:
    """Let the people play their first legal moves until the match is over or enough were made."""
    for _ in range(moves):
        awaited = snapshot.awaited
        if not awaited:
            break
        move = str(snapshot.game.legal(snapshot.state, awaited[0])[0])
        player = actor(turn_of(snapshot))
        snapshot = await room.tables.play.act(snapshot.table.id, player, move, snapshot.step)
        await room.settle()
        snapshot = await room.tables.repository.fresh(snapshot.table.id)
    return snapshot
