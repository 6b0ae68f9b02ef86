"""The hand panel of a board says all that a table message would, and offers nothing out of place there."""

import pytest

from bot.rules.catalogue import ENGLISH
from bot.tables.seating.boards import Place
from bot.tables.state.chairs import House, Seat
from bot.tables.state.snapshot import TableSnapshot
from cogs.hand.board_panel import Occasion
from cogs.hand.panel import draw_hand_panel
from cogs.hand.read_panel import draw_read_panel
from cogs.proposals.views import draw_more
from tests.discord.test_one_panel import drawn
from tests.tables.fakes import Room, actor, person

OCCASION = Occasion(8, "Next: board 2.")
PLACE = Place(10, 20, 7, 2, host_id=1)


async def dealt(room: Room, game: str = "american-whist", place: Place = PLACE) -> TableSnapshot:
    (board,) = await room.tables.boards.draw(game, {}, 1)
    house = [House("hoyle", name) for name in ("Battle", "Clay", "Pole")]
    seats = [Seat(person(1)), *map(Seat, house)]
    await room.tables.boards.deal(board, seats, place)
    await room.settle()
    (snapshot,) = await room.tables.boards.tables(board.id)
    return snapshot


async def played(room: Room, snapshot: TableSnapshot, cards: int) -> TableSnapshot:
    for _ in range(cards):
        move = str(snapshot.view(0).legal[0])
        await room.tables.play.act(snapshot.table.id, actor(1), move, snapshot.step)
        await room.settle()
        snapshot = await room.tables.repository.look(snapshot.table.id)
    return snapshot


async def panel(snapshot: TableSnapshot, *, pictures: bool = False) -> tuple[str, list[str]]:
    drawing = await draw_hand_panel(snapshot, 0, ENGLISH, with_pictures=pictures, occasion=OCCASION)
    seen = drawn(drawing)
    return seen.text, seen.open_buttons


@pytest.mark.parametrize("game", ["american-whist", "english-whist", "bishops-whist"])
@pytest.mark.parametrize("pictures", [False, True])
async def test_it_says_which_board_it_is_and_who_sits_where(game: str, pictures: bool) -> None:
    text, _ = await panel(await dealt(Room(), game), pictures=pictures)
    head, company = text.split("\n")[:2]
    assert head == "### Board 1 of 8 · table 2"
    assert company == "You sit **North** with Clay against Battle and Pole."


async def test_it_tells_the_course_of_the_hand_for_there_is_no_table_message() -> None:
    room = Room()
    snapshot = await played(room, await dealt(room), 3)
    text, buttons = await panel(snapshot, pictures=True)
    assert "\n-# Tricks 1 to 3: North–South 1, East–West\u00a02." in text
    assert not {"Hint", "Next hand", "Play again"} & set(buttons)


async def test_once_it_is_over_it_has_the_result_the_whole_course_and_what_comes_next() -> None:
    room = Room()
    snapshot = await played(room, await dealt(room), 13)
    for pictures in (False, True):
        text, buttons = await panel(snapshot, pictures=pictures)
        assert "**Next: board 2.**" in text
        assert "\n-# 13\\. " in text
        assert buttons == ["Replay"]
    read = drawn(draw_read_panel(snapshot, 0, ENGLISH, occasion=OCCASION))
    assert "Next: board 2." in read.text
    assert "This board is over." in read.text
    assert read.open_buttons == ["Replay"]


async def test_a_board_by_dm_alone_names_no_channel_and_no_table() -> None:
    snapshot = await dealt(Room(), place=Place(0, 0, 0, 5, host_id=1))
    text, _ = await panel(snapshot)
    assert text.startswith("### American Whist · board 1 of 8\n")
    assert "<#" not in text


async def test_nothing_but_claims_can_be_proposed_at_a_board() -> None:
    room = Room()
    snapshot = await dealt(room)
    offered = drawn(draw_more(snapshot, 0, ENGLISH)).open_buttons
    assert offered == ["Concede the tricks left…"]
