"""What a score of a board of the day is worth, ranks, streaks: pure."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.duplicate.contests import comparison, days
from bot.duplicate.scoring import Line, matchpoints
from bot.tables.state.results import Span
from bot.tables.state.seasons import Season

COUNTS = {7: 2, 9: 1, 4: 3}


def test_a_score_is_worth_the_share_of_the_others_it_beats_ties_counting_half() -> None:
    assert comparison.worths(COUNTS) == {4: Fraction(1, 5), 7: Fraction(7, 10), 9: 1}
    assert comparison.worths({6: 5}) == {6: Fraction(1, 2)}


def test_a_score_that_nobody_else_has_played_is_worth_half() -> None:
    assert comparison.worths({11: 1}) == {11: Fraction(1, 2)}
    assert comparison.worths({}) == {}


@pytest.mark.parametrize("scores", [*product((3, 5, 6), repeat=3), (0, 13, 7, 7, 7, 2, 0)])
def test_it_is_what_matchpoints_say_of_the_same_scores(scores: tuple[int, ...]) -> None:
    counts = {score: scores.count(score) for score in scores}
    lines = [Line(1, n, 2 * n, 2 * n + 1, score) for n, score in enumerate(scores)]
    expected = {one.line.score: one.ns for one in matchpoints(lines)}
    assert comparison.worths(counts) == expected


def test_a_score_stands_beside_the_average_of_all() -> None:
    found = comparison.compared(7, COUNTS)
    assert (found.worth, found.people, found.average) == (Fraction(7, 10), 6, Fraction(35, 6))


def test_people_are_ranked_by_what_their_boards_are_worth_and_equals_share_a_rank() -> None:
    lines = [((9, 7), 1), ((7, 7), 2), ((7, 9), 1), ((4, 4), 3)]
    boards: list[dict[int, int]] = [{}, {}]
    for scores, people in lines:
        for counts, score in zip(boards, scores, strict=True):
            counts[score] = counts.get(score, 0) + people
    day = comparison.Comparison(boards)
    best = day.rank((9, 7), day.standing(lines))
    assert (best.place, best.people, best.tied) == (1, 7, True)
    assert day.rank((7, 9), day.standing(lines)).place == 1
    third = day.rank((7, 7), day.standing(lines))
    assert (third.place, third.tied, third.worth) == (3, True, day.worth((7, 7)))
    assert day.rank((4, 4), day.standing(lines)).place == 5


@st.composite
def fields(draw: st.DrawFn) -> list[comparison.Scores]:
    """What 3 to 50 people made of a day; of few different scores, so that much is equal."""
    spread = draw(st.integers(1, 6))
    scores = st.tuples(*[st.integers(4, 4 + spread)] * days.BOARDS)
    return draw(st.lists(scores, min_size=3, max_size=50))


@given(fields(), st.lists(st.tuples(st.integers(1, days.BOARDS), st.integers(4, 10)), max_size=20))
def test_places_are_those_of_exact_fractions(
    whole: list[comparison.Scores], single: list[tuple[int, int]]
) -> None:
    # Boards that somebody played without finishing the day are compared as well.
    played = [[line[board] for line in whole] for board in range(days.BOARDS)]
    for number, score in single:
        played[number - 1].append(score)

    def share(score: int, all_scores: list[int]) -> Fraction:
        beaten = sum(2 * (other < score) + (other == score) for other in all_scores) - 1
        return Fraction(beaten, 2 * (len(all_scores) - 1))

    exact = [sum(map(share, line, played), Fraction()) / days.BOARDS for line in whole]
    day = comparison.Comparison([{score: scores.count(score) for score in scores} for scores in played])
    lines = [(line, whole.count(line)) for line in dict.fromkeys(whole)]
    for line, worth in zip(whole, exact, strict=True):
        rank = day.rank(line, day.standing(lines))
        assert rank.worth == worth
        assert rank.place == 1 + sum(other > worth for other in exact)
        assert rank.tied == (exact.count(worth) > 1)


def test_ranks_among_pools_are_by_what_the_scores_are_worth_in_each() -> None:
    rng = random.Random(4)
    fields: list[tuple[comparison.Comparison, list[tuple[tuple[int, ...], int]]]] = []
    for people in (1, 7, 30):
        whole = [tuple(rng.choice((3, 6, 7, 9)) for _ in range(2)) for _ in range(people)]
        counts = [Counter(line[board] for line in whole) for board in range(2)]
        fields.append((comparison.Comparison(counts), list(Counter(whole).items())))
    everybody = [made.worth(line) for made, lines in fields for line, number in lines for _ in range(number)]
    for made, lines in fields:
        for line, _ in lines:
            rank = made.rank(line, *(other.standing(found) for other, found in fields))
            assert rank.place == 1 + sum(worth > rank.worth for worth in everybody)
            assert (rank.people, rank.tied) == (38, everybody.count(rank.worth) > 1)


@pytest.mark.parametrize(("people", "pools"), [(0, 1), (79, 1), (80, 2), (10_000, 250)])
def test_there_is_a_pool_for_every_forty_people(people: int, pools: int) -> None:
    assert days.pools_for(people) == pools


def test_thirds_that_add_up_alike_are_a_tie() -> None:
    counts = dict.fromkeys(range(4), 1)
    day = comparison.Comparison([counts] * 3)
    tied = [(0, 2, 1), (1, 1, 1), (0, 0, 3)]
    lines = [(line, 1) for line in tied]
    assert [day.rank(line, day.standing(lines)).place for line in tied] == [1, 1, 1]


@pytest.mark.parametrize(
    ("played", "length"),
    [
        ([], 0),
        ([10], 1),
        ([9], 1),
        ([8], 1),
        ([7], 0),
        ([10, 9, 8, 6], 4),
        ([9, 8, 7], 3),
        ([10, 8], 2),
        ([10, 7], 1),
        ([10, 8, 6], 2),
        ([10, 8, 7, 6, 5, 4, 3, 1], 8),
        ([10, 8, 7, 6, 5, 4, 2], 6),
        ([12, 11, 10, 9], 2),
    ],
)
def test_a_streak_forgives_a_day_in_seven_up_to_today_or_yesterday(played: list[int], length: int) -> None:
    assert days.streak(played, 10) == length


@given(st.sets(st.integers(1, 30), max_size=30), st.integers(20, 30))
def test_no_seven_days_of_the_longest_streak_miss_two(played: set[int], today: int) -> None:
    last = today if today in played else today - 1

    def holds(first: int) -> bool:
        run = range(first, last + 1)
        return all(sum(day not in played for day in run[at : at + 7]) <= 1 for at in range(len(run)))

    longest = max(
        sum(day in played for day in range(first, last + 1)) for first in range(1, last + 1) if holds(first)
    )
    assert days.streak(sorted(played, reverse=True), today) == longest


def test_days_begin_at_midnight_utc() -> None:
    day = days.day_at(1_795_000_000)
    assert days.date_of(day).isoformat() == "2026-11-18"
    assert days.day_at(days.start_of(day)) == day
    assert days.day_at(days.start_of(day) - 1) == day - 1


def test_a_period_has_only_the_days_that_are_over() -> None:
    today = days.day_at(Season(2026, 11).start) + 3
    assert days.days_of(Span(Season(2026, 11).start, Season(2026, 11).end), today) == (today - 3, today)
    assert days.days_of(Span(Season(2026, 10).start, Season(2026, 10).end), today) == (today - 34, today - 3)
    assert days.days_of(Span(days.start_of(today) - 7 * 86400 + 5), today) == (today - 7, today)
    assert days.days_of(Span(), today) == (0, today)
