"""The collection of problems, for days on which a server has no fit hand of its own.

`benchmarks/problems.py` has made it from hands of house players. Its lines may only be added to: a stored
problem names its line.
"""

import json
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

from bot.community.mornings.ports import DailyProblem, Source
from bot.rules.game import Chance
from bot.rules.moves import Play
from bot.rules.records.pages import HandPages, pages_of
from bot.rules.registry import game_named
from bot.tables.state.moments import Moment

_FILE: Final = Path(__file__).with_name("collection.jsonl")


@dataclass(frozen=True, slots=True)
class Collected:
    """A problem of the collection, of no server yet. `moves` are those before the decision, a card for its
    play."""

    dealer: int
    moves: str
    problem: DailyProblem


@cache
def collection() -> tuple[Collected, ...]:
    """All problems of the collection."""
    return tuple(map(_read, count(), _FILE.read_text(encoding="utf-8").splitlines()))


@cache
def pages_before(number: int) -> HandPages:
    """The hand of that problem up to the decision."""
    one = collection()[number]
    game = game_named(one.problem.game)
    first = state = game.begin(game.options({}), one.dealer)
    moves: list[tuple[int | None, str]] = []
    for text in one.moves.split(", "):
        due = game.to_act(state)
        seat = None if isinstance(due, Chance) else due[0]
        move = text if text[0].islower() else f"{Play.verb} {text}"
        moves.append((seat, move))
        state = game.apply(state, seat, game.parse(move)).state
    return pages_of(game, 1, first, moves)


def _read(number: int, line: str) -> Collected:
    written = json.loads(line)
    moves, better = written["moves"], tuple(written["better"])
    step, told = moves.count(", ") + 1, (written[name] for name in ("amount", "unit", "reason", "author"))
    source, answers = Source(step=step, collected=number), tuple(written["answers"])
    game, made, moment = written["game"], written["made"], Moment(step, better, *told)
    return Collected(written["dealer"], moves, DailyProblem(0, 0, source, game, made, answers, moment, 0.0))
