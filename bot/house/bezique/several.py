"""The last tricks where hands are hidden, those of more than two or of a stock that was closed: the hidden
cards are dealt in some ways that fit, and each card is tried on them, everybody playing on by the book."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from bot.house.bezique.ending import playable, played_out
from bot.house.bezique.known import Known
from bot.house.layouts import Hands, Layouts
from bot.rules.bezique.pack import beats, best_of, height
from bot.rules.cards import Card, Suit

LAYOUTS: Final = 12  # ways in which the hidden cards are dealt
_DUELS: Final = 5  # ways in which a sole adversary's hand is dealt; each of them is played out


def tried(known: Known, cards: Sequence[Card], rng: random.Random) -> dict[Card, float]:
    """What each card makes on the average for the side, less what the others make on theirs, in points."""
    layouts = layouts_of(known)
    made = dict.fromkeys(cards, 0.0)
    duel = next((duel for duel in known.view.duels if known.seat in duel.seats), None)
    if duel is not None:
        other = duel.other(known.seat)
        for _ in range(_DUELS):
            hands = layouts.draw(rng)
            for card, points in played_out(known, hands[known.seat], hands[other]).items():
                made[card] += points / _DUELS
        return made
    for _ in range(LAYOUTS):
        hands = layouts.draw(rng)
        for card in made:
            made[card] += played_on(known, hands, card) / LAYOUTS
    return made


def layouts_of(known: Known) -> Layouts[Card]:
    """The ways in which the cards of the other hands, and last of the stock, may be dealt: what was declared
    and not played since is still where it was, and nobody holds what would have had to be played."""
    view, seats = known.view, range(known.view.variant.players)
    hidden = Counter(known.hidden_cards)
    shown: list[tuple[Card, ...]] = [()] * (len(seats) + 1)
    for seat in seats:
        if seat == known.seat:
            shown[seat] = tuple(named.card for named in known.cards)
            continue
        there = tuple(named.card for named in view.declared[seat])
        if not there and len(view.variant.seating.sides) == len(seats):
            there = tuple((declared_by(known, seat) & hidden).elements())[: view.held[seat]]
            hidden.subtract(there)
        shown[seat] = there
    sizes = [0 if s == known.seat else view.held[s] - len(shown[s]) for s in seats]
    sizes.append(sum(hidden.values()) - sum(sizes))
    without = lacking(known)
    places = (*seats, len(seats))
    free = [(c, tuple(p for p in places if c.suit not in without[p])) for c in hidden.elements()]
    try:
        return Layouts(shown, sizes, free)
    except ValueError:
        # What was thought to be known does not fit.
        return Layouts(shown, sizes, [(card, places) for card in hidden.elements()])


def declared_by(known: Known, seat: int) -> Counter[Card]:
    """Cards that the seat has declared and not played since, as far as can be told."""
    view = known.view
    own = (d for d in view.declarations if d.side == view.side_of(seat))
    # Each once, and always in the same order, by which the layouts are drawn.
    declared = dict.fromkeys(named for declaration in own for named in declaration.cards)
    there = Counter(named.card for named in declared)
    for trick in view.tricks:
        there.subtract(card for who, card in trick.plays if who == seat)
    if len(view.cards) > (place := (seat - view.leader) % view.variant.players):
        there[view.cards[place]] -= 1
    return +there


def lacking(known: Known) -> list[set[Suit | None]]:
    """The suits that each seat has not followed, or not trumped with, since nothing more is drawn."""
    view, players = known.view, known.view.variant.players
    suits: list[set[Suit | None]] = [set() for _ in range(players + 1)]
    if not view.to_follow:
        return suits
    since = len(view.tricks) - (view.variant.hand - view.held[known.seat])
    if view.duels:
        since = view.variant.tricks - view.variant.hand
    for trick in view.tricks[since:]:
        _note(suits, trick.plays, view.trump)
    if not view.duels:
        table = tuple(((view.leader + n) % players, card) for n, card in enumerate(view.cards))
        _note(suits, table, view.trump)
    return suits


def _note(lacking: list[set[Suit | None]], plays: Sequence[tuple[int, Card]], trump: Suit | None) -> None:
    cards = [card for _, card in plays]
    for place, (seat, card) in enumerate(plays):
        if place and card.suit is not cards[0].suit:
            lacking[seat].add(cards[0].suit)
            best = cards[best_of(cards[:place], trump)]
            if trump not in (card.suit, best.suit):
                lacking[seat].add(trump)


def played_on(known: Known, layout: Hands[Card], card: Card) -> float:
    """What the side makes of the rest in that layout if the card is played now, everybody playing on by the
    book."""
    others = len(known.view.variant.seating.sides) - 1
    last = 0 if known.view.closed is not None else known.view.variant.last_trick
    made, latest = 0.0, known.side
    for side, points in tricks_of(known, layout, card):
        made += points if side == known.side else -points / others
        latest = side
    return made + (last if latest == known.side else -last / others)


def tricks_of(known: Known, layout: Hands[Card], card: Card) -> Iterator[tuple[int, float]]:
    """Who takes each trick from this one on, and what its cards bring, if that card is played now."""
    view = known.view
    trump, players = view.trump, view.variant.players
    hands = [list(hand) for hand in layout[:players]]
    leader, table, seat = view.leader, list(view.cards), known.seat
    wanted = card
    while True:
        hands[seat].remove(wanted)
        table.append(wanted)
        if len(table) == players:
            leader = (leader + best_of(table, trump)) % players
            yield view.side_of(leader), known.worth_of(table)
            if not any(hands):
                return
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
            return max(unbeaten, key=lambda card: (known.worth(card), card.suit is not trump))
        return min(hand, key=lambda card: (known.worth(card), card.suit is trump, height(card)))
    best_place = best_of(table, trump)
    best = table[best_place]
    allowed = playable(view, tuple(hand), table)
    winning = [card for card in allowed if beats(best, card, trump)]
    last = len(table) == players - 1
    if winning:
        if last:
            return max(winning, key=lambda card: (known.worth(card), -height(card)))
        return min(winning, key=lambda card: (known.worth(card), height(card)))
    ours = view.side_of((leader + best_place) % players) == view.side_of(seat)
    sign = -1 if ours and last else 1
    return min(allowed, key=lambda card: (sign * known.worth(card), card.suit is trump, height(card)))


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
