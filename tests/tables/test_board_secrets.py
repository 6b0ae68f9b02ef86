"""Who is told of a board, and what cannot be done at it, as long as others have still to play it."""

from bot.rules.trick_taking.claiming import ClaimCheck
from bot.tables.judging.records import record_of, seals_of
from bot.tables.people.access import Action, may, may_be_told, may_mean, require
from bot.tables.state.board import Board
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import ProposalKind, Status
from bot.tables.turns.proposals import unanswered
from tests.tables.fakes import Room, actor, is_refused, play_out, refused
from tests.tables.test_boards import dealt


async def begun(room: Room, *people: int, game: str = "english-whist") -> tuple[Board, TableSnapshot]:
    """A board at which those people sit, dealt."""
    (board,) = await room.tables.boards.draw(game, {}, 1)
    return board, await dealt(room, board, 1, *people)


async def now(room: Room) -> TableSnapshot:
    return await room.tables.repository.fresh(1)


async def gone(room: Room, *people: int) -> TableSnapshot:
    for user in people:
        await room.tables.lobby.gone(1, user)
    await room.settle()
    return await now(room)


async def test_who_is_gone_from_a_board_has_not_finished_it(room: Room) -> None:
    _, snapshot = await begun(room, 1, 2, 3, 4)
    await play_out(room, snapshot, 5)
    table = (await gone(room, 2)).table
    assert table.sat(2)
    assert [may_be_told(table, user) for user in (1, 2, 3, 4, 5)] == [True, False, True, True, False]
    for action in (Action.LOOK, Action.HAND, Action.MOVE, Action.ANALYSE, Action.PROPOSE):
        with refused("board-closed", board=1):
            require(actor(2), action, table)
    snapshot = await play_out(room, await now(room))
    assert snapshot.table.status is Status.FINISHED
    assert may(actor(1), Action.LOOK, snapshot.table)
    assert not may(actor(2), Action.LOOK, snapshot.table)


async def test_a_channel_that_is_gone_opens_no_board(room: Room) -> None:
    _, snapshot = await begun(room, 1, 2, 3, 4)
    await gone(room, 2)
    snapshot = await play_out(room, await now(room))
    lost = {"sees": False, "sends": False, "gone": True}
    assert may(actor(1, **lost), Action.LOOK, snapshot.table)
    with refused("board-closed"):
        require(actor(2, **lost), Action.LOOK, snapshot.table)


async def test_a_board_is_played_to_its_end_though_everybody_has_gone(room: Room) -> None:
    _, snapshot = await begun(room, 1, 2)
    await play_out(room, snapshot, 3)
    assert (await gone(room, 1, 2)).table.status is Status.FINISHED
    assert not room.store.posts


async def test_what_is_refused_at_a_board_and_what_is_not(room: Room) -> None:
    _, snapshot = await begun(room, 1, 2, 3, 4)
    snapshot = await play_out(room, snapshot, 5)
    before = snapshot.table
    consent = room.tables.consent
    for kind in (ProposalKind.PAUSE, ProposalKind.ABANDON):
        await is_refused("board-table", consent.propose(1, actor(1), kind))
    last = before.chairs[snapshot.log[-1].seat or 0].user_id
    await is_refused("deal-shared", consent.propose(1, actor(last or 0), ProposalKind.UNDO))
    await is_refused("board-table", consent.call(1, actor(1)))
    await is_refused("board-table", consent.answer(1, actor(5), 0))
    await is_refused("board-table", room.tables.advice.hint(1, actor(1)))
    assert (await now(room)).table == before

    room.house.check = ClaimCheck("unknown")
    claimant = before.chairs[snapshot.awaited[0]].user_id or 0
    asked = await room.tables.claims.claim(1, actor(claimant), 1, snapshot.step, shown=True)
    proposal = asked.table.proposal
    assert proposal is not None
    assert {one.user_id for one in unanswered(asked, proposal)} == {
        before.chairs[(snapshot.awaited[0] + turn) % 4].user_id for turn in (1, 3)
    }
    await is_refused("board-closed", consent.agree(1, actor(5)))
    assert not room.store.posts


async def test_a_claim_that_is_proved_at_a_board_ends_it(room: Room) -> None:
    _, snapshot = await begun(room, 1, 2, 3, 4)
    snapshot = await play_out(room, snapshot, 48)
    claimant = snapshot.table.chairs[snapshot.awaited[0]].user_id or 0
    hand = snapshot.view(snapshot.awaited[0]).hand  # type: ignore[attr-defined]
    room.house.check = ClaimCheck("proved", hand)
    after = await room.tables.claims.claim(1, actor(claimant), 1, snapshot.step)
    assert after.table.status is Status.FINISHED
    assert not room.store.posts


async def test_the_seal_of_a_board_is_opened_to_all_at_once(room: Room) -> None:
    board, snapshot = await begun(room, 1, 2, 3, 4)
    for moves in (5, 52):
        snapshot = await play_out(room, snapshot, moves)
        (seal,) = seals_of(snapshot, latest=2)
        assert (seal.sha256, seal.salt) == (board.seal.sha256, None)
        assert record_of(snapshot).seals == []
    assert snapshot.table.status is Status.FINISHED
    await room.tables.boards.open(board.id)
    snapshot = await now(room)
    (seal,) = seals_of(snapshot, latest=2)
    assert seal.salt == board.seal.salt
    assert [one.salt for one in record_of(snapshot).seals] == [board.seal.salt]


async def test_what_was_best_in_a_board_is_posted_nowhere_and_counts_for_nobody() -> None:
    room = Room(analyse=True)
    room.analyst.finds = {"losses": [1, 2, 3, 4]}
    board, snapshot = await begun(room, 1, 2, 3, 4)
    await play_out(room, snapshot)
    await room.tables.analyses.find(1, 1)
    assert room.analyses.kept[1, 1].losses == [1, 2, 3, 4]
    assert room.analyses.lost(1, 1) == {}
    await is_refused("board-closed", room.tables.analyses.post(1, 1))
    table = (await now(room)).table
    for action, code in ((Action.ANALYSE, "board-closed"), (Action.SHARE, "board-table")):
        with refused(code):
            require(actor(1), action, table)
    await room.tables.boards.open(board.id)
    table = (await now(room)).table
    assert may(actor(5), Action.ANALYSE, table)
    with refused("board-table"):
        require(actor(5), Action.SHARE, table)
    assert not room.store.posts


async def test_a_board_is_offered_to_nobody_who_may_not_be_told_of_it(room: Room) -> None:
    _, snapshot = await begun(room, 1, 2, 3, 4)
    table = snapshot.table
    assert may_mean(table, 1, Action.LOOK)
    assert not may_mean(table, 5, Action.LOOK)
    assert not may_mean(table, 1, Action.LEAVE)


async def test_boards_leave_room_for_tables(room: Room) -> None:
    (board,) = await room.tables.boards.draw("english-whist", {}, 1)
    limits = await room.tables.servers.settings(10)
    for table in range(1, max(limits.tables_each, limits.tables_here) + 2):
        await dealt(room, board, table, 1, 2, 3, 4)
    opened = await room.open()
    assert opened.table.status is Status.LOBBY
