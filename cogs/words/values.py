"""The values of a message, as people read them."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from bot.rules.catalogue import Catalogue
from bot.rules.registry import GAMES, text_for
from bot.tables.state.chairs import Dummy, House, Person
from cogs.ui.names import write_occupant


def in_words(values: Mapping[str, Any], words: Catalogue) -> dict[str, Any]:
    """The values with people by their names, several of anything as a list, and `game` by its name."""
    return {
        name: _game(value, words) if name == "game" else _value(value, words)
        for name, value in values.items()
    }


def fields_in_words(item: Any, words: Catalogue) -> dict[str, Any]:
    """The fields of a dataclass, likewise."""
    return in_words({field.name: getattr(item, field.name) for field in fields(item)}, words)


def _game(key: str, words: Catalogue) -> str:
    return text_for(key, words).name if key in GAMES else key


def _value(value: Any, words: Catalogue) -> Any:
    match value:
        case Person() | House() | Dummy():
            return write_occupant(value, words)
        case tuple() if all(isinstance(one, Person | House | Dummy) for one in value):
            return words.listed([write_occupant(one, words) for one in value])
        case tuple() if all(isinstance(one, str | int) for one in value):
            return ", ".join(map(str, value))
    return value
