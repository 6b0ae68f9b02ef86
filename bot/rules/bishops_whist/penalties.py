"""The referee's move: entering an offence that was committed at a real table (RULES A8).

The bot never needs it, for it makes illegal acts impossible; a record of a hand played with
pasteboard cards does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from bot.rules.bishops_whist.scoring import PENALTY_POINTS
from bot.rules.errors import NotationError
from bot.rules.moves import Move


@dataclass(frozen=True, slots=True)
class Penalize(Move):
    """`penalty exposed 2`: the offence and the seat (0-based) that committed it."""

    verb = "penalty"
    offence: str
    seat: int

    @property
    def arguments(self) -> tuple[str, ...]:
        return self.offence, str(self.seat)

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [offence, ("0" | "1" | "2" | "3") as seat] if offence in PENALTY_POINTS:
                return cls(offence, int(seat))
        raise NotationError("'penalty' wants an offence, exposed or revoke, and a seat from 0 to 3.")
