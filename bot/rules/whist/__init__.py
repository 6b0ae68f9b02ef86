"""The whist family: American Whist, English Whist (Short and Long), Bishops Whist, Dummy and double dummy."""

from bot.rules.whist.american import AmericanWhist
from bot.rules.whist.american_text import AmericanWhistText
from bot.rules.whist.bishops import BishopsWhist, BishopsWhistText
from bot.rules.whist.dummy import DoubleDummy, DoubleDummyText, Dummy, DummyText
from bot.rules.whist.english import EnglishWhist
from bot.rules.whist.english_text import EnglishWhistText

__all__ = [
    "AmericanWhist",
    "AmericanWhistText",
    "BishopsWhist",
    "BishopsWhistText",
    "DoubleDummy",
    "DoubleDummyText",
    "Dummy",
    "DummyText",
    "EnglishWhist",
    "EnglishWhistText",
]
