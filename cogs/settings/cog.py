"""`/me`, `/server` and `/privacy`."""

from discord import app_commands
from discord.ext import commands

from cogs.answering.commands import command, typed
from cogs.answering.press import Press
from cogs.settings.actions import managed_server, privacy_page, server_page
from cogs.settings.me import draw_me


class SettingsCog(commands.Cog):
    """The settings of people and servers, and what is stored about a person."""

    server = app_commands.Group(
        name="server", description="How this server wants its tables", guild_only=True
    )

    @command("Your own settings, at every table")
    async def me(self, press: Press) -> None:
        await press.reply.show(draw_me(await press.settings(), press.words))

    @command("What is stored about you: see it, hide it, delete it")
    async def privacy(self, press: Press) -> None:
        await press.reply.show(await privacy_page(press, await press.settings()))

    @server.command(name="show", description="How this server wants its tables")
    @typed
    async def show_server(self, press: Press) -> None:
        await press.reply.show(await server_page(press, may_change=False))

    # Without `default_permissions`: Discord applies them to a whole group, and `show` is for all.
    @server.command(name="settings", description="Set where tables open, what is posted, house rules, limits")
    @typed
    async def set_server(self, press: Press) -> None:
        managed_server(press)
        await press.reply.show(await server_page(press, may_change=True))
