"""Converts values to JSON and rows, and back; also the items of posts.

An item is written as its fields and its tag (`item`); pieces are in the notation, an occupant
is as in a table's row. An event of a game is the name of its class, with the family of games or the part
of the rules whose it is before it (`old_maid.WentOut`), and its fields.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from cattrs import Converter

from bot.rules import cards, tiles
from bot.rules.cards import Card
from bot.rules.events import Event
from bot.rules.pieces import Piece
from bot.rules.records.record import Analysis
from bot.rules.tiles import Tile
from bot.tables.state.chairs import Dummy, House, Occupant, Person
from bot.tables.state.posts import GameEvent, PostItem

_Json = dict[str, Any]


def items_to_json(items: Sequence[PostItem]) -> list[_Json]:
    """The items as JSON values."""
    return [{"item": item.tag, **converter().unstructure(item)} for item in items]


def items_from_json(written: Sequence[Mapping[str, Any]]) -> tuple[PostItem, ...]:
    """Read such items. Raises KeyError for an unknown item or event."""
    return tuple(converter().structure(item, item_classes()[item["item"]]) for item in written)


def occupant_to_json(occupant: Occupant | None) -> _Json:
    """An occupant as JSON; an empty object for nobody."""
    match occupant:
        case Person(user_id, name):
            return {"user": user_id, "name": name}
        case House(player, name):
            return {"house": player, "name": name}
        case Dummy(name):
            return {"dummy": name}
    return {}


def occupant_from_json(written: Mapping[str, Any]) -> Occupant | None:
    """Read such an occupant."""
    if "user" in written:
        return Person(written["user"], written["name"])
    if "house" in written:
        return House(written["house"], written["name"])
    if "dummy" in written:
        return Dummy(written["dummy"])
    return None


@cache
def event_class(name: str) -> type[Event]:
    """The event that is stored under that name, whose game it loads. Raises KeyError."""
    family, _, kind = name.rpartition(".")
    for module in (f"bot.rules.{family}.events", f"bot.rules.{family}"):
        try:
            found = getattr(import_module(module), kind, None)
        except ModuleNotFoundError:
            continue
        if isinstance(found, type) and issubclass(found, Event) and _event_name(found) == name:
            return found
    raise KeyError(name)


@cache
def item_classes() -> Mapping[str, type[PostItem]]:
    """Every kind of item, by its tag."""
    # A common base class has no tag.
    return {item.tag: item for item in _subclasses(PostItem) if hasattr(item, "tag")}


def _subclasses(base: type[PostItem]) -> Iterator[type[PostItem]]:
    for kind in base.__subclasses__():
        # A dataclass with slots makes two classes, and only one is in the module.
        if getattr(sys.modules[kind.__module__], kind.__name__, None) is kind:
            yield kind
        yield from _subclasses(kind)


def _event_name(event: type[Event]) -> str:
    # Those of `bot.rules.old_maid.events` are called `old_maid.…`.
    family = event.__module__.removeprefix("bot.rules.").removesuffix(".events")
    return f"{family}.{event.__name__}"


def _piece(text: str) -> Piece:
    return tiles.parse(text) if "-" in text else cards.parse(text)


@cache
def converter() -> Converter:
    """The converter of this package: pieces, occupants, analyses and events have forms of their own."""
    made = Converter(detailed_validation=False)
    made.register_structure_hook_func(lambda kind: kind == str | int | bool, lambda value, _: value)

    def register(kind: Any, to_json: Callable[[Any], Any], from_json: Callable[[Any], Any]) -> None:
        made.register_unstructure_hook_func(lambda found: found is kind, to_json)
        made.register_structure_hook_func(lambda found: found is kind, lambda written, _: from_json(written))

    def event_to_json(item: GameEvent) -> _Json:
        event = item.event
        return {"event": _event_name(type(event)), "fields": made.unstructure(event)}

    def event_from_json(written: _Json) -> GameEvent:
        return GameEvent(made.structure(written["fields"], event_class(written["event"])))

    for piece in (Card, Tile, Piece):
        register(piece, lambda piece: piece.text, _piece)
    for occupant in (Person, House, Dummy, Occupant):
        register(occupant, occupant_to_json, occupant_from_json)
    register(Analysis, lambda analysis: analysis.model_dump(mode="json"), Analysis.model_validate)
    register(GameEvent, event_to_json, event_from_json)
    return made
