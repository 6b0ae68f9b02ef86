"""Opening a table and filling its chairs."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.rules.registry import game_named
from bot.tables.people.access import Action, Actor, may_take_at_once, require, require_place
from bot.tables.people.servers import Servers
from bot.tables.people.users import Users
from bot.tables.seating.chairs import (
    chair_for,
    chairs_for,
    fitted,
    free_chairs,
    has_room,
    is_kept_for,
    most_waiting,
)
from bot.tables.seating.consulting import in_order, move_up, set_rotation, successor
from bot.tables.state.chairs import Chairs, Dummy, House, Level, Occupant, Person
from bot.tables.state.chouette import Rotation, possible
from bot.tables.state.errors import TableError
from bot.tables.state.posts import Invitation, PersonGone, PlayersCalled, SeatLeft
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting, Status, Table, Telling
from bot.tables.store.ports import Clock, HousePlayers
from bot.tables.store.repository import TableRepository, changes_table
from bot.tables.store.transaction import TableTransaction
from bot.tables.turns.deadlines import Deadlines, lobby_clock
from bot.tables.turns.proposals import others_present


@dataclass(eq=False)
class Lobby:
    """What people do about chairs and house rules: open, sit, wait, invite, options, house players, leave."""

    repository: TableRepository
    house: HousePlayers
    deadlines: Deadlines
    clock: Clock
    users: Users
    servers: Servers
    _opening: asyncio.Lock = field(init=False, default_factory=asyncio.Lock)

    async def open(
        self,
        actor: Actor,
        guild_id: int,
        channel_id: int,
        game: str,
        options: Mapping[str, str | int | bool] | None = None,
        turn_seconds: int | None = None,
        level: str = "",
        language: str = "",
    ) -> TableSnapshot:
        """Open a table in a channel, with the host in its first chair; the caller shows it.

        What is None, or empty, is as the server has it for new tables. `level` is the key of the level at
        which the house plays here, `language` the locale of its posts.
        Raises RuleError for a game or an option there is not, and TableError where there are tables enough.
        """
        require_place(actor, channel_id)
        table = await self.prepared(
            actor.person, guild_id, channel_id, game, options, turn_seconds, level, language=language
        )
        return await self.place(actor, table)

    async def prepared(
        self,
        host: Person,
        guild_id: int,
        channel_id: int,
        game: str,
        options: Mapping[str, str | int | bool] | None = None,
        turn_seconds: int | None = None,
        level: str = "",
        starts_at: float | None = None,
        language: str = "",
    ) -> Table:
        """A new table as `open` makes it, not stored. With `starts_at` nobody sits there yet, and it begins
        by itself at that time. Raises RuleError, and TableError for a level there is not."""
        rules, usual = game_named(game), await self.servers.defaults(guild_id, game)
        options = usual.options if options is None else options
        if level:
            self.servers.require_level(game, level)
        seating = rules.seating(rules.options(options))
        now, seated = self.clock.now(), [host] if starts_at is None else []
        return Table(
            id=0,
            guild_id=guild_id,
            game=game,
            options={**rules.options_type.of_new_table(), **options},
            created_at=now,
            chairs=Chairs(
                chairs_for(seating, *seated), host.user_id, arrivals=tuple(one.user_id for one in seated)
            ),
            clock=lobby_clock(usual.turn_seconds if turn_seconds is None else turn_seconds, now),
            telling=Telling(channel_id, usual.posting, language=language),
            hints=usual.hints,
            level=level or usual.level,
            starts_at=starts_at,
        )

    async def place(self, actor: Actor, table: Table) -> TableSnapshot:
        """Store a new table, if there is room for one. Raises TableError where there are tables enough."""
        async with self._opening:
            await self._require_room(actor, table.guild_id, table.telling.channel_id)
            return await self.repository.create(table)

    @changes_table
    async def sit(self, tx: TableTransaction, actor: Actor, chair: int | None = None) -> None:
        """Sit down, or move to another free chair; `chair=None` takes the first free one.

        Once play has begun a newcomer may take a house player's chair: from the next deal on, for who has
        seen a hand of this one or has not sat here may not see another. Raises TableError.
        """
        person = actor.person
        table = tx.table
        require(actor, Action.SIT, table)
        _require_open(table)
        mine, playing = table.chairs.seat_of(person.user_id), table.status is Status.PLAYING
        if mine is not None and (chair in (None, mine) or playing):
            raise TableError("seated")
        if table.chairs.incoming_at(person.user_id) is not None:
            raise TableError("next-deal")
        target = chair_for(table, person, chair, tx.now)
        own = table.chouette is not None and is_kept_for(table.chairs[target], person.user_id)
        if table.chairs.waiting and not table.chairs.waits(person.user_id) and not own:
            # Law 17: a member of the table has a prior right to any after-comer.
            raise TableError("prior-right", waiting=table.chairs.waiting)
        await self.users.require_welcome(table, person.user_id)
        if mine is not None:
            tx.seat(mine, None)
            if table.chouette is not None and table.chouette.alone == mine:
                tx.set(chouette=replace(table.chouette, alone=target))
        tx.stop_waiting(person.user_id)
        if may_take_at_once(table, person.user_id, target):
            tx.take_chair(target, person)
        else:
            tx.come_in_later(target, person)
        self.deadlines.reset(tx)

    @changes_table
    async def wait(self, tx: TableTransaction, actor: Actor) -> None:
        """Belong to the table without a chair, all being taken; who plays is cut for at the start.

        At a chouette one advises then, from the next game on if one is in progress. Raises TableError.
        """
        person = actor.person
        table = tx.table
        require(actor, Action.WAIT, table)
        if table.chouette is None:
            _require_lobby(table)
        _require_open(table)
        if table.chairs.belongs(person.user_id):
            raise TableError("member")
        if has_room(table, person.user_id, tx.now):
            raise TableError("free")
        if len(table.chairs.waiting) >= most_waiting(table):
            raise TableError("complete")
        await self.users.require_welcome(table, person.user_id)
        tx.set_chairs(waiting=in_order(table, person))
        if table.status is Status.LOBBY:
            self.deadlines.reset(tx)

    @changes_table
    async def leave(self, tx: TableTransaction, actor: Actor) -> None:
        """Get up. In play a house player takes the chair; with nobody left the table closes."""
        user_id = actor.user_id
        require(actor, Action.LEAVE, tx.table)
        _require_open(tx.table)
        coming = tx.table.chairs.incoming_at(user_id)
        if tx.table.chairs.waits(user_id):
            tx.stop_waiting(user_id)
            if not tx.table.chairs.members:
                tx.end(Status.CLOSED)
        elif coming is not None:
            tx.set_seat(coming, incoming=None)
        else:
            self.vacate(tx, _seat_of(tx.table, user_id))

    @changes_table
    async def remove(self, tx: TableTransaction, actor: Actor, chair: int) -> None:
        """Take somebody out of a chair, for this match; the host and managers of the server may.

        In play a house player takes it over. Raises TableError.
        """
        table = tx.table
        require(actor, Action.REMOVE, table)
        _require_open(table)
        leaving, coming = _occupant(table, chair), table.chairs[chair].incoming
        if coming is not None:
            tx.set_chairs(removed=(*table.chairs.removed, coming.user_id))
            tx.set_seat(chair, incoming=None)
            return
        if table.status is Status.PLAYING and not isinstance(leaving, Person):
            raise TableError("house")
        if isinstance(leaving, Person):
            if leaving.user_id == actor.user_id:
                raise TableError("remove-self")
            tx.set_chairs(removed=(*table.chairs.removed, leaving.user_id))
        self.vacate(tx, chair)

    @changes_table
    async def invite(self, tx: TableTransaction, actor: Actor, person: Person) -> None:
        """Ask somebody to sit down; they are mentioned in the channel."""
        table = tx.table
        require(actor, Action.INVITE, table)
        _require_open(table)
        if table.chairs.belongs(person.user_id):
            raise TableError("guest-seated")
        if person.user_id in table.chairs.removed:
            raise TableError("guest-removed")
        if person.user_id in table.chairs.invited:
            raise TableError("invited")
        if not free_chairs(table):
            raise TableError("no-room")
        if not await self.users.welcome(table, person.user_id):
            raise TableError("guest-not-free")
        tx.set_chairs(invited=(*table.chairs.invited, person.user_id))
        tx.post(Invitation(person, actor.person))

    @changes_table
    async def call(self, tx: TableTransaction, actor: Actor) -> None:
        """Say in the channel that players are wanted, once a table; whom the server has called then is
        mentioned. Raises TableError."""
        table = tx.table
        _require_open(table)
        require(actor, Action.INVITE, table)
        if table.chairs.called:
            raise TableError("players-called")
        if not free_chairs(table):
            raise TableError("no-room")
        tx.set_chairs(called=True)
        tx.post(PlayersCalled(actor.person))

    def levels(self, game: str) -> Sequence[Level]:
        """The levels at which the house plays that game, weakest first."""
        return self.house.levels(game)

    @changes_table
    async def seat_house(
        self, tx: TableTransaction, actor: Actor, chair: int | None = None, level: str | None = None
    ) -> None:
        """Seat a house player in one chair, or (None) in every empty one; of that level, or the table's.

        A level that is named for every chair is the table's from now on, at which the house also stands in;
        so it can be set when no chair is empty, and in play. Raises TableError for a level at which the
        house does not play the game.
        """
        table = tx.table
        require(actor, Action.CALL_HOUSE, table)
        _require_open(table)
        empty = [i for i, seat in enumerate(table.chairs) if seat.occupant is None]
        if level is not None:
            self.servers.require_level(table.game, level)
        if level is not None and chair is None:
            tx.set(level=level)
            if not empty or table.status is Status.PLAYING:
                return
        _require_lobby(table)
        if chair is None and not table.chairs.people:
            raise TableError("session-empty")
        if chair is None and table.chouette is not None and move_up(tx):
            # Those who advise come before the house.
            empty = [i for i, seat in enumerate(tx.table.chairs) if seat.occupant is None]
            if not empty:
                self.deadlines.reset(tx)
                return
        if chair is not None and chair not in empty:
            raise TableError("not-empty")
        if not empty:
            raise TableError("none-empty")
        for index in empty if chair is None else [chair]:
            tx.seat(index, self._hire(tx.table, level))
        self.deadlines.reset(tx)

    @changes_table
    async def set_up(
        self,
        tx: TableTransaction,
        actor: Actor,
        *,
        options: Mapping[str, str | int | bool] | None = None,
        turn_seconds: int | None = None,
        hints: bool | None = None,
        posting: Posting | None = None,
        ceremony: bool | None = None,
        rotation: Rotation | None = None,
    ) -> None:
        """Change house rules (`options`, by name) and settings of the table; None leaves one as it is.

        `turn_seconds` is the turn clock, 0 for none; `hints` says whether they may be asked for, `posting`
        where what happens is told, `ceremony` whether people cut and choose by themselves, and `rotation`
        whether the table plays à la chouette. House rules, posting, ceremony and chouette are set before the
        start. Raises TableError, and RuleError for a house rule the game lacks.
        """
        wanted = {"turn_seconds": turn_seconds, "hints": hints, "posting": posting, "ceremony": ceremony}
        changes = [name for name, value in wanted.items() if value is not None]
        table = tx.table
        for action in _asked(changes, options, rotation):
            require(actor, action, table)
        if options or "posting" in changes or "ceremony" in changes:
            _require_lobby(table)
        _require_open(table)
        if options:
            chosen = tx.game.options({**table.options, **options})
            if table.chouette is not None and not possible(tx.game, chosen):
                raise TableError("chouette-chairs")
            chairs = fitted(table.chairs.seats, len(tx.game.seating(chosen)))
            tx.set(options=chosen.to_mapping())
            tx.set_chairs(seats=chairs)
        if turn_seconds is not None:
            tx.set_clock(turn_seconds=turn_seconds)
        if posting is not None:
            tx.set_telling(posting=posting)
        tx.set(
            hints=table.hints if hints is None else hints,
            ceremony=table.ceremony if ceremony is None else ceremony,
        )
        if rotation is not None:
            set_rotation(tx, actor.user_id, rotation)
        if options or turn_seconds is not None:
            self.deadlines.reset(tx)

    @changes_table
    async def close(self, tx: TableTransaction, actor: Actor) -> None:
        """Clear the table away. Its finished hands stay on the leaderboard.

        In mid-match it takes the consent of the others seated (`Consent.propose`), but for managers of the
        server. Raises TableError.
        """
        require_closing(tx.table, actor)
        tx.end(Status.CLOSED)

    @changes_table
    async def gone(self, tx: TableTransaction, user_id: int) -> None:
        """That person is on the server no longer: they belong to the table no more.

        In play the house keeps their chair for them; with nobody left the table closes.
        """
        table = tx.table
        who = next((person for person in table.chairs.members if person.user_id == user_id), None)
        if not table.open or who is None:
            return
        chair, coming = table.chairs.seat_of(user_id), table.chairs.incoming_at(user_id)
        playing = chair is not None and table.status is Status.PLAYING
        adviser = successor(table, chair) if chair is not None and playing else None
        house = self._hire(table) if playing and adviser is None else None
        tx.stop_waiting(user_id)
        if coming is not None:
            tx.set_seat(coming, incoming=None)
        if chair is not None:
            self._vacate(tx, chair, adviser or house)
        tx.post(PersonGone(who, house))

    def vacate(self, tx: TableTransaction, chair: int) -> None:
        """Take whoever sits there out of that chair: in play an adviser of theirs takes it over, or a house
        player."""
        leaving, heir = _occupant(tx.table, chair), None
        if tx.table.status is Status.PLAYING:
            heir = successor(tx.table, chair) or self._hire(tx.table)
            if isinstance(heir, House):
                tx.post(SeatLeft(leaving, heir))
        self._vacate(tx, chair, heir)

    def _vacate(self, tx: TableTransaction, chair: int, heir: Occupant | None) -> None:
        match heir:
            case None:
                # Those who wait have the first right to a chair (Law 17).
                waiting = tx.table.chairs.waiting
                tx.seat(chair, waiting[0] if waiting else None)
                tx.set_chairs(waiting=waiting[1:])
            case House():
                tx.stand_in(chair, heir)
            case Person():
                tx.stop_waiting(heir.user_id)
                tx.take_chair(chair, heir)
        tx.pass_on()
        self.deadlines.reset(tx)

    async def _require_room(self, actor: Actor, guild_id: int, channel_id: int) -> None:
        limits = await self.servers.settings(guild_id)
        mine = await self.repository.open_tables(user_id=actor.user_id)
        # How many boards are played is for their session to say.
        hosted = [table.id for table in mine if table.chairs.host_id == actor.user_id and table.board is None]
        if len(hosted) >= limits.tables_each:
            raise TableError("too-many-tables", most=limits.tables_each, tables=tuple(sorted(hosted)))
        here = [
            table for table in await self.repository.open_tables(channel_id=channel_id) if table.board is None
        ]
        if len(here) >= limits.tables_here:
            raise TableError("channel-full", most=limits.tables_here)

    def _hire(self, table: Table, level: str | None = None) -> House:
        taken = [seat.occupant.name for seat in table.chairs if seat.occupant]
        return self.house.hire(table.game, taken, level or table.level or None)


def _asked(changes: Sequence[str], *wanted: object) -> list[Action]:
    # The actions that these changes take.
    actions = {"turn_seconds": Action.CLOCK, "hints": Action.ALLOW_HINTS}
    others = [actions.get(name, Action.OPTIONS) for name in changes]
    return list(dict.fromkeys([*([Action.OPTIONS] if any(wanted) else []), *others])) or [Action.OPTIONS]


def require_closing(table: Table, actor: Actor) -> None:
    """Nothing, if that person may clear the table away. Raises TableError."""
    require(actor, Action.CLOSE, table)
    _require_open(table)
    if table.status is Status.PLAYING and not actor.manages and others_present(table, actor):
        raise TableError("close-vote")


def _require_open(table: Table) -> None:
    if not table.open:
        raise TableError("closed")


def _require_lobby(table: Table) -> None:
    _require_open(table)
    if table.status is not Status.LOBBY:
        raise TableError("started")


def _seat_of(table: Table, user_id: int) -> int:
    seat = table.chairs.seat_of(user_id)
    if seat is None:
        raise TableError("not-seated")
    return seat


def _occupant(table: Table, chair: int) -> Occupant:
    occupant = table.chairs[chair].occupant if chair in range(len(table.chairs)) else None
    if occupant is None or isinstance(occupant, Dummy):
        raise TableError("nobody-there")
    return occupant
