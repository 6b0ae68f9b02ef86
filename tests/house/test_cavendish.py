"""Cavendish: what he knows, the layouts he draws, how he weighs and tries them."""

import random
from collections import Counter
from copy import copy
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from bot.house.bishops_whist.knowledge import BISHOPS_PACK
from bot.house.cavendish.config import Effort
from bot.house.cavendish.numbers import Numbers, in_numbers
from bot.house.cavendish.player import Cavendish
from bot.house.contest import play_hand
from bot.house.player import RandomPlayer
from bot.house.registry import SOLVED, player_for
from bot.house.solver import Kind, Position, solve_leads
from bot.house.solver.position import NUMBERS, trump_number
from bot.house.tricks.knowledge import Knowledge
from bot.house.whist.knowledge import WHIST_PACK
from bot.rules.cards import KNIGHT, Card, Suit, parse
from bot.rules.game import Chance
from bot.rules.moves import Play
from bot.rules.registry import game_named

np = pytest.importorskip("numpy")
pytest.importorskip("numba", reason="Cavendish needs numba")

PACKS = {Kind.BISHOPS: BISHOPS_PACK, Kind.PLAIN: WHIST_PACK}


def quick(key: str) -> Cavendish:
    """Cavendish in a hurry."""
    player = copy(cavendish_at(key))
    effort = replace(player.style.effort, drawn=60, kept=6, tried=20, open_from=5)
    player.style = replace(player.style, effort=effort)
    return player


def cavendish_at(key: str) -> Cavendish:
    player = player_for(key, "cavendish")
    assert isinstance(player, Cavendish)
    return player


def numbers_of(kind: Kind, view: Any) -> Numbers:
    return in_numbers(kind, Knowledge(view, PACKS[kind]))


def turns(key: str, seed: int, hands: int = 1):
    """State, view and legal cards of every turn to play in hands played at random."""
    game, rng = game_named(key), random.Random(seed)
    for dealer in range(hands):
        state = game.begin(game.options({}), dealer % 4)
        closed = False
        while not closed:
            due = game.to_act(state)
            if isinstance(due, Chance):
                seat, move = None, game.parse(" ".join((due.verb, *rng.sample(due.pieces, due.take))))
            else:
                seat = due[0]
                legal = game.legal(state, seat)
                move = rng.choice(legal)
                if isinstance(move, Play):
                    yield game, state, game.view(state, seat), legal
            state, events = game.apply(state, seat, move)
            closed = any(event.closes_deal for event in events)


class Watched:
    """The heuristic player, and the views of its turns."""

    name = "watched"

    def __init__(self, key: str) -> None:
        self.views: list[Any] = []
        self._player = player_for(key)

    def choose(self, view, rng):
        if isinstance(view.legal[0], Play):
            self.views.append(view)
        return self._player.choose(view, rng)


def hands_of(state: Any) -> tuple[tuple[Card, ...], ...]:
    hands: tuple[tuple[Card, ...], ...] = state.hands
    return hands


@pytest.mark.parametrize("key", SOLVED)
def test_what_is_known_is_true(key):
    kind = SOLVED[key]
    numbers = NUMBERS[kind]
    for _, state, view, _ in turns(key, seed=5, hands=12):
        known, hands = numbers_of(kind, view), hands_of(state)
        assert known.cards == len(hands[known.me])
        assert known.sizes == tuple(len(hands[seat]) for seat in known.others)
        assert known.unseen.bit_count() == sum(known.sizes)
        assert not known.unseen & known.hand
        for seat, may in zip(known.others, known.may, strict=True):
            for card in hands[seat]:
                assert may & (0x1000100010001000 if card is KNIGHT else 1 << numbers[card])


def test_a6_who_shows_a_knight_may_keep_the_bishop_and_nothing_else_of_the_suit():
    # Dana, The Knights Revoke.
    seen = 0
    for _, _, view, _ in turns("bishops-whist", seed=2, hands=60):
        known = numbers_of(Kind.BISHOPS, view)
        for seat, card, led in known.plays:
            if seat == known.me or card % 16 != 12 or led < 0 or led % 16 == 12:
                continue
            may = known.may[known.others.index(seat)] >> (16 * (led // 16)) & 0x0FFF
            assert may in (0, 1 << 8)
            seen += may == 1 << 8
    assert seen


def test_the_turned_up_card_is_the_dealers_until_it_is_played():
    kept = 0
    for _, state, view, _ in turns("american-whist", seed=3, hands=4):
        known = numbers_of(Kind.PLAIN, view)
        if view.turned in hands_of(state)[view.dealer] and known.me != view.dealer:
            number = NUMBERS[Kind.PLAIN][view.turned]
            holders = [s for s, may in zip(known.others, known.may, strict=True) if may >> number & 1]
            assert holders == [view.dealer]
            kept += 1
    assert kept


@pytest.mark.parametrize("key", SOLVED)
def test_every_layout_fits_what_is_known(key):
    from bot.house.cavendish.thinking import draw_layouts

    rng = random.Random(1)
    for _, _, view, _ in turns(key, seed=6, hands=6):
        known = numbers_of(SOLVED[key], view)
        layouts = draw_layouts(known, 20, rng)
        assert (layouts[:, known.me] == known.hand).all()
        for layout in layouts.tolist():
            assert layout[0] | layout[1] | layout[2] | layout[3] == known.hand | known.unseen
            for seat, may, size in zip(known.others, known.may, known.sizes, strict=True):
                assert layout[seat] & ~may == 0
                assert layout[seat].bit_count() == size


def test_every_layout_is_as_likely_as_another():
    from bot.house.cavendish.thinking import draw_layouts

    # Six cards, two a hand; the first hand may not hold card 0, nor the second cards 1 and 2.
    may = (0b111110, 0b111001, 0b111111)
    ways = set()
    for order in permutations(range(6)):
        hands = tuple(sum(1 << card for card in order[at : at + 2]) for at in (0, 2, 4))
        if all(hand & ~mask == 0 for hand, mask in zip(hands, may, strict=True)):
            ways.add(hands)
    _, _, view, _ = next(turns("american-whist", seed=1))
    known = replace(
        numbers_of(Kind.PLAIN, view), me=3, others=(0, 1, 2), unseen=0b111111, sizes=(2, 2, 2), may=may
    )
    drawn = draw_layouts(known, 30 * len(ways) ** 2, random.Random(12345))
    counts = Counter(map(tuple, drawn[:, :3].tolist()))
    assert set(counts) == ways
    each = len(drawn) / len(ways)
    # Chi-square of a fair lot: the number of ways less one, give or take some root of twice that.
    chi = sum((count - each) ** 2 / each for count in counts.values())
    assert abs(chi - len(ways)) < 4 * (2 * len(ways)) ** 0.5


def test_cards_that_fit_no_hands_are_refused():
    from bot.house.cavendish.thinking import draw_layouts

    _, _, view, _ = next(turns("bishops-whist", seed=1))
    known = numbers_of(Kind.BISHOPS, view)
    with pytest.raises(ValueError, match="fit no hands"):
        draw_layouts(replace(known, may=(0, 0, known.may[2])), 3, random.Random(1))


@pytest.mark.parametrize("key", SOLVED)
def test_the_native_table_is_the_table_of_the_rules(key):
    from bot.house.cavendish import playing
    from bot.house.cavendish.thinking import state_of

    kind = SOLVED[key]
    for _, _, view, _ in turns(key, seed=8, hands=8):
        known = numbers_of(kind, view)
        native = np.zeros(playing.WORDS, np.int64)
        native[playing.LEADER] = known.plays[0][0] if known.plays else known.leader
        # Of the hands it matters only that none has run out.
        native[:4] = 1 << 62
        for _, card, _ in known.plays:
            playing.put(native, card, trump_number(known.trump), kind is Kind.BISHOPS)
        told = state_of(known)
        words = (playing.LEADER, playing.TURN, playing.VOIDS, playing.LEADS, playing.TRICKS, playing.AHEAD)
        assert [int(native[word]) for word in words] == [int(told[word]) for word in words]


def test_plays_nobody_would_make_speak_against_a_layout():
    from bot.house.cavendish.thinking import likely_layouts

    # In hands played well, so that the plays tell something.
    watched = Watched("american-whist")
    play_hand(game_named("american-whist"), (watched, watched), 4, 0)
    views = [view for view in watched.views if len(view.hand) == 6]
    assert views
    rng = random.Random(2)
    cavendish = cavendish_at("american-whist")
    told = []
    for view in views:
        known = numbers_of(Kind.PLAIN, view)
        believing = likely_layouts(known, cavendish.policy, 200, 100, 1.0, rng)
        doubting = likely_layouts(known, cavendish.policy, 200, 100, 0.0, rng)
        assert believing[1].sum() == doubting[1].sum() == 100
        told.append(len(doubting[0]) - len(believing[0]))
    # Who believes what the plays tell keeps fewer layouts, each of them oftener.
    assert min(told) > 0


@pytest.mark.parametrize("key", SOLVED)
def test_with_nothing_hidden_but_who_holds_it_he_plays_what_is_best(key):
    """With one way for the cards to layout the values are the solver's."""
    kind = SOLVED[key]
    checked = 0
    for _, state, view, legal in turns(key, seed=11, hands=12):
        known = numbers_of(kind, view)
        if len(view.hand) != 2 or len(legal) < 2:
            continue
        hands = hands_of(state)
        # Everybody's cards are shown.
        shown = replace(
            known,
            may=tuple(
                sum(1 << n for n in _numbers(known, hands[seat], kind, hands)) for seat in known.others
            ),
        )
        position = Position(kind, hands, view.trump, view.leader, view.cards, known.tricks, known.bishops)
        from bot.house.cavendish.thinking import evaluate

        cards = tuple(known.number_of(move.card) for move in legal)
        effort = Effort(drawn=5, kept=5, tried=5, open_from=3, nodes=10_000)
        found = evaluate(shown, cards, cavendish_at(key).policy, effort, 0.5, random.Random(1))
        best = solve_leads(position)
        assert [round(v, 6) for v in (found.weights @ found.values).tolist()] == [
            best[move.card] for move in legal
        ]
        checked += 1
    assert checked > 5


def _numbers(known, hand, kind, hands):
    taken = 0
    for other in range(known.me, known.me + 4):
        for card in hands[other % 4]:
            number = NUMBERS[kind][card]
            if card is KNIGHT:
                free = (known.hand if other == known.me else known.unseen) & 0x1000100010001000 & ~taken
                number = (free & -free).bit_length() - 1
                taken |= 1 << number
            if hands[other % 4] is hand:
                yield number


@pytest.mark.parametrize("key", SOLVED)
def test_he_plays_a_hand_and_the_same_one_again(key):
    first, second = (play_hand(game_named(key), (quick(key), RandomPlayer()), 4, 2) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(("key", "least"), [("bishops-whist", 4.0), ("american-whist", 1.0)])
def test_he_beats_chance(key, least):
    game, player = game_named(key), quick(key)
    margins = [play_hand(game, (player, RandomPlayer()), 1, deal) for deal in range(6)]
    margins += [-play_hand(game, (RandomPlayer(), player), 1, deal) for deal in range(6)]
    assert sum(margins) / len(margins) > least


def test_he_says_why():
    player = quick("bishops-whist")
    reasons = set()
    for _, _, view, _ in turns("bishops-whist", seed=21):
        advice = player.advise(view, random.Random(1))
        assert advice.move == player.choose(view, random.Random(1))
        if not advice.reason:
            assert advice.cost is not None, "what no maxim speaks for has its figure"
            continue
        assert advice.reason.endswith(".")
        assert "\n" not in advice.reason
        reasons.add(advice.reason)
    assert len(reasons) > 3


def test_amb_a5_where_a_led_knight_is_lowest_hoyle_plays_to_it():
    player, hoyle, met = quick("bishops-whist"), player_for("bishops-whist", "hoyle"), 0
    for game, _, view, legal in turns("bishops-whist", seed=31, hands=4):
        if KNIGHT in view.cards[:1] and len(legal) > 1:
            lowest = replace(view, options=game.options({"led_knight": "lowest"}))
            assert player.defers_to_maxims(lowest)
            assert not player.defers_to_maxims(view)
            rngs = random.Random(1), random.Random(1)
            assert player.choose(lowest, rngs[0]) == hoyle.choose(lowest, rngs[1])
            assert player.advise(lowest, rngs[0]).move in legal
            met += 1
    assert met


def test_tricks_are_worth_what_the_score_makes_them():
    # At Short Whist, one point from game, the seventh trick is worth more than the eighth.
    _, _, view, _ = next(turns("english-whist", seed=1))
    near = replace(view, score=replace(view.score, points=(4, 4)))
    worth = cavendish_at("english-whist").worth(near, np.array([6, 7, 8]))
    assert worth[1] - worth[0] > worth[2] - worth[1]


def test_the_move_policy_is_learnt():
    from bot.house.cavendish import move_policy
    from tools.learn_move_policy import Sample, fit

    rng = np.random.default_rng(1)
    truth = np.zeros(move_policy.FEATURES)
    truth[:4] = 3.0, -3.0, 2.0, 0.0
    sample = Sample()
    for decision in range(600):
        rows = rng.normal(size=(4, move_policy.FEATURES))
        sample.chosen.append(len(sample.rows) + int(np.argmax(rows @ truth)))
        sample.deals.append(decision)
        sample.rows += list(rows)
        sample.situations += [1] * 4
        sample.decisions += [decision] * 4
    weights, right = fit(sample)
    assert right > 0.85
    assert weights[1][0] > 1 > -1 > weights[1][1]
    assert not weights[0].any()


def test_a_card_has_its_number():
    _, _, view, _ = next(v for v in turns("bishops-whist", seed=9, hands=9) if KNIGHT in v[2].hand)
    known = numbers_of(Kind.BISHOPS, view)
    for card in view.hand:
        assert known.hand >> known.number_of(card) & 1
    assert known.number_of(KNIGHT) % 16 == 12
    assert parse("QS").suit is Suit.SPADES
