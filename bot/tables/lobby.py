"""Opening a table and filling its chairs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.rules.registry import game_named
from bot.tables.draft import Draft
from bot.tables.errors import TableError
from bot.tables.floor import Floor
from bot.tables.live import Live, with_seat
from bot.tables.model import House, Level, Person, Seat, Status, Table
from bot.tables.play import Play
from bot.tables.ports import HousePlayers

LOBBY_SECONDS = 2 * 60 * 60
"""How long an open table waits for its players before it is cleared away."""


class Lobby:
    """What people do before the first card: open, sit, invite, options, house players, leave."""

    def __init__(self, floor: Floor, house: HousePlayers, play: Play) -> None:
        self._floor = floor
        self._house = house
        self._play = play

    async def open(
        self,
        host: Person,
        guild_id: int,
        channel_id: int,
        game: str,
        options: Mapping[str, str | int | bool],
        turn_seconds: int,
        after: Table | None = None,
    ) -> Live:
        """Open a table in a channel, with the host in its first chair; the caller shows it.

        `after` is the table whose match this one follows: who belonged to it is remembered.
        Raises RuleError for a game or an option there is not.
        """
        rules = game_named(game)
        seating = rules.seating(rules.options(options))
        now = self._floor.clock.now()
        chairs = (Seat(host), *((Seat(),) * (len(seating) - 1)))
        table = Table(
            id=0,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host.user_id,
            game=game,
            options=dict(options),
            seats=chairs,
            created_at=now,
            turn_seconds=turn_seconds,
            deadline=now + LOBBY_SECONDS,
            rubbers=_rubbers(after) if after else {},
        )
        stored = await self._floor.store.create(table)
        return await self._floor.look(stored.id)

    async def sit(self, table_id: int, person: Person, chair: int | None = None) -> Live:
        """Sit down, or move to another free chair; `chair=None` takes the first free one.

        Once play has begun a newcomer may take a house player's chair. Raises TableError.
        """

        def plan(draft: Draft) -> None:
            table = draft.table
            _require_open(table)
            mine = table.seat_of(person.user_id)
            playing = table.status is Status.PLAYING
            if mine is not None and (chair in (None, mine) or playing):
                raise TableError("seated", "You already sit at this table.")
            free = [i for i, seat in enumerate(table.seats) if _free(seat, playing)]
            if not free:
                raise TableError("full", "Every chair is taken; open another table with /table open.")
            target = free[0] if chair is None else chair
            if target not in range(len(table.seats)):
                raise TableError("chair", f"The chairs are numbered 1 to {len(table.seats)}.")
            if target not in free:
                raise TableError("taken", "Somebody sits in that chair; take another.")
            if mine is not None:
                draft.edit(lambda t: with_seat(t, mine, None))
            draft.edit(lambda t: with_seat(t, target, person))
            draft.edit(lambda t: _without(t, person.user_id))
            if playing:
                seat = table.seats[target].occupant
                assert seat
                names = self._floor.write_name
                draft.post("seat", f"{names(person)} takes over from {names(seat)}.")
            self._touch(draft)

        return await self._reseat(table_id, plan)

    async def wait(self, table_id: int, person: Person) -> Live:
        """Belong to the table without a chair, all being taken; who plays is cut for at the start."""

        def plan(draft: Draft) -> None:
            table = draft.table
            _require_lobby(table)
            if table.seat_of(person.user_id) is not None or table.waits(person.user_id):
                raise TableError("seated", "You belong to this table already.")
            if any(seat.user_id is None for seat in table.seats):
                raise TableError("free", "There is a free chair; take it.")
            rules = game_named(table.game)
            if len(table.waiting) >= rules.waiting(rules.options(table.options)):
                raise TableError("full", "This table is complete; open another with /table open.")
            draft.set(waiting=(*table.waiting, person))
            self._touch(draft)

        return await self._floor.change(table_id, plan)

    async def leave(self, table_id: int, user_id: int) -> Live:
        """Get up. In play a house player takes the chair; with nobody left the table closes."""

        def plan(draft: Draft) -> None:
            _require_open(draft.table)
            if draft.table.waits(user_id):
                draft.edit(lambda t: _without(t, user_id))
                return
            index = _seat_of(draft.table, user_id)
            self._vacate(draft, index)
            self._touch(draft)

        return await self._reseat(table_id, plan)

    async def remove(self, table_id: int, by: int, manager: bool, chair: int) -> Live:
        """Take somebody out of a chair; the host and managers of the server may.

        In play a house player takes it over. Raises TableError.
        """

        def plan(draft: Draft) -> None:
            _require_open(draft.table)
            _require_host(draft.table, by, manager, "take somebody out of a chair")
            if chair not in range(len(draft.table.seats)) or draft.table.seats[chair].occupant is None:
                raise TableError("chair", "Nobody sits in that chair.")
            if draft.table.status is Status.PLAYING and draft.table.seats[chair].user_id is None:
                raise TableError("house", "A house player stays until somebody takes over with /table join.")
            self._vacate(draft, chair)
            self._touch(draft)

        return await self._reseat(table_id, plan)

    async def substitute(
        self, table_id: int, by: int, manager: bool, chair: int, person: Person | None
    ) -> Live:
        """Put somebody else (None: a house player) in an occupied chair during play.

        The host and managers may; anybody seated may for a person who is away.
        """

        def plan(draft: Draft) -> None:
            table = draft.table
            _require_open(table)
            if chair not in range(len(table.seats)) or table.seats[chair].occupant is None:
                raise TableError("chair", "Nobody sits in that chair.")
            if not (table.seats[chair].away and table.seat_of(by) is not None):
                _require_host(table, by, manager, "change a player who is still here")
            leaving = table.seats[chair].occupant
            if person is not None and table.seat_of(person.user_id) is not None:
                raise TableError("seated", "That person already sits at this table.")
            newcomer = person or self._hire(table)
            draft.edit(lambda t: with_seat(t, chair, newcomer))
            assert leaving
            names = self._floor.write_name
            draft.post("seat", f"{names(newcomer)} takes over from {names(leaving)}.")
            self._pass_on(draft)
            self._touch(draft)

        return await self._reseat(table_id, plan)

    async def invite(self, table_id: int, by: int, person: Person) -> Live:
        """Ask somebody to sit down; they are mentioned in the channel."""

        def plan(draft: Draft) -> None:
            table = draft.table
            _require_open(table)
            _seat_of(table, by)
            if table.seat_of(person.user_id) is not None:
                raise TableError("seated", "That person already sits at this table.")
            if person.user_id in table.invited:
                raise TableError("invited", "They have been asked already.")
            if not any(_free(seat, table.status is Status.PLAYING) for seat in table.seats):
                raise TableError("full", "Every chair is taken; there is no room for a guest.")
            host = next(p for p in table.people if p.user_id == by)
            draft.set(invited=(*table.invited, person.user_id))
            game = draft.live.game.name
            draft.post(
                "invitation",
                f"<@{person.user_id}>, {self._floor.write_name(host)} asks you to a game of {game} "
                f"at table {table.id}: take a chair on the table message or with `/table join`.",
                (person.user_id,),
            )

        return await self._floor.change(table_id, plan)

    def levels(self, game: str) -> Sequence[Level]:
        """The levels at which the house plays that game, weakest first."""
        return self._house.levels(game)

    async def seat_house(
        self, table_id: int, by: int, manager: bool, chair: int | None = None, level: str | None = None
    ) -> Live:
        """Seat a house player of that level in one chair, or (None) in every empty one.

        Raises TableError for a level at which the house does not play the game.
        """

        def plan(draft: Draft) -> None:
            table = draft.table
            _require_lobby(table)
            _require_host(table, by, manager, "call in house players")
            empty = [i for i, seat in enumerate(table.seats) if seat.occupant is None]
            if chair is not None and chair not in empty:
                raise TableError("taken", "That chair is not empty.")
            if not empty:
                raise TableError("full", "Every chair is taken.")
            known = self._house.levels(table.game)
            if level is not None and level not in [known_level.key for known_level in known]:
                names = ", ".join(known_level.name for known_level in known)
                raise TableError("level", f"At this game the house plays as {names}.")
            for index in empty if chair is None else [chair]:
                hired = self._hire(draft.table, level)
                draft.set(seats=with_seat(draft.table, index, hired).seats)
            self._touch(draft)

        return await self._floor.change(table_id, plan)

    async def set_option(
        self, table_id: int, by: int, manager: bool, name: str, value: str | int | bool
    ) -> Live:
        """Change one house rule before the start. Raises RuleError for one the game lacks."""

        def plan(draft: Draft) -> None:
            table = draft.table
            _require_lobby(table)
            _require_host(table, by, manager, "change the house rules")
            rules = game_named(table.game)
            options = rules.options({**table.options, name: value})
            chairs = _fitted(table.seats, len(rules.seating(options)))
            draft.set(options=options.to_mapping(), seats=chairs)
            self._touch(draft)

        return await self._floor.change(table_id, plan)

    async def set_clock(self, table_id: int, by: int, manager: bool, turn_seconds: int) -> Live:
        """Set the turn clock, in seconds; 0 for none."""

        def plan(draft: Draft) -> None:
            _require_open(draft.table)
            _require_host(draft.table, by, manager, "set the turn clock")
            draft.set(turn_seconds=turn_seconds)

        return await self._floor.change(table_id, plan)

    async def allow_hints(self, table_id: int, by: int, manager: bool, allowed: bool) -> Live:
        """Say whether hints may be asked for."""

        def plan(draft: Draft) -> None:
            _require_open(draft.table)
            _require_host(draft.table, by, manager, "switch hints on and off")
            draft.set(hints=allowed)

        return await self._floor.change(table_id, plan)

    async def close(self, table_id: int, by: int, manager: bool) -> Live:
        """Clear the table away. Its finished hands stay on the leaderboard."""

        def plan(draft: Draft) -> None:
            _require_open(draft.table)
            _require_host(draft.table, by, manager, "close it")
            draft.set(status=Status.CLOSED, deadline=None)

        return await self._floor.change(table_id, plan)

    async def _reseat(self, table_id: int, plan: Callable[[Draft], None]) -> Live:
        live = await self._floor.change(table_id, plan)
        self._play.wake(live)
        return live

    def _touch(self, draft: Draft) -> None:
        if draft.table.status is Status.LOBBY:
            draft.set(deadline=draft.now + LOBBY_SECONDS)
        elif draft.table.status is Status.PLAYING:
            self._play.wind(draft)

    def _vacate(self, draft: Draft, index: int) -> None:
        table = draft.table
        leaving = table.seats[index].occupant
        assert leaving
        if table.status is Status.LOBBY:
            # Whoever waits has the first right to a chair (Law 17).
            heir = table.waiting[0] if table.waiting else None
            draft.edit(lambda t: with_seat(t, index, heir))
            draft.set(waiting=table.waiting[1:])
        else:
            stand_in = self._hire(table)
            draft.edit(lambda t: with_seat(t, index, stand_in))
            names = self._floor.write_name
            draft.post("seat", f"{names(leaving)} has left; {names(stand_in)} of the house plays on.")
        self._pass_on(draft)

    def _pass_on(self, draft: Draft) -> None:
        people = draft.table.people
        if not people:
            draft.set(status=Status.CLOSED, deadline=None)
        elif draft.table.host_id not in {person.user_id for person in people}:
            draft.set(host_id=people[0].user_id)

    def _hire(self, table: Table, level: str | None = None) -> House:
        taken = [seat.occupant.name for seat in table.seats if seat.occupant]
        return self._house.hire(table.game, taken, level)


def _without(table: Table, user_id: int) -> Table:
    return replace(table, waiting=tuple(p for p in table.waiting if p.user_id != user_id))


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
            raise TableError("chairs", f"{len(kept)} people sit here; one has to get up first.")
        del kept[spare[-1]]
    return (*kept, *((Seat(),) * (number - len(kept))))


def _free(seat: Seat, playing: bool) -> bool:
    return seat.occupant is None or (playing and isinstance(seat.occupant, House))


def _require_open(table: Table) -> None:
    if not table.open:
        raise TableError("closed", "That table has finished; open another with /table open.")


def _require_lobby(table: Table) -> None:
    _require_open(table)
    if table.status is not Status.LOBBY:
        raise TableError("started", "The game has begun; that can only be done before the start.")


def _require_host(table: Table, user_id: int, manager: bool, what: str) -> None:
    if user_id != table.host_id and not manager:
        raise TableError("not-host", f"Only <@{table.host_id}>, who keeps this table, can {what}.")


def _seat_of(table: Table, user_id: int) -> int:
    seat = table.seat_of(user_id)
    if seat is None:
        raise TableError("not-seated", "You do not sit at this table; take a chair with /table join.")
    return seat
