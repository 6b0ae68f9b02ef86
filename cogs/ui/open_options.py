"""The options with which somebody opens a table, kept in a custom_id until they choose the game."""

from dataclasses import dataclass
from typing import Final, Self

from bot.tables.state.table import SLOW_SECONDS

SLOW: Final = "slow"
LIVE: Final = "live"

WRITTEN: Final = r"(?:live|slow|):[a-z-]*:[1-8]?[0-9]{1,18}"  # their notation in a custom_id, as a pattern
_LIVE_SECONDS = 180  # the turn clock of a live table if the usual one is slow


@dataclass(frozen=True, slots=True)
class OpenOptions:
    """Options for opening a table: the pace and the level of the house, empty for the usual ones, and the id
    of the person to invite, 0 for nobody."""

    pace: str = ""
    level: str = ""
    guest: int = 0

    def __str__(self) -> str:
        return f"{self.pace}:{self.level}:{self.guest}"

    @classmethod
    def read(cls, text: str) -> Self:
        pace, level, guest = text.split(":")
        return cls(pace, level, int(guest))

    def turn_seconds(self, usual: int) -> int:
        if self.pace == SLOW:
            return SLOW_SECONDS
        return _LIVE_SECONDS if self.pace == LIVE and usual >= SLOW_SECONDS else usual
