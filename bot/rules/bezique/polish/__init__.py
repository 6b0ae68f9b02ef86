"""Polish bezique, or Fildinski, for two and for four."""

from bot.rules.bezique.polish.four_handed import FourHandedPolish
from bot.rules.bezique.polish.game import PolishBezique
from bot.rules.bezique.polish.text import FourHandedPolishText, PolishText

__all__ = ["FourHandedPolish", "FourHandedPolishText", "PolishBezique", "PolishText"]
