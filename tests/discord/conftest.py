from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import discord
import pytest

from bot.settings import Settings
from cogs.actions import HANDLERS
from tests.databases import without_threads
from tests.discord.world import World
from tests.offline import Offline, offline, with_days_drawn
from tests.surface import no_errors_logged, settings

__all__ = ["HANDLERS", "no_errors_logged", "settings"]


@pytest.fixture
def database(settings: Settings) -> Iterator[None]:
    """The database the bot finds, and how it gets there: without threads, and so it waits for no lock."""
    Path(settings.database_url.partition(":///")[2]).write_bytes(with_days_drawn())
    with without_threads():
        yield


@pytest.fixture
async def env(settings: Settings, database: None) -> AsyncIterator[Offline]:
    # Named in the tests' arguments, so that SimCord's plugin gives them its clock.
    env = await offline(settings)
    try:
        await env.start()
        yield env
    finally:
        await env.end()


@pytest.fixture
def world(env: Offline, settings: Settings) -> World:
    return World(env, settings)


@pytest.fixture
def manager(world: World) -> str:
    """Somebody who may manage the server and its roles."""
    may = discord.Permissions(manage_guild=True, manage_roles=True)
    role = world.guild.create_role("steward", permissions=may)
    world.env.backend.add_member_role(world.guild.id, world.people["Eve"].id, role.id)
    return "Eve"
