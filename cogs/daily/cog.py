"""`/daily`: the board of the day."""

from discord.app_commands import Choice
from discord.ext import commands

from bot.duplicate.contests.days import GAMES
from bot.tables.state.errors import TableError
from cogs.answering.commands import command, suggesting
from cogs.answering.press import Press
from cogs.contests.words import games_matching
from cogs.daily.actions import opened, play
from cogs.daily.views import draw_offer

_DAYS = [Choice(name="today", value="today"), Choice(name="yesterday", value="yesterday")]


class DailyCog(commands.Cog):
    """Deals the boards of the day."""

    @command(
        "The board of the day: four deals, the same for all on a server",
        game="Which game; the one you played last if left out",
        day="Yesterday: every board with its four hands and the best play",
        choices={"day": _DAYS},
    )
    async def daily(self, press: Press, game: str = "", day: str = "today") -> None:
        daily = press.services.daily
        if game and game not in GAMES:
            raise TableError("no-daily", game=game)
        meant = game or await daily.game_of(press.user_id)
        if day == "yesterday":
            drawing = await opened(press, daily.today - 1, meant or GAMES[0])
        elif meant is None:
            # The person has never played one.
            yesterday = await daily.was_drawn(daily.today - 1)
            drawing = draw_offer(daily.today, press.words, yesterday=yesterday)
        else:
            await play(press, meant)
            return
        await press.reply.show(drawing, ephemeral=press.guild_id is not None)

    @daily.autocomplete("game")
    @suggesting
    async def _games(self, press: Press, current: str) -> list[Choice[str]]:
        return games_matching(current, GAMES, press.words)
