"""How much each consideration counts, in tricks.

Found by playing: in positions from play between house players every card was tried and the hand
played out, and the weights were moved until they preferred the cards that did best. What a maxim
says is in its function; here is only how loudly it says it.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of one player."""

    # What the trick counts (judgement.py)
    trick: float = 1.0
    odd_trick: float = 0.3

    # Keeping a card (keeping.py)
    rank: float = 0.01
    trump: float = 0.3
    trump_more: float = 0.0
    trump_top: float = 0.6
    trump_second: float = 0.3
    trump_third: float = 0.15
    turn_up: float = 0.005
    top: float = 0.7
    second: float = 0.35
    third: float = 0.15
    bare: float = 0.1
    fade: float = 0.1
    guard_second: float = 0.2
    guard_third: float = 0.1

    # Leading (lead.py)
    lead_long: float = 0.05
    lead_honours: float = 0.03
    lead_through: float = 0.05
    lead_up_to_strong: float = 0.1
    lead_sequence: float = 0.1
    lead_through_honour: float = 0.1
    lead_at_eight: float = 1.0
    lead_trump: float = 0.0
    lead_trump_length: float = 0.1
    lead_trump_strong: float = 0.1
    lead_draw: float = 0.05
    lead_idle_trump: float = 0.3
    lead_trump_odd: float = 0.2
    lead_ace_king: float = 0.1
    lead_loser: float = 0.5
    lead_return: float = 0.1
    lead_return_strong: float = 0.05
    lead_return_card: float = 0.05
    lead_tenace: float = 0.1
    lead_ace: float = 0.1
    lead_from_king: float = 0.03
    lead_from_queen: float = 0.03
    lead_thirteenth: float = 0.1
    lead_refused: float = 0.2
    lead_last_trumps: float = 0.1
    lead_force: float = 0.1
    lead_ruff: float = 0.1

    # Following (follow.py)
    second_high: float = 0.1
    second_king: float = 0.2
    third_high: float = 0.02
    third_queen: float = 0.1
    third_finesse: float = 0.02
    sequence_high: float = 0.02
    win: float = 0.1

    # Having none of the suit led (renounce.py)
    ruff_partner: float = 0.2
    ruff_thirteenth: float = 0.1
    ruff_strong: float = 0.1
    ruff_few: float = 0.1
    throw_return: float = 0.1
    throw_long: float = 0.05
    throw_to_ruff: float = 0.05


WEIGHTS: Final = Weights()
"""Hoyle's."""
