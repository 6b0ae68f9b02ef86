"""`/me`, `/server`, `/privacy`, `/rules` and `/help`."""

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.answering.commands import command, suggesting, typed
from cogs.answering.press import Press
from cogs.opening.picker import draw_guides
from cogs.opening.suggestions import game_choices
from cogs.settings.actions import guide_page, managed_server, privacy_page, server_page
from cogs.settings.help import draw_help
from cogs.settings.me import draw_me
from cogs.words.games import meant


class SettingsCog(commands.Cog):
    """The settings of people and servers, and what is stored about a person."""

    server = app_commands.Group(
        name="server", description="How this server wants its tables", guild_only=True
    )

    @command("Your own settings, at every table")
    async def me(self, press: Press) -> None:
        await press.reply.show(draw_me(await press.settings(), press.words, press.services.languages.known()))

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


class HelpCog(commands.Cog):
    """Commands for newcomers."""

    @command("The rules of a game, in three minutes", game="Which game; that of your table if left out")
    async def rules(self, press: Press, game: str = "") -> None:
        services, channel_id = press.services, press.interaction.channel_id
        if game:
            games = meant(game, services.languages.known())
        else:
            mine = await services.tables.repository.open_tables(user_id=press.user_id)
            here = [
                table for table in mine if channel_id in (table.telling.channel_id, table.telling.thread_id)
            ]
            games = [table.game for table in (*here, *mine)][:1]
        if len(games) == 1:
            await press.reply.show(await guide_page(press, games[0]))
        else:
            await press.reply.show(draw_guides(press.words, games))

    @rules.autocomplete("game")
    @suggesting
    async def _games(self, press: Press, current: str) -> list[Choice[str]]:
        return await game_choices(press, current)

    @command("What this bot does and how to start")
    async def help(self, press: Press) -> None:
        await press.reply.show(draw_help("", press.words))
