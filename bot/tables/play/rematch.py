"""The match after the match: the same people and house players in the same chairs, under the same rules.

At a chouette the chairs change hands between the games.
"""

import asyncio
from dataclasses import dataclass, field, replace

from bot.tables.people.access import Action, Actor, require, require_place
from bot.tables.people.users import Users
from bot.tables.play.play import Play
from bot.tables.seating.chairs import advises_next, is_kept_for, kept_from, most_waiting
from bot.tables.seating.consulting import in_order
from bot.tables.seating.lobby import Lobby
from bot.tables.state.chairs import Chairs, Dummy, House, Occupant, Person, Seat
from bot.tables.state.chouette import Chouette, Places, next_places
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status, Table
from bot.tables.store.ports import Clock
from bot.tables.store.repository import TableRepository, changes_table
from bot.tables.store.transaction import TableTransaction
from bot.tables.store.versioned import retry_on_conflict
from bot.tables.turns.deadlines import Deadlines, lobby_clock


@dataclass(eq=False)
class Rematch:
    """Play again: the first to ask opens the next table, and each of the others takes their chair there by
    asking."""

    repository: TableRepository
    lobby: Lobby
    play: Play
    deadlines: Deadlines
    users: Users
    clock: Clock
    _following: asyncio.Lock = field(init=False, default_factory=asyncio.Lock)

    async def again(self, table_id: int, actor: Actor) -> TableSnapshot:
        """The table that follows this one, with that person at it; it starts by itself with the last of those
        who played or waited here. Raises TableError for those who did not sit here."""
        async with self._following:
            seen = await self.repository.fresh(table_id)
            before = seen.table
            require(actor, Action.PLAY_AGAIN, before)
            if before.open:
                raise TableError("not-over")
            following = await self._following_of(before)
            if following is None:
                require_place(replace(actor, direct=False), before.telling.channel_id)
                table = self._opened(seen, actor.person)
                following = await self.lobby.place(actor, table)
                holds = await self._follow(before, following.table.id)
                if holds != following.table.id:
                    # Another process was faster.
                    await self._drop(following.table.id)
                    following = await self.repository.fresh(holds)
                    if not following.table.chairs.belongs(actor.user_id):
                        following = await self._join(holds, actor)
            elif not following.table.chairs.belongs(actor.user_id):
                following = await self._join(following.table.id, actor)
        if following.table.status is Status.LOBBY and all_there(following.table):
            # It starts with the last of them, whoever that is.
            following = await self.play.start(following.table.id, replace(actor, manages=True))
        return following

    def _opened(self, before: TableSnapshot, person: Person) -> Table:
        now = self.clock.now()
        if before.table.chouette is None:
            return next_table(before.table, person, now)
        result = None if before.history is None else before.game.result(before.state)
        return next_chouette(before.table, None if result is None else result.winner, person, now)

    async def _following_of(self, before: Table) -> TableSnapshot | None:
        if before.next_table is None:
            return None
        following = await self.repository.fresh(before.next_table)
        return following if following.table.open else None

    @retry_on_conflict
    async def _join(self, table_id: int, actor: Actor) -> TableSnapshot:
        table = (await self.repository.fresh(table_id)).table
        if table.status is not Status.LOBBY:
            # It began without them: they take a house player's chair at the next deal.
            sits = table.chouette is None or not advises_next(table)
            return await (self.lobby.sit if sits else self.lobby.wait)(table_id, actor)
        async with self.repository.transaction(table_id) as tx:
            require(actor, Action.SIT, tx.table)
            if tx.table.status is not Status.LOBBY:
                raise TableError("busy")
            await self.users.require_welcome(tx.table, actor.user_id)
            _take_place(tx, actor.person)
            self.deadlines.reset(tx)
        return tx.snapshot

    @retry_on_conflict
    async def _follow(self, before: Table, next_table: int) -> int:
        """Note the next table; returns another if one was noted meanwhile."""
        async with self.repository.transaction(before.id) as tx:
            if tx.table.next_table is not None and tx.table.next_table != before.next_table:
                return tx.table.next_table
            tx.set(next_table=next_table)
        return next_table

    @changes_table
    async def _drop(self, tx: TableTransaction) -> None:
        tx.end(Status.CLOSED)


def next_table(before: Table, person: Person, now: float) -> Table:
    """The table after a match, opened by that person, not stored yet: house players sit where they sat, and
    the chairs of the others are kept for them for a while (`chairs.KEPT_SECONDS`).

    How many matches running everybody has played is remembered, for those who waited to come in by their
    right (Laws 16-21).
    """
    chairs = [_chair(seat, person) for seat in before.chairs]
    waiting = [who for who in before.chairs.waiting if who.user_id != person.user_id]
    mine = before.chairs.seat_of(person.user_id)
    if mine is None and person not in before.chairs.waiting:
        # People who left in play get their chairs back from the house players there.
        mine = next((i for i, seat in enumerate(before.chairs) if seat.kept_for == person), None)
    if mine is not None:
        chairs[mine] = Seat(person)
    for place, chair in enumerate(chairs):
        # Those who wait take chairs of the house.
        if isinstance(chair.occupant, House) and waiting:
            chairs[place] = Seat(kept_for=waiting.pop(0))
    seated = any(chair.occupant == person for chair in chairs)
    if not seated and person not in before.chairs.waiting:
        free = next((i for i, chair in enumerate(chairs) if isinstance(chair.occupant, House)), None)
        if free is None:
            raise TableError("full")
        chairs[free], seated = Seat(person), True
    return _table_after(before, chairs, person, now, seated=seated)


def next_chouette(before: Table, winner: int | None, person: Person, now: float) -> Table:
    """The same after a game played à la chouette that the chair `winner` has won (None: nobody has): the
    chairs are kept for those who play in the next one, and the others advise in their order (RULES F7.55-57).

    Who advised while a house player had to sit comes in; somebody who comes back is the last to advise.
    """
    chouette, seats = before.chouette, before.chairs
    assert chouette is not None
    advisers = [who for who in before.chairs.waiting if before.advised_by(who.user_id) is not None]
    later = [who for who in before.chairs.waiting if who not in advisers]
    alone, other = seats[chouette.alone].occupant, seats[chouette.other].occupant
    won = None if winner is None else winner == chouette.alone
    before_places: Places[Occupant | None] = Places(alone, other, tuple(advisers))
    places = next_places(chouette.rotation, before_places, won)
    queue = [who for who in (*places.advisers, *later) if isinstance(who, Person)]
    chairs = list(seats)
    for chair, occupant in ((chouette.alone, places.alone), (chouette.other, places.adversary)):
        # People play before the house does.
        plays = queue.pop(0) if queue and not isinstance(occupant, Person) else occupant
        chairs[chair] = _chair(Seat(plays), person)
    seated = any(chair.occupant == person for chair in chairs)
    free = next((i for i, chair in enumerate(chairs) if isinstance(chair.occupant, House)), None)
    if not seated and person not in queue and free is not None:
        chairs[free], seated = Seat(person), True
    table = _table_after(before, chairs, person, now, seated=seated)
    order = tuple(who.user_id for who in queue)
    games = chouette.games + bool(before.dealt.deals)
    return replace(table, chouette=Chouette(chouette.rotation, chouette.alone, order=order, games=games))


def _table_after(before: Table, chairs: list[Seat], person: Person, now: float, *, seated: bool) -> Table:
    return Table(
        id=0,
        guild_id=before.guild_id,
        game=before.game,
        options=before.options,
        created_at=now,
        chairs=Chairs(
            tuple(chairs),
            person.user_id,
            waiting=() if seated else (person,),
            arrivals=(person.user_id,),
            rubbers=played_running(before),
        ),
        clock=lobby_clock(before.clock.turn_seconds, now),
        telling=replace(before.telling, thread_id=None),
        hints=before.hints,
        level=before.level,
        ceremony=before.ceremony,
    )


def played_running(before: Table) -> dict[int, int]:
    """How many matches running those have played, by user id, who belong to a table at the end of one."""
    played = {
        person.user_id: before.chairs.rubbers.get(person.user_id, 0) + 1 for person in before.chairs.people
    }
    return {**played, **{person.user_id: 0 for person in before.chairs.waiting}}


def all_there(table: Table) -> bool:
    """Whether everybody of the match before has come again, and no chair is empty."""
    there = {person.user_id for person in table.chairs.members}
    return all(seat.occupant for seat in table.chairs) and set(table.chairs.rubbers) <= there


def _chair(seat: Seat, person: Person) -> Seat:
    match seat.occupant:
        case Person() as sat if sat.user_id != person.user_id:
            return Seat(kept_for=sat)
        case House() | Dummy() as stays:
            return Seat(stays)
    return Seat(person if seat.occupant else None)


def _take_place(tx: TableTransaction, person: Person) -> None:
    table = tx.table
    free = [i for i, seat in enumerate(table.chairs) if seat.occupant is None]
    mine = [i for i in free if is_kept_for(table.chairs[i], person.user_id)]
    others = [i for i in free if kept_from(table, i, person.user_id, tx.now) is None]
    awaited = table.chouette is not None and person.user_id in table.chouette.order
    if chairs := mine or ([] if awaited else others):
        tx.stop_waiting(person.user_id)
        tx.seat(chairs[0], person)
        return
    if len(table.chairs.waiting) >= most_waiting(table):
        raise TableError("full")
    tx.set_chairs(waiting=in_order(table, person))
