"""Tables for tests, made from the names of fields in any part of a table."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from bot.tables.state.chairs import Chairs, Seat
from bot.tables.state.table import Dealt, Table, Telling, TurnClock

_PARTS = {
    field.name: part
    for part, kind in {"chairs": Chairs, "clock": TurnClock, "telling": Telling, "dealt": Dealt}.items()
    for field in fields(kind)
}


def stored_table(
    id: int,
    guild_id: int,
    channel_id: int,
    host_id: int,
    game: str,
    options: Mapping[str, str | int | bool],
    seats: Iterable[Seat],
    created_at: float,
    turn_seconds: int,
    **given: Any,
) -> Table:
    chairs, clock = Chairs(tuple(seats), host_id), TurnClock(turn_seconds)
    table = Table(id, guild_id, game, options, created_at, chairs, clock, Telling(channel_id))
    return changed(table, **given)


def changed(table: Table, **given: Any) -> Table:
    """The table with other values of its fields or of its parts' fields."""
    own = {name: value for name, value in given.items() if name not in _PARTS}
    for part in dict.fromkeys(_PARTS[name] for name in given if name in _PARTS):
        of_part = {name: value for name, value in given.items() if _PARTS.get(name) == part}
        own[part] = replace(getattr(table, part), **of_part)
    return replace(table, **own)
