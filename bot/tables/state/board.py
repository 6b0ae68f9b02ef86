"""A board of Duplicate: a pack dealt once, for any number of tables (RULES E2)."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.rules.moves import WrittenMove
from bot.rules.records.board_record import Par
from bot.rules.records.history import History
from bot.rules.registry import game_named
from bot.rules.seats import Seating
from bot.tables.state.table import Seal


@dataclass(frozen=True, slots=True)
class KeptPar:
    """What was found of a board's double-dummy value: nothing where it takes too long to know."""

    par: Par | None


@dataclass(frozen=True, slots=True)
class Board:
    """A dealt pack with its trump, dealer and seal, kept apart from any table.

    `number` is the one people know it by, from 1. `opening` are the moves that deal it: the shuffle (seat
    None), the cut, and the trump suit where the dealer has to name it. They are secret until they are played.
    """

    id: int
    game: str
    options: Mapping[str, str | int | bool]
    number: int
    dealer: int
    opening: tuple[WrittenMove, ...]
    seal: Seal

    @property
    def seating(self) -> Seating:
        """The chairs at which it is played."""
        game = game_named(self.game)
        return game.seating(game.options(self.options))

    @property
    def dealt(self) -> History:
        """The match with the board dealt and no card played."""
        game = game_named(self.game)
        history = History.begin(game, game.options(self.options), self.dealer)
        for seat, text in self.opening:
            history = history.apply(seat, history.parse(text)).history
        return history
