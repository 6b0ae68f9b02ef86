"""Playing any game at random, for tests that hold for all of them."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, cast

import pytest

from bot.rules.cards import Card
from bot.rules.errors import RuleError
from bot.rules.events import Event
from bot.rules.game import AnyGame, Chance
from bot.rules.moves import Move
from bot.rules.pieces import Piece
from bot.rules.tiles import Tile

MOST_MOVES = 20_000

OPTIONAL = 0.02
"""How often a move is made that nobody waits for, where there is one."""


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
    state, players = game.begin(options, dealer), len(game.seating(options))
    for _ in range(most):
        due = game.to_act(state)
        if due == ():
            return
        if isinstance(due, Chance):
            seat, move = None, chance_move(game, due, rng)
        else:
            seat, move = _chosen(game, state, players, due, rng)
        after, events = game.apply(state, seat, move)
        yield Taken(state, seat, move, after, events)
        state = after


def _chosen(
    game: AnyGame, state: Any, players: int, due: tuple[int, ...], rng: random.Random
) -> tuple[int, Move]:
    """A move of a seat that is awaited, or now and then one that nobody waits for."""
    besides = [(seat, move) for seat in range(players) for move in game.optional_moves(state, seat)]
    if besides and rng.random() < OPTIONAL:
        seat, move = rng.choice(besides)
        try:
            game.verify(state, seat, move)
        except RuleError:
            pass  # a card that was no revoke is not taken back
        else:
            return seat, move
    seat = rng.choice(due)
    return seat, rng.choice(game.legal(state, seat))


def refused(game: Any, state: Any, seat: int | None, move: Move, reason: str = "") -> RuleError:
    """The refusal of a move, in whose reason `reason` is found."""
    with pytest.raises(RuleError, match=reason or None) as refusal:
        game.verify(state, seat, move)
    return refusal.value


def refuses(reason: str, doing: Callable[..., object], *given: object) -> None:
    """Done with these arguments it must be refused, with `reason` in the reason."""
    with pytest.raises(RuleError, match=reason):
        doing(*given)


_PLAIN = frozenset((str, int, bool, float, type(None)))


def pieces_in(value: Any) -> list[Piece]:
    """Every card or domino to be found in a value, however deep."""
    found: list[Piece] = []
    left = [value]
    while left:
        one = left.pop()
        kind = type(one)
        if kind is Card or kind is Tile:
            found.append(one)
        elif kind in _PLAIN or isinstance(one, Enum):
            pass
        elif isinstance(one, list | tuple | set | frozenset):
            left.extend(one)
        elif isinstance(one, dict):
            left.extend(one.items())
        else:
            left.extend(getattr(one, name) for name in _fields_of(cast(Any, kind)))
    return found


@cache
def _fields_of(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
