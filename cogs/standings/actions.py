"""Actions of leaderboards and records.

A leaderboard's custom_ids contain its whole query (`c:0:0:!board:next.bezique.202611.people.players.1`).
Anyone may turn its pages, but only for the server they are on.
"""

from dataclasses import replace
from typing import Annotated, Final

from bot.rules.catalogue import Catalogue
from bot.tables.judging.standings import (
    PERIOD_KEY,
    Board,
    BoardQuestion,
    Lasting,
    Period,
    period_key,
    read_period,
)
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.results import By, Company
from cogs.answering.press import Press
from cogs.daily.actions import words_on
from cogs.standings.leaderboard import draw_board
from cogs.standings.stats import draw_stats
from cogs.ui.actions import PERSON
from cogs.ui.arguments import Game, GameKey, PeriodKey, Snowflake, Word, Written
from cogs.ui.layout import Drawing


def _read(text: str) -> BoardQuestion:
    game, period, company, by, page = text.split(".")
    return BoardQuestion(game, read_period(period), Company(company), By(by), int(page))


def _written(question: BoardQuestion) -> str:
    period, company = question.period or Lasting.ALL, question.company or Company.ALL
    return f"{question.game}.{period_key(period)}.{company.value}.{question.by.value}.{question.page}"


_PATTERN: Final = rf"[^.]+\.(?:{PERIOD_KEY})\.(?:people|house|all)\.(?:players|pairs|chouettes)\.[0-9]{{1,3}}"
Question = Annotated[BoardQuestion, Written(_PATTERN, _read, _written)]


@PERSON.action("board")
async def turn_board(press: Press, role: Word, question: Question) -> None:
    """Turns to another leaderboard or page; `role` keeps the custom_ids of one message distinct."""
    drawing = await draw_board(
        await board_for(press, question), await words_on(press), with_pictures=press.services.pictures
    )
    await press.reply.refresh(drawing)


@PERSON.menu_action("board-game")
async def turn_board_game(press: Press, question: Question, game: Game) -> None:
    await turn_board(press, "", replace(question, game=game, page=0))


@PERSON.menu_action("board-period")
async def turn_board_period(press: Press, question: Question, period: PeriodKey) -> None:
    await turn_board(press, "", replace(question, period=period, page=0))


@PERSON.menu_action("stats-game")
async def turn_stats_game(
    press: Press, user: Snowflake, game: GameKey, period: PeriodKey, chosen: Game
) -> None:
    await _turn_stats(press, user, chosen, period)


@PERSON.menu_action("stats-period")
async def turn_stats_period(
    press: Press, user: Snowflake, game: GameKey, period: PeriodKey, chosen: PeriodKey
) -> None:
    await _turn_stats(press, user, game, chosen)


@PERSON.action("share-stats")
async def share_stats(press: Press, game: GameKey, period: PeriodKey) -> None:
    """Posts the person's own record in the channel."""
    if press.guild_id is None:
        raise TableError("servers-only")
    words = await press.services.languages.of_server(press.guild_id, press.words)
    drawing = await stats_page(press, press.person, game, period, words, shared=True)
    await press.reply.show(drawing, ephemeral=False)


async def board_for(press: Press, question: BoardQuestion) -> Board:
    """The leaderboard of the person's server. Raises TableError in a DM, or for an unknown game."""
    if press.guild_id is None:
        raise TableError("servers-only")
    return await press.services.tables.standings.board(
        press.guild_id, question, channel_id=press.interaction.channel_id or 0, user_id=press.user_id
    )


async def stats_page(
    press: Press, person: Person, game: str | None, period: Period, words: Catalogue, *, shared: bool = False
) -> Drawing:
    """That person's record for the reader; `shared`: for everybody. Raises TableError."""
    services, own = press.services, person.user_id == press.user_id
    stats = await services.tables.standings.stats(press.user_id, person.user_id, press.guild_id, game, period)
    pictures = services.pictures
    if own and not shared:
        pictures = pictures and (await press.settings()).pictures
    return await draw_stats(person, stats, words, with_pictures=pictures, own=own, shared=shared)


async def _turn_stats(press: Press, user_id: int, game: str, period: Period) -> None:
    person = press.person
    if user_id != press.user_id:
        if press.guild_id is None:
            raise TableError("stats-elsewhere")
        standings = press.services.tables.standings
        person = Person(user_id, await standings.name_of(user_id, press.guild_id))
    await press.reply.refresh(await stats_page(press, person, game, period, press.words))
