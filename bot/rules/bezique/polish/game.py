"""Polish bezique, or Fildinski (RULES F5; Cady, Polish Bezique)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import ClassVar, TypeVar

from bot.rules.bezique import declaring
from bot.rules.bezique.combinations import BEZIQUE, DOUBLE, FOURS, MARRIAGE, SEQUENCE, TRIPLE, Meld
from bot.rules.bezique.declaring import Combination, DealStep
from bot.rules.bezique.game import BeziqueGame
from bot.rules.bezique.house_rules import FamilyOptions
from bot.rules.bezique.moves import Announcement, Declare, DeclareAll, DrawCards, Exchange, ShowSeven
from bot.rules.bezique.named import Named
from bot.rules.bezique.pack import brisques_in
from bot.rules.bezique.polish import scoring, winning
from bot.rules.bezique.polish.options import PolishOptions
from bot.rules.bezique.state import Deal, Match
from bot.rules.bezique.variant import Brisques, Laws, Seven, Variant
from bot.rules.errors import RuleError
from bot.rules.moves import Move, vocabulary
from bot.rules.preliminaries.phases import PackReady

O = TypeVar("O", bound=FamilyOptions)  # noqa: E741

SWITCHED = ("SD", ("QH", "JC"))  # where those suits are trumps, these two cards make bezique (AMB-F16)


class PolishFamily(BeziqueGame[O]):
    """What the Polish games for two and for four share: cards won lie open, and nothing else is declared."""

    verbs: ClassVar[Mapping[str, type[Move]]] = {**BeziqueGame.verbs, **vocabulary(DeclareAll)}
    lists_like_moves = False

    def deal(self, match: Match, ready: PackReady) -> DealStep:
        deal, events = super().deal(match, ready)
        return deal._replace(open_cards=((),) * match.variant.players), events

    def play_card(self, match: Match, deal: Deal, named: Named) -> DealStep:
        """Remembers until the trick is taken that the seven is the one drawn as the turn-up: it has been
        scored."""
        after, events = super().play_card(match, deal, named)
        return (after._replace(fresh=(*deal.fresh, named)) if named.index else after), events

    def trick_points(self, match: Match, deal: Deal) -> int:
        """Its brisques, and what the last trick drawn to scores, or the very last (F5.45)."""
        points = match.variant.brisques.points * brisques_in(deal.table)
        if winning.last_drawn_to(deal):
            points += winning.LAST_DRAWN
        return points + match.variant.last_trick if deal.played_out else points

    def take_trick(self, match: Match, deal: Deal) -> DealStep:
        """What counts of it is laid open before the winner (F5.43)."""
        taken, events = super().take_trick(match, deal)
        return winning.lay_open(taken, taken.turn, deal.table), events

    def material(self, match: Match, deal: Deal, seat: int) -> tuple[Named, ...]:
        """Open cards alone; those of the partner among them where they may be joined."""
        side = match.variant.seating.sides[match.variant.seating.side_of(seat)]
        seats = (seat,) if match.variant.won_cards == "own" else side
        return declaring.in_order(named for each in seats for named in deal.open_cards[each])

    def combinations(self, match: Match, deal: Deal, seat: int) -> list[Combination]:
        """What has a card just won in it (F5.44)."""
        return scoring.combinations(scoring.lying(match.variant, deal, seat))

    def all_together(self, match: Match, deal: Deal, seat: int) -> tuple[Announcement, ...]:
        """The sevens first, since one may bring the turn-up in, and then the order that pays most."""
        sevens: list[Exchange | ShowSeven] = []
        while moves := winning.seven_moves(match.variant, deal):
            sevens.append(moves[0])
            deal, _ = winning.score_seven(match, deal, seat, moves[0])
        best = scoring.best_order(scoring.lying(match.variant, deal, seat))
        return (*sevens, *(Declare(kind.key, cards) for kind, cards in best))

    def moves_after_trick(self, match: Match, deal: Deal, seat: int) -> tuple[Move, ...]:
        """Everything at once, one thing after another, or no more. Empty if there is nothing to declare,
        since everybody can see the cards."""
        if not deal.fresh:
            return ()
        lies = scoring.lying(match.variant, deal, seat)
        found, sevens = scoring.combinations(lies), winning.seven_moves(match.variant, deal)
        if not found and not sevens:
            return ()
        several = len(self.all_together(match, deal, seat)) > 1 if sevens else scoring.several(lies, found)
        moves = (*(Declare(kind.key, cards) for kind, cards in found), *sevens, DrawCards())
        return (DeclareAll(), *moves) if several else moves

    def announce(self, match: Match, deal: Deal, seat: int, move: Announcement) -> DealStep:
        """A seven is of the trick, not of the hand (F5.47)."""
        if isinstance(move, Exchange | ShowSeven):
            return winning.score_seven(match, deal, seat, move)
        return super().announce(match, deal, seat, move)

    def announcement_refusal(
        self, match: Match, deal: Deal, seat: int, move: Announcement
    ) -> RuleError | None:
        """Why that cannot be declared after this trick; of like cards any may be, not only those offered."""
        if not isinstance(move, Declare):
            return super().announcement_refusal(match, deal, seat, move)
        lying = self.material(match, deal, seat)
        if any(named not in lying for named in move.cards):
            return RuleError("not-open", "Only cards that lie open before you can be declared.")
        if not any(named in deal.fresh for named in move.cards):
            return RuleError("not-fresh", "One card at least must be of the trick that you have just won.")
        refusal = super().announcement_refusal(match, deal, seat, move)
        if refusal is None or refusal.code != "late":
            return refusal
        kind = match.variant.kind(move.key, deal.trump)
        if scoring.may_join(scoring.lying(match.variant, deal, seat), (kind, move.cards)):
            return None
        return RuleError(
            "joined",
            "Your partner's cards may only be added to a bezique of your own that the trick has completed.",
        )

    def draw(self, match: Match, deal: Deal) -> DealStep:
        """The last open seven of trumps is known to everybody in the hand of the player who draws it."""
        drawn, events = super().draw(match, deal)
        if drawn.left:
            return drawn, events
        taker = match.variant.round_from(deal.turn)[-1]
        return winning.with_drawn_seven(drawn, taker, deal.turn_up), events


class PolishBezique(PolishFamily[PolishOptions]):
    """Cady's Polish game for two, with two packs or three."""

    key = "polish-bezique"
    options_type = PolishOptions

    def variant(self, options: PolishOptions) -> Variant:
        return polish(options)


@cache
def polish(options: PolishOptions) -> Variant:
    """Polish bezique for two, under these house rules."""
    packs = {"two": 2, "three": 3}[options.packs]
    target = {2: 2000, 3: 2500}[packs] if options.target == "usual" else int(options.target)
    return replace(
        variant_of(
            packs,
            target,
            above_double=() if packs < 3 else (TRIPLE,),
            switched=options.bezique == "switched",
            both_last=options.last_trick == "both",
            lowered=options.values == "lowered",
            seven_either=options.seven == "either",
        ),
        plays_on=options.out == "play-on",
        laws=Laws("forfeit", 200, last_drawn=winning.LAST_DRAWN),
    )


def variant_of(
    packs: int,
    target: int,
    *,
    above_double: tuple[Meld, ...],
    switched: bool,
    both_last: bool,
    seven_either: bool,
    lowered: bool = False,
) -> Variant:
    """A Polish game of so many packs to that target, as it is for two who each have cards of their own."""
    return Variant(
        packs=packs,
        packets=(3, 2, 3),
        declarations=declarations(above_double, lowered=lowered),
        scored_a_trick=None,
        seven=Seven(points=10, besides=True, either=seven_either),
        brisques=Brisques(winning.BRISQUE, "at-once"),
        last_trick=10 if both_last else 0,
        target=target,
        declares_to_the_end=True,
        won_cards="own",
        switched=SWITCHED if switched else None,
    )


def declarations(above_double: tuple[Meld, ...], *, lowered: bool = False) -> tuple[Meld, ...]:
    """The kinds that score, with what there is above double bezique; with values lowered by agreement."""
    kinds = (SEQUENCE, MARRIAGE, *above_double, DOUBLE, BEZIQUE, *FOURS)
    if not lowered:
        return kinds
    fewer = {SEQUENCE.key: 150, DOUBLE.key: 300, TRIPLE.key: 1000}
    return tuple(replace(kind, points=fewer.get(kind.key, kind.points)) for kind in kinds)
