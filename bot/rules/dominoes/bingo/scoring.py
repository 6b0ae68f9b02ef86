"""Counting a call, a deal and the game (RULES I6-I7)."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from bot.rules.dominoes.bingo.options import BingoOptions
from bot.rules.dominoes.bingo.tricks import BINGO
from bot.rules.match import leader
from bot.rules.tiles import Tile

GAME: Final = 7  # points that win the game
HALF: Final = 30  # whoever has less when the other reaches the target loses two points

_CALLS: Final = {2: 20, 3: 40, 4: 50, 5: 60, 6: 70, 7: 70}
_WITH_BINGO: Final = 10

End: TypeAlias = Literal["reached", "failed", "more", "nobody", "bingo"]
"""How a deal ended: somebody reached the target; the player who turned the trump down failed; the tiles were
played out, and the higher count scored or nobody did; or the point for Bingo won the game."""


def call_value(doubles: Collection[Tile]) -> int:
    """What these doubles are worth when they are called together; nothing for fewer than two."""
    value = _CALLS.get(len(doubles), 0)
    return value + _WITH_BINGO if value and BINGO in doubles else value


@dataclass(frozen=True, slots=True)
class Count:
    """How a deal ended. `made` is what each seat counted, `tricks` how many each took; `winner` wins `worth`
    points of the game. `closer` had turned the trump down. `bingo` are the points for Bingo having
    taken the double of trumps, by seat, where they count."""

    end: End
    winner: int | None
    worth: int
    made: tuple[int, ...]
    tricks: tuple[int, ...]
    closer: int | None
    bingo: tuple[int, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the game that each seat makes."""
        return tuple(
            points + (self.worth if seat == self.winner else 0) for seat, points in enumerate(self.bingo)
        )


@dataclass(frozen=True, slots=True)
class Closing:
    """The trump was turned down by `seat`; `trickless`: the other had no trick then."""

    seat: int
    trickless: bool


def settle(
    options: BingoOptions,
    made: tuple[int, ...],
    tricks: tuple[int, ...],
    closing: Closing | None,
    bingo: tuple[int, ...],
    *,
    game_won: bool = False,
) -> Count:
    """The count of the deal, for two. `bingo` are the points for Bingo made in it; `game_won`: they have won
    the game, so nothing more is counted."""
    closer = closing.seat if closing else None
    if game_won:
        return Count("bingo", leader(bingo), 0, made, tricks, closer, bingo)
    end, winner, worth = _outcome(options, made, tricks, closing)
    if options.bingo_with_deal:
        bingo = tuple(points if seat == winner else 0 for seat, points in enumerate(bingo))
    return Count(end, winner, worth, made, tricks, closer, bingo)


def _outcome(
    options: BingoOptions, made: tuple[int, ...], tricks: tuple[int, ...], closing: Closing | None
) -> tuple[End, int | None, int]:
    reached = next((seat for seat, points in enumerate(made) if points >= options.target), None)
    if closing is not None and reached != closing.seat:
        other = 1 - closing.seat
        without = closing.trickless if options.trickless == "when-closed" else not tricks[other]
        return "failed", other, 3 if without else 2
    if reached is not None:
        other = 1 - reached
        return "reached", reached, 3 if not tricks[other] else 2 if made[other] < HALF else 1
    most = leader(made) if options.short == "more" else None
    return ("nobody", None, 0) if most is None else ("more", most, 1)


def game_winner(total: tuple[int, ...]) -> int | None:
    """The seat that has the points of a game."""
    return next((seat for seat, points in enumerate(total) if points >= GAME), None)
