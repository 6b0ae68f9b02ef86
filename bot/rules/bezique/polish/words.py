"""Polish bezique in words."""

from bot.rules.bezique.text import BeziqueGameText


class PolishWords(BeziqueGameText):
    """What is said differently where cards won lie open."""
