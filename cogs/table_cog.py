"""`/table`: opening, filling and closing tables."""

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.rules.errors import RuleError
from bot.rules.registry import GAMES
from bot.tables.errors import TableError
from bot.tables.model import Placard, Status
from cogs.answers import say, show
from cogs.choosing import table_meant
from cogs.desk import Desk, manages
from cogs.items import Interaction
from cogs.names import person_of, write_name
from cogs.options_sheet import draw_offer
from cogs.table_sheet import draw_table

_Choices = list[Choice[str]]
"""What an autocompletion answers; `list` is a command in the class below."""

_GAMES = [Choice(name=game.headline(), value=game.key) for game in GAMES.values()]


class TableCog(commands.GroupCog, group_name="table", group_description="Card tables in this channel"):
    """The commands of the lobby; each does what a button does."""

    def __init__(self, desk: Desk, turn_seconds: int) -> None:
        super().__init__()
        self._desk = desk
        self._tables = desk.tables
        self._turn_seconds = turn_seconds

    @app_commands.command(name="open", description="Open a table in this channel")
    @app_commands.describe(game="What to play")
    @app_commands.choices(game=_GAMES)
    @app_commands.guild_only()
    async def open(self, interaction: Interaction, game: str = next(iter(GAMES))) -> None:
        """The answer is the table message; its host is offered the house rules besides."""
        guild_id, channel_id = interaction.guild_id, interaction.channel_id
        if guild_id is None or channel_id is None:
            raise TableError("channel", "Tables stand in the channels of a server.")
        live = await self._tables.lobby.open(
            person_of(interaction.user), guild_id, channel_id, game, {}, self._turn_seconds
        )
        drawing = await draw_table(live, with_pictures=False)
        await show(interaction, drawing, ephemeral=False)
        message = await interaction.original_response()
        table, now = live.table, self._tables.floor.clock.now()
        await self._desk.posts.save_placard(
            Placard(table.id, channel_id, message.id, now, table.version, table.deals)
        )
        self._desk.keep_placard(interaction, live)
        await show(interaction, draw_offer(live))

    @app_commands.command(name="list", description="The open tables of this server")
    @app_commands.guild_only()
    async def list(self, interaction: Interaction) -> None:
        """One line a table."""
        tables = await self._tables.floor.store.open_tables(guild_id=interaction.guild_id)
        lines = []
        for table in tables[:20]:
            who = ", ".join(write_name(seat.occupant) for seat in table.seats if seat.occupant)
            free = sum(seat.occupant is None for seat in table.seats)
            state = "playing" if table.status is Status.PLAYING else f"{free} free"
            lines.append(
                f"Table {table.id} in <#{table.channel_id}>: {GAMES[table.game].name}, {state} · {who}"
            )
        await say(interaction, "\n".join(lines) or "No table is open; open one with /table open.")

    @app_commands.command(name="join", description="Sit down, or take over from a house player")
    @app_commands.describe(table="The table's number", seat="Which chair, counted from 1")
    @app_commands.guild_only()
    async def join(self, interaction: Interaction, table: int | None = None, seat: int | None = None) -> None:
        """Sit in a chair, the first free one if none is named; come back to one's own; or wait for one."""
        live = await table_meant(self._tables, interaction, table, seated=False)
        mine = live.table.seat_of(interaction.user.id)
        if mine is not None and live.table.seats[mine].away:
            await self._tables.play.come_back(live.table.id, interaction.user.id)
            await say(interaction, f"Welcome back to table {live.table.id}.")
            return
        chair, me = None if seat is None else seat - 1, person_of(interaction.user)
        full = live.table.status is Status.LOBBY and all(chair.user_id for chair in live.table.seats)
        if chair is None and full and live.game.waiting(live.game.options(live.table.options)):
            await self._tables.lobby.wait(live.table.id, me)
            await say(interaction, f"You wait for a chair at table {live.table.id}; who plays is cut for.")
            return
        live = await self._tables.lobby.sit(live.table.id, me, chair)
        at = live.table.seat_of(interaction.user.id)
        assert at is not None
        name = live.names(write_name).seating.names[at]
        await say(interaction, f"You sit {name} at table {live.table.id}.")

    @app_commands.command(name="leave", description="Get up; in play a house player takes your hand")
    @app_commands.describe(table="The table's number")
    async def leave(self, interaction: Interaction, table: int | None = None) -> None:
        """Leave the table for good."""
        live = await table_meant(self._tables, interaction, table)
        await self._tables.lobby.leave(live.table.id, interaction.user.id)
        await say(interaction, f"You have left table {live.table.id}.")

    @app_commands.command(name="start", description="Start; house players fill the empty chairs")
    @app_commands.describe(table="The table's number")
    async def start(self, interaction: Interaction, table: int | None = None) -> None:
        """Start the match as its host."""
        live = await table_meant(self._tables, interaction, table)
        await self._desk.start(live.table.id, interaction.user.id, manages(interaction))
        await say(interaction, f"Table {live.table.id} has begun.")

    @app_commands.command(name="options", description="The house rules and the turn clock of a table")
    @app_commands.describe(table="The table's number")
    async def options(self, interaction: Interaction, table: int | None = None) -> None:
        """The same panel as under House rules."""
        live = await table_meant(self._tables, interaction, table, seated=False)
        await self._desk.show_options(interaction, live)

    @app_commands.command(name="house", description="Call house players into the empty chairs")
    @app_commands.describe(
        seat="Which chair, counted from 1; all if left out",
        level="How well they play",
        table="The table's number",
    )
    async def house(
        self,
        interaction: Interaction,
        seat: int | None = None,
        level: str | None = None,
        table: int | None = None,
    ) -> None:
        """Fill one chair or all."""
        live = await table_meant(self._tables, interaction, table)
        chair = None if seat is None else seat - 1
        await self._tables.lobby.seat_house(
            live.table.id, interaction.user.id, manages(interaction), chair, level
        )
        await say(interaction, f"The house has sat down at table {live.table.id}.")

    @house.autocomplete("level")
    async def _levels(self, interaction: Interaction, current: str) -> _Choices:
        try:
            live = await table_meant(self._tables, interaction, None)
        except (TableError, RuleError):
            return []
        return [
            Choice(name=f"{level.name}: {level.line}"[:100], value=level.key)
            for level in self._tables.lobby.levels(live.table.game)
            if current.casefold() in level.name.casefold()
        ]

    @app_commands.command(name="invite", description="Ask somebody to sit down at your table")
    @app_commands.describe(member="Whom to ask", table="The table's number")
    @app_commands.guild_only()
    async def invite(
        self, interaction: Interaction, member: discord.Member, table: int | None = None
    ) -> None:
        """They are mentioned in the channel."""
        live = await table_meant(self._tables, interaction, table)
        if member.bot:
            raise TableError("bot", "Bots do not play; /table house calls in house players.")
        await self._tables.lobby.invite(live.table.id, interaction.user.id, person_of(member))
        await say(interaction, f"{member.mention} has been asked to table {live.table.id}.")

    @app_commands.command(name="remove", description="Take somebody out of a chair")
    @app_commands.describe(seat="Which chair, counted from 1", table="The table's number")
    async def remove(self, interaction: Interaction, seat: int, table: int | None = None) -> None:
        """In play a house player takes the chair."""
        live = await table_meant(self._tables, interaction, table, seated=not manages(interaction))
        await self._tables.lobby.remove(live.table.id, interaction.user.id, manages(interaction), seat - 1)
        await say(interaction, f"Chair {seat} of table {live.table.id} has been cleared.")

    @app_commands.command(name="substitute", description="Put somebody else, or the house, in a chair")
    @app_commands.describe(
        seat="Which chair, counted from 1",
        member="Who takes it; a house player if left out",
        table="The table's number",
    )
    async def substitute(
        self,
        interaction: Interaction,
        seat: int,
        member: discord.Member | None = None,
        table: int | None = None,
    ) -> None:
        """For somebody who is away, or at the host's word."""
        live = await table_meant(self._tables, interaction, table, seated=not manages(interaction))
        person = person_of(member) if member else None
        await self._tables.lobby.substitute(
            live.table.id, interaction.user.id, manages(interaction), seat - 1, person
        )
        await say(interaction, f"Chair {seat} of table {live.table.id} has a new player.")

    @app_commands.command(name="close", description="Clear a table away")
    @app_commands.describe(table="The table's number")
    async def close(self, interaction: Interaction, table: int | None = None) -> None:
        """Finished hands stay on the leaderboard."""
        live = await table_meant(self._tables, interaction, table, seated=not manages(interaction))
        await self._tables.lobby.close(live.table.id, interaction.user.id, manages(interaction))
        await say(interaction, f"Table {live.table.id} has been closed.")
