"""Rubicon, or Japanese, bezique (RULES F4; Cady, Rubicon)."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from bot.rules.achievements import Achievement
from bot.rules.bezique import ending, referee
from bot.rules.bezique.combinations import BEZIQUE, DOUBLE, FOURS, MARRIAGE, QUADRUPLE, SEQUENCE, TRIPLE, Meld
from bot.rules.bezique.declaring import DealStep, total, with_points
from bot.rules.bezique.ending import Counted
from bot.rules.bezique.game import BeziqueGame
from bot.rules.bezique.moves import Announcement, Declare
from bot.rules.bezique.named import Named
from bot.rules.bezique.rubicon import events as own
from bot.rules.bezique.rubicon.moves import ShowBlanche
from bot.rules.bezique.rubicon.options import RubiconOptions
from bot.rules.bezique.rubicon.settlement import BRISQUE, Settlement, settle
from bot.rules.bezique.state import Deal, InHand, Match, Served, State
from bot.rules.bezique.variant import Brisques, Laws, Rubicon, Variant
from bot.rules.cards import Rank
from bot.rules.errors import RuleError
from bot.rules.events import Event, Scored
from bot.rules.game import Step
from bot.rules.match import GameResult
from bot.rules.moves import vocabulary
from bot.rules.preliminaries.phases import PackReady

COURT: Final = (Rank.KING, Rank.QUEEN, Rank.JACK)
CARTE_BLANCHE: Final = 50
PLAIN_SEQUENCE: Final = replace(SEQUENCE, points=150, in_trumps=SEQUENCE.points, trumps_only=False)


class RubiconBezique(BeziqueGame[RubiconOptions]):
    """For two with four packs: what has been declared may be declared again once it is broken and completed
    anew, and a hand is a game."""

    key = "rubicon-bezique"
    options_type = RubiconOptions
    verbs = vocabulary(*BeziqueGame.verbs.values(), ShowBlanche)
    own_move = ShowBlanche

    def variant(self, options: RubiconOptions) -> Variant:
        return rubicon(options)

    def deal(self, match: Match, ready: PackReady) -> DealStep:
        deal, events = super().deal(match, ready)
        return deal._replace(blanche=((),) * len(deal.hands)), events

    def may_serve(self, kind: Meld, cards: tuple[Named, ...], served: Served) -> bool:
        return may_serve(kind, cards, served)

    def announcement_refusal(
        self, match: Match, deal: Deal, seat: int, move: Announcement
    ) -> RuleError | None:
        """As ever, but cards may serve again once the declaration they served for is broken."""
        refusal = super().announcement_refusal(match, deal, seat, move)
        if refusal is None or refusal.code != "used" or not isinstance(move, Declare):
            return refusal
        kind = match.variant.kind(move.key)
        served = Served.by(deal.declarations, match.variant.seating.side_of(seat), deal.hands[seat])
        if any(served.level(named, kind.group) > kind.level for named in move.cards):
            return refusal
        if _is_mended(kind, move.cards, served):
            return RuleError(
                "used",
                "For each card played from a declaration you may declare its kind once more: play another "
                "of its cards first.",
            )
        return RuleError(
            "used",
            "Cards of a declaration serve for another of its kind only once one of them has been played "
            "and replaced.",
        )

    def count(self, match: Match, deal: Deal) -> Counted:
        """What the settlement gives each side; brisques are those won, whether they are needed or not."""
        gained = _settled(match, deal).by_side(len(deal.made))
        return Counted(gained, gained, deal.brisques)

    def hand_scored(self, match: Match, deal: Deal, counted: Counted) -> own.HandSettled:
        settled = _settled(match, deal)
        hand = ending.hand_scored(match, counted)
        return own.HandSettled(
            hand.number,
            hand.points,
            hand.winner,
            hand.brisques,
            hand.total,
            hand.target,
            scores=deal.made,
            needed=settled.needed,
            rubiconed=settled.rubiconed,
            lines=settled.lines,
            offence=bool(referee.too_many(deal)),
        )

    def settlement(self, match: Match, deal: Deal, counted: Counted) -> GameResult | None:
        settled = _settled(match, deal)
        return None if settled.winner is None else GameResult(settled.winner, settled.value)

    # Carte blanche: a move of whoever is to play a card, so that nobody is waited for who has one and does
    # not show it (GAP-F8).

    def may_make_own_move(self, state: InHand) -> bool:
        return has_blanche(state.deal, state.deal.turn)

    def own_move_refusal(self) -> RuleError:
        return RuleError(
            "blanche",
            "Carte blanche is a hand without king, queen and knave, shown before the first card is played: "
            "play a card.",
        )

    def make_own_move(self, state: InHand) -> Step[State]:
        deal, events = _show_blanche(state.match, state.deal)
        return Step(replace(state, deal=deal), events)

    def achievements(
        self, options: RubiconOptions, scored: Scored, hand: Sequence[Event], seat: int
    ) -> Collection[Achievement]:
        """Those of bezique; and to have rubiconed the other, unless by a penalty."""
        found = super().achievements(options, scored, hand, seat)
        if not isinstance(scored, own.HandSettled) or scored.rubiconed is None or scored.offence:
            return found
        return [*found, Achievement.RUBICON] if scored.winner == seat else found


def may_serve(kind: Meld, cards: tuple[Named, ...], served: Served) -> bool:
    """The rule of re-use (F4.33): none of the cards has served in a higher kind of the class; and none has
    served for this kind yet, or one of them did in a declaration that has been broken since, while these very
    cards have not been declared so before, and a card has been played for it (GAP-F10)."""
    levels, group, level = served.levels, kind.group, kind.level
    if not levels:
        return True
    used = False
    for named in cards:
        highest = levels.get((named, group), 0)
        if highest > level:
            return False
        # No two kinds of a class are of one level and share a card.
        used = used or highest == level
    if not used:
        return True
    return _is_mended(kind, cards, served) and (not kind.once_a_card or _plays_left(kind, cards, served))


def _is_mended(kind: Meld, cards: tuple[Named, ...], served: Served) -> bool:
    mended = False
    for declaration in served.declarations:
        if declaration.kind.key == kind.key:
            if declaration.broken:
                mended = mended or not set(declaration.cards).isdisjoint(cards)
            elif set(declaration.cards) == set(cards):
                return False
    return mended


def _plays_left(kind: Meld, cards: tuple[Named, ...], served: Served) -> bool:
    # Whether more cards have been played from the declarations of that kind that hang together with these
    # cards, one sharing cards with the next, than were declared again among them.
    linked = set(cards)
    left = [set(d.cards) for d in served.declarations if d.kind.key == kind.key]
    while near := [declared for declared in left if not linked.isdisjoint(declared)]:
        linked.update(*near)
        left = [declared for declared in left if declared not in near]
    before: set[Named] = set()
    again = 0
    for declaration in served.declarations:
        if declaration.kind.key == kind.key and not linked.isdisjoint(declaration.cards):
            again += not before.isdisjoint(declaration.cards)
            before.update(declaration.cards)
    return again < len(before - served.held)


def has_blanche(deal: Deal, seat: int) -> bool:
    """Whether the seat, which is about to play a card, may show carte blanche: it has shown everything it has
    held so far but what it got last, and holds no court card."""
    shown, before = deal.blanche[seat], len(deal.tricks)
    if bool(shown) != bool(before) or (before and len(shown) != len(deal.hands[seat]) + before - 1):
        return False
    return all(named.card.rank not in COURT for named in deal.hands[seat])


def _show_blanche(match: Match, deal: Deal) -> DealStep:
    seat = deal.turn
    shown = deal.blanche[seat]
    known = Counter(shown)
    known.subtract(dict(trick.plays)[seat] for trick in deal.tricks)
    cards = tuple((Counter(named.card for named in deal.hands[seat]) - known).elements())
    everything = (*shown, *cards)
    blanche = tuple(everything if other == seat else own for other, own in enumerate(deal.blanche))
    after = with_points(match, deal._replace(blanche=blanche), seat, CARTE_BLANCHE)
    told = own.BlancheShown(seat, cards, bool(shown), CARTE_BLANCHE, total(match, after)[seat])
    return after, (told,)


def _settled(match: Match, deal: Deal) -> Settlement:
    variant = match.variant
    assert variant.rubicon is not None
    return settle(deal.made, deal.brisques, variant.rubicon, referee.too_many(deal))


@cache
def rubicon(options: RubiconOptions) -> Variant:
    """Rubicon bezique under these house rules."""
    kinds = (
        QUADRUPLE,
        TRIPLE,
        DOUBLE,
        SEQUENCE if options.plain_sequence == "nothing" else PLAIN_SEQUENCE,
        MARRIAGE,
        BEZIQUE,
        *FOURS,
    )
    return Variant(
        packs=4,
        packets=(3, 3, 3) if options.deal == "threes" else (1,) * 9,
        turn_up=False,
        declarations=tuple(replace(kind, once_a_card=options.again == "each-card") for kind in kinds),
        brisques=Brisques(BRISQUE, "if-needed"),
        last_trick=50,
        target=None,
        plays_on=True,
        games=2 if options.match == "best-of-three" else 1,
        always_asked=options.asked == "always",
        one_hand=True,
        rubicon=Rubicon(counts_close=options.brisques == "close", rounds_sum=options.rounding == "sum"),
        laws=Laws("rubiconed"),
    )
