"""Numbers, lists and dates are written as the reader's language writes them."""

from datetime import time
from fractions import Fraction
from gettext import NullTranslations

import pytest

from bot.duplicate.sessions.results import Worth
from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.options import Choice
from bot.rules.presentation.hints import Unit
from bot.rules.registry import GAMES
from bot.tables.state.seasons import Season
from cogs.daily.words import day_name
from cogs.words.amounts import amount_text, signed, worth_figure
from cogs.words.periods import hour_text, season_name, weekday_name

FRENCH, GERMAN = Catalogue(None, "fr"), Catalogue(None, "de")


def written(words: Catalogue) -> list[str]:
    """What Babel writes in that language."""
    return [
        words.number(12_345),
        words.number("+1,250.5"),
        signed(-1200, words),
        words.percent("62.5"),
        worth_figure(Fraction(5, 8), Worth.SHARE, words),
        words.listed([]) + words.listed(["Ann"]),
        words.listed(["Ann", "Bob"]),
        words.either(["Ann", "{0}", "Cleo"]),
        season_name(Season(2026, 8), words),
        day_name(20_000, words),
        weekday_name(3, words),
        hour_text(time(7, 5), words),
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (ENGLISH, "12,345|+1,250.5|−1,200|62.5%|62.5%|Ann|Ann and Bob|Ann, {0} or Cleo|August 2026|"
                  "4 October 2024|Thursday|07:05"),
        (FRENCH, "12\u202f345|+1\u202f250,5|−1\u202f200|62,5\xa0%|62,5\xa0%|Ann|Ann et Bob|Ann, {0} ou Cleo|"
                 "août 2026|4 octobre 2024|jeudi|07:05"),
        (GERMAN, "12.345|+1.250,5|−1.200|62,5\xa0%|62,5\xa0%|Ann|Ann und Bob|Ann, {0} oder Cleo|"
                 "August 2026|4. Oktober 2024|Donnerstag|07:05"),
    ],
    ids=["English", "French", "German"],
)  # fmt: skip
def test_figures_lists_and_dates_are_those_of_the_language(words: Catalogue, expected: str) -> None:
    # Babel may write a no-break space in either way.
    assert [text.replace("\u202f%", "\xa0%") for text in written(words)] == expected.split("|")


def test_a_number_in_an_answer_is_written_as_the_language_writes_it() -> None:
    answer = Choice("two-thousand", "{number} points", 2000)
    assert [answer.told(words) for words in (ENGLISH, FRENCH, GERMAN)] == [
        "2,000 points",
        "2\u202f000 points",
        "2.000 points",
    ]
    target = next(one for one in GAMES["polish-bezique"].options_type.described() if one.name == "target")
    assert [choice.told(ENGLISH) for choice in target.choices if choice.number] == [
        "1,000, for a shorter game",
        "2,000",
        "2,500",
        "3,000",
    ]


def test_an_amount_has_the_form_of_its_language() -> None:
    amounts = (0, 0.4, 1, Fraction(3, 2), 2, 2.5)
    assert [ENGLISH.like(amount) for amount in amounts] == [2, 2, 1, 2, 2, 2]
    assert [GERMAN.like(amount) for amount in amounts] == [2, 2, 1, 2, 2, 2]
    assert [FRENCH.like(amount) for amount in amounts] == [1, 1, 1, 1, 2, 2]
    assert amount_text(0.42, Unit.TRICKS, ENGLISH) == "0.4 tricks"
    assert amount_text(1.04, Unit.TRICKS, ENGLISH) == "1 trick"


class Spaced(NullTranslations):
    """French has a no-break space before a colon or a semicolon."""

    def pgettext(self, context: str, message: str) -> str:
        return message.replace(":", "\xa0:").replace(";", "\xa0;") if context == "line" else message


def test_colons_and_semicolons_between_texts_are_those_of_the_language() -> None:
    assert ENGLISH.line("Trumps", ENGLISH.semicolons(["A", "B", "C"])) == "Trumps: A; B; C"
    words = Catalogue(Spaced(), "fr")
    assert words.line("Atout", words.semicolons(["A", "B", "C"])) == "Atout\xa0: A\xa0; B\xa0; C"
    assert words.semicolons([]) == ""
