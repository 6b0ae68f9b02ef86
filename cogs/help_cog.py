"""`/rules` and `/help`."""

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.rules.registry import GAMES, text_for
from cogs.answers import show_guide
from cogs.interactions import show, words_of
from cogs.services import Interaction
from cogs.views.help import help_text
from cogs.views.layout import note


class HelpCog(commands.Cog):
    """What a newcomer asks for."""

    @app_commands.command(description="How to play a game, in three minutes")
    @app_commands.describe(game="Which game")
    @app_commands.choices(game=[Choice(name=text_for(key).name, value=key) for key in GAMES])
    async def rules(self, interaction: Interaction, game: str = next(iter(GAMES))) -> None:
        """The guide, from its first page."""
        await show_guide(interaction, game)

    @app_commands.command(description="What this bot does and how to start")
    async def help(self, interaction: Interaction) -> None:
        """Everything there is, on one page."""
        await show(interaction, note(help_text(words_of(interaction))))
