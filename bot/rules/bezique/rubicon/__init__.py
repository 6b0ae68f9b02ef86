"""Rubicon, or Japanese, bezique."""
