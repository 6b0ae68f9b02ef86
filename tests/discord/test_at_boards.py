"""What the people at a board are shown in panels and messages of their own; its channel is told nothing."""

from dataclasses import replace

import pytest

from bot.rules.trick_taking.claiming import ClaimCheck
from bot.tables.state.preferences import Calls, UserSettings
from bot.tables.state.table import Posting, Status
from tests.discord.test_access import told
from tests.discord.test_no_spoilers import PLAYERS, Play, deal, drawn, persona
from tests.discord.world import World


async def begun(world: World, *names: str, turn: int = 0, calls: Calls = Calls.NEVER) -> Play:
    """A board at which those people sit, dealt."""
    for member in world.people.values():
        await world.bot.services.tables.users.save(UserSettings(member.id, calls=calls))
    return await deal(world, await drawn(world, "english-whist"), 1, *names, turn=turn)


async def awaited(world: World, play: Play) -> str:
    snapshot = await play.now()
    user_id = snapshot.table.chairs[snapshot.awaited[0]].user_id
    return next(name for name, member in world.people.items() if member.id == user_id)


async def test_a_claim_nobody_can_prove_shows_the_hand_to_those_at_the_table_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = await begun(world, *PLAYERS)
    await play.cards(44)
    claims, snapshot = world.bot.services.tables.claims, await play.now()

    async def unknown(*_: object) -> ClaimCheck:
        return ClaimCheck("unknown")

    monkeypatch.setattr(claims._house, "prove_claim", unknown)
    name, seat = await awaited(world, play), snapshot.awaited[0]
    hand = [card.face for card in snapshot.view(seat).hand]  # type: ignore[attr-defined]
    warned = told(await world.slash(name, "claim", tricks=2, table=play.id))
    assert "everybody at the table will see your hand" in warned
    await world.slash(name, "claim", tricks=2, show_hand=True, table=play.id)
    await world.env.settle()
    laid_down = f"**{name}** lays down {' '.join(hand)} and claims 2 of the 2 tricks left."
    asked = [PLAYERS[(seat + turn) % 4] for turn in (1, 3)]
    for other in asked:
        panel = world.dm(other)
        assert laid_down in panel.text.replace(", ", " ")
        assert {"Agree", "Refuse"} <= panel.buttons.keys()
    assert not world.messages()
    for other in asked:
        await world.press(other, world.dm(other), "Agree", dm=True)
    await world.env.settle()
    assert (await play.now()).table.status is Status.FINISHED
    assert not world.messages()


async def test_who_keeps_a_board_waiting_is_called_by_dm_when_the_reminder_is_due(world: World) -> None:
    play = await begun(world, *PLAYERS, turn=45, calls=Calls.AWAY)
    name = await awaited(world, play)
    before = len(world.messages(world.people[name].user.dm_channel))
    await world.env.advance_time(50)
    await world.env.settle()
    messages = world.messages(world.people[name].user.dm_channel)
    assert len(messages) == before + 1
    assert "our turn" in messages[-1].text
    assert not world.messages()


async def test_who_takes_no_dms_is_told_where_their_cards_are(world: World) -> None:
    dm_channel = world.people["Bob"].user.dm_channel.id
    world.env.inject_error("POST", f"/channels/{dm_channel}/messages", status=403, code=50007)
    play = await begun(world, *PLAYERS)
    (said,) = world.messages()
    assert "`/hand`, or **My hand** on the message of the session" in said.text
    assert "table" in told(await world.slash("Bob", "hand", table=play.id))


async def test_the_list_of_tables_has_a_board_for_those_who_play_it(world: World) -> None:
    await begun(world, *PLAYERS)
    assert "Table 1" in told(await world.slash("Ann", "table list"))
    assert "No table is open" in told(await world.slash("Eve", "table list"))


async def test_the_house_rules_of_a_board_can_be_read(world: World) -> None:
    play = await begun(world, *PLAYERS)
    assert "How long may a turn take" in told(await world.slash("Ann", "table options", table=play.id))
    assert (await play.now()).table.telling.posting is Posting.PANELS


async def test_a_private_table_is_listed_nowhere_and_costs_no_question_about_a_channel(world: World) -> None:
    play = await begun(world, "Ann")
    board = (await play.now()).table.board
    assert board is not None
    async with world.env.as_bot(), world.bot.services.tables.repository.transaction(play.id) as tx:
        tx.set_telling(channel_id=0)
        tx.set(board=replace(board, session=0))
    start = len(world.env.http_requests)
    for dm in (False, True):
        assert "Table 1" not in told(await persona(world, "Ann", dm=dm).slash("table list"))
    assert "No table is open" in told(await world.slash("Eve", "table list"))
    assert [r.path for r in world.requests(start) if "/channels/0" in r.path] == []
