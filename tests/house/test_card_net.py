"""The card net: what it is told of a card, what it makes of it, and how it learns."""

import json
import random
from dataclasses import replace
from functools import cache

import pytest

from bot.house.registry import SOLVED
from bot.house.solver.position import NUMBERS, Kind, trump_number
from bot.rules.cards import KNIGHT, Suit
from bot.rules.moves import Play
from tests.house.test_cavendish import cavendish_at, numbers_of, quick, turns

np = pytest.importorskip("numpy")
pytest.importorskip("numba", reason="the card net needs numba")


@cache
def native_inputs():
    from bot.house.cavendish.card_net import describe
    from bot.house.cavendish.playing import seen
    from bot.house.solver.native import compiled

    @compiled
    def inputs(on, state, card, trump, bishops):
        hand, out, _turn, led, best, best_turn, fallen = seen(state, trump, bishops)
        return describe(on, state, card, hand, out, led, best, best_turn, fallen, trump, bishops)

    return inputs


def described(known, cards, state=None):
    """The inputs that are on for each of the cards, as the player knows the hand or as `state` says it is."""
    from bot.house.cavendish import card_net
    from bot.house.cavendish.thinking import state_for_net

    bishops, trump = known.kind is Kind.BISHOPS, trump_number(known.trump)
    state = state_for_net(known) if state is None else state
    on, found = np.empty(card_net.MOST_ON, np.int64), []
    for card in cards:
        count = native_inputs()(on, state, card, trump, bishops)
        found.append(sorted(on[:count].tolist()))
    return found


@pytest.mark.parametrize("key", SOLVED)
def test_a_card_is_described_by_inputs_there_are_each_once(key):
    from bot.house.cavendish.card_net import INPUTS

    seen = set()
    for _, _, view, legal in turns(key, seed=3, hands=8):
        known = numbers_of(SOLVED[key], view)
        for inputs in described(known, [known.number_of(move.card) for move in legal]):
            assert len(set(inputs)) == len(inputs)
            assert 0 <= inputs[0] <= inputs[-1] < INPUTS
            seen.update(inputs)
    assert len(seen) > 200


@pytest.mark.parametrize("key", SOLVED)
def test_what_is_described_is_the_same_in_playouts(key):
    from bot.house.cavendish import playing

    kind, checked = SOLVED[key], 0
    bishops = kind is Kind.BISHOPS
    for _, state, view, legal in turns(key, seed=9, hands=4):
        known = numbers_of(kind, view)
        trump = trump_number(known.trump)
        native = np.zeros(playing.WORDS, np.int64)
        native[playing.LEADER] = known.plays[0][0] if known.plays else known.leader
        dealt = np.zeros(4, np.int64)
        for seat, hand in enumerate(state.hands):
            if seat == known.me:
                dealt[seat] = known.hand
            else:
                for card in hand:
                    dealt[seat] |= 0 if card is KNIGHT else 1 << NUMBERS[kind][card]
        # Which knight is whose means nothing.
        knights = [n for n in (12, 28, 44, 60) if bishops and known.unseen >> n & 1]
        for seat, hand in enumerate(state.hands):
            for _ in range(0 if seat == known.me else hand.count(KNIGHT)):
                dealt[seat] |= 1 << knights.pop()
        native[:4] = dealt
        for seat, card, _ in known.plays:
            native[seat] |= 1 << card
        for _, card, _ in known.plays:
            playing.put(native, card, trump, bishops)
        numbers = [known.number_of(move.card) for move in legal]
        assert described(known, numbers, native) == described(known, numbers)
        checked += len(numbers)
    assert checked > 300


def test_the_names_of_the_plain_suits_tell_nothing():
    # Clubs and diamonds change places, in the hands and in what has been played.
    checked = 0
    for _, _, view, legal in turns("american-whist", seed=4, hands=6):
        known = numbers_of(Kind.PLAIN, view)
        plain = [number for number, suit in enumerate(Suit) if suit is not view.trump][:2]

        def card(number, plain=plain):
            suit = number // 16
            return number if suit not in plain else number % 16 + 16 * plain[1 - plain.index(suit)]

        def cards(word, card=card):
            return sum(1 << card(number) for number in range(64) if word >> number & 1)

        other = replace(
            known,
            hand=cards(known.hand),
            unseen=cards(known.unseen),
            table=tuple(map(card, known.table)),
            plays=tuple((seat, card(one), -1 if led < 0 else card(led)) for seat, one, led in known.plays),
        )
        numbers = [known.number_of(move.card) for move in legal]
        assert described(known, numbers) == described(other, list(map(card, numbers)))
        checked += other != known
    assert checked > 100


def test_the_net_is_its_layers():
    from bot.house.cavendish import card_net

    chance = np.random.default_rng(3)
    size = (card_net.INPUTS + card_net.HIDDEN + 2) * card_net.HIDDEN + 1
    w1, w2, w3 = card_net.layers_of(chance.normal(0, 0.2, size))
    on, first, second = np.empty(128, np.int64), np.empty(128, np.float32), np.empty(128, np.float32)
    for _ in range(20):
        inputs = chance.choice(card_net.INPUTS, 40, replace=False)
        on[:40] = inputs
        one = np.maximum(w1[inputs].sum(axis=0), 0)
        two = np.maximum(one @ w2[:-1] + w2[-1], 0)
        assert card_net.value(w1, w2, w3, on, 40, first, second) == pytest.approx(
            float(two @ w3[:-1] + w3[-1]), abs=1e-3
        )


def test_cavendish_counts_what_the_net_makes_of_a_card():
    from bot.house.cavendish.thinking import values_by_net

    # So much that nothing else counts.
    player, checked = quick("bishops-whist"), 0
    player.style = replace(player.style, net_weight=1e6 * player.style.net_weight)
    for _, _, view, legal in turns("bishops-whist", seed=6):
        cards = {move.card for move in legal}
        if len(cards) > 1:
            known = numbers_of(Kind.BISHOPS, view)
            by_net = values_by_net(known, player.net)
            most = max(by_net[known.number_of(card)] for card in cards)
            chosen = player.choose(view, random.Random(1))
            assert isinstance(chosen, Play)
            assert by_net[known.number_of(chosen.card)] == pytest.approx(most, abs=1e-4)
            checked += 1
    assert checked > 20


def test_the_weights_are_small_and_say_how_they_were_made():
    path = cavendish_at("bishops-whist").style.net
    assert path is not None
    assert path.stat().st_size <= 1_000_000
    made = json.loads(path.with_suffix(".json").read_text())
    assert made["tool"] == "tools.learn_card_net"
    assert made["minutes"] > 0


def test_it_learns_down_the_gradient():
    from bot.house.cavendish import card_net
    from tools.learn_card_net import Learner, Samples

    chance, learner = np.random.default_rng(5), Learner.new(1)
    inputs = (chance.random((64, card_net.INPUTS)) < 0.15).astype(np.float32)
    counts = inputs.sum(axis=1).astype(np.int64)
    on = np.argsort(-inputs, axis=1, kind="stable")[:, : counts.max()].astype(np.uint16)
    samples = Samples(on, counts, (inputs[:, 0] - inputs[:, 1] * inputs[:, 2]).astype(np.float32))
    rows = np.arange(64)

    def error(weights):
        w1, w2, w3 = card_net.layers_of(weights)
        first = np.maximum(inputs @ w1, 0)
        second = np.maximum(first @ w2[:-1] + w2[-1], 0)
        return float(((second @ w3[:-1] + w3[-1] - samples.targets) ** 2).mean())

    loss, gradient = learner.loss_and_gradient(samples, rows)
    before = error(learner.weights)
    assert loss == pytest.approx(before, rel=1e-4)
    step = 1e-2 / np.linalg.norm(gradient)
    change = error(learner.weights + step * gradient) - error(learner.weights - step * gradient)
    assert change == pytest.approx(2 * step * float(gradient @ gradient), rel=0.05)
    for _ in range(200):
        learner.step(samples, rows, 1e-3)
    assert error(learner.weights) < before / 10
