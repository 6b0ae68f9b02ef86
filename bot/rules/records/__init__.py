"""The log of a match, and matches and boards as data."""
