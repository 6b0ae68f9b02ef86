"""Bingo, or Domino Sixty-Six: tricks with dominoes."""
