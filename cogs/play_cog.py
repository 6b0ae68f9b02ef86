"""Playing by command: `/hand`, `/play`, `/trick`, `/score`, `/record`."""

import io

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.rules.errors import RuleError
from bot.tables.errors import TableError
from bot.tables.live import Live
from bot.tables.model import Status
from bot.tables.records import record_of
from cogs.answers import say, timely
from cogs.choosing import table_meant, typed_choices, typed_move
from cogs.desk import Desk
from cogs.items import Interaction
from cogs.names import write_name


class PlayCog(commands.Cog):
    """Everything that can be clicked can also be typed."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._tables = desk.tables

    @app_commands.command(description="Your cards, for your eyes alone")
    @app_commands.describe(table="The table's number")
    async def hand(self, interaction: Interaction, table: int | None = None) -> None:
        """The same panel as under My hand."""
        await self._desk.show_hand(interaction, await table_meant(self._tables, interaction, table))

    @app_commands.command(description="Play a card, or make any other move your panel offers")
    @app_commands.describe(
        card="A card, as QH, or any move your panel offers, as cut 20", table="The table's number"
    )
    async def play(self, interaction: Interaction, card: str, table: int | None = None) -> None:
        """Make a move by typing it."""
        live = await table_meant(self._tables, interaction, table)
        seat = live.table.seat_of(interaction.user.id)
        if seat is None or live.table.status is not Status.PLAYING:
            raise TableError("not-seated", "You have no cards at that table just now.")
        move = typed_move(live, seat, card)
        await timely(interaction, self._tables.play.act(live.table.id, interaction.user.id, move))
        words = next((c.words for c in typed_choices(live, seat) if c.move == move), move)
        await say(interaction, f"Done: {words}.")

    @play.autocomplete("card")
    async def _cards(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        try:
            live = await table_meant(self._tables, interaction, None)
        except (TableError, RuleError):
            return []
        seat = live.table.seat_of(interaction.user.id)
        if seat is None or live.table.status is not Status.PLAYING:
            return []
        wanted = current.casefold()
        return [
            Choice(name=f"{choice.label} ({choice.words})"[:100], value=choice.move)
            for choice in typed_choices(live, seat)
            if choice.enabled
            and any(wanted in text.casefold() for text in (choice.label, choice.words, choice.move))
        ][:25]

    @app_commands.command(description="What the house would play in your place, and why")
    @app_commands.describe(table="The table's number")
    async def hint(self, interaction: Interaction, table: int | None = None) -> None:
        """The same as the button on the panel."""
        await self._desk.hint(interaction, await table_meant(self._tables, interaction, table))

    @app_commands.command(description="The last trick, and no older one")
    @app_commands.describe(table="The table's number")
    async def trick(self, interaction: Interaction, table: int | None = None) -> None:
        """Law 91: the last trick may be seen."""
        live = await table_meant(self._tables, interaction, table, seated=False)
        await say(interaction, _last_trick(live))

    @app_commands.command(description="The score of a table")
    @app_commands.describe(table="The table's number")
    async def score(self, interaction: Interaction, table: int | None = None) -> None:
        """The running score, and the hand so far."""
        live = await table_meant(self._tables, interaction, table, seated=False)
        if live.state is None:
            raise TableError("not-started", "The game has not begun yet, so there is no score.")
        scene = live.game.scene(live.view(None), live.names(write_name))
        await say(
            interaction, "\n".join([f"Table {live.table.id}. {scene.title}.", *scene.facts, *scene.scores])
        )

    @app_commands.command(description="What would have been best in a hand that is over, card by card")
    @app_commands.describe(hand="The hand's number; the latest if left out", table="The table's number")
    async def analysis(
        self,
        interaction: Interaction,
        hand: app_commands.Range[int, 1] | None = None,
        table: int | None = None,
    ) -> None:
        """The same as the button under the hand's result."""
        live = await table_meant(self._tables, interaction, table, seated=False)
        await self._desk.analyse(interaction, live.table.id, hand)

    @app_commands.command(description="Every card of a match, as a file to keep and to check")
    @app_commands.describe(table="The table's number; yours if left out")
    async def record(self, interaction: Interaction, table: int | None = None) -> None:
        """A hand still in play is left out."""
        live = await table_meant(self._tables, interaction, table, seated=False)
        if live.state is None:
            raise TableError("not-started", "Nothing has been played yet, so there is no record.")
        record = record_of(live, await self._desk.analyses.known(live.table.id))
        file = discord.File(
            io.BytesIO(record.model_dump_json(indent=1).encode()), f"cardinal-table-{live.table.id}.json"
        )
        await interaction.response.send_message(
            "The match so far, without the hand still in play. `python -m bot replay FILE` plays it "
            "through and checks every pack against its seal.",
            file=file,
            ephemeral=True,
        )


def _last_trick(live: Live) -> str:
    if live.table.status is not Status.PLAYING:
        raise TableError("not-started", "No hand is being played at that table.")
    said = live.game.last_trick(live.view(None), live.names(write_name))
    if said is None:
        raise TableError("no-trick", "No trick has been taken yet in this hand.")
    return said
