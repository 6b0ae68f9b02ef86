"""The moves of whist besides cutting, naming trumps and playing cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Self

from bot.rules.errors import NotationError
from bot.rules.moves import BareMove, CardMove, Move

_TRICK_NUMBERS: Final = frozenset(map(str, range(1, 14)))


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
class AskPartner(BareMove):
    """Ask partner, who has not followed suit: "None of that suit?" (Law 74)"""

    verb = "none"
    out_of_turn = passes = True


@dataclass(frozen=True, slots=True)
class HaveNone(BareMove):
    """Answer that question: none."""

    verb = "void"
    automatic = False
    private = True


@dataclass(frozen=True, slots=True)
class Correct(BareMove):
    """Take back the card with which one did not follow suit, and play one of the suit led (Law 76)."""

    verb = "correct"
    out_of_turn = passes = True
    automatic = False
    private = True


@dataclass(frozen=True, slots=True)
class Demand(Move):
    """`demand high`: of an adversary who has taken back a card, to play the highest of the suit led, the
    lowest, or (`card`) whatever of it, the card taken back being liable to be called (Law 76)."""

    verb = "demand"
    what: Literal["high", "low", "card"]

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [("high" | "low" | "card") as what]:
                return cls(what)
        raise NotationError("'demand' wants high, low or card.")


@dataclass(frozen=True, slots=True)
class CallCard(CardMove):
    """`call 5S`: a card that an adversary has taken back is to be played as soon as that is no revoke
    (Laws 64-65 and 76)."""

    verb = "call"
    out_of_turn = True


@dataclass(frozen=True, slots=True)
class ClaimRevoke(Move):
    """`revoke 2 7`: claim that the seat (0-based) revoked in that trick of the hand (Laws 72 and 78)."""

    verb = "revoke"
    out_of_turn = True
    seat: int
    number: int

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [("0" | "1" | "2" | "3") as seat, number] if number in _TRICK_NUMBERS:
                return cls(int(seat), int(number))
        raise NotationError(
            "'revoke' wants a seat from 0 to 3 and the number of a trick, as in 'revoke 2 7'."
        )


@dataclass(frozen=True, slots=True)
class Exact(Move):
    """`exact tricks`: choose what is exacted for an offence of the adversaries (Law 72; American Laws 10
    and 14)."""

    verb = "exact"
    way: Literal["tricks", "deduct", "add"]

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [("tricks" | "deduct" | "add") as way]:
                return cls(way)
        raise NotationError("'exact' wants tricks, deduct or add.")


@dataclass(frozen=True, slots=True)
class ClaimNothing(BareMove):
    """Say, before the match is over, that one's side claims no revoke (GAP-C1)."""

    verb = "content"
    automatic = False
    private = True


@dataclass(frozen=True, slots=True)
class Penalize(Move):
    """`penalty revoke 2 add`, `penalty exposed 2`: an offence at a real table, entered by the referee.

    Only records of hands played with real cards have it. `offence` is `revoke`, `exposed` or (any other)
    `offence`, `seat` (0-based) the offender, and `exacted` what the adversaries chose: `add` to their score,
    `deduct` from the offender's, or take `tricks`; empty where the laws leave no choice (Law 72; American
    Laws 10 and 14; Dana, Exposed Cards, The Revoke).
    """

    verb = "penalty"
    offence: str
    seat: int
    exacted: str = ""

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


LAW_MOVES: Final = (
    AskPartner,
    HaveNone,
    Correct,
    Demand,
    CallCard,
    ClaimRevoke,
    Exact,
    ClaimNothing,
    Penalize,
)
"""The moves about revokes and other offences."""

REVOKE_MOVES: Final = LAW_MOVES[:-1]  # those of the players
