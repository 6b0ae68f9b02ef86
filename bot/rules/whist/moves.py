"""The moves of whist besides cutting, naming trumps and playing cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from bot.rules.errors import NotationError
from bot.rules.moves import BareMove, Move


@dataclass(frozen=True, slots=True)
class CallHonours(BareMove):
    """Call the honours held in the hand just played (Laws 6-7)."""

    verb = "honours"


@dataclass(frozen=True, slots=True)
class AskHonour(BareMove):
    """At eight points, holding two honours, ask partner for one more: "Can you one?" """

    verb = "ask"


@dataclass(frozen=True, slots=True)
class Concede(BareMove):
    """Throw down one's cards: the game counts for the adversaries (American Law 8)."""

    verb = "concede"


@dataclass(frozen=True, slots=True)
class Penalize(Move):
    """`penalty revoke 2 add`, `penalty exposed 2`: an offence at a real table, entered by the referee.

    The bot never needs it, for it makes illegal acts impossible; a record of a hand played with
    pasteboard cards does. `offence` is `revoke`, `exposed` or (any other) `offence`, `seat` (0-based)
    who committed it, and `exacted` what the adversaries chose: `add` to their score, `deduct` from the
    offender's, or take `tricks`; empty where the laws leave no choice (Law 72; American Laws 10 and 14;
    Dana, Exposed Cards, The Revoke).
    """

    verb = "penalty"
    offence: str
    seat: int
    exacted: str = ""

    @property
    def arguments(self) -> tuple[str, ...]:
        exacted = (self.exacted,) if self.exacted else ()
        return self.offence, str(self.seat), *exacted

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [
                ("revoke" | "exposed" | "offence") as offence,
                ("0" | "1" | "2" | "3") as seat,
                *exacted,
            ] if exacted in ([], ["add"], ["deduct"], ["tricks"]):
                return cls(offence, int(seat), *exacted)
        raise NotationError(
            "'penalty' wants revoke, exposed or offence, a seat from 0 to 3, and, where there is a choice, "
            "add, deduct or tricks."
        )
