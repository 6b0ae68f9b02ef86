"""Bezique for three and for four."""
