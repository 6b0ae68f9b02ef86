"""The last tricks of whist played out."""

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.house.layouts import Hands, layouts_of
from bot.house.tricks.endings import Ending
from bot.house.whist.ending import Worth, play_out, rules_with
from bot.house.whist.knowledge import WhistKnowledge
from bot.house.whist.player import WhistHoyle
from bot.house.whist.stakes import Stakes
from bot.rules.cards import Card, Suit, parse
from bot.rules.game import Chance
from bot.rules.moves import Play
from bot.rules.trick_taking.legality import FollowSuit
from bot.rules.trick_taking.trick import Trick
from bot.rules.whist.play import winning_play
from bot.rules.whist.state import Playing
from tests.rules.whist_hands import AMERICAN

NO_WORTH = (0.0,) * 14
FOLLOW_SUIT = FollowSuit()


def endings(number: int, cards_left: int) -> list[Any]:
    """States of hands played at random until the seat to play has so many cards left."""
    states = []
    for seed in range(number):
        rng = random.Random(seed)
        state = AMERICAN.begin(AMERICAN.options({}), seed % 4)
        stop = rng.randrange(4)
        while not isinstance(state, Playing) or len(state.hands[state.seat]) > cards_left or stop:
            if isinstance(state, Playing) and len(state.hands[state.seat]) == cards_left:
                stop -= 1
            due = AMERICAN.to_act(state)
            if isinstance(due, Chance):
                pieces = rng.sample(due.pieces, due.take)
                state = AMERICAN.apply(state, None, AMERICAN.parse(" ".join((due.verb, *pieces)))).state
            else:
                state = AMERICAN.apply(state, due[0], rng.choice(AMERICAN.legal(state, due[0]))).state
        states.append(state)
    return states


def knowledge_of(state: Any) -> WhistKnowledge:
    return WhistKnowledge(AMERICAN.view(state, state.seat), NO_WORTH)


def plainly(hands: Hands[Card], table: tuple[Card, ...], seat: int, trump: Suit, side: int) -> int:
    """Tricks the side takes from here on, everybody playing for the most: by trying everything."""
    if len(table) == 4:
        winner = (seat + winning_play(table, trump)) % 4
        return (winner % 2 == side) + plainly(hands, (), winner, trump, side)
    if not hands[seat]:
        return 0
    best = max if seat % 2 == side else min
    return best(
        plainly(without(hands, seat, card), (*table, card), (seat + 1) % 4, trump, side)
        for card in FOLLOW_SUIT.playable(hands[seat], table[0] if table else None, trump)
    )


def without(hands: Hands[Card], seat: int, card: Card) -> Hands[Card]:
    return tuple(tuple(c for c in hand if s != seat or c is not card) for s, hand in enumerate(hands))


@pytest.mark.parametrize("cards_left", [2, 3])
def test_open_hands_are_played_out_as_by_trying_everything(cards_left: int):
    for state in endings(60, cards_left):
        trump, seat = state.deal.trump, state.seat
        cards = FOLLOW_SUIT.playable(state.hands[seat], state.cards[0] if state.cards else None, trump)
        ending = Ending(
            rules_with(knowledge_of(state)), [*state.cards, *(c for hand in state.hands for c in hand)], 4
        )
        tricks = tuple(float(number) for number in range(cards_left + 1))
        found = ending.values(state.hands, seat, state.cards, cards, tricks)
        for card in cards:
            rest, after = without(state.hands, seat, card), (*state.cards, card)
            assert found[card] == plainly(rest, after, (seat + 1) % 4, trump, seat % 2)


class Careless(WhistKnowledge):
    """Who has not looked at who followed suit."""

    def may_hold(self, card: Card) -> tuple[int, ...]:
        return self.others


def always(worth: tuple[float, ...]) -> Worth:
    """It is worth the same however the cards lie."""
    return lambda hands: worth


def test_it_is_the_worth_of_tricks_that_is_played_for():
    # Third hand with ace and queen of spades, two cards left and trumps gone: the ace makes one trick
    # for certain, the queen makes both oftener.
    # Eleven tricks have been played: seat 2 has taken six, seat 1 five, all in diamonds and hearts.
    held = (parse("AS"), parse("QS"))
    rest = [parse(rank + suit) for suit in "DHC" for rank in "AKQJT98765432"]
    rest += [parse(f"{rank}S") for rank in "JT7652"]
    rest.remove(parse("7D"))
    tricks = tuple(
        Trick(number + 1, 0, tuple(rest[4 * number : 4 * number + 4]), 0 if number < 6 else 1)
        for number in range(11)
    )
    seen = AMERICAN.view(endings(1, 2)[0], 0)
    view = replace(
        seen,
        seat=0,
        dealer=0,
        trump=Suit.CLUBS,
        turned=parse("2C"),
        hand=held,
        held=(2, 2, 1, 1),
        leader=2,
        cards=(parse("3S"), parse("4S")),
        tricks=tricks,
    )
    known = Careless(view, NO_WORTH)

    def counted(needed: int) -> dict[Card, float]:
        worth = tuple(float(tricks >= needed) for tricks in range(14))
        return play_out(known, held, always(worth), random.Random(1), most=1000)

    one, both = counted(7), counted(8)
    assert one[held[0]] == 1 > one[held[1]]
    assert both[held[0]] == pytest.approx(5 / 12)
    assert both[held[1]] == pytest.approx(1 / 2)


def test_everybody_plays_for_tricks_also_where_they_are_worth_less():
    # As a seventh trick that ends the game before honours are counted (Law 5).
    worth = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 9.0, 6.0, 12.0, 7.0, 15.0, 8.0, 9.0, 10.0)
    for state in endings(20, 2):
        known, view = knowledge_of(state), AMERICAN.view(state, state.seat)
        cards = tuple(play.card for play in view.legal)
        made = play_out(known, cards, always(worth), random.Random(1), most=1000)
        every = list(layouts_of(known).every())
        for card in cards:
            total = 0.0
            for hands, _ in every:
                rest, after = without(hands, known.me, card), (*known.table, card)
                tricks = plainly(rest, after, (known.me + 1) % 4, known.trump, known.me % 2)
                total += worth[known.taken[0] + tricks]
            assert made[card] == pytest.approx(total / len(every))


def test_the_last_tricks_are_played_by_the_count():
    # Whatever it plays, no card is better by more than the drawing of the layouts allows.
    for state in endings(25, 3):
        view = AMERICAN.view(state, state.seat)
        move = WhistHoyle(AMERICAN).choose(view, random.Random(1))
        cards = tuple(play.card for play in view.legal)
        made = play_out(
            knowledge_of(state),
            cards,
            always(Stakes(AMERICAN).worth_of_tricks(view)),
            random.Random(2),
            most=400,
        )
        assert isinstance(move, Play)
        assert made[move.card] > max(made.values()) - 0.5
