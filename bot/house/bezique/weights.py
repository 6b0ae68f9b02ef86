"""The weights of Hoyle's judgement at bezique, found by playing deals both ways round."""

from typing import Final, NamedTuple

from bot.rules.bezique.variant import Variant


class Weights(NamedTuple):
    """What Hoyle goes by where it cannot be counted out.

    What a combination's points count for: `patience` for each card that it still wants, `patience_beziques`
    if it is of beziques, `later` for a further set of its kind, `suit_open` where its suit must yet become
    trumps, `waiting` if it is complete and not scored at once. Where it can be declared again: `mends` for
    a set that is in the hand once the like of a card has been played, `beyond` for each card more than it
    wants that is likely to be drawn. `comes`: how likely an unseen card is to be drawn, of what it would be
    by chance; the adversary keeps such cards, too. `time`: in which share of the tricks to come a
    combination must be scored that is not complete; `wins`: how many of them are won.

    `hold_ace`, `hold_ten`: what is in keeping such a card, in shares of its points in a trick, and
    `hold_low` in points a step of rank; `trump` and `trump_height` of a trump, `trump_late` more as the
    stock runs out. `lead`: points that it costs to have the lead, `gives`: to lead what completes something
    for an adversary, in shares of its points, besides what it is worth to either; `adversary`: what the
    adversary's winning costs besides.

    `beats_plain`, `beats_brisque`, `trumps_plain`, `trumps_brisque`: how likely an adversary who can do it
    beats or trumps a trick without much in it, or with; `ten_takes`: or wins with a ten.
    """

    patience: float = 0.52
    patience_beziques: float = 0.52
    waiting: float = 0.95
    comes: float = 0.88
    time: float = 0.5
    later: float = 0.6
    mends: float = 0.8
    beyond: float = 0.2
    suit_open: float = 0.5
    wins: float = 0.45
    hold_ace: float = 0.6
    hold_ten: float = 0.4
    hold_low: float = 0.3
    trump: float = 5.0
    trump_height: float = 0.8
    trump_late: float = 6.0
    lead: float = 1.6
    gives: float = 0.0
    adversary: float = 4.0
    beats_plain: float = 0.55
    beats_brisque: float = 0.9
    trumps_plain: float = 0.08
    trumps_brisque: float = 0.5
    ten_takes: float = 0.5


WEIGHTS: Final = Weights()

MENDING: Final = Weights(
    patience=0.36,
    patience_beziques=0.75,
    waiting=0.65,
    comes=0.77,
    time=0.44,
    later=0.52,
    suit_open=0.45,
    wins=0.43,
    hold_ace=0.7,
    hold_ten=0.33,
    trump=4.6,
    trump_height=0.68,
    lead=1.5,
    adversary=4.3,
    beats_brisque=0.98,
    trumps_plain=0.07,
)
"""Where what is broken is declared again, what is in the hand is worth more than what may come."""


LYING_OPEN: Final = Weights(
    hold_ace=0.9, hold_ten=0.6, trump=8.0, adversary=1.0, gives=0.5, trumps_brisque=0.9
)
"""Where cards won lie open, all see what a card completes, and trump what does."""


def weights_for(variant: Variant) -> Weights:
    """The weights for that game."""
    if variant.won_cards != "aside":
        return LYING_OPEN
    return WEIGHTS if variant.rubicon is None else MENDING
