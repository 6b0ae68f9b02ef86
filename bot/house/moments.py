"""The moments of a hand: the decisions of a player that mattered most, judged by what their seat knew."""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.rules.presentation.hints import Hint

MOST: Final = 3  # moments of a hand

_REVIEWED: Final = 6  # decisions to look at closely


async def find_moments(
    decisions: int,
    glance: Callable[[int], Awaitable[float]],
    review: Callable[[int], Awaitable[Hint | None]],
) -> list[tuple[int, Hint]]:
    """The decisions that cost most, by their numbers from 0, and what would have been better, in order.

    `glance` says about what a decision cost, 0 if it is not worth a closer look, and `review` what
    would have been better, None for nothing.
    """
    costs = [await glance(number) for number in range(decisions)]
    worst = sorted((number for number in range(decisions) if costs[number] > 0), key=lambda n: -costs[n])
    found = [(number, better) for number in worst[:_REVIEWED] if (better := await review(number)) is not None]
    found.sort(key=lambda moment: -_gain(moment[1]))
    return sorted(found[:MOST], key=lambda moment: moment[0])


def _gain(better: Hint) -> float:
    return 0.0 if better.cost is None else better.cost.amount
