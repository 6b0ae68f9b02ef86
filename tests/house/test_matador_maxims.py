"""Hoyle's maxims at Matador, one by one, and his strength."""

import random
from dataclasses import replace
from typing import Any

from bot.house.contest import play_pairs
from bot.house.matador.player import (
    MatadorHoyle,
    Thought,
    close_the_end_he_could_not_answer,
    get_rid_of_heavy_tiles,
    keep_matadors_for_need,
    leave_ends_your_hand_can_answer,
    leave_few_replies,
)
from bot.house.player import RandomPlayer
from bot.rules.dominoes.matador.game import Matador
from bot.rules.dominoes.matador.line import Laid
from bot.rules.dominoes.matador.moves import Lay
from bot.rules.dominoes.matador.state import Match, Playing, Wanted
from bot.rules.dominoes.moves import DrawTile
from bot.rules.match import Score
from bot.rules.moves import Move
from bot.rules.tiles import Tile, parse

GAME = Matador()


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(parse, text.split()))


def position(
    hand: str, lying: str, stock: str = "2-1 1-0 6-5 3-2", other: str = "6-6 4-0", wants: Any = ()
) -> Playing:
    """Seat 0 to lay; `lying` as it lies, `4-6` with the four on the left."""
    line = tuple(Laid(parse(text), int(text[0]), int(text[2])) for text in lying.split())
    match = Match(GAME.options({}), Score.start(2), 1)
    return Playing(match, (tiles(hand), tiles(other)), tiles(stock), line, 0, wants=wants)


def thought(state: Playing, move: str) -> Thought:
    lay = GAME.parse(move)
    assert isinstance(lay, Lay)
    assert lay in GAME.legal(state, 0)
    return Thought(GAME.view(state, 0), lay)


def chosen(state: Playing) -> Move:
    return MatadorHoyle().choose(GAME.view(state, 0), random.Random(1))


def test_matador_rule_6_the_heavier_tile_is_the_better_one_to_be_rid_of() -> None:
    state = position("6-4 4-0 1-1", "3-3")
    heavy, light = (
        get_rid_of_heavy_tiles.weigh(thought(state, f"lay {tile} left")) for tile in ("6-4", "4-0")
    )
    assert (heavy, light) == (10, 4)


def test_matador_rule_4_a_matador_is_kept_unless_it_goes_out_with_it() -> None:
    state = position("5-2 4-1", "3-3")
    assert keep_matadors_for_need.weigh(thought(state, "lay 5-2 left 5")) < 0
    assert keep_matadors_for_need.weigh(thought(state, "lay 4-1 left")) == 0
    assert keep_matadors_for_need.weigh(thought(position("5-2", "3-3"), "lay 5-2 left 5")) == 0
    assert str(chosen(state)).startswith("lay 4-1")


def test_an_end_is_left_that_the_hand_can_answer() -> None:
    state = position("4-1 4-2 6-3 6-6", "3-3")
    # Where the 1 lies outward, 6-3 and 6-6 can follow; to the 2 nothing new can.
    follows = {
        t: leave_ends_your_hand_can_answer.weigh(thought(state, f"lay {t} left")) for t in ("4-1", "4-2")
    }
    assert follows["4-1"] > follows["4-2"]


def test_matador_rule_3_a_blank_leaves_the_adversary_fewer_replies() -> None:
    state = position("4-0 4-1 1-1", "3-3")
    blank, one = (leave_few_replies.weigh(thought(state, f"lay {tile} left")) for tile in ("4-0", "4-1"))
    assert one < blank < 0


def test_the_end_he_had_to_draw_at_is_left_open_for_him() -> None:
    lacked = (Wanted(1, (5, 6)),)
    state = position("4-1 6-4 2-2", "3-3", wants=lacked)
    assert close_the_end_he_could_not_answer.weigh(thought(state, "lay 6-4 left")) > 0
    assert close_the_end_he_could_not_answer.weigh(thought(state, "lay 4-1 left")) == 0
    own = position("4-1 6-4 2-2", "3-3", wants=(Wanted(0, (5, 6)),))
    assert close_the_end_he_could_not_answer.weigh(thought(own, "lay 6-4 left")) == 0, "that was I"


def test_matador_rule_5_matador_rule_7_hoyle_draws_only_when_nothing_fits() -> None:
    assert chosen(position("1-1 2-2", "3-3")) == DrawTile()
    assert isinstance(chosen(position("4-3 1-1", "3-3")), Lay), "though it be the last matador"


def test_tiles_not_seen_do_not_matter() -> None:
    state = position("6-4 4-1 5-2 1-1", "3-3")
    hands, stock = state.hands, state.stock
    other = replace(state, hands=(hands[0], stock[:2]), stock=(*hands[1], *stock[2:]))
    assert GAME.view(other, 0) == GAME.view(state, 0)
    assert chosen(other) == chosen(state)


class FirstThatFits:
    """Lays the heaviest tile that fits and draws only when none does: harder to beat than chance."""

    name = "heaviest"

    def choose(self, view: Any, rng: random.Random) -> Move:
        lays = [move for move in view.legal if isinstance(move, Lay)]
        return max(lays, key=lambda lay: lay.tile.pips) if lays else view.legal[0]


def test_hoyle_beats_chance_by_twenty_pips_a_deal_and_the_heaviest_tile_by_four() -> None:
    for other, deals, least in ((RandomPlayer(), 30, 20), (FirstThatFits(), 120, 4)):
        pairs = list(play_pairs(GAME, MatadorHoyle(), other, 2026, range(deals)))
        assert sum(pair.mean for pair in pairs) / deals > least
