"""The whist family: American Whist, English Whist (Short and Long)."""

from bot.rules.whist.american import AmericanWhist
from bot.rules.whist.english import EnglishWhist

__all__ = ["AmericanWhist", "EnglishWhist"]
