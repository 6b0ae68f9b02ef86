"""Whose move the bot makes: a house player's, an absentee's, a forced card for players who asked for that."""

from bot.tables.model import House, Person, Table
from bot.tables.snapshot import TableSnapshot
from bot.tables.users import Users


def seat_to_play(snapshot: TableSnapshot, users: Users) -> int | None:
    """The seat that the bot moves now; None while it is for people to move.

    Where several are awaited the game's order holds, so that nobody is cut off by a quick house.
    """
    if snapshot.table.held or not (awaited := snapshot.awaited):
        return None
    seat = awaited[0]
    chair = snapshot.table.seats[snapshot.game.player_of(snapshot.state, seat)]
    if isinstance(chair.occupant, House) or chair.away:
        return seat
    if not users.plays_forced(chair.user_id or 0):
        return None
    legal = snapshot.game.legal(snapshot.state, seat)
    return seat if len(legal) == 1 and legal[0].automatic else None


def anybody_present(table: Table) -> bool:
    """Whether a person sits at the table who is not away, or comes in at the next deal."""
    return any(
        (isinstance(seat.occupant, Person) and not seat.away) or seat.incoming is not None
        for seat in table.seats
    )
