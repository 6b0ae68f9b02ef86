"""How a game is shown and told, for any surface."""
