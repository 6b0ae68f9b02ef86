"""What people do in a match: start it, move, come back to it."""

from bot.rules.errors import NotationError
from bot.rules.records.history import Undo
from bot.rules.trick_taking.claiming import Claim
from bot.tables.people.access import Action, Actor, require
from bot.tables.seating.consulting import take_places
from bot.tables.seating.forming import form
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status, Table
from bot.tables.store.repository import TableRepository, changes_table
from bot.tables.store.transaction import TableTransaction
from bot.tables.turns.deadlines import Deadlines
from bot.tables.turns.dealing import deal
from bot.tables.turns.move_policy import seat_marked


class Play:
    """Use cases of people in a match in progress."""

    def __init__(self, repository: TableRepository, deadlines: Deadlines) -> None:
        self.repository = repository
        self._deadlines = deadlines

    @changes_table
    async def start(self, tx: TableTransaction, actor: Actor) -> None:
        """Begin the match; without the ceremony the first hand is dealt at once. Raises TableError while a
        chair is empty."""
        table = tx.table
        require(actor, Action.START, table)
        if table.status is not Status.LOBBY:
            raise TableError("already-started")
        take_places(tx)
        table = tx.table
        if not table.chairs.people:
            raise TableError("session-empty")
        if empty := sum(seat.occupant is None for seat in table.chairs):
            raise TableError("not-full", empty=empty)
        form(tx)
        tx.begin()
        deal(tx)
        self._deadlines.reset(tx)

    @changes_table
    async def act(self, tx: TableTransaction, actor: Actor, text: str, step: int | None = None) -> None:
        """Make a person's move, written in the notation.

        `step` is the number of moves the person had seen (`TableSnapshot.step`); the move is refused as
        stale if they, or chance, have moved since. The play of a card that is held is marked while it is not
        their turn, and is made when that comes, if it is legal then. Raises TableError or RuleError.
        """
        snapshot = tx.snapshot
        mine = require_player(snapshot, actor, Action.MOVE)
        if step is not None and moved_on(snapshot, mine, step):
            raise TableError("stale")
        if (seat := snapshot.seat_besides(mine, text)) is not None:
            self._move_besides(tx, mine, seat, text)
            return
        if not snapshot.seats_to_move(mine) and (seat := seat_marked(snapshot, mine, text)) is not None:
            tx.mark(seat, text)
            self._present(tx, mine)
            return
        try:
            move = snapshot.game.parse(text)
        except NotationError:
            require_turn(snapshot, mine)
            raise
        if move.out_of_turn:
            # The rules refuse it with their reason.
            snapshot.game.verify(snapshot.state, mine, move)
        seats = require_turn(snapshot, mine)
        if isinstance(move, Claim):
            # The table makes this move once the claim is proved or agreed to.
            raise TableError("claim-as-move")
        if tx.table.chairs[mine].away:
            tx.present(mine)
        tx.move_one_of(seats, move)
        tx.chance()
        self._deadlines.reset(tx)

    @changes_table
    async def unmark(self, tx: TableTransaction, actor: Actor) -> None:
        """Remove the mark of a card: its player is asked again when their turn comes. No error if nothing is
        marked. Raises TableError."""
        mine = require_player(tx.snapshot, actor, Action.MOVE)
        for seat in tx.snapshot.played_by(mine):
            tx.mark(seat, None)
        self._present(tx, mine)
        if mine in tx.snapshot.players_awaited():
            # The bot was about to play it.
            self._deadlines.reset(tx)

    @changes_table
    async def come_back(self, tx: TableTransaction, actor: Actor) -> None:
        """Take one's own seat again after having been away."""
        mine = require_player(tx.snapshot, actor, Action.COME_BACK)
        if not tx.table.chairs[mine].away:
            raise TableError("here")
        tx.come_back(mine)
        self._deadlines.reset(tx)

    @changes_table
    async def next_hand(self, tx: TableTransaction, actor: Actor) -> None:
        """Deal the next hand now. Raises TableError if none waits to be dealt."""
        mine = require_player(tx.snapshot, actor, Action.NEXT_HAND)
        if not tx.snapshot.between_hands:
            raise TableError("to-be-cut" if tx.snapshot.cutting_seat is not None else "dealt")
        if tx.table.chairs[mine].away:
            tx.present(mine)
        deal(tx)
        self._deadlines.reset(tx)

    def _move_besides(self, tx: TableTransaction, chair: int, seat: int, text: str) -> None:
        # Nobody gets more time by this, unless the turn has passed to others.
        before, away = tx.snapshot.awaited, tx.table.chairs[chair].away
        if away:
            tx.present(chair)
        tx.move(seat, tx.game.parse(text))
        tx.chance()
        if away or tx.snapshot.awaited != before:
            self._deadlines.reset(tx)
        else:
            self._deadlines.keep(tx)

    def _present(self, tx: TableTransaction, chair: int) -> None:
        # It may be somebody else's turn: their clock goes on.
        if tx.table.chairs[chair].away:
            tx.present(chair)
            self._deadlines.reset(tx)


def require_player(snapshot: TableSnapshot, actor: Actor, action: Action) -> int:
    """The chair of that person, in a match in progress, if they may do that. Raises TableError."""
    table = snapshot.table
    if not table.open:
        require(actor, Action.LOOK, table)
        raise TableError("closed")
    require(actor, action, table)
    mine = table.chairs.seat_of(actor.user_id)
    if mine is None:
        raise TableError("not-playing")
    if table.status is Status.LOBBY:
        raise TableError("not-started")
    if table.held and action in (Action.MOVE, Action.HINT, Action.NEXT_HAND):
        raise TableError("paused") if table.clock.paused else TableError("held", by=held_by(table))
    return mine


def held_by(table: Table) -> Person | None:
    """Who has made the proposal that play waits for."""
    return None if table.proposal is None else table.proposal.by


def require_turn(snapshot: TableSnapshot, player: int) -> list[int]:
    """The seats that the occupant of that chair is to move for now. Raises TableError."""
    if seats := snapshot.seats_to_move(player):
        return seats
    awaited = tuple(snapshot.table.chairs[chair].occupant for chair in snapshot.players_awaited())
    raise TableError("not-your-turn", awaited=awaited)


def moved_on(snapshot: TableSnapshot, player: int, step: int) -> bool:
    """Whether that player, or chance, has moved since that step, or anybody has taken a move back.

    Where several are awaited at once, what the others did in the meantime is no matter.
    """
    since = snapshot.log[step:]
    return step > snapshot.step or any(
        logged.seat is None
        or logged.text == Undo.verb
        or snapshot.game.player_of(snapshot.state, logged.seat) == player
        for logged in since
    )
