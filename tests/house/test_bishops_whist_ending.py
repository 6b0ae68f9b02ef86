"""The twelfth trick played out (Dana, Methods of Play)."""

import random

from bot.house.bishops_whist.ending import play_out
from bot.house.bishops_whist.knowledge import BishopsKnowledge
from bot.house.bishops_whist.player import BishopsWhistHoyle
from bot.house.layouts import layouts_of
from bot.rules.cards import KNIGHT, parse
from bot.rules.moves import Play
from bot.rules.whist.state import Playing
from tests.house.builder import GAME, State, apply, last_tricks


def chosen(state: State, seat: int) -> str:
    return str(BishopsWhistHoyle().choose(GAME.view(state, seat), random.Random(1)))


def test_danas_twelfth_trick():
    # A, B, C, D are seats 0 to 3; B leads the six of diamonds, A plays last with bishop and knight.
    kept = ("BC N", "6D BS", "5D BH", "KH N")
    state = last_tricks(kept, leader=1, turned="2S", dealer=0)
    for seat, card in ((1, "6D"), (2, "5D"), (3, "KH")):
        state = apply(state, seat, Play(parse(card)))
    assert chosen(state, 0) == "play BC"


def test_a_winner_is_cashed_before_knights_take_the_last_trick():
    kept = ("AC 3D", "4D N", "5D KH", "6D N")
    state = last_tricks(kept, leader=0, turned="2C", dealer=1)
    assert chosen(state, 0) == "play AC"


def test_every_layout_is_there_once():
    kept = ("BC N", "6D BS", "5D BH", "KH N")
    state = last_tricks(kept, leader=1, turned="2S", dealer=0)
    state = apply(state, 1, Play(parse("6D")))
    known = BishopsKnowledge(GAME.view(state, 2))
    found = [hands for hands, _ in layouts_of(known).every()]
    assert len(found) == len({tuple(tuple(sorted(map(str, hand))) for hand in hands) for hands in found})
    for hands in found:
        assert [len(hand) for hand in hands] == [2, 1, 2, 2]
        assert sum(hand.count(KNIGHT) for hand in hands) == 2
    assert isinstance(state, Playing)
    real = tuple(tuple(sorted(map(str, hand))) for hand in state.hands)
    assert real in {tuple(tuple(sorted(map(str, hand))) for hand in hands) for hands in found}


def test_points_are_given_to_every_card():
    state = last_tricks(("AC 3D", "4D N", "5D KH", "6D N"), leader=0, turned="2C", dealer=1)
    known = BishopsKnowledge(GAME.view(state, 0))
    points = play_out(known, (parse("AC"), parse("3D")))
    assert points[parse("AC")] > points[parse("3D")]
