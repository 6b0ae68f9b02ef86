"""How far somebody is from Hoyle, estimated from hands made up of people whose skill is known."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

import pytest

from bot.tables.judging.skill.estimate import FEWEST, residual, skill_of
from bot.tables.judging.skill.weights import WEIGHTS
from bot.tables.state.outcomes import SEVERAL, Chair
from bot.tables.state.replays import Estimate, Replay, ReplayedHand

WHIST = WEIGHTS["american-whist"]
NOISE = math.sqrt(WHIST.variance)
ME = 1


class Players:
    """People of known skill, and hands between them. The cards are luck, and so is what is left."""

    def __init__(self, seed: int, skill: dict[Chair, float], noise: float = NOISE) -> None:
        self.rng = random.Random(seed)
        self.skill: dict[Chair, float] = skill | dict[Chair, float](WHIST.levels.items())
        self.noise = noise
        self.hands: list[ReplayedHand] = []

    def play(self, chairs: Sequence[Chair], hands: int = 1) -> None:
        for _ in range(hands):
            rng, number = self.rng, len(self.hands) + 1
            seated = rng.sample(chairs, 4) if len(chairs) > 4 else list(chairs)
            hoyle, par, dealer = rng.gauss(0, 2), rng.gauss(0, 2), rng.randrange(4)
            worth = WHIST.hoyle * hoyle + WHIST.par * par + WHIST.mean * (1 if dealer % 2 == 0 else -1)
            skills = [self.skill[chair] for chair in seated]
            made = worth + skills[0] - skills[1] + skills[2] - skills[3] + rng.gauss(0, self.noise)
            replay = Replay(made, hoyle, par, dealer)
            self.hands.append(ReplayedHand(number, 1, float(number), WHIST.version, tuple(seated), replay))

    def estimate(self, user_id: int = ME) -> Estimate:
        found = skill_of(user_id, self.hands, WHIST).estimate
        assert found is not None
        return found


def covered(found: Estimate, truth: float) -> bool:
    return abs(found.value - truth) <= found.margin


def test_fewer_than_thirty_hands_make_no_number() -> None:
    players = Players(1, {ME: 0.5, 2: 0.0})
    players.play([ME, "hoyle", "hoyle", "hoyle"], FEWEST - 1)
    players.play([2, "hoyle", "hoyle", "hoyle"], 50)
    told = skill_of(ME, players.hands, WHIST)
    assert (told.hands, told.estimate, told.unit) == (FEWEST - 1, None, "tricks")
    players.play([ME, "hoyle", "hoyle", "hoyle"])
    assert skill_of(ME, players.hands, WHIST).estimate is not None


def test_hands_replayed_for_other_weights_do_not_count() -> None:
    players = Players(1, {ME: 0.5, 2: 0.0})
    players.play([ME, "hoyle", "hoyle", "hoyle"], FEWEST)
    players.hands[0] = replace(players.hands[0], version=WHIST.version + 1)
    assert skill_of(ME, players.hands, WHIST).hands == FEWEST - 1


def test_with_the_house_alone_it_is_the_mean_of_what_is_left() -> None:
    players = Players(2, {ME: 0.1})
    players.play([ME, "hoyle", "bob-short", "cavendish"], 40)
    levels = WHIST.levels
    others = levels["bob-short"] - levels["hoyle"] - levels["cavendish"]
    mean = fmean(residual(hand.replay, WHIST) for hand in players.hands) - others
    assert players.estimate().value == pytest.approx(mean, abs=1e-9)


def test_partner_and_adversaries_are_allowed_for() -> None:
    """Whoever always sits with the better players is not the better for it."""
    players = Players(3, {ME: 0.0, 2: 0.6, 3: -0.6, 4: -0.6}, noise=0.3)
    for other in (2, 3, 4):
        players.play([other, "hoyle", "hoyle", "hoyle"], 100)
    players.play([ME, 3, 2, 4], 100)
    found = players.estimate()
    assert found.margin < 0.15
    assert abs(found.value) < 0.2, "and not 0.6, as if all four were alike"
    assert players.estimate(2).value > 0.4


def test_a_chair_that_several_played_makes_the_hand_worth_less() -> None:
    skill: dict[Chair, float] = {ME: 0.2, 2: 0.0, 3: 0.0, SEVERAL: 0.0}
    sure, unsure = Players(4, skill), Players(4, skill)
    sure.play([ME, "hoyle", "hoyle", "hoyle"], 60)
    unsure.play([ME, "hoyle", "hoyle", "hoyle"], 60)
    sure.play([2, "bob-short", 3, "hoyle"], 30)
    unsure.play([2, "bob-short", 3, SEVERAL], 30)
    assert sure.estimate().value == pytest.approx(unsure.estimate().value)
    alone = skill_of(2, [replace(hand, chairs=(2, "hoyle", SEVERAL, "hoyle")) for hand in sure.hands], WHIST)
    assert alone.estimate is not None


def test_a_level_nobody_has_measured_is_a_stranger() -> None:
    players = Players(5, {ME: 0.2, "newcomer": -0.3})
    players.play([ME, "newcomer", "hoyle", "newcomer"], 40)
    assert players.estimate().margin > 0


def test_the_same_hands_in_any_order_give_the_same_numbers() -> None:
    players = Players(6, {who: 0.1 * who for who in range(1, 7)})
    players.play([*range(1, 7), "hoyle"], 200)
    first = players.estimate()
    random.Random(1).shuffle(players.hands)
    assert players.estimate() == first


def test_without_the_double_dummy_value_the_other_weights_are_used() -> None:
    replay = Replay(2.0, 1.0, None, 1)
    assert residual(replay, WHIST) == pytest.approx(2.0 - WHIST.hoyle_alone + WHIST.mean_alone)


@pytest.mark.parametrize(
    ("kind", "hands", "noise"),
    [
        ("house", FEWEST, NOISE),
        ("house", 75, 0.4),
        ("house", 75, 1.5),
        ("club", 120, NOISE),
        ("evenings", 60, NOISE),
    ],
)
def test_intervals_hold_in_95_of_100_cases(kind: str, hands: int, noise: float) -> None:
    """Of somebody who plays with the house alone, in a club that also does, and of four friends who meet the
    house as two pairs."""
    rng, trials, held = random.Random(f"{kind}/{hands}"), 1000, 0
    for trial in range(trials):
        place = rng.gauss(0, WHIST.place)
        skill: dict[Chair, float] = {who: rng.gauss(place, WHIST.people) for who in range(2, 9)}
        skill[ME] = rng.choice([-0.9, -0.3, 0.0, 0.3])
        players = Players(trial, skill, noise)
        match kind:
            case "house":
                players.play([ME, "hoyle", "hoyle", "hoyle"], hands)
            case "club":
                for _ in range(hands):
                    house = rng.choice(["hoyle", "bob-short"])
                    others: list[Chair] = [*rng.sample(range(2, 9), 2), house]
                    rng.shuffle(others)
                    players.play([ME, *others])
            case "evenings":
                for _ in range(hands):
                    house = rng.choice(["bob-short", "hoyle"])
                    players.play([ME, "hoyle", rng.choice([2, 3]), house])
        held += covered(players.estimate(), players.skill[ME])
    assert 0.93 <= held / trials <= 0.97


@pytest.mark.parametrize("clubs", [60, pytest.param(145, marks=pytest.mark.long)])
def test_a_strong_player_set_with_a_weak_partner_rises_half_the_time(clubs: int) -> None:
    """As the EBU tested its grading, 1,450 times: it must not pay to choose one's partners."""
    rounds, rises, falls = 10, 0, 0
    strong, weak = ME, 2
    others: list[list[Chair]] = [
        [strong, 3, "hoyle", 4],
        [weak, "hoyle", 3, 4],
        [strong, "hoyle", 4, weak],
        [3, "hoyle", "hoyle", weak],
    ]
    for club in range(clubs):
        players = Players(club, {strong: 0.3, weak: -0.4, 3: 0.0, 4: 0.1})
        # All have played before, with one another and with the house.
        for chairs in others:
            players.play(chairs, 50)
            players.play(chairs[::-1], 50)
        for number in range(rounds):
            players.play(others[number % len(others)], 24)
            before = players.estimate(strong).value, players.estimate(weak).value
            players.play([strong, 3, weak, 4], 24)
            rises += players.estimate(strong).value > before[0]
            falls += players.estimate(weak).value < before[1]
    assert 0.47 <= rises / (clubs * rounds) <= 0.53
    assert 0.47 <= falls / (clubs * rounds) <= 0.53
