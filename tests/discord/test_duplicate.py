"""Duplicate on Discord: what the channel hears, what players are sent, what all can press and type."""

from typing import Any

import pytest

from bot.duplicate.session import Session, Status
from tests.discord.world import Seen, World, private

pytestmark = pytest.mark.asyncio


async def session_of(world: World, number: int = 1) -> Session:
    return await world.bot.services.sessions.duplicate.repository.look(number)


def session_message(world: World) -> Seen:
    """The newest message of a session in the channel."""
    return [m for m in world.messages() if m.text.startswith("### Duplicate") and m.buttons][-1]


def panels(world: World, name: str) -> list[Seen]:
    """The boards that person was sent, oldest first."""
    return [m for m in world.messages(world.people[name].user.dm_channel) if m.text.startswith("### Board")]


def playable(panel: Seen) -> list[str]:
    """The labels that play a card now; not those that mark one."""
    return [
        label
        for label in panel.open_buttons
        if ":!" not in (key := panel.buttons[label]["custom_id"])
        and key.startswith("c:")
        and "Mark" not in label
    ]


async def settle(world: World) -> None:
    for _ in range(3):
        await world.env.settle()
        await world.env.advance_time(1)


async def play_board(world: World, *names: str) -> None:
    """Those people play the boards in their DMs to the end, taking what is offered first."""
    for _ in range(200):
        moved = False
        for name in names:
            sent = panels(world, name)
            if sent and (cards := playable(sent[-1])):
                await world.press(name, sent[-1], cards[0], dm=True)
                moved = True
        await world.env.settle()
        if not moved:
            return
    raise AssertionError("the board does not end")


async def open_teams(world: World, **options: Any) -> None:
    await world.slash("Ann", "duplicate teams", game="american-whist", boards=4, **options)
    await settle(world)


async def test_a_match_of_teams_is_played_with_the_house_to_its_end(world: World) -> None:
    await open_teams(world)
    before = len(world.messages())
    assert before == 1
    await world.press("Ann", session_message(world), "Enter Team 1")
    await world.press("Bob", session_message(world), "Enter Team 2")
    print(session_message(world).text)
    result = await world.press("Ann", session_message(world), "Start")
    print(private(result))
    await settle(world)
    print(session_message(world).text)
    print([m.text for m in panels(world, "Ann")])
    for _ in range(4):
        await play_board(world, "Ann", "Bob")
        await settle(world)
    for m in world.messages():
        print("CHANNEL", m.id, m.text, list(m.buttons))
    for m in panels(world, "Ann"):
        print("DM", m.id, m.text, list(m.buttons))
    assert (await session_of(world)).status is Status.OVER
