"""Hints at collusion among simulated people who differ in skill and habits: false alarms, and tip-offs found.

A person of a server plays most days, about the hour they like; some play worse when it is late, some learn.
What they make of a board is its own level, their skill, their form of the day, and luck; a score is compared
with those of all who play the pool. Who plays a day after one who tips them off makes more tricks.
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from benchmarks.figures import Figure
from bot.duplicate.contests.collusion import Play, look_for_hints
from bot.duplicate.contests.comparison import worths

SERVERS: Final = {4: 2000, 12: 600, 40: 200}
"""How many servers of each size are simulated."""
MOST_ALARMS: Final = 1.0  # in a hundred servers
BOARDS: Final = 150
TRICKS: Final = (0.5, 1.0, 1.5, 2.0)

_EACH: Final = 4  # boards a day
_FIELD: Final = 40  # people of other servers in the pool
_HOUR: Final = 3600.0
_DAY: Final = 24 * _HOUR


@dataclass(frozen=True, slots=True)
class Person:
    """`hour` is when they like to play, give or take `spread`, `keen` the share of days on which they do;
    `tired` and `learns` are tricks, over a day and over all boards."""

    skill: float
    hour: float
    spread: float
    keen: float
    tired: float
    learns: float

    @classmethod
    def drawn(cls, rng: random.Random) -> "Person":
        hour, spread = rng.uniform(0.0, 24.0), rng.choice((0.5, 2.0, 6.0))
        tired, learns = rng.choice((-0.5, 0.0, 0.0, 0.5)), rng.choice((0.0, 0.0, 0.5))
        return cls(rng.gauss(0.0, 0.5), hour, spread, rng.uniform(0.5, 1.0), tired, learns)


def measure() -> list[Figure]:
    """False alarms a server, for servers of several sizes; and how often one tip-off among them is found."""
    figures = []
    for size, servers in SERVERS.items():
        alarms = sum(has_hint(random.Random(f"{size}/{n}"), size) for n in range(servers))
        name = f"{size} people, {BOARDS} boards: servers with a false alarm"
        figures.append(Figure.at_most(name, 100 * alarms / servers, "%", MOST_ALARMS))
        for tricks in TRICKS:
            rounds = range(servers // 10)
            found = sum(is_found(random.Random(f"{size}/{tricks}/{n}"), size, tricks) for n in rounds)
            name = f"{size} people: one who is tipped off for {tricks:g} tricks is found"
            figures.append(Figure(name, 100 * found / len(rounds), "%"))
    return figures


def has_hint(rng: random.Random, size: int) -> bool:
    """Whether a server where nobody tells anything gets a hint."""
    return bool(look_for_hints(server(rng, size)).hints)


def is_found(rng: random.Random, size: int, tricks: float) -> bool:
    """Whether the first is found out, whom the second tips off."""
    hints = look_for_hints(server(rng, size, tricks)).hints
    return any((hint.user_id, hint.other_id) == (1, 2) for hint in hints)


def server(rng: random.Random, size: int, tricks: float = 0.0) -> Iterator[Play]:
    """What the people of a server have played, until the keenest has played all boards."""
    people = {user_id: Person.drawn(rng) for user_id in range(1, size + 1)}
    if tricks:
        for user_id in (1, 2):
            people[user_id] = replace(people[user_id], hour=14.0, spread=5.0, keen=1.0)
    played: dict[int, int] = defaultdict(int)
    day = 0
    while max(played.values(), default=0) < BOARDS:
        yield from _day(rng, day, people, played, tricks)
        day += 1


def _day(
    rng: random.Random, day: int, people: dict[int, Person], played: dict[int, int], tricks: float
) -> Iterator[Play]:
    deals = [rng.gauss(7.0, 2.0) for _ in range(_EACH)]
    here = [who for who in people if rng.random() < people[who].keen and played[who] < BOARDS]
    hours = {who: min(23.5, max(0.0, rng.gauss(people[who].hour, people[who].spread))) for who in here}
    # Whoever has finished tells the other, whatever the hour.
    tipped = tricks > 0 and {1, 2} <= set(here) and hours[1] > hours[2] + 0.5
    made = {who: _scores(rng, people[who], hours[who], played[who], deals) for who in here}
    if tipped:
        made[1] = [min(13, round(score + rng.gauss(tricks, 0.5))) for score in made[1]]
    others = [_scores(rng, Person.drawn(rng), 12.0, 0, deals) for _ in range(_FIELD)]
    for number in range(_EACH):
        counts: dict[int, int] = defaultdict(int)
        for scores in (*made.values(), *others):
            counts[scores[number]] += 1
        worth = worths(counts)
        for who in here:
            began = day * _DAY + hours[who] * _HOUR + number * 300.0
            yield Play(who, day, number, float(worth[made[who][number]]), began, began + 280.0)
    for who in here:
        played[who] += _EACH


def _scores(rng: random.Random, person: Person, hour: float, played: int, deals: list[float]) -> list[int]:
    level = person.skill + rng.gauss(0.0, 0.3) - person.tired * hour / 24 + person.learns * played / BOARDS
    return [min(13, max(0, round(deal + level + rng.gauss(0.0, 1.2)))) for deal in deals]
