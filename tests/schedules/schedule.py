"""One schedule: people play at a table of two processes that are slow, cut off and killed."""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from sqlalchemy import select

from bot.cluster.leases import Changed, all_leases
from bot.rules.errors import RuleError
from bot.rules.records.history import Undo
from bot.tables.play.play import Play
from bot.tables.state.errors import TableError
from bot.tables.state.posts import Ending, PlayerAway, ProposalEnded, TurnReminder
from bot.tables.state.snapshot import TableSnapshot, restore
from bot.tables.state.table import LoggedMove, ProposalKind, Status
from bot.tables.store.repository import Committed
from bot.tables.turns.move_policy import markable
from storage.schema.tables import moves, posts, tables
from storage.tables.rows import move_of, table_of
from tests.cluster.fakes import Wire
from tests.rare import Rare
from tests.schedules.member import TABLE, TURN_SECONDS, Channel, LoopClock, Member
from tests.schedules.store import Store
from tests.seeded_loop import run_seeded
from tests.tables.fakes import actor

_PEOPLE: Final = 3
_ACTS: Final = 12
_SEES_ALL: Final = 0.7
_AHEAD: Final = 0.1
_LATE: Final = 0.3
_LONGEST_WAIT: Final = 70.0
_CALM_SECONDS: Final = 90.0  # time enough for another process to take over, and to show all that is owed
_LOOK_SECONDS: Final = 2.0
_LATE_SECONDS: Final = 12.0  # how late a clock may be: its round, and a slow store
_MOVED_ON: Final = ("stale", "claim-turn", "held", "proposal-open", "closed")
_LONGEST_HAND: Final = 15
_LEASES: Final = tuple(all_leases(1))

_GAMES: Final[Sequence[tuple[str, Mapping[str, int | str]]]] = (
    ("bishops-whist", {}),
    ("american-whist", {}),
    ("old-maid", {}),
    ("matador", {"tiles": 3, "match": "rubber"}),
)

KINDS: Final[Mapping[str, Mapping[str, int]]] = {
    "leases": {"play": 6, "stall": 3, "restart": 1},
    "undo against play": {"play": 5, "undo": 5, "vote": 5, "stall": 1},
    "claim against clock": {"play": 3, "claim": 4, "vote": 4, "wait": 3},
    "retry against restart": {"play": 6, "lose": 3, "restart": 2},
}
"""What happens in each kind of schedule, and how often."""


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was acknowledged to whoever made it."""

    user_id: int
    move: LoggedMove


@dataclass
class Schedule:
    """One run. `happened` counts what came up in it."""

    kind: str
    rng: random.Random
    store: Store = field(default_factory=Store)
    wires: list[Wire] = field(default_factory=list)
    channel: Channel = field(default_factory=Channel)
    members: list[Member] = field(default_factory=list)
    acknowledged: list[tuple[LoggedMove, ...]] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)
    happened: Counter[str] = field(default_factory=Counter)
    rare: Counter[Rare] = field(default_factory=Counter)
    _presses: list[tuple[Member, asyncio.Task[None]]] = field(default_factory=list)
    _under_way: Counter[str] = field(default_factory=Counter)
    _processes: dict[Member, int] = field(default_factory=dict)
    _last: tuple[Member, float] | None = None

    async def run(self) -> None:
        """Play, let everything calm down, and check."""
        for _ in range(2):
            await self.join()
        begin = self.members[0].tables
        game, options = self.rng.choice(_GAMES[:2] if "claim" in self.kind else _GAMES)
        chairs = (await begin.lobby.open(actor(1), 10, 20, game, options, 60)).table.chairs
        for user in range(2, min(_PEOPLE, len(chairs)) + 1):
            await begin.lobby.sit(TABLE, actor(user))
        if len(chairs) > _PEOPLE:
            await begin.lobby.seat_house(TABLE, actor(1))
        await begin.play.start(TABLE, actor(1))
        if game == "matador":
            await self._play_out_a_hand(begin.play)
        kinds = KINDS[self.kind]
        for act in self.rng.choices(list(kinds), list(kinds.values()), k=_ACTS):
            await getattr(self, f"_{act}")()
            await asyncio.sleep(self.rng.choice((0.0, 0.0, 0.3, 1.0)))
            self._check_holders()
        await self._calm()
        await self._check()

    async def join(self) -> Member:
        """Start another process."""
        member = Member(self.store, self.wires, self.channel, self.rng, self.rare)
        self.members.append(member)
        member.cluster.subscribe(self._leases_changed)
        member.tables.repository.subscribe(partial(self._committed, member))
        await member.start()
        self._processes[member] = member.cluster.process
        return member

    async def _play_out_a_hand(self, play: Play) -> None:
        for _ in range(_LONGEST_HAND):
            seen = await play.repository.fresh(TABLE)
            if seen.between_hands or not (due := self._due(seen)):
                return
            (move, *_) = seen.game.legal(seen.state, seen.awaited[0])
            await play.act(TABLE, actor(due[0]), str(move))

    # What happens.

    async def _play(self) -> None:
        seen = await self._seen()
        if seen is None:
            return
        if not (due := self._due(seen)):
            # It is the house's turn.
            await asyncio.sleep(1.0)
            return
        user = self.rng.choice(due)
        legal = [
            str(move)
            for seat in seen.seats_to_move(seen.table.chairs.seat_of(user) or 0)
            for move in seen.game.legal(seen.state, seat)
        ]
        if self.rng.random() < _AHEAD and (others := {1, 2, 3}.difference(due)):
            user = self.rng.choice(sorted(others))
            seats = seen.played_by(seen.table.chairs.seat_of(user) or 0)
            legal = [str(move) for seat in seats for move in markable(seen, seat)]
        if not legal:
            return
        await self._at_the_last(seen.table.clock.deadline, later=TURN_SECONDS + 4.0)
        text = self.rng.choice(legal)
        # Once, or twice by a nervous finger, or one and then another before the first is answered.
        for pressed in self.rng.choices(((text,), (text, text), (text, self.rng.choice(legal))), (6, 2, 1))[
            0
        ]:
            member = self._member()
            self._start("play", member, self._act(member, user, pressed, seen.step))

    async def _act(self, member: Member, user: int, text: str, step: int) -> None:
        after = await member.tables.play.act(TABLE, actor(user), text, step)
        self.acknowledged.append(after.log)
        seats = after.played_by(after.table.chairs.seat_of(user) or 0)
        mine = [move for move in after.log[step:] if move.seat in seats and move.text == text]
        self.happened["a move is made" if mine else "a card is marked"] += 1
        self.rare[Rare.MARKED] += not mine
        self.made += [Made(user, move) for move in mine[-1:]]

    async def _undo(self) -> None:
        seen = await self._seen()
        if seen is None:
            return
        users = [
            user for user in range(1, _PEOPLE + 1) if seen.undoable(seen.table.chairs.seat_of(user) or 0)
        ]
        if seen.between_hands:
            self.rare[Rare.UNDO_AFTER_HAND] += 1
            users = users or [1]
        if users:
            user = self.rng.choice(users)
            member = self._member()
            consent = member.tables.consent
            self._start(
                "undo", member, self._told(consent.propose(TABLE, actor(user), ProposalKind.UNDO, seen.step))
            )

    async def _claim(self) -> None:
        seen = await self._seen()
        if seen is None or not (due := self._due(seen)):
            return
        await self._at_the_last(seen.table.clock.deadline)
        member, tricks = self._member(), self.rng.randint(0, 4)
        claims = member.tables.claims
        self._start(
            "claim", member, self._told(claims.claim(TABLE, actor(due[0]), tricks, seen.step, shown=True))
        )

    async def _vote(self) -> None:
        seen = await self._seen()
        if seen is None or seen.table.proposal is None:
            return
        await self._at_the_last(seen.table.proposal.deadline)
        member, user = self._member(), self.rng.randint(1, _PEOPLE)
        consent = member.tables.consent
        answer = consent.agree if self.rng.random() < 0.7 else consent.refuse
        self._start("vote", member, self._told(answer(TABLE, actor(user))))

    async def _wait(self) -> None:
        await asyncio.sleep(self.rng.uniform(5.0, 20.0))

    async def _stall(self) -> None:
        self.happened["a process hears nothing"] += 1
        self._member().line.stall(self.rng.choice((3.0, 7.0, 9.0, 12.0)))

    async def _lose(self) -> None:
        self.happened["connections break"] += 1
        self._member().line.lossy = self.rng.choice((0.0, 0.1, 0.3))

    async def _restart(self) -> None:
        self.happened["a process is killed"] += 1
        self._member().kill()
        await self.join()

    async def _at_the_last(self, deadline: float | None, later: float = 0.0) -> None:
        # Now and then people act just before the clock does, or so much later, over a process that is slow.
        if deadline is None or "clock" not in self.kind or self.rng.random() >= _LATE:
            return
        at = deadline + self.rng.choice((0.0, later)) - self.rng.uniform(0.0, 2.0)
        await asyncio.sleep(min(max(0.0, at - LoopClock().now()), _LONGEST_WAIT))
        for member in self.members:
            if member.alive and not member.owns(TABLE):
                member.line.stall(6.0)

    # How people reach the processes.

    def _member(self) -> Member:
        return self.rng.choice([member for member in self.members if member.alive])

    async def _seen(self) -> TableSnapshot | None:
        """The table as some process shows it; None if that is not to be had, or the match is over."""
        try:
            async with asyncio.timeout(2.0):
                repository = self._member().tables.repository
                # Most people see the table as it is, some an old message.
                fresh = self.rng.random() < _SEES_ALL
                seen = await (repository.fresh(TABLE) if fresh else repository.look(TABLE))
        except (TimeoutError, ConnectionError):
            return None
        return seen if seen.table.status is Status.PLAYING else None

    def _due(self, seen: TableSnapshot) -> list[int]:
        chairs = [seen.table.chairs[chair] for chair in seen.players_awaited()]
        return [chair.user_id for chair in chairs if chair.user_id is not None]

    async def _told(self, answer: Awaitable[TableSnapshot]) -> None:
        self.acknowledged.append((await answer).log)

    def _start(self, what: str, member: Member, press: Awaitable[None]) -> None:
        self._presses.append((member, asyncio.create_task(self._press(what, press))))

    async def _press(self, what: str, press: Awaitable[None]) -> None:
        self._under_way[what] += 1
        try:
            await press
        except TableError as refused:
            self.happened[f"refused: {refused.code}"] += 1
            self.rare[Rare.BUSY] += refused.code == "busy"
            self.rare[Rare.MOVE_MEETS_UNDO] += what == "play" and refused.code == "held"
            self.rare[Rare.CLAIM_TOO_LATE] += what == "claim" and refused.code in _MOVED_ON
        except RuleError:
            self.happened["refused by the rules"] += 1
        except ConnectionError:
            self.happened["nobody knows what became of a press"] += 1
        finally:
            self._under_way[what] -= 1

    # What is checked.

    def _committed(self, member: Member, committed: Committed) -> None:
        self.acknowledged.append(committed.snapshot.log)
        now, under_way = asyncio.get_running_loop().time(), self._under_way
        if self._last is not None:
            self.rare[Rare.BOTH_COMMIT] += self._last[0] is not member and now - self._last[1] < 1.0
        self._last = member, now
        self.rare[Rare.UNDO_CARRIED] += any(move.text == Undo.verb for move in committed.change.moves)
        for item in (item for post in committed.change.posts for item in post.items):
            clock = isinstance(item, TurnReminder | PlayerAway)
            self.rare[Rare.CLAIM_MEETS_CLOCK] += clock and under_way["claim"] > 0
            self.rare[Rare.STOOD_IN] += isinstance(item, PlayerAway) and under_way.total() > 0
            expired = isinstance(item, ProposalEnded) and item.ending is Ending.EXPIRED
            self.rare[Rare.EXPIRED_IN_VOTE] += expired and under_way["vote"] > 0

    def _leases_changed(self, _: Changed) -> None:
        self._check_holders()

    def _check_holders(self) -> None:
        for member in self._processes:
            self.rare[Rare.FENCED] += member.alive and member.is_fenced
            self.rare[Rare.JOINED_ANEW] += member.alive and member.cluster.process != self._processes[member]
            self._processes[member] = member.cluster.process
        for lease in _LEASES:
            holders = [one.cluster.process for one in self.members if one.alive and one.cluster.holds(lease)]
            if len(holders) > 1:
                self.findings.append(f"{holders} hold {lease} at {asyncio.get_running_loop().time():.2f}")
                return

    async def _calm(self) -> None:
        for member in self.members:
            member.line.lossy = 0.0
        until, wrong = asyncio.get_running_loop().time() + _CALM_SECONDS, self.undone()
        while wrong and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(_LOOK_SECONDS)
            wrong = self.undone()
        self.findings += wrong
        self._check_posts()

    def undone(self) -> list[str]:
        """What must have been done once nothing fails any more."""
        presses = [task.get_name() for member, task in self._presses if member.alive and not task.done()]
        return [
            *(f"post {number} is still owed" for number in self._owed()),
            *(f"nobody holds {lease}" for lease in self._free()[:1]),
            *(f"a press was never answered: {name}" for name in presses),
        ]

    def _free(self) -> list[str]:
        alive = [member.cluster for member in self.members if member.alive]
        return [lease for lease in _LEASES if not any(cluster.holds(lease) for cluster in alive)]

    def _owed(self) -> list[int]:
        return [row["number"] for row in self.store.rows(select(posts)) if row["message_id"] is None]

    async def _check(self) -> None:
        shown = [await member.tables.repository.fresh(TABLE) for member in self.members if member.alive]
        (table,) = map(table_of, self.store.rows(select(tables)))
        log = tuple(map(move_of, self.store.rows(select(moves).order_by(moves.c.number))))
        self.happened["the match is over"] += not table.open
        found = self.findings
        if [move.number for move in log] != list(range(1, len(log) + 1)):
            found.append("the log has gaps")
        found += [
            f"a log was acknowledged that is not the beginning of the stored one: {known[-1:]}"
            for known in (*self.acknowledged, *(snapshot.log for snapshot in shown))
            if log[: len(known)] != known
        ][:1]
        found += [
            f"a process has another state than its log leads to at move {snapshot.step}"
            for snapshot in shown
            if restore(snapshot.table, snapshot.log, 0).state != snapshot.state
        ]
        numbers = Counter(made.move.number for made in self.made)
        found += [
            f"move {number} was acknowledged {times} times" for number, times in numbers.items() if times > 1
        ]
        self._check_holders()
        deadline = table.clock.deadline
        if table.open and deadline is not None and LoopClock().now() - deadline > _LATE_SECONDS:
            found.append(f"the clock stands: it is {LoopClock().now() - deadline:.1f} s late")

    def _check_posts(self) -> None:
        rows = sorted(self.store.rows(select(posts)), key=lambda row: row["number"])
        shown = [row["message_id"] for row in rows if row["message_id"]]
        if shown != sorted(set(shown)):
            self.findings.append(f"posts stand out of order or share a message: {shown}")
        nonces = Counter(sent.nonce for sent in self.channel.sent)
        self.findings += [
            f"post {nonce} stands {times} times" for nonce, times in nonces.items() if times > 1
        ]
        if unknown := {sent.message_id for sent in self.channel.sent} - set(shown):
            self.findings.append(f"messages {sorted(unknown)} are no posts")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a schedule."""

    seed: int
    kind: str
    digest: str
    findings: tuple[str, ...]
    happened: Counter[str]
    rare: Counter[Rare]

    def __str__(self) -> str:
        lines = "".join(f"\n  {line}" for line in self.findings)
        return f"{self.kind}: `make soak ARGS='--schedules 1 --seed {self.seed}'` plays it again{lines}"


def play_schedule(seed: int) -> Outcome:
    """Play the schedule of that seed, from which its kind follows."""
    rng = random.Random(f"schedule of two {seed}")
    kind = list(KINDS)[seed % len(KINDS)]

    async def run() -> Schedule:
        schedule = Schedule(kind, rng)
        with _errors() as errors:
            await schedule.run()
        schedule.findings += errors
        return schedule

    schedule, digest = run_seeded(seed, run)
    return Outcome(seed, kind, digest, tuple(schedule.findings), schedule.happened, schedule.rare)


@contextmanager
def _errors() -> Iterator[list[str]]:
    """What is logged as an error within, but for what a broken connection leads to."""
    found: list[str] = []

    class Errors(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            cause = record.exc_info[1] if record.exc_info else None
            if not isinstance(cause, ConnectionError):
                found.append(f"logged: {record.getMessage()} {cause!r}")

    handler = Errors(logging.ERROR)
    logging.getLogger().addHandler(handler)
    try:
        yield found
    finally:
        logging.getLogger().removeHandler(handler)
