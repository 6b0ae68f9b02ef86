"""The guides of the bezique family say what the rules do (RULES F and G)."""

from typing import Any

import pytest

from bot.rules.bezique.duels import DuelingGame
from bot.rules.bezique.game import BeziqueGame
from bot.rules.bezique.moves import Declare
from bot.rules.bezique.state import Deal, Declaring, Playing
from bot.rules.registry import GAMES
from tests.guides import guide_text
from tests.rules.play import random_match

FAMILY: dict[str, Any] = {key: game for key, game in GAMES.items() if isinstance(game, BeziqueGame)}
KEEPING = sorted(
    key
    for key, game in FAMILY.items()
    if (variant := game.variant(game.options({}))).scored_a_trick == 1 and variant.declarations
)
"""The games in which what is laid down beyond one declaration is kept to score."""


def first_deal(key: str) -> Deal:
    game = FAMILY[key]
    states = (step.after for step in random_match(game, game.options({}), 0, 1))
    deal: Deal = next(state for state in states if isinstance(state, Playing)).deal
    return deal


@pytest.mark.parametrize("key", sorted(FAMILY))
def test_f1_9_f2_22_the_guide_names_the_leader_whom_the_rules_make_lead(key: str) -> None:
    deal = first_deal(key)
    players = len(deal.hands)
    assert deal.turn == (deal.dealer + 1) % players
    who = "The player who did not deal" if players == 2 else "The player on the dealer's left"
    assert f"{who} leads first" in guide_text(key)


def may_lay_down_more(key: str) -> bool:
    """Whether what can be declared after a trick can still be laid down once something has been scored."""
    game = FAMILY[key]
    for seed in range(40):
        for step in random_match(game, game.options({}), 0, seed):
            state = step.after
            if not isinstance(state, Declaring) or state.deal.left <= len(state.deal.hands):
                continue
            seat = state.deal.turn
            if any(isinstance(move, Declare) for move in state.moves[seat]):
                scored = state.deal._replace(scored=1)
                after = game.moves_after_trick(state.match, scored, seat)
                return any(isinstance(move, Declare) for move in after)
    raise AssertionError


@pytest.mark.parametrize("key", KEEPING)
def test_f1_12_f1_14_the_guide_says_what_is_kept_and_how_it_is_lost(key: str) -> None:
    assert may_lay_down_more(key)
    text = guide_text(key)
    assert "one of these:" not in text
    assert "declare one thing" not in text
    assert "kept *to score*" in text
    assert "the stock runs out" in text
    kinds = FAMILY[key].variant(FAMILY[key].options({})).declarations
    grows = any(kind.level > 1 for kind in kinds)
    assert ("lost in its sequence" in text) == grows, "a higher combination takes the lower away"


DRAWN = "you are not asked: a card is drawn for you"


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("four-handed-bezique", "another 500 for a second one of other cards"),
        ("rubicon-bezique", "a loser with less than **1,000**"),
        ("briscan", "even if it lies in a sequence"),
        *((key, DRAWN) for key in ("bezique", "rubicon-bezique", "three-handed-bezique")),
        ("four-handed-bezique", "Whoever has nothing to declare is not asked"),
    ],
)
def test_f3_25_f4_37_gap_g12_gap_f6_are_in_the_guide(key: str, said: str) -> None:
    assert said in guide_text(key)
    assert "another 500" not in guide_text("three-handed-bezique"), "three packs allow one double"


def test_f6_53_the_guide_says_which_duel_waits() -> None:
    for key, game in FAMILY.items():
        if isinstance(game, DuelingGame):
            match = next(random_match(game, game.options({}), 0, 1)).before.match
            assert ("**waits for the other**" in guide_text(key)) == game.in_step(match)
            assert ("need not wait for the other" in guide_text(key)) != game.in_step(match)


@pytest.mark.parametrize("key", sorted(FAMILY))
def test_f1_15_f2_22_the_guide_says_who_takes_the_turn_up(key: str) -> None:
    turned_up = FAMILY[key].variant(FAMILY[key].options({})).turn_up
    assert ("turned-up card" in guide_text(key)) == turned_up
    takes = ("takes the turned-up card", "takes the **turned-up card**")
    assert any(words in guide_text(key) for words in takes) == turned_up


ASKED = sorted(
    key
    for key, game in FAMILY.items()
    if game.variant(game.options(game.options_type.of_new_table())).always_asked
)


@pytest.mark.parametrize("key", ASKED)
def test_gap_f6_nobody_is_asked_to_draw_with_nothing_to_declare(key: str) -> None:
    game = FAMILY[key]
    drawn = 0
    for seed in range(3):
        for step in random_match(game, game.options(game.options_type.of_new_table()), 0, seed):
            if step.seat is None or not isinstance(step.before, Declaring):
                continue
            legal = game.legal(step.before, step.seat)
            if len(legal) == 1:
                assert game.formality(step.before, step.seat) == legal[0]
                drawn += 1
            elif any(isinstance(move, Declare) for move in legal):
                assert game.formality(step.before, step.seat) is None
    assert drawn or key == "cinq-cents", "there one may always knock"
    assert "even with nothing to declare" not in guide_text(key)
