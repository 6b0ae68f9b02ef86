"""Every page of a hand of every game is drawn, and the page of one seat shows what that seat knew."""

import asyncio
import re
from collections.abc import Iterator

import pytest
from discord import ui

from bot.rules.catalogue import ENGLISH
from bot.rules.presentation.scene import Scene
from bot.tables.play.continuations import Continuation
from cogs.replay.position import Position, Viewer, lay_position
from cogs.replay.views import draw_page
from cogs.replay.what_if import draw_what_if, room_for_line
from cogs.result.replay_button import Page
from cogs.ui.actions import find
from cogs.ui.alt_texts import by_suit
from cogs.ui.glyphs import plainly
from cogs.ui.layout import LONGEST_ALT, Drawing, Layout
from tests.discord.ears import cards_in
from tests.golden.snapshots import RECORDS, golden
from tests.rules.test_pages import every_record, first_hand

PLAIN, ALOUD, PICTURED = (Viewer(ENGLISH, False), Viewer(ENGLISH, False, reads=True), Viewer(ENGLISH, True))

MOST_PICTURES = 5  # of a position: the board, what lies beside it, and hands

ONE_PACK = [
    *("american-whist", "english-whist", "dummy-whist", "double-dummy-whist", "mariage", "brusquembille"),
    "briscan",
]
"""Games in which no card is like another, and each is named by its rank and suit."""


def texts(drawing: Drawing) -> str:
    """All that a message says."""
    parts = drawing.view.walk_children()
    return plainly("\n".join(part.content for part in parts if isinstance(part, ui.TextDisplay)))


def positions(key: str) -> Iterator[tuple[Position, list[Position]]]:
    """Each page of the hand, with all hands, and as each seat knew it."""
    snapshot, pages = golden(RECORDS[key]), first_hand(key)
    for made in pages.stops[:-1]:
        seats, state = range(len(snapshot.seating)), pages.states[made]
        one = [Position(snapshot, Page(pages.number, made, seat), state, PLAIN) for seat in seats]
        yield Position(snapshot, Page(pages.number, made), state, PLAIN), one


def drawn(position: Position) -> str:
    layout = Layout()
    asyncio.run(lay_position(layout, position))
    return texts(layout.drawing())


def held(scene: Scene) -> set[str]:
    return set() if scene.hand is None else set(scene.hand.pieces)


@every_record
def test_every_page_is_drawn_in_words_and_aloud(key: str) -> None:
    (snapshot, pages), plain = (golden(RECORDS[key]), first_hand(key)), ""
    for number, made in enumerate(pages.stops):
        seat = [None, *range(len(snapshot.seating))][number % (1 + len(snapshot.seating))]
        page = Page(pages.number, made, seat, leader=7 if number % 2 else None)
        plain, aloud = (texts(asyncio.run(draw_page(snapshot, pages, page, one))) for one in (PLAIN, ALOUD))
        assert f"of {pages.last}" in plain
        assert not set(aloud) & set("♠♥♦♣"), aloud
    assert any(end in plain for end in (" is over", " wins ", " Old Maid")), "the last page has the result"


def test_a_turn_of_matador_is_told_on_its_page() -> None:
    snapshot, pages = golden(RECORDS["matador"]), first_hand("matador")
    for made in pages.stops[1:-1]:
        occupant = snapshot.table.chairs[pages.moves[made - 1][0] or 0].occupant
        assert occupant is not None
        said = texts(asyncio.run(draw_page(snapshot, pages, Page(pages.number, made), PLAIN)))
        assert re.search(rf"^\*\*{occupant.name}\*\*\s\S", said, re.MULTILINE), (made, said)


@pytest.mark.parametrize("key", ["american-whist", "four-handed-bezique", "bingo", "matador", "old-maid"])
def test_a_page_is_drawn_in_pictures_that_say_what_they_show(key: str) -> None:
    snapshot, pages = golden(RECORDS[key]), first_hand(key)
    made = pages.stops[len(pages.stops) // 2]
    for seat in (None, 1):
        drawing = asyncio.run(draw_page(snapshot, pages, Page(pages.number, made, seat), PICTURED))
        said = "\n".join(picture.alt for picture in drawing.pictures)
        assert all(len(picture.alt) <= LONGEST_ALT for picture in drawing.pictures)
        position = Position(snapshot, Page(pages.number, made, seat), pages.states[made], PLAIN)
        own = position.scene().hand
        shown = [row for _, row in position.hands()] if seat is None else [own] if own else []
        assert shown
        for row in shown:
            assert "; ".join(by_suit(row, ENGLISH, together=seat is None)) in said


@every_record
def test_the_page_of_a_seat_is_the_view_of_that_seat_and_no_more(key: str) -> None:
    for everybody, seats in positions(key):
        game, state = everybody.snapshot.game, everybody.state
        for position in seats:
            view = game.view(state, position.page.seat)
            names = position.names()
            assert position.scene() == position.text.scene(view, names), position.page
        # Every hand is taken from its own seat's view.
        hands = {seat: set(row.pieces) for seat, row in everybody.hands()}
        assert hands == {p.page.seat: held(p.scene()) for p in seats if held(p.scene())}


@pytest.mark.parametrize("key", ONE_PACK)
def test_no_hidden_card_of_another_seat_is_on_a_seats_page(key: str) -> None:
    hidden_at_all = 0
    for everybody, seats in positions(key):
        for position in seats:
            text, scene = drawn(position), position.scene()
            public = position.text.scene(position.snapshot.game.view(position.state, None), position.names())
            open_to_all = cards_in(repr(public))
            both = {piece for row in scene.hands for piece in row.pieces}
            others = {
                piece for seat, row in everybody.hands() if seat != position.page.seat for piece in row.pieces
            }
            hidden = others - open_to_all - both - held(scene)
            hidden_at_all += len(hidden)
            assert not hidden & cards_in(text), position.page
            assert hidden <= cards_in(drawn(everybody)), "with all hands they are there"
    assert hidden_at_all


@every_record
def test_what_if_is_drawn_within_discords_limits_from_every_page(key: str) -> None:
    snapshot, pages = golden(RECORDS[key]), first_hand(key)
    for number, made in enumerate(pages.stops[:-1]):
        page = Page(pages.number, made, None if number % 2 else 0)
        line, room = Continuation.start(pages, made).forced(), room_for_line(snapshot, page)
        viewer = ALOUD if number % 3 else PLAIN
        drawing = asyncio.run(draw_what_if(snapshot, pages, page, page.seat, line, viewer))
        parts = list(drawing.view.walk_children())
        ids = [part.custom_id for part in parts if isinstance(part, ui.Button | ui.Select)]
        assert len(ids) == len(set(ids))
        assert all(find(custom_id or "") for custom_id in ids)
        # A picture of each row would be one more of the parts.
        assert len(parts) <= 40 - MOST_PICTURES
        assert room > 60


def test_what_if_says_how_it_ends_beside_how_it_was_played() -> None:
    snapshot, pages = golden(RECORDS["english-whist"]), first_hand("english-whist")
    line, made = Continuation.start(pages, 40), 40
    while line.seat is not None:
        text = pages.moves[made][1]
        line, made = line.after(pages.game.parse(text)), made + 1
    said = texts(asyncio.run(draw_what_if(snapshot, pages, Page(1, 40), None, line, PLAIN)))
    ends, played = said.split("As it was played:")
    assert ends.split("So it ends:")[1].strip() == played.strip(), "the moves that were made end as they did"
