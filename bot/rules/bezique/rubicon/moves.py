"""The move that only Rubicon bezique has."""

from dataclasses import dataclass

from bot.rules.moves import BareMove


@dataclass(frozen=True, slots=True)
class ShowBlanche(BareMove):
    """Show carte blanche before playing a card: a hand without court cards, or the next card drawn to one."""

    verb = "blanche"
