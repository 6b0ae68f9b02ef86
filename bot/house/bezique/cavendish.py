"""Cavendish at ordinary bezique: Hoyle, who tries his move against others on layouts of the hidden cards."""

import random
from collections.abc import Sequence
from typing import Final

from bot.house.bezique.coach import BeziqueCoach, judges, opinions_of, reason_for
from bot.house.bezique.known import Known
from bot.rules.bezique.state import View
from bot.rules.moves import Move
from bot.rules.presentation.hints import Cost, Hint, Judged, Unit

_MOST_MOVES: Final = 4
_WITHIN: Final = 40.0  # points that a move may be behind Hoyle's, by his own weights, to be tried
_BATCHES: Final = 3
_ERRORS: Final = 2.0  # standard errors of the paired difference by which a move must be behind to be dropped
_TRICKS: Final = 24  # while cards are drawn
_FEWEST_LEFT: Final = 4


class BeziqueCavendish(BeziqueCoach):
    """Makes Hoyle's move unless another is better on the same layouts and orders of the stock."""

    name = "cavendish"
    needs_worker = True
    fallback = "hoyle"
    layouts = 30  # in the first batch at the first trick; more as less is left to play

    def choose(self, view: View, rng: random.Random) -> Move:
        own = super().choose(view, rng)
        better = self._better(view, own, rng)
        return own if better is None else better[0]

    def advise(self, view: View, rng: random.Random) -> Hint:
        """Hoyle's advice, or the move that is better, with what Hoyle's would cost on the layouts tried."""
        advice = super().advise(view, rng)
        better = self._better(view, advice.move, rng)
        if better is None:
            return advice
        move, gain = better
        words = reason_for(Known(view), move, advice.move)
        return Hint(move, words, Cost(advice.move, gain, Unit.POINTS, Judged.TRIED))

    def _better(self, view: View, own: Move, rng: random.Random) -> tuple[Move, float] | None:
        # The move to make instead, and what it gains in points.
        known = Known(view)
        if known.drawn_out or not judges(view, own):
            return None
        worth = opinions_of(known)
        if own not in worth:
            return None
        others = [move for move in worth if move != own and worth[move] >= worth[own] - _WITHIN]
        moves = [own, *sorted(others, key=lambda move: -worth[move])[: _MOST_MOVES - 1]]
        return _tried(view, moves, self.layouts, rng) if len(moves) > 1 else None


def _tried(view: View, moves: Sequence[Move], layouts: int, rng: random.Random) -> tuple[Move, float] | None:
    # In batches, each twice as large as the one before. The first move stands until it is dropped.
    import numpy as np

    from bot.house.bezique.trying import Trial

    trial, left = Trial(view), list(moves)
    size = layouts * _TRICKS // max(_FEWEST_LEFT, _TRICKS - len(view.tricks))
    made = np.empty((0, len(moves)))
    for _ in range(_BATCHES):
        made = np.concatenate((made, trial.values(left, size, rng)[0]))
        best = int(np.argmax(made.mean(axis=0)))
        behind = made[:, [best]] - made
        mean, error = behind.mean(axis=0), behind.std(axis=0) / len(made) ** 0.5
        kept = (mean < _ERRORS * error) | (np.arange(len(left)) == best)
        if not kept[0]:
            return left[best], float(mean[0])
        if kept.sum() == 1:
            return None
        left = [move for move, stays in zip(left, kept, strict=True) if stays]
        made, size = made[:, kept], 2 * size
    return None
