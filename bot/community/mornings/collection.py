"""The collection of problems, for days on which a server has no fit hand of its own.

`benchmarks/problems.py` has made it from hands of house players. Its lines may only be added to: a stored
problem names its line.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from bot.rules.game import Chance
from bot.rules.moves import Play
from bot.rules.records.pages import HandPages, pages_of
from bot.rules.registry import game_named
from bot.tables.state.moments import Moment

_FILE: Final = Path(__file__).with_name("collection.jsonl")


@dataclass(frozen=True, slots=True)
class Collected:
    """A problem of the collection. `moves` are those before the decision, a card for its play."""

    game: str
    dealer: int
    moves: str
    made: str
    answers: tuple[str, ...]
    moment: Moment


@cache
def collection() -> tuple[Collected, ...]:
    """All problems of the collection."""
    return tuple(map(_read, _FILE.read_text(encoding="utf-8").splitlines()))


@cache
def pages_before(number: int) -> HandPages:
    """The hand of that problem up to the decision."""
    problem = collection()[number]
    game = game_named(problem.game)
    first = state = game.begin(game.options({}), problem.dealer)
    moves: list[tuple[int | None, str]] = []
    for text in problem.moves.split(", "):
        due = game.to_act(state)
        seat = None if isinstance(due, Chance) else due[0]
        move = text if text[0].islower() else f"{Play.verb} {text}"
        moves.append((seat, move))
        state = game.apply(state, seat, game.parse(move)).state
    return pages_of(game, 1, first, moves)


def _read(line: str) -> Collected:
    written = json.loads(line)
    better = tuple(written["better"])
    moment = Moment(
        len(written["moves"].split(", ")),
        better,
        written["amount"],
        written["unit"],
        written["reason"],
        written["author"],
    )
    return Collected(
        written["game"],
        written["dealer"],
        written["moves"],
        written["made"],
        tuple(written["answers"]),
        moment,
    )
