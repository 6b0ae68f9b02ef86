"""What bezique for three and for four is, in data (RULES F2, F3)."""

from dataclasses import replace
from functools import cache
from typing import Final

from bot.rules.bezique.combinations import BEZIQUE, DOUBLE, FOURS, MARRIAGE, QUADRUPLE, SEQUENCE, TRIPLE, Meld
from bot.rules.bezique.several.options import FourHandedOptions, SeveralOptions, ThreeHandedOptions
from bot.rules.bezique.variant import Brisques, Seven, Variant
from bot.rules.seats import FOUR_ALONE, FOUR_IN_PARTNERSHIP, THREE_ALONE, Seating

_TARGETS: Final = {"two-thousand": 2000, "one-thousand": 1000}


@cache
def three_handed(options: ThreeHandedOptions) -> Variant:
    """Three packs, each against the others."""
    return _several(options, THREE_ALONE, 3, (TRIPLE, DOUBLE))


@cache
def four_handed(options: FourHandedOptions) -> Variant:
    """Four packs, in partnership or each against the others."""
    with_partners = options.partners == "partners"
    seating = FOUR_IN_PARTNERSHIP if with_partners else FOUR_ALONE
    beziques = (QUADRUPLE, TRIPLE, DOUBLE) if options.quadruple else (TRIPLE, DOUBLE)
    return replace(
        _several(options, seating, 4, beziques),
        parts=with_partners and options.part,
        partner_asked=with_partners and options.asked and options.partner_asked,
    )


def _several(options: SeveralOptions, seating: Seating, packs: int, beziques: tuple[Meld, ...]) -> Variant:
    turned = options.trumps == "turned"
    new_card, new_pair = options.beziques == "new-card", options.beziques == "new-pair"
    return Variant(
        seating=seating,
        packs=packs,
        packets=(3, 2, 3),
        turn_up=turned,
        declarations=(
            SEQUENCE,
            MARRIAGE,
            *(replace(kind, new_card=new_card, new_pair=new_pair) for kind in beziques),
            BEZIQUE,
            *FOURS,
        ),
        seven=Seven(points=10, besides=options.seven) if turned else None,
        brisques=Brisques(20 if options.brisque_points == "twenty" else 10, options.brisques),
        last_trick=10,
        target=_TARGETS[options.target],
        plays_on=options.out == "play-on" or options.brisques == "at-the-end",
        always_asked=options.asked,
    )
