"""Skill of house players, from hands they played: told apart in time, and within the intervals given.

`skill_hands.json` has hands of American Whist with one chair Bob Short's, or Hoyle's, and three Hoyles, as
`python -m tools.fit_skill --game american-whist --player PLAYER --deals N --seed SEED --sample FILE` keeps
them. The weights were fitted to hands of another seed.
"""

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.house.registry import player_for
from bot.house.skill.trials import Trial, try_chair
from bot.rules.registry import game_named
from bot.tables.judging.skill.estimate import skill_of
from bot.tables.judging.skill.weights import WEIGHTS
from bot.tables.state.replays import Estimate, Replay, ReplayedHand
from tools.fit_skill import fit

GAME = "american-whist"
KEPT = json.loads(Path(__file__).with_name("skill_hands.json").read_text())
ME, MATCH = 1, 75


def hands_of(player: str) -> list[Trial]:
    return [Trial(*row) for row in KEPT[player]["hands"]]


def estimated(hands: Sequence[Trial], rng: random.Random) -> Estimate:
    """What is made of those hands, the person in any chair."""
    replayed = []
    for number, hand in enumerate(hands):
        seat = rng.randrange(4)
        sign = 1 if seat % 2 == 0 else -1
        dealer = seat if hand.dealt > 0 else (seat + 1) % 4
        assert hand.par is not None
        replay = Replay(sign * hand.made, sign * hand.hoyle, sign * hand.par, dealer)
        chairs = tuple(ME if chair == seat else "hoyle" for chair in range(4))
        replayed.append(ReplayedHand(number, 1, float(number), WEIGHTS[GAME].version, chairs, replay))
    found = skill_of(ME, replayed, WEIGHTS[GAME]).estimate
    assert found is not None
    return found


def matches(player: str, number: int, hands: int) -> list[Estimate]:
    """Estimates from so many matches, each of hands drawn from those kept."""
    rng, kept = random.Random(f"{player}/{hands}"), hands_of(player)
    if player == "hoyle":
        # The chair beside the one that was tried is as much Hoyle's.
        kept += [Trial(-hand.made, -hand.hoyle, -(hand.par or 0.0), -hand.dealt) for hand in kept]
    return [estimated(rng.choices(kept, k=hands), rng) for _ in range(number)]


def test_bob_short_and_hoyle_are_told_apart_within_75_hands() -> None:
    found = matches("bob-short", 1000, MATCH)
    told = sum(one.value + one.margin < 0 for one in found)
    assert told / len(found) >= 0.8


def test_hoyle_is_not_told_from_himself() -> None:
    found = matches("hoyle", 1000, MATCH)
    wrong = sum(abs(one.value) > one.margin for one in found)
    assert wrong / len(found) <= 0.07


@pytest.mark.parametrize("player", ["bob-short", "hoyle"])
@pytest.mark.parametrize("hands", [40, MATCH, pytest.param(200, marks=pytest.mark.long)])
def test_the_intervals_of_house_players_hold(player: str, hands: int) -> None:
    found, truth = matches(player, 1000, hands), WEIGHTS[GAME].levels[player]
    held = sum(abs(one.value - truth) <= one.margin for one in found)
    assert 0.93 <= held / len(found) <= 0.97


def test_of_tricks_alone_it_takes_four_times_as_many_hands() -> None:
    hands = hands_of("bob-short")
    assert fit(hands).hands_needed > 4 * fit(hands, "hoyle", "par").hands_needed
    assert fit(hands, "hoyle", "par").hands_needed < MATCH


@pytest.mark.parametrize("deals", [4, pytest.param(400, marks=pytest.mark.long)])
@pytest.mark.parametrize("player", ["bob-short", "hoyle"])
def test_the_hands_kept_are_those_that_are_simulated(player: str, deals: int) -> None:
    kept = KEPT[player]
    hoyle = player_for(GAME, "hoyle")
    players = (player_for(GAME, player), hoyle, hoyle, hoyle)
    again = [try_chair(game_named(GAME), players, deal, kept["seed"]) for deal in range(deals)]
    assert again == hands_of(player)[:deals]


def test_a_fit_finds_what_hands_were_made_of() -> None:
    rng = random.Random(1)
    hands = []
    for _ in range(4000):
        hoyle, par, dealt = rng.gauss(0, 2), rng.gauss(0, 2), rng.choice([1, -1])
        made = 0.6 * hoyle + 0.3 * par + 0.1 * dealt - 0.4 + rng.gauss(0, 0.8)
        hands.append(Trial(made, hoyle, par, dealt))
    found = fit([*hands, Trial(9.0, 1.0, None, 1)], "hoyle", "par")
    assert found.weights == pytest.approx((0.6, 0.3), abs=0.03)
    assert (found.mean, found.level) == pytest.approx((0.1, -0.4), abs=0.05)
    assert found.variance == pytest.approx(0.64, abs=0.05)
