"""The role of a season's winners on Discord: named, given, refused, taken back."""

from typing import Any

import discord
import simcord

from tests.discord.test_settings_server import panel_of, submit
from tests.discord.test_standings import match, stored, this_season
from tests.discord.world import World, private, seen


async def name(world: World, manager: str, role: Any) -> Any:
    """Name that role in the form; None: no role."""
    values: dict[str, Any] = {"channel": [], "hour": ["8"], "problem": False, "role": [role] if role else []}
    panel = await panel_of(world, manager)
    return await submit(world, manager, panel, "Mornings and winners", **values)


async def look(world: World) -> None:
    """What the bot does now and then."""
    async with world.env.as_bot():
        await world.round_of("the roles of winners").work()


def have(world: World, role: simcord.RoleHandle) -> set[str]:
    members = world.env.backend.guilds[world.guild.id].members
    return {name for name, member in world.people.items() if role.id in members[member.id].role_ids}


def bots_role(world: World) -> Any:
    return next(role for role in world.env.backend.guilds[world.guild.id].roles.values() if role.managed)


async def lived(world: World) -> None:
    """Ann was first at whist in the month before, Cleo at bezique."""
    await world.env.advance_time(61)
    last = this_season(world).before
    await stored(world, *match(world, "AC", "BD", 1, last))
    await stored(world, *match(world, "C", "D", 2, last, game="bezique"))


async def test_the_winners_of_a_season_have_the_role_as_long_as_it_is_named(
    world: World, manager: str
) -> None:
    await lived(world)
    role = world.guild.create_role("Champion")
    await name(world, manager, role)
    await look(world)
    assert have(world, role) == {"Ann", "Cleo"}
    privacy = await world.slash("Ann", "privacy")
    await world.press("Ann", seen(privacy.response), "Hide me")
    await look(world)
    assert have(world, role) == {"Cleo"}
    await name(world, manager, None)
    await look(world)
    assert have(world, role) == set()


async def test_a_role_that_discord_refuses_is_told_to_the_manager_once(world: World, manager: str) -> None:
    await lived(world)
    role, backend = world.guild.create_role("Champion"), world.env.backend
    await name(world, manager, role)
    backend.edit_role(world.guild.id, role.id, {"position": 50})
    for _ in range(2):
        await look(world)
    assert have(world, role) == set()
    told = [message.text for message in world.messages(world.people[manager].user.dm_channel)]
    assert len(told) == 1
    assert "On Card Club Discord does not let me give the role of a season's winner" in told[0]
    panel = await panel_of(world, manager)
    assert "Discord refused that role" in panel.text
    # Sent again once it is mended.
    backend.edit_role(world.guild.id, role.id, {"position": 1})
    await name(world, manager, role)
    await look(world)
    assert have(world, role) == {"Ann", "Cleo"}
    assert "Discord refused" not in (await panel_of(world, manager)).text


async def test_only_a_role_that_the_bot_and_the_manager_may_give_can_be_named(
    world: World, manager: str
) -> None:
    role, backend, here = world.guild.create_role("Champion"), world.env.backend, world.guild.id
    own, steward = bots_role(world), world.guild.roles["steward"]

    async def refused() -> str:
        return private(await name(world, manager, role))

    backend.edit_role(here, role.id, {"position": 50})
    assert f"move my role <@&{own.id}> above it" in await refused()
    backend.edit_role(here, own.id, {"position": 60})
    assert "that you may give yourself" in await refused(), "it is above the manager's own"
    backend.edit_role(
        here, steward.id, {"position": 55, "permissions": discord.Permissions(manage_guild=True).value}
    )
    assert "that you may give yourself" in await refused(), "the manager may give no roles"
    may = discord.Permissions(manage_guild=True, manage_roles=True).value
    backend.edit_role(here, steward.id, {"permissions": may})
    backend.edit_role(here, own.id, {"permissions": own.permissions & ~discord.Permissions.manage_roles.flag})
    assert "allow my role Manage Roles" in await refused()
    assert (await world.bot.services.tables.servers.settings(here)).winner_role == 0
