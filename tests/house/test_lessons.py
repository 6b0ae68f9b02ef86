"""The moves that lessons call right are best on layouts that nobody has seen: they teach what is true."""

import random
from collections.abc import Mapping
from typing import Any, Final

import pytest

from bot.house.bezique.coach import BeziqueCoach
from bot.house.bezique.ending import hands_are_known, plays_worth
from bot.house.bezique.known import Known
from bot.house.cavendish.player import Cavendish
from bot.house.cavendish.reviewing import TERMS, Sample
from bot.house.registry import coach_for
from bot.rules.bezique.moves import PlayHeld
from bot.rules.lessons.courses import LESSONS
from bot.rules.lessons.lesson import Lesson
from bot.rules.moves import Play

TRICKS: Final = 0.3  # at Bishops Whist points
POINTS: Final = 20.0  # at bezique
QUICK: Final = Sample(3_000, 400, 300), 800
MEASURE: Final = TERMS.measure, 3_000


def of_whist(coach: Cavendish, view: Any, sample: Sample, rng: random.Random) -> Mapping[str, float]:
    cards = tuple(dict.fromkeys(move.card for move in view.legal if isinstance(move, Play)))
    made = coach.turn(view, cards).averages(sample, rng)
    return {f"play {card.text}": each for card, each in made.items()}


def of_bezique(coach: BeziqueCoach, view: Any, layouts: int, rng: random.Random) -> Mapping[str, float]:
    if hands_are_known(view):
        worth = plays_worth(Known(view))
        return {str(move): worth[move.named.card] for move in view.legal if isinstance(move, PlayHeld)}
    return {str(move): each for move, each in coach.turn(view).averages(layouts, rng).items()}


@pytest.mark.parametrize(
    "effort", [QUICK, pytest.param(MEASURE, marks=pytest.mark.long)], ids=["quick", "measure"]
)
@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_what_is_right_gains_on_fresh_layouts(lesson: Lesson, effort: tuple[Sample, int]) -> None:
    coach, (sample, layouts), least = coach_for(lesson.game), effort, TRICKS
    view = lesson.pages.game.view(lesson.pages.states[-1], lesson.seat)
    rng = random.Random(f"{lesson.key}/{layouts}")
    if isinstance(coach, BeziqueCoach):
        made, least = of_bezique(coach, view, layouts, rng), POINTS
    else:
        assert isinstance(coach, Cavendish)
        made = of_whist(coach, view, sample, rng)
    right = {move for move in made if lesson.is_right(move)}
    assert len(right) == len(lesson.right)
    worst, best = min(made[move] for move in right), max(made[move] for move in made.keys() - right)
    assert worst - best >= least, (lesson.key, made)
