"""Reads and writes the typed arguments of custom_ids and the choices from menus.

A client can send anything, so a value of the wrong type is refused here. The use case decides whether a value
of the right type is offered to that person now.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from operator import attrgetter
from typing import Annotated, Any, Final, TypeAlias, get_args, get_origin

from bot.rules.registry import GAMES
from bot.tables.judging.standings import PERIOD_KEY, Period, period_key, read_period
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from cogs.ui.names import plain_name

NUMBER: Final = r"[0-9]{1,18}"  # a number that a database column can hold, as a pattern
SNOWFLAKE: Final = r"[1-8]?[0-9]{1,18}"  # the id of a user, a channel or a role, as a pattern

_LONGEST_VALUE: Final = 100


@contextmanager
def reading() -> Iterator[None]:
    """Read client input. Raises TableError (`not-offered`) if a value has the wrong type."""
    try:
        yield
    except (ValueError, LookupError, TypeError, OverflowError):
        raise TableError("not-offered") from None


@dataclass(frozen=True, slots=True)
class Written:
    """How values of a type are written: text that matches `pattern`, which has no named groups.

    `leading` precedes such an argument in place of the usual separator.
    """

    pattern: str
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str
    leading: str | None = None


def _read_game(text: str) -> str:
    if text not in GAMES:
        raise TableError("no-game")
    return text


Game = Annotated[str, Written(r"[^.:]+", _read_game)]  # a game's key; anything else is refused (`no-game`)
GameKey = Annotated[str, Written(r"[a-z-]+")]  # the key of a game, which the handler checks

Word = Annotated[str, Written(r"[a-z]+")]
Digit = Annotated[int, Written(r"[0-9]", int)]
Page = Annotated[int, Written(r"[0-9]{1,2}", int)]
Day = Annotated[int, Written(r"[0-9]{1,6}", int)]  # since 1970-01-01


def read_snowflake(text: str) -> int:
    """An id in decimal digits. Raises ValueError."""
    if not re.fullmatch(SNOWFLAKE, text):
        raise ValueError(text)
    return int(text)


Snowflake = Annotated[int, Written(SNOWFLAKE, read_snowflake)]
Text = Annotated[str, Written(r"(?s:.+)")]
"""Any text; the last argument of its action."""

PeriodKey = Annotated[Period, Written(PERIOD_KEY, read_period, period_key)]

MenuNumber = Annotated[
    int,
    Written(
        rf"(?::{NUMBER})?",
        lambda text: int(text[1:] or 0),
        lambda number: f":{number}" if number else "",
        leading="",
    ),
]
"""Numbers the menus of one message; omitted if it is 0."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A person chosen from a menu of people."""

    person: Person
    bot: bool


People: TypeAlias = tuple[Chosen, ...]  # the value of a menu of people


Answers: TypeAlias = dict[str, Any]
"""What a form passes to its handler, by the custom_id of each component: a list of choices, or one value."""


def written_as(kind: Any) -> Written:
    """How values of that type are written. Raises TypeError."""
    match get_args(kind):
        case (_, Written() as written) if get_origin(kind) is Annotated:
            return written
        case (one, none) if none is type(None):
            written = written_as(one)
            return Written(
                f"(?:{written.pattern})?",
                lambda text: written.read(text) if text else None,
                lambda value: "" if value is None else written.write(value),
            )
    if kind is bool:
        return Written("[01]", lambda text: text == "1", lambda value: str(int(value)))
    if kind is int:
        return Written(NUMBER, int)
    if kind is str:
        return Written(r"\w+")
    if isinstance(kind, type) and issubclass(kind, Enum):
        values = "|".join(re.escape(one.value) for one in kind)
        return Written(values, kind, attrgetter("value"))
    raise TypeError(f"{kind} has no way to be written")


def read_value(kind: Any, values: Sequence[str]) -> Any:
    """The single value of that type chosen from a menu. Raises ValueError or TableError."""
    (text,) = values
    written = written_as(kind)
    if not re.fullmatch(written.pattern, text) or len(text) > _LONGEST_VALUE:
        raise ValueError(text)
    return written.read(text)


def filled_in(data: Mapping[str, Any]) -> Answers:
    """The answers on a form. Raises KeyError or TypeError."""
    asked = [label["component"] for label in data["components"]]
    return {one["custom_id"]: one["values"] if "values" in one else one.get("value") for one in asked}


def chosen_people(data: Mapping[str, Any]) -> People:
    """The people chosen from a menu of people. Raises ValueError or KeyError."""
    resolved, found = data.get("resolved", {}), []
    for text in data["values"]:
        user = resolved["users"][text]
        nick = resolved.get("members", {}).get(text, {}).get("nick")
        person = Person(int(text), nick or user.get("global_name") or user["username"])
        person = Person(person.user_id, plain_name(person))
        found.append(Chosen(person, bool(user.get("bot"))))
    return tuple(found)
