"""The bezique family; so far the ordinary game for two."""

from bot.rules.bezique.game import Bezique
from bot.rules.bezique.text import BeziqueText

__all__ = ["Bezique", "BeziqueText"]
