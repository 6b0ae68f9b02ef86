"""Claiming the tricks left, or conceding them, without playing them out.

A claim is proved from the claimant's view alone, whatever the others hold. Only where nobody can say whether
it holds are the adversaries asked, with the hand laid down before everybody.
"""

from typing import Final, Protocol, cast

from bot.rules.cards import Card
from bot.rules.trick_taking.claiming import Claim
from bot.tables.people.access import Action, Actor
from bot.tables.play.consent import come_back
from bot.tables.play.play import held_by, moved_on, require_player
from bot.tables.state.errors import TableError
from bot.tables.state.posts import ClaimPut, ProposalMade
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Proposal, ProposalKind, Status
from bot.tables.store.ports import HousePlayers
from bot.tables.store.recent import Recent
from bot.tables.store.repository import TableRepository, changes_table
from bot.tables.store.transaction import TableTransaction
from bot.tables.turns.deadlines import Deadlines
from bot.tables.turns.proposals import asked, put, refusal, seat_claiming, seconds_for

_OFFERED: Final = range(2, 9)
"""With how many tricks left a person is told that they are all theirs: the last one is soon played, and more
are seldom proved."""

_CHAIRS: Final = 10_000


class _HandView(Protocol):
    hand: tuple[Card, ...]


class Claims:
    """Claims of people in a match."""

    def __init__(self, repository: TableRepository, house: HousePlayers, deadlines: Deadlines) -> None:
        self.repository = repository
        self._house = house
        self._deadlines = deadlines
        self._checking: set[tuple[int, int]] = set()
        # By table and seat: the step, and whether the tricks left were settled then.
        self._settled: Recent[tuple[int, int], tuple[int, bool]] = Recent(_CHAIRS)

    async def offered(self, snapshot: TableSnapshot, chair: int) -> int:
        """How many tricks are left, where whoever sits in that chair is to play and is proved from their view
        alone to make them all; else 0.

        Where no hints are given it counts only if there is nothing to be found: leads that nobody can beat.
        """
        table = snapshot.table
        if (
            table.status is not Status.PLAYING
            or table.proposal
            or refusal(snapshot, chair, ProposalKind.CLAIM)
        ):
            return 0
        found = seat_claiming(snapshot, chair)
        if found is None or found[1][-1] not in _OFFERED:
            return 0
        seat, left = found[0], found[1][-1]
        step, settled = self._settled.get((table.id, seat), (None, False))
        if step != snapshot.step:
            view = snapshot.view(seat)
            settled = await self._house.is_settled(table.game, view, left, searching=table.hints)
            self._settled[table.id, seat] = snapshot.step, settled
        return left if settled else 0

    async def claim(
        self, table_id: int, actor: Actor, tricks: int, step: int | None = None, *, shown: bool = False
    ) -> TableSnapshot:
        """Claim so many of the tricks left for one's side; 0 concedes them all, if one's partner agrees.

        A claim that is proved is scored at once, and one that is not is refused (`not-proved`), of which
        nobody else hears. Where nobody can prove it (`claim-unknown`) it takes the consent of the
        adversaries, and `shown`: the claimant knows that everybody will see the hand. `step` is the number
        of moves the person had seen. Raises TableError or RuleError.
        """
        seen = await self.repository.fresh(table_id)
        seat = _require_claim(seen, actor, tricks, step)
        if not tricks:
            return await self._propose(table_id, actor, tricks, seen.step)
        if (table_id, actor.user_id) in self._checking:
            raise TableError("checking")
        self._checking.add((table_id, actor.user_id))
        try:
            check = await self._house.prove_claim(seen.table.game, seen.view(seat), tricks)
        finally:
            self._checking.discard((table_id, actor.user_id))
        if check.answer == "not-proved":
            raise TableError("not-proved", claimed=tricks, most=check.most)
        if check.answer == "proved":
            return await self._score(table_id, actor, tricks, check.line, seen.step)
        return await self._propose(table_id, actor, tricks, seen.step, shown=shown)

    @changes_table
    async def _score(
        self, tx: TableTransaction, actor: Actor, tricks: int, line: tuple[Card, ...], step: int
    ) -> None:
        seat = _require_claim(tx.snapshot, actor, tricks, step)
        come_back(tx, _chair(tx, actor))
        tx.move(seat, Claim(tricks, line))
        tx.chance()
        self._deadlines.reset(tx)

    @changes_table
    async def _propose(
        self, tx: TableTransaction, actor: Actor, tricks: int, step: int, *, shown: bool = True
    ) -> None:
        _require_claim(tx.snapshot, actor, tricks, step)
        chair = _chair(tx, actor)
        come_back(tx, chair)
        deadline = tx.now + seconds_for(ProposalKind.CLAIM, tx.table)
        move = str(Claim(tricks))
        proposal = Proposal(ProposalKind.CLAIM, actor.person, deadline, chair, tx.snapshot.step, move)
        people = asked(tx.snapshot, proposal)
        if tricks and not people:
            raise TableError("claim-unchecked")
        if not shown:
            raise TableError("claim-unknown")
        # A dummy's hand lies open already.
        hand, left = cast(_HandView, tx.snapshot.view(chair)).hand, _left(tx.snapshot, chair)
        if put(tx, proposal):
            self._deadlines.reset(tx)
            return
        if tricks:
            tx.post(ClaimPut(actor.person, people, deadline, tricks, left, hand))
        else:
            tx.post(ProposalMade(actor.person, people, deadline, ProposalKind.CLAIM, move))
        self._deadlines.keep(tx)


def _require_claim(snapshot: TableSnapshot, actor: Actor, tricks: int, step: int | None) -> int:
    """The seat that claims. Raises TableError or RuleError."""
    mine = require_player(snapshot, actor, Action.PROPOSE)
    if step is not None and moved_on(snapshot, mine, step):
        raise TableError("stale")
    if snapshot.table.held and not snapshot.table.clock.paused:
        raise TableError("held", by=held_by(snapshot.table))
    if no := refusal(snapshot, mine, ProposalKind.CLAIM):
        raise no
    if snapshot.table.proposal is not None:
        raise TableError("proposal-open")
    found, history = seat_claiming(snapshot, mine), snapshot.history
    assert found is not None
    assert history is not None
    seat, possible = found
    if tricks not in possible:
        # Let the rules refuse it: they say how many may be claimed.
        history.apply(seat, Claim(tricks))
    return seat


def _chair(tx: TableTransaction, actor: Actor) -> int:
    chair = tx.table.chairs.seat_of(actor.user_id)
    assert chair is not None
    return chair


def _left(snapshot: TableSnapshot, chair: int) -> int:
    found = seat_claiming(snapshot, chair)
    return found[1][-1] if found else 0
