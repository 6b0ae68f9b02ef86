"""`/rules`, `/help` and `/settings`."""

from dataclasses import replace

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.rules.registry import GAMES
from bot.tables.play import Play
from bot.tables.ports import PeopleStore
from cogs.answers import say, show
from cogs.guide_sheet import draw_guide
from cogs.items import Interaction
from cogs.sheet import note

HELP = """### Cardinal: the old card games, in this channel
**To play now**: `/table open`, then press **Start with house players**; friends take a chair by pressing it.
Your cards come by DM, and are always under **My hand** on the table message, for your eyes alone.
Press a card to play it, or type `/play`. Green cards may be played.

**At a table**: `/hand` your cards · `/trick` the last trick · `/score` · `/record` every card, as a file
**In doubt**: `/hint`, or **Hint** under your cards: what the house would do in your place, and why
**Chairs**: `/table join` · `/table leave` · `/table invite` · `/table house` · `/table substitute` and more
**Afterwards**: `/analysis` what would have been best in a hand · `/leaderboard`, `/stats`, `/partners`
**Learning**: `/rules` explains each game in a few minutes
**Your own ways**: `/settings` for DMs, pictures, and playing a forced card by itself

Called away? After a reminder a house player plays for you; press **I'm back** or make a move to return."""


class HelpCog(commands.Cog):
    """What a newcomer asks for."""

    def __init__(self, people: PeopleStore, play: Play) -> None:
        self._people = people
        self._play = play

    @app_commands.command(description="How to play a game, in three minutes")
    @app_commands.describe(game="Which game")
    @app_commands.choices(game=[Choice(name=game.name, value=key) for key, game in GAMES.items()])
    async def rules(self, interaction: Interaction, game: str = next(iter(GAMES))) -> None:
        """The guide, from its first page."""
        await show(interaction, draw_guide(GAMES[game], 0))

    @app_commands.command(description="What this bot does and how to start")
    async def help(self, interaction: Interaction) -> None:
        """Everything there is, on one page."""
        await show(interaction, note(HELP))

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
        habits = await self._people.habits(interaction.user.id)
        if dm is not None:
            # Asking for DMs again also forgets that Discord refused one.
            habits = replace(habits, dm=dm, dm_closed=False)
        if pictures is not None:
            habits = replace(habits, pictures=pictures)
        if play_forced is not None:
            habits = replace(habits, play_forced=play_forced)
        if (dm, pictures, play_forced) != (None, None, None):
            await self._people.save_habits(habits)
            await self._play.habits_changed(interaction.user.id)
        closed = " (your DMs are closed to me; open them and set dm again)" if habits.dm_closed else ""
        await say(
            interaction,
            f"Cards by DM: {_yes(habits.dm)}{closed}\n"
            f"Pictures: {_yes(habits.pictures)}\n"
            f"Play a forced card by itself: {_yes(habits.play_forced)}",
        )


def _yes(value: bool) -> str:
    return "yes" if value else "no"
