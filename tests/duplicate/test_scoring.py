"""What boards are worth when they are compared: exact figures, and what must hold of all of them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.duplicate.scoring import (
    Award,
    Line,
    average_comparison,
    matchpoints,
    ranking,
    team_totals,
    teams,
)

HALF = Fraction(1, 2)


def board(scores: list[int | None], number: int = 1) -> list[Line]:
    """A board whose N-S at table t is contestant t, and E-W contestant 100 + t."""
    return [Line(number, table, table, 100 + table, score) for table, score in enumerate(scores, 1)]


def shares(scores: list[int | None]) -> list[Fraction]:
    return [one.ns for one in matchpoints(board(scores))]


def test_two_matchpoints_for_each_score_beaten_and_one_for_each_equalled() -> None:
    # The top of four tables is 6.
    assert shares([9, 7, 7, 4]) == [1, HALF, HALF, 0]
    assert shares([9, 9, 7, 4]) == [Fraction(5, 6), Fraction(5, 6), Fraction(1, 3), 0]
    assert shares([7, 7, 7, 7]) == [HALF] * 4


def test_a_lone_score_is_an_average() -> None:
    assert shares([13]) == [HALF]
    assert shares([13, None, None]) == [HALF] * 3


def test_a_board_with_fewer_scores_is_reckoned_up_by_neuberg() -> None:
    # Another board has five scores. Of three on this one the top, 4 of 4, becomes (5 * 5 / 3 - 1) of 8.
    lines = [*board([9, 7, 5, None, None]), *board([9, 8, 7, 6, 5], number=2)]
    found = [one.ns for one in matchpoints(lines)]
    assert found[:3] == [Fraction(11, 12), HALF, Fraction(1, 12)]
    assert found[3:5] == [HALF, HALF], "a board broken off is an average"
    assert found[5:] == [1, Fraction(3, 4), HALF, Fraction(1, 4), 0]


@given(st.lists(st.lists(st.integers(0, 13), min_size=1, max_size=10), min_size=1, max_size=6))
def test_what_north_south_gain_east_west_lose_and_every_board_comes_to_an_average(session: list[list[int]]):
    lines = [line for number, scores in enumerate(session, 1) for line in board(list(scores), number)]
    for one in matchpoints(lines):
        assert one.ns + one.ew == 1
        assert 0 <= one.ns <= 1
    for one in average_comparison(lines):
        assert one.ns + one.ew == 0
    for number, scores in enumerate(session, 1):
        compared = [one.ns for one in matchpoints(lines) if one.line.board == number]
        assert sum(compared) == Fraction(len(scores), 2)
        differences = [one.ns for one in average_comparison(lines) if one.line.board == number]
        assert sum(differences) == 0


@given(st.lists(st.integers(-20, 20), min_size=2, max_size=10))
def test_a_better_score_is_worth_more(scores: list[int]) -> None:
    for compare in (matchpoints, average_comparison):
        worth = {one.line.score: one.ns for one in compare(board(list(scores)))}
        in_order = sorted(worth, key=lambda score: score or 0)
        assert [worth[score] for score in in_order] == sorted(worth.values())
        assert len(set(worth.values())) == len(worth)


def test_average_comparison_is_the_difference_from_the_average_of_the_board() -> None:
    found = average_comparison(board([9, 7, 4]))
    assert [one.ns for one in found] == [Fraction(7, 3), Fraction(1, 3), Fraction(-8, 3)]
    assert [one.ew for one in found] == [Fraction(-7, 3), Fraction(-1, 3), Fraction(8, 3)]


def awarded(ns: Award | None, ew: Award | None) -> list[Line]:
    """Two boards at two tables, of which the second is not played at the second table."""
    played = [*board([9, 5]), Line(2, 1, 1, 101, 8)]
    return [*played, Line(2, 2, 2, 102, None, ns, ew)]


def test_awards_are_forty_fifty_and_sixty_per_cent_or_what_was_made_of_other_boards() -> None:
    plain = matchpoints(awarded(None, None))[-1]
    assert (plain.ns, plain.ew) == (HALF, HALF)
    split = matchpoints(awarded(Award.MINUS, Award.PLUS))[-1]
    # Pair 2 had nothing of the other board, and pair 102 everything.
    assert [split.ns, split.ew] == [0, 1]
    other = matchpoints(awarded(Award.PLUS, Award.MINUS))[-1]
    assert (other.ns, other.ew) == (Fraction(3, 5), Fraction(2, 5))
    one_side = matchpoints(awarded(Award.PLUS, None))[-1]
    assert (one_side.ns, one_side.ew) == (Fraction(3, 5), HALF)


def test_in_differences_an_award_is_a_trick_more_or_less() -> None:
    one = average_comparison(awarded(Award.PLUS, Award.MINUS))[-1]
    assert [one.ns, one.ew] == [1, -1]
    assert average_comparison(awarded(None, None))[-1].ns == 0


def test_an_adjusted_board_does_not_count_in_the_comparison_of_others() -> None:
    lines = [*board([9, 5, 7])[:2], Line(1, 3, 3, 103, 13, Award.AVERAGE, Award.AVERAGE)]
    assert [one.ns for one in matchpoints(lines)][:2] == [1, 0]


def test_the_ranking_goes_by_the_mean_and_ties_share_a_rank() -> None:
    lines = [*board([9, 7, 7, 4]), *board([9, 7, 7, 4], number=2)]
    standings = ranking(matchpoints(lines), (1, 2, 3, 4), summed=False)
    assert [(one.contestant, one.rank, one.tied) for one in standings] == [
        (1, 1, False),
        (2, 2, True),
        (3, 2, True),
        (4, 4, False),
    ]
    assert [one.boards for one in standings] == [2] * 4
    assert standings[0].total == standings[0].mean == 1


def test_who_sits_out_loses_nothing_and_who_plays_too_little_is_not_ranked() -> None:
    lines = [line for number in range(1, 7) for line in board([9, 7, 5], number)]
    # Contestant 1 sits out once; the third table has another N-S after the second board.
    lines = [line for line in lines if not (line.board == 6 and line.ns == 1)]
    lines = [
        Line(line.board, 3, 4, 103, line.score) if line.table == 3 and line.board > 2 else line
        for line in lines
    ]
    standings = ranking(average_comparison(lines), (1, 2, 3, 4, 5), summed=True)
    assert [(one.contestant, one.rank, one.boards) for one in standings] == [
        (1, 1, 5),
        (2, 2, 6),
        (4, 3, 4),
        (3, None, 2),
    ]
    assert standings[0].total == 10
    assert standings[0].mean == 2


def match(
    *boards: tuple[int | None, int | None], ruled: tuple[Award | None, Award | None] = (None, None)
) -> list[Line]:
    """The lines of a match of teams: N-S at tables 1 and 2; `ruled` is of the last at table 2."""
    lines = []
    for number, (first, second) in enumerate(boards, 1):
        last = number == len(boards)
        lines.append(Line(number, 1, 1, 2, first))
        lines.append(Line(number, 2, 3, 4, second, *(ruled if last else (None, None))))
    return lines


def test_teams_gain_tricks_here_and_there_halved_and_carried() -> None:
    # N-S 9 here and E-W 13 - 6 = 7 there are 16 of 26 tricks: 16 - 10 halved is 3 gained.
    boards = teams(match((9, 6), (5, 7), (8, 8)))
    assert [one.gained for one in boards] == [3, -2, 0]
    assert [one.carried for one in boards] == [3, 1, 1]
    assert [team_totals(one.first, one.second, 13) for one in boards] == [(16, 10), (11, 15), (13, 13)]


@given(st.integers(0, 13), st.integers(0, 13))
def test_the_tricks_of_both_tables_are_twenty_six(here: int, there: int) -> None:
    (one,) = teams(match((here, there)))
    totals = team_totals(one.first, one.second, 13)
    assert totals is not None
    assert sum(totals) == 26
    assert one.gained == Fraction(totals[0] - totals[1], 2)


def test_points_that_are_differences_sum_to_nothing() -> None:
    (one,) = teams(match((4, -3)))
    assert one.gained == 7
    assert team_totals(one.first, one.second, 0) == (7, -7)


def test_a_board_that_one_table_has_not_done_waits() -> None:
    assert teams(match((9, 6))[:1]) == []


@pytest.mark.parametrize(
    ("ruled", "gained"),
    [
        ((None, None), 0),
        ((Award.AVERAGE, Award.AVERAGE), 0),
        # The first team sits E-W there.
        ((None, Award.PLUS), 1),
        ((Award.PLUS, None), -1),
        ((Award.MINUS, Award.PLUS), 1),
    ],
)
def test_a_board_without_a_score_is_an_average_unless_it_was_awarded(
    ruled: tuple[Award | None, Award | None], gained: int
) -> None:
    (one,) = teams(match((9, None), ruled=ruled))
    assert one.gained == gained
    assert team_totals(one.first, one.second, 13) is None
