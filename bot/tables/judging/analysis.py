"""Double-dummy analyses of hands that were played: a job each, asked for or made necessary by their end."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.jobs.ports import Job, Refused, TryLater, Urgency
from bot.jobs.service import Jobs, NotDone
from bot.rules.cards import Suit
from bot.rules.catalogue import ENGLISH
from bot.rules.pieces import Piece
from bot.rules.records.record import Analysis
from bot.rules.trick_taking.trick import Trick, TrickTaken
from bot.tables.judging.scheduled_jobs import ANALYSIS, analysis_job
from bot.tables.people.access import require_open_board
from bot.tables.state.chairs import FORMER, Dummy, Occupant, Person
from bot.tables.state.errors import TableError
from bot.tables.state.outcomes import HandAnalysis
from bot.tables.state.posts import HandAnalysed, Post
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.store.background import Shared
from bot.tables.store.ports import AnalysisStore, Analyst, Clock
from bot.tables.store.repository import TableRepository, changes_table
from bot.tables.store.transaction import TableTransaction

log = logging.getLogger(__name__)

_STATISTICS_FROM = 2

LATER: Final = frozenset({"analysis-busy", "analysis-off"})  # refusals to analyse that are not for good


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that has been played: the trump suit, and its tricks in order."""

    trump: Suit | None
    tricks: tuple[Trick[Piece], ...]


@dataclass(eq=False)
class Analyses:
    """Analyses each hand once and keeps the result."""

    repository: TableRepository
    analyst: Analyst
    store: AnalysisStore
    clock: Clock
    jobs: Jobs
    _posting: Shared[tuple[int, int], None] = field(init=False, default_factory=Shared)

    def __post_init__(self) -> None:
        self.jobs.handle(ANALYSIS, self._do, lambda: self.analyst.has_workers)

    def offered(self, snapshot: TableSnapshot) -> bool:
        """Whether hands of that table can be analysed here."""
        return self.refusal(snapshot) is None

    def refusal(self, snapshot: TableSnapshot) -> TableError | None:
        """Why hands of that table cannot be analysed here; None if they can."""
        return self.analyst.refusal(snapshot.table.game, snapshot.table.options)

    async def which(self, table_id: int, hand: int | None) -> int:
        """That finished hand of the table, the latest if None. Raises TableError."""
        snapshot = await self.repository.fresh(table_id)
        refusal = self.refusal(snapshot)
        if refusal is not None and await self.store.analysis(table_id, hand or 0) is None:
            raise refusal
        return require_over(snapshot, hand)

    async def is_known(self, table_id: int, hand: int) -> bool:
        return await self.store.analysis(table_id, hand) is not None

    async def find(self, table_id: int, hand: int) -> Analysis:
        """The analysis of that hand, made now if there is none. Raises TableError."""
        kept = await self.store.analysis(table_id, hand)
        if kept is not None:
            return kept
        self._require(await self.repository.fresh(table_id), hand)
        job = analysis_job(table_id, hand)
        try:
            return await self.jobs.ask(job, lambda: self.store.analysis(table_id, hand))
        except NotDone as late:
            log.warning("%s", late)
            raise TableError("analysis-busy") from None

    async def as_post(self, table_id: int, hand: int) -> Post:
        """A post of the analysis for the person who asked; nobody owes it. Raises TableError."""
        analysis = await self.find(table_id, hand)
        snapshot = await self.repository.fresh(table_id)
        return Post(table_id, 0, (HandAnalysed(analysis),), tuple(_those_who_played(snapshot, analysis)))

    async def post(self, table_id: int, hand: int) -> None:
        """Analyse the hand and owe the channel the result, once. Raises TableError."""
        await self._posting.do((table_id, hand), lambda: self._post(table_id, hand))

    async def posted(self, table_id: int, hand: int) -> int | None:
        return await self.store.analysis_post(table_id, hand)

    async def known(self, table_id: int) -> list[Analysis]:
        return list(await self.store.analyses(table_id))

    async def stop(self) -> None:
        """Cancel pending posts; they are made when somebody asks again."""
        await self._posting.stop()

    async def _post(self, table_id: int, hand: int) -> None:
        if await self.store.analysis_post(table_id, hand) is None:
            await self._owe(table_id, await self.find(table_id, hand))

    @changes_table
    async def _owe(self, tx: TableTransaction, analysis: Analysis) -> None:
        require_open_board(tx.table)
        tx.post(HandAnalysed(analysis), seats=_those_who_played(tx.snapshot, analysis))

    async def _do(self, job: Job) -> None:
        table_id, hand = int(job.payload["table"]), int(job.payload["hand"])
        try:
            if await self.store.analysis(table_id, hand) is None:
                await self._analyse(table_id, hand, asked=job.urgency is Urgency.ASKED)
        except TableError as refusal:
            if refusal.code in LATER:
                raise TryLater from refusal
            log.info("table %s, hand %s: %s", table_id, hand, refusal)
            raise Refused from refusal

    async def _analyse(self, table_id: int, hand: int, *, asked: bool) -> None:
        snapshot = await self.repository.fresh(table_id)
        table = snapshot.table
        played = self._require(snapshot, hand)
        analysis = await self.analyst.analyse(
            table.game, table.options, hand, played.trump, played.tricks, asked=asked
        )
        held = held_at_the_end(snapshot, hand)
        people = [who.user_id if isinstance(who, Person) else None for who in held]
        away = {seat.user_id for seat in table.chairs if seat.away}
        # Whoever plays a dummy's hand gave away what was given away from it.
        players = [people[snapshot.game.player_of(snapshot.state, seat)] for seat in range(len(people))]
        lost = _lost(analysis, [None if user_id in away else user_id for user_id in players])
        if table.board is not None:
            # Scores at a board are compared with others at that board, and count nowhere else.
            lost = {}
        # Somebody may have been erased meanwhile.
        now = (await self.repository.fresh(table_id)).table
        names = list(snapshot.names_of(held, lambda occupant: occupant.name, ENGLISH).seats)
        for seat, user_id in enumerate(people):
            if user_id is not None and not now.sat(user_id):
                names[seat], people[seat] = FORMER, 0
        analysis = analysis.model_copy(update={"players": names})
        await self.store.save_analysis(
            HandAnalysis(
                table_id, table.guild_id, table.game, self.clock.now(), analysis, lost, tuple(people)
            )
        )

    def _require(self, snapshot: TableSnapshot, hand: int) -> Hand:
        if (refusal := self.refusal(snapshot)) is not None:
            raise refusal
        played = played_hand(snapshot, hand)
        if played is None:
            raise TableError("hand-not-over", hand=hand)
        return played


def _those_who_played(snapshot: TableSnapshot, analysis: Analysis) -> list[Occupant | None]:
    # The players of the hand may have left.
    now = [seat.occupant for seat in snapshot.table.chairs]
    if not analysis.players:
        return now
    return [
        occupant
        if isinstance(occupant, Dummy) or (occupant is not None and occupant.name == player)
        else Person(0, player)
        for occupant, player in zip(now, analysis.players, strict=True)
    ]


def _lost(analysis: Analysis, people: Sequence[int | None]) -> Mapping[int, int]:
    # The first trick, which is often too long to analyse, counts for nobody; nor does anything for
    # those who were away at the end, for whom the house played.
    if analysis.counted_from > _STATISTICS_FROM:
        return {}
    first = [slip for slip in analysis.slips if slip.trick < _STATISTICS_FROM]
    lost: dict[int, int] = {}
    for seat, user_id in enumerate(people):
        if user_id is not None:
            given = analysis.losses[seat] - sum(slip.loss for slip in first if slip.seat == seat)
            lost[user_id] = lost.get(user_id, 0) + given
    return lost


def held_at_the_end(snapshot: TableSnapshot, number: int) -> list[Occupant | None]:
    """Who held each chair when that hand ended; whoever sits there now where that was not kept."""
    held = [seat.occupant for seat in snapshot.table.chairs]
    hand = snapshot.finished_hand(number)
    log = () if hand is None else snapshot.log[: hand.end]
    deal = sum(logged.seal is not None for logged in log)
    for tenure in snapshot.table.dealt.tenures:
        if tenure.deal <= deal:
            held[tenure.chair] = tenure.occupant
    return held


def hands_over(snapshot: TableSnapshot) -> list[int]:
    """The numbers of the hands of a match that are over, in order."""
    return [hand.number for hand in snapshot.finished_hands]


def require_over(snapshot: TableSnapshot, hand: int | None) -> int:
    """That finished hand, the latest if None. Raises TableError unless it is over and nothing can be claimed
    about it any more."""
    hands = hands_over(snapshot)
    if not hands:
        raise TableError("no-hand-over")
    if hand is not None and hand not in hands:
        raise TableError("hand-not-over", hand=hand)
    if hand in (None, max(hands)) and snapshot.claims_open:
        raise TableError("analysis-claims")
    return max(hands) if hand is None else hand


def played_hand(snapshot: TableSnapshot, number: int) -> Hand | None:
    """The tricks that were played in that hand; None if it is not over."""
    hand = snapshot.finished_hand(number)
    if hand is None:
        return None
    game, state = snapshot.game, hand.state
    taken: list[TrickTaken[Piece]] = []
    for seat, text in snapshot.moves_of(hand):
        state, events = game.apply(state, seat, game.parse(text))
        for event in events:
            taken = [trick for trick in taken if not event.takes_back(trick)]
            if isinstance(event, TrickTaken):
                taken.append(event)
    return Hand(taken[-1].trump if taken else None, tuple(event.trick for event in taken))
