"""When a table next acts by itself; set in the transaction that brings it about."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.rules.moves import Move
from bot.tables.people.users import Users
from bot.tables.state.chairs import House
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Deferred, Status, Table, TurnClock
from bot.tables.store.transaction import TableTransaction
from bot.tables.turns.move_policy import anybody_present, deferrable, may_do_otherwise, seat_to_play
from bot.tables.turns.proposals import settle
from bot.tables.turns.tempo import Tempo, lapsed

LATE_SECONDS = 20
"""How late a house player's move may be before the deadline makes it, as after a crash: more than the longest
thought takes."""

MISSED_SECONDS = 5  # how late a deferred move may be: after that its time is drawn anew
_PEOPLE = 4.0  # how much longer people take than the house pauses, for moves of which nothing is known yet
_SLOW_PART = 12  # the part of the turn clock that people take at a slow table, about

_WEEK = 7 * 24 * 60 * 60

ABANDONED_SECONDS = 24 * 60 * 60  # how long a table waits when everybody is away, before it is cleared away
LOBBY_SECONDS = 2 * 60 * 60  # how long an open table waits for its players before it is cleared away


CALL_SECONDS = 60  # how long a person has not acted before they are called for their turn
_TO_CALL = 2.5  # the least factor of the pause between hands while somebody may still call honours


@dataclass(frozen=True, slots=True)
class Pauses:
    """How long the bot pauses at the usual pace, in seconds: before a move of the house (`move`), before it
    leads to the next trick (`trick`), and before it deals the next hand (`hand`)."""

    move: float
    trick: float = 0.0
    hand: float = 0.0


@dataclass(frozen=True, slots=True)
class Waits:
    """How long a table waits for people, in seconds.

    `lobby` is how long it waits for its players, `abandoned` how long when everybody is away; then it is
    cleared away. `reminder` is how long a turn may take before the person is reminded (0: no turn clock),
    and `stand_in` how much longer before the house stands in.
    """

    lobby: int
    abandoned: int
    reminder: int
    stand_in: int


def lobby_clock(turn_seconds: int, now: float) -> TurnClock:
    """The clock of a table opened now."""
    clock = TurnClock(turn_seconds)
    return replace(clock, deadline=now + waits_of(clock).lobby)


def waits_of(clock: TurnClock) -> Waits:
    """The waits that go with the table's turn clock: everything that depends on its pace follows from them.

    A slow table reminds halfway, so that the house stands in when the day is over.
    """
    seconds = clock.turn_seconds
    if clock.slow:
        return Waits(_WEEK, _WEEK, seconds // 2, seconds - seconds // 2)
    return Waits(LOBBY_SECONDS, ABANDONED_SECONDS, seconds, seconds or ABANDONED_SECONDS)


def turn_since(snapshot: TableSnapshot) -> float:
    """When the turn of whoever is to act began, in seconds since the epoch."""
    table, waits = snapshot.table, waits_of(snapshot.table.clock)
    at = table.turn_deadline
    if not waits.reminder or at is None:
        return snapshot.log[-1].at if snapshot.log else table.created_at
    return at - waits.reminder - (waits.stand_in if table.clock.reminded else 0)


def stands_in_at(table: Table) -> float | None:
    """When the house stands in for whoever is to act; None without a turn clock."""
    at = table.turn_deadline
    if not table.clock.turn_seconds or at is None:
        return None
    return at if table.clock.reminded else at + waits_of(table.clock).stand_in


class Deadlines:
    """`pauses` are those of the bot's own moves, `tempo` says when it moves for people."""

    def __init__(self, users: Users, pauses: Pauses, tempo: Tempo) -> None:
        self._users = users
        self._pauses = pauses
        self._tempo = tempo

    def pause(self, snapshot: TableSnapshot) -> float:
        """How long the bot pauses before its next move at that table, in seconds."""
        pauses, pace = self._pauses, self._users.pace(snapshot.table)
        seat = seat_to_play(snapshot, self._users)
        if seat is not None and seat == snapshot.seat_cut_for:
            if not snapshot.between_hands:
                return 0.0
            least = _TO_CALL if may_do_otherwise(snapshot) else 0.0
            return pauses.hand * max(pace, least)
        if snapshot.trick_over and self._plays_house(snapshot, seat):
            return max(pauses.move, pauses.trick) * pace
        return pauses.move * pace

    def before_move(self, snapshot: TableSnapshot) -> float:
        """How long the bot pauses before an optional move, in seconds."""
        return self._pauses.move * self._users.pace(snapshot.table)

    def pause_left(self, snapshot: TableSnapshot, now: float) -> float:
        """What is left of that pause: whatever people do meanwhile, the next hand is not put off."""
        pause, at = self.pause(snapshot), snapshot.table.turn_deadline
        if at is None or not snapshot.between_hands:
            return pause
        return min(pause, max(0.0, at - LATE_SECONDS - now))

    def _plays_house(self, snapshot: TableSnapshot, seat: int | None) -> bool:
        # Nobody waits for their own card.
        if seat is None:
            return False
        chair = snapshot.chair_of(seat)
        return isinstance(chair.occupant, House) or chair.away

    def reset(self, tx: TableTransaction) -> None:
        """Set when the table next acts by itself: to clear away a lobby, to play for the player to move, or
        to remind them. A match that is over becomes finished, and a proposal that nobody is left to answer is
        carried or dropped."""
        settle(tx)
        tx.set_clock(bots_turn=False)
        match tx.table.status:
            case Status.LOBBY | Status.PLAYING if tx.table.clock.paused:
                self.keep(tx)
            case Status.LOBBY:
                tx.set_clock(deadline=tx.now + waits_of(tx.table.clock).lobby)
            case Status.PLAYING:
                self._in_play(tx)
        self._defer(tx)

    def wake(self, tx: TableTransaction, at: float | None) -> None:
        """Let the table act at that time, or when its proposal ends if that is earlier; None: only then."""
        proposal = tx.table.proposal
        if proposal is None:
            tx.set_clock(deadline=at)
            return
        # While play waits for an answer, nobody's turn runs out.
        sooner = at is None or (tx.table.held and not tx.table.clock.paused) or proposal.deadline < at
        tx.set(proposal=replace(proposal, turn_deadline=at))
        tx.set_clock(deadline=proposal.deadline if sooner else at)

    def keep(self, tx: TableTransaction) -> None:
        """Update deadline and deferred moves without giving anybody more time."""
        self.wake(tx, tx.table.turn_deadline)
        self._defer(tx)

    def is_deferred(self, snapshot: TableSnapshot, now: float) -> bool:
        """Whether `TurnClock.deferred` is up to date; if not, `keep` updates it."""
        wanted = deferrable(snapshot, self._users)
        return (
            _still_deferred(snapshot, now, wanted).keys()
            == snapshot.table.clock.deferred.keys()
            == wanted.keys()
        )

    def delay(self, snapshot: TableSnapshot, seat: int, move: Move, now: float) -> float:
        """How long a person might take for that move, in seconds."""
        table, waits = snapshot.table, waits_of(snapshot.table.clock)
        usual, most = self._usual(table, live=not table.clock.slow), waits.reminder + waits.stand_in
        return self._tempo.delay(snapshot, seat, move, now, usual=usual, most=most)

    def looked_in(self, snapshot: TableSnapshot, seat: int, now: float) -> float:
        """When the bot makes the deferred move of that seat at a slow table once its player has looked at the
        hand: as soon as a person might have moved."""
        at = snapshot.table.clock.deferred[seat].at
        return min(at, now + self._tempo.unknown(self._usual(snapshot.table, live=True)))

    def _defer(self, tx: TableTransaction) -> None:
        # The deadline, which everybody sees, stays: to the others it is a turn like any other.
        snapshot = tx.snapshot
        wanted = deferrable(snapshot, self._users)
        known = _still_deferred(snapshot, tx.now, wanted)
        for seat, move in wanted.items():
            if seat not in known:
                known[seat] = Deferred(snapshot.step, tx.now + self.delay(snapshot, seat, move, tx.now))
        tx.set_clock(deferred=known)

    def _usual(self, table: Table, *, live: bool) -> float:
        if live:
            return self._pauses.move * self._users.pace(table) * _PEOPLE
        return table.clock.turn_seconds / _SLOW_PART

    def _in_play(self, tx: TableTransaction) -> None:
        snapshot, waits = tx.snapshot, waits_of(tx.table.clock)
        if snapshot.game.result(snapshot.state) is not None:
            tx.end(Status.FINISHED)
            return
        tx.set_clock(reminded=False)
        if not anybody_present(tx.table):
            self.wake(tx, tx.now + waits.abandoned)
        elif seat_to_play(snapshot, self._users) is not None:
            tx.set_clock(bots_turn=True)
            self.wake(tx, tx.now + self.pause(snapshot) + LATE_SECONDS)
        else:
            self.wake(tx, tx.now + waits.reminder if waits.reminder else None)


def _still_deferred(snapshot: TableSnapshot, now: float, wanted: Mapping[int, Move]) -> dict[int, Deferred]:
    return {
        seat: deferred
        for seat, deferred in snapshot.table.clock.deferred.items()
        if seat in wanted and not lapsed(snapshot, seat, deferred) and deferred.at > now - MISSED_SECONDS
    }
