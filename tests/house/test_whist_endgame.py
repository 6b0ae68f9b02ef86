"""The last tricks of whist counted out."""

import random
from functools import partial
from itertools import product
from typing import Any

import pytest

from bot.house.whist.endgame import count_it_out, tricks_by_card
from bot.house.whist.memory import Memory, remember
from bot.house.whist.player import WhistHoyle
from bot.house.whist.stakes import worth_of_tricks
from bot.house.whist.worlds import Hands, worlds
from bot.rules.cards import Card, Suit, parse
from bot.rules.game import Chance
from bot.rules.moves import Play
from bot.rules.whist.pack import CARD_HEIGHT
from bot.rules.whist.play import playable, winning_play
from tests.rules.whist_hands import AMERICAN

NO_WORTH = (0.0,) * 14


def endings(number: int, cards_left: int) -> list[Any]:
    """States of hands played at random until the seat to play has so many cards left."""
    states = []
    for seed in range(number):
        rng = random.Random(seed)
        state = AMERICAN.begin(AMERICAN.options({}), seed % 4)
        stop = rng.randrange(4)
        while state.play is None or len(state.play.hands[state.play.seat]) > cards_left or stop:
            if state.play and len(state.play.hands[state.play.seat]) == cards_left:
                stop -= 1
            due = AMERICAN.to_act(state)
            if isinstance(due, Chance):
                pieces = rng.sample(due.pieces, due.take)
                state = AMERICAN.apply(state, None, AMERICAN.parse(" ".join((due.verb, *pieces)))).state
            else:
                state = AMERICAN.apply(state, due[0], rng.choice(AMERICAN.legal(state, due[0]))).state
        states.append(state)
    return states


def memory_of(state: Any) -> Memory:
    return remember(AMERICAN.view(state, state.play.seat), NO_WORTH)


def plainly(hands: Hands, table: tuple[Card, ...], seat: int, trump: Suit, side: int) -> int:
    """Tricks the side takes from here on, everybody playing for the most: by trying everything."""
    if len(table) == 4:
        winner = (seat + winning_play(table, trump)) % 4
        return (winner % 2 == side) + plainly(hands, (), winner, trump, side)
    if not hands[seat]:
        return 0
    best = max if seat % 2 == side else min
    return best(
        plainly(without(hands, seat, card), (*table, card), (seat + 1) % 4, trump, side)
        for card in playable(hands[seat], table[0] if table else None)
    )


def without(hands: Hands, seat: int, card: Card) -> Hands:
    return tuple(tuple(c for c in hand if s != seat or c is not card) for s, hand in enumerate(hands))


@pytest.mark.parametrize("cards_left", [2, 3])
def test_open_hands_are_counted_as_by_trying_everything(cards_left: int):
    for state in endings(60, cards_left):
        play, memory = state.play, memory_of(state)
        cards = playable(play.hands[play.seat], play.cards[0] if play.cards else None)
        found = tricks_by_card(memory, play.hands, cards)
        for card in cards:
            rest = without(play.hands, play.seat, card)
            after = (*play.cards, card)
            seat = (play.seat + 1) % 4
            assert found[card] == plainly(rest, after, seat, memory.trump, play.seat % 2)


def test_every_way_the_cards_can_lie_is_counted_once():
    for state in endings(30, 2):
        memory = memory_of(state)
        lies = [tuple(map(frozenset, hands)) for hands in worlds(memory, 10_000, random.Random(1))]
        assert len(lies) == len(set(lies))
        assert tuple(map(frozenset, state.play.hands)) in lies
        # As many as can be dealt and fit what is known, counted in another way.
        unseen = [card for seat in memory.others for card in state.play.hands[seat]]
        fitting = 0
        for owners in product(memory.others, repeat=len(unseen)):
            hands = [{c for c, seat in zip(unseen, owners, strict=True) if seat == s} for s in range(4)]
            fits = all(len(hands[seat]) == memory.held[seat] for seat in memory.others)
            fits = fits and not any(c.suit in memory.lacks[s] for s in memory.others for c in hands[s])
            turned = memory.turned
            fitting += fits and (turned is None or turned[1] in hands[turned[0]])
        assert len(lies) == fitting


def test_ways_by_lot_fit_what_is_known():
    differ = 0
    for state in endings(30, 4):
        memory = memory_of(state)
        lies = worlds(memory, 12, random.Random(1))
        assert 1 <= len(lies) <= 12
        differ += len(set(lies)) > 1
        unseen = {card for seat in memory.others for card in state.play.hands[seat]}
        for hands in lies:
            assert {card for seat in memory.others for card in hands[seat]} == unseen
            assert hands[memory.me] == memory.hand
            for seat in memory.others:
                assert len(hands[seat]) == memory.held[seat]
                assert not any(card.suit in memory.lacks[seat] for card in hands[seat])
            if memory.turned:
                assert memory.turned[1] in hands[memory.turned[0]]
    assert differ > 15


def test_it_is_the_worth_of_tricks_that_is_played_for():
    # Third hand with ace and queen of spades, two cards left and trumps gone: the ace makes one trick
    # for certain, the queen makes both oftener.
    unseen = [parse(card) for card in ["KS", "9S", "8S", "7D"]]
    held = (parse("AS"), parse("QS"))
    memory = Memory(
        me=0,
        partner=2,
        trump=Suit.CLUBS,
        number=12,
        hand=held,
        suits={**{suit: [] for suit in Suit}, Suit.SPADES: list(held)},
        table=(parse("3S"), parse("4S")),
        after=(1,),
        best=1,
        held=(2, 2, 1, 1),
        won=(6, 5),
        out={suit: [CARD_HEIGHT[card] for card in unseen if card.suit is suit] for suit in Suit},
        lacks=(set(), set(), set(), set()),
        turned=None,
        own_turned=None,
        led_by=(set(), set(), set(), set()),
        had=dict.fromkeys(Suit, 0),
        partner_refused=False,
        points=(0, 0),
        target=7,
        worth=NO_WORTH,
        places=dict.fromkeys(Suit, 4),
    )

    def counted(needed: int) -> dict[Card, float]:
        worth = tuple(float(tricks >= needed) for tricks in range(14))
        return count_it_out(memory, held, lambda _: worth, random.Random(1), most=1000)

    one, both = counted(7), counted(8)
    assert one[held[0]] == 1 > one[held[1]]
    assert both[held[0]] == pytest.approx(5 / 12)
    assert both[held[1]] == pytest.approx(1 / 2)


def test_the_last_tricks_are_played_by_the_count():
    # Whatever it plays, no card is better by more than the drawing of the lies by lot allows.
    for state in endings(25, 3):
        seat, legal = state.play.seat, AMERICAN.legal(state, state.play.seat)
        view = AMERICAN.view(state, seat)
        move = WhistHoyle().choose(AMERICAN, view, legal, random.Random(1))
        cards = tuple(play.card for play in legal)
        worth = worth_of_tricks(AMERICAN, view)
        counted = count_it_out(memory_of(state), cards, partial(_the_same, worth), random.Random(2), most=400)
        assert isinstance(move, Play)
        assert counted[move.card] > max(counted.values()) - 0.5


def _the_same(worth: Any, _: Any) -> Any:
    return worth
