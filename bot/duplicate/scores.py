"""What North and South make of a board, in every game that is played on boards (RULES E2)."""

from collections.abc import Sequence

from bot.rules.registry import game_named
from bot.tables.seating.boards import score_of
from bot.tables.state.snapshot import TableSnapshot


def shared(game: str) -> int:
    """What both sides make together at a board: at whist all thirteen tricks count; 0 where a score is the
    difference of what the two sides make."""
    return game_named(game).board_total or 0


def ns_score(snapshot: TableSnapshot) -> int | None:
    """The score of North and South at a board: their tricks at whist, at Bishops Whist their points less
    those of East and West; None if it was not played to its end."""
    points = score_of(snapshot)
    return None if points is None else ns_points(snapshot.table.game, points)


def ns_points(game: str, points: Sequence[int]) -> int:
    """The same from what each side made, North and South first."""
    return points[0] if shared(game) else points[0] - points[1]
