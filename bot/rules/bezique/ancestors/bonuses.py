"""Briscan's scores for cards dealt, drawn and played (RULES G3.8, G3.10-11; Cady, Introductory).

Each function gives the hand with what has just been scored, and the events of it.
"""

from typing import Final

from bot.rules.bezique.ancestors.events import Bonus, Reason
from bot.rules.bezique.combinations import MARRIAGE
from bot.rules.bezique.declaring import DealStep, total, with_points
from bot.rules.bezique.state import Deal, Match
from bot.rules.cards import Card, Rank, Suit
from bot.rules.events import Dealt
from bot.rules.trick_taking.trick import Trick

COURTS: Final = (Rank.KING, Rank.QUEEN, Rank.JACK)
_TURNED_UP: Final = (Rank.ACE, Rank.TEN, *COURTS)
_FIVE: Final = 5


def scored(
    match: Match, deal: Deal, seat: int, reason: Reason, points: int, suit: Suit | None = None
) -> DealStep:
    """Points for that seat's side; none once a side has won (GAP-G3)."""
    if any(deal.reached) and not match.variant.plays_on:
        return deal, ()
    side = match.variant.seating.side_of(seat)
    after = with_points(match, deal, side, points)
    return after, (Bonus(seat, side, reason, points, total(match, after), suit),)


def for_the_deal(match: Match, deal: Deal) -> DealStep:
    """What the dealer turned up; five court cards in a hand, or none (RULES G3.10)."""
    done: DealStep = deal, ()
    if deal.turn_up is not None and deal.turn_up.rank in _TURNED_UP:
        done = _then(match, done, deal.dealer, "turned-up", 10)
    five: list[int] = []
    for seat, hand in enumerate(deal.hands):
        courts = sum(named.card.rank in COURTS for named in hand)
        if courts >= _FIVE:
            five.append(seat)
            done = _then(match, done, seat, "five-courts", 20)
        elif not courts:
            done = _then(match, done, seat, "carte-blanche", 10)
    deal, events = done
    return deal._replace(five_courts=tuple(five)), events


def for_the_draw(match: Match, before: Deal, drew: DealStep) -> DealStep:
    """Court cards drawn by a seat that was dealt five of them, and the last card of the stock (RULES
    G3.10)."""
    done, order = drew, match.variant.round_from(before.turn)
    deal, events = drew
    drawn = [(event.seat, event.pieces[0]) for event in events if isinstance(event, Dealt)]
    if len(drawn) < len(order) and before.turn_up is not None:
        drawn.append((order[-1], before.turn_up))
    for seat, card in drawn:
        if seat in before.five_courts and isinstance(card, Card) and card.rank in COURTS:
            done = _then(match, done, seat, "court-drawn", 20)
    if deal.left:
        return done
    turn_up_last = match.variant.bonuses is not None and match.variant.bonuses.last_card == "turn-up"
    return _then(match, done, order[-1] if turn_up_last else order[-2], "last-card", 10)


def for_the_card(match: Match, deal: Deal, seat: int, card: Card) -> DealStep:
    """The ace of trumps that its owner plays, or wins with, unless it has served (AMB-G3)."""
    if card.rank is not Rank.ACE or card.suit is not deal.trump:
        return deal, ()
    if any(named.card is card for declaration in deal.declarations for named in declaration.cards):
        return deal, ()
    return scored(match, deal, seat, "ace-of-trumps", 30)


def for_the_trick(match: Match, deal: Deal) -> DealStep:
    """What the trick just taken scores besides: a king and queen of one suit that met in it, and the last
    tricks (RULES G3.8, G3.11)."""
    trick = deal.tricks[-1]
    done: DealStep = deal, ()
    first, *others = trick.pieces
    if {first.rank, *(card.rank for card in others)} == {Rank.KING, Rank.QUEEN} and len(others) == 1:
        suit = first.suit
        if suit is others[0].suit:
            points = MARRIAGE.points_for(suit, deal.trump)
            done = scored(match, deal, trick.winner, "met-marriage", points, suit)
    if any(deal.hands):
        return done
    last = deal.tricks[-match.variant.hand :]
    adding = match.variant.bonuses is not None and match.variant.bonuses.prizes_add
    for seat in range(match.variant.players):
        prizes = _prizes(last, seat, deal.trump)
        for prize in prizes if adding else prizes[:1]:
            done = _then(match, done, seat, *prize)
    return done


def _prizes(last: tuple[Trick[Card], ...], seat: int, trump: Suit | None) -> list[tuple[Reason, int]]:
    # The highest first, which excludes the others (GAP-G4).
    won = [trick.winner == seat for trick in last]
    prizes: list[tuple[Reason, int]] = []
    if all(won) and all(who == seat for trick in last for who, card in trick.plays if card.suit is trump):
        prizes.append(("last-tricks-all-trumps", 30))
    if all(won[-_FIVE:]):
        prizes.append(("last-tricks", 20))
    if sum(won) * 2 > len(won):
        prizes.append(("most-last-tricks", 10))
    return prizes


def _then(match: Match, done: DealStep, seat: int, reason: Reason, points: int) -> DealStep:
    deal, events = done
    after, bonus = scored(match, deal, seat, reason, points)
    return after, (*events, *bonus)
