"""Boards in the database, and the tables that play them."""

from dataclasses import replace

from bot.rules.records.board_record import Par
from bot.tables.state.board import Board, KeptPar
from bot.tables.state.change import Change
from bot.tables.state.table import BoardPlay, LoggedMove, Seal, Table
from storage.connection.database import Database
from storage.duplicate.boards import SqlBoardStore
from storage.tables.store import SqlTableStore
from tests.storage.makers import FULL

BOARD = Board(
    id=0,
    game="bishops-whist",
    options={"board": True},
    number=3,
    dealer=2,
    opening=((None, "deck QH"), (1, "cut 20"), (2, "trump H")),
    seal=Seal("ab" * 16, "cd" * 32),
)


def playing(board_id: int, session: int, table: int) -> Change:
    """The opening of a table that plays the board there."""
    row: Table = replace(FULL, board=BoardPlay(board_id, 3, 2, session, table), version=2)
    return Change(
        row, FULL, (LoggedMove(1, None, "deck QH", 5.0, BOARD.seal), LoggedMove(2, 1, "cut 20", 5.0))
    )


async def test_boards_come_back_as_they_were_stored(database: Database) -> None:
    store = SqlBoardStore(database)
    first, second = await store.add_boards([BOARD, replace(BOARD, number=4)])
    assert first == replace(BOARD, id=first.id)
    assert await store.board(second.id) == replace(BOARD, id=second.id, number=4)
    assert await store.board(second.id + 1) is None


async def test_a_board_is_dealt_once_at_each_table_of_a_session(database: Database) -> None:
    boards, tables = SqlBoardStore(database), SqlTableStore(database)
    (board,) = await boards.add_boards([BOARD])
    table, is_new = await tables.create_dealt(playing(board.id, 2, 1))
    assert is_new
    assert await tables.load(table.id) == (table, playing(board.id, 2, 1).moves)
    assert await tables.create_dealt(playing(board.id, 2, 1)) == (table, False)
    other, is_new = await tables.create_dealt(playing(board.id, 2, 2))
    daily, _ = await tables.create_dealt(playing(board.id, 0, 1_190_000_000_000_000_100))
    assert is_new
    assert await boards.tables_of_board(board.id) == [table.id, other.id, daily.id]
    assert await boards.table_at(2, board.id, 2) == other.id
    assert await boards.table_at(3, board.id, 2) is None


async def test_what_a_board_is_worth_is_kept_and_so_is_that_it_takes_too_long(database: Database) -> None:
    store = SqlBoardStore(database)
    first, second, third = await store.add_boards([BOARD] * 3)
    par = Par(value=-3, line=["QH", "N"])
    await store.save_par(first.id, par)
    await store.save_par(second.id, None)
    assert await store.par(first.id) == KeptPar(par)
    assert await store.par(second.id) == KeptPar(None)
    assert await store.par(third.id) is None
    assert await store.board(first.id) == first
