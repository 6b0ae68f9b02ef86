"""A match from the opening to the end, played by people and the house while everything fails."""

import logging
import random
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from bot.rules.game import AnyGame
from bot.rules.options import Option
from bot.rules.registry import GAMES
from bot.settings import Settings
from bot.tables.state.chouette import PLAYERS, Rotation, possible
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import LoggedMove, Posting, Status
from bot.tables.store.editable import TOKEN_SECONDS
from bot.tables.store.repository import Committed
from cogs.opening.house_rules import CEREMONY, CHOUETTE, POSTING
from tests.databases import without_threads
from tests.discord.world import Seen, World
from tests.offline import offline
from tests.rare import Rare
from tests.seeded_loop import digest_of, run_seeded
from tests.soak.checks import Findings, check_calm, check_match
from tests.soak.faults import Call, Failure, Schedule
from tests.soak.people import Control, People, controls, public_messages
from tests.soak.transport import Process, Transport, virtual_time

QUIET_SECONDS: Final = 60
"""So long after the last fault everything must be right."""

_TABLE: Final = 1
_STUCK: Final = 80
_BETWEEN_CALMS = 70
_MOST_PEOPLE = 4
_PLAYERS = "players"
_CLAIMS = ("knock", "close")
_A_CLAIM = 0.95
"""Who knocks or closes at random ends the deal with its first tricks: it is left out so often."""
_HALF, _A_THIRD = 0.5, 0.3
_AN_IDLE_TIME = 0.02
_BEFORE_ITS_END = 65.0
"""Before a token's end, in seconds, everybody comes back who was idle."""
_STRANGER = "Eve"


class Log(logging.Handler):
    """Keeps what is logged as an error, and whatever else the surface logs."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    @property
    def errors(self) -> list[logging.LogRecord]:
        return [record for record in self.records if record.levelno >= logging.ERROR]

    def of(self, record_id: int) -> list[str]:
        """What was logged of an interaction."""
        return [text for record in self.records if str(record_id) in (text := record.getMessage())]


@contextmanager
def listening() -> Iterator[Log]:
    """Keep what is logged within."""
    log, surface = Log(), logging.getLogger("cogs")
    level = surface.level
    surface.setLevel(logging.INFO)
    logging.getLogger().addHandler(log)
    try:
        yield log
    finally:
        logging.getLogger().removeHandler(log)
        surface.setLevel(level)


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to set up a table: where its hands are told, whether people cut, and how many seconds a result
    stays before the next deal. `rules` are the answers to the game's own house rules that are not the usual
    ones, `people` the chairs taken by people, and `advisers` those who belong to the table besides, where it
    plays à la chouette."""

    posting: Posting
    ceremony: bool
    hand_pause: float
    rules: dict[str, str | int | bool]
    people: int
    rotation: Rotation = Rotation.NONE
    advisers: int = 0


@dataclass
class Played:
    """What came of a match."""

    game: str
    seed: int
    kind: Kind
    presses: int
    moves: int
    over: bool
    injected: Counter[tuple[Failure, Call]]
    process: Counter[str]
    rare: Counter[Rare]
    findings: Findings
    transcript: list[str]
    digest: str = ""
    """Of the transcript and of the schedule. The same seed gives the same one."""


def kind_of(game: AnyGame, seed: int) -> Kind:
    """The kind of table that a match of that seed is played at: the usual posting and the usual rules every
    other time, and every other game of two people a chouette."""
    rng = random.Random(f"{game.key}/{seed}")
    posting = rng.choice((Posting.HAND, Posting.THREAD, Posting.HAND, Posting.TRICKS))
    rules = _other_rules(game, rng) if rng.random() < _HALF else {}
    options = game.options(game.options_type.of_new_table() | rules)
    people = rng.randint(1, min(len(game.seating(options)), _MOST_PEOPLE))
    kind = Kind(posting, rng.random() < _A_THIRD, rng.choice((0.0, 2.0)), rules, people)
    if people != PLAYERS or not possible(game, options) or rng.random() < _HALF:
        return kind
    rotation = rng.choice((Rotation.VOLUNTEER, Rotation.CUT_IN))
    return replace(kind, rotation=rotation, advisers=rng.randint(1, _MOST_PEOPLE - PLAYERS))


def _is_length(option: Option) -> bool:
    return option.name in ("match", "target")


def _other_rules(game: AnyGame, rng: random.Random) -> dict[str, str | int | bool]:
    # The length of the match is left: it says how long the soak takes.
    asked = [option for option in game.options_type.offered() if not _is_length(option)]
    return {
        option.name: rng.choice([choice.value for choice in option.choices if choice.value != option.usual])
        for option in asked
        if option.name == _PLAYERS or rng.random() < _A_THIRD
    }


@dataclass
class Soak:
    """One match. `names` are the people seated; the house has the other chairs. `advisers` belong to a
    chouette besides."""

    world: World
    people: People
    transport: Transport
    schedule: Schedule
    rng: random.Random
    log: Log
    names: list[str]
    advisers: list[str] = field(default_factory=list)
    committed: list[LoggedMove] = field(default_factory=list)
    seats: list[int | None] = field(default_factory=list)
    findings: Findings = field(default_factory=list)
    past: list[tuple[str, Control]] = field(default_factory=list)

    async def open(self, game: str, kind: Kind, *, short: bool) -> None:
        """Open a table of that kind, seat the people and start. Nothing fails yet."""
        host, *others = self.names
        verbs = GAMES[game].verbs
        self.people.staking = frozenset(verb for verb, move in verbs.items() if move.stakes_game)
        await self.people.type(host, "table open", game=game)
        for rule, answer in ((POSTING, kind.posting.value), (CEREMONY, str(int(kind.ceremony)))):
            await self.people.type(host, "table options", rule=rule, answer=answer, table=_TABLE)
        for rule, value in kind.rules.items():
            await self.people.choose(host, _TABLE, rule, value)
        if kind.advisers:
            await self.people.type(
                host, "table options", rule=CHOUETTE, answer=kind.rotation.value, table=_TABLE
            )
        for name in (*others, *self.advisers):
            await self.people.type(name, "table join")
        if not short:
            # A new table plays a single game; the longer match is the other answer.
            for option in filter(_is_length, GAMES[game].options_type.offered()):
                longer = next(choice.value for choice in option.choices if choice.value != option.usual)
                await self.people.choose(host, _TABLE, option.name, longer)
        self.seats = [chair.user_id for chair in (await self.snapshot()).table.chairs]
        message = self._table_message()
        assert message is not None
        start = next(control for control in controls(message) if "!start" in control.what)
        self.people.press(host, start, before=0)
        await self.world.env.settle()
        if self.advisers:
            await self._places_cut()

    async def _places_cut(self) -> None:
        # Who plays a chouette, and who advises, may be cut for at the start.
        table = (await self.snapshot()).table
        self.seats = [chair.user_id for chair in table.chairs]
        together = [*self.names, *self.advisers]
        self.names = [name for name in together if self.world.people[name].id in self.seats]
        self.advisers = [name for name in together if name not in self.names]
        if not table.chouette or len(table.chouette.advisers) != len(self.advisers):
            self.findings.append(f"{self.advisers} do not advise: {table.chouette}")

    def attach(self) -> None:
        """Stand before the database of the bot that runs now, and listen to what it commits."""
        process = self.transport.process
        self.transport.attach(process)

        def note(committed: Committed) -> None:
            if not process.dead:
                self.committed += committed.change.moves
                self.transport.watch.committed(committed)

        self.world.bot.services.tables.repository.subscribe(note)

    async def snapshot(self) -> TableSnapshot:
        return await self.world.bot.services.tables.repository.look(_TABLE)

    async def play(self, rounds: int) -> None:
        """Play to the end, or so many rounds, with a calm now and then in which everything is looked at."""
        self.schedule.calm = False
        stuck, step = 0, -1
        for number in range(1, rounds + 1):
            await self._revive()
            snapshot = await self.snapshot()
            stuck, step = (stuck + 1, step) if snapshot.step == step else (0, snapshot.step)
            if snapshot.table.status is not Status.PLAYING:
                break
            if stuck > _STUCK:
                self.findings.append(f"stuck at move {step}")
                break
            await self._round(snapshot)
            if number % _BETWEEN_CALMS == 0:
                await self.calm()
                self.schedule.calm = False
        await self.calm()

    async def calm(self) -> None:
        """A minute without faults, in which people look, after which every surface must be true."""
        self.schedule.calm = True
        await self._revive()
        # What Discord has refused is tried again when the table is used.
        await self._pass(10)
        for name in self.names:
            await self._open_dms(self.world.people[name].id)
            self._look(name, (await self.snapshot()).step)
            await self.people.type(name, "score", table=_TABLE)
        for name in self.advisers:
            self._look(name, (await self.snapshot()).step)
        await self._pass(QUIET_SECONDS)
        self.findings += await check_calm(self.world, self.transport, _TABLE)

    async def _open_dms(self, user_id: int) -> None:
        # As somebody does who was told that their DMs are closed, and asks for their hands again.
        services = self.world.bot.services
        settings = await services.tables.users.settings(user_id)
        if settings.dm_closed:
            with self.world.env._bot_scope():
                await services.tables.users.save(replace(settings, dm_closed=False))
                await services.publisher.settings_changed(user_id)
            await self._settle()

    async def _round(self, snapshot: TableSnapshot) -> None:
        rng = self.rng
        awaited = [snapshot.table.chairs[chair] for chair in snapshot.players_awaited()]
        by_id = {self.world.people[name].id: name for name in self.names}
        due = [by_id[chair.user_id] for chair in awaited if chair.user_id in by_id]
        if due:
            await self._take_turn(rng.choice(due), snapshot)
        elif snapshot.between_hands and rng.random() < 0.5:
            self._press_next(rng.choice(self.names), snapshot.step)
            await self._settle()
        if rng.random() < 0.15:
            await self._disturb(snapshot)
        await self._pass(rng.choice((0.0, 0.5, 1.0, 2.0)) if due else 6.0)

    async def _take_turn(self, name: str, snapshot: TableSnapshot) -> None:
        rng, step = self.rng, snapshot.step
        panels = [*self.people.panels(name)[-3:], self._table_message()]
        moves = [
            control
            for panel in panels
            if panel is not None
            for control in controls(panel)
            if control.is_move and control.step == step
        ]
        if rng.random() < _A_CLAIM:
            moves = [control for control in moves if control.what not in _CLAIMS] or moves
        if moves and rng.random() < 0.93:
            control = rng.choice(moves)
            self.past.append((name, control))
            other = rng.choice(moves)
            # Once; twice by a nervous finger; or one, and another before the first is answered.
            pressed = rng.choices([(control,), (control, control), (control, other)], (8, 2, 1))[0]
            self.people.press(name, *pressed, before=step)
            await self._settle()
            return
        if rng.random() < 0.5 and self._look(name, step):
            await self._settle()
            return
        seat = snapshot.seats_to_move(snapshot.table.chairs.seat_of(self.world.people[name].id) or 0)
        legal = snapshot.game.legal(snapshot.state, seat[0]) if seat else ()
        if legal:
            text = str(rng.choice(legal))
            if text not in _CLAIMS:
                await self.people.play(name, text, step)

    def _look(self, name: str, step: int) -> bool:
        # Refresh a panel, or ask for the hand in the channel.
        found = [
            control
            for panel in [*self.people.panels(name)[-2:], self._table_message()]
            if panel is not None
            for control in controls(panel)
            if "!refresh" in control.what or "!hand" in control.what
        ]
        if found:
            self.people.press(name, self.rng.choice(found), before=step)
        return bool(found)

    def _press_next(self, name: str, step: int) -> None:
        # Have the next hand dealt, from wherever that is offered.
        messages = [*self.people.panels(name)[-3:], *public_messages(self.world)[-4:]]
        found = [control for message in messages for control in controls(message) if "!next" in control.what]
        if found:
            self.people.press(name, *self.rng.choices(found, k=self.rng.choice((1, 1, 2))), before=step)

    async def _disturb(self, snapshot: TableSnapshot) -> None:
        # Presses late and foreign, and strangers who type.
        rng, step = self.rng, snapshot.step
        kinds = ["late", "foreign", "stranger", "impatient", "dm", *["adviser" for _ in self.advisers]]
        if rng.random() < _AN_IDLE_TIME:
            await self._pass(TOKEN_SECONDS - _BEFORE_ITS_END)
        match rng.choice(kinds):
            case "late" if self.past:
                name, control = rng.choice(self.past)
                self.people.press(name, control, before=step)
            case "foreign" if (message := self._table_message()) and (found := controls(message)):
                names = [name for name in self.world.people if name not in self.names]
                foreign = [control for control in found if "!again" not in control.what]
                if foreign:
                    self.people.press(rng.choice(names), rng.choice(foreign), before=step)
            case "stranger":
                await self.people.play(_STRANGER, "play QH", step)
            case "impatient":
                self._look(rng.choice(self.names), step)
            case "adviser":
                await self._advise(rng.choice(self.advisers), snapshot)
            case "dm":
                command = rng.choice(("hand", "score", "trick"))
                await self.people.type(_STRANGER, command, dm=True, table=_TABLE)
        await self._settle()

    async def _advise(self, name: str, snapshot: TableSnapshot) -> None:
        # Who advises looks at the hand, tries to play it, or goes and comes back.
        match self.rng.choice(("look", "look", "play", "leave")):
            case "look":
                self._look(name, snapshot.step)
            case "play" if snapshot.awaited:
                legal = snapshot.game.legal(snapshot.state, snapshot.awaited[0])
                await self.people.play(name, str(self.rng.choice(legal)), snapshot.step)
            case "leave":
                await self.people.type(name, "table leave", table=_TABLE)
                await self._settle()
                await self.people.type(name, "table join", table=_TABLE)

    def _table_message(self) -> Seen | None:
        found = [message for message in public_messages(self.world) if message.text.startswith("### ")]
        return found[-1] if found else None

    async def _settle(self) -> None:
        await self.world.env.settle()

    async def _pass(self, seconds: float) -> None:
        if seconds:
            await self.world.env.advance_time(seconds)
        else:
            await self._settle()

    async def _revive(self) -> None:
        # A dead process is followed by another over the same store.
        while self.transport.process.dead:
            self.transport.interrupt()
            was, self.schedule.calm = self.schedule.calm, True
            self.transport.process = Process()
            await self.world.env.die(self.world.settings)
            self.attach()
            self.schedule.calm = was
            await self._pass(1)


@asynccontextmanager
async def seated(
    seed: int, people: int, folder: Path, rate: float, hand_pause: float = 0.0, advisers: int = 0
) -> AsyncIterator[Soak]:
    """A world with that many people who will play, and advisers. `hand_pause`: the seconds between hands."""
    settings = Settings(
        _env_file=None,
        database_url=f"sqlite+aiosqlite:///{folder}/cards.db",
        shards=1,
        house_pause=0,
        house_trick_pause=0,
        house_hand_pause=hand_pause,
        house_workers=0,
        render_interval=0,
        calls_a_second=10_000,
        pictures=False,
        turn_seconds=0,
    )
    env, schedule = await offline(settings), Schedule(seed, rate=rate)
    transport = Transport(env, schedule, Process())
    with listening() as log, virtual_time(), transport.between():
        await env.start()
        try:
            with env.time_context():
                world = World(env, settings)
                names, crowd = list(world.people), People(world)
                players, others = names[:people], names[people : people + advisers]
                soak = Soak(world, crowd, transport, schedule, random.Random(seed), log, players, others)
                soak.attach()
                yield soak
                await env.stop()
        finally:
            await env.shutdown()


def play_match(
    game: str, seed: int, *, rounds: int = 100_000, short: bool = False, rate: float = 1.0
) -> Played:
    """Play one match of the game under the faults and the schedule of that seed, and say what was wrong.

    Raises TimeoutError or Stuck where the match does not go on.
    """
    with without_threads():
        played, schedule = run_seeded(seed, lambda: _play(game, seed, rounds, rate, short=short))
    played.digest = digest_of(schedule, *played.transcript)
    return played


async def _play(game: str, seed: int, rounds: int, rate: float, *, short: bool) -> Played:
    kind = kind_of(GAMES[game], seed)
    with tempfile.TemporaryDirectory() as folder:
        async with seated(seed, kind.people, Path(folder), rate, kind.hand_pause, kind.advisers) as soak:
            await soak.open(game, kind, short=short)
            await soak.play(rounds)
            snapshot = await soak.world.bot.services.tables.repository.fresh(_TABLE)
            soak.findings += check_match(soak, snapshot)
            schedule = soak.schedule
            return Played(
                game,
                seed,
                kind,
                len(soak.people.records),
                snapshot.step,
                not snapshot.table.open,
                schedule.injected,
                schedule.process,
                soak.transport.watch.reached,
                soak.findings,
                soak.transport.transcript,
            )
