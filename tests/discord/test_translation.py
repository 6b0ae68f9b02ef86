"""Everything the surface says comes from a message: drawn in a pseudo-language, nothing English is left."""

import ast
import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.duplicate.contests.collusion import Findings, Hint, Part
from bot.house.registry import levels_of
from bot.rules.records.history import History, Position
from bot.rules.registry import GAMES
from bot.tables.judging.standings import Lasting
from bot.tables.people.servers import Defaults
from bot.tables.state.chairs import House, Level, Person, Seat
from bot.tables.state.errors import TableError
from bot.tables.state.outcomes import GivenAway
from bot.tables.state.posts import Post
from bot.tables.state.preferences import ServerSettings, UserSettings
from bot.tables.state.results import By, Company, PersonalRecord
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting, Status
from cogs.answering.press import apology
from cogs.hand.panel import Whereabouts, draw_hand_panel, draw_laid_aside
from cogs.hand.read_panel import answer_line, draw_gone, draw_read_panel
from cogs.hand.reading import Question
from cogs.opening.house_rules import CLOCKS, POSTINGS, RulesForm, draw_options
from cogs.opening.picker import draw_guides, draw_picker
from cogs.settings.fair_play import draw_fair_play
from cogs.settings.help import TOPICS, draw_guide, draw_help
from cogs.settings.me import draw_blocks, draw_me
from cogs.settings.privacy import draw_erased, draw_privacy, draw_sure
from cogs.settings.server import draw_server, draw_server_game, rule_pages
from cogs.standings.leaderboard import draw_board
from cogs.standings.stats import draw_stats
from cogs.table import post as post_view
from cogs.table.cog import table_list_text
from cogs.table.post import post_text
from cogs.table.table_message import draw_table_message
from cogs.ui.glyphs import plainly
from cogs.ui.guides import Page
from cogs.ui.layout import Drawing
from cogs.ui.open_options import OpenOptions
from cogs.words.news import since
from cogs.words.refusals import CODES, HOST_ACTIONS, refusal_text
from cogs.words.trouble import Trouble, Why, trouble_text
from tests.discord.boards import ALONE, PAIR, SEASON, STAKED, board_of, stats_of, winner
from tests.discord.test_words import ITEMS, VALUES, Hand, analysed, calls
from tests.discord.world import walk
from tests.rules.play import random_match
from tests.stored_tables import changed, stored_table
from tests.test_messages import PEOPLE, PSEUDO, known, untranslated

every_game = pytest.mark.parametrize("key", GAMES)
HOUSE = House("hoyle", "Clay")
NAMES = ("Hoyle", "Clay", "Card Club")
WHEREABOUTS = (
    Whereabouts(),
    Whereabouts(link="1/2"),
    Whereabouts(under_my_hand=True, channel_id=9),
    Whereabouts(under_my_hand=True),
)
"""Proper names that stand outside of messages."""


def said(drawing: Drawing) -> Iterator[str]:
    components: list[Any] = drawing.view.to_components()
    for part in walk(components):
        yield from (part.get("content") or "", part.get("label") or "", part.get("placeholder") or "")
        yield from (option["label"] for option in part.get("options") or ())


def said_in_form(form: RulesForm) -> Iterator[str]:
    sent: Any = form.to_dict()
    yield sent["title"]
    for label in sent["components"]:
        yield from (label["label"], label.get("description") or "")
        for option in label["component"]["options"]:
            yield from (option["label"], option.get("description") or "")


def left_in(*texts: str) -> set[str]:
    """The words outside of all messages; what stands in <…> and `…` is Discord's."""
    bare = (re.sub(r"<[^>]*>|`[^`]*`", " ", plainly(text)) for text in texts)
    return {word for text in bare for word in untranslated(text, *NAMES)}


def at_table(key: str, state: Any, status: Status, **fields: Any) -> TableSnapshot:
    chairs = len(GAMES[key].seating(GAMES[key].options({})))
    seats = tuple(Seat(Person(i, name), away=i == 1) for i, name in enumerate(PEOPLE))[: chairs - 1]
    table = stored_table(
        id=7,
        guild_id=1,
        channel_id=9,
        host_id=1,
        game=key,
        options={},
        seats=(*seats, Seat(HOUSE)),
        created_at=0.0,
        turn_seconds=45,
        status=status,
        deadline=1.0,
    )
    history = None if state is None else History(GAMES[key], Position(state))
    return TableSnapshot(changed(table, **fields), (), history)


@every_game
async def test_a_match_is_drawn_in_the_language_of_the_reader(key: str) -> None:
    game = GAMES[key]
    last = None
    for number, step in enumerate(random_match(game, game.options({}), None, 3, most=120)):
        last = step.after
        if number % 5:
            continue
        snapshot = at_table(key, last, Status.PLAYING, reminded=number % 2 == 0)
        assert not left_in(*said(await draw_table_message(snapshot, PSEUDO, with_pictures=False)))
        for seat in range(len(snapshot.table.chairs)):
            assert not left_in(*said(await draw_hand_panel(snapshot, seat, PSEUDO, with_pictures=False)))
            assert not left_in(*said(draw_read_panel(snapshot, seat, PSEUDO, news=since(snapshot, None))))
            assert not left_in(*said(draw_gone(snapshot, seat, PSEUDO)))
            for question in Question:
                assert not left_in(answer_line(snapshot, seat, question, PSEUDO, spoken=True))
    for status in (Status.LOBBY, Status.FINISHED, Status.CLOSED):
        snapshot = at_table(
            key, None if status is Status.LOBBY else last, status, waiting=(Person(8, "Hal"),)
        )
        assert not left_in(*said(await draw_table_message(snapshot, PSEUDO, with_pictures=False)))
        assert not left_in(*said(await draw_hand_panel(snapshot, 0, PSEUDO, with_pictures=False)))
        for where in WHEREABOUTS:
            assert not left_in(*said(draw_laid_aside(snapshot, where, PSEUDO)))


@every_game
def test_house_rules_and_guides(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = at_table(key, None, Status.LOBBY)
    for more in (False, True):
        assert not left_in(*said_in_form(RulesForm(lobby, PSEUDO, more=more)))
    for clock in (*CLOCKS, 45):
        timed = at_table(key, None, Status.LOBBY, turn_seconds=clock)
        assert not left_in(*said(draw_options(timed, PSEUDO)))
    monkeypatch.setattr("cogs.settings.help.guide", lambda *_: [Page("⟦title⟧", "⟦text⟧")])
    assert not left_in(*said(asyncio.run(draw_guide(key, 0, PSEUDO))))


def test_the_picker() -> None:
    for last in (None, *GAMES):
        drawing = draw_picker(list(GAMES), last, OpenOptions(guest=1), PSEUDO)
        assert not left_in(*said(drawing))
    assert not left_in(*said(draw_guides(PSEUDO)))


def test_every_message_in_the_code_is_collected() -> None:
    # Babel does not look into f-strings.
    functions = ("gettext", "ngettext", "pgettext", "npgettext")
    for name, call in calls(*functions, *(f"{name}_noop" for name in functions)):
        context, messages = (call.args[0], call.args[1:]) if "pg" in name else (ast.Constant(None), call.args)
        assert isinstance(context, ast.Constant), "a context is a literal"
        for message in messages[: 2 if name.startswith("n") else 1]:
            if isinstance(message, ast.Constant):
                assert (context.value, message.value) in known()


def test_refusals_and_troubles() -> None:
    for code in CODES:
        error = TableError(code, **VALUES.get(code, {}))
        assert not left_in(refusal_text(error, PSEUDO).replace("Bob Short", "")) - {"Mr"}, code
    for action in HOST_ACTIONS:
        assert not left_in(refusal_text(TableError("not-host", host=1, action=action), PSEUDO))
    troubles = [Trouble(1, 2, why, session) for why in Why for session in (True, False)]
    assert not left_in(apology(PSEUDO), *(trouble_text(trouble, PSEUDO) for trouble in troubles))


def test_posts(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = at_table("american-whist", None, Status.PLAYING)
    for item in ITEMS:
        assert not left_in(post_text(Post(7, 1, (item,)), snapshot, PSEUDO)) - {"Mr"}, item
    monkeypatch.setattr(post_view, "played_hand", lambda snapshot, number: Hand)
    slip = {"trick": 3, "seat": 0, "card": "QH", "loss": 1, "better": ["AS", "KS", "2S", "3S"]}
    knight = {"trick": 3, "seat": 0, "card": "N", "loss": 2, "better": []}
    for unit in ("tricks", "points"):
        for first in (1, 2, 3, 12):
            told = analysed(PSEUDO, unit=unit, counted_from=first, slips=[slip, *[knight] * 7])
            assert not left_in(told) - {"Mr"}
            assert not left_in(analysed(PSEUDO, unit=unit, counted_from=first)) - {"Mr"}
        assert not left_in(analysed(PSEUDO, unit=unit, estimated=True)) - {"Mr"}


async def drawn_boards() -> list[Drawing]:
    """Leaderboards and records with everything that can stand in them."""
    found, ann = [], Person(1, "Ann")
    for key in GAMES:
        # The words of periods are of no game.
        every = (SEASON, SEASON.before, Lasting.WEEK, Lasting.ALL)
        for period in every if key in ("american-whist", "bezique") else every[:1]:
            for company in Company:
                told = {"period": period, "company": company, "winners": [winner(), winner(house=True)]}
                board = board_of(key, ALONE, PAIR, replace(ALONE, user_id=0), page=1, more=True, **told)
                found.append(await draw_board(board, PSEUDO, with_pictures=True))
        found.append(await draw_board(board_of(key, by=By.PAIRS), PSEUDO, with_pictures=True))
        stakes = board_of(key, replace(STAKED, stakes=5), STAKED, by=By.STAKES, staked=True)
        found.append(await draw_board(stakes, PSEUDO, with_pictures=True))
        stats = stats_of(key)
        lost = [replace(stats, given_away=GivenAway(key, unit, 3, 3)) for unit in ("tricks", "points")]
        units = [replace(stats.record, unit=unit) for unit in ("game", "hand")]
        nothing = replace(ALONE, matches=0, games=0, hands=0)
        empty = PersonalRecord(nothing, nothing)
        for one in (*lost, *(replace(stats, record=record) for record in (*units, empty))):
            for own in (True, False):
                how = {"with_pictures": True, "own": own, "shared": not own}
                found.append(await draw_stats(ann, one, PSEUDO, **how))
    nobody, how = board_of("bezique", games=()), {"with_pictures": True, "own": True, "shared": False}
    found.append(await draw_board(nobody, PSEUDO, with_pictures=True))
    found.append(await draw_stats(ann, stats_of("bezique", games=()), PSEUDO, **how))
    return found


async def test_leaderboards_and_records() -> None:
    for drawing in await drawn_boards():
        assert not left_in(*said(drawing), *(picture.alt for picture in drawing.pictures))


def test_lists_help_and_settings() -> None:
    tables = [at_table(key, None, status).table for key in GAMES for status in (Status.LOBBY, Status.PLAYING)]
    assert not left_in(table_list_text(tables, PSEUDO), table_list_text([], PSEUDO))
    for topic in ("", *TOPICS):
        assert not left_in(*said(draw_help(topic, PSEUDO)))
    for closed in (True, False):
        assert not left_in(*said(draw_me(UserSettings(1, dm_closed=closed), PSEUDO, [])))
    for on_server in (True, False):
        assert not left_in(*said(draw_blocks((), PSEUDO, on_server=on_server)))
    hidden = draw_privacy(UserSettings(1, hidden=True), {}, PSEUDO)
    assert not left_in(*said(hidden), *said(draw_sure(PSEUDO)), *said(draw_erased(PSEUDO)))
    levels = {key: [Level("first", "Hoyle", levels_of(key)[0].line)] for key in GAMES}
    defaults = {key: Defaults({}, 180, "first", True) for key in GAMES}
    for posting in POSTINGS:
        tricks = posting is Posting.TRICKS
        mornings = {"morning_channel": 5, "problem_of_the_day": tricks, "winner_role": 6}
        settings = ServerSettings(1, posting=posting, hints=tricks, **mornings)  # type: ignore[arg-type]
        drawn = draw_server(
            settings, defaults, levels, PSEUDO, today=0, refused=tricks, may_change=True, languages=[]
        )
        assert not left_in(*said(drawn))
    part = Part(2, 0.5)
    for findings in (Findings(0, ()), Findings(1, ()), Findings(2, (Hint(1, 2, part, part, 0.001),))):
        assert not left_in(*said(draw_fair_play(findings, PSEUDO)))
    for key in GAMES:
        for page in range(rule_pages(key)):
            drawn = draw_server_game(key, defaults[key], levels[key], PSEUDO, page)
            assert not left_in(*said(drawn))
