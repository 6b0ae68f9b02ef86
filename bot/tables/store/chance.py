"""Fair chance: the system's own source of randomness."""

import secrets

from bot.rules.game import Chance


class SystemDealer:
    """Shuffles with `secrets.SystemRandom`."""

    def __init__(self) -> None:
        self._random = secrets.SystemRandom()

    def deal(self, chance: Chance) -> str:
        """The chance move as text: the verb and as many pieces, shuffled, as are wanted."""
        pieces = list(chance.pieces)
        self._random.shuffle(pieces)
        return " ".join((chance.verb, *pieces[: chance.take]))

    def salt(self) -> str:
        """32 random hexadecimal digits."""
        return secrets.token_hex(16)
