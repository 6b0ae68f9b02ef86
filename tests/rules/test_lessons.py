"""Lessons: each hand can be played as it is told, and asks where there is something to choose."""

import pytest

from bot.rules.cards import parse
from bot.rules.catalogue import ENGLISH
from bot.rules.lessons.courses import COURSES, LESSONS, course_of
from bot.rules.lessons.lesson import Lesson

each = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)


@each
def test_a_lesson_asks_the_learner_and_says_something_at_each_stop(lesson: Lesson) -> None:
    pages = lesson.pages
    state, stops = pages.states[-1], list(lesson.stops)
    assert pages.game.to_act(state) == (lesson.seat,)
    assert lesson.made(len(stops) - 1) == pages.last, "the last stop asks"
    assert len(stops) == len(lesson.said)
    assert stops == sorted(set(stops))
    legal = {str(move) for move in pages.game.legal(state, lesson.seat)}
    right = {move for move in legal if lesson.is_right(move)}
    assert len(right) == len(lesson.right)
    assert len(legal) > len(right)
    assert all(2 <= len(text) <= 900 for text in lesson.said)


@each
def test_a_question_names_only_cards_that_the_learner_has_or_has_seen(lesson: Lesson) -> None:
    view = lesson.pages.game.view(lesson.pages.states[-1], lesson.seat)
    played = [word for _, move in lesson.pages.moves[2:] for word in move.split()]
    turned = [] if getattr(view, "turn_up", None) is None else [view.turn_up]
    seen = {str(piece).partition("/")[0] for piece in (*played, *view.hand, *turned)}
    names = {ENGLISH.piece(parse(text)): text for text in lesson.deck.split()}
    told = " ".join(lesson.said)
    assert {text for name, text in names.items() if name in told} <= seen


def test_each_course_has_eight_lessons_and_keys_are_those_of_custom_ids() -> None:
    assert sum(len(course) for _, course in COURSES) == len(LESSONS)
    for title, course in COURSES:
        assert len(course) >= 8
        assert {lesson.game for lesson in course} == {course[0].game}
        assert course_of(course[3]) == (title, course)
    assert all(set(key) <= set("abcdefghijklmnopqrstuvwxyz-") and len(key) <= 32 for key in LESSONS)
