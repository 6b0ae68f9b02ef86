"""What the house would do in somebody's place."""

import random

from bot.rules.presentation.hints import Hint
from bot.tables.people.access import Action, Actor
from bot.tables.play.play import moved_on, require_player, require_turn
from bot.tables.state.errors import TableError
from bot.tables.store.ports import HousePlayers
from bot.tables.store.repository import TableRepository


class Advice:
    """Hints for the player to move."""

    def __init__(self, repository: TableRepository, house: HousePlayers) -> None:
        self.repository = repository
        self._house = house
        self._advised: set[tuple[int, int]] = set()

    async def hint(self, table_id: int, actor: Actor) -> Hint:
        """The move the house would make for that person, and why if it can say. Raises TableError.

        It refuses where nobody can know anything: of cards that all look alike from behind.
        """
        snapshot = await self.repository.fresh(table_id)
        mine, user_id = require_player(snapshot, actor, Action.HINT), actor.user_id
        if not snapshot.table.hints:
            raise TableError("hints")
        seat = require_turn(snapshot, mine)[0]
        if (table_id, user_id) in self._advised:
            raise TableError("thinking")
        view = snapshot.view(seat)
        if view.legal and all(move.private for move in view.legal):
            raise TableError("look-at-your-hand")
        if view.legal and all(move.guess for move in view.legal):
            raise TableError("backs-alike", step=snapshot.step)
        rng = random.Random(f"hint/{table_id}/{snapshot.step}")
        self._advised.add((table_id, user_id))
        try:
            hint = await self._house.advise(snapshot.table.game, view, rng)
        finally:
            self._advised.discard((table_id, user_id))
        now = await self.repository.fresh(table_id)
        if not now.awaited or moved_on(now, mine, snapshot.step):
            raise TableError("stale-hint")
        return hint
