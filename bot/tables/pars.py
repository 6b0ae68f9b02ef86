"""What boards are worth double-dummy: found once for each, when it is quiet or when somebody asks, and kept.

It is found while a board may still be secret: who may be told of it is asked elsewhere
(`bot.tables.access`).
"""

import logging
from collections import deque

from bot.rules.board_record import Par
from bot.rules.errors import RuleError
from bot.tables.background import Background, Shared
from bot.tables.deals import deal_of
from bot.tables.errors import TableError
from bot.tables.ports import Analyst, BoardStore
from bot.tables.repository import Committed

log = logging.getLogger(__name__)

_MOST_WAITING = 500


class Pars:
    """Has each board solved once. `unasked`: also those nobody has asked for, once a table has played
    them."""

    def __init__(self, analyst: Analyst, store: BoardStore, *, unasked: bool) -> None:
        self._analyst = analyst
        self._store = store
        self._unasked = unasked
        self._waiting: deque[int] = deque(maxlen=_MOST_WAITING)
        self._under_way: Shared[int, Par | None] = Shared()
        self._background = Background()

    def committed(self, committed: Committed) -> None:
        """Note the boards that a table has played to the end. Returns at once."""
        play = committed.snapshot.table.board
        if play is not None and committed.closed:
            self.want(play.board)

    def want(self, *board_ids: int) -> None:
        """Have those boards solved when nothing else is to be done. Returns at once."""
        if not self._unasked:
            return
        self._waiting.extend(board_id for board_id in board_ids if board_id not in self._waiting)
        if self._waiting:
            self._background.wake(self._solve_quietly)

    async def known(self, board_id: int) -> Par | None:
        """What the board is worth, if that was found out; no work is done."""
        kept = await self._store.par(board_id)
        return None if kept is None else kept.par

    async def find(self, board_id: int) -> Par | None:
        """The same, found out now if nobody has yet, which may take a minute; None where it takes too long.

        Raises TableError where it cannot be found here, or not now.
        """
        return await self._find(board_id, asked=True)

    async def settled(self) -> None:
        """Wait until no board is waiting to be solved."""
        await self._background.settled()

    async def stop(self) -> None:
        """Break off whatever is under way. It is taken up again when somebody asks."""
        await self._background.stop()
        await self._under_way.stop()

    async def _find(self, board_id: int, *, asked: bool) -> Par | None:
        kept = await self._store.par(board_id)
        if kept is not None:
            return kept.par
        return await self._under_way.do(board_id, lambda: self._solve(board_id, asked))

    async def _solve(self, board_id: int, asked: bool) -> Par | None:
        board = await self._store.board(board_id)
        if board is None:
            raise TableError("no-board")
        refusal = self._analyst.refusal(board.game, board.options)
        if refusal is not None:
            raise refusal
        par = await self._analyst.par(board, deal_of(board), asked=asked)
        await self._store.save_par(board_id, par)
        return par

    async def _solve_quietly(self) -> None:
        while self._waiting:
            board_id = self._waiting.popleft()
            try:
                await self._find(board_id, asked=False)
            except (TableError, RuleError) as refusal:
                log.info("board %s: %s", board_id, refusal)
            except Exception:
                log.exception("board %s could not be solved", board_id)
