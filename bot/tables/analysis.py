"""Double-dummy analyses of hands that were played: when somebody asks, and unasked when it is quiet."""

import logging
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.rules.cards import Suit
from bot.rules.pieces import Piece
from bot.rules.record import Analysis
from bot.rules.trick_taking.trick import Trick, TrickTaken
from bot.tables.access import require_open_board
from bot.tables.background import Background, Shared
from bot.tables.errors import TableError
from bot.tables.model import FORMER, Dummy, HandAnalysis, Occupant, Person
from bot.tables.ports import AnalysisStore, Analyst, Clock
from bot.tables.posts import HandAnalysed, Post
from bot.tables.repository import Committed, TableRepository
from bot.tables.snapshot import TableSnapshot
from bot.tables.transaction import retry_on_conflict

log = logging.getLogger(__name__)

_MOST_WAITING = 200
_STATISTICS_FROM = 2


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that has been played: the trump suit, and its tricks in order."""

    trump: Suit | None
    tricks: tuple[Trick[Piece], ...]


class Analyses:
    """Has each hand analysed once and keeps what was found.

    `unasked`: also the hands nobody has asked for, one at a time, when the analyst has time.
    """

    def __init__(
        self,
        repository: TableRepository,
        analyst: Analyst,
        store: AnalysisStore,
        clock: Clock,
        *,
        unasked: bool,
    ) -> None:
        self._repository = repository
        self._analyst = analyst
        self._store = store
        self._clock = clock
        self._unasked = unasked
        self._under_way: Shared[tuple[int, int], Analysis] = Shared()
        self._posting: Shared[tuple[int, int], None] = Shared()
        self._quiet: deque[tuple[int, int]] = deque(maxlen=_MOST_WAITING)
        self._background = Background()

    def committed(self, committed: Committed) -> None:
        """Note the hands in which people played and which are over now. Returns at once."""
        over = {outcome.number for outcome in committed.change.outcomes if outcome.unit == "hand"}
        for hand in sorted(over):
            self.soon(committed.snapshot.table.id, hand)

    def soon(self, table_id: int, hand: int) -> None:
        """Have that hand analysed when it is quiet, where hands are analysed unasked. Returns at once."""
        if not self._unasked:
            return
        self._quiet.append((table_id, hand))
        self._background.wake(self._analyse_quietly)

    def offered(self, snapshot: TableSnapshot) -> bool:
        """Whether hands of that table can be analysed here."""
        return self._refusal(snapshot) is None

    async def which(self, table_id: int, hand: int | None) -> int:
        """That hand of the table if it is over, the latest if None. Raises TableError."""
        snapshot = await self._repository.fresh(table_id)
        refusal = self._refusal(snapshot)
        if refusal is not None and await self._store.analysis(table_id, hand or 0) is None:
            raise refusal
        hands = hands_over(snapshot)
        if not hands:
            raise TableError("no-hand-over")
        if hand is not None and hand not in hands:
            raise TableError("hand-not-over", hand=hand)
        if hand in (None, max(hands)) and snapshot.claims_open:
            raise TableError("analysis-claims")
        return max(hands) if hand is None else hand

    async def is_known(self, table_id: int, hand: int) -> bool:
        """Whether that hand has been analysed."""
        return await self._store.analysis(table_id, hand) is not None

    async def find(self, table_id: int, hand: int) -> Analysis:
        """The analysis of that hand, made now if there is none. Raises TableError."""
        return await self._find(table_id, hand, asked=True)

    async def as_post(self, table_id: int, hand: int) -> Post:
        """What would be posted of it, for somebody who asked; it is owed to nobody. Raises TableError."""
        analysis = await self.find(table_id, hand)
        snapshot = await self._repository.fresh(table_id)
        return Post(table_id, 0, (HandAnalysed(analysis),), tuple(_those_who_played(snapshot, analysis)))

    async def post(self, table_id: int, hand: int) -> None:
        """Have the hand analysed and owe the channel what was found, once. Raises TableError."""
        await self._posting.do((table_id, hand), lambda: self._post(table_id, hand))

    async def posted(self, table_id: int, hand: int) -> int | None:
        """The message with the analysis of that hand: 0 if it is owed, None if there is none."""
        return await self._store.analysis_post(table_id, hand)

    async def known(self, table_id: int) -> list[Analysis]:
        """What has been found at that table so far."""
        return list(await self._store.analyses(table_id))

    async def stop(self) -> None:
        """Break off whatever is under way. It is taken up again when somebody asks."""
        await self._background.stop()
        await self._posting.stop()
        await self._under_way.stop()

    async def _post(self, table_id: int, hand: int) -> None:
        if await self._store.analysis_post(table_id, hand) is None:
            await self._owe(table_id, await self._find(table_id, hand, asked=True))

    @retry_on_conflict
    async def _owe(self, table_id: int, analysis: Analysis) -> None:
        async with self._repository.transaction(table_id) as tx:
            require_open_board(tx.table)
            tx.post(HandAnalysed(analysis), seats=_those_who_played(tx.snapshot, analysis))

    async def _find(self, table_id: int, hand: int, *, asked: bool) -> Analysis:
        return await self._under_way.do((table_id, hand), lambda: self._analyse(table_id, hand, asked))

    async def _analyse(self, table_id: int, hand: int, asked: bool) -> Analysis:
        kept = await self._store.analysis(table_id, hand)
        if kept is not None:
            return kept
        snapshot = await self._repository.fresh(table_id)
        table = snapshot.table
        if (refusal := self._refusal(snapshot)) is not None:
            raise refusal
        played = played_hand(snapshot, hand)
        if played is None:
            raise TableError("hand-not-over", hand=hand)
        analysis = await self._analyst.analyse(
            table.game, table.options, hand, played.trump, played.tricks, asked=asked
        )
        held = held_at_the_end(snapshot, hand)
        people = [who.user_id if isinstance(who, Person) else None for who in held]
        away = {seat.user_id for seat in table.seats if seat.away}
        # What was given away from a dummy's hand was given away by whoever plays it.
        players = [people[snapshot.game.player_of(snapshot.state, seat)] for seat in range(len(people))]
        lost = _lost(analysis, [None if user_id in away else user_id for user_id in players])
        if table.board is not None:
            # What is made of a board is compared with others at that board, and counts nowhere else.
            lost = {}
        # Somebody may have had themselves erased meanwhile.
        now = (await self._repository.fresh(table_id)).table
        names = list(snapshot.names_of(held, lambda occupant: occupant.name).seats)
        for seat, user_id in enumerate(people):
            if user_id is not None and not now.sat(user_id):
                names[seat], people[seat] = FORMER, 0
        analysis = analysis.model_copy(update={"players": names})
        await self._store.save_analysis(
            HandAnalysis(
                table_id, table.guild_id, table.game, self._clock.now(), analysis, lost, tuple(people)
            )
        )
        return analysis

    def _refusal(self, snapshot: TableSnapshot) -> TableError | None:
        return self._analyst.refusal(snapshot.table.game, snapshot.table.options)

    async def _analyse_quietly(self) -> None:
        while self._quiet:
            table_id, hand = self._quiet.popleft()
            try:
                if self.offered(await self._repository.look(table_id)):
                    await self._find(table_id, hand, asked=False)
            except TableError as refusal:
                log.info("table %s, hand %s: %s", table_id, hand, refusal)
            except Exception:
                log.exception("table %s, hand %s could not be analysed", table_id, hand)


def _those_who_played(snapshot: TableSnapshot, analysis: Analysis) -> list[Occupant | None]:
    # Others than those who played the hand may sit there now.
    now = [seat.occupant for seat in snapshot.table.seats]
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
    held = [seat.occupant for seat in snapshot.table.seats]
    hand = snapshot.finished_hand(number)
    log = () if hand is None else snapshot.log[: hand.end]
    deal = sum(logged.seal is not None for logged in log)
    for tenure in snapshot.table.tenures:
        if tenure.deal <= deal:
            held[tenure.chair] = tenure.occupant
    return held


def hands_over(snapshot: TableSnapshot) -> list[int]:
    """The numbers of the hands of a match that are over, in order."""
    return [hand.number for hand in snapshot.finished_hands]


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
