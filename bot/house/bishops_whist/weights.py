"""How much each consideration counts, in points of difference between the sides.

Found by playing hands out (`tools/tune_weights.py`), but neither the seed nor the number of positions was
kept. What a maxim says is in its function.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of one player. Chances, from 0 to 1, are marked so; all else is points."""

    # What the trick and a bishop in it count to either side, in evaluation.py
    trick: float = 0.72
    bishop: float = 2.41

    # How the others play: all chances (evaluation.py)
    gift: float = 0.41  # a player gives a bishop of the suit led to his side's trick
    void_gift: float = 1.0  # ... or, having none of the suit, any bishop
    enemy_gift: float = 0.43  # both, of the enemy beside partner
    forced: float = 0.59  # a bishop that seems to have no guard left falls
    ruffs: float = 0.8  # who can trump does
    knight_takes: float = 0.07  # who can put a knight on a small card does

    # Keeping a card, in keeping.py
    knight: float = 0.68
    knight_late: float = 0.68
    knight_spare: float = 0.35
    trump_top: float = 1.56
    trump_second: float = 0.63
    top: float = 0.64
    second: float = 0.22
    third: float = 0.12
    catch: float = 0.79
    fade: float = 0.29
    rank: float = 0.01
    guard: float = 0.45

    # The chance that a bishop kept is saved, in keeping.py
    save: float = 0.53
    save_guard: float = 0.05
    save_top: float = 0.16
    save_free: float = 0.85
    save_cardinal: float = 0.2
    save_alone: float = -0.14

    # Leading, in lead.py
    lead_top: float = 0.25
    lead_tops: float = 0.35
    lead_theirs: float = 0.52
    lead_low_own: float = 0.5
    lead_high_own: float = 0.35
    lead_trump: float = 0.25
    lead_trump_low: float = 0.4
    lead_trump_weak: float = 0.8
    lead_trump_length: float = 0.32
    lead_trump_catch: float = 1.22
    lead_return: float = 0.08
    lead_enemy_suit: float = 0.32
    lead_ruff: float = 0.62
    lead_knight: float = 1.0

    # Following, in follow.py
    second_high: float = 0.32
    third_high: float = 0.13
    fourth_wins: float = 0.18
    ruff_partner: float = 0.45

    # Discarding, in discard.py
    shorten: float = 0.2
    shorten_more: float = 0.18
    discard_guard: float = 0.08


WEIGHTS: Final = Weights()  # Hoyle's
