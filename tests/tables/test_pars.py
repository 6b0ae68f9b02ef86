"""The double-dummy value of a board: found once, when a table has played it or when somebody asks."""

import asyncio

import pytest

from bot.rules.records.board_record import Par
from bot.tables.seating.boards import Place
from bot.tables.state.board import Board
from bot.tables.state.chairs import House, Seat
from bot.tables.state.errors import TableError
from tests.tables.fakes import Room


async def drawn(room: Room, boards: int = 1) -> list[Board]:
    return list(await room.tables.boards.draw("american-whist", {}, boards))


async def play(room: Room, board: Board, table: int) -> None:
    seats = [Seat(House("hoyle", name)) for name in ("Battle", "Clay", "Pole", "Drayson")]
    await room.tables.boards.deal(board, seats, Place(10, 20, 7, table, host_id=1))
    await room.settle()
    await room.tables.jobs.settled()


async def test_a_board_is_solved_once_however_many_tables_play_it() -> None:
    room = Room(analyse=True)
    (board,) = await drawn(room)
    assert await room.tables.pars.known(board.id) is None
    for table in (1, 2):
        await play(room, board, table)
    assert room.analyst.solved == [(board.id, False)]
    assert await room.tables.pars.known(board.id) == Par(value=7)


async def test_where_nothing_is_analysed_unasked_no_board_is_solved(room: Room) -> None:
    (board,) = await drawn(room)
    await play(room, board, 1)
    await room.tables.pars.want(board.id)
    await room.tables.jobs.settled()
    assert room.analyst.solved == []


async def test_whoever_asks_gets_it_and_two_who_ask_share_the_work(room: Room) -> None:
    (board,) = await drawn(room)
    room.analyst.open.clear()
    asking = [asyncio.create_task(room.tables.pars.find(board.id)) for _ in range(2)]
    await room.analyst.asked.wait()
    room.analyst.open.set()
    assert await asyncio.gather(*asking) == [Par(value=7)] * 2
    assert await room.tables.pars.find(board.id) == Par(value=7)
    assert room.analyst.solved == [(board.id, True)]


async def test_a_board_that_takes_too_long_is_not_tried_again(room: Room) -> None:
    (board,) = await drawn(room)
    room.analyst.worth = None
    assert await room.tables.pars.find(board.id) is None
    assert await room.tables.pars.find(board.id) is None
    assert len(room.analyst.solved) == 1


async def test_what_cannot_be_solved_here_is_refused_and_the_next_board_is_solved_all_the_same() -> None:
    room = Room(analyse=True)
    first, second = await drawn(room, 2)
    room.analyst.no = TableError("analysis-off")
    with pytest.raises(TableError, match="analysis-off"):
        await room.tables.pars.find(first.id)
    room.analyst.no = None
    await room.tables.pars.want(404, second.id)
    await room.tables.jobs.settled()
    assert await room.tables.pars.known(first.id) is None
    assert await room.tables.pars.known(second.id) == Par(value=7)


async def test_it_is_broken_off_when_the_bot_stops() -> None:
    room = Room(analyse=True)
    (board,) = await drawn(room)
    room.analyst.open.clear()
    await room.tables.pars.want(board.id)
    while not room.analyst.solved:  # noqa: ASYNC110 - nobody would tell this test
        await asyncio.sleep(0)
    await room.tables.jobs.stop()
    assert await room.boards.par(board.id) is None
    room.analyst.open.set()
    room.tables.jobs.start()
    assert await room.tables.pars.find(board.id) == Par(value=7)
