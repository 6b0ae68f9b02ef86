"""A table as it is stored: who sits where, what was played, what came of it.

Times are seconds since the epoch, UTC. Ids are Discord snowflakes, except a table's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from bot.rules.record import Analysis
from bot.tables.state.chouette import Chouette, Rotation


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord, with the name they sat down under."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class House:
    """A house player: `player` is its key among the house players, `name` what it is called."""

    player: str
    name: str

    @property
    def level(self) -> str:
        """The level it plays at, in words: `Bob Short`."""
        return level_name(self.player)


def level_name(key: str) -> str:
    """The level of that key, in words: `Bob Short`."""
    return key.replace("-", " ").title()


@dataclass(frozen=True, slots=True)
class Dummy:
    """Nobody: that chair's cards lie open, and its partner plays them."""

    name: str = "Dummy"


SLOW_SECONDS = 24 * 60 * 60
"""The turn clock of a slow table: a day a turn."""

Occupant: TypeAlias = Person | House | Dummy
"""What may sit in a chair."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of the house's play: the key of its player, its name, and a line of character."""

    key: str
    name: str
    line: str


@dataclass(frozen=True, slots=True)
class Seat:
    """One chair. `away`: the person has not acted in time and the house plays for them.

    A person who takes over a house player's chair in play is `incoming` until the next deal, when the
    chair becomes theirs. `kept_for` is whose chair a house player keeps, having taken it over in play.
    `called`: a substitute for whoever has left, or is away, has been called for.
    """

    occupant: Occupant | None = None
    away: bool = False
    incoming: Person | None = None
    kept_for: Person | None = None
    called: bool = False

    @property
    def present(self) -> Person | None:
        """The person who sits there, unless the house plays for them."""
        return self.occupant if isinstance(self.occupant, Person) and not self.away else None

    @property
    def missing(self) -> Person | None:
        """The person whose chair a substitute may take: who has left in play, or is away."""
        if self.incoming is not None:
            return None
        if isinstance(self.occupant, Person):
            return self.occupant if self.away else None
        return self.kept_for

    @property
    def user_id(self) -> int | None:
        """The person's id; None for an empty chair, a house player or a dummy."""
        return self.occupant.user_id if isinstance(self.occupant, Person) else None


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


class Motion(Enum):
    """What may be proposed at a table, for the others seated to agree to."""

    PAUSE = "pause"
    RESUME = "resume"
    UNDO = "undo"
    CLAIM = "claim"
    ABANDON = "abandon"
    SUBSTITUTE = "substitute"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A motion before the table, until `deadline`. `agreed` are the ids of those who have said yes.

    `chair` is the proposer's, or for a substitute the one to be taken; `move` is the move it is about, in
    the notation (a claim, or the card to be taken back), and `step` the moves the table had made.
    `turn_deadline` is when the table would next act by itself without the proposal.
    """

    motion: Motion
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

    `session` is the session of Duplicate it belongs to, and `table` the number of the table there; 0 is the
    board of the day, and `table` the id of whoever plays it. `open`: everybody who was to play the board has
    played it, so that anybody may be told of it.
    """

    board: int
    number: int
    dealer: int
    session: int = 0
    table: int = 0
    open: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The row of a table. `version` counts every change of it, from 1.

    `seats` are the chairs clockwise. `turn_seconds` is the turn clock, 0 for none; `deadline` is
    when the table next acts by itself (a house player's move, a reminder, a stand-in), and
    `reminded` says that the person to act has had their reminder. `invited` may sit down.
    `deals` counts the packs shuffled so far. `waiting` are people who belong to the table without a
    chair, whoever has the next right to one first. `arrivals` are the ids of all who belong to it, in the
    order they came. `rubbers` are the members from the match before, by user id, with
    the matches each had played running. `hints` says whether one may ask what to play.

    `level` is the key of the level at which the house stands in, empty for the usual one. `removed` are
    the ids of those who may not sit down again in this match. `seen` is, by user id, the chair whose hand
    of the present deal that person has held. `marked` are moves chosen in advance, by chair, in the
    notation; they are as secret as the hands. `deferred` are the moves that the bot makes for people later,
    by seat, and as secret. A `paused` table waits for its people: no clock runs, the
    house does not play, and moves are refused. `tenures` is who has held which chair since which deal,
    oldest first. `next_table` is the table that follows this one.

    `posting` is where what happens is told, and `thread_id` the table's own thread, if it has one. With the
    `ceremony` people cut, and choose whatever the cut lets them choose; else the bot does for everybody.

    With a `chouette` one person plays alone against the others, and those who are `waiting` advise.

    A table with a `board` plays that board and nothing else; `channel_id` 0 is no channel, but for one person
    by DM.

    `shared_chairs` are those whose cards of the present deal more than one has played: the house for somebody
    away, or whoever took the chair over.

    `bots_turn` says that the `deadline` is that of a move of the bot's: after a restart such tables are
    looked for. It tells nothing that the rest does not, so tables are compared without it.
    """

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    game: str
    options: Mapping[str, str | int | bool]
    seats: tuple[Seat, ...]
    created_at: float
    turn_seconds: int
    status: Status = Status.LOBBY
    version: int = 1
    deals: int = 0
    deadline: float | None = None
    reminded: bool = False
    invited: tuple[int, ...] = ()
    waiting: tuple[Person, ...] = ()
    rubbers: Mapping[int, int] = field(default_factory=dict)
    hints: bool = True
    arrivals: tuple[int, ...] = ()
    level: str = ""
    removed: tuple[int, ...] = ()
    seen: Mapping[int, int] = field(default_factory=dict)
    marked: Mapping[int, str] = field(default_factory=dict)
    deferred: Mapping[int, Deferred] = field(default_factory=dict)
    paused: bool = False
    proposal: Proposal | None = None
    tenures: tuple[Tenure, ...] = ()
    next_table: int | None = None
    posting: Posting = Posting.HAND
    ceremony: bool = False
    thread_id: int | None = None
    chouette: Chouette | None = None
    board: BoardPlay | None = None
    shared_chairs: tuple[int, ...] = ()
    bots_turn: bool = field(default=False, compare=False)

    @property
    def open(self) -> bool:
        """Whether people may still do something here."""
        return self.status in (Status.LOBBY, Status.PLAYING)

    @property
    def slow(self) -> bool:
        """Whether people look in once or twice a day, and are not expected to be about."""
        return self.turn_seconds >= SLOW_SECONDS

    @property
    def called_for_players(self) -> bool:
        """Whether everybody in the channel has been told that players are wanted."""
        return self.guild_id in self.invited

    @property
    def place(self) -> int:
        """The channel, or the table's own thread, in which its hands are told."""
        return self.channel_id if self.thread_id is None else self.thread_id

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
        return self.posting is Posting.THREAD and self.thread_id is None and self.status is Status.PLAYING

    def seat_of(self, user_id: int) -> int | None:
        """The chair that person sits in, if any."""
        for index, seat in enumerate(self.seats):
            if seat.user_id == user_id:
                return index
        return None

    def waits(self, user_id: int) -> bool:
        """Whether that person waits for a chair."""
        return any(person.user_id == user_id for person in self.waiting)

    def incoming_at(self, user_id: int) -> int | None:
        """The chair that becomes that person's at the next deal, if any."""
        for index, seat in enumerate(self.seats):
            if seat.incoming is not None and seat.incoming.user_id == user_id:
                return index
        return None

    def belongs(self, user_id: int) -> bool:
        """Whether that person sits here, waits for a chair or comes in at the next deal."""
        return any(person.user_id == user_id for person in self.members)

    def sat(self, user_id: int) -> bool:
        """Whether that person belongs to the table or has held a chair in its match."""
        held = (tenure.occupant for tenure in self.tenures)
        return (
            self.belongs(user_id)
            or user_id in self.seen
            or any(isinstance(occupant, Person) and occupant.user_id == user_id for occupant in held)
        )

    def advised_by(self, user_id: int) -> int | None:
        """The chair whose player that person advises in the game in progress, or just over, if any."""
        if self.chouette is None or self.status is Status.LOBBY or not self.waits(user_id):
            return None
        return self.chouette.advisers.get(user_id)

    def advisers_of(self, chair: int) -> tuple[Person, ...]:
        """Those who advise the player in that chair now, whoever has the next place first."""
        return tuple(person for person in self.waiting if self.advised_by(person.user_id) == chair)

    @property
    def turn_deadline(self) -> float | None:
        """When the table next acts by itself, but for the end of a proposal."""
        return self.deadline if self.proposal is None else self.proposal.turn_deadline

    @property
    def held(self) -> bool:
        """Whether no move can be made: the table is paused, or a card may be taken back or tricks claimed."""
        asked = self.proposal is not None and self.proposal.motion in (Motion.UNDO, Motion.CLAIM)
        return self.paused or asked

    @property
    def deal_shared(self) -> bool:
        """Whether the same deal is played at other tables, where nothing can be taken back."""
        return self.board is not None

    @property
    def private(self) -> bool:
        """Whether it stands in no channel: one person plays there, by DM."""
        return self.channel_id == 0

    @property
    def secret(self) -> bool:
        """Whether it plays, or has played, a board of which others must not be told yet; whom that leaves is
        for `bot.tables.people.access` to say."""
        return self.board is not None and not self.board.open

    @property
    def keeper_id(self) -> int:
        """Who may do what a host may: the host, or the next person seated if the host is away or gone."""
        order = (*self.seats, *self.seats)
        start = next((i for i, seat in enumerate(self.seats) if seat.user_id == self.host_id), 0)
        for seat in order[start : start + len(self.seats)]:
            if seat.present is not None:
                return seat.present.user_id
        return self.host_id

    @property
    def people(self) -> tuple[Person, ...]:
        """The people seated, clockwise, without house players."""
        return tuple(s.occupant for s in self.seats if isinstance(s.occupant, Person))

    @property
    def members(self) -> tuple[Person, ...]:
        """The people who belong to the table: seated, coming in or waiting, in the order they came."""
        coming = (seat.incoming for seat in self.seats if seat.incoming is not None)
        there = {person.user_id: person for person in (*self.people, *coming, *self.waiting)}
        came = dict.fromkeys((*(user_id for user_id in self.arrivals if user_id in there), *there))
        return tuple(there[user_id] for user_id in came)


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


ALONE = -2
"""In place of a partner's id, for who plays with a dummy, or for themselves, where others have partners."""

Chair: TypeAlias = int | str
"""Who played a chair's cards from the first to the last: a person by id, a house player by its key."""

SEVERAL = 0
"""Stands for several in turn, and for somebody who has been erased."""


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """Who played a hand that is over at `at`, by seat."""

    number: int
    at: float
    chairs: tuple[Chair, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one person made of one unit of play (hand, game, rubber), for the leaderboard.

    `partner_id` is 0 without a partner or with a house player, and `ALONE` where others had partners.
    `won` None: no winner. `name` is the one they sat under. `house` says that a house player had a chair in
    it, `match` that it decided the whole match. `details` are numbers that only some games have
    (`bot.tables.state.results.DETAILS`).
    """

    table_id: int
    guild_id: int
    game: str
    unit: str
    number: int
    at: float
    user_id: int
    partner_id: int
    points: int
    against: int
    won: bool | None
    name: str = ""
    house: bool = False
    match: bool = False
    details: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HandAnalysis:
    """A hand's double-dummy analysis, to be kept. `lost` is what each person gave away that counts in
    their statistics, by user id; empty if not enough of the hand was analysed. `people` is whose the names
    in the analysis are, by seat: a user id, or None for a house player."""

    table_id: int
    guild_id: int
    game: str
    at: float
    analysis: Analysis
    lost: Mapping[int, int]
    people: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenAway:
    """What a person gave away in `hands` analysed hands of a game, in sum; `unit` is `points` or `tricks`."""

    game: str
    unit: str
    hands: int
    lost: int


FORMER = "a former player"
"""The name, and 0 the id, of somebody who has had their account here erased."""


@dataclass(frozen=True, slots=True)
class TableMessage:
    """The message that shows a table in its channel, and the version it shows."""

    table_id: int
    channel_id: int
    message_id: int
    posted_at: float
    version: int
    deal: int


class PanelState(Enum):
    """What a hand panel says about the person it was sent to."""

    TURN = "turn"
    """It is their turn."""
    HAND = "hand"
    """They hold cards, or wait for some; it is not their turn."""
    RESULT = "result"
    """What came of the hand, until the next is dealt."""
    PAUSED = "paused"
    """The match is paused."""
    AWAY = "away"
    """The house plays for them."""
    ASIDE = "aside"
    """Their hand is shown elsewhere, under My hand."""
    LEFT = "left"
    """They sit at the table no more."""
    OVER = "over"
    """The match is over."""
    GONE = "gone"
    """Nothing: they share no server with the bot, so no panel of the deal could be sent."""
    UNKNOWN = "unknown"
    """Perhaps something older than is stored: it was sent twice, and the first stands."""


@dataclass(frozen=True, slots=True)
class HandPanel:
    """The DM that shows a person their hand at a table, or says where it is shown.

    `deal` is the latest that it has shown, or was to. `version` is the table's when the panel was last drawn
    with what `state` says and `cards`, a checksum of the cards in it (0 for none). Where it could not be sent
    (`PanelState.GONE`), `channel_id` and `message_id` are 0.
    """

    table_id: int
    user_id: int
    channel_id: int
    message_id: int
    deal: int
    version: int
    state: PanelState = PanelState.UNKNOWN
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Removal:
    """A message that a newer one has replaced: the hand panel of `user_id`, to be laid aside, or (None) a
    table message. One that shows the finished `hand` of that number is drawn in its last form and stays;
    another (0) is to be deleted."""

    table_id: int
    channel_id: int
    message_id: int
    user_id: int | None
    hand: int = 0


@dataclass(frozen=True, slots=True)
class TurnCall:
    """The message that calls a person for their turn; `step` are the moves the table had made."""

    table_id: int
    user_id: int
    step: int
    channel_id: int
    message_id: int
