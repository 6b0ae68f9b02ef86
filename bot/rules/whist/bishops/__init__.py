"""Bishops Whist (A. T. Dana, 1899), a game of the whist family."""

from bot.rules.whist.bishops.game import BishopsWhist
from bot.rules.whist.bishops.text import BishopsWhistText

__all__ = ["BishopsWhist", "BishopsWhistText"]
