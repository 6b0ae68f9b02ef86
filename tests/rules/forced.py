"""Moves that are the only one, or the only one worth making, though not everybody can see that."""

from bot.rules.game import AnyGame
from tests.rules.play import Taken


def is_forced(game: AnyGame, step: Taken) -> bool:
    """Whether the bot may make the move for a person, and others would learn something by it."""
    if step.seat is None or step.move.blind:
        return False
    if game.formality(step.before, step.seat) == step.move:
        return True
    alone = step.move.automatic and game.legal(step.before, step.seat) == (step.move,)
    return alone and game.plays_held(step.before, step.seat) != (step.move,)
