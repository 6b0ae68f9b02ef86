"""Every message for people is in the template, and all texts of games come from messages."""

import difflib
import gettext
import re
from collections.abc import Callable, Iterator
from functools import cache
from math import ceil
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError

from bot.rules import cards
from bot.rules.bezique.moves import KEYS
from bot.rules.cards import KNIGHT, Card
from bot.rules.catalogue import Catalogue
from bot.rules.errors import RuleError
from bot.rules.game import AnyGame
from bot.rules.registry import GAMES, text_for
from tests.rules.matches import option_sets
from tests.rules.play import random_match
from tools import messages

PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hal")
PACK = {*cards.EVERY}
collected = cache(messages.collect)


@cache
def known() -> frozenset[tuple[str | None, str]]:
    """Every form of a message in the template, after its context; quicker to read than all the code."""
    committed = messages.committed()
    return frozenset((message.context, form) for message in committed for form in messages.forms_of(message))


class Pseudo(gettext.NullTranslations):
    """A language that puts the text of each message between ⟦ and ⟧, or does `change` to it."""

    def __init__(self, change: Callable[[str], str] = "⟦{}⟧".format) -> None:
        super().__init__()
        self.change = change

    def gettext(self, message: str) -> str:
        return self._marked(None, message)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self._marked(None, singular if number == 1 else plural)

    def pgettext(self, context: str, message: str) -> str:
        return self._marked(context, message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self._marked(context, msgid1 if n == 1 else msgid2)

    def _marked(self, context: str | None, message: str) -> str:
        assert (context, message) in known(), f"{message!r} is in no catalogue with context {context!r}"
        return changed(message, self.change)


def longer(literal: str) -> str:
    """A literal 40 % longer, and by two letters at least: its words grow. One letter and `…` stay."""
    if len(literal) < 2:
        return literal
    most, grown, said = max(2, ceil(0.4 * len(literal))), 0, ""
    for part in re.finditer(r"`[^`]*`?|[^\W\d_]+|.", literal, re.DOTALL):
        said += part[0]
        if part[0].isalpha():
            due = ceil(most * part.end() / len(literal)) - grown
            said, grown = said + ("éüßœ" * due)[:due], grown + due
    return said


def changed(message: str, change: Callable[[str], str]) -> str:
    """The message with that done to its literal parts."""
    text = ""
    for literal, field, spec, conversion in Formatter().parse(message):
        text += change(literal) if literal else ""
        if field is not None:
            text += "{" + field + (f"!{conversion}" if conversion else "") + f":{spec}" * bool(spec) + "}"
    return text


PSEUDO = Catalogue(Pseudo(), "el")  # Greek, so that what Babel writes is told from English
LONG = Catalogue(Pseudo(longer), "fr")


def words_in(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text))


FACES = {word for card in PACK for word in words_in(f"{card.face} {card.text}")}


def untranslated(text: str, *allowed: str) -> set[str]:
    """The words outside of all messages, except names, faces of cards, and what Babel writes."""
    return words_in(re.sub(r"⟦[^⟧]*⟧|[Ͱ-Ͽἀ-῿]+", " ", text)) - FACES - {*PEOPLE} - {*allowed}


every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def refusals(game: AnyGame) -> Iterator[RuleError]:
    """The refusals of illegal moves, and of text that is no move."""
    options = game.options({})
    seats = range(len(game.seating(options)))
    tried = {step.move for step in random_match(game, options, None, 4, most=300)}
    for step in random_match(game, options, None, 5, most=120):
        for seat in (None, *seats):
            legal = () if seat is None else game.legal(step.before, seat)
            for move in tried - {*legal, step.move}:
                try:
                    game.verify(step.before, seat, move)
                except RuleError as refusal:
                    yield refusal
    wrong: list[Any] = [lambda text=text: game.parse(text) for text in ("", "snap")]
    wrong += [lambda verb=verb: game.parse(f"{verb} ? ? ?") for verb in game.verbs]
    wrong += [lambda: game.options({"snap": 1}), lambda: game.begin(options, 99)]
    wrong += [lambda name=o.name: game.options({name: "?"}) for o in game.options_type.described()]
    for attempt in wrong:
        with pytest.raises(RuleError) as refused:
            attempt()
        yield refused.value


def test_the_template_is_up_to_date() -> None:
    fresh, stands = messages.written(collected()), messages.TEMPLATE.read_text(encoding="utf-8")
    difference = difflib.unified_diff(stands.splitlines(), fresh.splitlines(), "committed", "collected", n=1)
    assert fresh == stands, "run make messages:\n" + "\n".join(difference)


def test_the_template_names_no_line_no_day_and_no_machine() -> None:
    written = messages.written(collected())
    references = re.findall(r"^#: (.*)$", written, re.MULTILINE)
    assert references
    for file in " ".join(references).split():
        assert (messages.ROOT / file).is_file()
    assert not re.search(r"POT-Creation-Date|Generated-By|\d{4}-\d\d-\d\d", written)
    assert messages.written(messages.collect()) == written


def test_what_the_template_says_can_be_read_back() -> None:
    assert set(messages.forms(messages.committed())) == set(messages.forms(collected()))


def test_a_catalogue_keeps_the_translations_of_just_the_messages_there_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = Catalog()
    found.add("Deal", context="button", locations=[("cogs/press.py", 0)])
    found.add(("{number} trick", "{number} tricks"))
    monkeypatch.setattr(messages, "FOLDER", tmp_path)
    monkeypatch.setattr(messages, "TEMPLATE", tmp_path / "messages.pot")
    monkeypatch.setattr(messages, "collect", lambda: found)
    monkeypatch.setattr(messages, "not_literal", lambda: ())
    (tmp_path / "de").mkdir()
    assert messages.main(["pt_BR"]) == 0
    assert messages.languages() == ["de", "pt_BR"]
    assert "de: 2 of 2" in capsys.readouterr().out
    path = messages.path_of("de")
    empty = path.read_text()
    assert '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"' in empty
    text = empty.replace('msgid "Deal"\nmsgstr ""', 'msgid "Deal"\nmsgstr "Geben"')
    text = text.replace('msgctxt "button"', '# Oder: Austeilen\n#, fuzzy\nmsgctxt "button"')
    text = text.replace('msgstr[0] ""', 'msgstr[0] "{number} Stich"').replace(
        "{number} tricks", "{number} trick"
    )
    path.write_text(text + '\nmsgid "Deal"\nmsgstr "Handel"\n\n#~ msgid "Meld"\n#~ msgstr "Ansage"\n')
    assert messages.main([]) == 0
    assert "de: 1 of 2" in capsys.readouterr().out
    kept = messages.catalogue("de")
    assert {message.id: message.string for message in kept if message.id} == {
        "Deal": "Geben",
        ("{number} trick", "{number} tricks"): ("", ""),
    }
    deal = kept.get("Deal", "button")
    assert deal is not None
    assert deal.fuzzy
    assert deal.user_comments == ["Oder: Austeilen"]
    before = path.read_text()
    messages.main([])
    assert path.read_text() == before
    path.write_text(before.replace('msgid "Deal"', '<<<<<<< HEAD\nmsgid "Deal"'))
    with pytest.raises(PoFileError):
        messages.main([])


def test_every_message_is_one_literal() -> None:
    assert list(messages.not_literal()) == []


def test_a_message_put_together_in_the_code_is_found() -> None:
    code = 'gettext("a")\ngettext(f"a {b}")\nself.ngettext("a", "b" + c, 2)\nRuleError("a" + b, "c")\n'
    assert list(messages.lines_not_literal(code)) == [2, 3]
    assert list(messages.lines_not_literal('RuleError("code",\n "a" if b else "c")\ngettext(a.b)')) == [1]
    hidden = 'said = f"{a} {gettext(\'b\')}"\nsaid = f"{gettext(a.b)}"'
    assert list(messages.lines_not_literal(hidden)) == [1]


def test_messages_have_plain_named_placeholders() -> None:
    for forms in messages.forms(collected()):
        fields = [{field for _, field, _, _ in Formatter().parse(f) if field is not None} for f in forms]
        assert all(field.isidentifier() for field in set().union(*fields)), forms
        if len(forms) == 2:
            assert fields[0] - {"number"} == fields[1] - {"number"}, forms


def test_the_pseudo_language_marks_what_a_message_says_and_nothing_else() -> None:
    assert changed("{name} leads the {card!r}.", "⟦{}⟧".format) == "{name}⟦ leads the ⟧{card!r}⟦.⟧"
    assert untranslated("Ann⟦ leads the ⟧Q♥, 10♦ or two⟦.⟧") == {"or", "two"}


def test_every_context_is_explained() -> None:
    used = {message.context for message in collected() if message.context is not None}
    assert used <= messages.CONTEXTS.keys()
    (deal,) = (message for message in collected() if (message.context, message.id) == ("game", "Bezique"))
    assert messages.CONTEXTS["game"] in deal.auto_comments


def test_every_short_message_says_what_it_means() -> None:
    bare = [
        message.id
        for message in collected()
        if any(len(form.split()) <= 2 for form in messages.forms_of(message))
        and not (message.context or message.auto_comments)
    ]
    assert not bare, "give it a context of tools.messages.CONTEXTS, or a comment: # Translators: …"


def test_the_long_language_is_longer_by_two_fifths_and_keeps_placeholders_and_commands() -> None:
    assert longer("Deal") == "Dealéü"
    assert len(longer("Play to the end of the hand")) == ceil(1.4 * len("Play to the end of the hand"))
    assert changed("{name} is away.", longer) == "{name} iséü awayéü."
    assert longer("Q") == "Q"
    assert longer("`/table open` opens").startswith("`/table open` opens")
    assert longer(": ") == ": "


@every_game
def test_all_that_is_said_of_a_game_can_be_translated(game: AnyGame) -> None:
    text = text_for(game.key, PSEUDO)
    said = [text.name, text.summary, text.headline(game)]
    for option in game.options_type.described():
        said += [PSEUDO.gettext(option.question), PSEUDO.pgettext("option", option.title)]
        said += [choice.told(PSEUDO) for choice in option.choices]
        said += [PSEUDO.pgettext("button", label) for label in option.presses.values()]
    for chosen in option_sets(game):
        said += [PSEUDO.pgettext("seat", name) for name in game.seating(game.options(chosen)).names]
    for sentence in said:
        assert not untranslated(sentence), sentence


@every_game
def test_every_refusal_can_be_translated(game: AnyGame) -> None:
    notation = {*game.verbs, "snap", "left", "right"}
    for option in game.options_type.described():
        notation |= words_in(f"{option.name} {' '.join(repr(choice.value) for choice in option.choices)}")
    # Moves contain the kinds of declarations; a verb may have two words.
    notation |= {word for key in (*KEYS, *game.verbs) for word in key.split("-")}
    codes = set()
    for refusal in refusals(game):
        text = PSEUDO.gettext(refusal.message, **refusal.values)
        assert not untranslated(text, *notation), text
        codes.add(refusal.code)
    assert {"notation", "option", "not-your-turn", "phase"} <= codes


def test_pieces_are_read_aloud_in_the_readers_language() -> None:
    for card in PACK:
        assert not words_in(re.sub(r"⟦[^⟧]*⟧", "", PSEUDO.piece(card)))
    assert PSEUDO.piece(cards.parse("QH")) == "⟦queen⟧⟦ of ⟧⟦hearts⟧"
    assert isinstance(KNIGHT, Card)
    assert PSEUDO.piece(KNIGHT) == "⟦knight⟧"
