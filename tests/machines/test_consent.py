"""Consent: a proposal is carried with the last yes, ended by one no, and never twice."""

from collections.abc import Coroutine
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from bot.tables.state.errors import TableError
from bot.tables.state.posts import Ending, ProposalEnded, ProposalMade
from bot.tables.state.table import ProposalKind, Status
from bot.tables.turns.proposals import SECONDS
from tests.machines.machine import Machine, check
from tests.tables.fakes import Room, actor

PEOPLE = (1, 2, 3)
KINDS = (ProposalKind.PAUSE, ProposalKind.RESUME, ProposalKind.ABANDON)

people = st.sampled_from(PEOPLE)


class Consent(Machine):
    """The model: what is proposed, by whom, who has agreed, and whether the table is paused or closed."""

    def __init__(self) -> None:
        super().__init__()
        self.room = Room()
        self.do(self.room.full(3))
        # Nobody is away because a turn took long.
        self.do(self.room.tables.lobby.set_up(1, actor(1), turn_seconds=0))
        self.do(self.room.tables.play.start(1, actor(1)))
        self.kind: ProposalKind | None = None
        self.by = 0
        self.agreed: set[int] = set()
        self.until = 0.0
        self.paused = self.closed = False
        self.endings: list[Ending] = []
        self.made = 0

    @rule(user=people, kind=st.sampled_from(KINDS))
    def propose(self, user: int, kind: ProposalKind) -> None:
        refused = self._attempt(self.room.tables.consent.propose(1, actor(user), kind))
        if self.closed:
            assert refused == "closed"
        elif self.kind is not None:
            if kind is not self.kind:
                assert refused == "proposal-open"
            else:
                self._expect_yes(user, refused)
        elif kind is ProposalKind.RESUME and not self.paused:
            assert refused == "not-paused"
        elif kind is ProposalKind.PAUSE and self.paused:
            assert refused == "paused-already"
        else:
            assert refused is None
            self.kind, self.by, self.agreed = kind, user, {user}
            self.until = self.room.clock.time + SECONDS[kind]
            self.made += 1

    @rule(user=people, times=st.integers(1, 2))
    def agree(self, user: int, times: int) -> None:
        for _ in range(times):
            self._expect_yes(user, self._attempt(self.room.tables.consent.agree(1, actor(user))))

    @rule(user=people)
    def refuse(self, user: int) -> None:
        refused = self._attempt(self.room.tables.consent.refuse(1, actor(user)))
        if self.closed or self.kind is None:
            assert refused == ("closed" if self.closed else "no-proposal")
            return
        assert refused is None
        self._end(Ending.WITHDRAWN if user == self.by else Ending.REFUSED)

    @rule()
    def another_process_goes_on(self) -> None:
        self.room.tables = self.room.another_process()

    @precondition(lambda self: self.kind is not None and not self.paused and not self.closed)
    @rule(beyond=st.booleans())
    def time_passes(self, beyond: bool) -> None:
        self.room.clock.time = self.until + (1.0 if beyond else -1.0)
        self.do(self.room.tables.clocks.tick(1))
        if beyond:
            self._end(Ending.EXPIRED)

    @invariant()
    def the_table_is_as_the_model(self) -> None:
        table = self.do(self.room.tables.repository.fresh(1)).table
        assert table.clock.paused == self.paused
        assert (table.status is Status.CLOSED) == self.closed
        proposal = table.proposal
        if self.kind is None:
            assert proposal is None
        else:
            assert proposal is not None
            assert (proposal.kind, proposal.by.user_id) == (self.kind, self.by)
            assert {self.by, *proposal.agreed} == self.agreed
        assert [ended.ending for ended in self.room.told(ProposalEnded)] == self.endings
        assert len(self.room.told(ProposalMade)) == self.made

    def _expect_yes(self, user: int, refused: str | None) -> None:
        if self.closed or self.kind is None:
            assert refused == ("closed" if self.closed else "no-proposal")
        elif user == self.by:
            assert refused == "own-proposal"
        elif user in self.agreed:
            assert refused == "agreed"
        else:
            assert refused is None
            self.agreed.add(user)
            if self.agreed == set(PEOPLE):
                self.paused = {ProposalKind.PAUSE: True, ProposalKind.RESUME: False}.get(
                    self.kind, self.paused
                )
                self.closed = self.kind is ProposalKind.ABANDON
                self._end(Ending.CARRIED)

    def _end(self, ending: Ending) -> None:
        self.endings.append(ending)
        self.kind = None

    def _attempt(self, act: Coroutine[Any, Any, object]) -> str | None:
        """Why it is refused; None if it is not."""
        try:
            self.do(act)
        except TableError as refusal:
            return refusal.code
        return None


def test_consent() -> None:
    check(Consent)
