"""Where a command may mean several tables: a button for each, which runs the command there."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Self, cast
from urllib.parse import parse_qsl, urlencode

import discord
from discord import app_commands, ui

from bot.rules.registry import text_for
from bot.tables.state.errors import TableError
from bot.tables.state.table import Table
from cogs.answering.interactions import FORM, answering, refresh, show, words_of
from cogs.answering.services import Interaction
from cogs.answering.taken import NUMBER, number, reading
from cogs.table.actions import button_label
from cogs.ui.layout import note

_LONGEST_ID: Final = 100
_MOST_BUTTONS: Final = 10
_KINDS: Final[dict[discord.AppCommandOptionType, Callable[[str], Any]]] = {
    discord.AppCommandOptionType.string: str,
    discord.AppCommandOptionType.integer: number,
}

_Command = app_commands.Command[Any, ..., Any]


class TableChoiceButton(
    ui.DynamicItem[ui.Button[Any]],
    template=rf"again:(?P<table>{NUMBER}):(?P<command>[a-z][a-z -]*):(?P<options>.*)",
):
    """Runs a command that was typed, with its `options`, for the table that the button names."""

    def __init__(self, table: int, command: str, options: str, label: str = "…") -> None:
        custom_id = f"again:{table}:{command}:{options}"
        super().__init__(ui.Button(label=button_label(label), custom_id=custom_id))
        self.table = table
        self.command = command
        self.options = options

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(int(match["table"]), match["command"], match["options"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Run the command, whose answer follows the question, now without buttons."""
        async with answering(interaction):
            command = _command(interaction, self.command)
            options = await _arguments(interaction, command, self.options)
            if not command.extras.get(FORM):
                await refresh(
                    interaction, note(words_of(interaction).gettext("Table {table}:", table=self.table))
                )
            run: Callable[..., Awaitable[None]] = command.callback
            await run(command.binding, interaction, **options, table=self.table)


async def ask_which(interaction: Interaction, error: TableError) -> None:
    """Ask which of several tables is meant (`error`). Raises it where a button cannot hold the command."""
    command, words = interaction.command, words_of(interaction)
    choices = cast(Sequence[Table], error.values["choices"])
    tables = sorted(choices, key=lambda table: table.id)
    if not isinstance(command, app_commands.Command):
        raise error
    options = urlencode({name: getattr(value, "id", value) for name, value in interaction.namespace})
    longest = max(len(f"again:{table.id}:{command.qualified_name}:{options}") for table in tables)
    if len(tables) > _MOST_BUTTONS or longest > _LONGEST_ID:
        raise error
    labels = [
        words.gettext("Table {table}: {game}", table=table.id, game=text_for(table.game, words).name)
        for table in tables
    ]
    buttons = [
        TableChoiceButton(table.id, command.qualified_name, options, label)
        for table, label in zip(tables, labels, strict=True)
    ]
    await show(interaction, note(words.gettext("Which table?"), *buttons))


def _command(interaction: Interaction, name: str) -> _Command:
    first, *rest = name.split()
    found: Any = interaction.client.tree.get_command(first)
    for part in rest:
        found = found.get_command(part) if isinstance(found, app_commands.Group) else None
    if not isinstance(found, app_commands.Command) or found.get_parameter("table") is None:
        raise TableError("old-button")
    return found


async def _arguments(interaction: Interaction, command: _Command, options: str) -> dict[str, Any]:
    # Discord checks what is typed; what a button holds is checked here.
    arguments: dict[str, Any] = {}
    with reading():
        known = {parameter.name: parameter for parameter in command.parameters if parameter.name != "table"}
        for name, value in parse_qsl(options, keep_blank_values=True):
            parameter = known[name]
            if parameter.type is discord.AppCommandOptionType.user:
                arguments[name] = await _user(interaction, number(value))
            else:
                arguments[name] = _KINDS[parameter.type](value)
            if parameter.choices and arguments[name] not in [choice.value for choice in parameter.choices]:
                raise ValueError(value)
        if not arguments.keys() >= {name for name, parameter in known.items() if parameter.required}:
            raise ValueError(options)
    return arguments


async def _user(interaction: Interaction, user_id: int) -> discord.User:
    try:
        return await interaction.client.fetch_user(user_id)
    except discord.NotFound:
        raise TableError("not-offered") from None


WHICH_ITEMS = (TableChoiceButton,)
