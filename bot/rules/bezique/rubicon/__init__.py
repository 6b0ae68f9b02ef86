"""Rubicon, or Japanese, bezique."""

from bot.rules.bezique.rubicon.game import RubiconBezique
from bot.rules.bezique.rubicon.text import RubiconBeziqueText

__all__ = ["RubiconBezique", "RubiconBeziqueText"]
