"""What each action takes: a custom_id and the value of a menu are whatever a client sends.

The pattern of a custom_id refuses what it does not match. A menu's value is read by `VALUES`, which has every
menu by the name of its action: whoever adds a menu says there what it takes, or it cannot be made. Whether
an answer of the right kind is offered just now, to that person, is for the use case to say.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from typing import Any, Final

from bot.rules.registry import GAMES
from bot.tables.judging.standings import read_period
from bot.tables.state.errors import TableError
from bot.tables.state.preferences import Calls, Pace, UserSettings

NUMBER: Final = r"[0-9]{1,18}"
"""A number, as a pattern: a database can look up any of them."""

SNOWFLAKE: Final = r"[1-8]?[0-9]{1,18}"
"""The id of a person, a channel or a role, as a pattern."""

SWITCHES: Final = tuple(
    one.name for one in fields(UserSettings) if isinstance(one.default, bool) and one.name != "dm_closed"
)
"""A person's settings that are on or off by their own wish."""

_LONGEST: Final = 100
"""Discord's limit for a value, in characters."""


@contextmanager
def reading() -> Iterator[None]:
    """Read what a client has sent within. Raises TableError (`not-offered`) where that is not of the kind."""
    try:
        yield
    except (ValueError, LookupError, TypeError, OverflowError):
        raise TableError("not-offered") from None


def value_of(action: str, values: Sequence[str]) -> Any:
    """The one value that was chosen from the menu of that action. Raises TableError (`not-offered`)."""
    with reading():
        (value,) = values
        return VALUES[action](value)


def number(text: str) -> int:
    """A number in decimal digits, which may be an id. Raises ValueError."""
    if not re.fullmatch(SNOWFLAKE, text):
        raise ValueError(text)
    return int(text)


def _game(text: str) -> str:
    if text not in GAMES:
        raise TableError("no-game")
    return text


def _text(text: str) -> str:
    if not 0 < len(text) <= _LONGEST:
        raise ValueError(text)
    return text


def _place_and_board(text: str) -> tuple[int, int]:
    place, board = text.split(".")
    return number(place), number(board)


VALUES: Final[Mapping[str, Callable[[str], Any]]] = {
    "board": number,
    "board-game": _game,
    "board-period": read_period,
    "calls": Calls,
    "claim": number,
    "game": _game,
    "games": _game,
    "guide": _game,
    "level": _text,
    "move": _text,
    "option": number,
    "pace": Pace,
    "ruling": _place_and_board,
    "set": _text,
    "stats-game": _game,
    "stats-period": read_period,
}
"""How the value of each menu is read, by the name of its action."""
