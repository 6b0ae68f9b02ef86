"""Slash commands are sent to Discord only when they are not those that were sent last."""

import discord

from bot.registering import CommandTranslator, _digest, register, tree_alone
from cogs.words.languages import Catalogues
from storage.cluster.gateway import SqlCommandStore
from tests.discord.test_restart import restart
from tests.discord.world import World


def sent(world: World) -> int:
    paths = [one.path for one in world.env.http_requests if one.method == "PUT"]
    return sum(path.endswith("/commands") for path in paths)


async def test_a_restart_sends_no_commands_that_have_not_changed(world: World) -> None:
    assert sent(world) == 1
    await restart(world)
    assert sent(world) == 1
    # And they work all the same.
    await world.slash("Ann", "help")


async def test_commands_that_have_changed_are_sent(world: World) -> None:
    bot = world.bot
    assert bot.application_id
    store = SqlCommandStore(bot.parts.database)
    assert not await register(bot.tree, bot.application_id, None, store)
    command = bot.tree.get_command("help")
    assert isinstance(command, discord.app_commands.Command)
    command.description = "Something else"
    assert await register(bot.tree, bot.application_id, None, store)
    assert sent(world) == 2
    assert not await register(bot.tree, bot.application_id, None, store)


async def test_they_are_sent_again_if_the_operator_says_so(world: World) -> None:
    bot = world.bot
    assert bot.application_id
    store = SqlCommandStore(bot.parts.database)
    assert await register(bot.tree, bot.application_id, None, store, force=True)
    assert sent(world) == 2


async def test_another_application_has_none_yet(world: World) -> None:
    bot = world.bot
    assert await SqlCommandStore(bot.parts.database).digest(1, 0) is None


async def test_the_command_line_knows_the_same_commands(world: World) -> None:
    server = discord.Object(81384788765712384)
    intents = discord.Intents(guilds=True)
    async with discord.Client(intents=intents) as client, discord.Client(intents=intents) as other:
        alone = tree_alone(client, None)
        assert len(alone.get_commands()) > 10
        translator = CommandTranslator(Catalogues())
        digest = await _digest(alone, None, translator)
        assert digest == await _digest(world.bot.tree, None, translator)
        assert digest == await _digest(tree_alone(other, server.id), server, translator)
