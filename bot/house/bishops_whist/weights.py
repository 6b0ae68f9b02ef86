"""How much each consideration counts, in points of difference between the sides.

Found by playing: positions from play between house players were played out many times with
each card that could be played, and the weights were moved until they preferred the cards that
did best. What a maxim says is in its function; here is only how loudly it says it.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of one player; chances are from 0 to 1, all else is points."""

    # The trick (judgement.py)
    trick: float = 0.54
    bishop: float = 2.14
    gift: float = 0.33  # partner's bishop comes down, in the suit led
    void_gift: float = 1.06  # ... as a discard
    enemy_gift: float = 0.43  # theirs, beside partner's
    enemy_forced: float = 1.0
    ruffs: float = 0.8
    knight_takes: float = 0.25

    # Keeping a card (keeping.py)
    knight: float = 0.9
    knight_late: float = 0.9
    knight_last: float = 0.0
    knight_guard: float = 0.0
    knight_spare: float = 0.35
    trump_top: float = 1.25
    trump_second: float = 0.84
    trump_low: float = 0.0
    trump_few: float = -0.09
    trump_fade: float = 0.0
    top: float = 0.64
    second: float = 0.22
    third: float = 0.12
    catch: float = 0.79
    fade: float = 0.29
    rank: float = 0.015
    guard: float = 0.27

    # The chance to save a bishop (keeping.py)
    save: float = 0.525
    save_guard: float = 0.05
    save_top: float = 0.12
    save_knight: float = 0.0
    save_out: float = 0.05
    save_free: float = 0.85
    save_cardinal: float = 0.2
    save_late: float = 0.02
    save_partner: float = 0.0
    save_alone: float = 0.0
    save_early: float = 0.0

    # Leading (lead.py)
    lead_top: float = 0.25
    strip: float = 0.05
    lead_theirs: float = 0.52
    lead_partners: float = -0.08
    lead_low_own: float = 0.33
    lead_high_own: float = 0.33
    lead_bishop: float = 0.0
    lead_cardinal: float = 0.0
    lead_trump: float = 0.32
    lead_trump_low: float = 0.32
    lead_trump_weak: float = 0.0
    lead_trump_length: float = 0.18
    lead_trump_catch: float = 0.95
    lead_trump_idle: float = 0.0
    lead_length: float = 0.05
    lead_short: float = -0.12
    lead_return: float = 0.08
    lead_enemy_suit: float = 0.0
    lead_ruff: float = 0.5
    lead_knight: float = 1.0

    # Following (follow.py)
    overtake: float = 0.0
    ruff_partner: float = 0.0
    second_high: float = 0.32
    cover: float = 0.0
    third_high: float = 0.13
    fourth_wins: float = 0.0

    # Discarding (discard.py)
    shorten: float = 0.2
    shorten_more: float = 0.18
    discard_guard: float = 0.0
    discard_bishop: float = 0.0


WEIGHTS: Final = Weights()
"""Hoyle's."""
