"""What the cards of a deal are worth, as found beforehand, and how it was found.

Frozen: what is found anew is a new version, and everything that is stored is then replayed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
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


# Each by `python -m tools.fit_skill --game KEY`, Bob Short in one chair, with what stands beside it.
# Cavendish is as far above Hoyle as the margins in docs/house-players.md have him, measured by Bob
# Short's. How far people differ nobody has measured: it is taken to be somewhat more than Bob Short
# from Hoyle.
WEIGHTS: Final[Mapping[str, Weights]] = {
    # --deals 1200 --seed 11; Bob Short's level from these and 3,000 more, seed 31.
    "american-whist": Weights(
        version=1,
        unit="tricks",
        hoyle=0.547,
        par=0.266,
        mean=0.080,
        hoyle_alone=0.858,
        mean_alone=0.016,
        variance=0.75,
        levels={"bob-short": -0.30, "hoyle": 0.0, "cavendish": 0.14},
        people=0.5,
        place=0.5,
    ),
    # --deals 1200 --seed 11.
    "english-whist": Weights(
        version=1,
        unit="tricks",
        hoyle=0.563,
        par=0.259,
        mean=0.099,
        hoyle_alone=0.872,
        mean_alone=0.048,
        variance=0.74,
        levels={"bob-short": -0.26, "hoyle": 0.0, "cavendish": 0.12},
        people=0.5,
        place=0.5,
    ),
    # --deals 2400 --seed 21 --no-par: the double-dummy value costs a second of a core, and is not needed.
    "bishops-whist": Weights(
        version=1,
        unit="points",
        hoyle=0.639,
        par=0.0,
        mean=0.328,
        hoyle_alone=0.639,
        mean_alone=0.328,
        variance=17.3,
        levels={"bob-short": -1.98, "hoyle": 0.0, "cavendish": 0.96},
        people=3.3,
        place=3.3,
    ),
}
"""By game."""
