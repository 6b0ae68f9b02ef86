"""Matador, a game of dominoes."""

from bot.rules.dominoes.matador.game import Matador
from bot.rules.dominoes.matador.text import MatadorText

__all__ = ["Matador", "MatadorText"]
