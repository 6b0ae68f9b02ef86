"""What the house makes of a board: what somebody's result can be compared with before anybody else plays."""

import logging
import random
from typing import Final

from bot.duplicate.scores import points_score
from bot.rules.game import Chance
from bot.tables.state.board import Board
from bot.tables.store.ports import HousePlayers
from bot.tables.store.recent import Recent

log = logging.getLogger(__name__)

_KEPT: Final = 200


class HouseScores:
    """Plays boards with house players of that level alone, who play the same cards alike; the latest scores
    are kept. Nothing of it may be told of a board before it is played."""

    def __init__(self, house: HousePlayers, level: str) -> None:
        self._house = house
        self._level = level
        self._known: Recent[int, int] = Recent(_KEPT)

    async def of(self, board: Board) -> int | None:
        """The score of the side of who plays alone, found now if it is not known; None if that fails."""
        if board.id not in self._known:
            try:
                self._known[board.id] = await self._play(board)
            except Exception:
                log.exception("board %s could not be played by the house", board.id)
        return self._known.get(board.id)

    async def prepare(self, board: Board) -> None:
        """Find the score ahead of time."""
        await self.of(board)

    async def _play(self, board: Board) -> int:
        history = board.dealt
        game, rng = history.game, random.Random(board.opening[0][1])
        while due := game.to_act(history.state):
            if isinstance(due, Chance):
                raise ValueError("a board has one deal")
            view = game.view(history.state, due[0])
            move = await self._house.choose(board.game, self._level, view, rng)
            history = history.apply(due[0], move).history
        result = game.result(history.state)
        assert result is not None
        return points_score(board.game, result.points, board.seating.side_of(board.seating.alone))
