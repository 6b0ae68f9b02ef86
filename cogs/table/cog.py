"""`/table`: opening, filling and closing tables."""

from collections.abc import Iterable, Sequence

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.rules.catalogue import Catalogue
from bot.rules.registry import GAMES, text_for
from bot.tables.people.access import Action
from bot.tables.state.chouette import Wish
from bot.tables.state.errors import TableError
from bot.tables.state.table import Status, Table
from cogs.answering.commands import LONGEST_CHOICE, MOST_CHOICES, command, suggesting, typed
from cogs.answering.meant import channel_for_tables, table_meant, table_typed, tables_in_sight
from cogs.answering.press import Press
from cogs.answering.table_press import at_table
from cogs.opening.chouette import chouette_lines
from cogs.opening.door import ask, call, join, open_table, show_house_rules, start, with_a_chair
from cogs.opening.house_rules import asked_by, changes, questions
from cogs.opening.picker import draw_picker
from cogs.opening.suggestions import game_choices, level_choices
from cogs.proposals.cog import ConsentCommands
from cogs.table.actions import ask_to_close, deal_next
from cogs.ui.glyphs import as_text, fitted
from cogs.ui.names import person_of, write_occupant
from cogs.ui.open_options import LIVE, SLOW, OpenOptions
from cogs.words.games import for_newcomers, meant

_Choices = list[Choice[str]]  # the result of an autocompletion; `list` is a command in the class below

_PACES = [Choice(name="live: all are there", value=LIVE), Choice(name="slow: a day a turn", value=SLOW)]

_CHOUETTE = [
    Choice(name="play so; who volunteers plays alone, whoever wins", value=Wish.VOLUNTEER.value),
    Choice(name="play so; places are cut for, and who loses makes place", value=Wish.CUT_IN.value),
    Choice(name="play as usual", value=Wish.NO.value),
    Choice(name="I play alone", value=Wish.ALONE.value),
    Choice(name="I deal first", value=Wish.DEAL.value),
    Choice(name="the other deals first", value=Wish.LEAD.value),
]


async def show_picker(press: Press, options: OpenOptions, games: Sequence[str] | None = None) -> None:
    """The games to choose from, by default all, for somebody who opens a table. Raises TableError."""
    _, channel_id = await channel_for_tables(press)
    last = await press.services.tables.repository.last_game(channel_id)
    await press.reply.show(draw_picker(games or list(GAMES), last, options, press.words))


@app_commands.context_menu(name="Play cards")
@app_commands.guild_only()
@typed
async def play_cards(press: Press, member: discord.User) -> None:
    """Invite a person to one's table in this channel, or to a new one."""
    if member.bot:
        raise TableError("bot")
    if member.id == press.user_id:
        raise TableError("ask-self")
    table = await with_a_chair(press)
    if table is None:
        await show_picker(press, OpenOptions(guest=member.id))
    else:
        await ask(await at_table(press, table.id, Action.INVITE), person_of(member))


def _matching(named: Iterable[tuple[str, str]], typed: str) -> _Choices:
    wanted = typed.casefold()
    return [Choice(name=name, value=value) for name, value in named if wanted in name.casefold()][
        :MOST_CHOICES
    ]


class TableCog(
    ConsentCommands, commands.GroupCog, group_name="table", group_description="Card tables in this channel"
):
    """The commands of the lobby; each does the same as a button."""

    @command(
        "Open a table in this channel",
        game="What to play; the choice is shown if left out",
        pace="How long a turn may take",
        level="How well the house plays here",
        choices={"pace": _PACES},
        public=True,
    )
    async def open(self, press: Press, game: str = "", pace: str | None = None, level: str = "") -> None:
        options = OpenOptions(pace or "", level)
        games = meant(game, press.services.languages.known())
        if len(games) == 1:
            await open_table(press, games[0], options)
        else:
            await show_picker(press, options, games)

    @open.autocomplete("game")
    @suggesting
    async def _games(self, press: Press, current: str) -> _Choices:
        return await game_choices(press, current)

    @open.autocomplete("level")
    @suggesting
    async def _levels_at_opening(self, press: Press, current: str) -> _Choices:
        game = press.interaction.namespace.game
        return level_choices(press, game if game in GAMES else for_newcomers(), current)

    @command("The open tables of this server")
    async def list(self, press: Press) -> None:
        tables = await tables_in_sight(press)
        await press.reply.say(table_list_text(tables, press.words))

    @command("Sit down, or take over from a house player", seat="Which chair, counted from 1")
    async def join(self, press: Press, table: int | None = None, seat: int | None = None) -> None:
        at = await table_meant(press, table, Action.SIT, seated=False)
        await join(at, None if seat is None else seat - 1)

    @command("Get up; in play a house player takes your hand")
    async def leave(self, press: Press, table: int | None = None) -> None:
        at = await table_meant(press, table, Action.LEAVE)
        await at.services.tables.lobby.leave(at.table_id, at.actor)
        await at.reply.say(at.words.gettext("You have left table {table}.", table=at.table_id))

    @command("Start; house players fill the empty chairs")
    async def start(self, press: Press, table: int | None = None) -> None:
        at = await table_meant(press, table, Action.START)
        await start(at)
        await at.reply.say(at.words.gettext("Table {table} has begun.", table=at.table_id))

    @command(
        "The house rules and settings of a table",
        rule="Which one to change; all are shown if left out",
        answer="What it is to be",
        form=True,
    )
    async def options(self, press: Press, rule: str = "", answer: str = "", table: int | None = None) -> None:
        at = await table_meant(press, table, Action.LOOK, seated=False)
        if not rule:
            await show_house_rules(at)
            return
        question = asked_by(at.snapshot, rule, at.words)
        wanted = answer.strip().casefold()
        value = next(
            (one.value for one in question.answers if wanted in (one.value, one.label.casefold())), None
        )
        if value is None:
            raise TableError("no-answer")
        told = changes(at.snapshot.game, {question.key: value})
        snapshot = await at.services.tables.lobby.set_up(at.table_id, at.actor, **told)
        chosen = asked_by(snapshot, question.key, at.words).chosen
        await press.reply.say(f"{question.text}\n> {chosen.label}")

    @options.autocomplete("rule")
    @suggesting
    async def _rules(self, press: Press, current: str) -> _Choices:
        at = await table_typed(press, Action.OPTIONS, seated=False)
        asked = questions(at.snapshot, at.words)
        named = [(fitted(at.words.line(one.title, one.text), LONGEST_CHOICE), one.key) for one in asked]
        return _matching(named, current)

    @options.autocomplete("answer")
    @suggesting
    async def _answers(self, press: Press, current: str) -> _Choices:
        at = await table_typed(press, Action.OPTIONS, seated=False)
        question = asked_by(at.snapshot, press.interaction.namespace.rule or "", at.words)
        return _matching(
            [(fitted(one.label, LONGEST_CHOICE), one.value) for one in question.answers], current
        )

    @command("One plays against the others, who consult", what="What is to be", choices={"what": _CHOUETTE})
    async def chouette(self, press: Press, what: str, table: int | None = None) -> None:
        at, words = await table_meant(press, table, Action.CHOUETTE), press.words
        snapshot = await at.services.tables.consulting.declare(at.table_id, at.actor, Wish(what))
        told = chouette_lines(snapshot, words) or [
            words.gettext("Table {table} is not played à la chouette.", table=snapshot.table.id)
        ]
        await press.reply.say("\n".join(told))

    @command(
        "Call house players into the empty chairs",
        seat="Which chair, counted from 1; all if left out",
        level="How well they play",
    )
    async def house(
        self, press: Press, seat: int | None = None, level: str | None = None, table: int | None = None
    ) -> None:
        lobby, gettext = press.services.tables.lobby, press.words.gettext
        at = await table_meant(press, table, Action.CALL_HOUSE)
        table_id, chair = at.table_id, None if seat is None else seat - 1
        snapshot = await lobby.seat_house(table_id, at.actor, chair, level)
        if snapshot.table.chairs == at.snapshot.table.chairs:
            name = next(one.name for one in lobby.levels(snapshot.table.game) if one.key == level)
            said = gettext(
                "Wherever the house plays at table {table} from now on, it plays at the level {level}.",
                table=table_id,
                level=name,
            )
        else:
            said = gettext("The house has sat down at table {table}.", table=table_id)
        await press.reply.say(said)

    @house.autocomplete("level")
    @suggesting
    async def _levels(self, press: Press, current: str) -> _Choices:
        at = await table_typed(press, Action.CALL_HOUSE)
        return level_choices(press, at.snapshot.table.game, current)

    @command("Have the next hand dealt without waiting any longer")
    async def next(self, press: Press, table: int | None = None) -> None:
        await deal_next(await table_meant(press, table, Action.NEXT_HAND))

    @command(
        "Ask somebody to sit down at your table", member="Whom to ask; everybody in the channel if left out"
    )
    async def invite(
        self, press: Press, member: discord.User | None = None, table: int | None = None
    ) -> None:
        at = await table_meant(press, table, Action.INVITE)
        if member is None:
            await call(at)
            return
        if member.bot:
            raise TableError("bot")
        await ask(at, person_of(member))

    @command("Take somebody out of a chair", seat="Which chair, counted from 1")
    async def remove(self, press: Press, seat: int, table: int | None = None) -> None:
        at = await table_meant(press, table, Action.REMOVE, seated=False)
        await at.services.tables.lobby.remove(at.table_id, at.actor, seat - 1)
        await press.reply.say(
            at.words.gettext(
                "Chair {chair} of table {table} has been cleared.", chair=seat, table=at.table_id
            )
        )

    @command("Clear a table away")
    async def close(self, press: Press, table: int | None = None) -> None:
        await ask_to_close(await table_meant(press, table, Action.CLOSE, seated=False))


MOST_TABLES = 20
_ROOM = 1900
"""The characters available for the lines, variation selectors included."""


def table_list_text(tables: Sequence[Table], words: Catalogue) -> str:
    """Where they are, their games and their players."""
    if not tables:
        return words.gettext("No table is open; open one with /table open.")
    lines = [_line(table, words) for table in tables[:MOST_TABLES]]
    while sum(len(as_text(line)) + 1 for line in lines) > _ROOM:
        lines.pop()
    if left := len(tables) - len(lines):
        lines.append(words.ngettext("… and {number} more.", "… and {number} more.", left))
    return "\n".join(lines)


def _line(table: Table, words: Catalogue) -> str:
    who = ", ".join(write_occupant(seat.occupant, words) for seat in table.chairs if seat.occupant)
    if table.status is Status.PLAYING:
        state = words.pgettext("state", "playing")
    else:
        free = sum(seat.occupant is None for seat in table.chairs)
        state = words.pgettext("state", "{number} free", number=free)
    line = words.gettext(
        "Table {table} in {channel}: {game}, {state}",
        table=table.id,
        channel=f"<#{table.telling.channel_id}>",
        game=text_for(table.game, words).name,
        state=state,
    )
    return f"{line} · {who}"
