"""Dummy, for three players, and double dummy, for two (RULES D)."""

from bot.rules.whist.dummy.double_text import DoubleDummyText
from bot.rules.whist.dummy.game import DoubleDummy, Dummy
from bot.rules.whist.dummy.text import DummyText

__all__ = ["DoubleDummy", "DoubleDummyText", "Dummy", "DummyText"]
