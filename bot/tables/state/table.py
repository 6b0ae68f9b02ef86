"""A table as it is stored: who sits where, what was played, what came of it.

Times are seconds since the epoch, UTC. Ids are Discord snowflakes, except a table's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from bot.tables.state.chairs import Chairs, Occupant, Person
from bot.tables.state.chouette import Chouette, Rotation

SLOW_SECONDS = 24 * 60 * 60  # the turn clock of a slow table: a day a turn


class Status(Enum):
    """Where a table is in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"


class Posting(Enum):
    """Where a table tells what happens at it."""

    HAND = "hand"
    """In one message a hand, which is the table message; results are posts of their own."""
    THREAD = "thread"
    """In a thread of the table's own; its opening, the results of games and its end in the channel."""
    TRICKS = "tricks"
    """Each trick, and whatever else happens, in a post of its own."""
    PANELS = "panels"
    """Nowhere but in the players' hand panels, as at a board that others have still to play."""


class ProposalKind(Enum):
    """What may be proposed at a table, for the others seated to agree to."""

    PAUSE = "pause"
    RESUME = "resume"
    UNDO = "undo"
    CLAIM = "claim"
    ABANDON = "abandon"
    SUBSTITUTE = "substitute"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal before the table, until `deadline`. `agreed` are the ids of those who have said yes.

    `chair` is the proposer's, or for a substitute the one to be taken; `move` is the move it is about, in
    the notation (a claim, or the card to be taken back), and `step` the moves the table had made.
    `turn_deadline` is when the table would next act by itself without the proposal.
    """

    kind: ProposalKind
    by: Person
    deadline: float
    chair: int
    step: int
    move: str = ""
    agreed: tuple[int, ...] = ()
    turn_deadline: float | None = None

    @property
    def key(self) -> int:
        """What tells it from others of the table: what a button must name to answer it."""
        return proposal_key(self.deadline)


def proposal_key(deadline: float) -> int:
    """The key of the proposal with that deadline."""
    return int(deadline * 1000)


DEFERRED_AHEAD = 10.0
"""How long before a deferred move its table is looked at, in seconds, so that the move is made on time and
not at the next round of the clocks."""


@dataclass(frozen=True, slots=True)
class Deferred:
    """A move that the bot makes for a person at the time `at`, decided when the table had made `step` moves.
    It lapses once that seat moves."""

    step: int
    at: float


@dataclass(frozen=True, slots=True)
class Tenure:
    """Who holds a chair from that deal on, until the next tenure of the chair. `told` is how many events of
    the deal's course came before that."""

    deal: int
    chair: int
    occupant: Occupant
    told: int = 0


@dataclass(frozen=True, slots=True)
class BoardPlay:
    """Which board a table plays, and where: `board` is its id, `number` the one people know it by, `dealer`
    the seat that dealt it.

    `session` is the session of Duplicate it belongs to, and `table` the number of the table there; 0 is a
    contest, and `table` the id of whoever plays it. `open`: everybody who was to play the board has
    played it, so that anybody may be told of it.
    """

    board: int
    number: int
    dealer: int
    session: int = 0
    table: int = 0
    open: bool = False


@dataclass(frozen=True, slots=True)
class TurnClock:
    """When a table next acts by itself.

    `turn_seconds` is what people have for a turn, 0 for no turn clock. At the `deadline` the table acts (a
    house player's move, a reminder, a stand-in); `reminded` says that the person to act has had their
    reminder. While the match is `paused` no clock runs, the house does not play, and moves are refused.

    `deferred` are the moves that the bot makes for people later, by seat, as secret as the hands.
    `bots_turn` says that the `deadline` is that of a move of the bot's, for which tables are searched after
    a restart. It follows from the rest, so tables are compared without it.
    """

    turn_seconds: int
    deadline: float | None = None
    reminded: bool = False
    paused: bool = False
    deferred: Mapping[int, Deferred] = field(default_factory=dict)
    bots_turn: bool = field(default=False, compare=False)

    @property
    def slow(self) -> bool:
        """Whether people look in once or twice a day, and are not expected to be about."""
        return self.turn_seconds >= SLOW_SECONDS


@dataclass(frozen=True, slots=True)
class Telling:
    """Where and how what happens at a table is told.

    `channel_id` 0 is no channel, but for one person by DM. `thread_id` is the table's own thread, if it has
    one. `language` is the locale of its posts, decided when it was opened; empty: Discord's for the server.
    """

    channel_id: int
    posting: Posting = Posting.HAND
    thread_id: int | None = None
    language: str = ""

    @property
    def place(self) -> int:
        """The channel, or the table's own thread, in which its hands are told."""
        return self.channel_id if self.thread_id is None else self.thread_id

    @property
    def private(self) -> bool:
        """Whether it stands in no channel: one person plays there, by DM."""
        return self.channel_id == 0

    @property
    def lacks_thread(self) -> bool:
        """Whether hands are to be told in a thread that is not there."""
        return self.posting is Posting.THREAD and self.thread_id is None


@dataclass(frozen=True, slots=True)
class Dealt:
    """The packs dealt at a table, and who has held their cards.

    `deals` counts the packs shuffled so far. `seen` is, by user id, the chair whose hand of the present deal
    that person has held. `marked` are moves chosen in advance, by chair, in the notation, as secret as the
    hands. `shared_chairs` are those whose cards of the present deal more than one has played: the house for
    somebody away, or whoever took the chair over. `tenures` is who has held which chair since which deal,
    oldest first.
    """

    deals: int = 0
    seen: Mapping[int, int] = field(default_factory=dict)
    marked: Mapping[int, str] = field(default_factory=dict)
    shared_chairs: tuple[int, ...] = ()
    tenures: tuple[Tenure, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """The row of a table. `version` counts every change of it, from 1.

    `hints` says whether one may ask what to play. `level` is the key of the level at which the house stands
    in, empty for the usual one. With the `ceremony` people cut, and choose whatever the cut lets them choose;
    else the bot does for everybody. `next_table` is the table that follows this one. `starts_at` is when the
    match of a club night begins by itself; None at every other table.

    With a `chouette` one person plays alone against the others, and those who wait for a chair advise. A
    table with a `board` plays that board and nothing else.
    """

    id: int
    guild_id: int
    game: str
    options: Mapping[str, str | int | bool]
    created_at: float
    chairs: Chairs
    clock: TurnClock
    telling: Telling
    dealt: Dealt = field(default_factory=Dealt)
    status: Status = Status.LOBBY
    version: int = 1
    hints: bool = True
    level: str = ""
    ceremony: bool = False
    proposal: Proposal | None = None
    next_table: int | None = None
    chouette: Chouette | None = None
    board: BoardPlay | None = None
    starts_at: float | None = None

    @property
    def open(self) -> bool:
        """Whether people may still do something here."""
        return self.status in (Status.LOBBY, Status.PLAYING)

    @property
    def rotation(self) -> Rotation:
        """Whether it plays à la chouette, and how places change then."""
        return Rotation.NONE if self.chouette is None else self.chouette.rotation

    @property
    def dealer(self) -> int | None:
        """Who deals first; None: as the game has it."""
        if self.board is not None:
            return self.board.dealer
        return None if self.chouette is None else self.chouette.dealer

    @property
    def awaits_thread(self) -> bool:
        """Whether its hands are to be told in a thread that is not there yet."""
        return self.telling.lacks_thread and self.status is Status.PLAYING

    def sat(self, user_id: int) -> bool:
        """Whether that person belongs to the table or has held a chair in its match."""
        held = (tenure.occupant for tenure in self.dealt.tenures)
        return (
            self.chairs.belongs(user_id)
            or user_id in self.dealt.seen
            or any(isinstance(occupant, Person) and occupant.user_id == user_id for occupant in held)
        )

    def advised_by(self, user_id: int) -> int | None:
        """The chair whose player that person advises in the game in progress, or just over, if any."""
        if self.chouette is None or self.status is Status.LOBBY or not self.chairs.waits(user_id):
            return None
        return self.chouette.advisers.get(user_id)

    def advisers_of(self, chair: int) -> tuple[Person, ...]:
        """Those who advise the player in that chair now, whoever has the next place first."""
        return tuple(p for p in self.chairs.waiting if self.advised_by(p.user_id) == chair)

    @property
    def turn_deadline(self) -> float | None:
        """When the table next acts by itself, but for the end of a proposal."""
        return self.clock.deadline if self.proposal is None else self.proposal.turn_deadline

    @property
    def held(self) -> bool:
        """Whether no move can be made: the table is paused, or a card may be taken back or tricks claimed."""
        holding = (ProposalKind.UNDO, ProposalKind.CLAIM)
        return self.clock.paused or (self.proposal is not None and self.proposal.kind in holding)

    @property
    def secret(self) -> bool:
        """Whether it plays, or has played, a board of which others must not be told yet; whom that leaves is
        for `bot.tables.people.access` to say."""
        return self.board is not None and not self.board.open


@dataclass(frozen=True, slots=True)
class Seal:
    """The commitment to a shuffled pack: `sha256` was published before the cut."""

    salt: str
    sha256: str


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """One move of a table's log; `number` counts from 1. A shuffle carries its seal."""

    number: int
    seat: int | None
    text: str
    at: float
    seal: Seal | None = None
