"""The tables' ports kept in memory, for tests that need no database and no Discord."""

import asyncio
import math
import random
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from bot.cluster.alone import Alone
from bot.jobs.service import Jobs
from bot.rules.game import Chance, Ranking
from bot.rules.moves import Move, WrittenMove
from bot.rules.presentation.hints import Hint
from bot.rules.records.board_record import Par
from bot.rules.records.record import Analysis
from bot.rules.trick_taking.claiming import ClaimCheck
from bot.tables.people.access import Actor
from bot.tables.service import Ports, Tables, build_tables
from bot.tables.state.board import Board, KeptPar
from bot.tables.state.chairs import House, Level, Person
from bot.tables.state.change import Change
from bot.tables.state.deals import Deal
from bot.tables.state.errors import TableError
from bot.tables.state.outcomes import GivenAway, HandAnalysis, HandPlayed, Outcome
from bot.tables.state.posts import HandAnalysed, Post, PostItem
from bot.tables.state.preferences import ServerSettings, UserSettings
from bot.tables.state.replays import Replay, ReplayedHand
from bot.tables.state.results import Company, PersonalRecord, Query, SeasonWinner, Span, Standing
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import DEFERRED_AHEAD, BoardPlay, LoggedMove, Table
from bot.tables.store.ports import Ownership
from bot.tables.store.repository import Committed
from bot.tables.turns.deadlines import Pauses
from tests.jobs.memory import MemoryJobQueue


def _is_due(table: Table, now: float) -> bool:
    deferred = (move.at <= now + DEFERRED_AHEAD for move in table.clock.deferred.values())
    return (table.clock.deadline is not None and table.clock.deadline <= now) or any(deferred)


@dataclass
class MemoryStore:
    tables: dict[int, Table] = field(default_factory=dict)
    logs: dict[int, list[LoggedMove]] = field(default_factory=dict)
    posts: list[Post] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    played: dict[tuple[int, int], HandPlayed] = field(default_factory=dict)
    jobs: MemoryJobQueue = field(default_factory=MemoryJobQueue)
    commits: int = 0

    async def create(self, table: Table) -> Table:
        stored = replace(table, id=len(self.tables) + 1)
        self.tables[stored.id] = stored
        self.logs[stored.id] = []
        return stored

    async def create_dealt(self, change: Change) -> tuple[Table, bool]:
        play = change.table.board
        assert play is not None
        for table in self.tables.values():
            if table.board and replace(table.board, open=False) == replace(play, open=False):
                return table, False
        stored = await self.create(change.table)
        self.logs[stored.id] += change.moves
        return stored, True

    async def load(self, table_id: int) -> tuple[Table, tuple[LoggedMove, ...]] | None:
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
        self.logs[change.table.id] += change.moves
        self.posts += change.posts
        gone = {(change.table.id, unit, number) for unit, number in change.withdrawn}
        self.outcomes = [one for one in self.outcomes if (one.table_id, one.unit, one.number) not in gone]
        self.outcomes += change.outcomes
        for _, unit, number in gone:
            if unit == "hand":
                self.played.pop((change.table.id, number), None)
        self.played |= {(change.table.id, hand.number): hand for hand in change.played}
        self.jobs.enter(change.jobs)
        return True

    async def guilds_of(self, table_ids: Collection[int]) -> Mapping[int, int]:
        return {key: self.tables[key].guild_id for key in table_ids}

    async def due(self, now: float) -> Sequence[int]:
        return [t.id for t in self.tables.values() if t.open and _is_due(t, now)]

    async def bots_turns(self) -> Sequence[int]:
        return [table.id for table in self.tables.values() if table.open and table.clock.bots_turn]

    async def open_tables(
        self, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None
    ) -> Sequence[Table]:
        return [
            t
            for t in self.tables.values()
            if t.open
            and guild_id in (None, t.guild_id)
            and channel_id in (None, t.telling.channel_id, t.telling.thread_id)
            and (user_id is None or t.chairs.belongs(user_id))
        ]

    async def last_game(self, channel_id: int) -> str | None:
        here = [t.game for t in self.tables.values() if t.telling.channel_id == channel_id]
        return here[-1] if here else None

    async def last_post(self, table_id: int) -> int:
        return max((post.number for post in self.posts if post.table_id == table_id), default=0)


@dataclass
class MemoryBoards:
    store: MemoryStore
    boards: list[Board] = field(default_factory=list)
    pars: dict[int, KeptPar] = field(default_factory=dict)

    async def add_boards(self, boards: Sequence[Board]) -> Sequence[Board]:
        stored = [replace(board, id=number) for number, board in enumerate(boards, len(self.boards) + 1)]
        self.boards += stored
        return stored

    async def board(self, board_id: int) -> Board | None:
        return next((board for board in self.boards if board.id == board_id), None)

    async def par(self, board_id: int) -> KeptPar | None:
        return self.pars.get(board_id)

    async def save_par(self, board_id: int, par: Par | None) -> None:
        assert board_id not in self.pars
        self.pars[board_id] = KeptPar(par)

    def _plays(self) -> list[tuple[int, BoardPlay]]:
        return [(table.id, table.board) for table in self.store.tables.values() if table.board is not None]

    async def tables_of_board(self, board_id: int) -> Sequence[int]:
        return [table_id for table_id, play in self._plays() if play.board == board_id]

    async def tables_of_session(self, session_id: int) -> Sequence[int]:
        return [table_id for table_id, play in self._plays() if play.session == session_id]

    async def table_at(self, session_id: int, board_id: int, table: int) -> int | None:
        wanted = (session_id, board_id, table)
        found = (i for i, play in self._plays() if (play.session, play.board, play.table) == wanted)
        return next(found, None)


class MemoryUsers:
    def __init__(self) -> None:
        self.kept: dict[int, UserSettings] = {}
        self.blocks: set[tuple[int, int]] = set()

    async def settings(self, user_id: int) -> UserSettings:
        return self.kept.get(user_id, UserSettings(user_id))

    async def save_settings(self, settings: UserSettings) -> None:
        self.kept[settings.user_id] = settings

    async def blocked_by(self, user_id: int) -> Sequence[int]:
        return sorted(other for one, other in self.blocks if one == user_id)

    async def blocking(self, user_id: int) -> Sequence[int]:
        return sorted(one for one, other in self.blocks if other == user_id)

    async def pseudonym(self, table_id: int, user_id: int) -> int | None:
        return -user_id

    async def set_blocked(self, user_id: int, blocked_id: int, *, blocked: bool) -> None:
        (self.blocks.add if blocked else self.blocks.discard)((user_id, blocked_id))


class MemoryStandings:
    """Nobody has won anything."""

    async def games(self, guild_id: int | None, *, user_id: int | None = None) -> Sequence[str]:
        return []

    async def companies(self, guild_id: int, game: str, span: Span) -> Collection[Company]:
        return []

    async def staked(self, guild_id: int, game: str) -> bool:
        return False

    async def leaderboard(self, query: Query) -> Sequence[Standing]:
        return []

    async def record_of(
        self, user_id: int, game: str, *, guild_id: int | None, span: Span, form: int
    ) -> PersonalRecord:
        nothing = Standing(user_id, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        return PersonalRecord(nothing, nothing)

    async def settle(self, guild_id: int, game: str, ranking: Ranking, now: float) -> None:
        pass

    async def winners(self, guild_id: int, game: str) -> Sequence[SeasonWinner]:
        return []

    async def name_of(self, user_id: int, guild_id: int) -> str:
        return ""


class MemoryServers:
    def __init__(self) -> None:
        self.kept: dict[int, ServerSettings] = {}

    async def server(self, guild_id: int) -> ServerSettings:
        return self.kept.get(guild_id, ServerSettings(guild_id))

    async def save_server(self, settings: ServerSettings) -> None:
        self.kept[settings.guild_id] = settings


class MemoryPrivacy:
    """Remembers what it was asked to do; there is nothing to be erased in it."""

    def __init__(self) -> None:
        self.owed: list[int] = []
        self.done: list[str] = []

    async def rows_of(self, user_id: int) -> Mapping[str, Sequence[Mapping[str, object]]]:
        return {}

    async def begin_erasure(self, user_id: int) -> None:
        self.owed.append(user_id)
        self.done.append(f"begin {user_id}")

    async def erasures(self) -> Sequence[int]:
        return list(self.owed)

    async def erase(self, user_id: int) -> Sequence[int]:
        self.done.append(f"erase {user_id}")
        self.owed.remove(user_id)
        return []

    async def compact(self) -> None:
        self.done.append("compact")

    async def tidy(self, now: float) -> None:
        self.done.append("tidy")


def found(**fields: Any) -> Analysis:
    """An analysis with nothing wrong in it but what is given."""
    blank = Analysis(hand=1, unit="points", counted_from=1, best=0, made=0, losses=[0, 0, 0, 0], slips=[])
    return blank.model_copy(update=fields)


class MemoryAnalyses:
    """Analyses in memory; whether one has been told is known from the store's posts."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self.kept: dict[tuple[int, int], HandAnalysis] = {}

    async def analysis(self, table_id: int, hand: int) -> Analysis | None:
        kept = self.kept.get((table_id, hand))
        return kept.analysis if kept else None

    async def analyses(self, table_id: int) -> Sequence[Analysis]:
        return [kept.analysis for key, kept in sorted(self.kept.items()) if key[0] == table_id]

    async def save_analysis(self, kept: HandAnalysis) -> None:
        assert (kept.table_id, kept.analysis.hand) not in self.kept
        self.kept[kept.table_id, kept.analysis.hand] = kept

    async def analysis_post(self, table_id: int, hand: int) -> int | None:
        posts = [post for post in self._store.posts if post.is_analysis and post.hand == hand]
        assert len(posts) < 2
        return posts[0].number if posts else None

    async def given_away(self, user_id: int, *, guild_id: int | None) -> Sequence[GivenAway]:
        return []


class MemoryReplays:
    """Replays of the hands that a store has been told of."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self.kept: dict[tuple[int, int], tuple[int, Replay | None]] = {}

    async def owed(self, versions: Mapping[str, int], before: int | None) -> tuple[Sequence[int], int | None]:
        newest = max((key for key in self._store.tables if before is None or key < before), default=None)
        if newest is None:
            return (), None
        table = self._store.tables[newest]
        owing = table.game in versions and await self.hands(newest, versions[table.game])
        return ([newest] if owing and not table.secret else []), newest

    async def hands(self, table_id: int, version: int) -> Sequence[int]:
        return [
            number
            for table, number in sorted(self._store.played)
            if table == table_id and self.kept.get((table_id, number), (0, None))[0] < version
        ]

    async def save(self, table_id: int, hand: int, version: int, replay: Replay | None) -> None:
        self.kept[table_id, hand] = version, replay

    async def around(
        self, user_id: int, game: str, *, guild_id: int | None, span: Span
    ) -> Sequence[ReplayedHand]:
        found = []
        for (table_id, hand), (version, replay) in self.kept.items():
            table, one = self._store.tables[table_id], self._store.played[table_id, hand]
            if replay is not None and table.game == game and guild_id in (None, table.guild_id):
                found.append(ReplayedHand(table_id, hand, one.at, version, one.chairs, replay))
        return sorted(found, key=lambda one: one.order)


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
    """An analyst who finds what it is told to. `open` lets it go on; `no` is why it does not."""

    def __init__(self) -> None:
        self.hands: list[tuple[int, int, bool]] = []
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
        await self.open.wait()
        return found(hand=hand, **self.finds)

    async def par(self, board: Board, deal: Deal, *, asked: bool) -> Par | None:
        self.solved.append((board.id, asked))
        await self.open.wait()
        return self.worth


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
    """Remembers which tables were to be shown, and what was stored by then."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self.versions: list[tuple[int, int]] = []
        self.told: list[Committed] = []

    def committed(self, committed: Committed) -> None:
        table_id = committed.snapshot.table.id
        self.told.append(committed)
        self.versions.append((table_id, self._store.tables[table_id].version))


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
        self.store = MemoryStore()
        self.boards = MemoryBoards(self.store)
        self.users = MemoryUsers()
        self.servers = MemoryServers()
        self.privacy = MemoryPrivacy()
        self.analyses = MemoryAnalyses(self.store)
        self.analyst = IdleAnalyst()
        self.replays = MemoryReplays(self.store)
        self.replayer = IdleReplayer()
        self.clock = HandClock()
        self.members = Members()
        self.house = FirstLegal()
        self.listener = Listener(self.store)
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
            standings=MemoryStandings(),
            replays=self.replays,
            house=self.house,
            analyst=self.analyst,
            replayer=self.replayer,
            jobs=Jobs(self.store.jobs),
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
        """Every item of that kind that the tables owe or have told, in order."""
        return [item for post in self.store.posts for item in post.items if isinstance(item, kind)]

    def analysed(self) -> list[HandAnalysed]:
        """The analyses that were told."""
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


async def play_out(room: Room, snapshot: TableSnapshot, moves: int = 10_000) -> TableSnapshot:
    """Let the people play their first legal moves until the match is over or enough were made."""
    for _ in range(moves):
        awaited = snapshot.awaited
        if not awaited:
            break
        seat = awaited[0]
        user = snapshot.table.chairs[seat].user_id
        assert user
        move = str(snapshot.game.legal(snapshot.state, seat)[0])
        snapshot = await room.tables.play.act(snapshot.table.id, actor(user), move, snapshot.step)
        await room.settle()
        snapshot = await room.tables.repository.fresh(snapshot.table.id)
    return snapshot
