"""Scripts for developers: they make files that the bot ships with."""
