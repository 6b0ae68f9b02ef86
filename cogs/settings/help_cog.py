"""`/rules` and `/help`."""

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.rules.registry import GAMES
from cogs.answering.answers import show_guide
from cogs.answering.interactions import show, words_of
from cogs.answering.services import Interaction
from cogs.table.cog import game_choices
from cogs.ui.games import meant


class HelpCog(commands.Cog):
    """What a newcomer asks for."""

    @app_commands.command(description="The rules of a game, in three minutes")
    @app_commands.describe(game="Which game; that of your table if left out")
    async def rules(self, interaction: Interaction, game: str = "") -> None:
        """The guide of that game, or of one's table, one in this channel first; else the choice of those it
        may be."""
        services = interaction.client.services
        if game:
            games = [game] if game in GAMES else meant(game, services.languages.known())
        else:
            mine = await services.tables.repository.open_tables(user_id=interaction.user.id)
            here = [
                table
                for table in mine
                if interaction.channel_id in (table.telling.channel_id, table.telling.thread_id)
            ]
            games = [table.game for table in (*here, *mine)][:1]
        if len(games) == 1:
            await show_guide(interaction, games[0])
        else:
            await show(interaction, services.renderer.guides(games, words_of(interaction)))

    @rules.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return await game_choices(interaction, current)

    @app_commands.command(description="What this bot does and how to start")
    async def help(self, interaction: Interaction) -> None:
        """One screen, with a button for each thing somebody may want."""
        await show(interaction, interaction.client.services.renderer.help("", words_of(interaction)))
