"""Bezique for three and for four (RULES F2, F3; Cady, Three-handed and Four-handed)."""

from dataclasses import replace
from functools import cache
from typing import Final

from bot.rules.bezique.combinations import BEZIQUE, DOUBLE, FOURS, MARRIAGE, QUADRUPLE, SEQUENCE, TRIPLE, Meld
from bot.rules.bezique.declaring import Combination, in_order, may_score
from bot.rules.bezique.duels import DuelingGame
from bot.rules.bezique.game import BeziqueGame
from bot.rules.bezique.moves import Announcement, Declare, DrawCards, Exchange, ShowSeven
from bot.rules.bezique.named import Named
from bot.rules.bezique.several.options import FourHandedOptions, SeveralOptions, ThreeHandedOptions
from bot.rules.bezique.state import Deal, Match
from bot.rules.bezique.variant import Brisques, Seven, Variant
from bot.rules.errors import RuleError
from bot.rules.moves import Move
from bot.rules.seats import FOUR_ALONE, FOUR_IN_PARTNERSHIP, THREE_ALONE, Seating

_DECLINE: Final = (DrawCards(),)


class ThreeHandedBezique(BeziqueGame[ThreeHandedOptions]):
    """Each against the other two, with three packs."""

    key = "three-handed-bezique"
    options_type = ThreeHandedOptions

    def variant(self, options: ThreeHandedOptions) -> Variant:
        return three_handed(options)


class FourHandedBezique(DuelingGame[FourHandedOptions]):
    """Two against two, or each against the others, with four packs.

    Either partner may declare after a trick of the side, one's own cards with those the partner has declared
    and not played yet (F3.26).
    """

    key = "four-handed-bezique"
    options_type = FourHandedOptions

    def variant(self, options: FourHandedOptions) -> Variant:
        return four_handed(options)

    def declarers(self, match: Match, deal: Deal) -> tuple[int, ...]:
        return tuple(
            seat
            for winner in super().declarers(match, deal)
            for seat in (winner, *match.variant.seating.partners_of(winner))
        )

    def material(self, match: Match, deal: Deal, seat: int) -> tuple[Named, ...]:
        own = deal.hands[seat]
        lying = [
            named
            for partner in match.variant.seating.partners_of(seat)
            for named in deal.hands[partner]
            if named.is_declared
        ]
        return in_order((*own, *lying)) if lying else own

    def combinations(self, match: Match, deal: Deal, seat: int) -> list[Combination]:
        own = set(deal.hands[seat])
        return [found for found in super().combinations(match, deal, seat) if not own.isdisjoint(found[1])]

    def moves_after_trick(self, match: Match, deal: Deal, seat: int) -> tuple[Move, ...]:
        """The partner of the winner is asked while something can still be scored for the trick, or only with
        something to score (GAP-F11)."""
        moves = super().moves_after_trick(match, deal, seat)
        if seat == deal.turn:
            return moves
        variant = match.variant
        scores = may_score(variant, deal)
        if not scores:
            moves = tuple(move for move in moves if isinstance(move, Exchange | ShowSeven | DrawCards))
        if len(moves) > 1:
            return moves
        seven = variant.seven is not None and variant.seven.besides and not deal.seven_scored
        return _DECLINE if variant.partner_asked and (scores or seven) else ()

    def announcement_refusal(
        self, match: Match, deal: Deal, seat: int, move: Announcement
    ) -> RuleError | None:
        if isinstance(move, Declare) and set(move.cards).isdisjoint(deal.hands[seat]):
            return RuleError("not-held", "One card at least must be your own.")
        return super().announcement_refusal(match, deal, seat, move)


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
