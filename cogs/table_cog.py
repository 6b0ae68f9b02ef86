"""`/table`: opening, filling and closing tables."""

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.rules.registry import GAMES, text_for
from bot.tables.access import Action
from bot.tables.errors import TableError
from bot.tables.model import SLOW_SECONDS, Status
from cogs.answers import show_house_rules, start
from cogs.choosing import require_open_here, spend, table_meant, tables_in_sight
from cogs.consent_cog import ConsentCommands
from cogs.glyphs import fitted
from cogs.interactions import LONGEST_CHOICE, PUBLIC, say, show, suggestions, words_of
from cogs.names import mention, person_of
from cogs.services import Interaction
from cogs.views.table_list import table_list_text
from cogs.views.table_message import waits_allowed

_Choices = list[Choice[str]]
"""What an autocompletion answers; `list` is a command in the class below."""

_GAMES = [Choice(name=text_for(key).headline(game), value=key) for key, game in GAMES.items()]

_SLOW = "slow"
_LIVE_SECONDS = 180
"""The turn clock of a live table where the usual one is slow."""
_PACES = [Choice(name="live: all are there", value="live"), Choice(name="slow: a day a turn", value=_SLOW)]


def _level_choices(interaction: Interaction, game: str, typed: str) -> _Choices:
    words = words_of(interaction)
    return [
        Choice(name=fitted(f"{level.name}: {words.gettext(level.line)}", LONGEST_CHOICE), value=level.key)
        for level in interaction.client.services.tables.lobby.levels(game)
        if typed.casefold() in level.name.casefold()
    ]


def _clock_of(pace: str | None, usual: int) -> int:
    if pace == _SLOW:
        return SLOW_SECONDS
    return _LIVE_SECONDS if pace is not None and usual >= SLOW_SECONDS else usual


class TableCog(
    ConsentCommands, commands.GroupCog, group_name="table", group_description="Card tables in this channel"
):
    """The commands of the lobby; each does what a button does."""

    @app_commands.command(name="open", description="Open a table in this channel", extras={PUBLIC: True})
    @app_commands.describe(
        game="What to play", pace="How long a turn may take", level="How well the house plays here"
    )
    @app_commands.choices(game=_GAMES, pace=_PACES)
    async def open(
        self,
        interaction: Interaction,
        game: str = next(iter(GAMES)),
        pace: str | None = None,
        level: str = "",
    ) -> None:
        """The answer is the table message; its host is offered the house rules besides."""
        guild_id, channel_id = interaction.guild_id, interaction.channel_id
        services = interaction.client.services
        if guild_id is None or channel_id is None:
            raise TableError("servers-only")
        actor = await services.actors.at(interaction, guild_id, channel_id)
        await require_open_here(interaction, guild_id, channel_id)
        await spend(interaction, actor, Action.OPEN, guild_id)
        usual = (await services.tables.servers.defaults(guild_id, game)).turn_seconds
        snapshot = await services.tables.lobby.open(
            actor, guild_id, channel_id, game, turn_seconds=_clock_of(pace, usual), level=level
        )
        message_id, original = await show(
            interaction, await services.renderer.table_message(snapshot), ephemeral=False
        )
        if original and not message_id:
            message_id = (await interaction.original_response()).id
        await services.messages.table_message_sent(snapshot, channel_id, message_id)
        services.messages.keep_table_message(interaction, snapshot)
        await show(interaction, services.renderer.house_rules_offer(snapshot, words_of(interaction)))

    @open.autocomplete("level")
    async def _levels_at_opening(self, interaction: Interaction, current: str) -> _Choices:
        game = interaction.namespace.game
        known = game if game in GAMES else next(iter(GAMES))
        return _level_choices(interaction, known, current)

    @app_commands.command(name="list", description="The open tables of this server")
    async def list(self, interaction: Interaction) -> None:
        """One line a table."""
        tables = await tables_in_sight(interaction)
        await say(interaction, table_list_text(tables, words_of(interaction)))

    @app_commands.command(name="join", description="Sit down, or take over from a house player")
    @app_commands.describe(table="The table's number", seat="Which chair, counted from 1")
    async def join(self, interaction: Interaction, table: int | None = None, seat: int | None = None) -> None:
        """Sit in a chair, the first free one if none is named; come back to one's own; or wait for one."""
        tables, gettext = interaction.client.services.tables, words_of(interaction).gettext
        snapshot, actor = await table_meant(interaction, table, Action.SIT, seated=False)
        number, mine = snapshot.table.id, snapshot.table.seat_of(actor.user_id)
        if mine is not None and snapshot.table.seats[mine].away:
            await tables.play.come_back(number, actor)
            await say(interaction, gettext("Welcome back to table {table}.", table=number))
            return
        chair = None if seat is None else seat - 1
        full = snapshot.table.status is Status.LOBBY and all(chair.user_id for chair in snapshot.table.seats)
        if chair is None and full and waits_allowed(snapshot):
            await tables.lobby.wait(number, actor)
            await say(
                interaction,
                gettext("You wait for a chair at table {table}; who plays is cut for.", table=number),
            )
            return
        snapshot = await tables.lobby.sit(number, actor, chair)
        names = snapshot.game.seating(snapshot.game.options(snapshot.table.options)).names
        at = snapshot.table.seat_of(actor.user_id)
        if at is not None:
            await say(
                interaction,
                gettext("You sit {chair} at table {table}.", chair=gettext(names[at]), table=number),
            )
            return
        coming = snapshot.table.incoming_at(actor.user_id)
        await say(
            interaction,
            gettext(
                "You come in at table {table} with the next deal and sit {chair}.",
                chair=gettext(names[coming or 0]),
                table=number,
            ),
        )

    @app_commands.command(name="leave", description="Get up; in play a house player takes your hand")
    @app_commands.describe(table="The table's number")
    async def leave(self, interaction: Interaction, table: int | None = None) -> None:
        """Leave the table for good."""
        lobby, gettext = interaction.client.services.tables.lobby, words_of(interaction).gettext
        snapshot, actor = await table_meant(interaction, table, Action.LEAVE)
        table_id = snapshot.table.id
        await lobby.leave(table_id, actor)
        await say(
            interaction,
            gettext("You have left table {table}.", table=table_id),
        )

    @app_commands.command(name="start", description="Start; house players fill the empty chairs")
    @app_commands.describe(table="The table's number")
    async def start(self, interaction: Interaction, table: int | None = None) -> None:
        """Start the match as its host."""
        snapshot, actor = await table_meant(interaction, table, Action.START)
        await start(interaction, snapshot.table.id, actor)
        await say(
            interaction, words_of(interaction).gettext("Table {table} has begun.", table=snapshot.table.id)
        )

    @app_commands.command(name="options", description="The house rules and the turn clock of a table")
    @app_commands.describe(table="The table's number")
    async def options(self, interaction: Interaction, table: int | None = None) -> None:
        """The same panel as under House rules."""
        snapshot, actor = await table_meant(interaction, table, Action.LOOK, seated=False)
        await show_house_rules(interaction, snapshot, actor)

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
        snapshot, actor = await table_meant(interaction, table, Action.CALL_HOUSE)
        table_id = snapshot.table.id
        chair = None if seat is None else seat - 1
        before = snapshot.table.seats
        snapshot = await lobby.seat_house(table_id, actor, chair, level)
        if snapshot.table.seats == before:
            name = next(one.name for one in lobby.levels(snapshot.table.game) if one.key == level)
            said = gettext(
                "Wherever the house plays at table {table} from now on, it plays at the level {level}.",
                table=table_id,
                level=name,
            )
        else:
            said = gettext("The house has sat down at table {table}.", table=table_id)
        await say(interaction, said)

    @house.autocomplete("level")
    async def _levels(self, interaction: Interaction, current: str) -> _Choices:
        return await suggestions(self._levels_of(interaction, current))

    async def _levels_of(self, interaction: Interaction, current: str) -> _Choices:
        named = interaction.namespace.table
        number = named if isinstance(named, int) else None
        snapshot, _ = await table_meant(interaction, number, Action.CALL_HOUSE)
        return _level_choices(interaction, snapshot.table.game, current)

    @app_commands.command(name="invite", description="Ask somebody to sit down at your table")
    @app_commands.describe(
        member="Whom to ask; those this server calls if left out", table="The table's number"
    )
    async def invite(
        self, interaction: Interaction, member: discord.User | None = None, table: int | None = None
    ) -> None:
        """They are mentioned in the channel."""
        lobby, gettext = interaction.client.services.tables.lobby, words_of(interaction).gettext
        if member is None:
            snapshot, actor = await table_meant(interaction, table, Action.INVITE)
            await lobby.call(snapshot.table.id, actor)
            await say(interaction, gettext("Players are called to table {table}.", table=snapshot.table.id))
            return
        if member.bot:
            raise TableError("bot")
        snapshot, actor = await table_meant(interaction, table, Action.INVITE)
        table_id = snapshot.table.id
        actors, channel_id = interaction.client.services.actors, snapshot.table.channel_id
        if not (await actors.rights_of(member.id, snapshot.table.guild_id, channel_id)).sees:
            raise TableError("guest-elsewhere")
        await lobby.invite(table_id, actor, person_of(member))
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
        snapshot, actor = await table_meant(interaction, table, Action.REMOVE, seated=False)
        table_id = snapshot.table.id
        await lobby.remove(table_id, actor, seat - 1)
        await say(
            interaction,
            gettext("Chair {chair} of table {table} has been cleared.", chair=seat, table=table_id),
        )

    @app_commands.command(name="close", description="Clear a table away")
    @app_commands.describe(table="The table's number")
    async def close(self, interaction: Interaction, table: int | None = None) -> None:
        """Finished hands stay on the leaderboard."""
        lobby, gettext = interaction.client.services.tables.lobby, words_of(interaction).gettext
        snapshot, actor = await table_meant(interaction, table, Action.CLOSE, seated=False)
        table_id = snapshot.table.id
        await lobby.close(table_id, actor)
        await say(
            interaction,
            gettext("Table {table} has been closed.", table=table_id),
        )
