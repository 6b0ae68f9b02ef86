"""The last tricks of more than two hands: the hidden cards are dealt in some ways that fit, and each card is
tried on them, everybody playing on by the book (Cady, Hints)."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Final

from bot.house.bezique.known import Known
from bot.house.bezique.playing import points_in
from bot.house.knowledge import unseen
from bot.house.layouts import Layouts
from bot.rules.bezique.pack import beats, best_of, height
from bot.rules.bezique.play import END_PLAY
from bot.rules.cards import Card, Suit

_LAYOUTS: Final = 12
"""Ways in which the hidden cards are dealt."""


def tried(known: Known, cards: Sequence[Card], rng: random.Random) -> dict[Card, float]:
    """What each card makes on the average for the side, less what the others make on theirs, in points."""
    layouts = layouts_of(known)
    made = dict.fromkeys(cards, 0.0)
    for _ in range(_LAYOUTS):
        hands = layouts.draw(rng)
        for card in made:
            made[card] += _played_on(known, hands, card) / _LAYOUTS
    return made


def layouts_of(known: Known) -> Layouts[Card]:
    """The ways in which the cards of the other hands may be dealt: what was declared and not played since is
    still where it was, and nobody holds what would have had to be played."""
    view, seats = known.view, range(known.view.variant.players)
    mine = tuple(named.card for named in known.cards)
    hidden = Counter(unseen(view.variant.pack, mine, view.cards, *(t.pieces for t in view.tricks)))
    shown: list[tuple[Card, ...]] = [()] * len(seats)
    for seat in seats:
        if seat == known.seat:
            shown[seat] = mine
        elif len(view.variant.seating.sides) == len(seats):
            there = (_declared_by(known, seat) & hidden).elements()
            shown[seat] = tuple(there)[: view.held[seat]]
            hidden.subtract(shown[seat])
    sizes = [0 if s == known.seat else view.held[s] - len(shown[s]) for s in seats]
    lacking = _lacking(known)
    free = [(card, tuple(s for s in seats if card.suit not in lacking[s])) for card in hidden.elements()]
    try:
        return Layouts(shown, sizes, free)
    except ValueError:
        # What was thought to be known does not fit.
        return Layouts(shown, sizes, [(card, tuple(seats)) for card in hidden.elements()])


def _declared_by(known: Known, seat: int) -> Counter[Card]:
    # Cards that the seat has declared and not played since, as far as can be told.
    view = known.view
    declared = {named for d in view.declarations if d.side == view.side_of(seat) for named in d.cards}
    there = Counter(named.card for named in declared)
    for trick in view.tricks:
        there[trick.pieces[(seat - trick.leader) % len(trick.pieces)]] -= 1
    if len(view.cards) > (place := (seat - view.leader) % view.variant.players):
        there[view.cards[place]] -= 1
    return +there


def _lacking(known: Known) -> list[set[Suit | None]]:
    # The suits that each seat has not followed since nothing more is drawn.
    view, players = known.view, known.view.variant.players
    lacking: list[set[Suit | None]] = [set() for _ in range(players)]
    last = [(trick.leader, trick.pieces) for trick in view.tricks[view.variant.tricks - view.variant.hand :]]
    for leader, cards in (*last, (view.leader, view.cards)):
        for place, card in enumerate(cards[1:], start=1):
            if card.suit is not cards[0].suit:
                seat = (leader + place) % players
                lacking[seat].add(cards[0].suit)
                best = cards[best_of(cards[:place], view.trump)]
                if view.trump not in (card.suit, best.suit):
                    lacking[seat].add(view.trump)
    return lacking


def _played_on(known: Known, layout: Sequence[Sequence[Card]], card: Card) -> float:
    # What the side makes of the rest if that card is played now.
    view = known.view
    trump, players = view.trump, view.variant.players
    hands = [list(hand) for hand in layout]
    leader, table, seat = view.leader, list(view.cards), known.seat
    others = len(view.variant.seating.sides) - 1
    made, wanted = 0.0, card
    while True:
        hands[seat].remove(wanted)
        table.append(wanted)
        if len(table) == players:
            leader = (leader + best_of(table, trump)) % players
            points = points_in(known, tuple(table))
            if not any(hands):
                points += view.variant.last_trick
            made += points if view.side_of(leader) == known.side else -points / others
            if not any(hands):
                return made
            table = []
        seat = (leader + len(table)) % players
        wanted = _by_the_book(known, hands, seat, leader, table)


def _by_the_book(
    known: Known, hands: Sequence[Sequence[Card]], seat: int, leader: int, table: Sequence[Card]
) -> Card:
    view = known.view
    hand, trump, players = hands[seat], view.trump, view.variant.players
    if len(hand) == 1:
        return hand[0]
    if not table:
        unbeaten = [card for card in hand if not _beaten(known, hands, seat, card)]
        if unbeaten:
            return max(unbeaten, key=lambda card: (points_in(known, (card,)), card.suit is not trump))
        return min(hand, key=lambda card: (points_in(known, (card,)), card.suit is trump, height(card)))
    best_place = best_of(table, trump)
    best = table[best_place]
    allowed = END_PLAY.playable(tuple(hand), table[0], trump, best) if view.variant.must_win else tuple(hand)
    winning = [card for card in allowed if beats(best, card, trump)]
    last = len(table) == players - 1
    if winning:
        if last:
            return max(winning, key=lambda card: (points_in(known, (card,)), -height(card)))
        return min(winning, key=lambda card: (points_in(known, (card,)), height(card)))
    ours = view.side_of((leader + best_place) % players) == view.side_of(seat)
    sign = -1 if ours and last else 1
    return min(allowed, key=lambda card: (sign * points_in(known, (card,)), card.suit is trump, height(card)))


def _beaten(known: Known, hands: Sequence[Sequence[Card]], seat: int, card: Card) -> bool:
    # Whether an adversary holds what beats that card, led; those who follow suit cannot trump.
    view = known.view
    for other, hand in enumerate(hands):
        if view.side_of(other) == view.side_of(seat):
            continue
        own = [held for held in hand if held.suit is card.suit] or [h for h in hand if h.suit is view.trump]
        if any(beats(card, held, view.trump) for held in own):
            return True
    return False
