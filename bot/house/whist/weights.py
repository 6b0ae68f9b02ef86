"""How much each consideration counts, in tricks.

Found by playing hands out (`tools/tune_weights.py`), but neither the seed nor the number of positions was
kept. What a maxim says is in its function. No rule of the book was let fall to nothing; those that come up
too seldom (`turn_up`, `lead_at_eight`, `lead_loser`, `lead_last_trumps`, `third_finesse`) or were changed
since (`odd_trick`) were set by hand.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of one player."""

    # What the trick counts, in evaluation.py
    trick: float = 1.0
    odd_trick: float = 0.22

    # Keeping a card, in keeping.py
    rank: float = 0.005
    trump: float = 0.33
    trump_spare: float = 0.08
    trump_top: float = 0.69
    trump_second: float = 0.28
    trump_third: float = 0.14
    turn_up: float = 0.02
    top: float = 0.25
    second: float = 0.2
    third: float = 0.15
    bare: float = 0.03
    fade: float = 0.03
    guard_second: float = 0.12
    guard_third: float = 0.06

    # Leading, in lead.py
    lead_long: float = 0.04
    lead_honours: float = 0.02
    lead_through: float = 0.5
    lead_up_to_strong: float = 0.11
    lead_sequence: float = 0.41
    lead_through_honour: float = 0.08
    lead_at_eight: float = 0.6
    lead_trump_price: float = 0.13
    lead_trump_length: float = 0.24
    lead_trump_strong: float = 0.06
    lead_draw: float = 0.03
    lead_idle_trump: float = 0.17
    lead_trump_odd: float = 0.08
    lead_ace_king: float = 0.2
    lead_loser: float = 1.4
    lead_return: float = 0.36
    lead_return_strong: float = 0.03
    lead_return_trump: float = 0.7
    lead_return_card: float = 0.03
    lead_tenace: float = 0.22
    lead_ace: float = 0.2
    lead_from_king: float = 0.02
    lead_from_queen: float = 0.02
    lead_thirteenth: float = 0.03
    lead_refused: float = 0.16
    lead_last_trumps: float = 0.15
    lead_force: float = 0.03
    lead_ruff: float = 0.29
    lead_called: float = 0.7
    lead_called_card: float = 0.05
    lead_thrown: float = 0.1

    # Following, in follow.py
    second_high: float = 0.33
    second_cover: float = 0.33
    second_king: float = 0.31
    third_high: float = 0.04
    third_queen: float = 0.12
    third_finesse: float = 0.08
    win: float = 0.12
    call: float = 0.06

    # Having none of the suit led, in renounce.py
    ruff_partner: float = 0.14
    ruff_thirteenth: float = 0.06
    ruff_strong: float = 0.04
    ruff_few: float = 0.14
    throw_return: float = 0.03
    throw_long: float = 0.03
    throw_to_ruff: float = 0.18


WEIGHTS: Final = Weights()  # Hoyle's
