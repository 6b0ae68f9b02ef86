"""Collects every message for people into `locales/messages.pot` and brings each language's catalogue to it.

    python -m tools.messages [fr …]

A language is a folder of `locales`; one that is named as an argument is begun. A catalogue has the messages
of the template and no other, and a message that changed has no translation, rather than a guess.
A message is the literal given to one of `KEYWORDS`, or a word kept as data by a registry. Guides are Markdown
and not among them. There are no line numbers and dates, so only a changed message changes the template.
"""

import ast
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot import registering
from bot.house import levels
from bot.rules import cards, registry, tiles
from bot.rules.catalogue import DOMAIN, ENGLISH, LOCALES
from bot.rules.presentation import profiles

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / LOCALES
TEMPLATE: Final = FOLDER / f"{DOMAIN}.pot"

SOURCES: Final = ("bot/rules", "bot/tables", "bot/house", "bot/sandbox", "cogs")
KEYWORDS: Final[dict[str, tuple[int | tuple[int, str], ...]]] = {
    "gettext": (1,),
    "gettext_noop": (1,),
    "ngettext": (1, 2),
    "ngettext_noop": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_noop": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "NotationError": (1,),
    "RuleError": (2,),
    "Saying": (1,),
    "maxim": (1,),
    "require_turn": (3,),
}
"""The functions that take messages, and at which places, counted from 1; `"c"` is that of the context."""

CONTEXTS: Final[dict[str, str]] = {
    "achievement": "What somebody has done for the first time; a noun, in a list or after their name.",
    "Matador": "Said at Matador, where who leads lays the first domino of the line.",
    "amount": "So many of something, alone or in a sentence.",
    "answer": "A choice of a house rule or of a setting; stands alone, in a menu or after the rule's title.",
    "button": "Label of a button: what its presser does, in at most a few words.",
    "card": "A piece, or a kind of piece, where it is named alone or in a sentence.",
    "choice": "One of the choices of a command's option, at most 100 characters, no Markdown.",
    "command": "What a command, a group of them or an option does: at most 100 characters, no Markdown.",
    "declaration": "A declaration of Bezique, as it is announced or stands in a list of what counted.",
    "end": "An end of the line of dominoes, beside the picture.",
    "entry": "Label of a button about one's entry in a session.",
    "family": "A group of games, as a heading in lists.",
    "field": "Label of a field in a form.",
    "game": "The name of a game.",
    "half": "What half a domino shows, named alone.",
    "heading": "Heading of a message, a part of it, or a picture's row; stands alone.",
    "letter of a rank": "The letter of a rank as cards have it in the corner, N for a knight; no two alike.",
    "letter of a suit": "What is typed for a suit after the letter of a rank; no two alike.",
    "line": "A line of a list or of an alt text: a thing, and what is said of it.",
    "menu": "Placeholder of a menu: what it asks one to choose.",
    "move": "A move in a sentence: what somebody may do.",
    "number": "A number before a noun: two plays.",
    "option": "Title of a house rule, or of a setting.",
    "place": "A place in an order: who was first, second …",
    "player": "Somebody at the table, in a sentence or a list.",
    "rank": "The rank of a card, alone, in lists, and in the card's name.",
    "reply": "What the bot answers to a press or a command; stands alone.",
    "score": "A line or item of a score: what counted, or how much.",
    "seat": "The name of a chair at the table, or who sits there.",
    "side": "One of the sides of a game, which score together.",
    "state": "What a table, game or person is doing just now; a line or remark.",
    "suit": "The suit alone: what is led, what is trumps.",
    "suit in a card": "The suit as a part of a card's name: queen of …",
    "tile": "A domino as it is read aloud.",
    "top of a sequence": "The highest card of a sequence, after its name: sequence of four …",
    "time": "When, how often, or in what time.",
}
"""What each context of a message means; translators read it above each such message."""

_COMMENTS: Final = ("Translators:",)
_HEADER: Final = """\
# Messages of Cardinal, collected by `make messages`. {what}
msgid ""
msgstr ""
"Project-Id-Version: Cardinal\\n"
{fields}"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
_FIELDS: Final = '"Language: {language}\\n"\n"Plural-Forms: {plurals}\\n"\n'


def main(begun: Sequence[str]) -> int:
    """Write the template and the catalogues; 1, and each place, if a message is no literal."""
    faults = list(not_literal())
    for fault in faults:
        print(fault, file=sys.stderr)
    TEMPLATE.write_text(written(collect()), encoding="utf-8")
    for language in sorted({*languages(), *begun}):
        kept = path_of(language)
        catalog = updated(committed(language), catalogue(language) if kept.exists() else Catalog())
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(written(catalog), encoding="utf-8")
        missing = sum(not all(translated(message)) for message in catalog if message.id)
        print(f"{language}: {missing} of {len(catalog)} messages have no translation")
    return 1 if faults else 0


def languages() -> list[str]:
    """The languages that messages are translated into, as their folders are called (`pt_BR`)."""
    return sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and path.name != ENGLISH.language)


def path_of(language: str) -> Path:
    """The file of a language's catalogue."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def collect() -> Catalog:
    """Every message, with the files it is in."""
    catalog = Catalog(charset="utf-8")
    for file, message, comments, context in (*_in_code(), *_in_data()):
        meaning = [CONTEXTS[context]] if context in CONTEXTS else []
        catalog.add(message, locations=[(file, 0)], auto_comments=[*comments, *meaning], context=context)
    return catalog


def written(catalog: Catalog) -> str:
    """The text of a catalogue, or of the template: sorted, no dates, no line numbers."""
    text = io.BytesIO()
    write_po(text, catalog, width=100, omit_header=True, sort_output=True, include_lineno=False)
    language = catalog.locale_identifier
    fields = _FIELDS.format(language=language, plurals=catalog.plural_forms) if language else ""
    what = "See docs/translating.md." if language else "Do not edit."
    return _HEADER.format(what=what, fields=fields) + text.getvalue().decode()


def committed(language: str | None = None) -> Catalog:
    """The template as it stands in the repository, as an empty catalogue of that language."""
    return read_po(io.BytesIO(TEMPLATE.read_bytes()), Locale.parse(language) if language else None)


def catalogue(language: str) -> Catalog:
    """The messages of a language. Raises PoFileError if a line cannot be read."""
    return read_po(io.BytesIO(path_of(language).read_bytes()), Locale.parse(language), abort_invalid=True)


def updated(catalog: Catalog, old: Catalog) -> Catalog:
    """The empty catalogue with the translations that `old` has for just these messages."""
    for message in catalog:
        found = old.get(message.id, message.context) if message.id else None
        if found is not None and found.id == message.id:
            message.string, message.user_comments = found.string, found.user_comments
            message.flags |= found.flags & {"fuzzy"}
    return catalog


def translated(message: Message) -> tuple[str, ...]:
    """The forms of a message's translation."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def forms(catalog: Catalog) -> Iterator[tuple[str, ...]]:
    """Every message as its singular and, where it counts things, its plural."""
    yield from filter(None, map(forms_of, catalog))


def forms_of(message: Message) -> tuple[str, ...]:
    """A message as its singular and, where it counts things, its plural; nothing for the header."""
    if not message.id:
        return ()
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def not_literal() -> Iterator[str]:
    """Places where a message is put together in the code, and so cannot be collected: `file:line: …`."""
    for source in SOURCES:
        for path in sorted((ROOT / source).rglob("*.py")):
            for line in lines_not_literal(path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(ROOT)}:{line}: a message must be one literal"


def lines_not_literal(code: str) -> Iterator[int]:
    """The lines of calls whose message is put together, or is in an f-string, where Babel does not look."""
    tree = ast.parse(code)
    written_in = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    hidden = {id(node) for written in written_in for node in ast.walk(written)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        places = [place for place in KEYWORDS.get(name, ()) if isinstance(place, int)]
        given = [node.args[place - 1] for place in places if place <= len(node.args)]
        # A name, an attribute or an item is a message that is marked elsewhere.
        if any(isinstance(message, ast.JoinedStr | ast.BinOp | ast.IfExp) for message in given) or (
            id(node) in hidden and any(isinstance(message, ast.Constant) for message in given)
        ):
            yield node.lineno


def _in_code() -> Iterator[tuple[str, str | tuple[str, ...], list[str], str | None]]:
    for source in SOURCES:
        found = extract_from_dir(
            ROOT / source, method_map=[("**.py", "python")], keywords=KEYWORDS, comment_tags=_COMMENTS
        )
        for file, _, message, comments, context in found:
            yield f"{source}/{Path(file).as_posix()}", message, comments, context


def _in_data() -> Iterator[tuple[str, str, list[str], str | None]]:
    for profile in profiles.PROFILES.values():
        written = _file(profiles.__name__)
        yield written, profile.name, [], "game"
        yield written, profile.family, [], "family"
        yield written, profile.summary, [f"{profile.name} in one line, at most 100 characters."], None
    for game in registry.GAMES.values():
        options = game.options_type.described()
        asked = _file(game.options_type.__module__)
        for option in options:
            yield asked, option.question, [f"The house rule {option.title!r} as a question."], None
            yield asked, option.title, [f"It is asked: {option.question}"], "option"
            yield from (
                (asked, c.words, [f"It answers: {option.question}"], "answer") for c in option.choices
            )
            yield from ((asked, text, [], "button") for text in option.presses.values())
        answers = [{option.name: choice.value} for option in options for choice in option.choices]
        for chosen in ({}, *answers):
            seating = game.seating(game.options(chosen))
            yield from ((_file(type(game).__module__), chair, [], "seat") for chair in seating.names)
    yield from ((_file(module), text, [], context) for module, context, text in registering.described())
    for suit in cards.Suit:
        yield from ((_file(cards.__name__), suit.word, [], context) for context in ("suit", "suit in a card"))
        yield _file(cards.__name__), suit.value, [], "letter of a suit"
    yield from ((_file(cards.__name__), rank.value, [], "letter of a rank") for rank in cards.LETTERED)
    yield from ((_file(cards.__name__), rank.word, [], "rank") for rank in cards.Rank)
    yield from ((_file(tiles.__name__), tile.words, [], "tile") for tile in tiles.SET)
    yield from (
        (_file(tiles.__name__), tiles.half_word(half), [], "half") for half in range(tiles.HIGHEST + 1)
    )
    said = "Said of a house player in a list: its name, a colon, and this."
    yield from ((_file(levels.__name__), level.line, [said], None) for level in levels.LEVELS)


def _file(module: str) -> str:
    return f"{module.replace('.', '/')}.py"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
