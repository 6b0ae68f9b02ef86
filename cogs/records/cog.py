"""`/record`: a record of play, as a file."""

import io

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands
from pydantic import BaseModel

from bot.duplicate.contests.days import GAMES, date_of
from bot.duplicate.records import contest_record
from bot.duplicate.sessions.access import Action as SessionAction
from bot.duplicate.sessions.movements import MOST_BOARDS
from bot.tables.judging.records import record_of
from bot.tables.people.access import Action
from bot.tables.state.errors import TableError
from cogs.answering.commands import command, suggesting
from cogs.answering.meant import table_meant
from cogs.answering.press import Press
from cogs.contests.words import games_matching
from cogs.duplicate.press import session_meant


class RecordCog(commands.Cog):
    """Records of matches, sessions and boards of the day."""

    @command(
        "Every card of a match, a board or a session, as a file to keep",
        table="The table's number; yours if left out",
        session="The number of a session of Duplicate, for all of its boards that may be told",
        board="A board's number in that session, in the one of this channel, or of yesterday's boards",
        yesterday="The game of which you want one of yesterday's boards of the day",
    )
    async def record(
        self,
        press: Press,
        table: int | None = None,
        session: int | None = None,
        board: app_commands.Range[int, 1, MOST_BOARDS] | None = None,
        yesterday: str = "",
    ) -> None:
        """Omits a hand still in play, unless the table is closed, and a board until all have played it."""
        if yesterday:
            await _send_daily(press, yesterday, board or 1)
            return
        if session is not None or board is not None:
            await _send_session(press, session, board)
            return
        snapshot = (await table_meant(press, table, Action.LOOK, seated=False)).snapshot
        if snapshot.state is None:
            raise TableError("no-record")
        analyses = await press.services.tables.analyses.known(snapshot.table.id)
        record = record_of(snapshot, analyses)
        said = press.words.gettext("The whole match.")
        if snapshot.table.open:
            said = press.words.gettext("The match so far, without the hand still in play.")
        await _send(press, record, f"table-{snapshot.table.id}", said)

    @record.autocomplete("yesterday")
    @suggesting
    async def _daily_games(self, press: Press, current: str) -> list[Choice[str]]:
        return games_matching(current, GAMES, press.words)


async def _send_daily(press: Press, game: str, number: int) -> None:
    daily, gettext = press.services.daily, press.words.gettext
    if game not in GAMES:
        raise TableError("no-daily", game=game)
    boards = await daily.opened(press.user_id, daily.today - 1, game, press.guild_id or 0)
    opened = next((one for one in boards if one.board.number == number), None)
    if opened is None:
        raise TableError("no-board")
    told = contest_record(opened, await daily.contests.own_play(press.user_id, opened.board))
    said = gettext("The board with its four hands, and how you played it if you did.")
    await _send(press, told, f"{game}-{date_of(daily.today - 1)}-board-{number}", said)


async def _send_session(press: Press, number: int | None, board: int | None) -> None:
    at = await session_meant(press, number, SessionAction.LOOK, over=True)
    session, results, gettext = at.session, at.duplicate.results, press.words.gettext
    if board is not None:
        told = await results.board_record(session.id, at.actor, board)
        said = gettext("The board with its four hands, and how it was played at each table.")
        await _send(press, told, f"session-{session.id}-board-{board}", said)
        return
    whole = await results.session_record(session.id, at.actor)
    if session.open:
        said = gettext("The session so far: the boards that everybody has played, and the ranking.")
    else:
        said = gettext("The whole session: its boards, how each was played, and the ranking.")
    await _send(press, whole, f"session-{session.id}", said)


async def _send(press: Press, record: BaseModel, name: str, said: str) -> None:
    how = press.words.gettext(
        "In Cardinal's folder, `./cardinal replay FILE` plays it through and checks each shuffle by its seal."
    )
    file = discord.File(io.BytesIO(record.model_dump_json(indent=1).encode()), f"cardinal-{name}.json")
    await press.reply.send_file(f"{said} {how}", [file])
