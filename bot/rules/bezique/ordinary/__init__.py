"""Ordinary bezique for two."""
