"""How much each consideration counts, in points of difference between the sides."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    trick: float = 0.54
    bishop: float = 2.0
    gift: float = 0.75
    enemy_gift: float = 0.6
    void_gift: float = 0.6
    duck: float = 0.9
    ruffs: float = 0.85
    knight_takes: float = 0.25
    # keeping
    knight: float = 0.9
    knight_late: float = 0.9
    knight_spare: float = 0.35
    trump_top: float = 1.0
    trump_mid: float = 0.75
    trump_low: float = 0.55
    trump_over: float = 0.0
    top: float = 0.7
    second: float = 0.4
    third: float = 0.2
    catch: float = 0.5
    rank: float = 0.01
    guard: float = 0.3
    # saving
    save: float = 0.42
    save_guard: float = 0.05
    save_top: float = 0.12
    save_knight: float = 0.05
    save_out: float = 0.05
    save_free: float = 0.85
    save_cardinal: float = 0.12
    save_late: float = 0.02
    # discards and leads
    shorten: float = 0.12
    strip: float = 0.3
    strip_own: float = 0.3
    lead_bishop_suit: float = 0.15
    lead_theirs: float = 0.2
    lead_knight: float = 1.0
    lead_trump: float = 0.0
    lead_length: float = 0.0
    lead_partner: float = 0.1
    lead_own_bishop: float = 0.0
    lead_cardinal: float = 0.0
    lead_trump_length: float = 0.0
    lead_trump_low: float = 0.0
    lead_trump_cardinal: float = 0.0
    lead_short: float = 0.0
    lead_return: float = 0.0
    lead_foe_suit: float = 0.0
    lead_top: float = 0.0
    lead_ruff: float = 0.0
    overtake: float = 0.0
    ruff_partner: float = 0.0
    second_high: float = 0.0
    third_high: float = 0.0
    last_win: float = 0.0
    discard_short: float = 0.0
    discard_own: float = 0.0
    fade: float = 0.0
    trump_fade: float = 0.0
    trump_few: float = 0.0
    bishop_discard: float = 0.0
    enemy_forced: float = 1.0
    save_partner: float = 0.0
    save_alone: float = 0.0
    save_early: float = 0.0
    cover: float = 0.0


WEIGHTS: Final = Weights()
