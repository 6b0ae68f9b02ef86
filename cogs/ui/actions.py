"""Buttons and menus as data: a name, typed arguments and a handler.

    @TABLE.action("sit", needs=Action.SIT)
    async def sit(press: TablePress, chair: int) -> None: ...

    TABLE.button("sit", label, table=12, chair=2)  # c:12:0:!sit:2

A view names an action and imports no handler; `cogs.actions` imports the handlers. Nothing is kept of what
has been drawn, so old messages work after a restart.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar, get_type_hints

import discord
from discord import ui

from cogs.ui.arguments import (
    NUMBER,
    Answers,
    People,
    Written,
    chosen_people,
    filled_in,
    read_value,
    reading,
    written_as,
)
from cogs.ui.glyphs import as_text, fitted
from cogs.ui.layout import LONGEST_PLACEHOLDER, MOST_ANSWERS, Answer, options_of

LONGEST_ID: Final = 100
LONGEST_LABEL: Final = 80
"""Discord's limits, in characters."""

STYLE: Final = discord.ButtonStyle  # the colours of buttons

Handler = TypeVar("Handler", bound=Callable[..., Awaitable[None]])


@dataclass(frozen=True, slots=True)
class Control:
    """A button or menu, as its handler declares it.

    `needs` is the permission it takes, `press` the type of the handler's first parameter, and `head` the
    start of its custom_ids. `value` is the name and kind of the choice from a menu.
    """

    name: str
    needs: Any
    handler: Callable[..., Awaitable[None]]
    press: Any
    head: str
    ids: frozenset[str]
    between: str
    arguments: Mapping[str, Written]
    value: tuple[str, Any] | None
    pattern: re.Pattern[str]

    def custom_id(self, given: Mapping[str, Any]) -> str:
        """The custom_id with those ids and arguments. Raises ValueError, KeyError or TypeError."""
        ids = {name: value for name, value in given.items() if name not in self.arguments}
        made = self.head.format(**ids)
        if ids.keys() != self.ids:
            raise TypeError(f"{self.name}: {', '.join(ids)}")
        for place, (name, kind) in enumerate(self.arguments.items()):
            made += kind.leading if kind.leading is not None else self.between * bool(place)
            made += kind.write(given[name])
        if len(made) > LONGEST_ID or not self.pattern.fullmatch(made):
            raise ValueError(made)
        return made


@dataclass(frozen=True, slots=True)
class Pressed:
    """A pressed button or menu, with the numbers in the head of its custom_id."""

    control: Control
    ids: Mapping[str, int]
    texts: Mapping[str, str]

    def arguments(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The handler's arguments, from the custom_id and the interaction's `data`. Raises TableError."""
        with reading():
            given = {name: kind.read(self.texts[name]) for name, kind in self.control.arguments.items()}
            if self.control.value is not None:
                name, kind = self.control.value
                if kind == People:
                    given[name] = chosen_people(data)
                elif kind == Answers:
                    given[name] = filled_in(data)
                else:
                    given[name] = read_value(kind, data["values"])
        return given


CONTROLS: Final[list[Control]] = []  # all buttons and menus, once `cogs.actions` is imported


def find(custom_id: str) -> Pressed | None:
    """The control with that custom_id; None if there is none."""
    for control in CONTROLS:
        if match := control.pattern.fullmatch(custom_id):
            texts = match.groupdict()
            ids = {name: int(text) for name, text in texts.items() if name not in control.arguments}
            return Pressed(control, ids, texts)
    return None


class Button(ui.Button[Any]):
    """A button dispatched by its custom_id, so that discord.py does not keep its view."""

    def is_dispatchable(self) -> bool:
        """Always False: otherwise discord.py would keep the view."""
        return False


class Menu(ui.Select[Any]):
    """A menu of answers, as `Button`."""

    def is_dispatchable(self) -> bool:
        return False


class PeopleMenu(ui.UserSelect[Any]):
    """A menu of people, as `Button`."""

    def is_dispatchable(self) -> bool:
        return False


class Namespace:
    """Actions whose custom_ids have the same head: `head`, or `menu_head` for menus.

    A name in braces, such as `{table}`, is a number that all of them have; `usual` holds it if it may be
    omitted. `between` separates arguments.
    """

    def __init__(self, head: str, menu_head: str = "", *, between: str = ".", **usual: int) -> None:
        self._usual = usual
        self._head = head
        self._menu_head = menu_head or head
        self._between = between
        self._controls: dict[tuple[str, bool], Control] = {}

    def action(self, name: str, *, needs: Any = None) -> Callable[[Handler], Handler]:
        return lambda handler: self._declare(name, needs, handler, menu=False)

    def menu_action(self, name: str, *, needs: Any = None) -> Callable[[Handler], Handler]:
        """Declares the handler of a menu. Its last parameter is the choice."""
        return lambda handler: self._declare(name, needs, handler, menu=True)

    def form_action(self, name: str, *, needs: Any = None) -> Callable[[Handler], Handler]:
        """Declares the handler of a form. Its last parameter holds the answers."""
        return lambda handler: self._declare(name, needs, handler, menu=True)

    def form_id(self, name: str, /, **given: Any) -> str:
        return self._controls[name, True].custom_id(self._usual | given)

    def button(
        self,
        name: str,
        label: str,
        style: discord.ButtonStyle = STYLE.secondary,
        /,
        *,
        emoji: discord.PartialEmoji | None = None,
        disabled: bool = False,
        **given: Any,
    ) -> Button:
        """The action's button with those ids and arguments. Raises LookupError if there is no such action."""
        custom_id = self._controls[name, False].custom_id(self._usual | given)
        return Button(
            label=button_label(label), style=style, custom_id=custom_id, emoji=emoji, disabled=disabled
        )

    def menu(self, name: str, placeholder: str, answers: Iterable[Answer], /, **given: Any) -> Menu:
        """A menu with those answers, for a single choice."""
        return Menu(
            custom_id=self._controls[name, True].custom_id(self._usual | given),
            placeholder=_placeholder(placeholder),
            options=options_of(answers),
        )

    def people_menu(
        self,
        name: str,
        placeholder: str,
        chosen: Sequence[int] = (),
        /,
        *,
        several: bool = False,
        **given: Any,
    ) -> PeopleMenu:
        """A menu of a server's people, for one choice or `several`; `chosen` are preselected."""
        return PeopleMenu(
            custom_id=self._controls[name, True].custom_id(self._usual | given),
            placeholder=_placeholder(placeholder),
            min_values=0 if several else 1,
            max_values=MOST_ANSWERS if several else 1,
            default_values=[
                discord.SelectDefaultValue(id=user, type=discord.SelectDefaultValueType.user)
                for user in chosen
            ],
        )

    def _declare(self, name: str, needs: Any, handler: Handler, *, menu: bool) -> Handler:
        (_, press), *parameters = [
            (name, kind)
            for name, kind in get_type_hints(handler, include_extras=True).items()
            if name != "return"
        ]
        value = parameters.pop() if menu else None
        arguments = {name: written_as(kind) for name, kind in parameters}
        head = (self._menu_head if menu else self._head) + (f"{name}:" if name else "")
        ids = frozenset(re.findall(r"{(\w+)}", head))
        pattern = re.sub(r"\\{(\w+)\\}", rf"(?P<\1>{NUMBER})", re.escape(head))
        for place, (argument, kind) in enumerate(arguments.items()):
            leading = kind.leading if kind.leading is not None else self._between * bool(place)
            pattern += f"{re.escape(leading)}(?P<{argument}>{kind.pattern})"
        assert (name, menu) not in self._controls, name
        self._controls[name, menu] = control = Control(
            name, needs, handler, press, head, ids, self._between, arguments, value, re.compile(pattern)
        )
        CONTROLS.append(control)
        return handler


TABLE: Final = Namespace("c:{table}:{step}:!", "m:{table}:{step}:!", step=0)
"""Actions at a table; `step` is the number of moves the message shows."""

MOVES: Final = Namespace("c:{table}:{step}:")  # moves; the custom_id contains the move's notation
PERSON: Final = Namespace("c:0:0:!", "m:0:0:!")  # without a table: guides, leaderboards, boards of the day
OPENING: Final = Namespace("d:", between=":")  # actions that open a table or a guide
SETTINGS: Final = Namespace("s:", between=":")  # on ephemeral messages: settings of people and servers
SESSION: Final = Namespace("b:{session}:")  # actions at a Duplicate session
CLUB: Final = Namespace("k:", between=":")  # club nights
AGAIN: Final = Namespace("again:", between=":")  # commands to run for the table chosen


def buttons_at(table_id: int, step: int) -> Callable[..., Button]:
    """`TABLE.button` for that table, after that many moves."""
    return partial(TABLE.button, table=table_id, step=step)


def button_label(text: str) -> str:
    """The text cut to a button's length."""
    return fitted(as_text(text), LONGEST_LABEL)


def _placeholder(text: str) -> str | None:
    return fitted(as_text(text), LONGEST_PLACEHOLDER) or None
