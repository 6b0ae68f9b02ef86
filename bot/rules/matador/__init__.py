"""Matador, a game of dominoes."""

from bot.rules.matador.game import Matador

__all__ = ["Matador"]
