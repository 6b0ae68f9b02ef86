"""Layouts of hidden cards: every one fits, all are there, each is as likely as another."""

import random
from collections import Counter
from itertools import permutations
from math import factorial

import pytest

from bot.house.layouts import Hands, Layouts, layouts_of
from bot.house.whist.knowledge import WhistKnowledge
from bot.rules.cards import Card
from tests.house.test_whist_ending import endings, knowledge_of

CASES: dict[str, tuple[tuple[int, ...], dict[str, tuple[int, ...]]]] = {
    # Room in each hand; the pieces, and who may hold them.
    "anything": ((2, 2, 1), {"a": (0, 1, 2), "b": (0, 1, 2), "c": (0, 1, 2), "d": (0, 1, 2), "e": (0, 1, 2)}),
    "a void": (
        (2, 2, 2),
        {"a": (1, 2), "b": (0, 2), "c": (0, 2), "d": (0, 1, 2), "e": (0, 1, 2), "f": (0, 1)},
    ),
    "one place": ((1, 0, 3), {"a": (0, 1, 2), "b": (0, 1, 2), "c": (2,), "d": (0, 2)}),
    "all voids": ((1, 2, 1), {"a": (0, 1), "b": (1, 2), "c": (0, 2), "d": (0, 1)}),
    "four hands": ((1, 1, 1, 1), {"a": (0, 3), "b": (1, 2, 3), "c": (0, 1, 2, 3), "d": (0, 1)}),
    "two hands": ((3, 2), {"a": (0, 1), "b": (0,), "c": (0, 1), "d": (0, 1), "e": (1, 0)}),
}


def layouts_in(case: str, like: str = "") -> Layouts[str]:
    """The layouts of a case; the pieces named in `like` are alike."""
    sizes, may = CASES[case]
    named = [("x" if piece in like else piece, seats) for piece, seats in may.items()]
    return Layouts([()] * len(sizes), sizes, named)


def by_trying(case: str) -> set[Hands[str]]:
    """Every layout, found by dealing out every order of the pieces."""
    sizes, may = CASES[case]
    found = set()
    for order in permutations(may):
        pieces = list(order)
        hands = tuple(tuple(sorted(pieces.pop() for _ in range(number))) for number in sizes)
        if all(seat in may[piece] for seat, hand in enumerate(hands) for piece in hand):
            found.add(hands)
    return found


def in_order(hands: Hands[str]) -> Hands[str]:
    return tuple(tuple(sorted(hand)) for hand in hands)


@pytest.mark.parametrize("case", CASES)
def test_every_layout_is_there_once(case: str) -> None:
    layouts = layouts_in(case)
    found = [in_order(hands) for hands, _ in layouts.every()]
    assert len(found) == len(set(found)) == layouts.count
    assert set(found) == by_trying(case)
    assert {ways for _, ways in layouts.every()} == {1}


@pytest.mark.parametrize("case", CASES)
def test_every_layout_is_as_likely_as_another(case: str) -> None:
    layouts, rng = layouts_in(case), random.Random(2)
    drawn = Counter(in_order(layouts.draw(rng)) for _ in range(400 * layouts.count))
    assert set(drawn) == by_trying(case)
    # Chi-square of a fair lot: the number of layouts less one, give or take some roots of twice that.
    chi = sum((count - 400) ** 2 / 400 for count in drawn.values())
    assert chi < layouts.count - 1 + 4 * (2 * layouts.count) ** 0.5


@pytest.mark.parametrize(("case", "like"), [("anything", "abc"), ("a void", "de")])
def test_like_pieces_are_told_apart_in_the_ways_and_not_in_the_layouts(case: str, like: str) -> None:
    layouts = layouts_in(case, like)
    found = {in_order(hands): ways for hands, ways in layouts.every()}
    assert len(found) == len(list(layouts.every())) < layouts.count
    expected = Counter(
        in_order(tuple(tuple("x" if piece in like else piece for piece in hand) for hand in hands))
        for hands in by_trying(case)
    )
    assert found == expected
    # Drawn, a layout is as likely as it can be dealt in ways.
    rng, number = random.Random(3), 300 * layouts.count
    drawn = Counter(in_order(layouts.draw(rng)) for _ in range(number))
    assert set(drawn) == set(found)
    chi = sum((drawn[hands] - 300 * ways) ** 2 / (300 * ways) for hands, ways in found.items())
    assert chi < len(found) + 4 * (2 * len(found)) ** 0.5


def test_what_is_shown_stays_where_it_is() -> None:
    layouts = Layouts([("k",), (), ("q", "j")], (1, 1, 0), [("a", (0, 1)), ("b", (0, 1, 2))])
    assert sorted(hands for hands, _ in layouts.every()) == [
        (("k", "a"), ("b",), ("q", "j")),
        (("k", "b"), ("a",), ("q", "j")),
    ]
    assert layouts.draw(random.Random(1))[2] == ("q", "j")


@pytest.mark.parametrize(
    ("sizes", "may"),
    [
        ((1, 1), {"a": (0,), "b": (0,)}),
        ((1, 1), {"a": (0, 1)}),
        ((1, 1), {"a": (0, 1), "b": (0, 1), "c": (0, 1)}),
        ((2, 0), {"a": (0, 1), "b": (1,)}),
        ((1, 1), {"a": (), "b": (0, 1)}),
    ],
)
def test_what_cannot_be_is_refused(sizes: tuple[int, ...], may: dict[str, tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match="fit no hands"):
        Layouts([()] * len(sizes), sizes, may.items())


def test_some_are_all_where_they_are_few_and_drawn_where_they_are_many() -> None:
    layouts, rng = layouts_in("anything"), random.Random(4)
    assert layouts.count == factorial(5) // 4
    assert len(layouts.some(30, rng)) == 30
    assert {ways for _, ways in layouts.some(30, rng)} == {1}
    assert len({in_order(hands) for hands, _ in layouts.some(30, rng)}) == 30
    assert len(layouts.some(29, rng)) == 29


@pytest.mark.parametrize("cards_left", [2, 4, 8])
def test_every_layout_of_a_hand_fits_what_the_seat_knows(cards_left: int) -> None:
    for state in endings(25, cards_left):
        known: WhistKnowledge = knowledge_of(state)
        layouts = layouts_of(known)
        rng = random.Random(1)
        for hands in (layouts.draw(rng) for _ in range(10)):
            assert hands[known.me] == known.hand
            unseen: list[Card] = []
            for seat in known.others:
                assert len(hands[seat]) == known.held[seat]
                assert not any(card.suit in known.lacks[seat] for card in hands[seat])
                unseen += hands[seat]
            assert sorted(map(str, unseen)) == sorted(map(str, known.unseen))
            if known.turned:
                assert known.turned[1] in hands[known.turned[0]]
        if cards_left == 2:
            real = {frozenset(hand) for hand in state.hands}
            assert real in [{frozenset(hand) for hand in hands} for hands, _ in layouts.every()]
