"""The shuffle and the cut before a deal, as the laws of whist have them (Laws 33-34)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.rules.errors import RuleError
from bot.rules.events import Told
from bot.rules.pieces import Piece
from bot.rules.scene import Choice
from bot.rules.seats import Names


@dataclass(frozen=True, slots=True)
class Shuffled(Told):
    """The pack lies before the dealer, face down, for `cutter` to lift."""

    kind = "shuffled"
    posted = True
    hand: int
    dealer: int
    cutter: int

    def data(self, names: Names) -> dict[str, Any]:
        return {"hand": self.hand, "dealer": names[self.dealer], "cutter": names[self.cutter]}

    def say(self, names: Names) -> str:
        return f"Hand {self.hand}: {names[self.dealer]} shuffles, {names[self.cutter]} is to cut."


def require_pack(pieces: Sequence[Piece], pack: Sequence[Piece], called: str) -> None:
    """Raise RuleError unless `pieces` are those of `pack` in some order; `called` names the pack."""
    if Counter(pieces) != Counter(pack):
        raise RuleError("pack", f"The deck must hold exactly the {len(pack)} {called}.")


def require_lift(lift: int, allowed: range) -> None:
    """Raise RuleError unless that many cards may be lifted."""
    if lift not in allowed:
        raise RuleError("lift", f"Lift at least {allowed.start} cards and at most {allowed.stop - 1}.")


def cut_choices(pack: int) -> tuple[Choice, ...]:
    """A few cuts to choose from, for a pack of that many cards; they tell nothing, so all may see them."""
    lifts = ((where, round(pack * share)) for where, share in _CUTS)
    return tuple(Choice(f"cut {lift}", f"Cut {where}", f"cut {lift} of {pack}") for where, lift in lifts)


_CUTS = (
    ("near the top", 0.17),
    ("a third down", 0.33),
    ("in the middle", 0.5),
    ("two thirds", 0.67),
    ("near the foot", 0.83),
)
