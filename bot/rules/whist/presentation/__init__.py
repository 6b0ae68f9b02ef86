"""Whist in words and scenes."""
