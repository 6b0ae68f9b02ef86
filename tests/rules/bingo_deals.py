"""Deals of Bingo set up for tests."""

from typing import Any

import pytest

from bot.rules.dominoes.bingo.game import Bingo
from bot.rules.dominoes.bingo.scoring import Closing
from bot.rules.dominoes.bingo.state import Deal, Match, Playing
from bot.rules.errors import RuleError
from bot.rules.match import Score
from bot.rules.registry import text_for
from bot.rules.seats import TWO_ALONE, Names
from bot.rules.tiles import Tile, parse
from bot.rules.trick_taking.trick import Trick

GAME: Any = Bingo()
TEXT = text_for(GAME.key)
NAMES = Names(TWO_ALONE, ("Ann", "Bob"))

STOCK = "6-2 5-2 6-1"
"""What is drawn unless a test says otherwise; the turn-up comes after it."""


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(parse, text.split()))


def playing(
    first: str,
    second: str,
    trump: int = 3,
    *,
    stock: str = STOCK,
    turn_up: str | None = "3-1",
    turn: int = 0,
    table: str = "",
    points: tuple[int, int] = (0, 0),
    counted: tuple[int, int] = (0, 0),
    called: tuple[int, int] = (0, 0),
    taken: tuple[int, int] = (0, 0),
    spent: str = "",
    closing: Closing | None = None,
    lead: int = 0,
    **options: Any,
) -> Playing:
    """Ann's and Bob's tiles; `turn_up` None: the stock is out."""
    match = Match(GAME.options(options), Score(points), lead)
    tricks = tuple(Trick(n + 1, 0, tiles("2-1 1-0"), 0) for n in range(sum(taken)))
    deal = Deal(
        hands=(tiles(first), tiles(second)),
        stock=tiles(stock) if turn_up else (),
        turn_up=parse(turn_up) if turn_up else None,
        trump=trump,
        turn=turn,
        counted=counted,
        called=called,
        taken=taken,
        table=tiles(table),
        tricks=tricks,
        spent=frozenset(tiles(spent)),
        closing=closing,
    )
    return Playing(match, deal)


def closed(seat: int = 0, *, trickless: bool = False) -> Closing:
    return Closing(seat, trickless)


def do(state: Any, *moves: str) -> tuple[Any, tuple[Any, ...]]:
    events: tuple[Any, ...] = ()
    for move in moves:
        (seat,) = GAME.to_act(state)
        state, more = GAME.apply(state, seat, GAME.parse(move))
        events += more
    return state, events


def only(events: Any, kind: type) -> Any:
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def texts(state: Any) -> set[str]:
    (seat,) = GAME.to_act(state)
    return {str(move) for move in GAME.legal(state, seat)}


def refused(state: Any, move: str) -> RuleError:
    (seat,) = GAME.to_act(state)
    with pytest.raises(RuleError) as refusal:
        GAME.verify(state, seat, GAME.parse(move))
    return refusal.value
