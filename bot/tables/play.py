"""Playing: the start, every move, and what a table does by itself.

People, house players and the turn clock act through one door, `_move`.
"""

import asyncio
import logging
import random
from collections.abc import Callable, Iterable
from dataclasses import replace

from bot.rules.errors import RuleError
from bot.rules.moves import Move
from bot.tables.draft import Draft
from bot.tables.errors import TableError
from bot.tables.floor import Floor
from bot.tables.live import Live
from bot.tables.model import House, Person, Seat, Status, Table
from bot.tables.ports import HousePlayers, PeopleStore

log = logging.getLogger(__name__)

LATE_SECONDS = 5
"""How late a house player's move may be before the deadline makes it, as after a crash."""

ABANDONED_SECONDS = 24 * 60 * 60
"""How long a table waits when everybody is away, before it is cleared away."""


class Play:
    """The use cases of a match in progress. `pause` is how long a house player thinks, in seconds."""

    def __init__(self, floor: Floor, house: HousePlayers, people: PeopleStore, pause: float) -> None:
        self._floor = floor
        self._house = house
        self._people = people
        self._pause = pause
        self._following: dict[int, asyncio.Task[None]] = {}
        self._forced: dict[int, bool] = {}
        self._advised: set[tuple[int, int]] = set()

    async def start(self, table_id: int, by: int, manager: bool = False) -> Live:
        """Begin the match. Raises TableError while a chair is empty."""

        def plan(draft: Draft) -> None:
            table = draft.table
            if table.status is not Status.LOBBY:
                raise TableError("started", "The game has begun already.")
            if by != table.host_id and not manager:
                raise TableError("not-host", f"Only <@{table.host_id}>, who keeps this table, can start it.")
            empty = sum(seat.occupant is None for seat in table.seats)
            if empty:
                chairs = "one chair is" if empty == 1 else f"{empty} chairs are"
                raise TableError("not-full", f"{chairs.capitalize()} empty; wait, or call in house players.")
            draft.form()
            draft.begin()
            draft.chance()
            self.wind(draft)

        return self._after(await self._floor.change(table_id, plan))

    async def act(self, table_id: int, user_id: int, text: str, step: int | None = None) -> Live:
        """Make a person's move, written in the notation.

        `step` is the number of moves the person had seen (`Live.step`); the move is refused as
        stale if they, or chance, have moved since. Raises TableError or RuleError, each with one
        sentence for the person.
        """

        def plan(draft: Draft) -> None:
            live = draft.live
            mine = _require_player(live, user_id)
            if step is not None and _moved_on(live, mine, step):
                raise TableError("stale", "The table has moved on since; here is how it stands now.")
            seats = [s for s in live.awaited if live.game.player_of(live.state, s) == mine]
            if not seats:
                raise TableError("not-your-turn", _whose_turn(live, self._floor))
            move = live.game.parse(text)
            if live.table.seats[mine].away:
                draft.set(seats=_set_away(live.table, mine, away=False))
            self._move(draft, seats, move)

        return self._after(await self._floor.change(table_id, plan))

    async def hint(self, table_id: int, user_id: int) -> tuple[str, str]:
        """The move the house would make for that person, in the notation, and why. Raises TableError."""
        live = await self._floor.fresh(table_id)
        mine = _require_player(live, user_id)
        if not live.table.hints:
            raise TableError("hints", "Hints are switched off at this table.")
        seats = [s for s in live.awaited if live.game.player_of(live.state, s) == mine]
        if not seats:
            raise TableError("not-your-turn", _whose_turn(live, self._floor))
        if (table_id, user_id) in self._advised:
            raise TableError("thinking", "The house is thinking it over already.")
        legal = live.game.legal(live.state, seats[0])
        rng = random.Random(f"hint/{live.table.id}/{live.step}")
        self._advised.add((table_id, user_id))
        try:
            move, reason = await self._house.advise(live.game, live.view(seats[0]), legal, rng)
        finally:
            self._advised.discard((table_id, user_id))
        now = await self._floor.fresh(table_id)
        if not now.awaited or _moved_on(now, mine, live.step):
            raise TableError("stale", "The table has moved on since, so the hint is of no use any more.")
        return str(move), reason

    async def come_back(self, table_id: int, user_id: int) -> Live:
        """Take one's own seat again after having been away."""

        def plan(draft: Draft) -> None:
            mine = _require_player(draft.live, user_id)
            seat = draft.table.seats[mine]
            if not seat.away or seat.occupant is None:
                raise TableError("here", "You are at the table already.")
            draft.set(seats=_set_away(draft.table, mine, away=False))
            draft.post("back", f"{self._floor.write_name(seat.occupant)} is back.")
            self.wind(draft)

        return self._after(await self._floor.change(table_id, plan))

    async def tick(self, table_id: int) -> None:
        """Do what the table's deadline asks for, if it has passed; else nothing."""
        live = await self._floor.fresh(table_id)
        table = live.table
        if table.deadline is None or table.deadline > self._floor.clock.now() or not table.open:
            return
        if table.status is Status.LOBBY or not _present(table):
            await self._change_if_unchanged(live, _clear_away)
        elif (seat := self._automatic(live)) is not None:
            await self._automatic_move(live, seat)
            self._after(live)
        else:
            await self._change_if_unchanged(live, self._call_the_clock)

    async def resume(self) -> None:
        """Take up the house players' turns that were under way when the process ended."""
        soon = self._floor.clock.now() + self._pause + LATE_SECONDS
        for table_id in await self._floor.store.due(soon):
            self._after(await self._floor.look(table_id))

    def wake(self, live: Live) -> None:
        """Look at a table again whose chairs have changed: a house player may now be to move."""
        self._after(live)

    def wind(self, draft: Draft) -> None:
        """Set when a table in play next acts by itself, by whoever is now to move."""
        live = draft.live
        if live.game.result(live.state) is not None:
            draft.set(status=Status.FINISHED, deadline=None, reminded=False)
        elif not _present(draft.table):
            draft.set(deadline=draft.now + ABANDONED_SECONDS, reminded=False)
        elif self._automatic(live) is not None:
            draft.set(deadline=draft.now + self._pause + LATE_SECONDS, reminded=False)
        else:
            clock = draft.table.turn_seconds
            draft.set(deadline=draft.now + clock if clock else None, reminded=False)

    async def habits_changed(self, user_id: int) -> None:
        """Read a person's settings again."""
        self._forced[user_id] = (await self._people.habits(user_id)).play_forced

    async def settle(self) -> None:
        """Wait for the house players' moves under way, and stop."""
        tasks = tuple(self._following.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _move(self, draft: Draft, seats: Iterable[int], move: Move) -> None:
        refusal: RuleError | None = None
        for seat in seats:
            try:
                draft.move(seat, move)
            except RuleError as error:
                refusal = error
                continue
            draft.chance()
            self.wind(draft)
            return
        assert refusal
        raise refusal

    def _automatic(self, live: Live) -> int | None:
        # The seat that the bot moves: a house player's, an absentee's, a forced card. Where several
        # are awaited the game's order holds, so that nobody is cut off by a quick house.
        if not live.awaited:
            return None
        seat = live.awaited[0]
        chair = live.table.seats[live.game.player_of(live.state, seat)]
        if isinstance(chair.occupant, House) or chair.away:
            return seat
        forced = self._forced.get(chair.user_id or 0) and len(live.game.legal(live.state, seat)) == 1
        return seat if forced else None

    def _after(self, live: Live) -> Live:
        table_id = live.table.id
        if live.table.status is Status.PLAYING and table_id not in self._following:
            task = asyncio.create_task(self._follow(table_id))
            self._following[table_id] = task
        return live

    async def _follow(self, table_id: int) -> None:
        # Plays on for as long as it is the bot's own turn; one such chain a table.
        try:
            await self._learn_habits(await self._floor.look(table_id))
            while True:
                live = await self._floor.look(table_id)
                seat = self._automatic(live)
                if seat is None or not _present(live.table):
                    break
                await self._floor.clock.pause(self._pause)
                await self._automatic_move(live, seat)
        except (TableError, RuleError):
            log.exception("table %s: the house could not move", table_id)
        finally:
            # Not left to the callback: whoever acts from here on begins a chain anew.
            self._following.pop(table_id, None)

    async def _automatic_move(self, live: Live, seat: int) -> None:
        chair = live.table.seats[live.game.player_of(live.state, seat)]
        player = chair.occupant.player if isinstance(chair.occupant, House) else ""
        legal = live.game.legal(live.state, seat)
        if len(legal) == 1:
            move = legal[0]
        else:
            rng = random.Random(f"{live.table.id}/{live.step}")
            move = await self._house.choose(live.game, player, live.view(seat), legal, rng)

        def plan(draft: Draft) -> None:
            self._move(draft, (seat,), move)

        await self._change_if_unchanged(live, plan)

    async def _change_if_unchanged(self, live: Live, plan: Callable[[Draft], None]) -> None:
        def guarded(draft: Draft) -> None:
            if draft.table.version != live.table.version:
                raise TableError("stale", "The table has moved on.")
            plan(draft)

        try:
            await self._floor.change(live.table.id, guarded)
        except TableError as error:
            if error.code != "stale":
                raise

    def _call_the_clock(self, draft: Draft) -> None:
        # First a reminder, and after as long again a stand-in, so that nobody is left waiting.
        live, clock = draft.live, draft.table.turn_seconds
        late = [s for s in dict.fromkeys(live.players_awaited()) if live.table.seats[s].user_id]
        names = live.names(self._floor.write_name)
        if not draft.table.reminded:
            ids = tuple(live.table.seats[seat].user_id or 0 for seat in late)
            called = ", ".join(f"<@{user_id}>" for user_id in ids)
            draft.post("reminder", f"{called}: it is your turn at table {live.table.id}.", ids)
            draft.set(reminded=True, deadline=draft.now + (clock or ABANDONED_SECONDS))
            return
        for seat in late:
            draft.set(seats=_set_away(draft.table, seat, away=True))
            draft.post(
                "away",
                f"{names[seat]} seems to be away; a house player plays that hand until they press "
                "**I'm back** or make a move.",
            )
        self.wind(draft)

    async def _learn_habits(self, live: Live) -> None:
        for person in live.table.people:
            if person.user_id not in self._forced:
                await self.habits_changed(person.user_id)


def _present(table: Table) -> bool:
    return any(isinstance(seat.occupant, Person) and not seat.away for seat in table.seats)


def _require_player(live: Live, user_id: int) -> int:
    table = live.table
    mine = table.seat_of(user_id)
    if not table.open:
        raise TableError("closed", "That table has finished; open another with /table open.")
    if mine is None:
        raise TableError("not-seated", "You do not sit at this table; open your own with /table open.")
    if table.status is Status.LOBBY:
        raise TableError("not-started", "The game has not begun yet; the host starts it.")
    return mine


def _moved_on(live: Live, mine: int, step: int) -> bool:
    # Where several are awaited at once, what the others did in the meantime is no matter.
    since = live.log[step:]
    return (
        any(entry.seat is None or live.game.player_of(live.state, entry.seat) == mine for entry in since)
        or step > live.step
    )


def _whose_turn(live: Live, floor: Floor) -> str:
    names = live.names(floor.write_name)
    turn = " and ".join(names[seat] for seat in live.players_awaited())
    return f"It is not your turn; {turn} is to act." if turn else "Nobody is to act just now."


def _set_away(table: Table, index: int, *, away: bool) -> tuple[Seat, ...]:
    seats = list(table.seats)
    seats[index] = replace(seats[index], away=away)
    return tuple(seats)


def _clear_away(draft: Draft) -> None:
    draft.set(status=Status.CLOSED, deadline=None)
