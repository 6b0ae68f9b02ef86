"""`/table`: opening, filling and closing tables."""

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.rules.errors import RuleError
from bot.rules.registry import GAMES, text_for
from bot.tables.errors import TableError
from bot.tables.model import Status
from cogs.answers import show_house_rules, start
from cogs.choosing import table_meant
from cogs.interactions import manages, person_of, say, show, words_of
from cogs.names import mention, plain_name
from cogs.services import Interaction
from cogs.views.table_list import table_list_text
from cogs.views.table_message import waits_allowed

_Choices = list[Choice[str]]
"""What an autocompletion answers; `list` is a command in the class below."""

_GAMES = [Choice(name=text_for(key).headline(game), value=key) for key, game in GAMES.items()]


class TableCog(commands.GroupCog, group_name="table", group_description="Card tables in this channel"):
    """The commands of the lobby; each does what a button does. `turn_seconds` is a new table's turn clock."""

    def __init__(self, turn_seconds: int) -> None:
        super().__init__()
        self._turn_seconds = turn_seconds

    @app_commands.command(name="open", description="Open a table in this channel")
    @app_commands.describe(game="What to play")
    @app_commands.choices(game=_GAMES)
    @app_commands.guild_only()
    async def open(self, interaction: Interaction, game: str = next(iter(GAMES))) -> None:
        """The answer is the table message; its host is offered the house rules besides."""
        guild_id, channel_id, services = (
            interaction.guild_id,
            interaction.channel_id,
            interaction.client.services,
        )
        if guild_id is None or channel_id is None:
            raise TableError("servers-only")
        snapshot = await services.tables.lobby.open(
            person_of(interaction.user), guild_id, channel_id, game, {}, self._turn_seconds
        )
        await show(interaction, await services.renderer.table_message(snapshot), ephemeral=False)
        message = await interaction.original_response()
        await services.messages.table_message_sent(snapshot, channel_id, message.id)
        services.messages.keep_table_message(interaction, snapshot)
        await show(interaction, services.renderer.house_rules_offer(snapshot, words_of(interaction)))

    @app_commands.command(name="list", description="The open tables of this server")
    @app_commands.guild_only()
    async def list(self, interaction: Interaction) -> None:
        """One line a table."""
        repository = interaction.client.services.tables.repository
        tables = await repository.open_tables(guild_id=interaction.guild_id)
        await say(interaction, table_list_text(tables, words_of(interaction)))

    @app_commands.command(name="join", description="Sit down, or take over from a house player")
    @app_commands.describe(table="The table's number", seat="Which chair, counted from 1")
    @app_commands.guild_only()
    async def join(self, interaction: Interaction, table: int | None = None, seat: int | None = None) -> None:
        """Sit in a chair, the first free one if none is named; come back to one's own; or wait for one."""
        tables, gettext = interaction.client.services.tables, words_of(interaction).gettext
        snapshot = await table_meant(interaction, table, seated=False)
        number, mine = snapshot.table.id, snapshot.table.seat_of(interaction.user.id)
        if mine is not None and snapshot.table.seats[mine].away:
            await tables.play.come_back(number, interaction.user.id)
            await say(interaction, gettext("Welcome back to table {table}.", table=number))
            return
        chair, me = None if seat is None else seat - 1, person_of(interaction.user)
        full = snapshot.table.status is Status.LOBBY and all(chair.user_id for chair in snapshot.table.seats)
        if chair is None and full and waits_allowed(snapshot):
            await tables.lobby.wait(number, me)
            await say(
                interaction,
                gettext("You wait for a chair at table {table}; who plays is cut for.", table=number),
            )
            return
        snapshot = await tables.lobby.sit(number, me, chair)
        at = snapshot.table.seat_of(interaction.user.id)
        assert at is not None
        name = gettext(snapshot.names(plain_name).seating.names[at])
        await say(interaction, gettext("You sit {chair} at table {table}.", chair=name, table=number))

    @app_commands.command(name="leave", description="Get up; in play a house player takes your hand")
    @app_commands.describe(table="The table's number")
    async def leave(self, interaction: Interaction, table: int | None = None) -> None:
        """Leave the table for good."""
        lobby, gettext = interaction.client.services.tables.lobby, words_of(interaction).gettext
        table_id = (await table_meant(interaction, table)).table.id
        await lobby.leave(table_id, interaction.user.id)
        await say(
            interaction,
            gettext("You have left table {table}.", table=table_id),
        )

    @app_commands.command(name="start", description="Start; house players fill the empty chairs")
    @app_commands.describe(table="The table's number")
    async def start(self, interaction: Interaction, table: int | None = None) -> None:
        """Start the match as its host."""
        snapshot = await table_meant(interaction, table)
        await start(interaction, snapshot.table.id)
        await say(
            interaction, words_of(interaction).gettext("Table {table} has begun.", table=snapshot.table.id)
        )

    @app_commands.command(name="options", description="The house rules and the turn clock of a table")
    @app_commands.describe(table="The table's number")
    async def options(self, interaction: Interaction, table: int | None = None) -> None:
        """The same panel as under House rules."""
        snapshot = await table_meant(interaction, table, seated=False)
        await show_house_rules(interaction, snapshot)

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
        lobby, gettext = interaction.client.services.tables.lobby, words_of(interaction).gettext
        table_id = (await table_meant(interaction, table)).table.id
        chair = None if seat is None else seat - 1
        await lobby.seat_house(table_id, interaction.user.id, manages(interaction), chair, level)
        await say(
            interaction,
            gettext("The house has sat down at table {table}.", table=table_id),
        )

    @house.autocomplete("level")
    async def _levels(self, interaction: Interaction, current: str) -> _Choices:
        try:
            snapshot = await table_meant(interaction, None)
        except (TableError, RuleError):
            return []
        words = words_of(interaction)
        return [
            Choice(name=f"{level.name}: {words.gettext(level.line)}"[:100], value=level.key)
            for level in interaction.client.services.tables.lobby.levels(snapshot.table.game)
            if current.casefold() in level.name.casefold()
        ]

    @app_commands.command(name="invite", description="Ask somebody to sit down at your table")
    @app_commands.describe(member="Whom to ask", table="The table's number")
    @app_commands.guild_only()
    async def invite(
        self, interaction: Interaction, member: discord.Member, table: int | None = None
    ) -> None:
        """They are mentioned in the channel."""
        lobby, gettext = interaction.client.services.tables.lobby, words_of(interaction).gettext
        table_id = (await table_meant(interaction, table)).table.id
        if member.bot:
            raise TableError("bot")
        await lobby.invite(table_id, interaction.user.id, person_of(member))
        await say(
            interaction,
            gettext(
                "{person} has been asked to table {table}.",
                person=mention(member.id),
                table=table_id,
            ),
        )

    @app_commands.command(name="remove", description="Take somebody out of a chair")
    @app_commands.describe(seat="Which chair, counted from 1", table="The table's number")
    async def remove(self, interaction: Interaction, seat: int, table: int | None = None) -> None:
        """In play a house player takes the chair."""
        lobby, gettext = interaction.client.services.tables.lobby, words_of(interaction).gettext
        table_id = (await table_meant(interaction, table, seated=not manages(interaction))).table.id
        await lobby.remove(table_id, interaction.user.id, manages(interaction), seat - 1)
        await say(
            interaction,
            gettext("Chair {chair} of table {table} has been cleared.", chair=seat, table=table_id),
        )

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
        lobby, gettext = interaction.client.services.tables.lobby, words_of(interaction).gettext
        table_id = (await table_meant(interaction, table, seated=not manages(interaction))).table.id
        person = person_of(member) if member else None
        await lobby.substitute(table_id, interaction.user.id, manages(interaction), seat - 1, person)
        await say(
            interaction,
            gettext("Chair {chair} of table {table} has a new player.", chair=seat, table=table_id),
        )

    @app_commands.command(name="close", description="Clear a table away")
    @app_commands.describe(table="The table's number")
    async def close(self, interaction: Interaction, table: int | None = None) -> None:
        """Finished hands stay on the leaderboard."""
        lobby, gettext = interaction.client.services.tables.lobby, words_of(interaction).gettext
        table_id = (await table_meant(interaction, table, seated=not manages(interaction))).table.id
        await lobby.close(table_id, interaction.user.id, manages(interaction))
        await say(
            interaction,
            gettext("Table {table} has been closed.", table=table_id),
        )
