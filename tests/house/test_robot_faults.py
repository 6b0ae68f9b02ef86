"""Hoyle and Cavendish have none of the faults that players complain of in robots; Bob Short's are listed."""

import random
import re
from pathlib import Path

import pytest

from bot.house.registry import player_for
from bot.rules.moves import Play
from tests.house.robot_faults import SCENARIOS, Scenario

DOCS = Path(__file__).parents[2] / "docs" / "house-players.md"
SEEDS = range(3)

each = pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario.fault for scenario in SCENARIOS])


def played(scenario: Scenario, level: str, seed: int) -> str:
    move = player_for(scenario.key, level).choose(scenario.view(), random.Random(seed))
    assert isinstance(move, Play)
    return move.card.text


def test_there_are_forty_and_each_has_a_right_card_beside_the_wrong_ones() -> None:
    assert len(SCENARIOS) == len({scenario.fault for scenario in SCENARIOS}) == 40
    for scenario in SCENARIOS:
        legal = {move.card.text for move in scenario.view().legal if isinstance(move, Play)}
        assert legal > set(scenario.wrong.split()) != set()


@each
@pytest.mark.parametrize("level", ["hoyle", "cavendish"])
def test_a_good_player_does_not_reproduce_it(level: str, scenario: Scenario) -> None:
    if level == "cavendish":
        pytest.importorskip("numba", reason="Cavendish needs numba")
    assert not {played(scenario, level, seed) for seed in SEEDS} & set(scenario.wrong.split()), scenario.why


@each
def test_bob_short_is_known_by_his_faults(scenario: Scenario) -> None:
    assert (played(scenario, "bob-short", 1) in scenario.wrong.split()) is scenario.bob_short


def test_the_document_lists_bob_shorts_faults() -> None:
    listed = re.search(r"Bob Short has \d+ of them:\n\n((?:- .*\n)+)", DOCS.read_text())
    assert listed
    faults = [f"{scenario.fault} ({scenario.source})" for scenario in SCENARIOS if scenario.bob_short]
    assert re.findall(r"^- (.*?)[;.]$", listed[1], re.MULTILINE) == faults
    assert f"has {len(faults)} of them" in DOCS.read_text()
