"""A hand of each game in each language that is complete, word by word."""

import re

import pytest

from bot.rules.catalogue import ENGLISH, Catalogue
from tests.golden.languages import HERE, hand_shown, languages
from tests.golden.snapshots import RECORDS
from tests.test_catalogues import INCOMPLETE
from tools.messages import languages as translated
from tools.show_messages import catalogue


@pytest.mark.parametrize("language", [name for name in translated() if name not in INCOMPLETE])
def test_a_complete_language_has_a_hand_of_each_game(language: str) -> None:
    assert language in languages(), f"run python -m tests.golden.languages {language}"


@pytest.mark.parametrize("key", RECORDS)
@pytest.mark.parametrize("language", languages())
def test_a_hand_reads_as_it_did(language: str, key: str) -> None:
    shown = hand_shown(key, catalogue(language))
    assert (HERE / language / f"{key}.txt").read_text() == shown, "run python -m tests.golden.languages"


class Shouted(Catalogue):
    """A language of capitals."""

    def _filled(self, message: str, values: dict[str, object]) -> str:
        return super()._filled(message, values).upper()


@pytest.mark.parametrize("key", ["mariage", "matador"])
def test_a_hand_shows_what_is_told_the_table_panels_alt_texts_and_the_result(key: str) -> None:
    english, shouted = hand_shown(key, ENGLISH), hand_shown(key, Shouted())
    parts = [line for line in english.splitlines() if line.startswith(("== ", "-- "))]
    assert parts[1] == "-- table message"
    assert parts[2].startswith("-- panel of ")
    assert parts[-1] == "== result"
    assert "  [Refresh]\n" in english, "without what a button does"
    assert len(re.findall(r"\(picture: [A-Z][a-z]", english)) > 1
    assert len(re.findall(r"\(picture: [A-Z]{2}", shouted)) > 1
    assert "  [REFRESH]\n" in shouted
