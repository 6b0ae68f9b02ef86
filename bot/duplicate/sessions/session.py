"""A session of Duplicate as it is stored: who has entered, what is played where, what came of it.

Times are seconds since the epoch, UTC. Ids of people, servers, channels and messages are Discord snowflakes.
Tables, boards, rounds and places of the movement count from 1.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from bot.duplicate.scoring import Award, Line
from bot.duplicate.sessions.movements import Movement, Sitting, pairs_movement, teams_movement
from bot.tables.state.chairs import Occupant, Person


class Kind(Enum):
    """What plays against what."""

    TEAMS = "teams"  # two teams of four
    PAIRS = "pairs"


class Scoring(Enum):
    """How the boards are compared."""

    MATCHPOINTS = "matchpoints"
    AVERAGE = "average"  # average score comparison
    TOTAL = "total"  # total tricks, or points, as teams have it


class Status(Enum):
    """Where a session is in its life."""

    ENTERING = "entering"
    PLAYING = "playing"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair, or somebody who is still to have a partner.

    `number` is the order of entering and never used again. `players` are one or two; the first of a pair
    sits North or East. `asked` is whom the first asked to be their partner and who has not answered.
    `team` is 0 or 1 in a match of teams. `place` is the pair of the movement that it is, from the round
    `since` on and before the round `until`; None: it is not, or not yet. `gone`: all its people have left.
    """

    number: int
    players: tuple[Occupant, ...]
    asked: Person | None = None
    team: int | None = None
    place: int | None = None
    since: int = 1
    until: int | None = None
    gone: bool = False

    @property
    def people(self) -> tuple[Person, ...]:
        """The people in it, without house players and without whoever was only asked."""
        return tuple(player for player in self.players if isinstance(player, Person))

    @property
    def complete(self) -> bool:
        """Whether it is a pair."""
        return len(self.players) == 2

    @property
    def house(self) -> bool:
        """Whether house players alone are in it."""
        return not self.people

    def plays_in(self, number: int) -> bool:
        """Whether it holds its place in that round."""
        return self.place is not None and self.since <= number and (self.until is None or number < self.until)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the director has ruled of a board at a table: another score of N-S, or what each side is
    awarded."""

    by: Person
    at: float
    score: int | None = None
    ns: Award | None = None
    ew: Award | None = None


@dataclass(frozen=True, slots=True)
class BoardAtTable:
    """A board at one table of a session: dealt, being played, or done.

    `ns` and `ew` are the numbers of the entries; `players` who sat North, East, South and West, as it stood
    when it was dealt and, once it is done, at its end. `table_id` is the table at which it was played, None
    until it is done. `score` is that of N-S as it was played; None as long as it is not `done`, and for a
    board that was broken off. `late`: it was not done in time, and is played on quickly. `away` are the
    chairs of people for whom the house played at its end, or before it was dealt.
    """

    round: int
    table: int
    board: int
    ns: int
    ew: int
    players: tuple[Occupant, Occupant, Occupant, Occupant]
    at: float
    table_id: int | None = None
    done: bool = False
    late: bool = False
    away: tuple[int, ...] = ()
    score: int | None = None
    ruling: Ruling | None = None

    @property
    def key(self) -> tuple[int, int]:
        """What tells it from the others of the session: the table and the board."""
        return self.table, self.board

    @property
    def line(self) -> Line:
        """The line of the traveller, by what was ruled if anything was."""
        if (ruling := self.ruling) is None:
            return Line(self.board, self.table, self.ns, self.ew, self.score)
        return Line(self.board, self.table, self.ns, self.ew, ruling.score, ruling.ns, ruling.ew)


@dataclass(frozen=True, slots=True)
class Session:
    """A match of teams or a session of pairs. `version` counts every change of it, from 1.

    `boards` is how many there are, `clock` how many seconds each may take at a table before it is hurried,
    `turn_seconds` the turn clock of its tables, `level` the key of the level at which the house plays, empty
    for the usual one. `tables` is how many tables are to be made up at least. `sit_out`: of an odd number of
    pairs one sits out each round, where else a house pair makes the number even.

    `entries` are by number. `board_ids` are the boards in store, by their numbers; there are none before
    the start. `movement_tables` is how many tables it has been started with. `deadline` is when the session
    next looks after itself; None when nothing is left to be done. `dealt` are the boards dealt so far, by
    table and board, and `opened` those that every table that has played them knows to be told. `posts` is the
    number of the latest post. `starts_at` is when the session of a club night begins by itself; None in every
    other one. `language` is the locale of its posts; empty: Discord's for the server.
    """

    id: int
    guild_id: int
    channel_id: int
    host: Person
    kind: Kind
    game: str
    options: Mapping[str, str | int | bool]
    boards: int
    scoring: Scoring
    clock: int
    turn_seconds: int
    created_at: float
    level: str = ""
    tables: int = 2
    sit_out: bool = False
    status: Status = Status.ENTERING
    version: int = 1
    deadline: float | None = None
    entries: tuple[Entry, ...] = ()
    board_ids: tuple[int, ...] = ()
    movement_tables: int = 0
    dealt: Mapping[tuple[int, int], BoardAtTable] = field(default_factory=dict)
    opened: tuple[int, ...] = ()
    posts: int = 0
    starts_at: float | None = None
    language: str = ""

    @property
    def open(self) -> bool:
        """Whether anybody may still do something here."""
        return self.status in (Status.ENTERING, Status.PLAYING)

    @property
    def movement(self) -> Movement | None:
        """Who meets whom; None before the start."""
        if not self.movement_tables:
            return None
        if self.kind is Kind.TEAMS:
            return teams_movement(self.boards)
        return pairs_movement(self.movement_tables, self.boards)

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody who has entered and is still in it."""
        return tuple(person for entry in self.entries if not entry.gone for person in entry.people)

    def entry(self, number: int) -> Entry:
        """The entry of that number. Raises KeyError."""
        for entry in self.entries:
            if entry.number == number:
                return entry
        raise KeyError(number)

    def entry_of(self, user_id: int) -> Entry | None:
        """The entry that person is in now; None: in none."""
        for entry in self.entries:
            if not entry.gone and any(person.user_id == user_id for person in entry.people):
                return entry
        return None

    def asked(self, user_id: int) -> tuple[Entry, ...]:
        """The entries that wait for that person's answer."""
        return tuple(e for e in self.entries if e.asked is not None and e.asked.user_id == user_id)

    def holder(self, place: int, number: int) -> Entry | None:
        """Who holds that place of the movement in that round; None: nobody, and who would meet them sits
        out."""
        return next((e for e in self.entries if e.place == place and e.plays_in(number)), None)

    def sittings(self) -> Iterator[Sitting]:
        """The sittings that take place, both their pairs being there, by round and table."""
        movement = self.movement
        if movement is None:
            return
        held = self._held()
        for sitting in movement.sittings:
            holders = (held.get(pair, ()) for pair in sitting.pairs)
            if all(any(entry.plays_in(sitting.round) for entry in entries) for entries in holders):
                yield sitting

    def _held(self) -> dict[int, list[Entry]]:
        held: dict[int, list[Entry]] = {}
        for entry in self.entries:
            if entry.place is not None:
                held.setdefault(entry.place, []).append(entry)
        return held

    def sitting_out(self, number: int) -> tuple[Entry, ...]:
        """The entries that sit out in that round."""
        if (movement := self.movement) is None:
            return ()
        out = []
        for sitting in movement.in_round(number):
            holders = [self.holder(pair, number) for pair in sitting.pairs]
            if None in holders:
                out += [holder for holder in holders if holder is not None]
        return tuple(out)

    @property
    def round(self) -> int:
        """The first round that is not over at all tables; the last one when all are, 0 before the start."""
        if (movement := self.movement) is None:
            return 0
        return next((s.round for s in self.sittings() if not self.over(s)), movement.rounds)

    def over(self, sitting: Sitting) -> bool:
        """Whether all boards of that sitting are done."""
        return all(self.done(sitting.table, board) for board in sitting.boards)

    def done(self, table: int, board: int) -> bool:
        one = self.dealt.get((table, board))
        return one is not None and one.done

    @property
    def open_round(self) -> int | None:
        """The first round of which no board has been dealt anywhere: from which somebody may come in; None
        if there is none."""
        if (movement := self.movement) is None:
            return None
        last = max((one.round for one in self.dealt.values()), default=0)
        return last + 1 if last < movement.rounds else None

    @property
    def told(self) -> tuple[int, ...]:
        """The boards that everybody may be told of: nobody entered has to play them any more."""
        if not self.open:
            return tuple(range(1, len(self.board_ids) + 1))
        if self.movement is None:
            return ()
        to_play = {b for s in self.sittings() for b in s.boards if not self.done(s.table, b)}
        return tuple(number for number in range(1, self.boards + 1) if number not in to_play)

    @property
    def rounds_over(self) -> tuple[int, ...]:
        """The rounds whose boards may all be told."""
        if (movement := self.movement) is None:
            return ()
        told = set(self.told)
        boards = {sitting.round: sitting.boards for sitting in movement.sittings}
        return tuple(number for number, played in boards.items() if told.issuperset(played))

    def lines(self) -> tuple[Line, ...]:
        """The lines of the travellers of the boards that may be told, by board and table; boards broken off
        because the session was, are none."""
        told = set(self.told)
        closed = self.status is Status.CANCELLED
        sat = sorted(self.dealt.values(), key=lambda one: (one.board, one.table))
        return tuple(
            one.line for one in sat if one.board in told and one.done and not (closed and _void(one))
        )

    def table_of(self, user_id: int) -> BoardAtTable | None:
        """The board that person is playing now; None: none."""
        entry = self.entry_of(user_id)
        if entry is None:
            return None
        return next((s for s in self.dealt.values() if not s.done and entry.number in (s.ns, s.ew)), None)


def _void(one: BoardAtTable) -> bool:
    return one.score is None and one.ruling is None
