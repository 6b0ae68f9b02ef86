"""Cavendish, the house player who thinks: he deals the hidden cards in all the ways they may lie,
plays each out, and chooses what does best on the average.

`known` says what a seat can tell of the hidden cards, `deals` lays them out, and `search` tries the
cards on them.
"""
