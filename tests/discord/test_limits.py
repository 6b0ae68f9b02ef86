"""Every table message and every panel of every game fits into a Discord message."""

import asyncio
import re
from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import art
from bot.rules.catalogue import Catalogue
from bot.rules.dominoes.matador.line import Laid
from bot.rules.dominoes.matador.state import Match, Playing
from bot.rules.match import Score
from bot.rules.records.history import History, Position
from bot.rules.registry import GAMES
from bot.rules.tiles import SET
from bot.tables.judging.standings import LINES
from bot.tables.state.chairs import Person, Seat
from bot.tables.state.errors import TableError
from bot.tables.state.outcomes import GivenAway
from bot.tables.state.results import Standing
from bot.tables.state.seasons import Season
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.answering.reply import LONGEST_CONTENT
from cogs.hand.panel import draw_hand_panel
from cogs.opening.house_rules import RulesForm, draw_options
from cogs.opening.picker import draw_guides, draw_picker
from cogs.settings.help import draw_guide
from cogs.standings.leaderboard import draw_board
from cogs.standings.stats import draw_stats
from cogs.table.cog import table_list_text
from cogs.table.table_message import draw_table_message
from cogs.ui.actions import PERSON, TABLE
from cogs.ui.glyphs import as_text
from cogs.ui.guides import guide
from cogs.ui.layout import Answer, Drawing, Layout, note
from cogs.ui.open_options import OpenOptions
from cogs.words.refusals import PLAIN, refusal_text
from tests.discord.boards import board_of, stats_of, winner
from tests.discord.world import walk
from tests.rules.play import random_match
from tests.stored_tables import changed, stored_table
from tests.test_messages import LONG
from tools import messages
from tools.show_messages import catalogue

BUTTON = 2
TONGUES = {"longer": LONG, **{language: catalogue(language) for language in messages.languages()}}
in_every_language = pytest.mark.parametrize("words", TONGUES.values(), ids=TONGUES)
COMPONENTS = 40
TEXT = 4000
OPTIONS = 25
CHECKBOXES = 22


def check(drawing: Drawing) -> None:
    """Raise AssertionError where Discord would refuse the message."""
    parts = list(walk(drawing.view.to_components()))
    assert len(parts) <= COMPONENTS
    assert sum(len(part.get("content", "")) for part in parts) <= TEXT
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(ids) == len(set(ids))
    assert all(len(custom_id) <= 100 for custom_id in ids)
    labels = [part["label"] for part in parts if part["type"] == BUTTON and part.get("label")]
    assert len(labels) == len(set(labels)), "each can be told from the others"
    for part in parts:
        options = part.get("options", [])
        assert len(options) <= OPTIONS
        assert all(len(option["value"]) <= 100 for option in options)
        assert all(0 < len(option["label"]) <= 100 for option in options)
        assert len(part.get("label", "")) <= 80
        assert len(part.get("placeholder", "")) <= 150


def check_form(form: Any) -> None:
    """Raise AssertionError where Discord would refuse the form; one without a field is never opened."""
    sent = form.to_dict()
    assert len(sent["title"]) <= 45
    assert len(sent["components"]) <= 5
    for label in sent["components"]:
        assert 0 < len(label["label"]) <= 45
        assert len(label.get("description") or "") <= 100
        asked = label["component"]
        assert len(asked["custom_id"]) <= 100
        assert (1 if asked["type"] == CHECKBOXES else 2) <= len(asked["options"]) <= 10
        for option in asked["options"]:
            assert 0 < len(option["label"]) <= 100
            assert len(option.get("description") or "") <= 100
        if asked["type"] != CHECKBOXES:
            assert [option.get("default", False) for option in asked["options"]].count(True) == 1


@pytest.fixture(autouse=True)
def _blank_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    for drawn in ("board_picture", "hand_picture", "line_picture", "open_picture", "spread_picture"):
        monkeypatch.setattr(art, drawn, lambda *_, **__: b"")


def at_table(game: Any, chosen: dict[str, Any], state: Any, status: Status = Status.PLAYING) -> TableSnapshot:
    names = ("Wolfeschlegelstein the Elder", "Bartholomew Fitzgerald", "C", "D", "E", "F")
    seats = tuple(
        Seat(Person(1_190_000_000_000_000_000 + i, name), away=i == 0) for i, name in enumerate(names)
    )[: len(game.seating(game.options(chosen)))]
    table = stored_table(
        id=123456,
        guild_id=1,
        channel_id=1_190_000_000_000_000_009,
        host_id=1_190_000_000_000_000_000,
        game=game.key,
        options=chosen,
        seats=seats,
        created_at=0.0,
        turn_seconds=180,
        status=status,
        deadline=1_800_000_000.0,
        waiting=(Person(7, names[0]), Person(8, names[1])),
    )
    history = None if state is None else History(game, Position(state))
    return TableSnapshot(table, (), history)


async def test_a_crowd_of_moves_becomes_menus() -> None:
    # Twenty dominoes and a stock to draw from.
    game = GAMES["matador"]
    match = Match(game.options({}), Score.start(2), 0)
    line = (Laid(SET[-2], 1, 6),)
    state = Playing(match, (SET[:22], SET[22:24]), SET[24:28], line, 0)
    drawing = await draw_hand_panel(at_table(game, {}, state), 0, LONG, with_pictures=True)
    check(drawing)
    menus = [part for part in walk(drawing.view.to_components()) if part.get("type") == 3]
    moves = [option["value"] for menu in menus for option in menu["options"]]
    assert set(moves) == {str(move) for move in game.legal(state, 0)} - {"draw"}


SIGNS = st.sampled_from(
    ["*", "_", "♠", "`", "|", "<@1>", "\\", "W", "𝕏", "\u202e", "\n", "https://a.b", "\U0001f469\u200d", "1."]
)
HOSTILE = st.lists(SIGNS, min_size=1, max_size=40).map("".join)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(st.sampled_from("ab ♠\n*"), max_size=6000), max_size=9), st.integers(0, 3))
def test_a_layout_is_cut_to_what_discord_takes(texts: list[str], short: int) -> None:
    layout = Layout()
    for text in texts:
        layout.text(text)
    for number in range(short):
        layout.text(f"short {number}")
    drawing = layout.drawing()
    check(drawing)
    shown = [part["content"] for part in walk(drawing.view.to_components()) if "content" in part]
    assert shown[len(shown) - short :] == [f"short {number}" for number in range(short)]
    if sum(len(as_text(text)) for text in texts) + 7 * short <= TEXT:
        assert shown[: len(shown) - short] == [as_text(text) for text in texts if text]


@settings(max_examples=30, deadline=None)
@given(st.text(st.sampled_from("ab ♠\n*"), max_size=9000))
def test_a_note_is_cut_to_what_discord_takes(text: str) -> None:
    check(note(text, PERSON.button("page", text, game="matador", page=1)))


def test_labels_placeholders_and_answers_are_cut_to_what_discord_takes() -> None:
    long = "♠" * 300
    button = TABLE.button("sit", long, table=1, chair=0).to_component_dict()
    assert len(button["label"]) == 80
    assert button["label"].endswith("…")
    menu = TABLE.menu("move", long, [Answer("1", long)], table=1, number=0).to_component_dict()
    assert len(menu["placeholder"]) == 150
    assert len(menu["options"][0]["label"]) == 100


def named(game: Any, names: list[str], status: Status) -> TableSnapshot:
    """A table of that game with those people, and as many waiting as there may be."""
    snapshot = at_table(game, {}, None, status)
    people = [Person(1_190_000_000_000_000_000 + i, names[i % len(names)]) for i in range(12)]
    seats = tuple(replace(seat, occupant=people[i]) for i, seat in enumerate(snapshot.table.chairs))
    table = changed(snapshot.table, seats=seats, waiting=tuple(people[6:]), id=10**18 - 1)
    return replace(snapshot, table=table)


@in_every_language
@settings(max_examples=15, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.lists(HOSTILE, min_size=1, max_size=6))
def test_messages_with_hostile_names_fit(words: Catalogue, key: str, names: list[str]) -> None:
    game = GAMES[key]
    lobby = named(game, names, Status.LOBBY)
    check(draw_options(lobby, words))
    for more in (False, True):
        check_form(RulesForm(lobby, words, more=more))
    check(asyncio.run(draw_table_message(lobby, words, with_pictures=False)))
    for step in random_match(game, game.options({}), None, 5, most=12):
        snapshot = replace(named(game, names, Status.PLAYING), history=History(game, Position(step.after)))
        check(asyncio.run(draw_table_message(snapshot, words, with_pictures=False)))
        for seat in range(len(snapshot.table.chairs)):
            check(asyncio.run(draw_hand_panel(snapshot, seat, words, with_pictures=False)))
    over = named(game, names, Status.CLOSED)
    check(asyncio.run(draw_table_message(over, words, with_pictures=False)))


@pytest.mark.parametrize("key", sorted(GAMES))
@in_every_language
def test_nothing_to_press_or_to_choose_is_cut(words: Catalogue, key: str) -> None:
    lobby = at_table(GAMES[key], {}, None, Status.LOBBY)
    drawings = [draw_options(lobby, words), draw_picker(list(GAMES), key, OpenOptions(), words)]
    drawings.append(asyncio.run(draw_table_message(lobby, words, with_pictures=False)))
    for step in random_match(GAMES[key], GAMES[key].options({}), None, 6, most=40):
        snapshot = at_table(GAMES[key], {}, step.after)
        drawings.append(asyncio.run(draw_hand_panel(snapshot, step.seat or 0, words, with_pictures=False)))
    for part in (part for drawing in drawings for part in walk(drawing.view.to_components())):
        texts = {part.get("label", ""): 80, part.get("placeholder", ""): 150}
        texts |= {option["label"]: 100 for option in part.get("options", [])}
        assert not [text for text, most in texts.items() if len(text) == most and text.endswith("…")]


@in_every_language
@settings(max_examples=25, deadline=None)
@given(st.lists(HOSTILE, min_size=1, max_size=6), st.integers(0, 60))
def test_the_list_of_tables_fits(words: Catalogue, names: list[str], number: int) -> None:
    tables = [named(GAMES["bishops-whist"], names, Status.PLAYING).table] * number
    text = table_list_text(tables, words)
    assert len(as_text(text)) <= LONGEST_CONTENT
    assert number <= 5 or words is not LONG or "moreéü" in text or text.count("\n") + 1 == number


@in_every_language
@settings(max_examples=25, deadline=None)
@given(HOSTILE, st.integers(0, 60))
def test_records_and_leaderboards_fit(words: Catalogue, name: str, number: int) -> None:
    big = 2**31
    standing = Standing(2**60, 2**60 + 1, big, big, big, big, big, big, big, 0, name, name)
    seasons = [Season(2026 - year, month) for year in range(3) for month in range(12, 0, -1)]
    winners = [winner(1, season) for season in seasons]
    lines = [standing] * min(number, LINES)
    board = board_of("american-whist", *lines, page=90, more=True, winners=winners)
    check(asyncio.run(draw_board(board, words, with_pictures=False)))
    stats = stats_of("american-whist", seasons=seasons, given_away=GivenAway("x", "tricks", 3, 10**9))
    record = replace(stats.record, partners=[standing] * number, seasons=winners, form=())
    own = {"with_pictures": False, "own": True, "shared": False}
    check(asyncio.run(draw_stats(Person(1, name), replace(stats, record=record), words, **own)))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_page_of_every_guide_fits(key: str) -> None:
    for number in range(len(guide(key))):
        check(asyncio.run(draw_guide(key, number, LONG)))
    last = asyncio.run(draw_guide(key, 99, LONG)).view.to_components()
    number = len(guide(key)) - 1
    assert last == asyncio.run(draw_guide(key, number, LONG)).view.to_components()


@in_every_language
def test_the_picker_fits(words: Catalogue) -> None:
    for last in (None, *GAMES):
        check(draw_picker(list(GAMES), last, OpenOptions("slow", "bob-short", 10**18 - 1), words))
    check(draw_guides(words))


@in_every_language
@settings(max_examples=25, deadline=None)
@given(st.sampled_from(sorted(PLAIN)), HOSTILE)
def test_whatever_is_said_to_one_person_fits(words: Catalogue, code: str, name: str) -> None:
    values: dict[str, Any] = defaultdict(lambda: name)
    for field in re.findall(r"{(\w+)}", PLAIN[code]):
        values[field] = [2**63] * 25 if field == "channels" else 2**63
    assert 0 < len(as_text(refusal_text(TableError(code, **values), words))) < LONGEST_CONTENT
