"""Playing à la chouette: how a table comes to it, and who sits where (RULES F7)."""

from functools import partial
from typing import Final

from bot.tables.people.access import Action, Actor, require
from bot.tables.people.users import Users
from bot.tables.state.chairs import Person
from bot.tables.state.chouette import PACK, Chouette, Rotation, Wish, cut_for_places, possible
from bot.tables.state.errors import TableError
from bot.tables.state.posts import ChouetteAsked, ChouetteCut
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status, Table
from bot.tables.store.repository import TableRepository, changes_table
from bot.tables.store.transaction import TableTransaction
from bot.tables.turns.deadlines import Deadlines

_ROTATIONS: Final = {Wish.NO: Rotation.NONE, Wish.VOLUNTEER: Rotation.VOLUNTEER, Wish.CUT_IN: Rotation.CUT_IN}


class Consulting:
    """Use cases of a chouette before the start. People leave and come as at any table."""

    def __init__(self, repository: TableRepository, deadlines: Deadlines, users: Users) -> None:
        self.repository = repository
        self._deadlines = deadlines
        self._users = users

    @changes_table
    async def declare(self, tx: TableTransaction, actor: Actor, wish: Wish) -> None:
        """Set how the table plays à la chouette, which its keeper may; play alone; or choose who deals first.
        Raises TableError."""
        require(actor, Action.CHOUETTE, tx.table)
        if wish in _ROTATIONS:
            require(actor, Action.OPTIONS, tx.table)
            set_rotation(tx, actor.user_id, _ROTATIONS[wish])
        elif wish is Wish.ALONE:
            _play_alone(tx, actor.person)
        else:
            _choose_deal(tx, actor.user_id, deals=wish is Wish.DEAL)
        self._deadlines.reset(tx)

    @changes_table
    async def ask(self, tx: TableTransaction, actor: Actor) -> None:
        """Ask the keeper of a table for two, both chairs being taken, to play à la chouette. Raises
        TableError."""
        table = tx.table
        require(actor, Action.ASK_CHOUETTE, table)
        if not may_become(table):
            raise TableError("chouette-late" if table.open else "closed")
        if table.chouette is not None:
            raise TableError("chouette-already")
        if table.chairs.belongs(actor.user_id):
            raise TableError("member")
        await self._users.require_welcome(table, actor.user_id)
        keeper = next((who for who in table.chairs.people if who.user_id == table.chairs.keeper_id), None)
        if keeper is None or any(seat.occupant is None for seat in table.chairs):
            raise TableError("free")
        tx.post(ChouetteAsked(actor.person, keeper))

    @changes_table
    async def welcome(self, tx: TableTransaction, actor: Actor, guest: Person) -> None:
        """Play à la chouette for the sake of a guest who has asked, and will advise first. Raises
        TableError."""
        require(actor, Action.OPTIONS, tx.table)
        if tx.table.chairs.belongs(guest.user_id):
            raise TableError("guest-seated")
        if guest.user_id in tx.table.chairs.removed:
            raise TableError("guest-removed")
        if tx.table.chouette is None:
            set_rotation(tx, actor.user_id, Rotation.VOLUNTEER)
        _require_before_start(tx.table)
        if not await self._users.welcome(tx.table, guest.user_id):
            raise TableError("guest-not-free")
        tx.set_chairs(waiting=(*tx.table.chairs.waiting, guest))
        self._deadlines.reset(tx)


def for_two(table: Table) -> bool:
    """Whether its game can be played à la chouette."""
    game = TableSnapshot(table).game
    return possible(game, game.options(table.options))


def may_become(table: Table) -> bool:
    """Whether the table may still be set to play à la chouette."""
    return table.status is Status.LOBBY and for_two(table)


def set_rotation(tx: TableTransaction, user_id: int, rotation: Rotation) -> None:
    """Set how the table plays à la chouette, or that it does not; the person named volunteers to play alone.
    Setting what is set changes nothing. Raises TableError."""
    table, game = tx.table, tx.game
    if rotation is table.rotation:
        return
    _require_before_start(table)
    if rotation is Rotation.NONE:
        if table.chairs.waiting:
            raise TableError("advisers-there", people=table.chairs.waiting)
        tx.set(chouette=None)
        return
    if not possible(game, game.options(table.options)):
        raise TableError("chouette-game", game=game.key)
    # The order from earlier games holds under the new rotation.
    games, order = (table.chouette.games, table.chouette.order) if table.chouette else (0, ())
    alone = table.chouette.alone if table.chouette else table.chairs.seat_of(user_id) or 0
    tx.set(chouette=Chouette(rotation, alone, order=order, games=games))


def take_places(tx: TableTransaction) -> None:
    """Fill the chairs of a chouette that begins: by the cut in its first game, if places are cut for; else
    those who wait take empty chairs and those of the house."""
    chouette = tx.table.chouette
    if chouette is None:
        return
    people = (*tx.table.chairs.people, *tx.table.chairs.waiting)
    if chouette.to_be_cut and len(people) >= len(tx.table.chairs):
        order, rounds = cut_for_places(people, partial(tx.cut, PACK))
        alone, other, *waiting = order
        tx.seat(chouette.alone, alone)
        tx.seat(chouette.other, other)
        tx.set_chairs(waiting=tuple(waiting))
        tx.post(ChouetteCut(rounds, order))
        return
    move_up(tx)


def move_up(tx: TableTransaction) -> bool:
    """Let those who wait take empty chairs and those of the house, that of the one who plays alone first.
    Returns whether anybody did."""
    chouette, before = tx.table.chouette, tx.table.chairs
    assert chouette is not None
    for chair in (chouette.alone, chouette.other):
        waiting = tx.table.chairs.waiting
        if waiting and not isinstance(tx.table.chairs[chair].occupant, Person):
            tx.seat(chair, waiting[0])
            tx.set_chairs(waiting=waiting[1:])
    return tx.table.chairs != before


def successor(table: Table, chair: int) -> Person | None:
    """Who plays on for somebody who leaves that chair during a game: the adviser next in order."""
    return next(iter(table.advisers_of(chair)), None)


def in_order(table: Table, person: Person) -> tuple[Person, ...]:
    """Those who wait, that person among them in the order of the games before; newcomers come last."""
    order = table.chouette.order if table.chouette is not None else ()
    places = {user_id: place for place, user_id in enumerate(order)}
    return tuple(
        sorted((*table.chairs.waiting, person), key=lambda who: places.get(who.user_id, len(places)))
    )


def _require_before_start(table: Table) -> None:
    if table.status is not Status.LOBBY:
        raise TableError("started" if table.open else "closed")


def _play_alone(tx: TableTransaction, person: Person) -> None:
    table, chouette = tx.table, _chouette(tx.table)
    if chouette.rotation is not Rotation.VOLUNTEER or chouette.games:
        raise TableError("alone-by-turns")
    if (mine := table.chairs.seat_of(person.user_id)) is not None:
        tx.set(chouette=Chouette(chouette.rotation, mine))
        return
    made_place = table.chairs[chouette.alone].occupant
    others = tuple(made_place if who.user_id == person.user_id else who for who in table.chairs.waiting)
    tx.set_chairs(waiting=tuple(who for who in others if isinstance(who, Person)))
    tx.seat(chouette.alone, person)
    tx.set(chouette=Chouette(chouette.rotation, chouette.alone))


def _choose_deal(tx: TableTransaction, user_id: int, *, deals: bool) -> None:
    chouette = _chouette(tx.table)
    if chouette.to_be_cut:
        raise TableError("alone-by-turns")
    if tx.table.chairs[chouette.alone].user_id != user_id:
        raise TableError("not-alone")
    tx.set(chouette=Chouette(chouette.rotation, chouette.alone, deals, chouette.order, games=chouette.games))


def _chouette(table: Table) -> Chouette:
    if table.chouette is None:
        raise TableError("no-chouette")
    _require_before_start(table)
    return table.chouette
