"""Every clause cited in the code, in the names of tests and in the rule sheets exists in docs/rules.

docs/rules/README.md says how clauses are numbered and cited.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bot.rules.registry import GAMES

ROOT: Final = Path(__file__).parents[1]
SHEETS: Final = sorted((ROOT / "docs" / "rules").glob("*.md"))
SOURCES: Final = sorted(
    path
    for folder in ("bot", "cogs", "storage", "tests", "benchmarks", "tools")
    for path in (ROOT / folder).rglob("*.py")
    if path != Path(__file__)
)

# Sheets: what they define.

_HEADING: Final = re.compile(r"^#+ ([A-I]\d{0,2})\. ", re.M)
_ENTRY: Final = re.compile(r"^- \*\*([^*]+)\*\* (.*?)(?=^- |^$)", re.M | re.S)
_TITLE: Final = re.compile(r"^\| (Dana|Cady), (.+?) \|", re.M)


def _flat(text: str) -> str:
    """The text on one line, without comment signs."""
    return re.sub(r"\s+", " ", re.sub(r"\n\s*#+ ?", " ", text))


def _titles(text: str) -> Iterator[str]:
    """The sections of books that a sheet lists; `Abstract 1 to 21` is twenty-one of them."""
    for book, title in _TITLE.findall(text):
        if ranged := re.fullmatch(r"(.+) (\d+) to (\d+)", title):
            numbers = range(int(ranged[2]), int(ranged[3]) + 1)
            yield from (f"{book}, {ranged[1]} {number}" for number in numbers)
        else:
            yield f"{book}, {title}"


TEXTS: Final = {path.name: path.read_text() for path in SHEETS}
SECTIONS: Final = [name for text in TEXTS.values() for name in _HEADING.findall(text)]
ENTRIES: Final = [(name, _flat(words)) for text in TEXTS.values() for name, words in _ENTRY.findall(text)]
TITLES: Final = [title for text in TEXTS.values() for title in _titles(text)]
RULINGS: Final = {name: words for name, words in ENTRIES if name.startswith(("AMB-", "GAP-"))}
KNOWN: Final = {*SECTIONS, *(name for name, _ in ENTRIES), *TITLES}

# Texts: what they cite.

_TO: Final = r"(?:[-–]|, | and | to )"
_NUMBERS: Final = rf"\d+(?:{_TO}\d+)*"
_NUMBERED: Final = {
    rf"\b((?:(?:American|Rubicon|Bezique|Polish) )?Law)s? ({_NUMBERS})": "{} {}",
    rf"\b(Matador),? (?:preface and )?rules? ({_NUMBERS})": "{} rule {}",
    rf"\b(Bob Short)(?:'s rules?)? ({_NUMBERS})": "{} {}",
    rf"\b(Bingo hint)s? ({_NUMBERS})": "{} {}",
    r"\b([A-I]\d{1,2})\.(\d+(?:[-–]\d+\b)?)": "{}.{}",
}
_PLACE: Final = r"(?:[A-Z]\d{0,2}\b(?:\.\d+(?:[-–]\d+)?)?|\d+\b)"
_RULES: Final = re.compile(rf"\bRULES ({_PLACE}(?:{_TO}{_PLACE})*)")
_RULING: Final = re.compile(r"\b(?:AMB|GAP)-\w+")
_BOOK: Final = re.compile(r"\b(Dana|Cady), (?!\d)")
_OTHER: Final = re.compile(r"(?:Dana|Cady|(?:American |Rubicon )?Laws?|RULES|AMB|GAP|Matador|Bob Short)\b")


def _expanded(numbers: str) -> Iterator[int]:
    """`6-8` and `6, 8 and 10` as numbers."""
    for first, last in re.findall(r"(\d+)(?:(?:[-–]| to )(\d+))?", numbers):
        yield from range(int(first), int(last or first) + 1)


def _section_of_a_book(book: str, text: str) -> str:
    """The longest title `text` begins with, or its first words if there is none."""
    for title in sorted(TITLES, key=len, reverse=True):
        named = title.removeprefix(f"{book}, ")
        short = named.removeprefix("The ")
        if title != named and re.match(rf"(?:The )?{re.escape(short)}(?! \d|\w)", text, re.I):
            return title
    return f"{book}, {text[:40]}"


def _sections_of_books(text: str) -> Iterator[str]:
    """`Dana, Discard; On Trumps` as two sections; a title in capitals after `;` or `and` is one more."""
    for found in _BOOK.finditer(text):
        book, rest = found[1], text[found.end() :]
        while True:
            section = _section_of_a_book(book, rest)
            yield section
            if section not in TITLES:
                break
            length = len(section) - len(f"{book}, ")
            if not rest.lower().startswith("the ") and section.startswith(f"{book}, The "):
                length -= len("The ")
            more = re.match(r"(?:;| and) (?=[A-Z])", rest[length:])
            if not more or _OTHER.match(rest[length:], more.end()):
                break
            rest = rest[length:][more.end() :]


def citations(text: str) -> Iterator[str]:
    """The clauses, rulings, laws and sections of books that `text` cites, as the sheets number them."""
    text = _flat(text)
    for pattern, form in _NUMBERED.items():
        for name, numbers in re.findall(pattern, text):
            yield from (form.format(name, number) for number in _expanded(numbers))
    for places in _RULES.findall(text):
        # The clauses of `F1.12-14` are among the numbered.
        yield from re.findall(r"[A-Z]\d{0,2}(?![\d.])|(?:(?<=, )|(?<=and ))\d+", places)
    yield from _RULING.findall(text)
    yield from _sections_of_books(text)


# Names of tests: what they hold.

_COUNTED: Final = {
    ("law",): "Law",
    ("american", "law"): "American Law",
    ("rubicon", "law"): "Rubicon Law",
    ("bezique", "law"): "Bezique Law",
    ("polish", "law"): "Polish Law",
    ("matador", "rule"): "Matador rule",
    ("bob", "short"): "Bob Short",
    ("bingo", "hint"): "Bingo hint",
}


def _first_held(words: list[str]) -> tuple[str, int] | None:
    """What the first words cite, and how many words that takes; None without a citation."""
    if words[0] in ("amb", "gap"):
        return "-".join(words[:2]).upper(), 2
    for name, cited in _COUNTED.items():
        length = len(name)
        if tuple(words[:length]) == name and words[length : length + 1] and words[length].isdigit():
            return f"{cited} {words[length]}", length + 1
    if re.fullmatch(r"[a-l]\d+", words[0]):
        section = words[0].upper()
        if section in SECTIONS and words[1:] and words[1].isdigit():
            return f"{section}.{words[1]}", 2
        return section, 1
    return None


def held(name: str) -> list[str]:
    """The citations with which a test's name begins."""
    words = name.removeprefix("test_").split("_")
    cited = []
    while words and (first := _first_held(words)):
        cited.append(first[0])
        words = words[first[1] :]
    return cited


def listed(text: str) -> list[str]:
    """What stands between the bars and line ends."""
    return [each.strip() for each in text.strip().replace("\n", "|").split("|")]


def named_tests() -> Iterator[tuple[Path, str]]:
    for path in (ROOT / "tests").rglob("test_*.py"):
        if path != Path(__file__):
            for name in re.findall(r"^\s*(?:async )?def (test_\w+)", path.read_text(), re.M):
                yield path, name


# The tests.


def test_no_clause_is_numbered_twice() -> None:
    names = [*SECTIONS, *(name for name, _ in ENTRIES), *TITLES]
    assert len(names) == len(set(names)), sorted(name for name in set(names) if names.count(name) > 1)


def test_clauses_stand_in_their_section_and_run_on_through_the_chapter() -> None:
    for text in TEXTS.values():
        section, numbers = "", dict[str, int]()
        for line in text.splitlines():
            if heading := _HEADING.match(line):
                section = heading[1]
            if clause := re.match(r"- \*\*(?:([A-I]\d+)\.)?(?:([B-I]))?(\d+)\*\* ", line):
                # Matador is a chapter of its own, as Old Maid is.
                chapter = section if section[0] == "H" else section[0]
                assert (clause[1] or clause[2]) == section, line
                assert int(clause[3]) == numbers.get(chapter, 0) + 1, line
                numbers[chapter] = int(clause[3])


def test_every_ruling_says_what_is_played_and_what_else_could_be() -> None:
    assert len(RULINGS) > 40
    for name, words in RULINGS.items():
        assert "**Default:**" in words, name
        assert bool(re.search(r"Option `\w+`", words)) != ("**No option" in words), name


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_what_the_sheets_cite_is_there(path: Path) -> None:
    text = path.read_text()
    # In a sheet a section or an example is cited without a word before it.
    cited = {*citations(text), *re.findall(r"(?<![-\w])[A-IL]\d{1,2}\b(?!\.?\d)", text)}
    assert cited - KNOWN == set()


def test_what_the_code_cites_is_there() -> None:
    missing = [
        f"{path.relative_to(ROOT)}: {cited}"
        for path in SOURCES
        for cited in citations(path.read_text())
        if cited not in KNOWN
    ]
    assert not missing, "\n".join(missing)


def test_what_the_names_of_tests_cite_is_there() -> None:
    names = list(named_tests())
    assert sum(bool(held(name)) for _, name in names) > 150
    missing = [
        f"{path.relative_to(ROOT)}: {name} ({cited})"
        for path, name in names
        for cited in held(name)
        if cited not in KNOWN
    ]
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_option_cites_a_clause_and_its_ruling_names_it(key: str) -> None:
    for option in GAMES[key].options_type.described():
        cited = set(citations(option.source))
        assert cited, f"{option.name}: {option.source!r} is no citation"
        assert cited <= KNOWN, f"{option.name}: {sorted(cited - KNOWN)}"
        for ruling in cited & RULINGS.keys():
            assert f"`{option.name}`" in RULINGS[ruling], f"{ruling} does not name {option.name}"


@pytest.mark.parametrize(
    ("name", "cited"),
    [
        ("test_b12_a_slam_is_a_game_at_once", ["B12"]),
        ("test_c4_15_ties_are_cut_again", ["C4.15"]),
        ("test_f1_11_amb_f2_the_seven_is_scored_alone_or_besides", ["F1.11", "AMB-F2"]),
        ("test_l17_law_72_v_two_and_a_revoke", ["L17", "Law 72"]),
        ("test_amb_a6_24_all_is_only_a_score", ["AMB-A6"]),
        ("test_a5_legal_plays", ["A5"]),
        ("test_american_law_8_concession", ["American Law 8"]),
        ("test_blank_means_unset", []),
    ],
)
def test_names_are_read_as_documented(name: str, cited: list[str]) -> None:
    assert held(name) == cited
    assert set(cited) <= KNOWN


@pytest.mark.parametrize(
    "name",
    listed("""
    test_a5_27_no_clause_of_that_section | test_b13_beyond_the_last
    test_c15_a_clause_without_its_section | test_f1_99_beyond_the_last | test_h2_28_tiles_and_no_clause
    test_l99_no_example | test_amb_z1_no_ruling | test_gap_h9_no_ruling | test_law_92_no_law
    test_american_law_15_no_law | test_b1_amb_b9_the_second_counts_as_well
"""),
)
def test_a_made_up_clause_in_a_name_fails(name: str) -> None:
    assert not set(held(name)) <= KNOWN


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("who wins (RULES A5-A6; Dana, The Pipeless Knight)", {"A5", "A6", "Dana, The Pipeless Knight"}),
        ("RULES F0.2, F1.12-14", {"F0.2", "F1.12", "F1.13", "F1.14"}),
        ("(Laws 13 and 16-18)", {"Law 13", "Law 16", "Law 17", "Law 18"}),
        ("Law 72; American Laws 10 and 14", {"Law 72", "American Law 10", "American Law 14"}),
        ("# by the book (Dana, Trumping\n    # for Partner)", {"Dana, Trumping for Partner"}),
        ("Cady, The Game N.B. and Declaring", {"Cady, The Game N.B.", "Cady, Declaring"}),
        (
            "Dana, Knights, or Fortunes Trick; On Trumps",
            {"Dana, The Knights, or Fortunes Trick", "Dana, On Trumps"},
        ),
        ("Matador, rules 5, 6 and 8", {"Matador rule 5", "Matador rule 6", "Matador rule 8"}),
        ("Bob Short's rules 25 and 26", {"Bob Short 25", "Bob Short 26"}),
        ("AMB-C1; Law 8", {"AMB-C1", "Law 8"}),
    ],
)
def test_texts_are_read_as_documented(text: str, cited: set[str]) -> None:
    assert set(citations(text)) == cited
    assert cited <= KNOWN


@pytest.mark.parametrize(
    "text",
    listed("""
    RULES A5.99 | RULES F1.11-99 | RULES Z | RULES A5, 23 | RULES A5 and A11 | AMB-Q1 | GAP-A99
    Laws 91-92 | American Law 15 | Dana, The Mulligan | Dana, Discard; The Mulligan | Cady, Declaring 9
    Cady, The Game and Nonsense | Matador, rule 9 | Bob Short 31
"""),
)
def test_a_made_up_clause_in_a_text_fails(text: str) -> None:
    assert not set(citations(text)) <= KNOWN
