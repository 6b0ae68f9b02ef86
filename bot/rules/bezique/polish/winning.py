"""Cards won in tricks: those laid open, and the seven of trumps (RULES F5.43, F5.45, F5.47)."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.rules.bezique import events as ev
from bot.rules.bezique.declaring import DealStep, in_order, total, with_points
from bot.rules.bezique.moves import Exchange, ShowSeven
from bot.rules.bezique.named import Named, laid, unseen
from bot.rules.bezique.pack import ONE_PACK
from bot.rules.bezique.state import Deal, Match, View
from bot.rules.bezique.variant import Variant
from bot.rules.cards import Card, Rank, Suit
from bot.rules.trick_taking.hands import with_hand, without

BRISQUE: Final = 10  # what an ace or a ten in a trick scores (Cady, Polish Bezique)
LAST_DRAWN: Final = 10  # what the winner of the last trick that is drawn to scores (Cady, Polish Bezique)

_SCORING: Final = frozenset(card for card in ONE_PACK if card.rank.value in "AKQJ")


def lies_open(card: Card, trump: Suit | None) -> bool:
    """Whether the card is laid open once it is won: court cards, aces and the ten of trumps."""
    return card in _SCORING or (card.rank is Rank.TEN and card.suit is trump)


def is_seven(card: Card, trump: Suit | None) -> bool:
    """Whether it is a seven of trumps."""
    return card.rank is Rank.SEVEN and card.suit is trump


def last_drawn_to(deal: Deal) -> bool:
    """Whether the stock is out once this trick has been drawn to."""
    return deal.draws and deal.left == len(deal.hands)


def lay_open(deal: Deal, seat: int, won: tuple[Card, ...]) -> Deal:
    """The hand with the cards of a trick that count laid open before its winner. `fresh` are those, and each
    seven of trumps that may be scored: one that was drawn at the end has been scored before."""
    trump = deal.trump
    sevens = [unseen(card) for card in won if is_seven(card, trump)]
    if sevens:
        spent = [named for named in deal.fresh if named.index and is_seven(named.card, trump)]
        sevens = sevens[len(spent) :]
    opened = [card for card in won if lies_open(card, trump)]
    if opened:
        return _opened(deal, seat, opened, sevens)
    return deal if not deal.fresh and not sevens else deal._replace(fresh=tuple(sevens))


def fresh_sevens(deal: Deal | View) -> tuple[Named, ...]:
    """The sevens of trumps just won that have not been scored."""
    return tuple([named for named in deal.fresh if not named.index])


def seven_moves(variant: Variant, deal: Deal | View) -> tuple[Exchange | ShowSeven, ...]:
    """How a seven of trumps just won may be scored now, by exchange first; empty if there is none."""
    if not fresh_sevens(deal):
        return ()
    turned = deal.turn_up
    if turned is None or turned.rank is Rank.SEVEN:
        return (ShowSeven(),)
    either = variant.seven is not None and variant.seven.either
    return (Exchange(), ShowSeven()) if either else (Exchange(),)


def score_seven(match: Match, deal: Deal, seat: int, move: Exchange | ShowSeven) -> DealStep:
    """Score a seven just won. The turn-up taken for it lies open and counts as just won; a seven that is only
    shown is put aside. Verified before."""
    seven, side = fresh_sevens(deal)[0], match.variant.seating.side_of(seat)
    points = match.variant.seven.points if match.variant.seven else 0
    fresh = without(deal.fresh, seven)
    taken = deal.turn_up if isinstance(move, Exchange) else None
    if taken is None:
        after = deal._replace(fresh=fresh)
    else:
        after = _opened(deal, seat, [taken], fresh)._replace(turn_up=seven.card)
    after = with_points(match, after, side, points)
    return after, (ev.SevenScored(seat, side, seven.card, taken, points, total(match, after)),)


def with_drawn_seven(deal: Deal, seat: int, turned: Card | None) -> Deal:
    """The hand with the seven of trumps which that seat has drawn as the turn-up told from any other: it has
    been scored."""
    if turned is None or not is_seven(turned, deal.trump):
        return deal
    hand = in_order((*without(deal.hands[seat], unseen(turned)), laid(turned, 1)))
    return deal._replace(hands=with_hand(deal.hands, seat, hand))


def _opened(deal: Deal, seat: int, cards: Sequence[Card], fresh: Iterable[Named]) -> Deal:
    # Each gets its index; they are fresh besides those that are already.
    shown = list(deal.shown)
    now: list[Named] = []
    for card in cards:
        now.append(laid(card, shown.count(card) + 1))
        shown.append(card)
    return deal._replace(
        open_cards=with_hand(deal.open_cards, seat, in_order((*deal.open_cards[seat], *now))),
        shown=tuple(shown),
        fresh=(*fresh, *now),
    )
