"""When the bot makes a move for a person, so that the time tells nothing of their hand.

The delay is drawn from how long that seat has taken at this table for moves of the same kind. Nothing else
enters but the pace of the table and the time of day: what everybody at the table knows.
"""

import math
import random
from itertools import pairwise
from typing import Final, NamedTuple

from bot.rules.moves import Move
from bot.rules.records.history import Undo
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Deferred

_REMEMBERED: Final = 40  # of how many moves of the seat the times are looked at, the latest first
_UNKNOWN: Final = 1.0  # the weight, against one such move, of how long people take whose times are not known
_SPREAD, _SLOW_SPREAD = 0.6, 1.2  # the spread of their logarithm; at slow tables the larger one

_BLUR: Final = 0.15
"""By how much a delay differs from the one it was drawn after, as the spread of the logarithm: the same time
twice would show."""

_HOURS: Final = 2.0  # at a slow table times count that began at about this hour; others count less

_TRIES: Final = 20
_DAY, _HOUR = 24 * 60 * 60, 60 * 60


class _Answer(NamedTuple):
    began: float
    took: float


class Tempo:
    """Draws how long people might take; `chance` is the source of randomness."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def delay(
        self, snapshot: TableSnapshot, seat: int, move: Move, now: float, *, usual: float, most: float
    ) -> float:
        """How long that seat might take for a move of that kind, to be made from `now` on, in seconds, less
        than `most`. `usual` is the median of people whose times are not known."""
        answers = _answers(snapshot, seat, type(move).verb, most)
        slow = snapshot.table.clock.slow
        weights = [_nearness(answer.began, now) if slow else 1.0 for answer in answers]
        for _ in range(_TRIES):
            found = self._chance.choices([*answers, None], [*weights, _UNKNOWN])[0]
            if found is not None:
                took = found.took * self._chance.lognormvariate(0.0, _BLUR)
            else:
                took = self.unknown(usual, slow=slow)
            if took < most:
                return took
        return most * self._chance.random()

    def unknown(self, usual: float, *, slow: bool = False) -> float:
        """How long somebody might take whose times are not known, `usual` being the median, in seconds."""
        return usual * self._chance.lognormvariate(0.0, _SLOW_SPREAD if slow else _SPREAD)


def lapsed(snapshot: TableSnapshot, seat: int, deferred: Deferred) -> bool:
    """Whether it was for an earlier turn of that seat."""
    since = snapshot.log[deferred.step :]
    return deferred.step > snapshot.step or any(
        logged.seat == seat or logged.text == Undo.verb for logged in since
    )


def _answers(snapshot: TableSnapshot, seat: int, verb: str, most: float) -> list[_Answer]:
    # The last trick of a hand plays itself and is skipped.
    found: list[_Answer] = []
    ending, chairs = 0, len(snapshot.table.chairs)
    for now, before in pairwise(reversed(snapshot.log)):
        if len(found) == _REMEMBERED:
            break
        if now.seal is not None:
            ending = chairs
        elif now.seat is not None and now.text.partition(" ")[0] == verb:
            took = now.at - before.at
            if not ending and now.seat == seat and took < most:
                found.append(_Answer(before.at, took))
            ending = max(0, ending - 1)
    return found


def _nearness(began: float, now: float) -> float:
    apart = abs(began - now) % _DAY
    hours = min(apart, _DAY - apart) / _HOUR
    return math.exp(-((hours / _HOURS) ** 2) / 2)
