"""Cards won in tricks: those laid open, and the seven of trumps (RULES F5.43, F5.45, F5.47)."""

from typing import Final

from bot.rules.bezique import events as ev
from bot.rules.bezique.declaring import DealStep, in_order, total, with_points
from bot.rules.bezique.moves import Exchange, ShowSeven
from bot.rules.bezique.named import Named, laid, unseen
from bot.rules.bezique.state import Deal, Match
from bot.rules.cards import Card, Rank, Suit
from bot.rules.trick_taking.hands import with_hand, without

LAST_DRAWN: Final = 10
"""What the winner of the last trick that is drawn to scores (Cady, Polish Bezique)."""

_SCORING: Final = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)


def lies_open(card: Card, trump: Suit | None) -> bool:
    """Whether the card is laid open once it is won: court cards, aces and the ten of trumps."""
    return card.rank in _SCORING or (card.rank is Rank.TEN and card.suit is trump)


def is_seven(card: Card, trump: Suit | None) -> bool:
    """Whether it is a seven of trumps."""
    return card.rank is Rank.SEVEN and card.suit is trump


def last_drawn_to(deal: Deal) -> bool:
    """Whether the stock is out once this trick has been drawn to."""
    return deal.draws and deal.left == len(deal.hands)


def lay_open(deal: Deal, seat: int, won: tuple[Card, ...]) -> Deal:
    """The hand with the cards of a trick that count laid open before its winner. `fresh` are those, and each
    seven of trumps that may be scored: one that was drawn at the end has been scored before."""
    spent = [named.card for named in deal.fresh if named.index and is_seven(named.card, deal.trump)]
    sevens = [unseen(card) for card in won if is_seven(card, deal.trump)][len(spent) :]
    after = deal._replace(fresh=tuple(sevens))
    for card in won:
        if lies_open(card, deal.trump):
            after = _opened(after, seat, card)
    return after


def fresh_sevens(deal: Deal) -> tuple[Named, ...]:
    """The sevens of trumps just won that have not been scored."""
    return tuple(named for named in deal.fresh if not named.index)


def seven_move(deal: Deal) -> Exchange | ShowSeven | None:
    """How a seven of trumps just won is scored now; None if there is none."""
    if not fresh_sevens(deal):
        return None
    turned = deal.turn_up
    return ShowSeven() if turned is None or turned.rank is Rank.SEVEN else Exchange()


def score_seven(match: Match, deal: Deal, seat: int, move: Exchange | ShowSeven) -> DealStep:
    """Score a seven just won. The turn-up taken for it lies open and counts as just won; a seven that is only
    shown is put aside. Verified before."""
    seven, side = fresh_sevens(deal)[0], match.variant.seating.side_of(seat)
    points = match.variant.seven.points if match.variant.seven else 0
    after = deal._replace(fresh=without(deal.fresh, seven))
    taken = deal.turn_up if isinstance(move, Exchange) else None
    if taken is not None:
        after = _opened(after, seat, taken)._replace(turn_up=seven.card)
    after = with_points(match, after, side, points)
    return DealStep(after, (ev.SevenScored(seat, side, seven.card, taken, points, total(match, after)),))


def with_drawn_seven(deal: Deal, seat: int, turned: Card | None) -> Deal:
    """The hand with the seven of trumps which that seat has drawn as the turn-up told from any other: it has
    been scored."""
    if turned is None or not is_seven(turned, deal.trump):
        return deal
    hand = in_order((*without(deal.hands[seat], unseen(turned)), laid(turned, 1)))
    return deal._replace(hands=with_hand(deal.hands, seat, hand))


def _opened(deal: Deal, seat: int, card: Card) -> Deal:
    named = laid(card, deal.shown.count(card) + 1)
    cards = in_order((*deal.open_cards[seat], named))
    return deal._replace(
        open_cards=with_hand(deal.open_cards, seat, cards),
        shown=(*deal.shown, card),
        fresh=(*deal.fresh, named),
    )
