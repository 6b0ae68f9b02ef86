"""Boards: one pack for any number of tables."""

import asyncio

import pytest

from bot.rules.moves import Deck
from bot.tables.people.access import Action, may, require
from bot.tables.seating.boards import Place, score_of
from bot.tables.state.board import Board
from bot.tables.state.chairs import House, Seat
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting, Status
from tests.tables.fakes import Room, actor, person

GAMES = ("american-whist", "english-whist", "bishops-whist")


def seats(*people: int) -> list[Seat]:
    """Those people, clockwise from North, and house players in the chairs left."""
    house = [Seat(House("hoyle", name)) for name in ("Battle", "Clay", "Pole", "Drayson")]
    return [Seat(person(user)) for user in people] + house[len(people) :]


async def dealt(room: Room, board: Board, table: int, *people: int) -> TableSnapshot:
    return await room.tables.boards.deal(board, seats(*people), Place(10, 20, 7, table, host_id=1))


@pytest.mark.parametrize("game", GAMES)
async def test_each_seat_deals_in_turn_and_the_packs_are_sealed(room: Room, game: str) -> None:
    boards = await room.tables.boards.draw(game, {}, 5)
    assert [board.number for board in boards] == [1, 2, 3, 4, 5]
    assert [board.dealer for board in boards] == [0, 1, 2, 3, 0]
    assert len({board.opening[0] for board in boards}) == 5
    for board in boards:
        assert board.opening[0][1].startswith(Deck.verb)
        assert isinstance(board.dealt.game.to_act(board.dealt.state), tuple)


@pytest.mark.parametrize("game", GAMES)
async def test_at_a_board_nobody_can_revoke_whatever_the_house_rules_of_the_server(room: Room, game: str):
    (board,) = await room.tables.boards.draw(game, {"revokes": True}, 1)
    assert board.options["revokes"] is False
    snapshot = await dealt(room, board, 1, 1)
    assert not snapshot.game.options(snapshot.table.options).revokes
    await room.settle()
    for seat in range(4):
        assert snapshot.optional_moves(seat) == ()


@pytest.mark.parametrize("game", GAMES)
async def test_the_same_board_at_two_tables_is_the_same_deal(room: Room, game: str) -> None:
    (board,) = await room.tables.boards.draw(game, {}, 1)
    one, two = await dealt(room, board, 1), await dealt(room, board, 2)
    assert one.table.id != two.table.id
    shuffles = [[move for move in table.log if move.seal is not None] for table in (one, two)]
    assert [move.seal for move in shuffles[0]] == [move.seal for move in shuffles[1]] == [board.seal]
    hands = [table.history.state.hands for table in (one, two) if table.history]
    assert hands == [board.dealt.state.hands] * 2


@pytest.mark.parametrize("game", GAMES)
async def test_house_players_play_a_board_alike_wherever_it_is_played(room: Room, game: str) -> None:
    (board,) = await room.tables.boards.draw(game, {}, 1)
    tables = [await dealt(room, board, table) for table in (1, 2)]
    await room.settle()
    ended = [await room.tables.repository.look(table.table.id) for table in tables]
    assert [table.table.status for table in ended] == [Status.FINISHED] * 2
    assert [move.text for move in ended[0].log] == [move.text for move in ended[1].log]
    assert score_of(ended[0]) == score_of(ended[1]) is not None


async def test_a_board_of_whist_counts_every_trick(room: Room) -> None:
    (board,) = await room.tables.boards.draw("english-whist", {}, 1)
    table = await dealt(room, board, 1)
    assert score_of(table) is None
    await room.settle()
    score = score_of(await room.tables.repository.look(table.table.id))
    assert score is not None
    assert sum(score) == 13


async def test_a_board_is_dealt_once_for_a_table_of_a_session(room: Room) -> None:
    (board,) = await room.tables.boards.draw("american-whist", {}, 1)
    first, again = await asyncio.gather(dealt(room, board, 1, 1, 2, 3, 4), dealt(room, board, 1, 1, 2, 3, 4))
    assert first.table.id == again.table.id
    assert await room.tables.boards.at(7, board.id, 1) == first
    assert await room.tables.boards.at(7, board.id, 2) is None
    assert [table.table.id for table in await room.tables.boards.tables(board.id)] == [first.table.id]


async def test_nothing_of_a_board_is_told_in_the_channel_or_counts_on_leaderboards(room: Room) -> None:
    (board,) = await room.tables.boards.draw("american-whist", {}, 1)
    table = (await dealt(room, board, 1)).table
    await room.settle()
    assert table.telling.posting is Posting.PANELS
    assert not room.store.posts
    assert not room.store.outcomes
    assert not table.hints


async def test_only_those_who_play_it_are_told_of_a_board_until_it_is_open(room: Room) -> None:
    (board,) = await room.tables.boards.draw("american-whist", {}, 1)
    table = (await dealt(room, board, 1, 1, 2, 3, 4)).table
    assert may(actor(1), Action.LOOK, table)
    for who in (actor(5), actor(5, manages=True)):
        with pytest.raises(TableError, match="board-closed"):
            require(who, Action.LOOK, table)
    with pytest.raises(TableError, match="board-closed"):
        require(actor(1), Action.ANALYSE, table)
    for action in (Action.SIT, Action.LEAVE, Action.HINT, Action.OPTIONS, Action.CLOSE, Action.PLAY_AGAIN):
        with pytest.raises(TableError, match="board-table"):
            require(actor(1), action, table)
    await room.tables.boards.open(board.id)
    opened = (await room.tables.repository.look(table.id)).table
    assert may(actor(5), Action.LOOK, opened)
    assert may(actor(5), Action.ANALYSE, opened)
    assert not may(actor(5), Action.HAND, opened)


async def test_no_board_of_a_game_that_is_not_played_on_boards() -> None:
    with pytest.raises(TableError, match="no-boards"):
        await Room().tables.boards.draw("old-maid", {}, 1)
    with pytest.raises(TableError, match="no-board"):
        await Room().tables.boards.board(3)
