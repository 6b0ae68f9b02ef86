"""Bishops Whist (A. T. Dana, 1899)."""

from bot.rules.bishops_whist.game import BishopsWhist

__all__ = ["BishopsWhist"]
