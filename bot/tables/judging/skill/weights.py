"""What the cards of a deal are worth, as found beforehand, and how it was found.

Frozen: what is found anew is a new version, and everything that is stored is then replayed.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a game.

    `hoyle` and `par` are those of Hoyle's replay of a deal and of its double-dummy value, `mean` what the
    dealer's side is left with then; `hoyle_alone` and `mean_alone` the same where the double-dummy value is
    not known. `variance` is that of a hand. `levels` is what the house players are worth above Hoyle, by key.
    `people` is how far people are from the mean of their place, and `place` how far that may be from Hoyle
    (standard deviations). All in the `unit` of the game, `tricks` or `points` a hand.
    """

    version: int
    unit: str
    hoyle: float
    par: float
    mean: float
    hoyle_alone: float
    mean_alone: float
    variance: float
    levels: Mapping[str, float]
    people: float
    place: float


WEIGHTS: Final[Mapping[str, Weights]] = {
    game: Weights(**found)
    for game, found in tomllib.loads(Path(__file__).with_name("weights.toml").read_text("utf-8")).items()
}
"""By game, from `weights.toml`, which says how each was found."""
