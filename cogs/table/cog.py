"""`/table`: opening, filling and closing tables."""

from collections.abc import Iterable, Sequence

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.rules.registry import GAMES, text_for
from bot.tables.people.access import Action
from bot.tables.state.chouette import Wish
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from cogs.answering.answers import redraw_after, show_house_rules, start
from cogs.answering.choosing import at_table, table_meant, tables_in_sight
from cogs.answering.interactions import (
    FORM,
    LONGEST_CHOICE,
    PUBLIC,
    answering,
    say,
    show,
    suggestions,
    words_of,
)
from cogs.answering.services import Interaction
from cogs.opening.chouette import chouette_lines
from cogs.opening.door import ask, call, join, open_table, place, with_a_chair
from cogs.opening.forms import RULES, answers_of, rules_answers
from cogs.opening.house_rules import asked_by, changed, changes, questions
from cogs.proposals.closing import close_table
from cogs.proposals.cog import ConsentCommands
from cogs.table.table_list import table_list_text
from cogs.ui.games import for_newcomers, found, meant
from cogs.ui.glyphs import fitted
from cogs.ui.names import person_of
from cogs.ui.open_options import LIVE, SLOW, OpenOptions

_Choices = list[Choice[str]]
"""What an autocompletion answers; `list` is a command in the class below."""

_PACES = [Choice(name="live: all are there", value=LIVE), Choice(name="slow: a day a turn", value=SLOW)]

_CHOUETTE = [
    Choice(name="play so; who volunteers plays alone, whoever wins", value=Wish.VOLUNTEER.value),
    Choice(name="play so; places are cut for, and who loses makes place", value=Wish.CUT_IN.value),
    Choice(name="play as usual", value=Wish.NO.value),
    Choice(name="I play alone", value=Wish.ALONE.value),
    Choice(name="I deal first", value=Wish.DEAL.value),
    Choice(name="the other deals first", value=Wish.LEAD.value),
]

_MOST_CHOICES = 25
"""Discord's limit for an autocompletion."""


def level_choices(interaction: Interaction, game: str, typed: str) -> _Choices:
    """The levels of the house at that game that may be meant by what somebody has typed so far."""
    words = words_of(interaction)
    return [
        Choice(name=fitted(f"{level.name}: {words.gettext(level.line)}", LONGEST_CHOICE), value=level.key)
        for level in interaction.client.services.tables.lobby.levels(game)
        if typed.casefold() in level.name.casefold()
    ]


async def game_choices(interaction: Interaction, typed: str) -> _Choices:
    """The games that may be meant by what somebody has typed so far; before that, what the channel played
    last comes first."""
    services, words = interaction.client.services, words_of(interaction)
    games = found(typed, services.languages.known())
    if not typed.strip() and interaction.channel_id is not None:
        last = await services.tables.repository.last_game(interaction.channel_id)
        games.sort(key=lambda key: key != last)
    return [
        Choice(name=fitted(text_for(key, words).headline(GAMES[key]), LONGEST_CHOICE), value=key)
        for key in games[:_MOST_CHOICES]
    ]


async def show_picker(
    interaction: Interaction, wishes: OpenOptions, games: Sequence[str] | None = None
) -> None:
    """The games to choose from, all or those, for somebody who opens a table. Raises TableError."""
    _, channel_id = await place(interaction)
    services = interaction.client.services
    last = await services.tables.repository.last_game(channel_id)
    drawing = services.renderer.picker(games or list(GAMES), last, wishes, words_of(interaction))
    await show(interaction, drawing)


@app_commands.context_menu(name="Play cards")
@app_commands.guild_only()
async def play_cards(interaction: Interaction, member: discord.User) -> None:
    """Ask a person to one's table in this channel, or else to one that is opened for it."""
    if member.bot:
        raise TableError("bot")
    if member.id == interaction.user.id:
        raise TableError("ask-self")
    table = await with_a_chair(interaction)
    if table is None:
        await show_picker(interaction, OpenOptions(guest=member.id))
    else:
        snapshot, actor = await at_table(interaction, table.id, Action.INVITE)
        await ask(interaction, snapshot, actor, person_of(member))


def _matching(named: Iterable[tuple[str, str]], typed: str) -> _Choices:
    wanted = typed.casefold()
    return [Choice(name=name, value=value) for name, value in named if wanted in name.casefold()][
        :_MOST_CHOICES
    ]


class TableCog(
    ConsentCommands, commands.GroupCog, group_name="table", group_description="Card tables in this channel"
):
    """The commands of the lobby; each does what a button does."""

    @app_commands.command(name="open", description="Open a table in this channel", extras={PUBLIC: True})
    @app_commands.describe(
        game="What to play; the choice is shown if left out",
        pace="How long a turn may take",
        level="How well the house plays here",
    )
    @app_commands.choices(pace=_PACES)
    async def open(
        self, interaction: Interaction, game: str = "", pace: str | None = None, level: str = ""
    ) -> None:
        """The answer is the table message, or the picker where it is not clear which game is meant."""
        wishes = OpenOptions(pace or "", level)
        if game in GAMES:
            await open_table(interaction, game, wishes)
            return
        games = meant(game, interaction.client.services.languages.known())
        if len(games) == 1:
            await open_table(interaction, games[0], wishes)
        else:
            await show_picker(interaction, wishes, games)

    @open.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> _Choices:
        return await game_choices(interaction, current)

    @open.autocomplete("level")
    async def _levels_at_opening(self, interaction: Interaction, current: str) -> _Choices:
        game = interaction.namespace.game
        return level_choices(interaction, game if game in GAMES else for_newcomers(), current)

    @app_commands.command(name="list", description="The open tables of this server")
    async def list(self, interaction: Interaction) -> None:
        """One line a table."""
        tables = await tables_in_sight(interaction)
        await say(interaction, table_list_text(tables, words_of(interaction)))

    @app_commands.command(name="join", description="Sit down, or take over from a house player")
    @app_commands.describe(table="The table's number", seat="Which chair, counted from 1")
    async def join(self, interaction: Interaction, table: int | None = None, seat: int | None = None) -> None:
        """Sit in a chair, the first free one if none is named; come back to one's own; or wait for one."""
        snapshot, actor = await table_meant(interaction, table, Action.SIT, seated=False)
        await join(interaction, snapshot, actor, None if seat is None else seat - 1)

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

    @app_commands.command(
        name="options", description="The house rules and settings of a table", extras={FORM: True}
    )
    @app_commands.describe(
        rule="Which one to change; all are shown if left out",
        answer="What it is to be",
        table="The table's number",
    )
    async def options(
        self, interaction: Interaction, rule: str = "", answer: str = "", table: int | None = None
    ) -> None:
        """The same form as under Rules; or one of them, with the answer typed."""
        snapshot, actor = await table_meant(interaction, table, Action.LOOK, seated=False)
        if not rule:
            await show_house_rules(interaction, snapshot, actor)
            return
        words = words_of(interaction)
        question = asked_by(snapshot, rule, words)
        wanted = answer.strip().casefold()
        value = next(
            (one.value for one in question.answers if wanted in (one.value, one.label.casefold())), None
        )
        if value is None:
            raise TableError("no-answer")
        told = changes(snapshot.game, {question.key: value})
        lobby = interaction.client.services.tables.lobby
        snapshot = await lobby.set_up(snapshot.table.id, actor, **told)
        chosen = asked_by(snapshot, question.key, words).chosen
        await say(interaction, f"{question.text}\n> {chosen.label}")

    @options.autocomplete("rule")
    async def _rules(self, interaction: Interaction, current: str) -> _Choices:
        return await suggestions(self._rules_of(interaction, current))

    async def _rules_of(self, interaction: Interaction, current: str) -> _Choices:
        snapshot = await self._set_up(interaction)
        asked = questions(snapshot, words_of(interaction))
        named = [(fitted(f"{one.title}: {one.text}", LONGEST_CHOICE), one.key) for one in asked]
        return _matching(named, current)

    @options.autocomplete("answer")
    async def _answers(self, interaction: Interaction, current: str) -> _Choices:
        return await suggestions(self._answers_of(interaction, current))

    async def _answers_of(self, interaction: Interaction, current: str) -> _Choices:
        snapshot = await self._set_up(interaction)
        question = asked_by(snapshot, interaction.namespace.rule or "", words_of(interaction))
        named = [(fitted(one.label, LONGEST_CHOICE), one.value) for one in question.answers]
        return _matching(named, current)

    async def _set_up(self, interaction: Interaction) -> TableSnapshot:
        named = interaction.namespace.table
        number = named if isinstance(named, int) else None
        snapshot, _ = await table_meant(interaction, number, Action.OPTIONS, seated=False)
        return snapshot

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Set up a table as a form was filled in, whoever opened it and when."""
        if interaction.type is not discord.InteractionType.modal_submit or interaction.data is None:
            return
        form = RULES.fullmatch(str(interaction.data.get("custom_id")))
        if form is None:
            return
        async with answering(interaction):
            snapshot, actor = await at_table(interaction, int(form["table"]), Action.OPTIONS)
            answers = answers_of(dict(interaction.data))
            given = rules_answers(snapshot, answers, more=form["more"] == "1")
            told = changed(snapshot, changes(snapshot.game, given))
            lobby = interaction.client.services.tables.lobby
            await redraw_after(interaction, snapshot.table.id, lobby.set_up(snapshot.table.id, actor, **told))

    @app_commands.command(name="chouette", description="One plays against the others, who consult")
    @app_commands.describe(what="What is to be", table="The table's number")
    @app_commands.choices(what=_CHOUETTE)
    async def chouette(self, interaction: Interaction, what: str, table: int | None = None) -> None:
        """Have a table of two play à la chouette, play alone at it, or choose who deals first."""
        snapshot, actor = await table_meant(interaction, table, Action.CHOUETTE)
        consulting, words = interaction.client.services.tables.consulting, words_of(interaction)
        snapshot = await consulting.declare(snapshot.table.id, actor, Wish(what))
        told = chouette_lines(snapshot, words) or [
            words.gettext("Table {table} is not played à la chouette.", table=snapshot.table.id)
        ]
        await say(interaction, "\n".join(told))

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
        before = snapshot.table.chairs
        snapshot = await lobby.seat_house(table_id, actor, chair, level)
        if snapshot.table.chairs == before:
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
        return level_choices(interaction, snapshot.table.game, current)

    @app_commands.command(name="invite", description="Ask somebody to sit down at your table")
    @app_commands.describe(
        member="Whom to ask; everybody in the channel if left out", table="The table's number"
    )
    async def invite(
        self, interaction: Interaction, member: discord.User | None = None, table: int | None = None
    ) -> None:
        """They are mentioned in the channel."""
        snapshot, actor = await table_meant(interaction, table, Action.INVITE)
        if member is None:
            await call(interaction, snapshot.table.id, actor)
            return
        if member.bot:
            raise TableError("bot")
        await ask(interaction, snapshot, actor, person_of(member))

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
        snapshot, actor = await table_meant(interaction, table, Action.CLOSE, seated=False)
        await close_table(interaction, snapshot, actor)
