"""Dealing, playing to a trick and drawing (RULES F1.9, F1.15-17; Cady, The Game). All here is about one
hand, a `Deal`."""

from functools import cache
from typing import Final

from bot.rules.bezique import events as ev
from bot.rules.bezique.declaring import (
    DealStep,
    added,
    after_leaving,
    after_stock,
    in_order,
    with_card,
    with_points,
)
from bot.rules.bezique.named import Named, unseen
from bot.rules.bezique.pack import ONE_PACK, best_of, brisques_in, height
from bot.rules.bezique.state import Deal, Match
from bot.rules.bezique.variant import Variant
from bot.rules.cards import Card, Rank
from bot.rules.errors import RuleError
from bot.rules.events import Dealt, Event, Played
from bot.rules.trick_taking.hands import with_hand, without
from bot.rules.trick_taking.legality import FollowWinTrump
from bot.rules.trick_taking.trick import Trick

LIFT: Final = 5  # a cut lifts so many cards at least and leaves as many (Cady, The Game)

_SEATS: Final = range(5)
_PLAYED: Final = [{card: (Played(seat, card),) for card in ONE_PACK} for seat in _SEATS]
_DREW: Final = [{card: Dealt(seat, (card,)) for card in ONE_PACK} for seat in _SEATS]
_drawn: Final = cache(ev.Drawn)
"""The events of every play and of every card drawn, made once."""

END_PLAY: Final = FollowWinTrump(height)  # what may be played once the stock is out


def deal_out(match: Match, dealer: int, pack: tuple[Card, ...]) -> DealStep:
    """The hand dealt of a pack that has been cut: in packets, the next card turned up or not."""
    variant = match.variant
    hands: list[list[Card]] = [[] for _ in range(variant.players)]
    top = 0
    for packet in variant.packets:
        for seat in variant.round_from(variant.next_seat(dealer)):
            hands[seat] += pack[top : top + packet]
            top += packet
    turned = pack[top] if variant.turn_up else None
    nothing = (0,) * len(variant.seating.sides)
    deal = Deal(
        dealer=dealer,
        hands=tuple(in_order(map(unseen, hand)) for hand in hands),
        stock=pack[top + variant.turn_up :],
        turn_up=turned,
        trump=turned.suit if turned else None,
        turn=variant.next_seat(dealer),
        made=nothing,
        brisques=nothing,
        reached=(None,) * len(nothing),
    )
    seven = variant.seven
    scores = seven is not None and seven.turned_up and turned is not None and turned.rank is Rank.SEVEN
    points = seven.points if seven and scores else 0
    turned_up = ev.TurnedUp(match.score.hand, dealer, turned, points)
    dealt = (Dealt(seat, tuple(hand)) for seat, hand in enumerate(hands))
    return with_points(match, deal, variant.seating.side_of(dealer), points), (turned_up, *dealt)


def playable(variant: Variant, deal: Deal) -> tuple[Named, ...]:
    """What the seat in turn may play, in reading order: anything while there is a stock."""
    hand = deal.hands[deal.turn]
    if not deal.table or deal.draws or not variant.must_win:
        return hand
    best = deal.table[best_of(deal.table, deal.trump)]
    allowed = END_PLAY.playable(tuple([named.card for named in hand]), deal.table[0], deal.trump, best)
    return hand if len(allowed) == len(hand) else tuple([named for named in hand if named.card in allowed])


def refusal(deal: Deal, named: Named) -> RuleError:
    """Why the seat in turn may not play that card of the hand once the stock is out."""
    hand = tuple(held.card for held in deal.hands[deal.turn])
    best = deal.table[best_of(deal.table, deal.trump)]
    return END_PLAY.refusal(hand, deal.table[0], named.card, deal.trump, best)


def play(match: Match, deal: Deal, named: Named) -> DealStep:
    """The hand once that card is on the table; the trick may be complete then."""
    seat = deal.turn
    hands = with_hand(deal.hands, seat, without(deal.hands[seat], named))
    events: tuple[Event, ...] = _PLAYED[seat][named.card]
    after = deal._replace(hands=hands, table=(*deal.table, named.card), turn=deal.next_turn)
    if not named.index:
        return after, events
    after, lost = after_leaving(after, match.variant.seating.side_of(seat), named, "played")
    return after, (*events, *lost)


def winner_of(deal: Deal) -> int:
    """The seat that takes the complete trick on the table."""
    best = best_of(deal.table, deal.trump)
    if deal.among:
        return deal.among[(deal.among.index(deal.leader) + best) % len(deal.among)]
    return (deal.leader + best) % len(deal.hands)


def trick_points(variant: Variant, trick: tuple[Card, ...], *, last: bool) -> int:
    """What a trick scores as it is taken: its brisques, where they are scored at once, and for the last."""
    points = variant.last_trick if last else 0
    if variant.brisques.scored == "at-once":
        points += variant.brisques.points * brisques_in(trick)
    return points


def take_trick(match: Match, deal: Deal, points: int) -> DealStep:
    """The trick on the table goes to its winner, with its brisques, and so does the turn; it scores
    `points`."""
    leader, winner = deal.leader, winner_of(deal)
    side = match.variant.seating.side_of(winner)
    seats = deal.round_from(leader) if deal.among else ()
    trick = Trick(len(deal.tricks) + 1, leader, deal.table, winner, seats)
    brisques = brisques_in(deal.table) if match.variant.brisques.points else 0
    last = deal.played_out
    after = deal._replace(
        table=(),
        turn=winner,
        tricks=(*deal.tricks, trick),
        brisques=added(deal.brisques, side, brisques) if brisques else deal.brisques,
        scored=0,
        seven_scored=False,
    )
    after = with_points(match, after, side, points)
    in_all = match.score.points[side] + after.made[side]
    return after, (ev.TrickTaken(trick, deal.trump, brisques, points, last, in_all),)


def draw(match: Match, deal: Deal) -> DealStep:
    """All draw in turn, the winner of the trick first; the turn-up goes with the last card (F1.15)."""
    players, order = len(deal.hands), match.variant.round_from(deal.turn)
    drawn, stock, turn_up = deal.stock[:players], deal.stock[players:], deal.turn_up
    seen = None
    if turn_up is not None and len(drawn) < players:
        seen, turn_up = turn_up, None
        drawn = (*drawn, seen)
    hands = list(deal.hands)
    events: list[Event] = []
    for seat, card in zip(order, drawn, strict=True):
        hands[seat] = with_card(hands[seat], unseen(card))
        events.append(_DREW[seat][card])
    if seen is not None:
        # Everybody sees who takes the turn-up.
        events.pop()
    events.append(_drawn(len(stock), seen))
    after = deal._replace(hands=tuple(hands), stock=stock, turn_up=turn_up, scored=0, seven_scored=False)
    if after.left:
        return after, tuple(events)
    after, lost = after_stock(after)
    tricks = len(after.hands[deal.turn])
    out = ev.StockOut(deal.turn, seen, order[-1], tricks, not match.variant.must_win)
    return after, (*events, out, *lost)
