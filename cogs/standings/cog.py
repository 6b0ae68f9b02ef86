"""`/leaderboard` and `/stats`: who has won what."""

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.duplicate.days import GAMES as GAMES_OF_DAYS
from bot.rules.registry import GAMES
from bot.tables.judging.standings import BoardQuestion, Lasting, Period
from bot.tables.state.errors import TableError
from bot.tables.state.results import By, Company
from bot.tables.state.seasons import Season
from cogs.answering.interactions import PUBLIC, press_of, show, words_of
from cogs.answering.services import Interaction
from cogs.daily.actions import period_table
from cogs.opening.suggestions import game_choices
from cogs.standings.actions import board_for, draw_stats_for
from cogs.ui.games import meant
from cogs.ui.names import person_of

_PERIODS = [
    Choice(name="this season", value="season"),
    Choice(name="last season", value="last"),
    Choice(name="the last seven days", value="week"),
    Choice(name="all time", value="all"),
]


_DAILY = "daily"


class LeaderboardCog(commands.Cog):
    """Leaderboards of a server and records of its people."""

    @app_commands.command(
        description="The best players, or partnerships, of this server", extras={PUBLIC: True}
    )
    @app_commands.describe(
        game="Which game; the one played here if left out",
        period="A season is a calendar month",
        by="Players, partnerships, the points of chouettes, or the board of the day",
        tables="Tables of people alone, or those with house players",
    )
    @app_commands.choices(
        period=_PERIODS,
        by=[
            Choice(name="players", value=By.PLAYERS.value),
            Choice(name="partnerships", value="partnerships"),
            Choice(name="chouettes", value=By.STAKES.value),
            Choice(name="the board of the day", value=_DAILY),
        ],
        tables=[
            Choice(name="among people", value="people"),
            Choice(name="with the house", value="house"),
            Choice(name="all", value="all"),
        ],
    )
    async def leaderboard(
        self,
        interaction: Interaction,
        game: str = "",
        period: str | None = None,
        by: str = "players",
        tables: str | None = None,
    ) -> None:
        """One game's, with buttons for the others, for periods and for pages."""
        if by == _DAILY:
            await _daily(interaction, game, period)
            return
        company = None if tables is None else Company(tables)
        when = None if period is None else _period(interaction, period)
        ranked = By.PAIRS if by == "partnerships" else By(by)
        question = BoardQuestion(_game_meant(interaction, game), when, company, ranked)
        board, services = await board_for(interaction, question), interaction.client.services
        # Everybody in the channel sees it, if there is anything to be seen.
        words = words_of(interaction)
        if board.standings:
            words = services.languages.of_server(board.guild_id)
        await show(interaction, await services.renderer.board(board, words), ephemeral=not board.standings)

    @app_commands.command(description="A person's record at a game: form, partners, seasons")
    @app_commands.describe(
        member="Whose; your own if left out",
        game="Which game; the one played last if left out",
        period="A season is a calendar month",
    )
    @app_commands.choices(period=_PERIODS)
    async def stats(
        self,
        interaction: Interaction,
        member: discord.User | None = None,
        game: str = "",
        period: str = "all",
    ) -> None:
        """Totals, form, partners, and what was given away in analysed hands."""
        person, words = person_of(member or interaction.user), words_of(interaction)
        when = _period(interaction, period)
        meant_game = _game_meant(interaction, game)
        await show(interaction, await draw_stats_for(interaction, person, meant_game, when, words))

    @leaderboard.autocomplete("game")
    @stats.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return await game_choices(press_of(interaction), current)


async def _daily(interaction: Interaction, game: str, period: str | None) -> None:
    # The game asked for if it has boards of the day, else the one of which the latest were played here.
    daily, guild_id = interaction.client.services.daily, interaction.guild_id
    if guild_id is None:
        raise TableError("servers-only")
    meant_game = _game_meant(interaction, game)
    if meant_game not in GAMES_OF_DAYS:
        meant_game = next(iter(await daily.games(guild_id)), GAMES_OF_DAYS[0])
    when = _period(interaction, "season" if period is None else period)
    await show(interaction, await period_table(interaction, meant_game, when, public=True), ephemeral=False)


def _game_meant(interaction: Interaction, typed: str) -> str | None:
    # The nearest, if several are called something like it; all were offered while it was typed.
    if not typed or typed in GAMES:
        return typed or None
    return meant(typed, interaction.client.services.languages.known())[0]


def _period(interaction: Interaction, choice: str) -> Period:
    season = Season.at(interaction.created_at.timestamp())
    match choice:
        case "season":
            return season
        case "last":
            return season.before
    return Lasting(choice)
