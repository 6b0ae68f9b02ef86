"""Opening a table and filling its chairs."""

from collections.abc import Mapping, Sequence

from bot.rules.forming import FormsTable
from bot.rules.registry import game_named
from bot.tables.deadlines import LOBBY_SECONDS, Deadlines
from bot.tables.errors import TableError
from bot.tables.model import House, Level, Occupant, Person, Seat, Status, Table
from bot.tables.ports import Clock, HousePlayers
from bot.tables.posts import Invitation, SeatLeft, SeatTaken
from bot.tables.repository import TableRepository
from bot.tables.snapshot import TableSnapshot
from bot.tables.transaction import TableTransaction, retry_on_conflict


class Lobby:
    """What people do about chairs and house rules: open, sit, wait, invite, options, house players, leave."""

    def __init__(
        self, repository: TableRepository, house: HousePlayers, deadlines: Deadlines, clock: Clock
    ) -> None:
        self._repository = repository
        self._house = house
        self._deadlines = deadlines
        self._clock = clock

    async def open(
        self,
        host: Person,
        guild_id: int,
        channel_id: int,
        game: str,
        options: Mapping[str, str | int | bool],
        turn_seconds: int,
        after: Table | None = None,
    ) -> TableSnapshot:
        """Open a table in a channel, with the host in its first chair; the caller shows it.

        `after` is the table whose match this one follows: who belonged to it is remembered.
        Raises RuleError for a game or an option there is not.
        """
        rules = game_named(game)
        seating = rules.seating(rules.options(options))
        now = self._clock.now()
        chairs = (Seat(host), *((Seat(),) * (len(seating) - 1)))
        table = Table(
            id=0,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host.user_id,
            game=game,
            options={**rules.options_type.of_new_table(), **options},
            seats=chairs,
            created_at=now,
            turn_seconds=turn_seconds,
            deadline=now + LOBBY_SECONDS,
            rubbers=_rubbers(after) if after else {},
            arrivals=(host.user_id,),
        )
        return await self._repository.create(table)

    @retry_on_conflict
    async def sit(self, table_id: int, person: Person, chair: int | None = None) -> TableSnapshot:
        """Sit down, or move to another free chair; `chair=None` takes the first free one.

        Once play has begun a newcomer may take a house player's chair. Raises TableError.
        """
        async with self._repository.transaction(table_id) as tx:
            table = tx.table
            _require_open(table)
            mine = table.seat_of(person.user_id)
            playing = table.status is Status.PLAYING
            if mine is not None and (chair in (None, mine) or playing):
                raise TableError("seated")
            free = [i for i, seat in enumerate(table.seats) if _free(seat, playing)]
            if not free:
                raise TableError("full")
            target = free[0] if chair is None else chair
            if target not in range(len(table.seats)):
                raise TableError("chair", chairs=len(table.seats))
            if target not in free:
                raise TableError("taken")
            if table.waiting and not table.waits(person.user_id):
                # Law 17: a member of the table has a prior right to any after-comer.
                raise TableError("prior-right", waiting=table.waiting)
            if mine is not None:
                tx.seat(mine, None)
            leaving = table.seats[target].occupant
            tx.seat(target, person)
            _stop_waiting(tx, person.user_id)
            if leaving is not None:
                tx.post(SeatTaken(person, leaving))
            self._deadlines.reset(tx)
        return tx.snapshot

    @retry_on_conflict
    async def wait(self, table_id: int, person: Person) -> TableSnapshot:
        """Belong to the table without a chair, all being taken; who plays is cut for at the start."""
        async with self._repository.transaction(table_id) as tx:
            table, rules = tx.table, tx.game
            _require_lobby(table)
            if table.seat_of(person.user_id) is not None or table.waits(person.user_id):
                raise TableError("member")
            if any(seat.user_id is None for seat in table.seats):
                raise TableError("free")
            most = rules.most_waiting(rules.options(table.options)) if isinstance(rules, FormsTable) else 0
            if len(table.waiting) >= most:
                raise TableError("complete")
            tx.set(waiting=(*table.waiting, person))
            self._deadlines.reset(tx)
        return tx.snapshot

    @retry_on_conflict
    async def leave(self, table_id: int, user_id: int) -> TableSnapshot:
        """Get up. In play a house player takes the chair; with nobody left the table closes."""
        async with self._repository.transaction(table_id) as tx:
            _require_open(tx.table)
            if tx.table.waits(user_id):
                _stop_waiting(tx, user_id)
            else:
                self._vacate(tx, _seat_of(tx.table, user_id))
        return tx.snapshot

    @retry_on_conflict
    async def remove(self, table_id: int, by: int, manager: bool, chair: int) -> TableSnapshot:
        """Take somebody out of a chair; the host and managers of the server may.

        In play a house player takes it over. Raises TableError.
        """
        async with self._repository.transaction(table_id) as tx:
            table = tx.table
            _require_open(table)
            _require_host(table, by, manager, "remove")
            _occupant(table, chair)
            if table.status is Status.PLAYING and table.seats[chair].user_id is None:
                raise TableError("house")
            self._vacate(tx, chair)
        return tx.snapshot

    @retry_on_conflict
    async def substitute(
        self, table_id: int, by: int, manager: bool, chair: int, person: Person | None
    ) -> TableSnapshot:
        """Put somebody else (None: a house player) in an occupied chair.

        The host and managers may; anybody seated may for a person who is away.
        """
        async with self._repository.transaction(table_id) as tx:
            table = tx.table
            _require_open(table)
            leaving = _occupant(table, chair)
            if not (table.seats[chair].away and table.seat_of(by) is not None):
                _require_host(table, by, manager, "substitute")
            if person is not None and table.seat_of(person.user_id) is not None:
                raise TableError("guest-seated")
            newcomer = person or self._hire(table)
            tx.seat(chair, newcomer)
            tx.post(SeatTaken(newcomer, leaving))
            _pass_on(tx)
            self._deadlines.reset(tx)
        return tx.snapshot

    @retry_on_conflict
    async def invite(self, table_id: int, by: int, person: Person) -> TableSnapshot:
        """Ask somebody to sit down; they are mentioned in the channel."""
        async with self._repository.transaction(table_id) as tx:
            table = tx.table
            _require_open(table)
            _seat_of(table, by)
            if table.seat_of(person.user_id) is not None:
                raise TableError("guest-seated")
            if person.user_id in table.invited:
                raise TableError("invited")
            if not any(_free(seat, table.status is Status.PLAYING) for seat in table.seats):
                raise TableError("no-room")
            inviter = next(p for p in table.people if p.user_id == by)
            tx.set(invited=(*table.invited, person.user_id))
            tx.post(Invitation(person, inviter))
        return tx.snapshot

    def levels(self, game: str) -> Sequence[Level]:
        """The levels at which the house plays that game, weakest first."""
        return self._house.levels(game)

    @retry_on_conflict
    async def seat_house(
        self, table_id: int, by: int, manager: bool, chair: int | None = None, level: str | None = None
    ) -> TableSnapshot:
        """Seat a house player of that level in one chair, or (None) in every empty one.

        Raises TableError for a level at which the house does not play the game.
        """
        async with self._repository.transaction(table_id) as tx:
            table = tx.table
            _require_lobby(table)
            _require_host(table, by, manager, "call-house")
            empty = [i for i, seat in enumerate(table.seats) if seat.occupant is None]
            if chair is not None and chair not in empty:
                raise TableError("not-empty")
            if not empty:
                raise TableError("none-empty")
            known = self._house.levels(table.game)
            if level is not None and level not in [known_level.key for known_level in known]:
                raise TableError("level", levels=tuple(known_level.name for known_level in known))
            for index in empty if chair is None else [chair]:
                tx.seat(index, self._hire(tx.table, level))
            self._deadlines.reset(tx)
        return tx.snapshot

    @retry_on_conflict
    async def set_option(
        self, table_id: int, by: int, manager: bool, name: str, value: str | int | bool
    ) -> TableSnapshot:
        """Change one house rule before the start. Raises RuleError for one the game lacks."""
        async with self._repository.transaction(table_id) as tx:
            table = tx.table
            _require_lobby(table)
            _require_host(table, by, manager, "options")
            options = tx.game.options({**table.options, name: value})
            chairs = _fitted(table.seats, len(tx.game.seating(options)))
            tx.set(options=options.to_mapping(), seats=chairs)
            self._deadlines.reset(tx)
        return tx.snapshot

    @retry_on_conflict
    async def set_clock(self, table_id: int, by: int, manager: bool, turn_seconds: int) -> TableSnapshot:
        """Set the turn clock, in seconds; 0 for none."""
        async with self._repository.transaction(table_id) as tx:
            _require_open(tx.table)
            _require_host(tx.table, by, manager, "clock")
            tx.set(turn_seconds=turn_seconds)
        return tx.snapshot

    @retry_on_conflict
    async def allow_hints(self, table_id: int, by: int, manager: bool, allowed: bool) -> TableSnapshot:
        """Say whether hints may be asked for."""
        async with self._repository.transaction(table_id) as tx:
            _require_open(tx.table)
            _require_host(tx.table, by, manager, "hints")
            tx.set(hints=allowed)
        return tx.snapshot

    @retry_on_conflict
    async def close(self, table_id: int, by: int, manager: bool) -> TableSnapshot:
        """Clear the table away. Its finished hands stay on the leaderboard."""
        async with self._repository.transaction(table_id) as tx:
            _require_open(tx.table)
            _require_host(tx.table, by, manager, "close")
            tx.close()
        return tx.snapshot

    def _vacate(self, tx: TableTransaction, chair: int) -> None:
        table = tx.table
        leaving = _occupant(table, chair)
        if table.status is Status.LOBBY:
            # Those who wait have the first right to a chair (Law 17).
            tx.seat(chair, table.waiting[0] if table.waiting else None)
            tx.set(waiting=table.waiting[1:])
        else:
            stand_in = self._hire(table)
            tx.seat(chair, stand_in)
            tx.post(SeatLeft(leaving, stand_in))
        _pass_on(tx)
        self._deadlines.reset(tx)

    def _hire(self, table: Table, level: str | None = None) -> House:
        taken = [seat.occupant.name for seat in table.seats if seat.occupant]
        return self._house.hire(table.game, taken, level)


def _pass_on(tx: TableTransaction) -> None:
    # To somebody who still sits there; a table with nobody left is closed.
    people = tx.table.people
    if not people:
        tx.close()
    elif tx.table.host_id not in {person.user_id for person in people}:
        tx.set(host_id=people[0].user_id)


def _stop_waiting(tx: TableTransaction, user_id: int) -> None:
    tx.set(waiting=tuple(person for person in tx.table.waiting if person.user_id != user_id))


def _rubbers(before: Table) -> dict[int, int]:
    played = {person.user_id: before.rubbers.get(person.user_id, 0) + 1 for person in before.people}
    return {**played, **{person.user_id: 0 for person in before.waiting}}


def _fitted(seats: tuple[Seat, ...], number: int) -> tuple[Seat, ...]:
    # Chairs are added at the end; where some must go, it is empty ones, then the house players'.
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
    return seat.occupant is None or (playing and isinstance(seat.occupant, House))


def _require_open(table: Table) -> None:
    if not table.open:
        raise TableError("closed")


def _require_lobby(table: Table) -> None:
    _require_open(table)
    if table.status is not Status.LOBBY:
        raise TableError("started")


def _require_host(table: Table, user_id: int, manager: bool, action: str) -> None:
    if user_id != table.host_id and not manager:
        raise TableError("not-host", host=table.host_id, action=action)


def _seat_of(table: Table, user_id: int) -> int:
    seat = table.seat_of(user_id)
    if seat is None:
        raise TableError("not-seated")
    return seat


def _occupant(table: Table, chair: int) -> Occupant:
    occupant = table.seats[chair].occupant if chair in range(len(table.seats)) else None
    if occupant is None:
        raise TableError("nobody-there")
    return occupant
