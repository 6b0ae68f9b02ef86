"""Old Maid: pairs are thrown, hands drawn from, and the queen of spades stays with somebody (RULES H1)."""

from dataclasses import replace
from functools import cache
from typing import Final

from bot.rules import cards
from bot.rules.cards import Card, Rank, Suit
from bot.rules.errors import RuleError
from bot.rules.events import Dealt, Event
from bot.rules.game import Chance, Game, Ranking, Result, Step
from bot.rules.moves import Cut, Deck, Draw, Move, vocabulary
from bot.rules.old_maid import events as ev
from bot.rules.old_maid.moves import Mix, Take, Throw
from bot.rules.old_maid.options import OldMaidOptions
from bot.rules.old_maid.state import (
    Deal,
    Drawing,
    LastDraw,
    Mixing,
    Over,
    Pair,
    State,
    Throwing,
    View,
    has_pair,
    neighbour,
    pairs_in,
)
from bot.rules.preliminaries.phases import PRELIMINARY, PackReady, Preliminaries
from bot.rules.seats import Seating
from bot.rules.turns import require_chance

RANKS: Final = tuple(Rank(letter) for letter in "KQJT98765432A")
"""High to low in cutting, the ace lowest (Law 13)."""

ORDER: Final = {rank: len(RANKS) - place for place, rank in enumerate(RANKS)}
MAID: Final = cards.card(Rank.QUEEN, Suit.SPADES)

PACK: Final[tuple[Card, ...]] = tuple(
    card
    for suit in Suit
    for rank in RANKS
    if (card := cards.card(rank, suit)).rank is not Rank.QUEEN or card is MAID
)
"""52 cards less three queens: 49, of which 48 make pairs."""


LIFT: Final = 4  # the fewest cards of a packet, lifted or left (Law 33)


@cache
def _preliminaries(options: OldMaidOptions) -> Preliminaries:
    lifts = range(LIFT, len(PACK) - LIFT + 1) if options.cut else None
    return Preliminaries(PACK, options.players, ORDER, lifts)


class OldMaid(Game[OldMaidOptions, State, View]):
    """The innocent and amusing game for young and old."""

    key = "old-maid"
    ranking = Ranking.SHARE
    options_type = OldMaidOptions
    verbs = vocabulary(Deck, Draw, Cut, Mix, Take, Throw)

    def seating(self, options: OldMaidOptions) -> Seating:
        seats = range(options.players)
        return Seating(tuple(f"Chair {seat + 1}" for seat in seats), tuple((seat,) for seat in seats))

    def begin(self, options: OldMaidOptions, dealer: int | None) -> State:
        """Nothing dealt yet; `dealer=None` cuts for the deal, the lowest card dealing."""
        return _preliminaries(options).begin(options, dealer)

    def to_act(self, state: State) -> tuple[int, ...] | Chance:
        match state:
            case Throwing(deal):
                return deal.throwing
            case Mixing(deal):
                number = len(deal.offered)
                positions = tuple(str(place) for place in range(1, number + 1))
                return Chance(Mix.verb, positions, number, secret=False)
            case Drawing(deal):
                return (deal.turn,)
            case Over():
                return ()
        return _preliminaries(state.match).to_act(state)

    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        if isinstance(state, PRELIMINARY):
            return _preliminaries(state.match).legal(state, seat)
        match state:
            case Throwing(deal):
                return tuple(Throw(pair) for pair in pairs_in(deal.hands[seat]))
            case Drawing(deal) if seat == deal.turn:
                return tuple(Take(place) for place in range(1, len(deal.offered) + 1))
        return ()

    def verify(self, state: State, seat: int | None, move: Move) -> None:
        if isinstance(state, PRELIMINARY):
            _preliminaries(state.match).verify(state, seat, move)
            return
        if isinstance(state, Over):
            raise RuleError("over", "The game is over.")
        if not isinstance(move, Mix | Take | Throw):
            raise RuleError("phase", "The hands are being drawn from; draw a card instead.")
        match state:
            case Throwing(deal):
                _verify_throw(deal, seat, move)
            case Mixing(deal):
                _verify_mix(deal, seat, move)
            case Drawing(deal):
                _verify_draw(deal, seat, move)

    def apply(self, state: State, seat: int | None, move: Move) -> Step[State]:
        self.verify(state, seat, move)
        if isinstance(state, PRELIMINARY):
            options = state.match
            after, events = _preliminaries(options).apply(state, seat, move, hand=1)
            return _deal(options, after) if isinstance(after, PackReady) else Step(after, events)
        match state, move:
            case Throwing(deal), Throw(pair) if seat is not None:
                giver = deal.last.giver if deal.last and deal.last.seat == seat else None
                return _go_on(*_throw(deal, seat, (pair,), giver))
            case Mixing(deal), Mix(order):
                mixed = tuple(deal.offered[place - 1] for place in order)
                return Step(Drawing(deal.with_hand(deal.giver, mixed)), (ev.Mixed(deal.giver),))
            case Drawing(deal), Take(position):
                return _take(deal, position)
        raise AssertionError(move)

    def view(self, state: State, seat: int | None) -> View:
        due = self.to_act(state)
        to_act = due if isinstance(due, tuple) else ()
        legal = () if seat is None else self.legal(state, seat)
        if isinstance(state, PRELIMINARY):
            known = _preliminaries(state.match).view(state)
            return View(state.match, seat, to_act, legal, known, known.dealer)
        deal = state.deal
        hand = () if seat is None else deal.hands[seat]
        return View(
            options=deal.options,
            seat=seat,
            to_act=to_act,
            legal=legal,
            dealer=deal.dealer,
            hand=tuple(sorted(hand, key=lambda card: (-ORDER[card.rank], card.text))),
            held=tuple(map(len, deal.hands)),
            throwing=deal.throwing,
            giver=deal.giver if isinstance(state, Mixing | Drawing) else None,
            pairs=deal.pairs,
            out=deal.out,
            last=_as_known(deal.last, seat) if deal.last else None,
            maid=state.maid if isinstance(state, Over) else None,
        )

    def result(self, state: State) -> Result | None:
        if not isinstance(state, Over):
            return None
        points = _points(state)
        return Result(points, points, None)


def _as_known(last: LastDraw, seat: int | None) -> LastDraw:
    return last if seat in (last.seat, last.giver) else replace(last, card=None)


def _points(over: Over) -> tuple[int, ...]:
    return tuple(int(seat != over.maid) for seat in range(len(over.deal.hands)))


def _require_awaited(seat: int | None, due: tuple[int, ...], move: Move) -> int:
    if seat is None or seat not in due:
        raise RuleError("not-your-turn", "It is not your turn.")
    if isinstance(move, Mix):
        raise RuleError("not-your-turn", "That is not for a player to do.")
    return seat


def _verify_throw(deal: Deal, seat: int | None, move: Move) -> None:
    seat = _require_awaited(seat, deal.throwing, move)
    if not isinstance(move, Throw):
        raise RuleError("throw", "Throw your pairs on the table first.")
    first, second = move.pair
    if first.rank is not second.rank or first is second:
        raise RuleError("pair", "That is no pair: two cards of one rank are wanted.")
    if first not in deal.hands[seat] or second not in deal.hands[seat]:
        raise RuleError("not-held", "You do not hold both of those cards.")


def _verify_mix(deal: Deal, seat: int | None, move: Move) -> None:
    require_chance(seat)
    number = len(deal.offered)
    if not isinstance(move, Mix) or sorted(move.order) != list(range(1, number + 1)):
        raise RuleError("mix", "The hand of {number} cards is to be mixed first.", number=number)


def _verify_draw(deal: Deal, seat: int | None, move: Move) -> None:
    _require_awaited(seat, (deal.turn,), move)
    if not isinstance(move, Take):
        raise RuleError("draw", "You have no pair to throw: draw a card.")
    if move.position > len(deal.offered):
        raise RuleError("position", "There are only {number} cards to draw from.", number=len(deal.offered))


def _deal(options: OldMaidOptions, ready: PackReady) -> Step[State]:
    players, dealer, pack = options.players, ready.dealer, ready.packets_exchanged
    hands = tuple(pack[(seat - dealer - 1) % players :: players] for seat in range(players))
    first = (dealer + 1) % players
    deal = Deal(options, dealer, hands, first, (0,) * players)
    events: tuple[Event, ...] = (
        *(Dealt(seat, hand) for seat, hand in enumerate(hands)),
        ev.Started(dealer, first, tuple(map(len, hands)), ready.lift),
    )
    if options.throw == "itself":
        for seat in ((first + place) % players for place in range(players)):
            deal, thrown = _throw_all(deal, seat)
            events += thrown
    return _go_on(deal, events)


def _throw_all(deal: Deal, seat: int, giver: int | None = None) -> Step[Deal]:
    # Three of a kind throws one pair, four two.
    hand, pairs = deal.hands[seat], []
    while has_pair(hand):
        pair = pairs_in(hand)[0]
        pairs.append(pair)
        hand = tuple(card for card in hand if card not in pair)
    return _throw(deal, seat, tuple(pairs), giver) if pairs else Step(deal, ())


def _throw(deal: Deal, seat: int, pairs: tuple[Pair, ...], giver: int | None) -> Step[Deal]:
    gone = {card for pair in pairs for card in pair}
    left = tuple(card for card in deal.hands[seat] if card not in gone)
    counts = tuple(number + len(pairs) * (other == seat) for other, number in enumerate(deal.pairs))
    return Step(replace(deal.with_hand(seat, left), pairs=counts), (ev.Thrown(seat, pairs, giver),))


def _take(deal: Deal, position: int) -> Step[State]:
    seat, giver, offered = deal.turn, deal.giver, deal.offered
    card = offered[position - 1]
    matched = any(held.rank is card.rank for held in deal.hands[seat])
    after = deal.with_hand(giver, offered[: position - 1] + offered[position:])
    after = after.with_hand(seat, (*after.hands[seat], card))
    after = replace(after, last=LastDraw(seat, giver, matched, card))
    events: tuple[Event, ...] = (ev.Took(seat, giver, matched), ev.Shown(seat, giver, card))
    if matched and deal.options.throw == "itself":
        after, thrown = _throw_all(after, seat, giver)
        events += thrown
    return _go_on(after, events)


def _go_on(deal: Deal, events: tuple[Event, ...]) -> Step[State]:
    # Once no pair is left to throw: who is out, whether it is over, and whose turn it is.
    if deal.throwing:
        return Step(Throwing(deal), events)
    empty = tuple(seat for seat, hand in enumerate(deal.hands) if not hand and seat not in deal.out)
    deal = replace(deal, out=deal.out + empty)
    events += tuple(ev.WentOut(seat, deal.out.index(seat) + 1) for seat in empty)
    if sum(map(len, deal.hands)) == 1:
        over = Over(deal)
        return Step(over, (*events, ev.GameOver(1, _points(over), None, over.maid)))
    deal = replace(deal, turn=_next(deal))
    return Step(Mixing(deal) if len(deal.offered) > 1 else Drawing(deal), events)


def _next(deal: Deal) -> int:
    last, turn = deal.last, deal.turn
    if last is None:
        return turn if deal.hands[turn] else neighbour(deal.hands, turn, 1)
    again = deal.options.draw_again and last.matched and deal.hands[last.seat]
    return last.seat if again else neighbour(deal.hands, last.seat, 1)
