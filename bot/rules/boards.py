"""What a game says of itself that is played on boards (RULES E2)."""

from typing import Protocol, runtime_checkable


@runtime_checkable
class PlayedOnBoards(Protocol):
    """A game of which boards are compared."""

    @property
    def board_total(self) -> int:
        """What both sides make together at every board; 0 where a score is the difference of what they
        make."""
        ...
