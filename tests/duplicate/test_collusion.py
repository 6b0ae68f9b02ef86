"""Hints at collusion: what counts as played after somebody, how sure a hint must be, and what is found."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from benchmarks.collusion import server
from bot.duplicate.contests import collusion
from bot.duplicate.contests.collusion import ALARM, Part, Play, look_for_hints

ANN, BEN = 1, 2


def days(ann: Sequence[tuple[float, float]], ben: float = 10.0, boards: int = 4) -> list[Play]:
    """Ann plays a day's boards at each hour for that worth; Ben plays from his hour on, for ten minutes."""
    rng, plays = random.Random(1), []
    for day, (hour, worth) in enumerate(ann):
        for number in range(boards):
            noise = rng.uniform(-0.1, 0.1)
            plays += [
                Play(ANN, day, number, worth + noise, 24.0 * day + hour, 24.0 * day + hour + 0.2),
                Play(BEN, day, number, 0.5 + noise, 24.0 * day + ben, 24.0 * day + ben + 0.2),
            ]
    return plays


def test_who_does_better_after_another_is_pointed_out_and_not_the_other() -> None:
    found = look_for_hints(days([(8.0, 0.4), (12.0, 0.8)] * 6))
    (hint,) = found.hints
    assert (found.pairs, hint.user_id, hint.other_id) == (1, ANN, BEN)
    assert (hint.after.boards, hint.besides.boards) == (24, 24)
    assert hint.after.worth == pytest.approx(0.8, abs=0.05)
    assert hint.besides.worth == pytest.approx(0.4, abs=0.05)
    assert hint.chance < ALARM


@pytest.mark.parametrize("when", [(8.0, 12.0), (9.9, 10.1), (12.0, 8.0)])
def test_doing_worse_or_beginning_before_the_other_has_finished_is_no_hint(when: tuple[float, float]) -> None:
    worse, better = (0.8, 0.4) if when == (8.0, 12.0) else (0.4, 0.8)
    assert not look_for_hints(days([(when[0], worse), (when[1], better)] * 6)).hints


def test_too_few_boards_together_are_not_compared() -> None:
    plays = days([(8.0, 0.4), (12.0, 0.8)] * 6)
    fewer = [one for one in plays if one.user_id == ANN or one.contest_id > 4]
    assert look_for_hints(fewer).pairs == 0
    assert look_for_hints(plays[:-16]).pairs == 1


def test_boards_that_the_other_has_not_played_are_among_the_rest() -> None:
    plays = [one for one in days([(8.0, 0.4), (12.0, 0.8)] * 10) if one.user_id == ANN or one.contest_id % 2]
    (hint,) = look_for_hints(plays).hints
    assert hint.besides == Part(40, hint.besides.worth)


def test_the_more_pairs_the_surer_a_hint_must_be() -> None:
    plays = days([(8.0, 0.45), (12.0, 0.55)] * 6)
    (alone,) = look_for_hints(plays).hints
    crowd = [
        replace(one, user_id=10 + copy, began=one.began + 100 * copy, ended=one.ended + 100 * copy)
        for one in plays
        if one.user_id == BEN
        for copy in range(3)
    ]
    hint = next(one for one in look_for_hints([*plays, *crowd]).hints if one.other_id == BEN)
    assert hint.chance == pytest.approx(alone.chance * 10)


def test_chance_is_that_of_students_t() -> None:
    # One-sided 1 % and 0.05 % of Student's t with 36 and 10 degrees of freedom.
    for freedom, t, chance in ((36, 2.4345, 0.01), (10, 4.5869, 0.0005)):
        r = t / (freedom + t * t) ** 0.5
        assert collusion._chance(r, freedom) == pytest.approx(chance, rel=0.03)
        assert collusion._chance(-r, freedom) == pytest.approx(1 - chance, rel=0.03)


def test_simulated_people_are_not_accused_and_a_great_tip_off_is_found() -> None:
    assert not any(look_for_hints(server(random.Random(seed), 8)).hints for seed in range(10))
    found = [look_for_hints(server(random.Random(seed), 4, tricks=2.5)).hints for seed in range(10)]
    assert sum(any((hint.user_id, hint.other_id) == (ANN, BEN) for hint in hints) for hints in found) >= 5
