"""Boards of Duplicate, and the tables that play them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import RowMapping, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql import ColumnElement

from bot.rules.records.board_record import Par
from bot.tables.state.board import Board, KeptPar
from bot.tables.state.table import Seal
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.schema.duplicate import board_plays, boards


class SqlBoardStore(SqlStore):
    """The `BoardStore` of a database."""

    async def add_boards(self, new: Sequence[Board]) -> Sequence[Board]:
        return await self._database.write(_add, tuple(new))

    async def board(self, board_id: int) -> Board | None:
        (rows,) = await self._database.read(select(boards).where(boards.c.id == board_id))
        return board_of(rows[0]._mapping) if rows else None

    async def par(self, board_id: int) -> KeptPar | None:
        (rows,) = await self._database.read(select(boards.c.par).where(boards.c.id == board_id))
        if not rows or rows[0].par is None:
            return None
        return KeptPar(Par.model_validate(rows[0].par) if rows[0].par else None)

    async def save_par(self, board_id: int, par: Par | None) -> None:
        await self._database.write(_save_par, (board_id, par))

    async def tables_of_board(self, board_id: int) -> Sequence[int]:
        return await self._tables(board_plays.c.board_id == board_id)

    async def table_at(self, session_id: int, board_id: int, table: int) -> int | None:
        found = await self._tables(
            board_plays.c.session_id == session_id,
            board_plays.c.board_id == board_id,
            board_plays.c.place == table,
        )
        return next(iter(found), None)

    async def _tables(self, *where: ColumnElement[bool]) -> Sequence[int]:
        query = select(board_plays.c.table_id).where(*where).order_by(board_plays.c.table_id)
        (rows,) = await self._database.read(query)
        return [row.table_id for row in rows]


def _row_of(board: Board) -> dict[str, Any]:
    return {
        "game": board.game,
        "options": dict(board.options),
        "number": board.number,
        "dealer": board.dealer,
        "opening": [list(move) for move in board.opening],
        "salt": board.seal.salt,
        "sha256": board.seal.sha256,
    }


def board_of(row: RowMapping) -> Board:
    """The board a row of `boards` holds."""
    return Board(
        row["id"],
        row["game"],
        row["options"],
        row["number"],
        row["dealer"],
        tuple((seat, text) for seat, text in row["opening"]),
        Seal(row["salt"], row["sha256"]),
    )


@each
async def _add(connection: AsyncConnection, new: Sequence[Board]) -> Sequence[Board]:
    return [await add_board(connection, board) for board in new]


@each
async def _save_par(connection: AsyncConnection, item: tuple[int, Par | None]) -> None:
    board_id, par = item
    # NULL: nobody has tried.
    kept = {} if par is None else par.model_dump(mode="json")
    await connection.execute(update(boards).where(boards.c.id == board_id).values(par=kept))


async def add_board(connection: AsyncConnection, board: Board) -> Board:
    """Insert a board; returns it with its id."""
    result = await connection.execute(insert(boards).values(_row_of(board)))
    (key,) = result.inserted_primary_key or (0,)
    return replace(board, id=key)
