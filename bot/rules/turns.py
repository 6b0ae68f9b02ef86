"""The two refusals about turns that every game has."""

from bot.rules.catalogue import gettext_noop
from bot.rules.errors import RuleError


def require_turn(
    seat: int | None, due: int, message: str = gettext_noop("It is not your turn to play.")
) -> None:
    """Raise RuleError with `message` unless `seat` is the seat that is due."""
    if seat != due:
        raise RuleError("not-your-turn", message)


def require_chance(seat: int | None) -> None:
    """Raise RuleError unless the move is chance's (`seat` None)."""
    if seat is not None:
        raise RuleError("not-your-turn", "That is not for a player to do.")
