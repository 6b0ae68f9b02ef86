"""A double-dummy solver: what a hand is worth with all cards known and best play by everybody.

`solve` gives the value, `solve_leads` that of each card that may be played, `best_line` a line of
best play. Values are those of the side whose turn it is: at plain whist its tricks, with those it
has taken already, at Bishops Whist its points of the hand less the other side's. `par` gives the value
for one side, whoever is to play, and a line, in little more time than the value takes.

`solve`, `solve_leads` and `par` take a number of `nodes`, positions they may look at, and raise
`OutOfNodes` if those are not enough; what they say does not hang on time or chance. A player that
searches asks `solve_layouts`, which solves many layouts of the hidden cards in one call, each card's
values in an array of layouts by card numbers (`NUMBERS`).

The work is done by native code that Numba compiles when it is first used, half a minute, and keeps
for later processes; `warm_up` does it beforehand. Importing this package neither compiles anything
nor needs Numba. A thread that solves holds up to 140 MB of its own until it ends.
"""

from bot.house.solver.position import NUMBERS, Kind, Position
from bot.house.solver.solving import (
    NO_SCORE,
    OutOfNodes,
    Par,
    Solution,
    best_line,
    par,
    solve,
    solve_fully,
    solve_layouts,
    solve_leads,
    warm_up,
)

__all__ = [
    "NO_SCORE",
    "NUMBERS",
    "Kind",
    "OutOfNodes",
    "Par",
    "Position",
    "Solution",
    "best_line",
    "par",
    "solve",
    "solve_fully",
    "solve_layouts",
    "solve_leads",
    "warm_up",
]
