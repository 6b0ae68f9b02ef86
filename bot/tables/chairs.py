"""What follows when chairs change hands."""

from bot.tables.transaction import TableTransaction


def pass_on(tx: TableTransaction) -> None:
    """Let somebody who still sits there, or was to come in, keep the table; with nobody left it is closed."""
    coming = [(chair, seat.incoming) for chair, seat in enumerate(tx.table.seats) if seat.incoming]
    if not tx.table.people:
        for chair, person in coming:
            tx.take_chair(chair, person)
    people = tx.table.people
    if not people:
        tx.close()
    elif tx.table.host_id not in {person.user_id for person in people}:
        tx.set(host_id=people[0].user_id)


def stop_waiting(tx: TableTransaction, user_id: int) -> None:
    """Take that person off those who wait for a chair."""
    tx.set(waiting=tuple(person for person in tx.table.waiting if person.user_id != user_id))
