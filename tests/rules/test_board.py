"""A board: one hand, which no score wins; at whist every trick counts, and honours do not (RULES E2)."""

import pytest

from bot.rules.bezique.events import HandScored as BeziqueScored
from bot.rules.bezique.events import TrickTaken as BeziqueTrick
from bot.rules.bezique.game import BeziqueGame
from bot.rules.events import Scored
from bot.rules.game import Result
from bot.rules.registry import GAMES
from bot.rules.whist import events as ev
from bot.rules.whist.bishops.events import HandScored as BishopsScored
from tests.rules.matches import Match

GAMES_ON_BOARDS = ("american-whist", "english-whist", "bishops-whist")
USUAL = [
    *[{"board": True, "match": match} for match in ("game", "rubber")],
    {"board": True, "at_seven": "stop"},
    {"board": True, "length": "long", "ask_at_eight": True, "honours": "called"},
]


def scored(key: str, chosen: dict[str, object]) -> tuple[list[Scored], Result | None]:
    match = Match(GAMES[key], chosen)
    steps = list(match.play())
    events = [event for taken in steps for event in taken.events if isinstance(event, Scored)]
    return events, match.game.result(steps[-1].after)


@pytest.mark.parametrize("key", GAMES_ON_BOARDS)
@pytest.mark.parametrize("chosen", USUAL)
def test_e2_a_board_is_one_hand(key: str, chosen: dict[str, object]) -> None:
    known = {option.name for option in GAMES[key].options_type.described()}
    if not chosen.keys() <= known:
        pytest.skip("the game has no such house rule")
    events, result = scored(key, chosen)
    (hand,) = events
    assert isinstance(hand, ev.HandScored)
    assert result == Result(hand.points, (0, 0), hand.winner)
    assert hand.target == 0
    if not isinstance(hand, BishopsScored):
        assert isinstance(hand, ev.OddTricksScored)
        assert sum(hand.points) == 13
        assert (hand.points, hand.count.honours) == (hand.count.taken, (0, 0))


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if isinstance(game, BeziqueGame)])
def test_gap_f13_a_board_of_bezique_is_one_hand_played_to_its_end(key: str) -> None:
    game = GAMES[key]
    assert isinstance(game, BeziqueGame)
    match = Match(game, {**game.options_type.of_new_table(), **(game.board_rules or {})})
    steps = list(match.play())
    events = [event for taken in steps for event in taken.events]
    (hand,) = (event for event in events if isinstance(event, Scored))
    result = game.result(steps[-1].after)
    assert isinstance(hand, BeziqueScored)
    assert (hand.points, hand.target) == (hand.total, 0)
    assert result == Result(hand.points, (0,) * len(hand.points), hand.winner)
    variant = game.variant(game.options({}))
    assert sum(isinstance(event, BeziqueTrick) for event in events) == variant.tricks


@pytest.mark.parametrize("key", GAMES)
def test_who_plays_a_board_alone_has_a_chair_of_their_own(key: str) -> None:
    seating = GAMES[key].seating(GAMES[key].options({}))
    south = "South" in seating.names and seating.names.index("South") not in seating.dummies
    assert seating.alone not in seating.dummies
    assert seating.alone == (seating.names.index("South") if south else 0)
