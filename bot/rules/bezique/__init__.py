"""Bezique, the ordinary game for two."""

from bot.rules.bezique.game import Bezique

__all__ = ["Bezique"]
