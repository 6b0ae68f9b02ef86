"""Who meets whom: what must hold of every movement."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.duplicate.sessions.movements import TEAM_OF, Movement, pairs_movement, teams_movement

TABLES = range(2, 11)
BOARDS = range(4, 25)


@st.composite
def movements(draw: st.DrawFn) -> Movement:
    return pairs_movement(draw(st.sampled_from(TABLES)), draw(st.sampled_from(BOARDS)))


@given(movements())
def test_no_pair_meets_another_twice(movement: Movement) -> None:
    met = Counter(frozenset(sitting.pairs) for sitting in movement.sittings)
    assert set(met.values()) == {1}


@given(movements())
def test_every_pair_sits_once_a_round_and_plays_no_board_twice(movement: Movement) -> None:
    for pair in range(1, movement.pairs + 1):
        sittings = list(movement.of_pair(pair))
        assert [sitting.round for sitting in sittings] == list(range(1, movement.rounds + 1))
        boards = [board for sitting in sittings for board in sitting.boards]
        assert boards == list(range(1, movement.boards + 1))


@given(movements())
def test_every_table_is_taken_by_one_meeting_in_every_round(movement: Movement) -> None:
    for number in range(1, movement.rounds + 1):
        there = list(movement.in_round(number))
        assert [sitting.table for sitting in there] == list(range(1, movement.tables + 1))
        assert sorted(pair for s in there for pair in s.pairs) == list(range(1, movement.pairs + 1))
        assert len({sitting.boards for sitting in there}) == 1


@given(movements())
def test_rounds_differ_by_one_board_at_most(movement: Movement) -> None:
    lengths = [len(next(movement.in_round(n)).boards) for n in range(1, movement.rounds + 1)]
    assert max(lengths) - min(lengths) <= 1
    assert lengths == sorted(lengths, reverse=True)
    rounds = {board: sitting.round for sitting in movement.sittings for board in sitting.boards}
    assert [rounds[board] for board in range(1, movement.boards + 1)] == [
        number for number, length in enumerate(lengths, 1) for _ in range(length)
    ]


@pytest.mark.parametrize("tables", range(4, 11))
def test_mitchell_north_south_sit_and_east_west_move_up_a_table(tables: int) -> None:
    movement = pairs_movement(tables, 24)
    assert (movement.name, movement.rounds) == ("mitchell", tables)
    assert movement.fields == (tuple(range(1, tables + 1)), tuple(range(tables + 1, 2 * tables + 1)))
    for sitting in movement.sittings:
        assert sitting.ns == sitting.table
    for pair in movement.fields[1]:
        at = [sitting.table for sitting in movement.of_pair(pair)]
        assert all(after == before % tables + 1 for before, after in pairwise(at))
    met = {sitting.pairs for sitting in movement.sittings}
    assert met == {(ns, ew) for ns in movement.fields[0] for ew in movement.fields[1]}


@pytest.mark.parametrize(("tables", "rounds"), [(2, 3), (3, 5)])
def test_howell_all_meet_all_and_change_directions(tables: int, rounds: int) -> None:
    movement = pairs_movement(tables, 24)
    assert (movement.name, movement.rounds) == ("howell", rounds)
    assert movement.fields == (tuple(range(1, movement.pairs + 1)),)
    met = {frozenset(sitting.pairs) for sitting in movement.sittings}
    assert len(met) == movement.pairs * (movement.pairs - 1) // 2
    together = Counter(
        pairs
        for number in range(1, rounds + 1)
        for way in zip(*(sitting.pairs for sitting in movement.in_round(number)), strict=True)
        for pairs in combinations(sorted(way), 2)
    )
    # Nobody is compared with the same pair at every table, or with another at none.
    everybody = combinations(range(1, movement.pairs + 1), 2)
    assert {together[pairs] for pairs in everybody} == ({1} if tables == 2 else {1, 2, 3})


@pytest.mark.parametrize(("tables", "boards", "rounds"), [(10, 4, 4), (4, 4, 4), (3, 4, 4), (10, 23, 10)])
def test_fewer_boards_than_rounds_are_fewer_rounds(tables: int, boards: int, rounds: int) -> None:
    assert pairs_movement(tables, boards).rounds == rounds


@pytest.mark.parametrize("boards", BOARDS)
def test_teams_play_each_board_at_both_tables_with_seats_changed(boards: int) -> None:
    movement = teams_movement(boards)
    assert (movement.rounds, movement.tables) == (boards, 2)
    for number in range(1, boards + 1):
        first, second = movement.in_round(number)
        assert first.boards == second.boards == (number,)
        assert TEAM_OF[first.ns] == TEAM_OF[second.ew] == 0
        assert TEAM_OF[first.ew] == TEAM_OF[second.ns] == 1


@pytest.mark.parametrize(("tables", "boards"), [(1, 8), (11, 8), (4, 3), (4, 25)])
def test_there_is_no_movement_out_of_bounds(tables: int, boards: int) -> None:
    with pytest.raises(ValueError, match=r"tables|boards"):
        pairs_movement(tables, boards)
