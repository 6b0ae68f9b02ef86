"""The weights of Hoyle's judgement at bezique, found by playing deals both ways round."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """What Hoyle goes by where it cannot be counted out.

    Shares of points: `patience` for each card that a combination still wants, `later` for a further set of a
    kind, `suit_open` for what must yet become trumps; `wins` of the tricks to come that are won.
    `hold_ace`, `hold_ten`, `hold_low`: what is in keeping such a card, in shares of its own points in a trick
    and in points a step of rank; `trump`, `trump_height` of a trump, `trump_late` more as the stock runs out.
    `lead`: what it costs to have the lead; `adversary`: what the adversary's winning costs besides.
    """

    patience: float = 0.52
    waiting: float = 0.95
    comes: float = 0.88
    time: float = 0.5
    later: float = 0.6
    mends: float = 0.8
    suit_open: float = 0.5
    wins: float = 0.45
    hold_ace: float = 0.6
    hold_ten: float = 0.4
    hold_low: float = 0.3
    trump: float = 5.0
    trump_height: float = 0.8
    trump_late: float = 6.0
    lead: float = 1.6
    adversary: float = 4.0
    beats_plain: float = 0.55
    beats_brisque: float = 0.9
    trumps_plain: float = 0.08
    trumps_brisque: float = 0.5
    ten_takes: float = 0.5


WEIGHTS = Weights()
