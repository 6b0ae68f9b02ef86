"""Plain whist against DDS, the double-dummy solver of bridge (package endplay, requirements/bench)."""

import random

import pytest

from bot.house.solver import Kind, solve
from bot.house.solver.solving import solve_leads
from tests.house.solver_reference import random_position

pytest.importorskip("numba", reason="the solver needs numba")
dds = pytest.importorskip("benchmarks.dds", reason="DDS comes with requirements/bench.txt")

POSITIONS = 1000


def test_equals_dds_on_a_thousand_positions():
    rng = random.Random(52)
    for number in range(POSITIONS):
        # All lengths, the long ones less often: they take most of the time.
        length = rng.choice([8, 8, 8, 8, 9, 9, 9, 10, 10, 11, 12, 13] if number % 4 else [8, 9])
        position = random_position(rng, Kind.PLAIN, length, 0)
        taken = position.tricks[position.seat % 2]
        assert solve(position) - taken == dds.value(position), position


def test_every_lead_equals_dds():
    rng = random.Random(53)
    for _ in range(60):
        position = random_position(rng, Kind.PLAIN, rng.randint(8, 11), 0)
        taken = position.tricks[position.seat % 2]
        ours = {card: value - taken for card, value in solve_leads(position).items()}
        assert ours == dds.leads(position), position
