"""Matador, a game of dominoes."""
