"""Bezique in words and scenes."""
