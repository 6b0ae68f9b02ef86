"""Declaring: what may be declared, and its effects (RULES F1.11-14; Cady, Declaring).

One declaration is scored for each trick won; others may be shown with it and are scored after later tricks,
unless their cards are played or absorbed first. Everything here is about one hand, a `Deal`.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.rules.bezique import events as ev
from bot.rules.bezique.combinations import Meld, Sorted
from bot.rules.bezique.moves import Declare, DeclareAll, DrawCards, Exchange, ScoreKept, ShowSeven
from bot.rules.bezique.named import Named, laid, unseen
from bot.rules.bezique.state import Deal, Declaration, Match, Served
from bot.rules.bezique.variant import Variant
from bot.rules.cards import Card, Rank, Suit, card
from bot.rules.errors import RuleError
from bot.rules.events import Event
from bot.rules.moves import Move
from bot.rules.trick_taking.hands import with_hand, without

Combination: TypeAlias = tuple[Meld, tuple[Named, ...]]
Reuse: TypeAlias = Callable[[Meld, tuple[Named, ...], Served], bool]
"""Says whether cards that have served before may serve for a kind."""

_order: Final = attrgetter("order")
_EXCHANGE: Final = Exchange()
_SHOW: Final = ShowSeven()
_DRAW: Final = DrawCards()
_SEVEN_OF: Final = {suit: card(Rank.SEVEN, suit) for suit in Suit}


DealStep: TypeAlias = tuple[Deal, tuple[Event, ...]]  # a hand after a move, and the events of the move


def likely_kinds(variant: Variant, cards: Iterable[Named], trump: Suit | None) -> list[Meld]:
    """The kinds of which these cards may make one, told from their names and numbers alone."""
    names = ranks = 0
    for named in cards:
        names |= named.name_bit
        ranks += named.rank_one
    return [kind for kind in variant.kinds(trump) if kind.material.likely(names, ranks)]


def combinations_in(
    kinds: Iterable[Meld], cards: Iterable[Named], served: Served, trump: Suit | None, reuse: Reuse
) -> list[Combination]:
    """Every combination of those kinds that may be declared of these cards (in reading order), each once.

    With no trumps yet a sequence of any suit may be declared: it will make them.
    """
    held = Sorted.of(cards)
    return [
        (kind, chosen)
        for kind in kinds
        for chosen in kind.material.found(held, trump if kind.trumps_only else None)
        if reuse(kind, chosen, served)
    ]


def may_serve(kind: Meld, cards: tuple[Named, ...], served: Served) -> bool:
    """The rule of re-use: a card serves in a class only above its level there (Cady, Declaring 4)."""
    levels, group = served.levels, kind.group
    if not levels:
        return True
    if kind.new_pair:
        return _with_new_pair(kind, cards, served)
    for named in cards:
        if levels.get((named, group), 0) >= kind.level:
            return False
    return not kind.new_card or any((named, group) not in levels for named in cards)


def _with_new_pair(kind: Meld, cards: tuple[Named, ...], served: Served) -> bool:
    levels = [served.level(named, kind.group) for named in cards]
    lower = {named.card for named, level in zip(cards, levels, strict=True) if level < kind.level}
    if max(levels) > kind.level or len(lower) < len({named.card for named in cards}):
        return False
    return not kind.new_card or 0 in levels


def moves_for(
    match: Match,
    deal: Deal,
    seat: int,
    find: Callable[[Match, Deal, int], list[Combination]],
    seven: Callable[[Match, Deal, int, Exchange | ShowSeven], "SevenHeld | None"],
) -> tuple[Move, ...]:
    """What a seat may do after a trick: declare what `find` gives, score what was kept, score a `seven` that
    it holds, or draw. Empty if it can only draw, except where the winner of a trick is always asked and
    others cannot know that there is nothing to declare."""
    variant, side = match.variant, match.variant.seating.side_of(seat)
    moves: list[Move] = []
    scores = may_score(variant, deal)
    asked = False
    if scores or deal.left > len(deal.hands):
        # After the last draw nothing kept can be scored, so nobody is asked to show more.
        asked = variant.always_asked
        moves += [Declare(kind.key, cards) for kind, cards in find(match, deal, seat)]
    if scores:
        kept = [d for d in deal.declarations if d.status == "to score" and d.side == side]
        moves += [ScoreKept(d.kind.key, d.cards) for d in kept]
    if variant.seven and not deal.seven_scored:
        asked |= variant.always_asked and variant.seven.besides
        if deal.turn_up is not None:
            way = _SHOW if deal.turn_up.rank is Rank.SEVEN else _EXCHANGE
            moves += [way] if seven(match, deal, seat, way) else []
    return (*moves, _DRAW) if moves or asked else ()


def may_score(variant: Variant, deal: Deal) -> bool:
    """Whether another declaration may be scored after this trick."""
    return variant.scored_a_trick is None or deal.scored < variant.scored_a_trick


class SevenHeld(NamedTuple):
    """A seven of trumps that can be scored: the card in the hand, the turn-up, and what it scores."""

    named: Named
    turned: Card
    points: int


def seven_held(variant: Variant, deal: Deal, seat: int, move: Exchange | ShowSeven) -> SevenHeld | None:
    """The seven of trumps that the seat can exchange, or show where nothing better lies there (F1.11)."""
    seven, turned = variant.seven, deal.turn_up
    if seven is None or turned is None or deal.trump is None or deal.seven_scored:
        return None
    if isinstance(move, Exchange) == (turned.rank is Rank.SEVEN):
        return None
    if not seven.besides and not may_score(variant, deal):
        return None
    wanted = _SEVEN_OF[deal.trump]
    for named in deal.hands[seat]:
        if named.card is wanted and _is_unspent(named, deal.declarations):
            return SevenHeld(named, turned, seven.points)
    return None


def is_unspent_seven(named: Named, trump: Suit | None, declarations: Sequence[Declaration]) -> bool:
    """Whether it is a seven of trumps that has been neither exchanged nor shown for its points; to lie in a
    sequence does not spend it (GAP-G12)."""
    return trump is not None and named.card is _SEVEN_OF[trump] and _is_unspent(named, declarations)


def _is_unspent(seven: Named, declarations: Sequence[Declaration]) -> bool:
    return not seven.index or lies_declared(seven, declarations)


def lies_declared(named: Named, declarations: Iterable[Declaration]) -> bool:
    """Whether it lies face up in one of these; a seven shown for its points is taken up again (F1.11)."""
    return named.is_declared or (named.index > 0 and any(named in d.cards for d in declarations))


def no_seven() -> RuleError:
    """The refusal of a seven that cannot be scored."""
    return RuleError("seven", "You have no seven of trumps that can be scored now.")


def seven_refusal(moves: Sequence[Move]) -> RuleError:
    """The refusal of one way to score a seven of trumps to a seat that may make these moves."""
    if _EXCHANGE in moves:
        return RuleError("seven", "The seven of trumps can be exchanged for the turned-up card: exchange it.")
    if _SHOW in moves:
        return RuleError("seven", "There is nothing to exchange the seven of trumps for: show it.")
    return no_seven()


def refusal(
    match: Match,
    deal: Deal,
    seat: int,
    move: Declare | DeclareAll | ScoreKept,
    material: Sequence[Named],
    reuse: Reuse,
) -> RuleError:
    """Why the seat may not declare or score that after this trick."""
    variant = match.variant
    if isinstance(move, DeclareAll):
        return RuleError("all", "There are not several declarations that you could score together.")
    if isinstance(move, ScoreKept):
        if not may_score(variant, deal):
            return RuleError("scored", "Only one declaration is scored after each trick.")
        return RuleError("kept", "You have no such declaration left to score; choose one from your panel.")
    kind = variant.kind(move.key, deal.trump)
    if any(move.cards.count(named) > material.count(named) for named in move.cards):
        return RuleError("not-held", "You do not hold all of those cards.")
    cards = tuple(named.card for named in move.cards)
    if not kind.material.fits(cards):
        return RuleError("combination", "Those cards do not make a '{kind}'.", kind=move.key)
    if kind.trumps_only and deal.trump not in (None, kind.suit_of(cards)):
        return RuleError("trumps", "Only a sequence in trumps can be declared.")
    served = Served.by(deal.declarations, variant.seating.side_of(seat), material)
    if reuse(kind, move.cards, served):
        return RuleError("late", "Nothing more can be scored before the stock is out: draw.")
    for named in move.cards:
        if served.level(named, kind.group) >= kind.level:
            return RuleError(
                "used", "The {card} has served in that class already and cannot again.", card=named.card
            )
    return RuleError("used", "One card at least must not have served in that class before.")


def declare(match: Match, deal: Deal, seat: int, move: Declare) -> DealStep:
    """Show a combination, verified before, and score it if one may still be scored after this trick."""
    variant, side = match.variant, match.variant.seating.side_of(seat)
    kind = variant.kind(move.key)
    after, cards = _lay_down(deal, seat, move.cards)
    absorbed = absorbed_by(after, side, kind, cards)
    lost = _lost(after, side, absorbed, "absorbed")
    after = with_status(after, absorbed, "lost")
    declaration = Declaration(kind, cards, side, "to score")
    after = after._replace(declarations=(*after.declarations, declaration))
    if may_score(variant, deal):
        after, (declared, *others) = _score(match, after, seat, declaration, again=False)
        return after, (declared, *lost, *others)
    points = points_to_score(after.declarations, declaration, deal.trump)
    return after, (_declared(match, after, seat, declaration, points, scored=False), *lost)


def absorbed_by(deal: Deal, side: int, kind: Meld, cards: Sequence[Named]) -> list[Declaration]:
    """The declarations kept to score that these cards now take up into a higher level (F1.14)."""
    return [
        declaration
        for declaration in deal.declarations
        if declaration.status == "to score"
        and declaration.side == side
        and declaration.kind.group == kind.group
        and declaration.kind.level < kind.level
        and not set(declaration.cards).isdisjoint(cards)
    ]


def score_kept(match: Match, deal: Deal, seat: int, move: ScoreKept) -> DealStep:
    """Score a combination that was shown before and kept; verified before."""
    side = match.variant.seating.side_of(seat)
    kept = next(
        declaration
        for declaration in deal.declarations
        if declaration.side == side
        and declaration.status == "to score"
        and (declaration.kind.key, declaration.cards) == (move.key, move.cards)
    )
    return _score(match, deal, seat, kept, again=True)


def score_seven(
    match: Match, deal: Deal, seat: int, move: Exchange | ShowSeven, seven: SevenHeld
) -> DealStep:
    """Exchange the seven of trumps that is held for the turn-up, or only show it; verified before (F1.11)."""
    variant, side = match.variant, match.variant.seating.side_of(seat)
    besides = variant.seven is not None and variant.seven.besides
    named, turned, points = seven
    if isinstance(move, Exchange):
        hand = in_order((*without(deal.hands[seat], named), unseen(turned)))
        after = deal._replace(hands=with_hand(deal.hands, seat, hand), turn_up=named.card)
    else:
        after = _lay_down(deal, seat, (named,))[0]
    scored = deal.scored + (not besides)
    after = with_points(match, after._replace(scored=scored, seven_scored=True), side, points)
    taken = turned if isinstance(move, Exchange) else None
    event = ev.SevenScored(seat, side, named.card, taken, points, total(match, after))
    after, lost = after_leaving(after, side, named, "exchanged") if taken else (after, ())
    return after, (event, *lost)


def points_to_score(declarations: Iterable[Declaration], declaration: Declaration, trump: Suit | None) -> int:
    """What a declaration kept to score will score. Where trumps are still to be made, only the first one of a
    side that is in one suit can make them and scores what it does in trumps."""
    if trump is None and declaration.kind.suited:
        waiting = (d for d in declarations if d.status == "to score" and d.side == declaration.side)
        trump = next((d.suit for d in waiting if d.kind.suited), None)
    return declaration.kind.points_for(declaration.suit, trump)


def after_leaving(
    deal: Deal, seat_side: int, named: Named, reason: Literal["played", "exchanged"]
) -> DealStep:
    """The hand without a card that had been shown: its declarations are broken, and lost if they were kept to
    score."""
    parts = [d for d in deal.declarations if named in d.cards and not d.broken]
    if not parts:
        return deal, ()
    waiting = [d for d in parts if d.status == "to score"]
    lost = _lost(deal, seat_side, waiting, reason)
    declarations = tuple(
        replace(d, broken=True, status="lost" if d in waiting else d.status) if d in parts else d
        for d in deal.declarations
    )
    return deal._replace(declarations=declarations), lost


def after_stock(deal: Deal) -> DealStep:
    """The hand once the stock is out: all cards are taken up, and what was kept to score is lost (F1.15)."""
    waiting = [d for d in deal.declarations if d.status == "to score"]
    events: tuple[Event, ...] = ()
    for side in range(len(deal.made)):
        events += _lost(deal, side, [d for d in waiting if d.side == side], "stock-out")
    up = tuple(tuple(unseen(named.card) for named in hand) for hand in deal.hands)
    return with_status(deal, waiting, "lost")._replace(hands=up), events


def with_status(
    deal: Deal, changed: Sequence[Declaration], status: Literal["scored", "to score", "lost"]
) -> Deal:
    """The hand with that status of the declarations that have changed."""
    if not changed:
        return deal
    return deal._replace(
        declarations=tuple(replace(d, status=status) if d in changed else d for d in deal.declarations)
    )


def with_points(match: Match, deal: Deal, side: int, points: int) -> Deal:
    """The hand with points for that side; notes when it reaches the target."""
    if not points:
        return deal
    made = added(deal.made, side, points)
    after = deal._replace(made=made)
    target = match.variant.target
    if target is None:
        return after
    if deal.reached[side] is None and match.score.points[side] + made[side] >= target:
        now = total(match, after)
        reached = tuple(now if number == side else then for number, then in enumerate(deal.reached))
        return after._replace(reached=reached)
    return after


def total(match: Match, deal: Deal) -> tuple[int, ...]:
    """Each side's points in the game, those of this hand among them."""
    return tuple(map(int.__add__, match.score.points, deal.made))


def added(tally: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """The tally with `number` more at that place."""
    return (*tally[:place], tally[place] + number, *tally[place + 1 :])


def in_order(hand: Iterable[Named]) -> tuple[Named, ...]:
    """The cards in reading order."""
    return tuple(sorted(hand, key=_order))


def with_card(hand: tuple[Named, ...], named: Named) -> tuple[Named, ...]:
    """The cards, which are in reading order, with one more."""
    place = bisect_right(hand, named.order, key=_order)
    return (*hand[:place], named, *hand[place:])


def _lay_down(deal: Deal, seat: int, cards: Sequence[Named]) -> tuple[Deal, tuple[Named, ...]]:
    # Cards not shown before get their index.
    shown: list[Card] = list(deal.shown)
    open_cards: list[Named] = []
    hands = deal.hands
    for named in cards:
        if named.index:
            open_cards.append(named)
            continue
        now = laid(named.card, shown.count(named.card) + 1)
        shown.append(named.card)
        open_cards.append(now)
        hands = with_hand(hands, seat, in_order((*without(hands[seat], named), now)))
    return deal._replace(hands=hands, shown=tuple(shown)), in_order(open_cards)


def _score(match: Match, deal: Deal, seat: int, declaration: Declaration, *, again: bool) -> DealStep:
    suit, kind = declaration.suit, declaration.kind
    points = kind.points_for(suit, deal.trump)
    makes = suit if deal.trump is None else None
    after = with_status(deal, [declaration], "scored")
    after = after._replace(trump=deal.trump or suit, scored=deal.scored + 1)
    after = with_points(match, after, declaration.side, points)
    declared = _declared(match, after, seat, declaration, points, scored=True, again=again, makes=makes)
    if makes is None:
        return after, (declared,)
    events: tuple[Event, ...] = (declared,)
    worthless = [
        d for d in after.declarations if d.status == "to score" and d.kind.trumps_only and d.suit is not makes
    ]
    for side in range(len(deal.made)):
        events += _lost(deal, side, [d for d in worthless if d.side == side], "trumps")
    return with_status(after, worthless, "lost"), events


def _declared(
    match: Match,
    deal: Deal,
    seat: int,
    declaration: Declaration,
    points: int,
    *,
    scored: bool,
    again: bool = False,
    makes: Suit | None = None,
) -> ev.Declared:
    return ev.Declared(
        seat,
        declaration.side,
        declaration.kind.key,
        tuple(named.card for named in declaration.cards),
        declaration.suit,
        points,
        scored,
        again,
        makes,
        total(match, deal),
    )


def _lost(deal: Deal, side: int, declarations: Sequence[Declaration], reason: ev.LostBy) -> tuple[Event, ...]:
    if not declarations:
        return ()
    scores = tuple(
        ev.LostScore(
            d.kind.key,
            tuple(named.card for named in d.cards),
            d.suit,
            points_to_score(deal.declarations, d, deal.trump),
        )
        for d in declarations
    )
    return (ev.ScoresLost(side, scores, reason),)
