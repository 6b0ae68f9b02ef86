"""Moves that are the only one, though not everybody can see that."""

from bot.rules.game import AnyGame
from tests.rules.play import Taken


def is_forced(game: AnyGame, step: Taken) -> bool:
    """Whether the bot may make the move for a person, and others would learn something by it."""
    if step.seat is None or not step.move.automatic or step.move.blind:
        return False
    alone = game.legal(step.before, step.seat) == (step.move,)
    return alone and game.plays_held(step.before, step.seat) != (step.move,)
