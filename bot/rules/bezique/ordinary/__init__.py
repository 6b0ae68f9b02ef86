"""Ordinary bezique for two."""

from bot.rules.bezique.ordinary.game import Bezique
from bot.rules.bezique.ordinary.text import BeziqueText

__all__ = ["Bezique", "BeziqueText"]
