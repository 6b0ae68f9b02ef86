"""The house's player of Old Maid: a game of chance has no better."""

import random

from bot.rules.moves import Move
from bot.rules.old_maid.moves import Throw
from bot.rules.old_maid.state import View


class OldMaidHoyle:
    """Throws its pairs at once and draws whichever card comes to hand: all backs are alike."""

    name = "hoyle"

    def choose(self, view: View, rng: random.Random) -> Move:
        return next((move for move in view.legal if isinstance(move, Throw)), None) or rng.choice(view.legal)
