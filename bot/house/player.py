"""The contract every house player fulfils, and the simplest one."""

import random
from typing import Any, Protocol

from bot.rules.game import Game
from bot.rules.moves import Move


class HousePlayer(Protocol):
    """Chooses moves for one seat, from what that seat may know.

    `choose` gets the seat's view, never the state, and is pure: whatever it leaves to luck it
    takes from `rng`.
    """

    @property
    def name(self) -> str:
        """Its name in the registry."""

    def choose(
        self, game: Game[Any, Any, Any], view: Any, legal: tuple[Move, ...], rng: random.Random
    ) -> Move:
        """One of the `legal` moves of the seat that `view` belongs to."""


class RandomPlayer:
    """Any legal move, one as likely as another; plays every game."""

    name = "random"

    def choose(
        self, game: Game[Any, Any, Any], view: Any, legal: tuple[Move, ...], rng: random.Random
    ) -> Move:
        """One of the legal moves."""
        return rng.choice(legal)
