"""What follows when chairs change hands."""

from bot.rules.seats import Seating
from bot.tables.state.chairs import Dummy, Person, Seat
from bot.tables.state.table import Status, Table
from bot.tables.store.transaction import TableTransaction

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


def pass_on(tx: TableTransaction) -> None:
    """Let somebody who still sits there, or was to come in, keep the table; with nobody left it is closed,
    but for a board, which is played to its end."""
    if not tx.table.chairs.people:
        _bring_in_now(tx)
    people = tx.table.chairs.people
    if not people:
        if tx.table.board is None:
            tx.end(Status.CLOSED)
    elif tx.table.chairs.host_id not in {person.user_id for person in people}:
        tx.set_chairs(host_id=people[0].user_id)


def _bring_in_now(tx: TableTransaction) -> None:
    # Nobody is left to play the deal out. Who has seen a hand of it gets that one back, and no other.
    for person in [seat.incoming for seat in tx.table.chairs if seat.incoming]:
        promised = tx.table.chairs.incoming_at(person.user_id)
        assert promised is not None
        chair = tx.table.dealt.seen.get(person.user_id, promised)
        if isinstance(tx.table.chairs[chair].occupant, Person):
            continue
        # Whoever was to have that chair at the next deal is promised the other.
        tx.set_seat(promised, incoming=tx.table.chairs[chair].incoming)
        tx.take_chair(chair, person)


def stop_waiting(tx: TableTransaction, user_id: int) -> None:
    """Take that person off those who wait for a chair."""
    tx.set_chairs(waiting=tuple(person for person in tx.table.chairs.waiting if person.user_id != user_id))
