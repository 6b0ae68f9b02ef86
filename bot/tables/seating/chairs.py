"""Which chairs are free, and for whom."""

from bot.rules.preliminaries.forming import FormsTable
from bot.rules.registry import game_named
from bot.rules.seats import Seating
from bot.tables.people.access import may_hold, may_take_at_once
from bot.tables.state.chairs import Dummy, House, Person, Seat
from bot.tables.state.chouette import MOST_ADVISERS
from bot.tables.state.errors import TableError
from bot.tables.state.table import Status, Table

KEPT_SECONDS = 120  # how long the chairs of a table that follows another are kept for those who sat there


def chairs_for(seating: Seating, host: Person | None = None) -> tuple[Seat, ...]:
    """The chairs of a new table, the host, if any, in the first in which somebody can sit."""
    chairs = [Seat(Dummy()) if chair in seating.dummies else Seat() for chair in range(len(seating))]
    if host is not None:
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


def chair_for(table: Table, person: Person, chair: int | None, now: float) -> int:
    """The chair that person takes: the one asked for, or (None) the first that suits. Raises TableError."""
    playing = table.status is Status.PLAYING
    free = [i for i, seat in enumerate(table.chairs) if _free(seat, playing)]
    if not free:
        raise TableError("full")
    free = [i for i in free if may_hold(table, person.user_id, i)]
    if not free or (chair is not None and not may_hold(table, person.user_id, chair)):
        raise TableError("other-side")
    if chair is None:
        # One's own chair first, which needs no waiting.
        free.sort(key=lambda i: kept_from(table, i, person.user_id, now) is not None)
        free.sort(key=lambda i: not is_kept_for(table.chairs[i], person.user_id))
        chair = next((i for i in free if may_take_at_once(table, person.user_id, i)), free[0])
    if chair not in range(len(table.chairs)):
        raise TableError("chair", chairs=len(table.chairs))
    if isinstance(table.chairs[chair].occupant, Dummy):
        raise TableError("dummys-chair")
    if chair not in free:
        raise TableError("taken")
    if kept := kept_from(table, chair, person.user_id, now):
        raise TableError("kept", person=kept, seconds=int(table.created_at + KEPT_SECONDS - now) + 1)
    return chair


def has_room(table: Table, user_id: int, now: float) -> bool:
    """Whether that person may take a chair instead of waiting for one."""
    if table.chouette is None:
        return any(seat.occupant is None or isinstance(seat.occupant, House) for seat in table.chairs)
    empty = [chair for chair, seat in enumerate(table.chairs) if seat.occupant is None]
    return not table.chairs.waiting and any(kept_from(table, chair, user_id, now) is None for chair in empty)


def most_waiting(table: Table) -> int:
    """How many people may belong to the table without a chair: those who advise at a chouette, and else as
    many as the game lets wait (Law 16)."""
    if table.chouette is not None:
        return MOST_ADVISERS
    rules = game_named(table.game)
    return rules.most_waiting(rules.options(table.options)) if isinstance(rules, FormsTable) else 0


def advises_next(table: Table) -> bool:
    """Whether somebody who comes to a chouette advises in its next game, and takes no chair now."""
    return not free_chairs(table) or bool(table.chairs.waiting)


def free_chairs(table: Table) -> int:
    """How many chairs people may take."""
    return sum(_free(seat, table.status is Status.PLAYING) for seat in table.chairs)


def fitted(seats: tuple[Seat, ...], number: int) -> tuple[Seat, ...]:
    """As many chairs as the number says, more at the end or fewer; empty ones go first, then those of house
    players. Raises TableError where people would have to go."""
    kept = list(seats)
    while len(kept) > number:
        spare = [i for i, seat in enumerate(kept) if seat.occupant is None] or [
            i for i, seat in enumerate(kept) if isinstance(seat.occupant, House)
        ]
        if not spare:
            raise TableError("chairs", people=len(kept))
        del kept[spare[-1]]
    return (*kept, *((Seat(),) * (number - len(kept))))


def _free(seat: Seat, playing: bool) -> bool:
    return seat.occupant is None or (playing and isinstance(seat.occupant, House) and seat.incoming is None)
