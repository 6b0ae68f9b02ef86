"""Hands of bezique to order, for its tests."""

from dataclasses import replace
from typing import Any

from bot.rules.bezique.held import Held, read_named
from bot.rules.bezique.pack import PACK
from bot.rules.bezique.state import Deal, Phase, Standing, State
from bot.rules.cards import Suit
from bot.rules.registry import GAMES
from bot.rules.seats import TWO_ALONE, Names

GAME: Any = GAMES["bezique"]
NAMES = Names(TWO_ALONE, ("Ann", "Bob"))


def held(text: str, first: int = 0) -> tuple[Held, ...]:
    """Cards in the notation, `KH/m` for one that lies declared; their places from `first`."""
    return tuple(Held(first + place, read_named(word)) for place, word in enumerate(text.split()))


def table(
    ann: str,
    bob: str = "7S 7S 8S 8S 9S 9S 7C 7C",
    *,
    trump: str | None = "H",
    turn_up: str | None = "9H",
    stock: int = 30,
    turn: int = 0,
    phase: Phase = Phase.DECLARING,
    points: tuple[int, int] = (0, 0),
    games: tuple[int, int] = (0, 0),
    **options: Any,
) -> State:
    """In the middle of a hand; by default Ann has just won a trick and may declare."""
    up = held(turn_up, 300)[0] if turn_up else None
    cards = tuple(Held(200 + place, read_named(PACK[place % 64].text)) for place in range(stock))
    deal = Deal((held(ann), held(bob, 100)), cards, up, Suit(trump) if trump else None, turn)
    return State(GAME.options(options), phase, 1, Standing(points, games), deal=deal)


def do(state: State, seat: int, *moves: str) -> tuple[State, list[Any]]:
    """Make the moves; the state after them and all their events."""
    told: list[Any] = []
    for move in moves:
        state, events = GAME.apply(state, seat, GAME.parse(move))
        told += events
    return state, told


def won_another(state: State, seat: int = 0) -> State:
    """The same cards after that seat has won another trick."""
    assert state.deal
    deal = replace(state.deal, turn=seat, scored=False, seven_scored=False)
    return replace(state, phase=Phase.DECLARING, deal=deal)


def can(state: State) -> set[str]:
    """The legal moves of whoever is to act, cards and all."""
    return {str(move) for move in GAME.legal(state, GAME.to_act(state)[0])}


def only(events: Any, kind: type) -> Any:
    (found,) = [event for event in events if isinstance(event, kind)]
    return found
