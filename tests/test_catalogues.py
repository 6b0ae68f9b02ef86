"""The translations: each says what the English says, with the same things put in, and none is missing."""

import re
from collections import Counter
from collections.abc import Iterator
from gettext import c2py
from string import Formatter
from typing import Final

import pytest
from babel.messages.catalog import Catalog, Message

from tools import messages

INCOMPLETE: Final[frozenset[str]] = frozenset()
"""Languages that are being translated."""

MOST: Final = 1000
"""Up to how many things the forms of a plural are tried."""

KEPT: Final = {
    "blanks at its ends": r"^\s+|\s+$",
    "lines": r"\n",
    "headings and items": r"(?m)^(?:#+ |-# |- |> )",
    "bold, underlined, hidden": r"\*\*|__|~~|\|\|",
    "italics": r"(?<!\*)\*(?!\*)",
    "backticks": r"`",
    "commands": r"`/[a-z]+(?: [a-z]+\b(?!:))?",
    "mentions": r"<[^>]*>",
    "links": r"\]\([^)]*\)",
}
"""What a translation has just as often as the English."""

MOST_LETTERS: Final = {
    "button": 80,
    "field": 45,
    "menu": 150,
    "answer": 100,
    "option": 45,
    "command": 100,
    "choice": 100,
}
"""How long messages of some contexts may be; `tests/discord/test_limits.py` also fills them in."""

every_language = pytest.mark.parametrize("language", messages.languages())


def placeholders(text: str) -> set[str]:
    """What is put into a text, with conversion and format. Raises ValueError if the braces do not match."""
    return {
        f"{field}!{conversion}:{spec}"
        for _, field, spec, conversion in Formatter().parse(text)
        if field is not None
    }


def for_one_number(catalog: Catalog) -> set[int]:
    """The plural forms that are for one number only."""
    form = c2py(catalog.plural_expr)
    times = Counter(form(number) for number in range(MOST))
    assert set(times) <= set(range(catalog.num_plurals))
    return {form for form, numbers in times.items() if numbers == 1}


def faults(message: Message, catalog: Catalog) -> Iterator[str]:
    """What is wrong with a translation."""
    forms, translated = messages.forms_of(message), messages.translated(message)
    if not any(translated):
        return
    wanted = catalog.num_plurals if len(forms) > 1 else 1
    if len(translated) != wanted:
        yield f"{len(translated)} forms instead of {wanted}"
    if not all(translated):
        yield "a form is missing"
        return
    most = MOST_LETTERS.get(message.context or "")
    if most and max(map(len, forms)) <= most < max(map(len, translated)):
        yield f"{translated[0]!r} is longer than {most}"
    many, alone = placeholders(forms[-1]), for_one_number(catalog) if len(forms) > 1 else ()
    for number, text in enumerate(translated):
        allowed = [many, placeholders(forms[0])] if number in alone else [many]
        try:
            if placeholders(text) not in allowed:
                yield f"{text!r} has other placeholders"
        except ValueError as error:
            yield f"{text!r}: {error}"
        for what, pattern in KEPT.items():
            if all(_found(pattern, text) != _found(pattern, form) for form in forms):
                yield f"{text!r} has other {what}"


def _found(pattern: str, text: str) -> Counter[str]:
    return Counter(re.findall(pattern, text))


@every_language
def test_a_catalogue_is_as_make_messages_writes_it(language: str) -> None:
    """It has the plural forms of its language, every message there is, and none that is not used."""
    found = messages.catalogue(language)
    fresh = messages.written(messages.updated(messages.committed(language), found))
    stands = messages.path_of(language).read_text(encoding="utf-8")
    assert stands == fresh or language in INCOMPLETE, "run make messages"


@every_language
def test_every_translation_has_what_the_english_has(language: str) -> None:
    found = messages.catalogue(language)
    wrong = [
        f"{message.id!r}: {fault}" for message in found if message.id for fault in faults(message, found)
    ]
    assert not wrong, "\n".join(wrong)


@every_language
def test_no_translation_is_missing_or_not_sure(language: str) -> None:
    found = [message for message in messages.catalogue(language) if message.id]
    missing = [message.id for message in found if message.fuzzy or not all(messages.translated(message))]
    assert bool(missing) <= (language in INCOMPLETE), "\n".join(map(str, missing[:50]))


@every_language
def test_a_choice_that_a_command_quotes_is_the_one_that_discord_shows(language: str) -> None:
    """Discord shows choices in the reader's language, and the names of options in English."""
    found = messages.catalogue(language)
    choices = {str(message.id): str(message.string) for message in found if message.context == "choice"}
    known = "|".join(map(re.escape, choices))
    quoted = re.compile(rf"/[a-z]+(?: [a-z]+)? [a-z]+:({known})(?![a-z ])")
    asked = 0
    for message in found:
        for form in messages.forms_of(message):
            for quote in quoted.finditer(form):
                asked += 1
                shown = quote[0].replace(f":{quote[1]}", f":{choices[quote[1]]}")
                assert any(shown in text for text in messages.translated(message)), shown
    assert asked >= 3


GOOD: Final = (
    ("{name} plays {card}.", "{card}, joué par {name}."),
    ("**Bold** and `/table open`\n- {n:>3}", "`/table open` et **gras**\n- {n:>3}"),
    ("`/leaderboard by:club nights`", "`/leaderboard by:soirées`"),
    (" · late", " · tard"),
    (("One trick", "{number} tricks"), ("{number} levée", "{number} levées")),
    (("a", "b"), ("", "")),
)
BAD: Final = (
    ("{name} plays {card}.", "{nom} joue {card}."),
    ("{name} plays {card}.", "{name} joue."),
    ("{name!r}", "{name}"),
    ("{score:+}", "{score}"),
    ("{name}", "{name"),
    (" · late", "· tard"),
    ("One\nTwo", "Un deux"),
    ("### Help", "Aide"),
    ("- one\n- two", "- un\n– deux"),
    ("**Bold**", "**Gras"),
    ("*Rubric*", "Rubrique"),
    ("`/table open`", "`/table ouvrir`"),
    ("`code`", "code"),
    ("<t:{closes}:R>", "<t:{closes}:f>"),
    ("[here]({link})", "[ici] ({link})"),
    ("<@{host}> deals", "{host} donne"),
    (("{number} trick", "{number} tricks"), ("{number} levée", "")),
    (("{number} trick", "{number} tricks"), ("une levée", "{number} levées")),
    (("One trick", "{number} tricks"), ("Une levée", "{number} levées")),
    (("{number} trick", "{number} tricks"), ("{number} levée",)),
)


@pytest.mark.parametrize(("english", "french"), GOOD)
def test_a_good_translation_passes(english: str | tuple[str, str], french: str | tuple[str, ...]) -> None:
    assert list(faults(Message(english, french), Catalog(locale="fr"))) == []


@pytest.mark.parametrize(("english", "french"), BAD)
def test_a_wrong_translation_is_found(english: str | tuple[str, str], french: str | tuple[str, ...]) -> None:
    assert list(faults(Message(english, french), Catalog(locale="fr")))


def test_a_label_that_is_too_long_is_found() -> None:
    for text, wrong in (("x" * 80, 0), ("x" * 81, 1)):
        assert len(list(faults(Message("Call", text, context="button"), Catalog(locale="fr")))) == wrong


def test_the_number_may_be_left_out_only_where_a_form_is_for_one_number() -> None:
    one = Message(("One trick", "{number} tricks"), ("Ein Stich", "{number} Stiche"))
    assert not list(faults(one, Catalog(locale="de")))
    assert list(faults(Message(one.id, ("{number} Stich", "Stiche")), Catalog(locale="de")))
