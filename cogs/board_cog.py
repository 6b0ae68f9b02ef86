"""`/leaderboard`, `/stats` and `/partners`: who has won what."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.rules.registry import GAMES
from bot.rules.wording import counted
from bot.tables.model import GivenAway, Standing
from bot.tables.ports import AnalysisStore, Clock, PeopleStore
from cogs.answers import show
from cogs.items import Interaction
from cogs.sheet import note

_DAY = 24 * 60 * 60
_PERIODS = {"week": 7 * _DAY, "month": 30 * _DAY, "all": None}
_LINES = 15
_GAMES = [Choice(name=game.name, value=key) for key, game in GAMES.items()]
_ALL_PARTNERS = -1


class BoardCog(commands.Cog):
    """Leaderboards of a server and records of its people."""

    def __init__(self, people: PeopleStore, analyses: AnalysisStore, clock: Clock) -> None:
        self._people = people
        self._analyses = analyses
        self._clock = clock

    @app_commands.command(description="The best players, or partnerships, of this server")
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
    @app_commands.guild_only()
    async def leaderboard(
        self, interaction: Interaction, period: str = "all", by: str = "players", game: str | None = None
    ) -> None:
        """Rubbers won first, then games, then the points made a hand."""
        assert interaction.guild_id is not None
        seconds = _PERIODS[period]
        since = None if seconds is None else self._clock.now() - seconds
        pairs = by == "partnerships"
        standings = await self._people.leaderboard(
            interaction.guild_id, game=game, since=since, partnerships=pairs, limit=_LINES
        )
        span = {"week": "this week", "month": "this month", "all": "of all time"}[period]
        what = f" at {GAMES[game].name}" if game else ""
        head = f"### {'Partnerships' if pairs else 'Players'} {span}{what}"
        if not standings:
            await show(
                interaction, note(f"{head}\nNobody has finished a hand yet; `/table open` starts one.")
            )
            return
        word = GAMES[game].match_word if game else "match"
        lines = [
            f"{place}. {_who(standing)}: {_tally(standing, word)}"
            for place, standing in enumerate(standings, 1)
        ]
        await show(interaction, note("\n".join([head, *lines])), ephemeral=False)

    @app_commands.command(description="A person's record, game by game")
    @app_commands.describe(member="Whose; your own if left out")
    async def stats(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """Totals by game, then with each partner, then what was given away in analysed hands."""
        user = member or interaction.user
        lost = await self._analyses.given_away(user.id, guild_id=interaction.guild_id)
        await self._record(interaction, member, lambda standing: True, {one.game: one for one in lost})

    @app_commands.command(description="How you fare with each partner")
    @app_commands.describe(member="Whose partners; your own if left out")
    async def partners(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """The same without the totals."""
        await self._record(interaction, member, lambda standing: standing.partner_id != _ALL_PARTNERS)

    async def _record(
        self,
        interaction: Interaction,
        member: discord.User | None,
        wanted: Callable[[Standing], bool],
        lost: Mapping[str, GivenAway] = MappingProxyType({}),
    ) -> None:
        user = member or interaction.user
        rows = await self._people.record_of(user.id, guild_id=interaction.guild_id)
        lines, game = [f"### {discord.utils.escape_markdown(user.display_name)}"], ""
        for key, standing in rows:
            if not wanted(standing):
                continue
            if key != game:
                game = key
                lines.append(f"**{GAMES[key].name if key in GAMES else key}**")
            word = GAMES[key].match_word if key in GAMES else "match"
            lines.append(f"{_partner(standing)}: {_tally(standing, word)}")
            if standing.partner_id == _ALL_PARTNERS and key in lost:
                lines.append(_given_away(lost[key]))
        if len(lines) == 1:
            lines.append("No finished hands yet; `/table open` starts a game.")
        await show(interaction, note("\n".join(lines[:40])))


def _who(standing: Standing) -> str:
    if standing.partner_id:
        return f"<@{standing.user_id}> and <@{standing.partner_id}>"
    return f"<@{standing.user_id}>"


def _partner(standing: Standing) -> str:
    if standing.partner_id == _ALL_PARTNERS:
        return "Altogether"
    return f"with <@{standing.partner_id}>" if standing.partner_id else "with a house player"


def _tally(standing: Standing, match_word: str = "match") -> str:
    parts = []
    if standing.rubbers:
        parts.append(
            f"{standing.rubbers_won} of {counted(standing.rubbers, match_word, _plural(match_word))}"
        )
    if standing.games:
        parts.append(f"{standing.games_won} of {counted(standing.games, 'game')}")
    if standing.hands:
        parts.append(f"{standing.hands_won} of {counted(standing.hands, 'hand')}")
    tally = f"won {', '.join(parts)}"
    if not standing.hands:
        return tally
    each = (standing.points - standing.against) / standing.hands
    return f"{tally} · {standing.points} points, {each:+.1f} a hand"


def _given_away(lost: GivenAway) -> str:
    each, thing = lost.lost / lost.hands, lost.unit if lost.lost != lost.hands else lost.unit.rstrip("s")
    return f"Gives away {each:.1f} {thing} a hand, over {counted(lost.hands, 'analysed hand')}"


def _plural(word: str) -> str:
    return word + ("es" if word.endswith("ch") else "s")
