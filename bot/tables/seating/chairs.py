"""What follows when chairs change hands."""

from bot.rules.seats import Seating
from bot.tables.state.chairs import Dummy, Person, Seat
from bot.tables.state.table import Status, Table

KEPT_SECONDS = 120
"""How long the chairs of a table that follows another are kept for those who sat there."""


def chairs_for(seating: Seating, host: Person) -> tuple[Seat, ...]:
    """The chairs of a new table, the host in the first in which somebody can sit."""
    chairs = [Seat(Dummy()) if chair in seating.dummies else Seat() for chair in range(len(seating))]
    chairs[seating.people[0]] = Seat(host)
    return tuple(chairs)


def kept_from(table: Table, chair: int, user_id: int, now: float) -> Person | None:
    """For whom an empty chair is still kept from that person before the start; None if it is not."""
    seat = table.chairs[chair]
    kept = table.status is Status.LOBBY and seat.occupant is None and now < table.created_at + KEPT_SECONDS
    return seat.kept_for if kept and not is_kept_for(seat, user_id) else None


def is_kept_for(seat: Seat, user_id: int) -> bool:
    """Whether that chair is kept for that person."""
    return seat.kept_for is not None and seat.kept_for.user_id == user_id
