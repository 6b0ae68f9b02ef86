"""Achievements in result posts and on `/stats`."""

from typing import Any

import pytest

from bot.rules.achievements import Achievement
from bot.rules.registry import GAMES
from bot.tables.state.chairs import Person
from tests.discord.test_hand import cut, dealt, play_hand
from tests.discord.world import World, seen

FIRST = "For the first time"


@pytest.fixture(autouse=True)
def north_has_a_slam_each_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def achievements(options: Any, scored: Any, hand: Any, seat: int) -> tuple[Achievement, ...]:
        return (Achievement.SLAM,) if seat == 0 else ()

    monkeypatch.setattr(GAMES["bishops-whist"], "achievements", achievements)


async def first_hand(world: World) -> str:
    """Who sits North, after a hand."""
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand(world)
    await world.env.settle()
    north = (await world.snapshot()).table.chairs[0].occupant
    assert isinstance(north, Person)
    return north.name


async def stats(world: World, asker: str, whose: str) -> str:
    return seen((await world.slash(asker, "stats", member=world.people[whose])).response).text


async def test_a_first_slam_is_told_with_its_result_and_stands_on_stats(world: World) -> None:
    north = await first_hand(world)
    (result,) = [message for message in world.messages() if FIRST in message.text]
    assert result.text.startswith("### Hand 1 is over.")
    assert f"**{FIRST}**: **{north}**, a slam (all thirteen tricks)." in result.text
    assert "**Achievements**: a slam (all thirteen tricks) at Bishops Whist" in await stats(
        world, "Eve", north
    )
    other = next(name for name in ("Ann", "Bob") if name != north)
    assert "Achievements" not in await stats(world, "Eve", other)
    # It is told once.
    await cut(world)
    await play_hand(world)
    texts = [message.text for message in world.messages()]
    assert any("Hand 2 is over." in text for text in texts)
    assert sum(FIRST in text for text in texts) == 1


async def test_of_a_hidden_person_nothing_is_told(world: World) -> None:
    for name in ("Ann", "Bob", "Cleo", "Dan"):
        panel = seen((await world.slash(name, "privacy")).response)
        await world.press(name, panel, "Hide me")
    north = await first_hand(world)
    assert not any(FIRST in message.text for message in world.messages())
    assert "a slam" in await stats(world, north, north), "but they see it themselves"
