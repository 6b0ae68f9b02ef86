"""Converts tables, moves and posts to rows and back."""

from functools import cache
from typing import Any, TypeVar

from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from sqlalchemy import RowMapping

from bot.tables.state.chairs import Chairs, Person, Seat
from bot.tables.state.chouette import Chouette
from bot.tables.state.posts import Post
from bot.tables.state.table import (
    BoardPlay,
    Dealt,
    Deferred,
    LoggedMove,
    Posting,
    Proposal,
    Seal,
    Status,
    Table,
    Telling,
    Tenure,
    TurnClock,
)
from storage.conversion import converter, items_from_json, items_to_json, occupant_from_json, occupant_to_json

_T = TypeVar("_T")

Row = dict[str, Any]


@cache
def _converter() -> Converter:
    made = converter().copy()
    named: Any = {"kind": override(rename="motion")}
    made.register_structure_hook(Proposal, make_dict_structure_fn(Proposal, made, **named))
    made.register_unstructure_hook(Proposal, make_dict_unstructure_fn(Proposal, made, **named))
    return made


def _read(written: Row | None, kind: type[_T]) -> _T | None:
    return None if written is None else _converter().structure(written, kind)


def table_row(table: Table, before: Table | None = None) -> Row:
    """The columns of a table, without its id: all, or those of what has changed since `before`."""
    row: Row = {}
    for name in Table.__match_args__:
        value = getattr(table, name)
        if name == "id" or (before is not None and value is getattr(before, name)):
            continue
        row |= _PARTS[name](table) if name in _PARTS else {name: _converter().unstructure(value)}
    return row


def _chairs_row(table: Table) -> Row:
    chairs = table.chairs
    return {
        "seats": [_seat_payload(seat) for seat in chairs],
        "host_id": chairs.host_id,
        "waiting": [_seat_payload(Seat(person)) for person in chairs.waiting],
        "arrivals": list(chairs.arrivals),
        "rubbers": {str(user_id): number for user_id, number in chairs.rubbers.items()},
        # The id of a server is that of everybody there.
        "invited": [*chairs.invited, *([table.guild_id] if chairs.called else [])],
        "removed": list(chairs.removed),
    }


def _clock_row(table: Table) -> Row:
    deferred = table.clock.deferred
    clock: Row = _converter().unstructure(table.clock)
    return clock | {
        "deferred": {str(seat): [move.step, move.at] for seat, move in deferred.items()},
        "deferred_until": min((move.at for move in deferred.values()), default=None),
    }


def _telling_row(table: Table) -> Row:
    row: Row = _converter().unstructure(table.telling)
    return row


def _dealt_row(table: Table) -> Row:
    dealt = table.dealt
    return {
        "deals": dealt.deals,
        "seen": {str(user_id): chair for user_id, chair in dealt.seen.items()},
        "marked": {str(chair): move for chair, move in dealt.marked.items()},
        "shared_chairs": list(dealt.shared_chairs),
        "tenures": [
            {
                "deal": tenure.deal,
                "chair": tenure.chair,
                "told": tenure.told,
                **occupant_to_json(tenure.occupant),
            }
            for tenure in dealt.tenures
        ],
    }


_PARTS = {"chairs": _chairs_row, "clock": _clock_row, "telling": _telling_row, "dealt": _dealt_row}


def table_of(row: RowMapping) -> Table:
    """The table a row of `tables` holds."""
    guild_id = row["guild_id"]
    return Table(
        id=row["id"],
        guild_id=guild_id,
        game=row["game"],
        options=row["options"],
        created_at=row["created_at"],
        chairs=Chairs(
            tuple(_seat_of(payload) for payload in row["seats"]),
            row["host_id"],
            waiting=tuple(Person(payload["user"], payload["name"]) for payload in row["waiting"]),
            arrivals=tuple(row["arrivals"]),
            rubbers={int(user_id): number for user_id, number in row["rubbers"].items()},
            invited=tuple(user_id for user_id in row["invited"] if user_id != guild_id),
            called=guild_id in row["invited"],
            removed=tuple(row["removed"]),
        ),
        clock=TurnClock(
            row["turn_seconds"],
            row["deadline"],
            row["reminded"],
            row["paused"],
            {int(seat): Deferred(*payload) for seat, payload in row["deferred"].items()},
            row["bots_turn"],
        ),
        telling=Telling(row["channel_id"], Posting(row["posting"]), row["thread_id"], row["language"]),
        dealt=Dealt(
            row["deals"],
            {int(user_id): chair for user_id, chair in row["seen"].items()},
            {int(chair): move for chair, move in row["marked"].items()},
            tuple(row["shared_chairs"]),
            tuple(_tenure_of(payload) for payload in row["tenures"]),
        ),
        status=Status(row["status"]),
        version=row["version"],
        hints=row["hints"],
        level=row["level"],
        ceremony=row["ceremony"],
        proposal=_read(row["proposal"], Proposal),
        next_table=row["next_table"],
        chouette=_read(row["chouette"], Chouette),
        board=_read(row["board"], BoardPlay),
        starts_at=row["starts_at"],
    )


def move_row(table_id: int, logged: LoggedMove) -> Row:
    """A move as a row of `moves`."""
    return {
        "table_id": table_id,
        "number": logged.number,
        "seat": logged.seat,
        "text": logged.text,
        "at": logged.at,
        "salt": logged.seal.salt if logged.seal else None,
        "sha256": logged.seal.sha256 if logged.seal else None,
    }


def move_of(row: RowMapping) -> LoggedMove:
    """The move a row of `moves` holds."""
    seal = None if row["sha256"] is None else Seal(row["salt"], row["sha256"])
    return LoggedMove(row["number"], row["seat"], row["text"], row["at"], seal)


def post_row(post: Post) -> Row:
    """A post as a row of `posts`, still owed."""
    return {
        "table_id": post.table_id,
        "number": post.number,
        "kind": post.kind,
        "items": items_to_json(post.items),
        "seats": [occupant_to_json(occupant) for occupant in post.seats],
        "message_id": None,
        "hand": post.hand,
    }


def post_of(row: RowMapping) -> Post:
    """The post a row of `posts` holds."""
    seats = tuple(occupant_from_json(payload) for payload in row["seats"])
    return Post(row["table_id"], row["number"], items_from_json(row["items"]), seats)


def _seat_payload(seat: Seat) -> Row:
    payload = occupant_to_json(seat.occupant)
    if seat.away:
        payload["away"] = True
    if seat.called:
        payload["called"] = True
    for name, person in (("incoming", seat.incoming), ("kept_for", seat.kept_for)):
        if person is not None:
            payload[name] = occupant_to_json(person)
    return payload


def _seat_of(payload: Row) -> Seat:
    return Seat(
        occupant_from_json(payload),
        payload.get("away", False),
        _person_of(payload.get("incoming")),
        _person_of(payload.get("kept_for")),
        payload.get("called", False),
    )


def _person_of(payload: Row | None) -> Person | None:
    return None if payload is None else Person(payload["user"], payload["name"])


def _tenure_of(payload: Row) -> Tenure:
    occupant = occupant_from_json(payload)
    if occupant is None:
        raise ValueError("a chair is held by nobody")
    return Tenure(payload["deal"], payload["chair"], occupant, payload["told"])
