"""When people are asked their own moments and lessons again, and what their answers count."""

from collections.abc import Sequence

import pytest

from bot.rules.lessons.courses import LESSONS
from bot.rules.lessons.lesson import Lesson
from bot.tables.judging.problems import DAYS
from bot.tables.state.moments import Decision, Moment, Problem, Tried
from tests.tables.fakes import Room, is_refused
from tests.tables.test_moments import played

DAY = 86_400


def first_two(decisions: Sequence[Decision]) -> list[Moment]:
    """The last legal move would have been better each time."""
    return [Moment(one.step, (str(one.view.legal[-1]),), 0.5, "points") for one in decisions[:2]]


@pytest.fixture
async def room() -> Room:
    """Users 1 and 2 know their moments of hand 1."""
    room = Room()
    room.coach.finds = first_two
    await played(room)
    for user in (1, 2):
        await room.tables.moments.find(1, 1, user)
    return room


async def answer(room: Room, problem: Problem, *, right: bool, user: int = 1) -> Problem:
    move = problem.moment.better[0]
    if not right:
        decisions = await room.tables.moments.decisions(1, 1, user)
        move = str(decisions[problem.moment.step].view.legal[0])
    asked = (problem.table_id, problem.hand, problem.moment.step, user, move)
    answered, _, held = await room.tables.problems.answer(*asked)
    assert held is right
    return answered


async def test_what_is_solved_at_once_never_comes_again(room: Room) -> None:
    first, second = await room.tables.problems.due(1)
    assert (await answer(room, first, right=True)).due is None
    room.clock.time += 1000 * DAY
    assert await room.tables.problems.due(1) == [second]
    assert len(await room.tables.problems.due(2)) == 2


async def test_what_is_missed_comes_again_after_a_day_three_and_ten(room: Room) -> None:
    problem, other = await room.tables.problems.due(1)
    missed = await answer(room, problem, right=False)
    for days in DAYS:
        assert missed.due == room.clock.now() + days * DAY
        room.clock.time += days * DAY - 1
        assert await room.tables.problems.due(1) == [other]
        room.clock.time += 1
        assert await room.tables.problems.due(1) == [missed, other], "before any new one"
        missed = await answer(room, missed, right=True)
    assert missed.due is None
    assert await room.tables.problems.due(1) == [other]


async def test_missed_again_it_begins_anew_and_too_early_nothing_counts(room: Room) -> None:
    problem, _ = await room.tables.problems.due(1)
    missed = await answer(room, problem, right=False)
    assert await answer(room, missed, right=True) == missed
    room.clock.time += DAY
    later = await answer(room, missed, right=True)
    assert (later.missed, later.due) == (1, room.clock.now() + 3 * DAY)
    room.clock.time += 3 * DAY
    assert (await answer(room, later, right=False)).due == room.clock.now() + DAY


async def test_what_is_no_problem_of_theirs_is_refused(room: Room) -> None:
    problem, _ = await room.tables.problems.due(1)
    step, better = problem.moment.step, problem.moment.better[0]
    refused = room.tables.problems.answer
    for asked in ((1, 1, step, 2, better), (1, 1, step + 50, 1, better), (1, 1, step, 1, "play nothing")):
        await is_refused("not-offered", refused(*asked))
    await is_refused("moments-others", refused(1, 1, step, 9, better))
    await is_refused("hand-not-over", refused(1, 7, step, 1, better))
    assert await room.tables.problems.due(3) == []


async def test_lessons_come_in_their_order_and_those_missed_come_again_before() -> None:
    room, keys = Room(), list(LESSONS)
    lessons, first = room.tables.lessons, LESSONS[keys[0]]
    assert await lessons.due(1) == first
    wrong = next(move for move in moves_of(first) if not first.is_right(move))
    right, missed = await lessons.answer(1, first, wrong)
    assert (right, missed) == (False, Tried(0, room.clock.now() + DAY))
    assert await lessons.answer(1, first, f"play {first.right[0]}") == (True, missed), "too early to count"
    assert await lessons.due(1) == LESSONS[keys[1]]
    room.clock.time += DAY
    assert await lessons.due(1) == first
    assert await lessons.answer(1, first, f"play {first.right[0]}") == (
        True,
        Tried(1, room.clock.now() + 3 * DAY),
    )
    assert await lessons.standing(2) == {}


async def test_who_has_solved_all_lessons_is_asked_one_a_day() -> None:
    room = Room()
    for lesson in LESSONS.values():
        right = next(move for move in moves_of(lesson) if lesson.is_right(move))
        assert await room.tables.lessons.answer(1, lesson, right) == (True, Tried(3, None))
    asked = await room.tables.lessons.due(1)
    room.clock.time += DAY
    assert await room.tables.lessons.due(1) != asked


def moves_of(lesson: Lesson) -> list[str]:
    pages = lesson.pages
    return [str(move) for move in pages.game.legal(pages.states[-1], lesson.seat)]
