"""What boards are worth double-dummy: found once for each, when it is quiet or when somebody asks, and kept.

It is found while a board may still be secret: who may be told of it is asked elsewhere
(`bot.tables.people.access`).
"""

import logging

from bot.jobs.ports import Job, Refused, TryLater, Urgency
from bot.jobs.service import Jobs, NotDone
from bot.rules.records.board_record import Par
from bot.tables.judging.analysis import LATER
from bot.tables.judging.scheduled_jobs import PAR, par_job
from bot.tables.state.board import Board, KeptPar
from bot.tables.state.deals import deal_of
from bot.tables.state.errors import TableError
from bot.tables.store.ports import Analyst, BoardStore

log = logging.getLogger(__name__)


class Pars:
    """Solves each board once; if `eager`, also those nobody has asked for."""

    def __init__(self, analyst: Analyst, store: BoardStore, jobs: Jobs, *, eager: bool) -> None:
        self._analyst = analyst
        self._store = store
        self._jobs = jobs
        self._eager = eager
        jobs.handle(PAR, self._do, lambda: analyst.has_workers)

    def possible(self, board: Board) -> bool:
        """Whether values of such boards can be found, here or elsewhere."""
        refusal = self._analyst.refusal(board.game, board.options)
        return refusal is None or refusal.code == "analysis-off"

    async def want(self, *board_ids: int) -> None:
        """Solve those boards when nothing else is to be done."""
        if self._eager:
            await self._jobs.enqueue([par_job(board_id) for board_id in board_ids])

    async def known(self, board_id: int) -> Par | None:
        """The value of the board, if it has been found."""
        kept = await self._store.par(board_id)
        return None if kept is None else kept.par

    async def find(self, board_id: int) -> Par | None:
        """The same, found out now if nobody has yet, which may take a minute; None where it takes too long.

        Raises TableError where it cannot be found here, or not now.
        """
        kept = await self._store.par(board_id)
        if kept is None:
            await self._require(board_id)
            kept = await self._ask(board_id)
        return kept.par

    async def _ask(self, board_id: int) -> KeptPar:
        try:
            return await self._jobs.ask(par_job(board_id), lambda: self._store.par(board_id))
        except NotDone as late:
            log.warning("%s", late)
            raise TableError("analysis-busy") from None

    async def _do(self, job: Job) -> None:
        board_id = int(job.payload["board"])
        try:
            if await self._store.par(board_id) is None:
                await self._solve(board_id, asked=job.urgency is Urgency.ASKED)
        except TableError as refusal:
            if refusal.code in LATER:
                raise TryLater from refusal
            log.info("board %s: %s", board_id, refusal)
            raise Refused from refusal

    async def _solve(self, board_id: int, *, asked: bool) -> None:
        board = await self._require(board_id)
        par = await self._analyst.par(board, deal_of(board), asked=asked)
        await self._store.save_par(board_id, par)

    async def _require(self, board_id: int) -> Board:
        board = await self._store.board(board_id)
        if board is None:
            raise TableError("no-board")
        refusal = self._analyst.refusal(board.game, board.options)
        if refusal is not None:
            raise refusal
        return board
