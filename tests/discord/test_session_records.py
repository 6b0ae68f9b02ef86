"""`/record` of a board and of a session: as files that can be read again, once everybody may be told."""

from typing import Any

from bot.duplicate.sessions.session import Status
from bot.rules.records.board_record import BoardRecord, SessionRecord, read_any
from tests.discord.world import World, private
from tests.tables.fakes import actor


async def begun(world: World) -> None:
    """A session of pairs that Ann plays with the house."""
    await world.slash("Ann", "duplicate pairs", game="american-whist", boards=4)
    await world.slash("Ann", "duplicate enter")
    await world.slash("Ann", "duplicate start", settle=True)


async def over(world: World) -> None:
    """The same, which Ann leaves, so that the house plays it to its end."""
    await begun(world)
    duplicate = world.bot.services.sessions.duplicate
    await duplicate.sessions.leave(1, actor(world.people["Ann"].id))
    for _ in range(400):
        await world.env.settle()
        if (await duplicate.repository.look(1)).status is Status.OVER:
            return
        await world.env.advance_time(5)
    raise AssertionError("the session does not end")


async def record(world: World, name: str = "Ann", **options: Any) -> tuple[str, Any]:
    """The file's name, and what it holds."""
    result = await world.slash(name, "record", **options)
    file = result.response.attachments[0]
    return file.filename, read_any((await file.read()).decode())


async def test_a_board_and_a_session_come_as_files(world: World) -> None:
    await over(world)
    name, board = await record(world, board=3)
    assert name == "cardinal-session-1-board-3.json"
    assert isinstance(board, BoardRecord)
    assert board.number == 3
    assert [one.record is not None for one in board.played] == [True, True]
    name, session = await record(world, "Bob", session=1)
    assert name == "cardinal-session-1.json"
    assert isinstance(session, SessionRecord)
    assert session.boards[2] == board
    assert "There is no such board" in private(await world.slash("Ann", "record", board=5))
    assert "There is no session" in private(await world.slash("Ann", "record", session=2))


async def test_nothing_of_a_board_is_given_before_everybody_has_played_it(world: World) -> None:
    await begun(world)
    assert "Others have still to play board 2" in private(await world.slash("Bob", "record", board=2))
    assert "no record" in private(await world.slash("Ann", "record", session=1))
