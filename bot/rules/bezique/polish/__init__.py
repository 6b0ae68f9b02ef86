"""Polish bezique, or Fildinski, for two and for four."""
