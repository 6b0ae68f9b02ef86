"""Slash commands: makes a `Press` for each, and asks which table is meant if there are several."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import wraps
from inspect import signature, unwrap
from typing import Annotated, Any, Final, TypeVar, cast
from urllib.parse import parse_qsl, urlencode

import discord
from discord import app_commands
from discord.utils import MISSING

from bot.rules.errors import RuleError
from bot.rules.registry import text_for
from bot.tables.state.errors import TableError
from bot.tables.state.table import Table
from cogs.answering.press import Press
from cogs.answering.reply import ACKNOWLEDGE_SECONDS, PUBLIC
from cogs.transport.routing import being_answered
from cogs.ui.actions import AGAIN, LONGEST_ID
from cogs.ui.arguments import Written, read_snowflake, reading
from cogs.ui.layout import note

log = logging.getLogger(__name__)

T = TypeVar("T")

FORM: Final = "form"  # key in the `extras` of a command that may open a form, as only the first response can

LONGEST_CHOICE: Final = 100
MOST_CHOICES: Final = 25

_MOST_BUTTONS: Final = 10
_USUAL: Final = {"table": "The table's number", "session": "The session's number"}
_READERS: Final[dict[discord.AppCommandOptionType, Callable[[str], Any]]] = {
    discord.AppCommandOptionType.string: str,
    discord.AppCommandOptionType.integer: read_snowflake,
}

_CommandName = Annotated[str, Written(r"[a-z][a-z -]*")]
_Options = Annotated[str, Written(r".*")]


def typed(callback: Callable[..., Awaitable[None]]) -> Any:
    """Turns a callback that takes a `Press` into the callback of a command."""

    @wraps(callback)
    async def run(*given: Any, **options: Any) -> None:
        press, arguments = await _with_press(given)
        async with press.answered():
            try:
                await callback(*arguments, **options)
            except TableError as error:
                if error.code != "which":
                    raise
                await _ask_which(press, error)

    return run


def command(
    description: str,
    /,
    *,
    name: str = MISSING,
    choices: Mapping[str, list[app_commands.Choice[Any]]] | None = None,
    public: bool = False,
    form: bool = False,
    **described: str,
) -> Callable[[Callable[..., Awaitable[None]]], app_commands.Command[Any, ..., None]]:
    """Declares a command whose callback takes a `Press`. The last arguments describe its options, except
    `table` and `session`, which mean the same everywhere.

    The answer of a `public` command is public; a command with a `form` may open one.
    """

    def declare(callback: Callable[..., Awaitable[None]]) -> app_commands.Command[Any, ..., None]:
        usual = {key: text for key, text in _USUAL.items() if key in signature(callback).parameters}
        run = app_commands.describe(**usual | described)(
            app_commands.choices(**choices or {})(typed(callback))
        )
        extras = {PUBLIC: True} if public else {FORM: True} if form else {}
        return app_commands.command(name=name, description=description, extras=extras)(run)

    return declare


def suggesting(callback: Callable[..., Awaitable[list[T]]]) -> Any:
    """Turns a callback that takes a `Press` into an autocompletion. On any failure it suggests nothing."""

    @wraps(callback)
    async def run(*given: Any) -> list[T]:
        _, arguments = await _with_press(given)
        try:
            with being_answered():
                async with asyncio.timeout(ACKNOWLEDGE_SECONDS):
                    return await callback(*arguments)
        except (TableError, RuleError, TimeoutError):
            return []
        except Exception as error:
            log.warning("an autocompletion failed: %s", error)
            return []

    return run


@AGAIN.action("")
async def run_for_table(press: Press, table: int, command: _CommandName, options: _Options) -> None:
    """Run a typed command with its options for that table. The answer is a follow-up of the question."""
    found = _command(press, command)
    given = await _arguments(press, found, options)
    if not found.extras.get(FORM):
        await press.reply.refresh(note(press.words.pgettext("heading", "Table {table}:", table=table)))
    callback: Callable[..., Awaitable[None]] = unwrap(found.callback)
    await callback(found.binding, press, **given, table=table)


async def _ask_which(press: Press, error: TableError) -> None:
    # Ask which of several tables is meant. Raises the error if the command does not fit into a button.
    command, words = press.interaction.command, press.words
    tables = sorted(cast(Sequence[Table], error.values["choices"]), key=lambda table: table.id)
    if not isinstance(command, app_commands.Command) or len(tables) > _MOST_BUTTONS:
        raise error
    options = urlencode({name: getattr(value, "id", value) for name, value in press.interaction.namespace})
    name = command.qualified_name
    if max(len(f"again:{table.id}:{name}:{options}") for table in tables) > LONGEST_ID:
        raise error
    buttons = []
    for table in tables:
        game = text_for(table.game, words).name
        label = words.gettext("Table {table}: {game}", table=table.id, game=game)
        buttons.append(AGAIN.button("", label, table=table.id, command=name, options=options))
    await press.reply.show(note(words.pgettext("menu", "Which table?"), *buttons))


async def _with_press(given: Sequence[Any]) -> tuple[Press, list[Any]]:
    # A method's first parameter is its cog; a context menu's last is its target.
    place = next(at for at, one in enumerate(given) if isinstance(one, discord.Interaction))
    press = await Press.arrived(given[place])
    return press, [*given[:place], press, *given[place + 1 :]]


def _command(press: Press, name: str) -> app_commands.Command[Any, ..., Any]:
    first, *rest = name.split()
    found: Any = press.interaction.client.tree.get_command(first)
    for part in rest:
        found = found.get_command(part) if isinstance(found, app_commands.Group) else None
    if not isinstance(found, app_commands.Command) or found.get_parameter("table") is None:
        raise TableError("old-button")
    return found


async def _arguments(
    press: Press, command: app_commands.Command[Any, ..., Any], options: str
) -> dict[str, Any]:
    # Discord validates what is typed; we validate what a button holds.
    arguments: dict[str, Any] = {}
    with reading():
        known = {parameter.name: parameter for parameter in command.parameters if parameter.name != "table"}
        for name, value in parse_qsl(options, keep_blank_values=True):
            parameter = known[name]
            if parameter.type is discord.AppCommandOptionType.user:
                arguments[name] = await _user(press, read_snowflake(value))
            else:
                arguments[name] = _READERS[parameter.type](value)
            if parameter.choices and arguments[name] not in [choice.value for choice in parameter.choices]:
                raise ValueError(value)
        if not arguments.keys() >= {name for name, parameter in known.items() if parameter.required}:
            raise ValueError(options)
    return arguments


async def _user(press: Press, user_id: int) -> discord.User:
    try:
        return await press.interaction.client.fetch_user(user_id)
    except discord.NotFound:
        raise TableError("not-offered") from None
