"""What a table owes its channel: posts made of what happened, not of sentences.

The view that draws a post puts its items in words; nothing depends on those words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from bot.rules.cards import Card
from bot.rules.events import Event, Scored
from bot.rules.preliminaries.phases import Seated
from bot.rules.records.record import Analysis
from bot.tables.state.chairs import House, Occupant, Person
from bot.tables.state.stakes import Gain
from bot.tables.state.table import ProposalKind, Tenure, proposal_key


@dataclass(frozen=True, slots=True)
class PostItem:
    """One thing that happened. `tag` names its kind in the store."""

    tag: ClassVar[str]
    by_dm: ClassVar[bool] = False
    """Whether it is told to each person at the table by DM, and not in the channel."""
    for_channel: ClassVar[bool] = False
    """Whether such items always concern everybody in the channel."""

    @property
    def kind(self) -> str:
        """The kind of a game's event, the tag of anything else."""
        return self.tag

    @property
    def is_result(self) -> bool:
        """Whether it is a result, which goes out in a message of its own."""
        return False

    @property
    def hand(self) -> int:
        """The number of the hand whose result, or analysis, it is; 0 if it is neither."""
        return 0

    @property
    def mentions(self) -> tuple[int, ...]:
        """The people to be notified of it, by user id."""
        return ()

    @property
    def for_all(self) -> bool:
        """Whether it concerns everybody in the channel, even where the table has a thread of its own."""
        return self.for_channel


@dataclass(frozen=True, slots=True)
class GameEvent(PostItem):
    """An event of the game that everybody may know of."""

    tag = "event"
    event: Event

    @property
    def kind(self) -> str:
        return self.event.kind

    @property
    def is_result(self) -> bool:
        return isinstance(self.event, Scored)

    @property
    def hand(self) -> int:
        event = self.event
        return event.number if isinstance(event, Scored) and event.unit == "hand" else 0

    @property
    def for_all(self) -> bool:
        return self.is_result and not self.hand


@dataclass(frozen=True, slots=True)
class SealPublished(PostItem):
    """A pack was shuffled and sealed before the cut."""

    tag = "seal"
    sha256: str


@dataclass(frozen=True, slots=True)
class SealOpened(PostItem):
    """The deal is over and its pack may be checked against the seal, with this salt."""

    tag = "seal opened"
    salt: str


@dataclass(frozen=True, slots=True)
class PlayersSelected(PostItem):
    """More people wanted to play than there are chairs.

    `people` is how many, `chairs` for how many chairs; `rounds` are the cards each round of cutting
    brought, in the order cut. `playing` play and `waiting` wait, those with the next right first.
    """

    tag = "selected"
    for_channel = True
    people: int
    chairs: int
    rounds: tuple[tuple[tuple[Person, Card], ...], ...]
    playing: tuple[Person, ...]
    waiting: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class SeatTaken(PostItem):
    """`newcomer` took over the chair of `leaving` during play."""

    tag = "seat taken"
    newcomer: Occupant
    leaving: Occupant


@dataclass(frozen=True, slots=True)
class SeatPromised(PostItem):
    """`newcomer` takes over the chair of `leaving` at the next deal."""

    tag = "seat promised"
    newcomer: Person
    leaving: Occupant


@dataclass(frozen=True, slots=True)
class SeatLeft(PostItem):
    """`leaving` has left during play; `stand_in` of the house plays on."""

    tag = "seat left"
    leaving: Occupant
    stand_in: House


@dataclass(frozen=True, slots=True)
class PersonGone(PostItem):
    """`person` is on the server no longer. `stand_in` of the house plays on; None: their chair is free, or
    they had none."""

    tag = "gone"
    person: Person
    stand_in: House | None


@dataclass(frozen=True, slots=True)
class PlaceGone(PostItem):
    """The channel or thread of the table is gone, and the table was closed."""

    tag = "place gone"
    by_dm = True


@dataclass(frozen=True, slots=True)
class BotRemoved(PostItem):
    """The bot was taken off the server, and the table paused. Nothing is said of it in the channel: this is
    owed until the bot is back, and then `BotBack` says it."""

    tag = "bot removed"


@dataclass(frozen=True, slots=True)
class BotBack(PostItem):
    """The bot is on the server again, and the table goes on."""

    tag = "bot back"


@dataclass(frozen=True, slots=True)
class Invitation(PostItem):
    """`by` asks `guest` to sit down."""

    tag = "invitation"
    for_channel = True
    guest: Person
    by: Person

    @property
    def mentions(self) -> tuple[int, ...]:
        return (self.guest.user_id,)


@dataclass(frozen=True, slots=True)
class PlayersCalled(PostItem):
    """`by` asks whoever the server has called when players are wanted to sit down."""

    tag = "call"
    for_channel = True
    by: Person


@dataclass(frozen=True, slots=True)
class TurnReminder(PostItem):
    """It is the turn of these people, and has been for a while."""

    tag = "reminder"
    people: tuple[Person, ...]

    @property
    def mentions(self) -> tuple[int, ...]:
        return tuple(person.user_id for person in self.people)


@dataclass(frozen=True, slots=True)
class PlayerAway(PostItem):
    """The person did not act in time; the house plays for them until they come back, if it `plays`: not
    while the table is paused, or nobody is left at it. `called`: they are to be notified of it."""

    tag = "away"
    person: Person
    called: bool = False
    plays: bool = True

    @property
    def mentions(self) -> tuple[int, ...]:
        return (self.person.user_id,) if self.called else ()


@dataclass(frozen=True, slots=True)
class PlayerBack(PostItem):
    """The person is back and plays again."""

    tag = "back"
    person: Person


class Ending(Enum):
    """What came of a proposal."""

    CARRIED = "carried"
    REFUSED = "refused"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    OFF = "off"  # it has lost its object: whom it was about has come back, or who proposed it is gone


@dataclass(frozen=True, slots=True)
class Ask(PostItem):
    """Something that `asked` are to agree to before `deadline`; `by` has proposed it."""

    by: Person
    asked: tuple[Person, ...]
    deadline: float

    @property
    def key(self) -> int:
        """The key of the proposal."""
        return proposal_key(self.deadline)

    @property
    def mentions(self) -> tuple[int, ...]:
        return tuple(person.user_id for person in self.asked)


@dataclass(frozen=True, slots=True)
class ProposalMade(Ask):
    """A proposal; `move` is the one to be taken back, if that is what is proposed, in the notation."""

    tag = "motion"
    proposed: ProposalKind
    move: str = ""


@dataclass(frozen=True, slots=True)
class ClaimPut(Ask):
    """`by` claims so many of the `left` tricks, which nobody could check, and lays `cards` down for it."""

    tag = "claim put"
    tricks: int
    left: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SubstituteOffered(Ask):
    """`by` would take the chair of `missing`, unless one of `asked` refuses."""

    tag = "substitute offered"
    missing: Person


@dataclass(frozen=True, slots=True)
class SubstituteCalled(PostItem):
    """`by` calls for somebody to take that chair, whose person, `missing`, has left or is away; the roles
    that the server has called are notified."""

    tag = "substitute called"
    for_channel = True
    chair: int
    missing: Person
    by: Person


@dataclass(frozen=True, slots=True)
class ProposalEnded(PostItem):
    """What came of what `by` proposed; `person` is who refused."""

    tag = "motion ended"
    proposed: ProposalKind
    by: Person
    ending: Ending
    person: Person | None = None


@dataclass(frozen=True, slots=True)
class PauseOver(PostItem):
    """Nobody has resumed a paused table for so long that it is closed."""

    tag = "pause over"
    for_channel = True


@dataclass(frozen=True, slots=True)
class NoThread(PostItem):
    """The thread in which the table's hands were to be told cannot be had, or `was_there` and is gone; they
    are told in the channel."""

    tag = "no thread"
    was_there: bool


@dataclass(frozen=True, slots=True)
class ChairsHeld(PostItem):
    """Who held the chairs that changed hands, and since which deal; part of a result."""

    tag = "chairs held"
    tenures: tuple[Tenure, ...]


@dataclass(frozen=True, slots=True)
class ChouetteScored(PostItem):
    """What everybody has won or lost in a game played à la chouette, the one who played alone first; part of
    the result of the match."""

    tag = "chouette scored"
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class ChouetteCut(PostItem):
    """The places of a chouette have been cut for: the cards of each round, and the people from the one who
    plays alone on."""

    tag = "chouette cut"
    for_channel = True
    rounds: tuple[tuple[tuple[Person, Card], ...], ...]
    order: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class ChouetteAsked(PostItem):
    """`by` would like to belong to the table, both chairs being taken, and asks its `keeper` to have it play
    à la chouette."""

    tag = "chouette asked"
    for_channel = True
    by: Person
    keeper: Person

    @property
    def mentions(self) -> tuple[int, ...]:
        return (self.keeper.user_id,)


@dataclass(frozen=True, slots=True)
class HandAnalysed(PostItem):
    """A hand's double-dummy analysis; the post's `seats` are those who played it."""

    tag = "analysis"
    analysis: Analysis

    @property
    def is_result(self) -> bool:
        return True

    @property
    def hand(self) -> int:
        return self.analysis.hand


@dataclass(frozen=True, slots=True)
class Post:
    """A message owed to the table's channel, delivered once.

    `number` counts a table's posts from 1. `seats` is who sat in each chair when the first of its game
    events happened: with whose names they are described.
    """

    table_id: int
    number: int
    items: tuple[PostItem, ...]
    seats: tuple[Occupant | None, ...] = ()

    @property
    def is_result(self) -> bool:
        """Whether it is a result, of one unit of play or of several that ended together, or an analysis."""
        return any(item.is_result for item in self.items)

    @property
    def results(self) -> tuple[Scored, ...]:
        """The units of play whose end it tells."""
        return tuple(
            item.event
            for item in self.items
            if isinstance(item, GameEvent) and isinstance(item.event, Scored)
        )

    @property
    def hand(self) -> int:
        """The number of the hand whose result or analysis it is; 0 if it is neither."""
        return max((item.hand for item in self.items), default=0)

    @property
    def mentions(self) -> tuple[int, ...]:
        """The people it may notify, by user id."""
        return tuple(dict.fromkeys(user_id for item in self.items for user_id in item.mentions))

    @property
    def by_dm(self) -> bool:
        """Whether it is told to each person at the table by DM."""
        return any(item.by_dm for item in self.items)

    @property
    def for_all(self) -> bool:
        """Whether it concerns everybody in the channel, even where the table has a thread of its own."""
        return any(item.for_all for item in self.items)

    @property
    def is_analysis(self) -> bool:
        """Whether it is the analysis of its hand."""
        return self.kind == HandAnalysed.tag

    @property
    def kind(self) -> str:
        """The kind of its last item."""
        return self.items[-1].kind

    @property
    def nonce(self) -> str:
        """The same for every attempt to send it, so that Discord takes it once (25 characters at most)."""
        return f"{self.table_id}-{self.number}"

    def items_with_seats(self) -> Iterator[tuple[PostItem, tuple[Occupant | None, ...]]]:
        """Each item with those who sat in the chairs before it happened."""
        seats = self.seats
        for item in self.items:
            yield item, seats
            if isinstance(item, GameEvent) and isinstance(item.event, Seated):
                seats = tuple(seats[old] for old in item.event.order)

    def joined(self, later: "Post") -> "Post | None":
        """One post of both; None where one is a result, which goes with other results alone, or an analysis,
        which stands alone."""
        if self.is_analysis or later.is_analysis or self.by_dm or later.by_dm:
            return None
        if self.is_result != later.is_result:
            return None
        first = self if any(isinstance(item, GameEvent) for item in self.items) else later
        return Post(self.table_id, self.number, self.items + later.items, first.seats)
