"""Words of the old books that nobody knows today stand in no text about a hand."""

import re
from pathlib import Path
from typing import Final

import pytest

from bot.rules.catalogue import ENGLISH
from bot.rules.moves import Cut
from bot.rules.preliminaries.text import PreliminariesText
from bot.rules.registry import GAMES, text_for
from bot.rules.seats import FOUR_IN_PARTNERSHIP, Names
from cogs.ui.guides import guide

GOLDEN: Final = Path(__file__).parents[1] / "golden"

UNKNOWN: Final = re.compile(
    r"\blift(s|ed)?\b|\bcut after\b|fortune's trick|irregular trick|\d in cards|below the rubicon"
    r"|near the foot",
    re.IGNORECASE,
)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_the_course_of_a_hand_is_told_in_words_of_today(path: Path) -> None:
    assert UNKNOWN.findall(path.read_text()) == []


def test_a_cut_is_offered_in_words_of_today() -> None:
    names = Names(FOUR_IN_PARTNERSHIP, ("Ann", "Bob", "Cleo", "Dan"))
    for lift in range(1, 52):
        said = PreliminariesText(ENGLISH, 52).describe_move(Cut(lift), names)
        assert said is not None
        assert not UNKNOWN.search(" ".join(said))


@pytest.mark.parametrize("key", GAMES)
def test_a_guide_and_a_family_use_words_of_today(key: str) -> None:
    assert not re.search(r"\blift(s|ed)?\b|\bbefore\b", text_for(key).family, re.IGNORECASE)
    for page in guide(key):
        assert not re.search(r"\blift(s|ed)?\b|\bin cards\b", page.text)
