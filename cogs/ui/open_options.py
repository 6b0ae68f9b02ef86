"""How somebody wants a table to be opened, as it is kept in a custom_id until they have chosen the game."""

import re
from dataclasses import dataclass
from typing import Final, Self

from bot.tables.state.table import SLOW_SECONDS

SLOW: Final = "slow"
LIVE: Final = "live"

_LIVE_SECONDS = 180
"""The turn clock of a live table where the usual one is slow."""


@dataclass(frozen=True, slots=True)
class OpenOptions:
    """How a table is to be opened: the pace and the level of the house, empty for the usual ones, and the id
    of somebody to be asked to it, 0 for nobody."""

    pace: str = ""
    level: str = ""
    guest: int = 0

    @property
    def text(self) -> str:
        """As it stands in a custom_id."""
        return f"{self.pace}:{self.level}:{self.guest}"

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """From the groups of a custom_id."""
        return cls(match["pace"], match["level"], int(match["guest"]))

    def turn_seconds(self, usual: int) -> int:
        """The turn clock, where that one is usual."""
        if self.pace == SLOW:
            return SLOW_SECONDS
        return _LIVE_SECONDS if self.pace == LIVE and usual >= SLOW_SECONDS else usual
