"""Playing any game at random, for tests that hold for all of them."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, cast

from bot.rules.cards import Card
from bot.rules.events import Event
from bot.rules.game import AnyGame, Chance
from bot.rules.moves import Move
from bot.rules.pieces import Piece
from bot.rules.tiles import Tile

MOST_MOVES = 20_000


@dataclass(frozen=True)
class Taken:
    """One step: the state before, who moved, the move, the state after and the events."""

    before: Any
    seat: int | None
    move: Move
    after: Any
    events: tuple[Event, ...]


def chance_move(game: AnyGame, due: Chance, rng: random.Random) -> Move:
    """A chance move as the dealer would make it."""
    pieces = list(due.pieces)
    rng.shuffle(pieces)
    return game.parse(" ".join([due.verb, *pieces[: due.take]]))


def random_match(
    game: AnyGame, options: Any, dealer: int | None, seed: int, most: int = MOST_MOVES
) -> Iterator[Taken]:
    """A whole match played at random, step by step."""
    rng = random.Random(seed)
    state = game.begin(options, dealer)
    for _ in range(most):
        due = game.to_act(state)
        if due == ():
            return
        if isinstance(due, Chance):
            seat, move = None, chance_move(game, due, rng)
        else:
            seat = rng.choice(due)
            move = rng.choice(game.legal(state, seat))
        after, events = game.apply(state, seat, move)
        yield Taken(state, seat, move, after, events)
        state = after


_PLAIN = frozenset((str, int, bool, float, type(None)))


def pieces_in(value: Any) -> Iterator[Piece]:
    """Every card or domino to be found in a value, however deep."""
    kind = type(value)
    if kind in _PLAIN or isinstance(value, Enum):
        return
    if isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from pieces_in(item)
    elif isinstance(value, dict):
        yield from pieces_in(list(value.items()))
    elif isinstance(value, Card | Tile):  # asking for the protocol is slow
        yield value
    else:
        for name in _fields_of(cast(Any, kind)):
            yield from pieces_in(getattr(value, name))


@cache
def _fields_of(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
