"""Moves that only the games before bezique have."""

from dataclasses import dataclass

from bot.rules.moves import BareMove


@dataclass(frozen=True, slots=True)
class Close(BareMove):
    """Mariage: stop drawing from the stock, expecting to reach the target with the cards in hand."""

    verb = "close"
    automatic = False
    stakes_game = True


@dataclass(frozen=True, slots=True)
class Knock(BareMove):
    """Cinq-cents: claim to have the target, cards taken in tricks among it."""

    verb = "knock"
    automatic = False
    stakes_game = True
