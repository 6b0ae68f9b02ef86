"""How Cavendish plays a game, and how hard he thinks."""

from dataclasses import dataclass
from pathlib import Path

from bot.house.solver.position import Kind


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think: `drawn` layouts are weighed, and those tried that fit best.

    With `open_from` cards in hand or fewer, `kept` of them are played out with all hands open, each if
    that takes no more than `nodes` positions; before, `tried` of them by the move policy.
    """

    drawn: int
    kept: int
    tried: int
    open_from: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Style:
    """How he plays one game: the kind of whist, the file of the move policy, how hard he thinks.

    `trust`, from 0 to 1, is how much he infers from the plays of others. `maxim_weight` is how much the
    maxims count in addition to the layouts that he tries, `net_weight` how much the card net does, whose file
    is `net` (None where none gains enough). The maxims alone decide among cards of a suit that are worth no
    more than `tie` points of the hand less than the best.
    """

    kind: Kind
    policy: Path
    trust: float
    maxim_weight: float
    tie: float
    effort: Effort
    net: Path | None = None
    net_weight: float = 0.0
