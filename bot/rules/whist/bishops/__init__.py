"""Bishops Whist (A. T. Dana, 1899), a game of the whist family."""
