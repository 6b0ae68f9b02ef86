"""Playing by command: `/hand`, `/play`, `/hint`, `/trick`, `/score`, `/analysis`, `/record`."""

import io

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands
from pydantic import BaseModel

from bot.duplicate.access import Action as SessionAction
from bot.duplicate.days import GAMES, date_of
from bot.duplicate.movements import MOST_BOARDS
from bot.duplicate.records import daily_record
from bot.rules.registry import text_for
from bot.tables.judging.records import record_of
from bot.tables.people.access import Action
from bot.tables.state.errors import TableError
from bot.tables.state.table import Status
from cogs.answering.answers import hint, show_hand
from cogs.answering.choosing import offered_moves, seat_to_move, table_meant, typed_move
from cogs.answering.interactions import LONGEST_CHOICE, say, send_file, suggestions, words_of
from cogs.answering.services import Interaction
from cogs.daily.actions import daily_games
from cogs.duplicate.answers import session_meant
from cogs.hand.moved import moved_text
from cogs.result.actions import analyse
from cogs.ui.glyphs import fitted
from cogs.ui.names import safe_name, write_name

_MOST_CHOICES = 25


class PlayCog(commands.Cog):
    """Everything that can be clicked can also be typed."""

    @app_commands.command(description="Your cards, for your eyes alone")
    @app_commands.describe(table="The table's number")
    async def hand(self, interaction: Interaction, table: int | None = None) -> None:
        """The same panel as under My hand."""
        snapshot, _ = await table_meant(interaction, table, Action.HAND)
        await show_hand(interaction, snapshot)

    @app_commands.command(description="Play a card, or make any other move your panel offers")
    @app_commands.describe(
        card="A card, as QH, or any move your panel offers, as cut 20", table="The table's number"
    )
    async def play(self, interaction: Interaction, card: str, table: int | None = None) -> None:
        """Make a move by typing it; the answer says what came of it."""
        words = words_of(interaction)
        snapshot, actor = await table_meant(interaction, table, Action.MOVE)
        seat = seat_to_move(snapshot, interaction.user.id)
        move = typed_move(snapshot, seat, card, words)
        play, table_id = interaction.client.services.tables.play, snapshot.table.id
        done = await play.act(table_id, actor, str(move))
        both = snapshot.played_by(snapshot.game.player_of(snapshot.state, seat))
        if done.step == snapshot.step and str(move) in map(done.table.dealt.marked.get, both):
            text = text_for(snapshot.table.game, words)
            described = text.describe_move(snapshot.view(seat), move, snapshot.names(safe_name))
            said = words.gettext(
                "Marked: {move}. It is played when your turn comes, if it is legal then.",
                move=described.words,
            )
        else:
            said = moved_text(snapshot, done, seat, move, words)
        await say(interaction, said)

    @play.autocomplete("card")
    async def _cards(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return await suggestions(self._cards_of(interaction, current))

    async def _cards_of(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        named = interaction.namespace.table
        number = named if isinstance(named, int) else None
        snapshot, _ = await table_meant(interaction, number, Action.MOVE)
        seat = seat_to_move(snapshot, interaction.user.id)
        offered = offered_moves(snapshot, seat, current, words_of(interaction))
        choices = (choice for choice in offered if len(choice.move) <= LONGEST_CHOICE)
        return [
            Choice(name=fitted(f"{choice.label} ({choice.words})", LONGEST_CHOICE), value=choice.move)
            for _, choice in zip(range(_MOST_CHOICES), choices, strict=False)
        ]

    @app_commands.command(description="What the house would play in your place, and why")
    @app_commands.describe(table="The table's number")
    async def hint(self, interaction: Interaction, table: int | None = None) -> None:
        """The same as the button on the panel."""
        snapshot, actor = await table_meant(interaction, table, Action.HINT)
        await hint(interaction, snapshot, actor)

    @app_commands.command(description="The last trick, and no older one")
    @app_commands.describe(table="The table's number")
    async def trick(self, interaction: Interaction, table: int | None = None) -> None:
        """Law 91: the last trick may be seen."""
        snapshot, _ = await table_meant(interaction, table, Action.LOOK, seated=False)
        if snapshot.table.status is not Status.PLAYING:
            raise TableError("no-play")
        text = text_for(snapshot.table.game, words_of(interaction))
        view = snapshot.view(None)
        trick = text.last_trick(view, snapshot.names(write_name))
        await say(interaction, trick or text.no_last_trick(view))

    @app_commands.command(description="The score of a table")
    @app_commands.describe(table="The table's number")
    async def score(self, interaction: Interaction, table: int | None = None) -> None:
        """The running score, and the hand so far."""
        snapshot, _ = await table_meant(interaction, table, Action.LOOK, seated=False)
        if snapshot.state is None:
            raise TableError("no-score")
        words = words_of(interaction)
        text = text_for(snapshot.table.game, words)
        scene = text.scene(snapshot.view(None), snapshot.names(write_name))
        head = words.gettext("Table {table}. {title}.", table=snapshot.table.id, title=scene.title)
        await say(interaction, "\n".join([head, *scene.facts, *scene.scores]))

    @app_commands.command(description="What would have been best in a hand that is over, card by card")
    @app_commands.describe(hand="The hand's number; the latest if left out", table="The table's number")
    async def analysis(
        self,
        interaction: Interaction,
        hand: app_commands.Range[int, 1] | None = None,
        table: int | None = None,
    ) -> None:
        """The same as the button under the hand's result."""
        snapshot, _ = await table_meant(interaction, table, Action.ANALYSE, seated=False)
        await analyse(interaction, snapshot.table.id, hand)

    @app_commands.command(description="Every card of a match, a board or a session, as a file to keep")
    @app_commands.describe(
        table="The table's number; yours if left out",
        session="The number of a session of Duplicate, for all of its boards that may be told",
        board="A board's number in that session, in the one of this channel, or of yesterday's boards",
        yesterday="The game of which you want one of yesterday's boards of the day",
    )
    async def record(
        self,
        interaction: Interaction,
        table: int | None = None,
        session: int | None = None,
        board: app_commands.Range[int, 1, MOST_BOARDS] | None = None,
        yesterday: str = "",
    ) -> None:
        """A hand still in play is left out, unless the table is closed, and so is a board until all have
        played it."""
        if yesterday:
            await _send_daily(interaction, yesterday, board or 1)
            return
        if session is not None or board is not None:
            await _send_session(interaction, session, board)
            return
        snapshot, _ = await table_meant(interaction, table, Action.LOOK, seated=False)
        if snapshot.state is None:
            raise TableError("no-record")
        analyses = await interaction.client.services.tables.analyses.known(snapshot.table.id)
        record = record_of(snapshot, analyses)
        file = _file(record, f"cardinal-table-{snapshot.table.id}.json")
        gettext = words_of(interaction).gettext
        said = (
            gettext("The match so far, without the hand still in play.")
            if snapshot.table.open
            else gettext("The whole match.")
        )
        how = _how_to_replay(interaction)
        await send_file(interaction, f"{said} {how}", [file])

    @record.autocomplete("yesterday")
    async def _daily_games(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return daily_games(interaction, current)


async def _send_daily(interaction: Interaction, game: str, number: int) -> None:
    # One of yesterday's boards. Raises TableError.
    daily, gettext = interaction.client.services.daily, words_of(interaction).gettext
    if game not in GAMES:
        raise TableError("no-daily", game=game)
    boards = await daily.opened(interaction.user.id, daily.today - 1, game)
    opened = next((one for one in boards if one.board.number == number), None)
    if opened is None:
        raise TableError("no-board")
    told = daily_record(opened, await daily.own_play(interaction.user.id, opened.board))
    said = gettext("The board with its four hands, and how you played it if you did.")
    how = _how_to_replay(interaction)
    name = f"cardinal-{game}-{date_of(daily.today - 1)}-board-{number}.json"
    await send_file(interaction, f"{said} {how}", [_file(told, name)])


async def _send_session(interaction: Interaction, number: int | None, board: int | None) -> None:
    # A session, or one board of it. Raises TableError.
    session, actor = await session_meant(interaction, number, SessionAction.LOOK, over=True)
    results, gettext = interaction.client.services.sessions.duplicate.results, words_of(interaction).gettext
    how = _how_to_replay(interaction)
    if board is not None:
        told = await results.board_record(session.id, actor, board)
        said = gettext("The board with its four hands, and how it was played at each table.")
        name = f"cardinal-session-{session.id}-board-{board}.json"
        await send_file(interaction, f"{said} {how}", [_file(told, name)])
        return
    whole = await results.session_record(session.id, actor)
    if session.open:
        said = gettext("The session so far: the boards that everybody has played, and the ranking.")
    else:
        said = gettext("The whole session: its boards, how each was played, and the ranking.")
    name = f"cardinal-session-{session.id}.json"
    await send_file(interaction, f"{said} {how}", [_file(whole, name)])


def _file(record: BaseModel, name: str) -> discord.File:
    return discord.File(io.BytesIO(record.model_dump_json(indent=1).encode()), name)


def _how_to_replay(interaction: Interaction) -> str:
    return words_of(interaction).gettext(
        "In Cardinal's folder, `./cardinal replay FILE` plays it through and checks each shuffle by its seal."
    )
