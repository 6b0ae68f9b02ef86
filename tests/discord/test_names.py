"""Names are shown as text, whatever is in them."""

import ast
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from itertools import cycle
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simcord.preview._markdown import markdown_tokens

from bot.rules.catalogue import ENGLISH
from bot.rules.preliminaries.phases import CutForDeal
from bot.rules.registry import GAMES
from bot.tables.state.chairs import House, Occupant, Person, Seat
from bot.tables.state.errors import TableError
from bot.tables.state.posts import GameEvent, Post, PostItem
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.hand.panel import draw_hand_panel
from cogs.standings.leaderboard import draw_board
from cogs.standings.stats import draw_stats
from cogs.table.cog import table_list_text
from cogs.table.post import post_text
from cogs.table.table_message import draw_table_message
from cogs.ui.layout import Drawing
from cogs.ui.names import LONGEST_NAME, person_of, plain_name, safe_name, write_name
from cogs.words.refusals import refusal_text
from tests.discord.boards import PAIR, board_of, stats_of
from tests.discord.test_translation import at_table
from tests.discord.test_words import ITEMS, ROOT
from tests.discord.world import walk
from tests.rules.matches import games_first
from tests.rules.play import random_match
from tests.stored_tables import changed

HOSTILE: Final = (
    "<@1>", "<@!1>", "<#2>", "<@&3>", "@everyone", "@here", "<t:0:R>", "</play:4>", "<:a:5>", "<a:b:5>",
    "<id:customize>", "https://evil.example/x", "http://a.b", "www.evil.example", "discord.gg/abc",
    "discord.com/invite/a", "[Start](https://a.b)", "<https://a.b>", "steam://run", "a@b.com", "# Head",
    "-# small", "- list", "* list", "+ list", "1. list", "123. list", "4) list", "> quote", ">>> quote",
    "`code`",
    "```js\nx```", "||spoiler||", "**bold", "__under__", "_i_", "~~gone~~", "\\", "a\\", "\\*", "*", "**",
    "a\nb", "a\r\n# b", "\u2028x", "\x00x\x1b[0m", "\u202eevil", "\u2066a\u2069", "\u200b\u200b", "\u3164",
    "\u2800", " ", "", "\u0301\u0301", "\udc00", "x" * 99, "*" * 99, "👨‍👩‍👧", "می‌خواهم",
    "Jean-Luc O'Neill, Jr.",
)  # fmt: skip

KNOWN: Final[Mapping[str, Any]] = {
    "users": {"1": "ann"},
    "channels": {"2": "room"},
    "roles": {"3": "role"},
    "commands": {"4": "play"},
    "emojis": {"5": {"name": "a", "animated": False}},
    "everyone": True,
}
"""What a mention in a name could mean on the server."""

ADDRESS: Final = re.compile(r"\w://|discord\.\w+/|\w\.\w", re.A)
BLOCK: Final = re.compile(r"#{1,3} |-# |>|[-+*] |\d+[.)]")
MARKUP: Final = re.compile(r"[*_~|`<>@#\[\]]")

names: Final = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(),
    st.lists(st.sampled_from(HOSTILE), min_size=2, max_size=3).map("".join),
)
occupants: Final = st.one_of(
    st.builds(Person, st.integers(0, 2**63), names), st.builds(House, st.just("hoyle"), names)
)


def tokens(text: str) -> Iterator[dict[str, Any]]:
    def flat(parts: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
        for part in parts:
            yield dict(part)
            yield from flat(part.get("children") or part.get("blocks") or ())

    yield from flat(markdown_tokens(text, "text_display", context=KNOWN))


def read(text: str) -> str:
    """The words of a text that is nothing but text."""
    found = [token for token in tokens(text) if token["type"] not in ("inline", "paragraph")]
    assert {token["type"] for token in found} <= {"text"}, (text, found)
    return "".join(token.get("content") or token.get("text") or token.get("value") or "" for token in found)


@cache
def shape(text: str) -> list[str]:
    """The markup of a text, without its words."""
    return [kind for token in tokens(text) if (kind := token["type"]) != "text"]


no_deadline = settings(deadline=None)
"""How long an example takes says more of the machine than of a name."""


@no_deadline
@given(occupants)
def test_a_plain_name_is_one_short_line_that_can_be_seen(occupant: Occupant) -> None:
    name = plain_name(occupant)
    assert 0 < len(name) <= LONGEST_NAME
    assert name == name.strip()
    for sign in name:
        assert sign in "\u200c\u200d" or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
    assert any(unicodedata.category(sign)[0] in "LNPS" for sign in name)
    assert plain_name(replace(occupant, name=name)) == name
    name.encode()


@no_deadline
@given(occupants)
def test_nothing_but_text_comes_of_a_name(occupant: Occupant) -> None:
    name, safe = plain_name(occupant), safe_name(occupant)
    assert read(f"x {safe} x") == f"x {name} x"
    assert not MARKUP.search(re.sub(r"\\.", "", safe))
    assert not ADDRESS.search(safe)
    assert not BLOCK.match(safe)
    if not name.startswith("-#"):
        # SimCord looks for it where the backslashes are gone already.
        assert read(safe) == name


@no_deadline
@given(occupants)
def test_a_name_is_bold_or_in_italics_and_nothing_more(occupant: Occupant) -> None:
    kind = "strong" if isinstance(occupant, Person) else "em"
    inner = [token for token in shape(f"x {write_name(occupant)} x") if token not in ("inline", "paragraph")]
    assert inner == [f"{kind}_open", f"{kind}_close"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \n\t Lee ", "Ann Lee"),
        ("\u202enn\u202cA", "nnA"),
        ("\u200b", "#0007"),
        ("\u3164\u2800", "#0007"),
        ("\u0301", "#0007"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("می‌خواهم", "می‌خواهم"),
        ("\u200dA\u200d", "A"),
        ("x" * 33, "x" * 31 + "…"),
        ("x" * 32, "x" * 32),
    ],
)
def test_names_as_plain_text(name: str, shown: str) -> None:
    assert plain_name(Person(10_007, name)) == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Jean-Luc O'Neill, Jr.", "Jean-Luc O'Neill, Jr."),
        ("<@1>", r"\<\@1\>"),
        ("https://a.b/c", r"https\://a\.b/c"),
        ("1. x", r"1\. x"),
        ("-# x", r"\-\# x"),
    ],
)
def test_names_in_markdown(name: str, shown: str) -> None:
    assert safe_name(Person(1, name)) == shown


def test_a_person_is_stored_with_a_name_that_can_be_shown() -> None:
    class User:
        id = 10_007
        display_name = "\u202e A\nnn"

    assert person_of(User()) == Person(10_007, "A nn")  # type: ignore[arg-type]


def seated(snapshot: TableSnapshot, given: Iterator[str]) -> TableSnapshot:
    """The table with other names for everybody, and people in all chairs but the last."""
    table = snapshot.table
    seats = tuple(
        Seat(replace(seat.occupant, name=next(given)), seat.away) for seat in table.chairs if seat.occupant
    )
    waiting = tuple(replace(person, name=next(given)) for person in table.chairs.waiting)
    return replace(snapshot, table=changed(table, seats=seats, waiting=waiting))


def renamed(value: Any, given: Iterator[str]) -> Any:
    """An item of a post, every person and house player in it with another name."""
    if isinstance(value, Person | House):
        return replace(value, name=next(given))
    if isinstance(value, tuple):
        return tuple(renamed(part, given) for part in value)
    if isinstance(value, PostItem):
        held = {field.name: getattr(value, field.name) for field in fields(value)}
        return replace(value, **{name: renamed(part, given) for name, part in held.items()})
    return value


def parts(drawing: Drawing) -> tuple[list[str], list[str]]:
    """The texts of a message that are Markdown, and those that are not."""
    components: list[Any] = drawing.view.to_components()
    marked, plain = [], []
    for part in walk(components):
        if part.get("content"):
            marked.append(part["content"])
        plain += [part[field] for field in ("label", "placeholder") if part.get(field)]
        plain += [option["label"] for option in part.get("options") or ()]
        plain += [item["description"] for item in part.get("items") or () if item.get("description")]
    return marked, plain


def alike(tame: Drawing, hostile: Drawing) -> None:
    """Both have the same markup, and labels and alt texts of the hostile one nothing that is not text."""
    (tame_texts, tame_labels), (texts, labels) = parts(tame), parts(hostile)
    assert len(tame_labels) == len(labels)
    for label in labels:
        assert not re.search(r"[\x00-\x1f\u200b\u2028\u202a-\u202e\u2066-\u2069\ud800-\udfff]", label)
        for name in EVIL:
            label = label.replace(plain_name(Person(1, name)), TAME)
        assert not re.search(r"[*\\]", label)
    assert [shape(text) for text in tame_texts] == [shape(text) for text in texts]
    assert not [text for text in texts if ADDRESS.search(re.sub(r"`[^`]*`|\d\.\d", "", text))]


TAME: Final = "Ann"
EVIL: Final = ("<@1> @everyone", "[a](https://a.b)", "**x\n# y", "`||_~~\\", "\u202e discord.gg/abc")


def hostile() -> Iterator[str]:
    """Names one after the other, each of which does harm in its own way."""
    return cycle(EVIL)


@games_first("english-whist", "bezique", "matador", "old-maid")
async def test_every_view_of_a_match_is_the_same_with_hostile_names(key: str) -> None:
    game, last = GAMES[key], None
    for number, step in enumerate(random_match(game, game.options({}), None, 3, most=100)):
        last = step.after
        if number > 12 and number % 9 and not isinstance(last, CutForDeal):
            continue
        at = at_table(key, last, Status.PLAYING, reminded=True)
        tame, evil = seated(at, cycle([TAME])), seated(at, hostile())
        shown = [await draw_table_message(each, ENGLISH, with_pictures=False) for each in (tame, evil)]
        alike(*shown)
        for seat in range(len(at.table.chairs)):
            panels = [
                await draw_hand_panel(each, seat, ENGLISH, with_pictures=False) for each in (tame, evil)
            ]
            alike(*panels)
        for event in step.events:
            post = Post(7, 1, (GameEvent(event),), ())
            told = [
                post_text(replace(post, seats=tuple(s.occupant for s in each.table.chairs)), each, ENGLISH)
                for each in (tame, evil)
                if event.posted
            ]
            assert not told or shape(told[0]) == shape(told[1])
    for status in (Status.LOBBY, Status.FINISHED, Status.CLOSED):
        at = at_table(key, None if status is Status.LOBBY else last, status, waiting=(Person(8, "Hal"),))
        tame, evil = seated(at, cycle([TAME])), seated(at, hostile())
        shown = [await draw_table_message(each, ENGLISH, with_pictures=False) for each in (tame, evil)]
        alike(*shown)
        assert shape(table_list_text([tame.table], ENGLISH)) == shape(table_list_text([evil.table], ENGLISH))


def test_alt_texts_and_pictures_take_plain_names() -> None:
    trick = at_table("american-whist", None, Status.PLAYING)
    assert seated(trick, hostile()).names(plain_name, ENGLISH).seats[:2] == (
        "<@1> @everyone",
        "[a](https://a.b)",
    )


@pytest.mark.parametrize("item", ITEMS)
def test_a_post_is_the_same_with_hostile_names(item: Any) -> None:
    at = at_table("american-whist", None, Status.PLAYING)
    told = [
        post_text(Post(7, 1, (renamed(item, given),)), seated(at, given), ENGLISH)
        for given in (cycle([TAME]), hostile())
    ]
    assert shape(told[0]) == shape(told[1])


def test_refusals_are_the_same_with_hostile_names() -> None:
    for name in HOSTILE:
        tame, evil = Person(1, TAME), Person(1, name)
        for code in ("not-your-turn", "prior-right"):
            field = {"not-your-turn": "awaited", "prior-right": "waiting"}[code]
            told = [refusal_text(TableError(code, **{field: (who,)}), ENGLISH) for who in (tame, evil)]
            assert shape(told[0]) == shape(told[1])


async def test_leaderboards_and_records_are_the_same_with_hostile_names() -> None:
    for name in EVIL:
        shown = []
        for who in (Person(1, TAME), Person(1, name)):
            own = {"with_pictures": True, "own": True, "shared": False}
            shown.append(await draw_stats(who, stats_of("american-whist"), ENGLISH, **own))
            line = replace(PAIR, name=who.name, partner_name=who.name)
            board = board_of("american-whist", line)
            shown.append(await draw_board(board, ENGLISH, with_pictures=True))
        alike(shown[0], shown[2])
        alike(shown[1], shown[3])


def test_no_surface_takes_a_name_from_elsewhere() -> None:
    for path in (ROOT / "cogs").rglob("*.py"):
        if path.name == "names.py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Attribute):
                continue
            owner = getattr(node.value, "attr", getattr(node.value, "id", ""))
            taken = node.attr == "name" and owner in ("occupant", "person", "leaving", "newcomer", "who")
            asked = node.attr in ("display_name", "global_name", "nick", "plain_names", "escape_markdown")
            assert not taken, f"{path}:{node.lineno}"
            assert not asked, f"{path}:{node.lineno}"
