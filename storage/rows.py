"""Tables, moves and posts as rows, and rows as those again."""

from typing import Any

from sqlalchemy import RowMapping

from bot.tables.model import (
    Entry,
    Habits,
    House,
    Outcome,
    Panel,
    Person,
    Placard,
    Post,
    Seal,
    Seat,
    Status,
    Table,
)
from storage.schema import OPEN

Row = dict[str, Any]
_OPEN = frozenset(status.value for status in OPEN)


def fields_of(item: Habits | Outcome | Panel | Placard) -> Row:
    """What is stored under the names of its own fields."""
    return {name: getattr(item, name) for name in item.__slots__}


def table_row(table: Table) -> Row:
    """The columns of a table, without its id."""
    return {
        "guild_id": table.guild_id,
        "channel_id": table.channel_id,
        "host_id": table.host_id,
        "game": table.game,
        "options": dict(table.options),
        "seats": [_seat_payload(seat) for seat in table.seats],
        "created_at": table.created_at,
        "turn_seconds": table.turn_seconds,
        "status": table.status.value,
        "version": table.version,
        "deals": table.deals,
        "deadline": table.deadline,
        "reminded": table.reminded,
        "invited": list(table.invited),
        "waiting": [_seat_payload(Seat(person)) for person in table.waiting],
        "rubbers": {str(user_id): number for user_id, number in table.rubbers.items()},
        "hints": table.hints,
    }


def table_of(row: RowMapping) -> Table:
    """The table a row of `tables` holds."""
    return Table(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        host_id=row["host_id"],
        game=row["game"],
        options=row["options"],
        seats=tuple(_seat_of(payload) for payload in row["seats"]),
        created_at=row["created_at"],
        turn_seconds=row["turn_seconds"],
        status=Status(row["status"]),
        version=row["version"],
        deals=row["deals"],
        deadline=row["deadline"],
        reminded=row["reminded"],
        invited=tuple(row["invited"]),
        waiting=tuple(Person(payload["user"], payload["name"]) for payload in row["waiting"]),
        rubbers={int(user_id): number for user_id, number in row["rubbers"].items()},
        hints=row["hints"],
    )


def sitting(status: str, seats: list[Row], waiting: list[Row]) -> frozenset[int]:
    """The people at a table as its row has it, if it is open: what `seated` holds of it."""
    if status not in _OPEN:
        return frozenset()
    return frozenset(payload["user"] for payload in (*seats, *waiting) if "user" in payload)


def entry_row(table_id: int, entry: Entry) -> Row:
    """A move as a row of `moves`."""
    return {
        "table_id": table_id,
        "number": entry.number,
        "seat": entry.seat,
        "text": entry.text,
        "at": entry.at,
        "salt": entry.seal.salt if entry.seal else None,
        "sha256": entry.seal.sha256 if entry.seal else None,
    }


def entry_of(row: RowMapping) -> Entry:
    """The move a row of `moves` holds."""
    seal = None if row["sha256"] is None else Seal(row["salt"], row["sha256"])
    return Entry(row["number"], row["seat"], row["text"], row["at"], seal)


def post_row(post: Post) -> Row:
    """A post as a row of `posts`, still owed."""
    return {
        "table_id": post.table_id,
        "number": post.number,
        "kind": post.kind,
        "text": post.text,
        "mentions": list(post.mentions),
        "message_id": None,
        "hand": post.hand,
    }


def post_of(row: RowMapping) -> Post:
    """The post a row of `posts` holds."""
    return Post(row["table_id"], row["number"], row["kind"], row["text"], tuple(row["mentions"]), row["hand"])


def _seat_payload(seat: Seat) -> Row:
    payload: Row = {}
    match seat.occupant:
        case Person(user_id, name):
            payload = {"user": user_id, "name": name}
        case House(player, name):
            payload = {"house": player, "name": name}
    if seat.away:
        payload["away"] = True
    return payload


def _seat_of(payload: Row) -> Seat:
    occupant: Person | House | None = None
    if "user" in payload:
        occupant = Person(payload["user"], payload["name"])
    elif "house" in payload:
        occupant = House(payload["house"], payload["name"])
    return Seat(occupant, payload.get("away", False))
