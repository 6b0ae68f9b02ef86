"""Dominoes: the tiles, for every game played with them."""
