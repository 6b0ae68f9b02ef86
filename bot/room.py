"""The house players as the tables know them, thinking off the event loop."""

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.house import jobs
from bot.house.player import Advice, HousePlayer, Laborious
from bot.house.registry import DEFAULT, levels_of, player_for
from bot.house.workers import Workers, WorkersAway
from bot.rules.game import Game
from bot.rules.moves import Move
from bot.tables.model import House, Level

log = logging.getLogger(__name__)

MOVE_SECONDS: Final = 10.0
"""How long a player that takes time may take, waiting included, before its understudy answers."""

_HOUSE_NAMES = ("Mrs Battle", "Mr Clay", "Dr Pole", "General Drayson", "Miss Whitfeld", "Major A.")

_Job = Callable[[str, str, Any, tuple[Move, ...], random.Random], Any]


class HouseRoom:
    """The house players: laborious ones think in worker processes, the others in threads."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers

    def levels(self, game: str) -> Sequence[Level]:
        """The levels at which the house plays that game, weakest first."""
        return [Level(level.key, level.name, level.line) for level in levels_of(game)]

    def hire(self, game: str, taken: Sequence[str], level: str | None = None) -> House:
        """A house player with a name nobody at the table has."""
        player = player_for(game, level or DEFAULT).name
        name = next(name for name in (*_HOUSE_NAMES, *map(str, range(1, 99))) if name not in taken)
        return House(player, name)

    async def advise(
        self, game: Game[Any, Any, Any], view: Any, legal: tuple[Move, ...], rng: random.Random
    ) -> tuple[Move, str]:
        """What the best of the house would do, and why if they can say."""
        best = player_for(game.key, levels_of(game.key)[-1].key)
        advice: Advice = await self._ask(jobs.give_advice, game, best, view, legal, rng)
        return advice.move, advice.reason

    async def choose(
        self, game: Game[Any, Any, Any], player: str, view: Any, legal: tuple[Move, ...], rng: random.Random
    ) -> Move:
        """The player's move; the default player's for an absentee (`player` empty)."""
        chosen = player_for(game.key, player or DEFAULT)
        move: Move = await self._ask(jobs.choose_move, game, chosen, view, legal, rng)
        return move

    async def _ask(
        self,
        job: _Job,
        game: Game[Any, Any, Any],
        player: HousePlayer,
        view: Any,
        legal: tuple[Move, ...],
        rng: random.Random,
    ) -> Any:
        name = player.name
        if isinstance(player, Laborious):
            try:
                return await self._workers.run(job, game.key, name, view, legal, rng, limit=MOVE_SECONDS)
            except WorkersAway as away:
                log.debug("%s plays for %s: %s", player.understudy, name, away)
            except Exception:
                log.exception("%s could not play %s; %s does", name, game.key, player.understudy)
            name = player.understudy
        return await asyncio.to_thread(job, game.key, name, view, legal, rng)
