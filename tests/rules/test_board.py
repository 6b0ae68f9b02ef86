"""A board of Duplicate: one hand, every trick counts, honours do not (RULES E2)."""

import pytest

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
