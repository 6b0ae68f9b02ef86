"""`/leaderboard`, `/stats` and `/partners`: who has won what."""

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.rules.registry import GAMES, text_for
from bot.tables.errors import TableError
from bot.tables.ports import AnalysisStore, Clock, UserStore
from cogs.interactions import PUBLIC, show, words_of
from cogs.names import person_of
from cogs.services import Interaction
from cogs.views.leaderboard import ALL_PARTNERS, draw_leaderboard, draw_record

_DAY = 24 * 60 * 60
_PERIODS = {"week": 7 * _DAY, "month": 30 * _DAY, "all": None}
_LINES = 15
_GAMES = [Choice(name=text_for(key).name, value=key) for key in GAMES]


class LeaderboardCog(commands.Cog):
    """Leaderboards of a server and records of its people."""

    def __init__(self, users: UserStore, analyses: AnalysisStore, clock: Clock) -> None:
        self._users = users
        self._analyses = analyses
        self._clock = clock

    @app_commands.command(
        description="The best players, or partnerships, of this server", extras={PUBLIC: True}
    )
    @app_commands.describe(
        period="The last week or month, or of all time", by="Players or partnerships", game="One game only"
    )
    @app_commands.choices(
        period=[
            Choice(name="this week", value="week"),
            Choice(name="this month", value="month"),
            Choice(name="of all time", value="all"),
        ],
        by=[Choice(name="players", value="players"), Choice(name="partnerships", value="partnerships")],
        game=_GAMES,
    )
    async def leaderboard(
        self, interaction: Interaction, period: str = "all", by: str = "players", game: str | None = None
    ) -> None:
        """Rubbers won first, then games, then the points made a hand."""
        if interaction.guild_id is None:
            raise TableError("servers-only")
        seconds = _PERIODS[period]
        since = None if seconds is None else self._clock.now() - seconds
        pairs = by == "partnerships"
        standings = await self._users.leaderboard(
            interaction.guild_id, game=game, since=since, partnerships=pairs, limit=_LINES
        )
        words = words_of(interaction)
        if standings:
            # Everybody in the channel sees it.
            words = interaction.client.services.languages.of_server(interaction.guild_id)
        drawing = draw_leaderboard(standings, period, game, words, pairs=pairs)
        await show(interaction, drawing, ephemeral=not standings)

    @app_commands.command(description="A person's record, game by game")
    @app_commands.describe(member="Whose; your own if left out")
    async def stats(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """Totals by game, then with each partner, then what was given away in analysed hands."""
        user, guild_id = await self._whose(interaction, member), interaction.guild_id
        rows = await self._users.record_of(user.id, guild_id=guild_id)
        given_away = await self._analyses.given_away(user.id, guild_id=guild_id)
        lost = {one.game: one for one in given_away}
        await show(interaction, draw_record(person_of(user), rows, words_of(interaction), lost))

    @app_commands.command(description="How you fare with each partner")
    @app_commands.describe(member="Whose partners; your own if left out")
    async def partners(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """The same without the totals."""
        user = await self._whose(interaction, member)
        record = await self._users.record_of(user.id, guild_id=interaction.guild_id)
        rows = [(game, standing) for game, standing in record if standing.partner_id != ALL_PARTNERS]
        await show(interaction, draw_record(person_of(user), rows, words_of(interaction), {}))

    async def _whose(self, interaction: Interaction, member: discord.User | None) -> discord.abc.User:
        # Who has played what on a server is for those who are there, if the person shows it at all.
        if member is None or member.id == interaction.user.id:
            return interaction.user
        if interaction.guild_id is None:
            raise TableError("stats-elsewhere")
        if (await self._users.settings(member.id)).hidden:
            raise TableError("hidden")
        return member
