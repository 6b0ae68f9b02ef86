"""Whether memory stays flat: many short hands of one person against the house, table after table."""

import gc
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.tables.state.table import Status
from tests.discord.world import World
from tests.soak.match import Soak, seated
from tests.soak.people import Control, controls

GAME: Final = "matador"
"""The game with the shortest hands."""

WARM: Final = 200
"""After so many hands everything that is made once is there."""

_MOST_PRESSES = 2_000
_OBJECTS_A_HAND = 2.0
_RESIDENT = 8.0


@dataclass(frozen=True, slots=True)
class Measured:
    """After so many hands: how many objects Python keeps, and MiB of the process."""

    hands: int
    objects: int
    resident: float

    def __str__(self) -> str:
        return f"{self.hands:5} hands: {self.objects:8} objects, {self.resident:7.1f} MiB resident"


async def measure(hands: int, every: int, tell: Callable[[Measured], None]) -> list[Measured]:
    """Play so many hands; measure after each `every`, and `tell` of it."""
    found: list[Measured] = []
    with tempfile.TemporaryDirectory() as folder:
        async with seated(1, 1, Path(folder), rate=0.0) as soak:
            table = played = 0
            while played < hands:
                table += 1
                played += await _match(soak, table, random.Random(table))
                _tidy(soak)
                if played >= (len(found) + 1) * every:
                    gc.collect()
                    found.append(Measured(played, len(gc.get_objects()), _resident()))
                    tell(found[-1])
    return found


def is_flat(found: Sequence[Measured]) -> bool:
    """Whether nothing has grown since the hands in which everything was made once; too few say nothing."""
    warm = [measured for measured in found if measured.hands >= WARM]
    if not warm:
        return True
    first, last = warm[0], warm[-1]
    hands = max(last.hands - first.hands, 1)
    return (last.objects - first.objects) / hands < _OBJECTS_A_HAND and (
        last.resident - first.resident < _RESIDENT
    )


async def _match(soak: Soak, table: int, rng: random.Random) -> int:
    world, name = soak.world, soak.names[0]
    await soak.people.type(name, "table open", game=GAME)
    await soak.people.choose(name, table, "match", "game")
    await soak.people.choose(name, table, "tiles", 3)
    start = next(control for control in controls(world.table_message()) if "!start" in control.what)
    soak.people.press(name, start, before=0)
    await world.env.settle()
    repository = world.bot.services.tables.repository
    for _ in range(_MOST_PRESSES):
        snapshot = await repository.look(table)
        if snapshot.table.status is not Status.PLAYING:
            # Tokens expire, and the rounds that look after everything have their turn.
            await world.env.advance_time(20)
            return snapshot.table.dealt.deals
        if moves := _moves(world, name):
            soak.people.press(name, rng.choice(moves), before=snapshot.step)
            await world.env.settle()
        else:
            await world.env.advance_time(5)
    snapshot, offered = await repository.fresh(table), [control.custom_id for control in _moves(world, name)]
    legal = [str(move) for seat in snapshot.awaited for move in snapshot.game.legal(snapshot.state, seat)]
    raise AssertionError(f"table {table} stands at {snapshot.step}: {legal} are legal, {offered} offered")


def _moves(world: World, name: str) -> list[Control]:
    dms = world.env.backend.dm_channels.get(world.people[name].id)
    messages = [
        *(world.messages(world.people[name].user.dm_channel)[-1:] if dms else ()),
        world.table_message(),
    ]
    return [control for message in messages for control in controls(message) if control.is_move]


def _has_dms(world: World, name: str) -> bool:
    return world.people[name].id in world.env.backend.dm_channels


def _tidy(soak: Soak) -> None:
    # What the offline Discord and the suite keep of a match is none of the bot's memory.
    backend = soak.world.env.backend
    for messages in backend.messages.values():
        messages.clear()
    for kept in (
        backend.http_requests,
        backend.transcript,
        backend.interactions,
        backend.interaction_tokens,
        soak.transport.sent,
        soak.people.attempts,
        soak.people.records,
        soak.people.what,
        soak.committed,
    ):
        kept.clear()


def _resident() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0
