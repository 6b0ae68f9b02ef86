"""Signals: the convention card names what the house does, and a call for trumps is given, heeded and read."""

import random
from pathlib import Path
from typing import Any

import pytest

from bot.house.registry import ENTRIES, entry_of, player_for
from bot.house.whist.player import WhistHoyle
from bot.rules.cards import Suit
from bot.rules.moves import Play
from tests.guides import guide_text
from tests.house.whist_positions import view
from tests.rules.whist_hands import AMERICAN

DOCS = Path(__file__).parents[2] / "docs" / "house-players.md"
WITH_SIGNALS = [key for key, entry in ENTRIES.items() if entry.signals]

# A has led two winners; C has followed high and low, or low and high. Diamonds are trumps.
HIGH_LOW, LOW_HIGH = "AC 4C TC 7C KC 8C 2C 9C", "AC 4C 2C 7C KC 8C TC 9C"


def after(plays: str) -> Any:
    return view("QS AH 8H 3H 6C 5C 3C 9D 5D 4D 2D", plays, "QD")


@pytest.mark.parametrize("key", WITH_SIGNALS)
def test_the_card_names_maxims_that_there_are_and_people_can_read_it(key: str) -> None:
    entry = entry_of(key)
    assert entry.hoyle is not None
    maxims = {maxim.name for book in entry.hoyle.book for maxim in book}
    for signal in entry.signals:
        assert signal.maxims
        assert set(signal.maxims) <= maxims
        line = f"- {signal.play}: {signal.tells}"
        assert line in guide_text(key)
        assert f"{line} ({signal.source}; `{'`, `'.join(signal.maxims)}`)" in DOCS.read_text()


def test_every_whist_has_a_card_but_where_both_partners_are_dummies() -> None:
    whists = {key for key, entry in ENTRIES.items() if entry.hoyle is not None}
    assert whists - set(WITH_SIGNALS) == {"double-dummy-whist"}


def test_hoyle_answers_a_call_and_says_so() -> None:
    hoyle = WhistHoyle(AMERICAN)
    led = {plays: hoyle.choose(after(plays), random.Random(1)) for plays in (HIGH_LOW, LOW_HIGH)}
    suits = {plays: move.card.suit for plays, move in led.items() if isinstance(move, Play)}
    assert suits == {HIGH_LOW: Suit.DIAMONDS, LOW_HIGH: Suit.HEARTS}
    assert "American Whist, Signal" in hoyle.advise(after(HIGH_LOW), random.Random(1)).reason


def test_hoyle_calls_with_four_trumps_and_says_so_and_not_with_three() -> None:
    hoyle = WhistHoyle(AMERICAN)
    strong = view("TS 9S QH 4H 2H 7C 5C 3C 2C 8D 7D 4D 2D", "3H AH KH", "7C")
    weak = view("TS 9S QH 4H 2H 7C 5C 2C 8D 7D 5D 4D 2D", "3H AH KH", "7C")
    hints = [hoyle.advise(seen, random.Random(1)) for seen in (strong, weak)]
    assert [str(hint.move) for hint in hints] == ["play 4H", "play 2H"]
    assert ["calls for trumps" in hint.reason for hint in hints] == [True, False]


def test_cavendish_reads_a_call() -> None:
    np = pytest.importorskip("numpy")
    pytest.importorskip("numba", reason="Cavendish needs numba")
    from bot.house.cavendish.numbers import in_numbers
    from bot.house.cavendish.player import Cavendish
    from bot.house.cavendish.thinking import likely_layouts
    from bot.house.solver.cards import LANE_BITS, PLAIN_SUIT
    from bot.house.solver.position import Kind, trump_number
    from bot.house.tricks.knowledge import Knowledge

    cavendish = player_for("american-whist", "cavendish")
    assert isinstance(cavendish, Cavendish)

    def partners_trumps(plays: str) -> float:
        known = in_numbers(Kind.PLAIN, Knowledge(after(plays), cavendish.hoyle.pack))
        layouts, counts = likely_layouts(known, cavendish.policy, 1000, 400, 0.9, random.Random(1))
        held = (layouts[:, 2] >> LANE_BITS * trump_number(known.trump)) & PLAIN_SUIT
        return float(np.bitwise_count(held) @ counts / counts.sum())

    assert partners_trumps(HIGH_LOW) > partners_trumps(LOW_HIGH) + 0.5
