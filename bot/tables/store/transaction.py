"""One change of a table, put together before it is stored, and what to do when it does not hold."""

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import replace
from functools import partial, wraps
from itertools import pairwise
from typing import Any, ParamSpec, TypeVar

from bot.rules.cards import Card
from bot.rules.claiming import Claimed
from bot.rules.errors import RuleError
from bot.rules.events import Event, Scored
from bot.rules.forming import Candidate, FormsTable, form
from bot.rules.game import AnyGame, Chance
from bot.rules.history import History, MadeMove, Undo
from bot.rules.moves import Draw, Move
from bot.rules.preliminaries import Seated
from bot.rules.record import seal_digest
from bot.rules.seats import Seating
from bot.tables.judging.skill.weights import WEIGHTS
from bot.tables.state.board import Board
from bot.tables.state.chairs import House, Occupant, Person, Seat
from bot.tables.state.change import Change
from bot.tables.state.errors import TableError
from bot.tables.state.outcomes import ALONE, SEVERAL, Chair, HandPlayed, Outcome
from bot.tables.state.posts import (
    ChairsHeld,
    ChouetteScored,
    GameEvent,
    PlayerBack,
    PlayersSelected,
    Post,
    PostItem,
    SeatPromised,
    SeatTaken,
)
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.stakes import gains, outcomes
from bot.tables.state.table import LoggedMove, Posting, Seal, Status, Table, Tenure
from bot.tables.store.ports import Dealer

_P = ParamSpec("_P")
_T = TypeVar("_T")

_TRIES = 3


class Conflict(Exception):
    """The table was changed elsewhere since it was cached here. Nothing was stored; it may be tried again."""


def retry_on_conflict(use_case: Callable[_P, Awaitable[_T]]) -> Callable[_P, Coroutine[Any, Any, _T]]:
    """Do the use case again, each time from the table as it then is, when its transaction did not hold.

    Raises TableError (`busy`) when that does not help.
    """

    @wraps(use_case)
    async def tried(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        for _ in range(_TRIES):
            try:
                return await use_case(*args, **kwargs)
            except Conflict:
                continue
        raise TableError("busy")

    return tried


class TableTransaction:
    """Starts from a snapshot and collects moves, posts and results; get one from `TableRepository`.

    Nothing is stored until the `async with` block ends, and nothing at all if it raises.
    """

    def __init__(self, before: TableSnapshot, now: float, dealer: Dealer) -> None:
        self.table = before.table
        self.now = now
        self._before = before
        self._history = before.history
        self._dealer = dealer
        self._moves: list[LoggedMove] = []
        self._posts: list[Post] = []
        self._outcomes: list[Outcome] = []
        self._withdrawn: list[tuple[str, int]] = []
        self._played: list[HandPlayed] = []
        self._snapshot: TableSnapshot | None = before

    @property
    def before(self) -> TableSnapshot:
        """The table as the transaction found it."""
        return self._before

    @property
    def snapshot(self) -> TableSnapshot:
        """The table as it will be if the change holds; after the block, as it was stored."""
        if self._snapshot is None:
            log = (*self._before.log, *self._moves) if self._moves else self._before.log
            posts = self._before.posts + len(self._posts)
            self._snapshot = TableSnapshot(self.table, log, self._history, posts)
        return self._snapshot

    @property
    def game(self) -> AnyGame:
        """The rules played at the table."""
        return self._before.game

    # The fields are those of the table or of its part, each of its own type.
    def set(self, **fields: Any) -> None:
        """Change fields of the table."""
        self.table = replace(self.table, **fields)
        self._snapshot = None

    def set_chairs(self, **fields: Any) -> None:
        """Change fields of `Table.chairs`."""
        self.set(chairs=replace(self.table.chairs, **fields))

    def set_clock(self, **fields: Any) -> None:
        """Change fields of `Table.clock`."""
        self.set(clock=replace(self.table.clock, **fields))

    def set_telling(self, **fields: Any) -> None:
        """Change fields of `Table.telling`."""
        self.set(telling=replace(self.table.telling, **fields))

    def set_dealt(self, **fields: Any) -> None:
        """Change fields of `Table.dealt`."""
        self.set(dealt=replace(self.table.dealt, **fields))

    def seat(self, index: int, occupant: Occupant | None) -> None:
        """Put somebody else, or nobody, in one chair."""
        self._put(index, Seat(occupant))

    # The fields are those of `Seat`, each of its own type.
    def set_seat(self, index: int, **fields: Any) -> None:
        """Change fields of one chair, as that its person is `away`."""
        self._put(index, replace(self.table.chairs[index], **fields))

    def take_chair(self, index: int, person: Person) -> None:
        """Let that person hold that chair from now on, its cards included."""
        leaving = self.table.chairs[index].occupant
        self.seat(index, person)
        if self.table.status is Status.PLAYING:
            self.set_dealt(seen={**self.table.dealt.seen, person.user_id: index})
        if leaving is not None:
            self.post(SeatTaken(person, leaving))

    def present(self, index: int) -> None:
        """The person in that chair is there: nobody plays for them any more, and no substitute is called."""
        self.set_seat(index, away=False, called=False)

    def come_back(self, index: int) -> None:
        """Let the person in that chair, who was away, play again."""
        person = self.table.chairs[index].occupant
        assert isinstance(person, Person)
        self.present(index)
        self.post(PlayerBack(person))

    def come_in_later(self, index: int, person: Person) -> None:
        """Let that person take over that house player's chair at the next deal."""
        occupant = self.table.chairs[index].occupant
        assert occupant is not None
        self.set_seat(index, incoming=person, called=False)
        self.post(SeatPromised(person, occupant))

    def stand_in(self, index: int, house: House) -> None:
        """Let a house player keep the chair of the person who sits there, with its cards."""
        seat = self.table.chairs[index]
        kept_for = seat.occupant if isinstance(seat.occupant, Person) else seat.kept_for
        called = seat.called and kept_for is not None
        self._put(index, Seat(house, incoming=seat.incoming, kept_for=kept_for, called=called))

    def mark(self, index: int, text: str | None) -> None:
        """Note the move chosen in advance in that chair, in the notation; None: none."""
        marked = {chair: move for chair, move in self.table.dealt.marked.items() if chair != index}
        if text is not None:
            marked[index] = text
        self.set_dealt(marked=marked)

    def _put(self, index: int, seat: Seat) -> None:
        seats = self.table.chairs
        if seat.occupant != seats[index].occupant and self.table.dealt.marked:
            # What somebody marked is nobody else's to play, or to see.
            for played in self.snapshot.played_by(index):
                self.mark(played, None)
        if seat.occupant != seats[index].occupant:
            self._share(index)
        self.set_chairs(seats=(*seats[:index], seat, *seats[index + 1 :]))

    def post(self, *items: PostItem, seats: Sequence[Occupant | None] | None = None) -> None:
        """Owe the channel a message. What one transaction brings goes out together, results apart.

        `seats` are those with whose names it is described, if not those who sit there now.
        """
        if self.table.telling.posting is Posting.PANELS:
            return
        occupants = self._occupants if seats is None else seats
        number = self._before.posts + len(self._posts) + 1
        post = Post(self.table.id, number, items, tuple(occupants))
        joined = self._posts[-1].joined(post) if self._posts else None
        if joined is None:
            self._posts.append(post)
        else:
            self._posts[-1] = joined
        self._snapshot = None

    def form(self) -> None:
        """Choose who plays, where more people belong to the table than there are chairs (Laws 16-21)."""
        table, game = self.table, self.game
        if table.chouette is not None or not table.chairs.waiting or not isinstance(game, FormsTable):
            return
        options = game.options(table.options)
        people = {person.user_id: person for person in table.chairs.members}
        # Those who belong to the table already have all come long ago.
        first_come = game.first_come(options)
        candidates = [
            Candidate(user_id, table.chairs.rubbers[user_id], member=True)
            if user_id in table.chairs.rubbers
            else Candidate(user_id, came=came if first_come else 0)
            for came, user_id in enumerate(people)
        ]
        cut = partial(self.cut, game.cut_pack(options))

        formed = form(candidates, len(table.chairs), cut, lambda card: game.cut_height(options, card))
        # Those who stay keep their chairs; those who come in take the chairs left.
        incoming = iter([people[i] for i in formed.playing if table.chairs.seat_of(i) is None])
        seats = [seat if seat.user_id in formed.playing else Seat(next(incoming)) for seat in table.chairs]
        waiting = tuple(people[i] for i in formed.waiting)
        self.set_chairs(seats=tuple(seats), waiting=waiting)
        self.set(options=game.after_forming(options).to_mapping())
        self.post(
            PlayersSelected(
                len(people),
                len(seats),
                tuple(tuple((people[i], card) for i, card in cards.items()) for cards in formed.rounds),
                tuple(people[i] for i in formed.playing),
                waiting,
            )
        )

    def cut(self, pack: Sequence[Card], number: int) -> tuple[Card, ...]:
        """The cards that so many people cut from that pack."""
        texts = tuple(card.text for card in pack)
        text = self._dealer.deal(Chance(Draw.verb, texts, number, secret=False))
        return Draw.read(text.split()[1:]).pieces

    def begin(self) -> None:
        """Start the match: the deal is cut for, unless the one who plays alone has had the choice."""
        if self.table.chouette is not None:
            advisers = [person.user_id for person in self.table.chairs.waiting]
            self.set(chouette=self.table.chouette.begun(advisers))
        options = self.game.options(self.table.options)
        self._history = History.begin(self.game, options, self.table.dealer)
        self.set(status=Status.PLAYING)

    def move(self, seat: int | None, move: Move, seal: Seal | None = None) -> None:
        """Make a move, or take one back, and post the events it leads to. Raises RuleError, and TableError
        (`not-started`) before the match has begun."""
        if self._history is None:
            raise TableError("not-started")
        before = self._history
        chair = None if seat is None or move.preliminary else self.game.player_of(before.state, seat)
        if chair is not None and self.table.chairs[chair].away:
            self._share(chair)
        self._history, events = before.apply(seat, move)
        if isinstance(move, Undo) and seat is not None:
            self._withdraw(before.undoable(seat))
            # They were chosen in view of what is no longer so.
            self.set_dealt(marked={})
        elif seat is not None and seat in self.table.dealt.marked:
            self.mark(seat, None)
        number = self._before.step + len(self._moves) + 1
        self._moves.append(LoggedMove(number, seat, str(move), self.now, seal))
        self._snapshot = None
        # The last result of a match that is over is that of the whole match.
        results = [event for event in events if isinstance(event, Scored)]
        match = results[-1] if results and self.game.result(self._state) is not None else None
        for event in events:
            self._void(_replaced(event, before))
            self._record(event, match)

    def move_one_of(self, seats: Iterable[int], move: Move) -> None:
        """Make the move for the first of these seats that may make it. Raises RuleError if none may."""
        refusal: RuleError | None = None
        for seat in seats:
            try:
                self.move(seat, move)
            except RuleError as error:
                refusal = error
                continue
            return
        if refusal is not None:
            raise refusal

    def chance(self) -> None:
        """Make every chance move that is due; a secret pack is sealed, and the seal kept with the move."""
        while isinstance(due := self.game.to_act(self._state), Chance):
            text = self._dealer.deal(due)
            move = self.game.parse(text)
            if not due.secret:
                self.move(None, move)
                continue
            salt = self._dealer.salt()
            self._shuffled(move, Seal(salt, seal_digest(salt, text)))

    def deal_board(self, board: Board) -> None:
        """Begin the match with that board, dealt as it was everywhere."""
        self.begin()
        for seat, text in board.opening:
            move = self.game.parse(text)
            if seat is None:
                self._shuffled(move, board.seal)
            else:
                self.move(seat, move)

    def _shuffled(self, move: Move, seal: Seal) -> None:
        self._bring_in()
        self.set_dealt(deals=self.table.dealt.deals + 1, shared_chairs=())
        self.move(None, move, seal)

    def end(self, status: Status) -> None:
        """Let the table be finished, or cleared away: then the seal of a broken-off hand may be told."""
        self.set(status=status, proposal=None)
        self.set_clock(deadline=None, reminded=False, paused=False)

    def finish(self) -> Change | None:
        """Everything collected, as one change of the store; None if nothing is to be changed."""
        if not (self._moves or self._posts or self._outcomes) and self.table == self._before.table:
            return None
        if not self.table.open:
            self.set_clock(deferred={})
        before, table = self._before.table, self.table
        arrivals = table.chairs.arrivals
        if (table.chairs, table.chairs.waiting) != (before.chairs, before.chairs.waiting):
            arrivals = tuple(person.user_id for person in table.chairs.members)
        self.set(version=before.version + 1)
        self.set_chairs(arrivals=arrivals)
        self.set_dealt(tenures=self._tenures())
        return Change(
            self.table,
            self._before.table.version,
            tuple(self._moves),
            tuple(self._posts),
            tuple(self._outcomes),
            tuple(self._withdrawn),
            tuple(self._played),
            ends_calls=(before.chairs.called or bool(before.chairs.invited))
            and _wants_players(before)
            and not _wants_players(self.table),
        )

    def _bring_in(self) -> None:
        # Before the pack is shuffled, so that whoever comes in has this deal's cards and no other's.
        for index, seat in enumerate(self.table.chairs):
            if seat.incoming is not None:
                self.take_chair(index, seat.incoming)
        table = self.table
        seen = {seat.user_id: index for index, seat in enumerate(table.chairs) if seat.user_id}
        for person in table.chairs.waiting:
            if (chair := table.advised_by(person.user_id)) is not None:
                seen[person.user_id] = chair
        self.set_dealt(seen=seen, marked={})

    def _share(self, chair: int) -> None:
        # Somebody else plays on there with cards that have been dealt.
        if self.table.dealt.deals:
            self.set_dealt(shared_chairs=tuple(sorted({*self.table.dealt.shared_chairs, chair})))

    def _tenures(self) -> tuple[Tenure, ...]:
        table, latest = self.table, {tenure.chair: tenure for tenure in self.table.dealt.tenures}
        if not table.dealt.deals:
            return table.dealt.tenures
        tenures, before = list(table.dealt.tenures), self._before
        for chair, seat in enumerate(table.chairs):
            held = latest.get(chair)
            if seat.occupant is not None and (held is None or held.occupant != seat.occupant):
                told = len(before.course) if before.table.dealt.deals == table.dealt.deals else 0
                tenures.append(Tenure(table.dealt.deals, chair, seat.occupant, told))
        return tuple(tenures)

    @property
    def _winner(self) -> int | None:
        # The side, and so the chair, that has won a match of two.
        result = self.game.result(self._state)
        return None if result is None else result.winner

    @property
    def _state(self) -> object:
        return None if self._history is None else self._history.state

    def _withdraw(self, taken_back: Iterable[MadeMove]) -> None:
        # In the order in which the store does it: first what is withdrawn, then what is new.
        self._void([(result.unit, result.number) for made in taken_back for result in made.results])

    def _void(self, gone: Sequence[tuple[str, int]]) -> None:
        self._withdrawn += gone
        self._outcomes = [outcome for outcome in self._outcomes if (outcome.unit, outcome.number) not in gone]
        self._played = [hand for hand in self._played if ("hand", hand.number) not in gone]

    def _record(self, event: Event, match: Scored | None) -> None:
        if event.posted:
            items: list[PostItem] = [GameEvent(event)]
            if isinstance(event, Scored) and (held := self._chairs_held(event)):
                items.append(ChairsHeld(held))
            if event is match and self.table.chouette is not None:
                items.append(ChouetteScored(gains(self.table, self._winner)))
            self.post(*items)
        void = isinstance(event, Scored) and event.unit == "game" and event.winner is None
        # A void game is played again, under its number.
        # What is made of a board is compared with others at that board, and counts nowhere else.
        if isinstance(event, Scored) and (not void or event is match) and self.table.board is None:
            self._outcomes += self._results(event, match=event is match)
            if event is match and self.table.chouette is not None:
                house = self._with_house(event)
                self._outcomes += outcomes(self.table, self._winner, self.now, house=house)
        if isinstance(event, Scored) and event.unit == "hand" and self.table.game in WEIGHTS:
            self._played.append(HandPlayed(event.number, self.now, self._chairs()))
        if isinstance(event, Seated):
            self.set_chairs(seats=tuple(self.table.chairs[old] for old in event.order))
            self.set_dealt(marked={})

    def _chairs_held(self, event: Scored) -> tuple[Tenure, ...]:
        # Of the chairs that changed hands: in this hand, or at all where it is a result of several hands.
        # That people changed chairs with each other between rubbers is no change of hands.
        tenures, first = self._tenures(), self.table.dealt.deals if event.unit == "hand" else 0
        changed = {
            later.chair
            for earlier, later in pairwise(sorted(tenures, key=lambda tenure: tenure.chair))
            if later.chair == earlier.chair and later.deal >= first and not _sat_elsewhere(later, tenures)
        }
        return tuple(tenure for tenure in tenures if tenure.chair in changed)

    def _with_house(self, event: Scored) -> bool:
        # In this hand, or at any time where it is a result of several hands.
        first = self.table.dealt.deals if event.unit == "hand" else 0
        held = [tenure.occupant for tenure in self._tenures() if tenure.deal >= first]
        return any(isinstance(occupant, House) for occupant in (*held, *self._occupants))

    @property
    def _occupants(self) -> list[Occupant | None]:
        return [seat.occupant for seat in self.table.chairs]

    def _details(self, event: Scored, seat: int) -> dict[str, int]:
        if event.unit != "hand" or self._history is None:
            return {}
        hand = self._history.position.course
        details = dict(self.game.details(event, hand, seat))
        claimed = (told.seat for told in hand if isinstance(told, Claimed))
        if seat in (self.game.player_of(self._state, claimant) for claimant in claimed):
            details["claims"] = 1
        return details

    def _partner_id(self, chair: int, partners: Iterable[int], seating: Seating) -> int:
        people = [other for other in partners if other not in seating.dummies]
        if not people and seating.partners_of(chair):
            return ALONE
        return next((user_id for other in people if (user_id := self.table.chairs[other].user_id)), 0)

    def _results(self, event: Scored, *, match: bool) -> list[Outcome]:
        table, house = self.table, self._with_house(event)
        seating = self.game.seating(self.game.options(table.options))
        outcomes = []
        for index, seat in enumerate(table.chairs):
            if not isinstance(seat.occupant, Person):
                continue
            sides = event.by_sides or seating.sides
            side = next(number for number, members in enumerate(sides) if index in members)
            partners = [other for other in sides[side] if other != index]
            outcomes.append(
                Outcome(
                    table_id=table.id,
                    guild_id=table.guild_id,
                    game=table.game,
                    unit=event.unit,
                    number=event.number,
                    at=self.now,
                    user_id=seat.occupant.user_id,
                    partner_id=self._partner_id(index, partners, seating),
                    points=event.points[side],
                    against=max(points for other, points in enumerate(event.points) if other != side),
                    won=event.won(side),
                    name=seat.occupant.name,
                    house=house,
                    match=match,
                    details=self._details(event, index),
                )
            )
        return outcomes

    def _chairs(self) -> tuple[Chair, ...]:
        # Who has played the hand that is over.
        chairs: list[Chair] = []
        for chair, occupant in enumerate(self._occupants):
            match occupant:
                case Person() if chair not in self.table.dealt.shared_chairs:
                    chairs.append(occupant.user_id)
                case House() if chair not in self.table.dealt.shared_chairs:
                    chairs.append(occupant.player)
                case _:
                    chairs.append(SEVERAL)
        return tuple(chairs)


def _wants_players(table: Table) -> bool:
    # In play a chair of the house is free from the next deal on; but the call was for this match.
    return table.status is Status.LOBBY and any(seat.occupant is None for seat in table.chairs)


def _sat_elsewhere(tenure: Tenure, tenures: Sequence[Tenure]) -> bool:
    # Whether the occupant held another chair before.
    return any(
        other.occupant == tenure.occupant and other.chair != tenure.chair and other.deal < tenure.deal
        for other in tenures
    )


def _replaced(event: Event, before: History) -> Sequence[tuple[str, int]]:
    # The results that count no longer with that event, by unit and number.
    if isinstance(event, Scored) and event.unit == "hand":
        counted_again = any(hand.number == event.number for hand in before.position.hands)
        return [(event.unit, event.number)] if counted_again else []
    return event.reopens
