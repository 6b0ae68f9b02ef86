"""Which games are played on boards, and the total of both sides there (RULES E2)."""

from typing import Protocol, runtime_checkable

from bot.rules.game import AnyGame


@runtime_checkable
class PlayedOnBoards(Protocol):
    """A game of a family whose boards are compared."""

    @property
    def board_total(self) -> int | None:
        """The total of both sides at every board; 0 where a score is the difference between them, None for a
        game of the family that is not played on boards."""
        ...


def board_total(game: AnyGame) -> int | None:
    """The total of both sides at every board of that game, as `PlayedOnBoards` has it; None for a game that
    is not played on boards."""
    return game.board_total if isinstance(game, PlayedOnBoards) else None
