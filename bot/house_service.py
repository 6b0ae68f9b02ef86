"""The tables' port to the house players, which think off the event loop."""

import asyncio
import logging
import random
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TypeVar

from bot.house import jobs
from bot.house.moments import find_moments
from bot.house.player import HousePlayer, NeedsWorker
from bot.house.registry import DEFAULT, can_prove, coach_for, levels_of, player_for, solved, volunteer
from bot.house.solver import analysis
from bot.house.tricks import claims
from bot.house.workers import Urgency, Workers, WorkersAway
from bot.rules.cards import Suit
from bot.rules.game import SeatView
from bot.rules.moves import Move, WrittenMove
from bot.rules.presentation.hints import Hint
from bot.rules.records.board_record import Par
from bot.rules.records.record import Analysis
from bot.rules.registry import game_named
from bot.rules.trick_taking.claiming import ClaimCheck
from bot.rules.trick_taking.trick import Trick
from bot.tables.state.board import Board
from bot.tables.state.chairs import House, Level
from bot.tables.state.deals import Deal
from bot.tables.state.errors import TableError
from bot.tables.state.moments import Decision, Moment
from bot.tables.state.replays import Replay

log = logging.getLogger(__name__)

MOVE_SECONDS: Final = 10.0  # how long a slow player may take, waiting included, before its fallback answers
PLAY_SECONDS: Final = 10 * 60.0  # how long weighing one play may take with waiting: the first workers compile
REPLAY_SECONDS: Final = 10 * 60.0  # how long replaying a hand may take, waiting included
CLAIM_SECONDS: Final = 20.0  # how long a worker may take to prove a claim, waiting included
_OFFER_NODES: Final = 500  # for a search that tricks are settled: 7 ms on average with eight tricks left
_CLAIM_NODES: Final = claims.NODES // 4  # for a claim in the bot's own process, if no worker is ready

PAR_NODES: Final = 4 * analysis.NODES
"""Positions searched for the value of a board that moves need not wait for: half a minute. That suffices for
58 of 60 boards of Bishops Whist; plain whist takes a tenth of a second."""

_HOUSE_NAMES = (
    *("Mrs Battle", "Mr Clay", "Dr Pole", "General Drayson", "Miss Whitfeld", "Major A."),
    # A Duplicate session requests up to forty.
    *("Mr Payne", "Mr Matthews", "Lady Folkestone", "Captain Tracy", "Miss Elwell", "Mr Baldwin"),
    *("Mrs Arbuthnot", "Dr Lewis", "Colonel Blyth", "Miss Pembridge", "Mr Mossop", "Mrs Wheelock"),
    *("Mr Trist", "Miss Hamilton", "Judge Barbour", "Mrs Andrews", "Mr Foster", "Miss Coffin"),
    *("Dr Ames", "Mrs Jenks", "Mr Street", "Miss Levick", "Major Carlyon", "Mrs Paine"),
    *("Mr Abbott", "Miss Tormey", "Captain Burney", "Mrs Sarjent", "Mr Vernon", "Miss Aldrich"),
    *("Dr Templeton", "Mrs Fry", "Mr Cusack", "Miss Lorimer"),
)

_T = TypeVar("_T")


class HouseService:
    """The house players. Those that need a worker think in worker processes, the others in threads.

    `elsewhere`: another process has workers and may run queued jobs.
    """

    def __init__(self, workers: Workers, *, elsewhere: bool = False) -> None:
        self._workers = workers
        self._elsewhere = elsewhere

    @property
    def has_workers(self) -> bool:
        """Whether this process has workers, ready or starting."""
        return self._workers.on

    def levels(self, game: str) -> Sequence[Level]:
        return [Level(level.key, level.name, level.line) for level in levels_of(game)]

    def hire(self, game: str, taken: Sequence[str], level: str | None = None) -> House:
        player = player_for(game, level or DEFAULT).name
        name = next(name for name in (*_HOUSE_NAMES, *map(str, range(1, 99))) if name not in taken)
        return House(player, name)

    async def advise(self, game: str, view: SeatView, rng: random.Random) -> Hint:
        best = player_for(game, levels_of(game)[-1].key)
        return await self._ask(jobs.give_advice, game, best, view, rng)

    async def choose(self, game: str, player: str, view: SeatView, rng: random.Random) -> Move:
        chosen = player_for(game, player or DEFAULT)
        return await self._ask(jobs.choose_move, game, chosen, view, rng)

    def volunteer(self, game: str, view: SeatView, people: Container[int]) -> Move | None:
        return volunteer(game, view, people)

    async def prove_claim(self, game: str, view: SeatView, tricks: int) -> ClaimCheck:
        if not can_prove(game):
            return ClaimCheck("unknown")
        try:
            if self._workers.ready:
                try:
                    return await self._workers.run(
                        jobs.check_claim, game, view, tricks, limit=CLAIM_SECONDS, urgency=Urgency.ASKED
                    )
                except WorkersAway as away:
                    log.debug("a claim is checked without a worker: %s", away)
            return await asyncio.to_thread(jobs.check_claim, game, view, tricks, _CLAIM_NODES)
        except Exception:
            log.exception("a claim at %s could not be checked", game)
            return ClaimCheck("unknown")

    async def is_settled(self, game: str, view: SeatView, tricks: int, *, searching: bool) -> bool:
        nodes = _OFFER_NODES if searching else 0
        return await asyncio.to_thread(jobs.proves_quickly, game, view, tricks, nodes)

    def refusal(self, game: str, options: Mapping[str, object]) -> TableError | None:
        if solved(game, {}) is None:
            return TableError("analysis-game", game=game)
        if solved(game, options) is None:
            return TableError("analysis-options")
        return None if self.replays else TableError("analysis-off")

    async def analyse(
        self,
        game: str,
        options: Mapping[str, object],
        hand: int,
        trump: Suit | None,
        tricks: Sequence[Trick[Any]],
        *,
        asked: bool,
    ) -> Analysis:
        # In steps of one play, so that moves can run in between.
        kind = solved(game, options)
        if kind is None or not analysis.is_whole(tricks):
            raise TableError("analysis-unfinished", hand=hand)
        urgency = Urgency.ASKED if asked else Urgency.IDLE

        async def weigh(play: int, after: int) -> analysis.Weighed | None:
            return await self._workers.run(
                analysis.weigh_play, kind, trump, tricks, play, after, limit=PLAY_SECONDS, urgency=urgency
            )

        with self._refusing("a hand was not analysed"):
            return await analysis.analyse(hand, kind, trump, tricks, weigh)

    def moments_refusal(self, game: str) -> TableError | None:
        if coach_for(game) is None:
            return TableError("moments-game", game=game)
        return None if self.replays else TableError("analysis-off")

    async def moments(
        self, game: str, decisions: Sequence[Decision], seed: str, *, asked: bool = True
    ) -> Sequence[Moment]:
        # In steps of one decision, so that moves can run in between.
        async def run(job: Callable[[str, SeatView, Move, str], _T], number: int) -> _T:
            view, made = decisions[number].view, decisions[number].made
            return await self._workers.run(
                job, game, view, made, f"{seed}/{number}", limit=PLAY_SECONDS, urgency=urgency
            )

        urgency = Urgency.ASKED if asked else Urgency.IDLE

        with self._refusing("moments were not found"):
            found = await find_moments(
                len(decisions), partial(run, jobs.glance_at), partial(run, jobs.review_move)
            )
        return [_moment(decisions[number], better) for number, better in found]

    async def answers(self, game: str, decision: Decision, moment: Moment, seed: str) -> Sequence[str]:
        better = tuple(map(game_named(game).parse, moment.better))
        with self._refusing("a question was not made"):
            found = await self._workers.run(
                jobs.answers_to,
                game,
                decision.view,
                decision.made,
                better,
                seed,
                limit=PLAY_SECONDS,
                urgency=Urgency.IDLE,
            )
        return [str(move) for move in found]

    async def par(self, board: Board, deal: Deal, *, asked: bool) -> Par | None:
        kind = solved(board.game, board.options)
        if kind is None:
            raise TableError("analysis-game", game=board.game)
        nodes = PAR_NODES if self._workers.spare else analysis.NODES
        with self._refusing("a board was not solved"):
            found = await self._workers.run(
                jobs.find_par,
                kind,
                deal.hands,
                deal.trump,
                deal.leader,
                nodes,
                limit=PLAY_SECONDS,
                urgency=Urgency.ASKED if asked else Urgency.IDLE,
            )
        if found is None:
            return None
        return Par(value=found.value, line=[card.text for card in found.line])

    @property
    def replays(self) -> bool:
        return self._workers.on or self._elsewhere

    async def replay(self, game: str, state: object, moves: Sequence[WrittenMove]) -> Replay | None:
        with self._refusing("a hand was not replayed", logging.DEBUG):
            found = await self._workers.run(
                jobs.replay_hand, game, state, moves, limit=REPLAY_SECONDS, urgency=Urgency.IDLE
            )
        return None if found is None else Replay(found.made, found.hoyle, found.par, found.dealer)

    @contextmanager
    def _refusing(self, failed: str, level: int = logging.WARNING) -> Iterator[None]:
        # Workers that are away become a refusal.
        try:
            yield
        except WorkersAway as away:
            log.log(level, "%s: %s", failed, away)
            raise TableError("analysis-busy" if self._workers.on else "analysis-off") from None

    async def _ask(
        self,
        job: Callable[[str, str, SeatView, random.Random], _T],
        game: str,
        player: HousePlayer,
        view: SeatView,
        rng: random.Random,
    ) -> _T:
        name = player.name
        if isinstance(player, NeedsWorker):
            try:
                return await self._workers.run(job, game, name, view, rng, limit=MOVE_SECONDS)
            except WorkersAway as away:
                log.debug("%s plays for %s: %s", player.fallback, name, away)
            except Exception:
                log.exception("%s could not play %s; %s does", name, game, player.fallback)
            name = player.fallback
        return await asyncio.to_thread(job, game, name, view, rng)


def _moment(decision: Decision, better: Hint) -> Moment:
    assert better.cost is not None
    moves = (better.move, *better.cost.equal)
    return Moment(
        decision.step,
        tuple(map(str, moves)),
        better.cost.amount,
        better.cost.unit.value,
        better.reason,
        better.author,
    )
