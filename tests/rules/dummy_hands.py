"""Hands with dummy to order, for the tests of its games."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from bot.rules.events import Event
from bot.rules.game import Chance
from bot.rules.match import GameResult
from bot.rules.moves import Cut, Deck, Draw
from bot.rules.preliminaries.phases import Shuffle
from bot.rules.registry import GAMES
from bot.rules.whist.dummy.state import DummyMatch
from tests.rules.whist_hands import LIFT, cards, pack_for, suits_apart

DUMMY: Any = GAMES["dummy-whist"]
DOUBLE: Any = GAMES["double-dummy-whist"]
N, E, S, W = range(4)


def cut_for(game: Any, *rounds: str, **options: Any) -> tuple[Any, list[Event]]:
    """A match for which those cards were cut, and all that was told."""
    state, told = game.begin(game.options(options), None), list[Event]()
    for text in rounds:
        state, events = game.apply(state, None, Draw(cards(text)))
        told += events
    return state, told


def deal(game: Any, state: Any, hands: Any = None) -> tuple[Any, list[Event]]:
    """The hand that is shuffled for in that state, dealt: one suit whole to each seat, or those hands."""
    assert isinstance(state, Shuffle)
    pack = pack_for(hands or suits_apart(), state.dealer)
    after, told = game.apply(state, None, Deck(pack))
    due = game.to_act(after)
    assert not isinstance(due, Chance)
    after, more = game.apply(after, due[0], Cut(LIFT))
    return after, [*told, *more]


def last_hand(game: Any, winner: int, **options: Any) -> Any:
    """A hand ready to be played, by which that side, one of whose seats holds all trumps, wins the rubber."""
    match = game.new_match(game.options(options))
    return at_last_hand(game, match, winner)


def at_last_hand(game: Any, match: DummyMatch, winner: int) -> Any:
    """The same in a match under way."""
    score = match.score.after_game(GameResult(winner, 3))
    return deal(game, Shuffle(replace(match, score=score), S if winner == 0 else W))[0]


def kinds(events: Iterable[Any]) -> list[str]:
    return [event.kind for event in events]
