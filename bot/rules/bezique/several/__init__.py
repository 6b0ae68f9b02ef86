"""Bezique for three and for four."""

from bot.rules.bezique.several.game import FourHandedBezique, ThreeHandedBezique
from bot.rules.bezique.several.text import FourHandedBeziqueText, ThreeHandedBeziqueText

__all__ = ["FourHandedBezique", "FourHandedBeziqueText", "ThreeHandedBezique", "ThreeHandedBeziqueText"]
