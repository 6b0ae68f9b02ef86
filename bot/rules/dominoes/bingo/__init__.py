"""Bingo, or Domino Sixty-Six: tricks with dominoes."""

from bot.rules.dominoes.bingo.game import Bingo
from bot.rules.dominoes.bingo.text import BingoText

__all__ = ["Bingo", "BingoText"]
