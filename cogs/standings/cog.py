"""`/leaderboard` and `/stats`: results and rankings."""

import discord
from discord.app_commands import Choice
from discord.ext import commands

from bot.duplicate.contests.days import GAMES as GAMES_OF_DAYS
from bot.rules.catalogue import Catalogue
from bot.tables.judging.standings import BoardQuestion, Lasting, Period
from bot.tables.state.errors import TableError
from bot.tables.state.results import By, Company
from bot.tables.state.seasons import Season
from cogs.answering.commands import command, suggesting
from cogs.answering.press import Press
from cogs.challenges.actions import ladder
from cogs.clubs.actions import show_club_table
from cogs.daily.actions import period_table
from cogs.opening.suggestions import game_choices
from cogs.standings.actions import board_for, stats_page
from cogs.standings.leaderboard import draw_board
from cogs.ui.names import person_of
from cogs.words.games import meant

_PERIODS = [
    Choice(name="this season", value="season"),
    Choice(name="last season", value="last"),
    Choice(name="the last seven days", value="week"),
    Choice(name="all time", value="all"),
]


_DAILY = "daily"
_CHALLENGES = "challenges"
_CLUBS = "clubs"


class LeaderboardCog(commands.Cog):
    """Leaderboards of a server and records of its people."""

    @command(
        "The best players, or partnerships, of this server",
        game="Which game; the one played here if left out",
        period="A season is a calendar month",
        by="Players, partnerships, chouettes, the board of the day, challenges, or club nights",
        tables="Tables of people alone, or those with house players",
        choices={
            "period": _PERIODS,
            "by": [
                Choice(name="players", value=By.PLAYERS.value),
                Choice(name="partnerships", value="partnerships"),
                Choice(name="chouettes", value=By.STAKES.value),
                Choice(name="the board of the day", value=_DAILY),
                Choice(name="challenges", value=_CHALLENGES),
                Choice(name="club nights", value=_CLUBS),
            ],
            "tables": [
                Choice(name="among people", value="people"),
                Choice(name="with the house", value="house"),
                Choice(name="all", value="all"),
            ],
        },
        public=True,
    )
    async def leaderboard(
        self,
        press: Press,
        game: str = "",
        period: str | None = None,
        by: str = "players",
        tables: str | None = None,
    ) -> None:
        if by == _DAILY:
            await _daily(press, game, period)
            return
        if by == _CHALLENGES:
            span = _period(press, "season" if period is None else period)
            await press.reply.show(await ladder(press, span, await _server_words(press)), ephemeral=False)
            return
        if by == _CLUBS:
            await show_club_table(press, 0)
            return
        company = None if tables is None else Company(tables)
        when = None if period is None else _period(press, period)
        ranked = By.PAIRS if by == "partnerships" else By(by)
        question = BoardQuestion(_game_meant(press, game), when, company, ranked)
        board, services = await board_for(press, question), press.services
        # It is public unless it is empty.
        words = await _server_words(press) if board.standings else press.words
        drawing = await draw_board(board, words, with_pictures=services.pictures)
        await press.reply.show(drawing, ephemeral=not board.standings)

    @command(
        "A person's record at a game: form, partners, seasons",
        member="Whose; your own if left out",
        game="Which game; the one played last if left out",
        period="A season is a calendar month",
        choices={"period": _PERIODS},
    )
    async def stats(
        self, press: Press, member: discord.User | None = None, game: str = "", period: str = "all"
    ) -> None:
        person = press.person if member is None else person_of(member)
        when = _period(press, period)
        meant_game = _game_meant(press, game)
        await press.reply.show(await stats_page(press, person, meant_game, when, press.words))

    @leaderboard.autocomplete("game")
    @stats.autocomplete("game")
    @suggesting
    async def _games(self, press: Press, current: str) -> list[Choice[str]]:
        return await game_choices(press, current)


async def _daily(press: Press, game: str, period: str | None) -> None:
    # The game asked for if it has boards of the day, else the one last played here.
    services, guild_id = press.services, press.guild_id
    if guild_id is None:
        raise TableError("servers-only")
    meant_game = _game_meant(press, game)
    if meant_game not in GAMES_OF_DAYS:
        meant_game = next(iter(await services.daily.games(guild_id)), GAMES_OF_DAYS[0])
    when = _period(press, "season" if period is None else period)
    words = await _server_words(press)
    await press.reply.show(await period_table(press, meant_game, when, words), ephemeral=False)


async def _server_words(press: Press) -> Catalogue:
    return await press.services.languages.of_server(press.guild_id or 0, press.words)


def _game_meant(press: Press, typed: str) -> str | None:
    # The closest match; autocompletion offered all of them.
    return meant(typed, press.services.languages.known())[0] if typed else None


def _period(press: Press, choice: str) -> Period:
    season = Season.at(press.interaction.created_at.timestamp())
    match choice:
        case "season":
            return season
        case "last":
            return season.before
    return Lasting(choice)
