"""Polish bezique, or Fildinski, for two and for four."""

from bot.rules.bezique.polish.game import PolishBezique
from bot.rules.bezique.polish.text import PolishText

__all__ = ["PolishBezique", "PolishText"]
