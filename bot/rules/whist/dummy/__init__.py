"""Dummy, for three players, and double dummy, for two (RULES D)."""
