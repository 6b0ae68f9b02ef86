"""How much the time of a move tells of whether it was the only one.

`python -m tests.tables.test_what_times_tell` prints the figures of docs/security.md. People play at random,
each at a pace of their own, and take longer the more they may choose from; the bot makes the forced moves for
them. Who watches knows each person's pace. Told apart are the times of forced moves and of all others, in ten
classes of as many moves each: `advantage` is by how much a guess from the class is better than one without
(half the sum of the differences of the shares), and `bits` is the mutual information, both less what as many
moves would seem to tell if times were shuffled.
"""

import math
import random
from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import pytest

from bot.rules.game import AnyGame
from bot.rules.registry import GAMES
from bot.tables.state.chairs import Person, Seat
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import SLOW_SECONDS, LoggedMove
from bot.tables.turns.tempo import Tempo
from tests.rules.forced import is_forced
from tests.rules.play import random_match
from tests.stored_tables import stored_table

PAUSE = 1.2
CLASSES, SHUFFLES = 10, 20
MATCHES, MOVES = 30, 160
LIVE, SLOW = 180, SLOW_SECONDS
_MEDIAN = {LIVE: 4 * PAUSE, SLOW: SLOW_SECONDS / 12}
_SPREAD = {LIVE: 0.6, SLOW: 1.2}


class Seen(NamedTuple):
    """A move as others see it: its time against its player's usual one, and whether there was no other."""

    time: float
    forced: bool


class Told(NamedTuple):
    """What the times of so many forced moves tell."""

    forced: int
    advantage: float
    bits: float


def moves(game: AnyGame, pace: int, seed: int, *, at_once: bool) -> list[Seen]:
    """The moves of people in one match, of which the bot makes those that are forced: `at_once` after its
    pause, else after as long as the person might take."""
    rng = random.Random(f"{game.key}/{pace}/{seed}")
    tempo, options = Tempo(random.Random(seed)), game.options({})
    seats = tuple(Seat(Person(chair + 1, str(chair))) for chair in range(len(game.seating(options))))
    usual = [_MEDIAN[pace] * rng.lognormvariate(0.0, 0.5) for _ in seats]
    table = stored_table(1, 1, 1, 1, game.key, {}, seats, 0.0, pace)
    snapshot, now, found = TableSnapshot(table), 0.0, list[Seen]()
    for number, step in enumerate(random_match(game, options, 0, seed, MOVES), 1):
        if step.seat is not None:
            choices, forced = len(game.legal(step.before, step.seat)), is_forced(game, step)
            if forced and at_once:
                took = PAUSE
            elif forced:
                took = tempo.delay(snapshot, step.seat, step.move, now, usual=_MEDIAN[pace], most=2.0 * pace)
            else:
                took = usual[step.seat] * (0.7 + 0.06 * choices) * rng.lognormvariate(0.0, _SPREAD[pace])
            now += took
            found.append(Seen(took / usual[step.seat] if not (forced and at_once) else -PAUSE, forced))
        logged = LoggedMove(number, step.seat, str(step.move), now)
        snapshot = replace(snapshot, log=(*snapshot.log, logged))
    return found


def told(seen: Sequence[Seen]) -> Told | None:
    """What the times of these moves tell; None where hardly any is forced."""
    forced = sum(one.forced for one in seen)
    if forced < 30:
        return None
    times = sorted(one.time for one in seen)
    bounds = sorted({times[len(times) * part // CLASSES] for part in range(1, CLASSES)})
    classes = [bisect(bounds, one.time) for one in seen]
    kinds, rng = [one.forced for one in seen], random.Random(1)
    shuffled = []
    for _ in range(SHUFFLES):
        mixed = kinds[:]
        rng.shuffle(mixed)
        shuffled.append(_measured(classes, mixed))
    found = _measured(classes, kinds)
    none = [sum(values) / SHUFFLES for values in zip(*shuffled, strict=True)]
    return Told(forced, max(0.0, found[0] - none[0]), max(0.0, found[1] - none[1]))


def _measured(classes: Sequence[int], kinds: Sequence[bool]) -> tuple[float, float]:
    both, of_kind = Counter(zip(classes, kinds, strict=True)), Counter(kinds)
    of_class, count = Counter(classes), len(kinds)
    apart = sum(
        abs(both[each, True] / of_kind[True] - both[each, False] / of_kind[False]) for each in of_class
    )
    bits = sum(
        number / count * math.log2(number * count / (of_class[each] * of_kind[kind]))
        for (each, kind), number in both.items()
    )
    return apart / 2, bits


def of_game(game: AnyGame, pace: int, *, at_once: bool) -> Told | None:
    """What times tell in some matches of that game."""
    return told([one for seed in range(MATCHES) for one in moves(game, pace, seed, at_once=at_once)])


@pytest.mark.slow
@pytest.mark.parametrize("pace", [LIVE, SLOW])
@pytest.mark.parametrize("key", ["english-whist", "matador"])
def test_times_hardly_tell_a_forced_move(key: str, pace: int) -> None:
    before, after = (of_game(GAMES[key], pace, at_once=at_once) for at_once in (True, False))
    assert before is not None
    assert after is not None
    assert before.advantage > 0.7
    assert after.advantage < 0.1
    assert after.bits < 0.01


if __name__ == "__main__":
    for _key, _game in GAMES.items():
        for _pace in (LIVE, SLOW):
            print(_key, _pace, *(of_game(_game, _pace, at_once=at_once) for at_once in (True, False)))
