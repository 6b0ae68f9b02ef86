"""`/rules` and `/help`."""

from discord.app_commands import Choice
from discord.ext import commands

from bot.rules.registry import GAMES
from cogs.answering.commands import command, suggesting
from cogs.answering.press import Press
from cogs.opening.picker import draw_guides
from cogs.opening.suggestions import game_choices
from cogs.settings.guide_actions import guide_page
from cogs.settings.help import draw_help
from cogs.words.games import meant


class HelpCog(commands.Cog):
    """Commands for newcomers."""

    @command("The rules of a game, in three minutes", game="Which game; that of your table if left out")
    async def rules(self, press: Press, game: str = "") -> None:
        services, channel_id = press.services, press.interaction.channel_id
        if game:
            games = [game] if game in GAMES else meant(game, services.languages.known())
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
