"""The card of each lesson is best on layouts that nobody has seen: lessons teach what is true."""

import random
from typing import Final

import pytest

from bot.house.cavendish.player import Cavendish
from bot.house.cavendish.reviewing import TERMS, Sample
from bot.house.registry import coach_for
from bot.rules.lessons.courses import LESSONS
from bot.rules.lessons.lesson import Lesson
from bot.rules.moves import Play

LEAST: Final = 0.3  # tricks, at Bishops Whist points
QUICK: Final = Sample(2_000, 400, 60)
WHISTS: Final = [lesson for lesson in LESSONS.values() if isinstance(coach_for(lesson.game), Cavendish)]


@pytest.mark.parametrize(
    "sample", [QUICK, pytest.param(TERMS.measure, marks=pytest.mark.long)], ids=["quick", "measure"]
)
@pytest.mark.parametrize("lesson", WHISTS, ids=[lesson.key for lesson in WHISTS])
def test_the_right_cards_gain_on_fresh_layouts(lesson: Lesson, sample: Sample) -> None:
    coach = coach_for(lesson.game)
    assert isinstance(coach, Cavendish)
    pages = lesson.pages
    view = pages.game.view(pages.states[-1], lesson.seat)
    cards = tuple(dict.fromkeys(move.card for move in view.legal if isinstance(move, Play)))
    made = coach.turn(view, cards).averages(sample, random.Random(f"{lesson.key}/{sample.drawn}"))
    right = {card for card in cards if lesson.is_right(f"play {card.text}")}
    worst, best = min(made[card] for card in right), max(made[card] for card in cards if card not in right)
    assert worst - best >= LEAST, (lesson.key, made)
