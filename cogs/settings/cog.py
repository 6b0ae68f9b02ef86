"""`/me`, `/server` and `/privacy`."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables.people.servers import Servers
from bot.tables.people.users import Users
from bot.tables.upkeep.privacy import Privacy
from cogs.answering.interactions import answering, refresh, show, words_of
from cogs.answering.server_settings import own_server, server_page
from cogs.answering.services import Interaction
from cogs.opening.forms import LIMITS, TABLES, answers_of, limits_answers, tables_answers
from cogs.settings.actions import privacy_page


class SettingsCog(commands.Cog):
    """What people and servers set for themselves, and what is stored of a person."""

    server = app_commands.Group(
        name="server", description="How this server wants its tables", guild_only=True
    )

    def __init__(self, users: Users, servers: Servers, privacy: Privacy) -> None:
        self._users = users
        self._servers = servers
        self._privacy = privacy

    @app_commands.command(name="me", description="Your own settings, at every table")
    async def me(self, interaction: Interaction) -> None:
        """All of them, as buttons and menus."""
        settings = await self._users.settings(interaction.user.id)
        renderer = interaction.client.services.renderer
        await show(interaction, renderer.me(settings, words_of(interaction)))

    @app_commands.command(name="privacy", description="What is stored about you: see it, hide it, delete it")
    async def privacy(self, interaction: Interaction) -> None:
        """How much there is, and the buttons."""
        await show(interaction, await privacy_page(interaction))

    @server.command(name="show", description="How this server wants its tables")
    async def show_server(self, interaction: Interaction) -> None:
        """For everybody."""
        await show(interaction, await server_page(interaction, may_change=False))

    # Not by `default_permissions`: Discord knows them of a whole group only, and `show` is for all.
    @server.command(name="settings", description="Set where tables open, what is posted, house rules, limits")
    async def set_server(self, interaction: Interaction) -> None:
        """For those who may manage the server."""
        own_server(interaction)
        await show(interaction, await server_page(interaction, may_change=True))

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Store what a form was filled in with, whoever opened it and when."""
        if interaction.type is not discord.InteractionType.modal_submit or interaction.data is None:
            return
        form = interaction.data.get("custom_id")
        if form not in (TABLES, LIMITS):
            return
        async with answering(interaction):
            guild_id, answers = own_server(interaction), answers_of(dict(interaction.data))
            now = await self._servers.settings(guild_id)
            if form == TABLES:
                await self._servers.set_tables(guild_id, **tables_answers(answers, now))
            else:
                await self._servers.set_limits(guild_id, **limits_answers(answers, now))
            await refresh(interaction, await server_page(interaction, may_change=True))
