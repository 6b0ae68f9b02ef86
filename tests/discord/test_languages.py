"""Whose language is remembered."""

import pytest

from cogs.words import languages
from cogs.words.languages import Languages


def test_the_language_of_those_who_were_there_last_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "PEOPLE", 2)
    known = Languages(lambda guild_id: None)
    for person in (1, 2, 1, 3):
        known.met(person, "de")
    assert list(known._people) == [1, 3]
