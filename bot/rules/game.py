"""The contract every game's rules fulfil; how it is shown and described is in `bot.rules.presentation`.

A game is one stateless object; the state of a match is an immutable value; randomness is data.
A match is its log of moves: replaying the log gives the state again.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from bot.rules.achievements import Achievement
from bot.rules.events import Event, Scored
from bot.rules.moves import Move, read_move
from bot.rules.options import Options
from bot.rules.seats import Seating

O = TypeVar("O", bound=Options)  # noqa: E741
S = TypeVar("S")


class SeatView(Protocol):
    """What every game's view has."""

    @property
    def seat(self) -> int | None:
        """Whose view it is; None: a spectator's."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats to move."""

    @property
    def legal(self) -> tuple[Move, ...]:
        """Every move that seat may make now."""


V = TypeVar("V", bound=SeatView)


@dataclass(frozen=True, slots=True)
class Chance:
    """The game waits for chance: shuffle `pieces`, take the first `take`, and write them
    after `verb` as the move. `secret` pieces are committed to before and shown after the deal."""

    verb: str
    pieces: tuple[str, ...]
    take: int
    secret: bool


class Step(NamedTuple, Generic[S]):
    """A move's outcome: the state after it and what happened, in order."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match: points and games by side, and the winning side (None: no winner). `by_sides` are the
    sides, where they are not those of the seating."""

    points: tuple[int, ...]
    games: tuple[int, ...]
    winner: int | None
    by_sides: tuple[tuple[int, ...], ...] | None = None


class Ranking(Enum):
    """The order of a game's leaderboard."""

    WINS = "wins"  # matches won, then games won, then the point difference a hand
    SHARE = "share"  # the share of games won, then of hands won; points say nothing


class Game(ABC, Generic[O, S, V]):
    """A game's rules. Seats are 0-based and clockwise; `seat=None` means chance or a spectator."""

    key: ClassVar[str]
    ranking: ClassVar[Ranking] = Ranking.WINS
    options_type: type[O]
    verbs: ClassVar[Mapping[str, type[Move]]]
    skill_estimated: ClassVar[bool] = False
    """Whether hands of it are replayed by the house, to estimate the skill of people who played them."""
    board_rules: ClassVar[Mapping[str, str | int | bool] | None] = None
    """The house rules under which one hand of it is a board (RULES E2, GAP-F13); None for a game that is not
    played on boards."""
    board_total: ClassVar[int] = 0
    """The total of both sides at every board (RULES E2); 0 where a score is the difference between them."""
    in_sessions: ClassVar[bool] = False
    """Whether pairs play it in sessions of Duplicate."""

    lists_like_moves: ClassVar[bool] = True
    """Whether `legal` lists every move. False: of moves that differ only in equal pieces it lists some, and
    the others are accepted too."""

    def options(self, chosen: Mapping[str, object]) -> O:
        """The options from stored or written values. Raises RuleError."""
        return self.options_type.from_mapping(chosen)

    @abstractmethod
    def seating(self, options: O) -> Seating:
        """The chairs and sides under these options."""

    @property
    def partnerships(self) -> bool:
        """Whether people have human partners under the usual options."""
        seating = self.seating(self.options({}))
        return any(len(set(side) - set(seating.dummies)) > 1 for side in seating.sides)

    def players(self) -> tuple[int, int]:
        """The fewest and the most players, dummies apart, over every answer to every option."""
        described = self.options_type.described()
        answers = [{option.name: choice.value} for option in described for choice in option.choices]
        counts = [len(self.seating(self.options(chosen)).people) for chosen in ({}, *answers)]
        return min(counts), max(counts)

    @abstractmethod
    def begin(self, options: O, dealer: int | None) -> S:
        """The state of a whole match with nothing dealt; `dealer=None` cuts for the deal."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[int, ...] | Chance:
        """The seats to move, or the chance awaited; empty when the match is over."""

    def independent(self, state: S) -> bool:
        """Whether the seats to move can act in any order without affecting each other, as in tricks played
        side by side; otherwise they act in the order given."""
        return False

    def by_side(self, state: S) -> bool:
        """Whether a seat to move answers for its side, so that people are asked before a house partner is."""
        return False

    def player_of(self, state: S, seat: int) -> int:
        """The seat whose player makes the moves of `seat`: itself, unless it is a dummy."""
        return seat

    @abstractmethod
    def legal(self, state: S, seat: int) -> tuple[Move, ...]:
        """Every move `seat` may make now (see `lists_like_moves`); empty when it is not to move."""

    def optional_moves(self, state: S, seat: int) -> tuple[Move, ...]:
        """Moves that `seat` may make whether it is to act or not. None is among the `legal` ones. They
        follow from what everybody knows, so one may still be refused for what the seat holds."""
        return ()

    def claimable(self, state: S, seat: int) -> range | None:
        """The numbers of tricks that `seat` may claim for its side now with a `Claim`, which `legal` never
        lists; None where it may claim nothing."""
        return None

    def automatic_moves(self, state: S, seat: int) -> tuple[Move, ...]:
        """The `legal` moves that may be made for the player without asking again: a card marked before the
        turn, or the only move there is, if the player asked for that."""
        return self.legal(state, seat)

    def formality(self, state: S, seat: int) -> Move | None:
        """The `legal` move that is made without asking the player, because nothing else is worth choosing;
        None where there is a choice, or the move is a play."""
        legal = self.legal(state, seat)
        return legal[0] if len(legal) == 1 and legal[0].formality else None

    def plays_held(self, state: S, seat: int) -> tuple[Move, ...]:
        """The play of every piece that `seat` holds, allowed now or not; empty while it holds nothing, and in
        games whose turns are not plays from the hand. Secret."""
        return ()

    @abstractmethod
    def verify(self, state: S, seat: int | None, move: Move) -> None:
        """Raise RuleError with the reason if the move may not be made."""

    @abstractmethod
    def apply(self, state: S, seat: int | None, move: Move) -> Step[S]:
        """The step the move makes. Raises RuleError as `verify` does."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """What that seat, or a spectator, may know; built by adding, never by masking."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """The match result, or None while it goes on."""

    def details(self, scored: Scored, hand: Sequence[Event], seat: int) -> Mapping[str, int]:
        """Statistics of this game alone, by name: what the side of that seat did in a counted hand, whose
        posted events are `hand`."""
        return {}

    def achievements(
        self, options: O, scored: Scored, hand: Sequence[Event], seat: int
    ) -> Collection[Achievement]:
        """The achievements of that seat in a counted hand, whose posted events are `hand`."""
        return ()

    def parse(self, text: str) -> Move:
        """The move written `text`. Raises NotationError."""
        return read_move(text, self.verbs)


AnyGame: TypeAlias = Game[Any, Any, Any]
