"""One change of a table, put together before it is stored."""

from collections.abc import Iterable, Sequence

from bot.rules.cards import Card
from bot.rules.errors import RuleError
from bot.rules.events import Event, Scored
from bot.rules.game import Chance
from bot.rules.moves import Draw, Move
from bot.rules.preliminaries.phases import Seated
from bot.rules.records.history import History, MadeMove, Undo
from bot.rules.records.record import seal_digest
from bot.tables.state.board import Board
from bot.tables.state.change import Change
from bot.tables.state.errors import TableError
from bot.tables.state.outcomes import Achieved, HandPlayed, Outcome
from bot.tables.state.posts import ChairsHeld, ChouetteScored, GameEvent, PostItem
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.stakes import gains, stakes_won
from bot.tables.state.table import LoggedMove, Seal, Status, Table
from bot.tables.store.draft import TableDraft
from bot.tables.store.ports import Dealer
from bot.tables.store.scoring import (
    achieved_in,
    chairs_held,
    outcomes_of,
    players_of,
    replaced,
    tenures_of,
    with_house,
)


class TableTransaction(TableDraft):
    """Starts from a snapshot and collects moves, posts and results; get one from `TableRepository`.

    Nothing is stored until the `async with` block ends, and nothing at all if it raises.
    """

    def __init__(self, before: TableSnapshot, now: float, dealer: Dealer) -> None:
        super().__init__(before, now)
        self._dealer = dealer
        self._outcomes: list[Outcome] = []
        self._withdrawn: list[tuple[str, int]] = []
        self._played: list[HandPlayed] = []
        self._achieved: list[Achieved] = []

    def cut(self, pack: Sequence[Card], number: int) -> tuple[Card, ...]:
        """The cards that so many people cut from that pack."""
        texts = tuple(card.text for card in pack)
        text = self._dealer.deal(Chance(Draw.verb, texts, number, secret=False))
        return Draw.read(text.split()[1:]).pieces

    def begin(self) -> None:
        """Start the match. The deal is cut for, unless the one who plays alone has chosen."""
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
            # They were chosen before the move was taken back.
            self.set_dealt(marked={})
        elif seat is not None and seat in self.table.dealt.marked:
            self.mark(seat, None)
        number = self.before.step + len(self._moves) + 1
        self._moves.append(LoggedMove(number, seat, str(move), self.now, seal))
        self._snapshot = None
        # The last result of a finished match is the result of the match.
        results = [event for event in events if isinstance(event, Scored)]
        match = results[-1] if results and self.game.result(self._state) is not None else None
        for event in events:
            self._void(replaced(event, before))
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
        """Make every chance move that is due. A secret pack is sealed; the seal is kept with the move."""
        while self._history is not None and isinstance(due := self._history.to_act, Chance):
            text = self._dealer.deal(due)
            move = self.game.parse(text)
            if not due.secret:
                self.move(None, move)
                continue
            salt = self._dealer.salt()
            self._shuffled(move, Seal(salt, seal_digest(salt, text)))

    def deal_board(self, board: Board) -> None:
        """Begin the match with that board, dealt as at every other table."""
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

    def finish(self) -> Change | None:
        if not (self._moves or self._posts or self._outcomes) and self.table == self.before.table:
            return None
        if not self.table.open:
            self.set_clock(deferred={})
        before, table = self.before.table, self.table
        arrivals = table.chairs.arrivals
        if table.chairs != before.chairs:
            arrivals = tuple(person.user_id for person in table.chairs.members)
        self.set(version=before.version + 1)
        self.set_chairs(arrivals=arrivals)
        self.set_dealt(tenures=tenures_of(self.before, self.table))
        return Change(
            self.table,
            before,
            tuple(self._moves),
            tuple(self._posts),
            tuple(self._outcomes),
            tuple(self._withdrawn),
            tuple(self._played),
            tuple(self._achieved),
            ends_calls=(before.chairs.called or bool(before.chairs.invited))
            and _wants_players(before)
            and not _wants_players(self.table),
        )

    @property
    def _state(self) -> object:
        return None if self._history is None else self._history.state

    def _withdraw(self, taken_back: Iterable[MadeMove]) -> None:
        # The store withdraws first and then adds.
        self._void([(result.unit, result.number) for made in taken_back for result in made.results])

    def _void(self, gone: Sequence[tuple[str, int]]) -> None:
        self._withdrawn += gone
        self._outcomes = [outcome for outcome in self._outcomes if (outcome.unit, outcome.number) not in gone]
        self._played = [hand for hand in self._played if ("hand", hand.number) not in gone]
        self._achieved = [one for one in self._achieved if ("hand", one.hand) not in gone]

    def _record(self, event: Event, match: Scored | None) -> None:
        if event.posted:
            self._post_event(event, last=event is match)
        if isinstance(event, Scored):
            self._score(event, last=event is match)
        if isinstance(event, Seated):
            self.set_chairs(seats=tuple(self.table.chairs[old] for old in event.order))
            self.set_dealt(marked={})

    def _post_event(self, event: Event, *, last: bool) -> None:
        items: list[PostItem] = [GameEvent(event)]
        if isinstance(event, Scored) and (held := chairs_held(self.before, self.table, event)):
            items.append(ChairsHeld(held))
        if last and self.table.chouette is not None:
            items.append(ChouetteScored(gains(self.table, self._winner)))
        self.post(*items)

    def _score(self, event: Scored, *, last: bool) -> None:
        # A void game is played again, under its number. What is made of a board is compared with others at
        # that board, and counts nowhere else.
        void = event.unit == "game" and event.winner is None
        if (not void or last) and self.table.board is None:
            house = with_house(self.before, self.table, event)
            assert self._history is not None
            self._outcomes += outcomes_of(self.table, self._history, event, self.now, house=house, match=last)
            if last and self.table.chouette is not None:
                self._outcomes += stakes_won(self.table, self._winner, self.now, house=house)
            if event.unit == "hand":
                self._achieved += achieved_in(self.table, self._history, event, self.now)
        if event.unit == "hand" and self.game.skill_estimated:
            self._played.append(HandPlayed(event.number, self.now, players_of(self.table)))

    @property
    def _winner(self) -> int | None:
        # The winning side, which is a chair in a match of two.
        result = self.game.result(self._state)
        return None if result is None else result.winner


def _wants_players(table: Table) -> bool:
    # In play a chair of the house is free from the next deal on; but the call was for this match.
    return table.status is Status.LOBBY and any(seat.occupant is None for seat in table.chairs)
