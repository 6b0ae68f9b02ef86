"""What a side makes of a board, in every game that is played on boards (RULES E2, GAP-F13)."""

from collections.abc import Sequence
from typing import Final

from bot.rules.registry import game_named
from bot.tables.seating.boards import score_of
from bot.tables.state.snapshot import TableSnapshot

NS: Final = 0  # the side of North and South


def shared(game: str) -> int:
    """What both sides make together at a board: at whist all thirteen tricks count; 0 where a score is the
    difference of what the sides make."""
    return game_named(game).board_total


def side_score(snapshot: TableSnapshot, side: int = NS) -> int | None:
    """The score of that side at a board: its tricks at whist, else its points less those of the best
    adversary; None if it was not played to its end."""
    points = score_of(snapshot)
    return None if points is None else points_score(snapshot.table.game, points, side)


def points_score(game: str, points: Sequence[int], side: int) -> int:
    """The same from what each side made."""
    if shared(game):
        return points[side]
    return points[side] - max(made for other, made in enumerate(points) if other != side)
