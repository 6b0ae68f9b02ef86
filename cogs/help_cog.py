"""`/rules`, `/help` and `/settings`."""

from dataclasses import replace

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.rules.registry import GAMES, text_for
from bot.tables.users import Users
from cogs.answers import show_guide
from cogs.interactions import say, show, words_of
from cogs.services import Interaction
from cogs.views.help import help_text, settings_text
from cogs.views.layout import note


class HelpCog(commands.Cog):
    """What a newcomer asks for."""

    def __init__(self, users: Users) -> None:
        self._users = users

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

    @app_commands.command(description="Your own settings, at every table")
    @app_commands.describe(
        dm="Send my cards by DM at each deal",
        pictures="Show me cards as pictures too",
        play_forced="Play my card by itself when only one is allowed",
    )
    async def settings(
        self,
        interaction: Interaction,
        dm: bool | None = None,
        pictures: bool | None = None,
        play_forced: bool | None = None,
    ) -> None:
        """Change what is named and show them all."""
        before = settings = await self._users.settings(interaction.user.id)
        if dm is not None:
            # Asking for DMs again also forgets that Discord refused one.
            settings = replace(settings, dm=dm, dm_closed=False)
        if pictures is not None:
            settings = replace(settings, pictures=pictures)
        if play_forced is not None:
            settings = replace(settings, play_forced=play_forced)
        if settings != before:
            await self._users.save(settings)
        if dm:
            await interaction.client.services.publisher.hands_wanted(interaction.user.id)
        await say(interaction, settings_text(settings, words_of(interaction)))
