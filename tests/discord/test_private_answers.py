"""What one person alone is told does not push their hand off the screen: it stands on the panel, or replaces
what they were told before."""

from typing import Any

import pytest

from bot.settings import Settings
from tests.discord.test_hand import answer_on, dealt, playable
from tests.discord.world import Seen, World, private, seen

EPHEMERAL = 64


@pytest.fixture
def settings(settings: Settings, request: pytest.FixtureRequest) -> Settings:
    """With whatever a test wants otherwise."""
    return settings.model_copy(update=getattr(request, "param", {}))


async def playing(world: World) -> str:
    """Four people at a table, one of whom is to play; their name."""
    await dealt(world, "Bob", "Cleo", "Dan")
    return world.awaited()


def in_dm(world: World, name: str) -> list[Seen]:
    stored = world.env.backend.messages.get(world.people[name].user.dm_channel.id, {}).values()
    return [seen(message) for message in sorted(stored, key=lambda m: m.id)]


def private_in_channel(world: World) -> list[Seen]:
    stored = world.env.backend.messages.get(world.channel.id, {}).values()
    return [seen(m) for m in sorted(stored, key=lambda m: m.id) if m.flags & EPHEMERAL]


async def test_a_hint_stands_on_the_panel_and_goes_with_the_next_move(world: World) -> None:
    name = await playing(world)
    before = len(in_dm(world, name))
    for _ in range(3):
        await world.press(name, world.dm(name), "Hint", dm=True)
    assert len(in_dm(world, name)) == before
    assert answer_on(world.dm(name)).startswith("The house would choose")
    await world.press(name, world.dm(name), playable(world.dm(name))[0], dm=True, settle=True)
    assert answer_on(world.dm(name)) == ""
    assert len(in_dm(world, name)) == before


async def test_a_refusal_stands_on_the_panel_it_was_pressed_on(world: World) -> None:
    name = await playing(world)
    # A panel out of the bot's reach, as after a restart.
    shown = (await world.slash(name, "hand")).response
    await world.env.settle()
    world.bot.services.messages.drop_panel(1, world.people[name].id, shown.id)
    await world.press(name, world.dm(name), "Show it here", dm=True)
    cards = playable(world.dm(name))
    await world.press(name, world.dm(name), cards[0], dm=True)
    before = len(private_in_channel(world))
    await world.press(name, seen(shown), cards[1])
    assert len(private_in_channel(world)) == before
    assert "moved on" in answer_on(seen(shown))


@pytest.mark.parametrize("settings", [{"pictures": True}], indirect=True)
async def test_the_last_trick_is_told_on_a_panel_under_my_hand(world: World) -> None:
    await playing(world)
    for _ in range(5):
        name = world.awaited()
        await world.press(name, world.dm(name), playable(world.dm(name))[0], dm=True)
    name = world.awaited()
    await world.press(name, world.table_message(), "My hand")
    before = len(private_in_channel(world))
    for label in ("Last trick", "Hint", "Last trick"):
        await world.press(name, private_in_channel(world)[-1], label)
    assert len(private_in_channel(world)) == before
    told = answer_on(private_in_channel(world)[-1])
    assert sum(told.count(sign) for sign in "♠♥♦♣") == 4


async def test_of_what_is_typed_the_latest_answer_alone_stays(world: World) -> None:
    name = await playing(world)
    for command in ("score", "hint", "score"):
        assert private(await world.slash(name, command)) != ""
    (left,) = private_in_channel(world)
    assert "0 of 25" in left.text


async def test_the_panel_of_proposals_goes_with_the_next_press(world: World) -> None:
    name = await playing(world)
    before = len(in_dm(world, name))
    await world.press(name, world.dm(name), "More…", dm=True)
    panel = next(message for message in in_dm(world, name) if "Hint" in message.buttons)
    assert len(in_dm(world, name)) == before + 1
    await world.press(name, panel, "More…", dm=True)
    assert len(in_dm(world, name)) == before + 1, "the second replaces the first"
    await world.press(name, panel, "Hint", dm=True)
    assert len(in_dm(world, name)) == before


async def test_in_the_reading_mode_every_answer_stays(world: World) -> None:
    name = await playing(world)
    await world.set_me(name, "Reading mode")
    before: Any = len(private_in_channel(world))
    for command in ("score", "hint"):
        await world.slash(name, command)
    assert len(private_in_channel(world)) == before + 2
