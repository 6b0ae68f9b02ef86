"""The settings of the server somebody is on: whether they may change them, and how they stand."""

from bot.rules.registry import GAMES
from bot.tables.state.errors import TableError
from cogs.answering.interactions import words_of
from cogs.answering.services import Interaction
from cogs.ui.drawing import Drawing


def own_server(interaction: Interaction) -> int:
    """The server, for somebody who may manage it. Raises TableError."""
    if interaction.guild_id is None:
        raise TableError("server-only")
    if not interaction.permissions.manage_guild:
        raise TableError("not-manager")
    return interaction.guild_id


async def server_page(interaction: Interaction, *, may_change: bool) -> Drawing:
    """How the server wants its tables. Raises TableError in a DM."""
    if interaction.guild_id is None:
        raise TableError("server-only")
    services = interaction.client.services
    servers, lobby = services.tables.servers, services.tables.lobby
    settings = await servers.settings(interaction.guild_id)
    defaults = {game: await servers.defaults(interaction.guild_id, game) for game in GAMES}
    levels = {game: lobby.levels(game) for game in GAMES}
    return services.renderer.server(settings, defaults, levels, words_of(interaction), may_change=may_change)
