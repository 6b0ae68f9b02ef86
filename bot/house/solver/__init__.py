"""A double-dummy solver: what a hand is worth with all cards known and best play by everybody.

`solve` gives the value, `solve_leads` that of each card that may be played, `best_line` a line of
best play. Values are those of the side whose turn it is: at plain whist its tricks, with those it
has taken already, at Bishops Whist its points of the hand less the other side's.

The work is done by native code that Numba compiles when it is first used, about a minute, and keeps
for later processes; `warm_up` does it beforehand. Importing this package neither compiles anything
nor needs Numba. A thread that solves holds 40 MB of its own until it ends.
"""

from bot.house.solver.position import Kind, Position
from bot.house.solver.solving import Solution, best_line, solve, solve_fully, solve_leads, warm_up

__all__ = [
    "Kind",
    "Position",
    "Solution",
    "best_line",
    "solve",
    "solve_fully",
    "solve_leads",
    "warm_up",
]
