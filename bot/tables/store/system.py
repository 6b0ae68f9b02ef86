"""Chance and time as the machine has them."""

import asyncio
import secrets
import time

from bot.rules.game import Chance


class SystemDealer:
    """Shuffles with `secrets.SystemRandom`."""

    def __init__(self) -> None:
        self._random = secrets.SystemRandom()

    def deal(self, chance: Chance) -> str:
        pieces = list(chance.pieces)
        self._random.shuffle(pieces)
        return " ".join((chance.verb, *pieces[: chance.take]))

    def salt(self) -> str:
        return secrets.token_hex(16)


class SystemClock:
    """The clock of the machine."""

    def now(self) -> float:
        return time.time()

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
