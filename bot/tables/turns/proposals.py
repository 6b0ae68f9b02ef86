"""What may be proposed at a table, whom it needs, when it holds, and what it does once it is carried.

Everything here happens within a transaction; `bot.tables.play.consent` has the use cases.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.rules.events import Dealt
from bot.rules.records.history import MadeMove, Undo
from bot.rules.trick_taking.claiming import Claim
from bot.tables.people.access import Actor
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.posts import Ending, PlayerAway, ProposalEnded
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Proposal, ProposalKind, Status, Table
from bot.tables.store.transaction import TableTransaction

SECONDS: Final[Mapping[ProposalKind, float]] = {
    ProposalKind.UNDO: 30.0,
    ProposalKind.CLAIM: 60.0,
    ProposalKind.SUBSTITUTE: 60.0,
    ProposalKind.PAUSE: 2 * 60.0,
    ProposalKind.ABANDON: 2 * 60.0,
    ProposalKind.RESUME: 10 * 60.0,
}
"""How long there is to answer, in seconds."""

PAUSED_SECONDS: Final = 7 * 24 * 60 * 60.0  # how long a paused table waits before it is closed
_SHARE_OF_TURN = 24  # at a slow table an answer may take this part of a turn, so an hour at a day a turn
_LEAST_LEFT = 30.0  # who is to act has so many seconds at least after play has waited for an answer


def seconds_for(kind: ProposalKind, table: Table) -> float:
    """How long there is to answer at that table, in seconds."""
    return max(SECONDS[kind], table.clock.turn_seconds / _SHARE_OF_TURN)


def others_present(table: Table, actor: Actor) -> tuple[Person, ...]:
    """The other people seated there who are not away."""
    return tuple(person for _, person in _present(table) if person.user_id != actor.user_id)


def asked(snapshot: TableSnapshot, proposal: Proposal) -> tuple[Person, ...]:
    """Those who must agree: the people seated who are not away. A claim asks only the adversaries, conceding
    all tricks only the partner. House players agree to everything."""
    people = _present(snapshot.table)
    if proposal.kind is ProposalKind.CLAIM:
        seating = snapshot.seating
        own, concedes = seating.side_of(proposal.chair), concedes_all(snapshot, proposal)
        people = [(chair, who) for chair, who in people if (seating.side_of(chair) == own) is concedes]
    return tuple(person for _, person in people if person.user_id != proposal.by.user_id)


def unanswered(snapshot: TableSnapshot, proposal: Proposal) -> tuple[Person, ...]:
    """Those asked who have not agreed yet."""
    return tuple(person for person in asked(snapshot, proposal) if person.user_id not in proposal.agreed)


def concedes_all(snapshot: TableSnapshot, proposal: Proposal) -> bool:
    """Whether the proposal claims no trick at all."""
    move = snapshot.game.parse(proposal.move)
    return isinstance(move, Claim) and not move.tricks


def put(tx: TableTransaction, proposal: Proposal) -> bool:
    """Make the proposal. Returns whether it was carried at once, there being nobody to ask."""
    tx.set(proposal=replace(proposal, turn_deadline=tx.table.turn_deadline))
    return settle(tx)


def settle(tx: TableTransaction) -> bool:
    """Carry a proposal to which all have agreed, and drop one that no longer applies. Returns whether it was
    carried."""
    proposal = tx.table.proposal
    if proposal is None or tx.table.status is not Status.PLAYING:
        return False
    if not _holds(tx.snapshot, proposal):
        drop(tx, Ending.OFF)
        return False
    if unanswered(tx.snapshot, proposal):
        return False
    _carry(tx, proposal)
    return True


def expire(tx: TableTransaction) -> bool:
    """End a proposal whose time is over: silence is consent to a substitute, and to nothing else.

    At a paused table, where no clock runs, whoever has not answered counts as away. Returns whether it was
    carried.
    """
    proposal = tx.table.proposal
    if proposal is None or settle(tx):
        return proposal is not None
    if tx.table.proposal is None:
        return False
    if proposal.kind is ProposalKind.SUBSTITUTE:
        _carry(tx, proposal)
        return True
    silent = unanswered(tx.snapshot, proposal)
    drop(tx, Ending.EXPIRED)
    if tx.table.clock.paused:
        for person in silent:
            chair = tx.table.chairs.seat_of(person.user_id)
            assert chair is not None
            tx.set_seat(chair, away=True)
            tx.post(PlayerAway(person, plays=False))
    return False


def drop(tx: TableTransaction, ending: Ending, person: Person | None = None) -> None:
    """End the proposal without effect; `person` is who refused."""
    proposal = tx.table.proposal
    assert proposal is not None
    held, at = tx.table.held and not tx.table.clock.paused, proposal.turn_deadline
    if held and at is not None:
        at = max(at, tx.now + _LEAST_LEFT)
    tx.set(proposal=None)
    tx.set_clock(deadline=at)
    tx.post(ProposalEnded(proposal.kind, proposal.by, ending, person))


def refusal(snapshot: TableSnapshot, chair: int, kind: ProposalKind) -> TableError | None:
    """Why the person in that chair cannot propose that now, in a match in progress; None if they can."""
    table = snapshot.table
    match kind:
        case ProposalKind.RESUME if not table.clock.paused:
            return TableError("not-paused")
        case ProposalKind.PAUSE if table.clock.paused:
            return TableError("paused-already")
        case ProposalKind.UNDO | ProposalKind.CLAIM if table.clock.paused:
            return TableError("paused")
        case ProposalKind.UNDO:
            return _no_undo(snapshot, chair)
        case ProposalKind.PAUSE | ProposalKind.ABANDON if table.board is not None:
            return TableError("board-table")
        case ProposalKind.CLAIM:
            return _no_claim(snapshot, chair)
        case ProposalKind.SUBSTITUTE if not any(seat.missing and not seat.called for seat in table.chairs):
            return TableError("nobody-missing")
    return None


def seat_claiming(snapshot: TableSnapshot, chair: int) -> tuple[int, range] | None:
    """The seat for which whoever sits in that chair may claim tricks now, and how many; None for none."""
    for seat in snapshot.seats_to_move(chair):
        if tricks := snapshot.game.claimable(snapshot.state, seat):
            return seat, tricks
    return None


def _no_undo(snapshot: TableSnapshot, chair: int) -> TableError | None:
    if snapshot.table.board is not None:
        return TableError("deal-shared")
    undoable = snapshot.undoable(chair)
    if not undoable:
        return TableError("nothing-to-undo")
    made = undoable[0]
    if made.move.reveals or _drew(snapshot, made):
        return TableError("undo-seen")
    if made.seat is not None and len(snapshot.game.legal(made.before.state, made.seat)) == 1:
        # It would be played again, perhaps by itself.
        return TableError("undo-forced")
    return None


def _drew(snapshot: TableSnapshot, made: MadeMove) -> bool:
    # A card or a domino may have come to whoever made the move, as after a trick at Bingo.
    events = snapshot.game.apply(made.before.state, made.seat, made.move).events
    return any(isinstance(event, Dealt) and event.seat == made.seat for event in events)


def _no_claim(snapshot: TableSnapshot, chair: int) -> TableError | None:
    if Claim.verb not in snapshot.game.verbs:
        return TableError("no-claims", game=snapshot.game.key)
    return None if seat_claiming(snapshot, chair) else TableError("claim-turn")


def _holds(snapshot: TableSnapshot, proposal: Proposal) -> bool:
    table, by = snapshot.table, proposal.by.user_id
    if proposal.kind is ProposalKind.SUBSTITUTE:
        free = table.chairs[proposal.chair].missing is not None
        return free and table.chairs.seat_of(by) is None and by not in table.chairs.removed
    chair = table.chairs.seat_of(by)
    if chair is None or table.chairs[chair].away:
        return False
    if proposal.kind is ProposalKind.CLAIM and not concedes_all(snapshot, proposal):
        # Somebody must be there to judge what nobody could prove.
        return bool(asked(snapshot, proposal)) and snapshot.step == proposal.step
    return proposal.kind not in (ProposalKind.UNDO, ProposalKind.CLAIM) or snapshot.step == proposal.step


def _carry(tx: TableTransaction, proposal: Proposal) -> None:
    tx.set(proposal=None)
    tx.set_clock(deadline=proposal.turn_deadline)
    ended = ProposalEnded(proposal.kind, proposal.by, Ending.CARRIED)
    match proposal.kind:
        case ProposalKind.PAUSE:
            tx.set_clock(paused=True, reminded=False, deadline=tx.now + PAUSED_SECONDS)
            tx.post(ended)
        case ProposalKind.RESUME:
            tx.set_clock(paused=False)
            tx.post(ended)
        case ProposalKind.UNDO:
            tx.move(tx.snapshot.undoable(proposal.chair)[0].seat, Undo())
        case ProposalKind.CLAIM:
            tx.move_one_of(tx.snapshot.seats_to_move(proposal.chair), tx.game.parse(proposal.move))
            tx.chance()
        case ProposalKind.ABANDON:
            tx.post(ended)
            tx.end(Status.CLOSED)
        case ProposalKind.SUBSTITUTE:
            tx.stop_waiting(proposal.by.user_id)
            tx.take_chair(proposal.chair, proposal.by)
            tx.pass_on()


def _present(table: Table) -> list[tuple[int, Person]]:
    return [(chair, seat.present) for chair, seat in enumerate(table.chairs) if seat.present is not None]
