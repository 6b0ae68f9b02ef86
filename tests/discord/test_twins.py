"""What others can see of a hand tells nothing of what they have not been shown: not by words, pictures or
alt texts, and not by when or in which order anything is sent.

Twins (`tests/rules/twins.py`) are played through the whole bot, and every request that reaches an observing
seat or the channel is compared, with the time at which it is sent. What may differ, and what the tests
therefore do not compare, or do not make:

- who is to act, and pieces turned up: these are public and end the comparison (`turned_out_otherwise`);
- what other players are sent, each for themselves;
- ids of messages and interactions, which count all that is sent, to whomever;
- how long people think. A person who is asked takes as long here as the bot would draw for them, so that what
  is left is what the bot does otherwise if it makes the move for them;
- what a house player chooses: it becomes public by being done, and the twins do the same. It thinks longer
  here the more it can choose from.
"""

import asyncio
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from bot.house_service import HouseService
from bot.rules.game import AnyGame, Chance, SeatView
from bot.rules.moves import Move
from bot.rules.registry import GAMES
from bot.settings import Settings
from bot.tables.state.preferences import UserSettings
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status, Table
from bot.tables.store.transaction import TableTransaction
from bot.tables.turns import move_policy
from bot.tables.turns.move_policy import seat_to_play
from bot.tables.turns.tempo import Tempo
from tests.discord.wire import EVERYBODY, Sent, Wire
from tests.discord.world import World
from tests.rules.forced import is_forced
from tests.rules.matches import games_first
from tests.rules.play import Taken
from tests.rules.twins import Twins, twins
from tests.soak.transport import virtual_time

NAMES = ("Ann", "Bob", "Cleo", "Dan")
PAUSE = 0.25
FIRST_TABLE = 70_001
"""No other number that is sent is like that."""

SAME_SECONDS = 0.002


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"house_pause": PAUSE, "pictures": True})


class Scripted:
    """A dealer who deals what happened in a play."""

    def __init__(self) -> None:
        self.moves: list[str] = []

    def deal(self, chance: Chance) -> str:
        assert self.moves[0].split()[0] == chance.verb
        return self.moves.pop(0)

    def salt(self) -> str:
        return "0" * 32


class SteadyTempo(Tempo):
    """Draws the same delay for a move whoever asks."""

    def delay(self, snapshot: TableSnapshot, *arguments: Any, **others: Any) -> float:
        self._chance.seed(snapshot.step)
        return super().delay(snapshot, *arguments, **others)


class Stage:
    """Where twins are played: one bot, a table for each."""

    def __init__(self, world: World, wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world, self.wire = world, wire
        self.dealer, self.next_move = Scripted(), ""
        self.tables = tables = world.bot.services.tables
        self.deadlines = tables.house_turns._deadlines
        monkeypatch.setattr(tables.repository, "_dealer", self.dealer)
        monkeypatch.setattr(self.deadlines, "_tempo", SteadyTempo(random.Random()))
        monkeypatch.setattr("bot.tables.people.rates.A_MINUTE", {})
        # The play begins with the first seat's deal, and people cut as they did.
        monkeypatch.setattr(Table, "dealer", property(lambda table: 0))
        monkeypatch.setattr(HouseService, "choose", self._choose)
        monkeypatch.setattr(HouseService, "volunteer", lambda *_: None)
        self._table, self._at = 0, 0.0

    async def play(
        self, game: AnyGame, steps: list[Taken], seat: int | None, *, house: int | None
    ) -> list[Sent]:
        """What the seat (None: who looks on) and the channel are sent while that is played, by people at all
        chairs but `house`."""
        world, env = self.world, self.world.env
        while isinstance(game.to_act(steps[-1].after), Chance):
            steps = steps[:-1]  # the dealer would not know how it goes on
        await self._open(game, house)
        self.dealer.moves = [str(step.move) for step in steps if step.seat is None]
        for person in world.people.values():
            # The answer before is deleted with the next one.
            world.bot.services.answers.forget_person(person.id)
        # Times are shown in whole seconds.
        await env.advance_time(1.5 - env.now().timestamp() % 1)
        self.wire.begin()
        await world.slash("Ann", "table start", table=self._table)
        self._at = env._virtual_time
        for step in steps:
            if step.seat is not None:
                await self._make(step.seat, step.move)
        chair = None if seat is None else (await self._now()).chair_of(seat).user_id
        observer = "Eve" if chair is None else self._name(chair)
        if chair is not None:
            await world.slash(observer, "hand", table=self._table)
        # No longer: who is to act now might be somebody for whom the bot moves.
        await env.settle()
        sent = self.wire.sent({EVERYBODY, world.people[observer].id}, str(self._table))
        await self._change(lambda tx: tx.end(Status.CLOSED))
        await env.advance_time(5)
        return sent

    async def _choose(self, game: str, player: str, view: SeatView, rng: Any) -> Move:
        await asyncio.sleep(min(0.9, 0.1 * len(view.legal)) * PAUSE)
        return next(move for move in view.legal if str(move) == self.next_move)

    def _name(self, user_id: int) -> str:
        return next(name for name, member in self.world.people.items() if member.id == user_id)

    async def _open(self, game: AnyGame, house: int | None) -> None:
        world, tables = self.world, self.tables
        await world.slash("Ann", "table open", game=game.key)
        (table, *_) = await tables.repository.open_tables(guild_id=world.guild.id)
        self._table = table.id
        empty = [chair for chair, seat in enumerate(table.chairs) if seat.occupant is None]
        for name, chair in zip(NAMES[1:], [chair for chair in empty if chair != house], strict=False):
            await world.slash(name, "table join", table=table.id, seat=chair + 1)
        for person in (await self._now()).table.chairs.people:
            await tables.users.save(UserSettings(person.user_id, play_forced=True))
        await self._change(lambda tx: tx.set(ceremony=True))

    async def _change(self, change: Callable[[TableTransaction], None]) -> None:
        async with self.world.env.as_bot(), self.tables.repository.transaction(self._table) as tx:
            change(tx)

    async def _now(self) -> TableSnapshot:
        return await self.tables.repository.look(self._table)

    async def _wait(self, seconds: float) -> None:
        # From when the last move was to be made.
        self._at += seconds
        await self.world.env.advance_time(max(0.0, self._at - self.world.env._virtual_time))

    async def _make(self, seat: int, move: Move) -> None:
        """Have it made: by the bot, if it makes it, or by the person after as long as they might take."""
        env, users = self.world.env, self.tables.users
        snapshot = await self._now()
        self.next_move = str(move)
        if seat_to_play(snapshot, users) is not None:
            await self._wait(self.deadlines.pause(snapshot))
        else:
            await self._wait(self.deadlines.delay(snapshot, seat, move, env.now().timestamp()))
            if seat not in snapshot.table.clock.deferred:
                name = self._name(snapshot.chair_of(seat).user_id or 0)
                await self.world.slash(name, "play", card=str(move), table=self._table)
        if (await self._now()).step == snapshot.step:
            await env.advance_time(1e-4)  # of rounding
        made = (await self._now()).log[snapshot.step]
        assert (made.seat, made.text) == (seat, str(move))


@pytest.fixture
async def stage(world: World, monkeypatch: pytest.MonkeyPatch) -> Stage:
    await world.env.advance_time(30)  # for the pictures of cards that are shown as emojis
    return Stage(world, Wire(world.env, monkeypatch), monkeypatch)


@pytest.fixture(autouse=True)
def simulated_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Only the tests move the time, and nothing takes any: pictures are drawn at once."""

    async def at_once(function: Callable[..., Any], *arguments: Any, **others: Any) -> Any:
        return function(*arguments, **others)

    monkeypatch.setattr(asyncio, "to_thread", at_once)
    with virtual_time():
        yield


@pytest.fixture(autouse=True)
def far_numbers(database: None, settings: Settings) -> None:
    """Tables have numbers that are found again in whatever is sent."""
    with closing(sqlite3.connect(settings.database_url.partition(":///")[2])) as file:
        file.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('tables', ?)", (FIRST_TABLE,))
        file.commit()


def tell(game: AnyGame, pair: Twins) -> bool:
    """Whether a move of the one was forced, and not that of the other."""
    both = zip(pair.steps, pair.others, strict=True)
    return any(is_forced(game, step) != is_forced(game, other) for step, other in both)


def in_order(game: AnyGame, pair: Twins) -> bool:
    """Whether of several who were to act nobody for whom the bot might have moved was passed over."""
    for step in (*pair.steps, *pair.others):
        due = game.to_act(step.before)
        if step.seat is None or not isinstance(due, tuple) or step.seat not in due:
            continue
        before = due if game.independent(step.before) else due[: due.index(step.seat)]
        others = [seat for seat in before if seat != step.seat]
        if any(len(game.legal(step.before, seat)) == 1 or formal(game, step, seat) for seat in others):
            return False
    return True


def formal(game: AnyGame, step: Taken, seat: int) -> bool:
    return game.formality(step.before, seat) is not None


def chosen(game: AnyGame, number: int, *, attempts: int, longest: int) -> Iterator[Twins]:
    """So many twins, those first in which a move is forced in the one only."""
    options = game.options(game.options_type.of_new_table())
    found = twins(game, options, random.Random(3), attempts=attempts, shortest=8, longest=longest)
    pairs = [pair for pair in found if in_order(game, pair)]
    telling = sorted((pair for pair in pairs if tell(game, pair)), key=lambda pair: len(pair.steps))
    others = (pair for pair in pairs if not tell(game, pair))
    return islice((*telling, *others), number)


async def differences(stage: Stage, game: AnyGame, pair: Twins, *, house: int | None = None) -> list[str]:
    """What those who are to see the same see differently."""
    one = await stage.play(game, pair.steps, pair.seat, house=house)
    other = await stage.play(game, pair.others, pair.seat, house=house)
    assert one
    found = [
        told
        for a, b in zip(one, other, strict=False)
        if (told := unlike(repr(replace(a, at=0.0)), repr(replace(b, at=0.0))))
        or abs(a.at - b.at) > SAME_SECONDS
    ]
    return found if len(one) == len(other) else [f"{len(one)} and {len(other)} requests", *found]


FORCED = ("bishops-whist", "matador")
"""Games with twins in which a card is forced in the one and not in the other."""


def unlike(one: str, other: str) -> str:
    """Where two texts begin to differ; empty if they do not."""
    if one == other:
        return ""
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"{one[max(0, at - 80) : at + 80]}\n{other[max(0, at - 80) : at + 80]}"


@pytest.mark.slow
@games_first(*FORCED)
async def test_twins_look_alike_in_every_game(stage: Stage, key: str) -> None:
    (pair,) = chosen(GAMES[key], 1, attempts=60, longest=18)
    assert not await differences(stage, GAMES[key], pair)


@pytest.mark.slow
@pytest.mark.parametrize("key", FORCED)
async def test_a_forced_move_made_at_once_tells_the_twins_apart(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    # As it was: what is forced is played after the pause of the house.
    monkeypatch.setattr(move_policy, "_shows_nothing", lambda *_: True)
    (pair,) = chosen(GAMES[key], 1, attempts=60, longest=18)
    assert tell(GAMES[key], pair)
    assert await differences(stage, GAMES[key], pair)


@pytest.mark.long
@pytest.mark.parametrize("house", [False, True])
@pytest.mark.parametrize("key", GAMES)
async def test_many_twins_look_alike(stage: Stage, key: str, house: bool) -> None:
    game = GAMES[key]
    for pair in chosen(game, 8, attempts=1500, longest=110):
        people = game.seating(game.options(game.options_type.of_new_table())).people
        # With nobody else to see it, what is forced is played at once; and a house player does not
        # wait for whoever else is to act with it.
        due = (game.to_act(step.before) for step in pair.steps)
        apart = any(isinstance(seats, tuple) and len(seats) > 1 for seats in due)
        able = house and len(people) > 2 and not apart and pair.seat != people[-1]
        at = people[-1] if able else None
        assert not await differences(stage, game, pair, house=at)
