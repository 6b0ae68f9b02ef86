"""What a score of a board of the day is worth, ranks, streaks: pure."""

from fractions import Fraction
from itertools import product

import pytest

from bot.duplicate.days import (
    WHOLE,
    Day,
    compared,
    date_of,
    day_at,
    days_of,
    percent,
    start_of,
    streak,
    worths,
)
from bot.duplicate.scoring import Line, matchpoints
from bot.tables.results import Span
from bot.tables.seasons import Season

COUNTS = {7: 2, 9: 1, 4: 3}


def test_a_score_is_worth_the_share_of_the_others_it_beats_ties_counting_half() -> None:
    assert worths(COUNTS) == {4: 200_000, 7: 700_000, 9: 1_000_000}
    assert worths({6: 5}) == {6: WHOLE // 2}


def test_a_score_that_nobody_else_has_played_is_worth_half() -> None:
    assert worths({11: 1}) == {11: WHOLE // 2}
    assert worths({}) == {}


@pytest.mark.parametrize("scores", [*product((3, 5, 6), repeat=3), (0, 13, 7, 7, 7, 2, 0)])
def test_it_is_what_matchpoints_say_of_the_same_scores(scores: tuple[int, ...]) -> None:
    counts = {score: scores.count(score) for score in scores}
    lines = [Line(1, n, 2 * n, 2 * n + 1, score) for n, score in enumerate(scores)]
    expected = {one.line.score: round(one.ns * WHOLE) for one in matchpoints(lines)}
    assert worths(counts) == expected


def test_a_score_stands_beside_the_average_of_all() -> None:
    found = compared(7, COUNTS)
    assert (found.worth, found.people, found.average) == (700_000, 6, Fraction(35, 6))
    assert percent(found.worth) == 70.0


def test_people_are_ranked_by_what_their_boards_are_worth_and_equals_share_a_rank() -> None:
    lines = [((9, 7), 1), ((7, 7), 2), ((7, 9), 1), ((4, 4), 3)]
    boards: list[dict[int, int]] = [{}, {}]
    for scores, people in lines:
        for counts, score in zip(boards, scores, strict=True):
            counts[score] = counts.get(score, 0) + people
    day = Day(boards)
    best = day.rank((9, 7), lines)
    assert (best.place, best.people, best.tied) == (1, 7, True)
    assert day.rank((7, 9), lines).place == 1
    third = day.rank((7, 7), lines)
    assert (third.place, third.tied, third.worth) == (3, True, day.mean((7, 7)))
    assert day.rank((4, 4), lines).place == 5


@pytest.mark.parametrize(
    ("played", "length"),
    [
        ([], 0),
        ([10], 1),
        ([9], 1),
        ([8], 0),
        ([10, 9, 8, 6], 3),
        ([9, 8, 7], 3),
        ([10, 8], 1),
        ([12, 11, 10, 9], 2),
    ],
)
def test_a_streak_is_days_running_up_to_today_or_yesterday(played: list[int], length: int) -> None:
    assert streak(played, 10) == length


def test_days_begin_at_midnight_utc() -> None:
    day = day_at(1_795_000_000)
    assert date_of(day).isoformat() == "2026-11-18"
    assert day_at(start_of(day)) == day
    assert day_at(start_of(day) - 1) == day - 1


def test_a_period_has_only_the_days_that_are_over() -> None:
    today = day_at(Season(2026, 11).start) + 3
    assert days_of(Span(Season(2026, 11).start, Season(2026, 11).end), today) == (today - 3, today)
    assert days_of(Span(Season(2026, 10).start, Season(2026, 10).end), today) == (today - 34, today - 3)
    assert days_of(Span(start_of(today) - 7 * 86400 + 5), today) == (today - 7, today)
    assert days_of(Span(), today) == (0, today)
