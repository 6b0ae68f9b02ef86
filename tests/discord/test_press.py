"""One press is one value: what it needs to know is read once."""

import inspect
from typing import Any

import pytest

from bot.tables.people.users import Users
from tests.discord.test_hand import dealt, playable
from tests.discord.world import World


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Whose settings are read while a press is answered, not by what is shown afterwards."""
    found, settings = [], Users.settings

    async def counted(users: Users, user_id: int) -> Any:
        if any(frame.filename.endswith("cogs/actions.py") for frame in inspect.stack()):
            found.append(user_id)
        return await settings(users, user_id)

    monkeypatch.setattr(Users, "settings", counted)
    return found


@pytest.mark.parametrize("what", ["a card", "Refresh", "Hint"])
async def test_a_press_on_ones_own_panel_reads_the_settings_once(world: World, read: list[int], what: str):
    await dealt(world, "Bob", "Cleo", "Dan")
    name = world.awaited()
    panel = world.dm(name)
    read.clear()
    await world.press(name, panel, playable(panel)[0] if what == "a card" else what, dm=True)
    assert read == [world.people[name].id]


async def test_a_press_on_everybodys_message_reads_them_once_for_the_language(world: World, read: list[int]):
    await world.slash("Ann", "table open", game="bishops-whist")
    await world.press("Ann", world.table_message(), "Get up")
    assert read == [world.people["Ann"].id]
