"""What people seated decide together: they propose, agree, refuse and withdraw; substitutes are called for.

One proposal at a time lies before a table. It is carried with the last yes of those it takes
(`bot.tables.turns.proposals.asked`), or at once where that is nobody.
"""

from dataclasses import replace

from bot.tables.people.access import Action, Actor, may_hold, require
from bot.tables.people.users import Users
from bot.tables.play.play import moved_on, require_player
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.posts import Ending, ProposalMade, SubstituteCalled, SubstituteOffered
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Proposal, ProposalKind, Status, Table
from bot.tables.store.repository import TableRepository, changes_table
from bot.tables.store.transaction import TableTransaction
from bot.tables.turns.deadlines import Deadlines
from bot.tables.turns.proposals import asked, drop, put, refusal, seconds_for, settle


class Consent:
    """Proposals of people seated, and the answers to them."""

    def __init__(self, repository: TableRepository, deadlines: Deadlines, users: Users) -> None:
        self.repository = repository
        self._deadlines = deadlines
        self._users = users

    @changes_table
    async def propose(
        self, tx: TableTransaction, actor: Actor, kind: ProposalKind, step: int | None = None
    ) -> None:
        """Propose to pause, to resume, to take back one's own last card or to abandon the match.

        Who proposes what is proposed already agrees to it. `step` is the number of moves the person had
        seen. Raises TableError.
        """
        mine = require_player(tx.snapshot, actor, Action.PROPOSE)
        if step is not None and moved_on(tx.snapshot, mine, step):
            raise TableError("stale")
        open_already = tx.table.proposal
        if open_already is not None:
            if open_already.kind is not kind or kind is ProposalKind.UNDO:
                raise TableError("proposal-open")
            self._agree(tx, actor, mine)
            return
        come_back(tx, mine)
        if no := refusal(tx.snapshot, mine, kind):
            raise no
        undone = tx.snapshot.undoable(mine)[0] if kind is ProposalKind.UNDO else None
        self._put(tx, actor.person, kind, mine, "" if undone is None else str(undone.move))

    @changes_table
    async def agree(self, tx: TableTransaction, actor: Actor, key: int | None = None) -> None:
        """Consent to what is proposed; `key` is the proposal's that the person saw. Raises TableError."""
        mine = require_player(tx.snapshot, actor, Action.VOTE)
        require_proposal(tx.table, key)
        self._agree(tx, actor, mine)

    @changes_table
    async def refuse(self, tx: TableTransaction, actor: Actor, key: int | None = None) -> None:
        """Refuse what is proposed, or withdraw it if one has proposed it oneself. Raises TableError."""
        mine = require_player(tx.snapshot, actor, Action.VOTE)
        proposal = require_proposal(tx.table, key)
        come_back(tx, mine)
        if proposal.by.user_id == actor.user_id:
            drop(tx, Ending.WITHDRAWN)
        else:
            _require_asked(tx.snapshot, proposal, actor)
            drop(tx, Ending.REFUSED, actor.person)
            if proposal.kind is ProposalKind.SUBSTITUTE:
                # For somebody else one calls again.
                tx.set_seat(proposal.chair, called=False)
        self._deadlines.keep(tx)

    @changes_table
    async def withdraw(self, tx: TableTransaction, actor: Actor) -> None:
        """Withdraw what one has proposed, or one's offer to take a chair. Raises TableError."""
        require(actor, Action.WITHDRAW, tx.table)
        proposal = require_proposal(tx.table)
        if proposal.by.user_id != actor.user_id:
            raise TableError("not-yours")
        drop(tx, Ending.WITHDRAWN)
        self._deadlines.keep(tx)

    @changes_table
    async def call(self, tx: TableTransaction, actor: Actor, chair: int | None = None) -> None:
        """Call for a substitute for the person of that chair, who has left or is away (Law 23).

        None: the only such chair. Raises TableError.
        """
        require_player(tx.snapshot, actor, Action.PROPOSE)
        if tx.table.board is not None:
            raise TableError("board-table")
        seats = tx.table.chairs
        missing = [index for index, seat in enumerate(seats) if seat.missing]
        if chair is None and len(missing) > 1:
            raise TableError("which-chair", chairs=", ".join(str(index + 1) for index in missing))
        if not missing or chair not in (None, *missing):
            raise TableError("nobody-missing")
        chair = missing[0] if chair is None else chair
        person = seats[chair].missing
        assert person is not None
        if seats[chair].called:
            raise TableError("called")
        tx.set_seat(chair, called=True)
        tx.post(SubstituteCalled(chair, person, actor.person))

    @changes_table
    async def answer(self, tx: TableTransaction, actor: Actor, chair: int) -> None:
        """Offer to take a chair for which a substitute has been called, its cards included.

        It becomes theirs unless one of the others refuses within a minute. Raises TableError.
        """
        table = tx.table
        require(actor, Action.SIT, table)
        missing = _require_called(table, chair)
        user_id = actor.user_id
        if table.chairs.seat_of(user_id) is not None:
            raise TableError("seated")
        if table.chairs.incoming_at(user_id) is not None:
            raise TableError("next-deal")
        if not may_hold(table, user_id, chair):
            raise TableError("other-side")
        seen = (await self._users.recalled(table, user_id)).dealt.seen
        if seen.get(user_id, chair) != chair:
            raise TableError("seen-hand")
        if table.chairs.waiting and not table.chairs.waits(user_id):
            raise TableError("prior-right", waiting=table.chairs.waiting)
        if table.proposal is not None:
            raise TableError("proposal-open")
        await self._users.require_welcome(table, user_id)
        if missing.user_id == user_id:
            tx.take_chair(chair, actor.person)
            self._deadlines.reset(tx)
        else:
            self._put(tx, actor.person, ProposalKind.SUBSTITUTE, chair)

    def _put(self, tx: TableTransaction, by: Person, kind: ProposalKind, chair: int, move: str = "") -> None:
        deadline = tx.now + seconds_for(kind, tx.table)
        missing = tx.table.chairs[chair].missing
        proposal = Proposal(kind, by, deadline, chair, tx.snapshot.step, move)
        if put(tx, proposal):
            self._deadlines.reset(tx)
            return
        people = asked(tx.snapshot, proposal)
        if kind is ProposalKind.SUBSTITUTE and missing is not None:
            tx.post(SubstituteOffered(by, people, deadline, missing))
        else:
            tx.post(ProposalMade(by, people, deadline, kind, move))
        self._deadlines.keep(tx)

    def _agree(self, tx: TableTransaction, actor: Actor, mine: int) -> None:
        come_back(tx, mine)
        proposal = require_proposal(tx.table)
        if proposal.by.user_id == actor.user_id:
            raise TableError("own-proposal")
        _require_asked(tx.snapshot, proposal, actor)
        if actor.user_id in proposal.agreed:
            raise TableError("agreed")
        tx.set(proposal=replace(proposal, agreed=(*proposal.agreed, actor.user_id)))
        if settle(tx):
            self._deadlines.reset(tx)
        else:
            self._deadlines.keep(tx)


def come_back(tx: TableTransaction, chair: int) -> None:
    """Whoever proposes or answers is not away."""
    if tx.table.chairs[chair].away:
        tx.come_back(chair)


def require_proposal(table: Table, key: int | None = None) -> Proposal:
    """What is proposed, with that key if one is given. Raises TableError."""
    proposal = table.proposal
    if proposal is None or key not in (None, proposal.key):
        raise TableError("no-proposal")
    return proposal


def _require_asked(snapshot: TableSnapshot, proposal: Proposal, actor: Actor) -> None:
    if actor.user_id not in {person.user_id for person in asked(snapshot, proposal)}:
        raise TableError("not-asked")


def _require_called(table: Table, chair: int) -> Person:
    seat = table.chairs[chair] if chair in range(len(table.chairs)) else None
    if seat is None or not seat.called or seat.missing is None or table.status is not Status.PLAYING:
        raise TableError("not-called")
    return seat.missing
