"""Hoyle at Bingo: what he knows, what he counts out, and his strength."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.house.bingo.ending import Ending, TooLong
from bot.house.bingo.knowledge import Knowledge
from bot.house.bingo.player import BingoHoyle, weigh
from bot.house.bingo.position import NOBODY, Position
from bot.house.bingo.tables import NUMBER, bits_of, numbers_in, tables_for, tiles_in
from bot.house.contest import play_pairs
from bot.house.player import PLAYED_OUT, HousePlayer, RandomPlayer
from bot.rules.dominoes.bingo import events as ev
from bot.rules.dominoes.bingo.moves import CallDoubles, PlayTile, TurnDown
from bot.rules.dominoes.bingo.state import Phase, Playing, View
from bot.rules.dominoes.bingo.tricks import count, strength, takes
from bot.rules.moves import Move
from bot.rules.presentation.hints import Judged, Unit
from bot.rules.tiles import SET
from bot.rules.trick_taking.trick import Trick
from tests.rules.bingo_deals import GAME, do, playing, tiles
from tests.rules.matches import option_sets
from tests.rules.play import random_match

HOYLE = BingoHoyle()


def chosen(state: Any, seed: int = 1) -> str:
    (seat,) = GAME.to_act(state)
    return str(HOYLE.choose(GAME.view(state, seat), random.Random(seed)))


def filled(state: Playing) -> Playing:
    """The same with all tiles that lie nowhere in the tricks of before, so that nothing is left over."""
    deal = state.deal
    lying = {*deal.hands[0], *deal.hands[1], *deal.stock, *deal.table, deal.turn_up}
    rest = [tile for tile in SET if tile not in lying]
    pairs = [tuple(rest[at : at + 2]) for at in range(0, len(rest), 2)]
    tricks = tuple(Trick(number, 0, pair, 0) for number, pair in enumerate(pairs, 1))
    return replace(state, deal=deal._replace(tricks=tricks))


def known_to(state: Any, seat: int) -> Knowledge:
    return Knowledge(GAME.view(state, seat))


def truth(state: Playing, seat: int) -> Position:
    """The deal as it is, that seat first."""
    known, deal = known_to(state, seat), state.deal
    theirs = tuple(tile for tile in deal.hands[1 - seat] if tile not in known.shown)
    return known.position(theirs, deal.stock)


def deals(options: dict[str, Any], seeds: range) -> Iterator[list[Any]]:
    """Whole deals played at random, as lists of their steps from the first play to the count."""
    for seed in seeds:
        steps = []
        for step in random_match(GAME, GAME.options(options), 0, seed):
            if isinstance(step.before, Playing):
                steps.append(step)
            if any(event.closes_deal for event in step.events):
                yield steps
                break


@pytest.mark.parametrize("options", option_sets(GAME), ids=str)
def test_numbers_play_as_the_rules_do(options: dict[str, Any]) -> None:
    for steps in deals(options, range(12)):
        position = truth(steps[0].before, 0)
        for step in steps:
            state = step.before
            position.turn = step.seat
            here = truth(state, 0)
            assert (position.hands, position.stock, position.led) == (here.hands, here.stock, here.led)
            assert [position.points(seat) for seat in (0, 1)] == [here.points(seat) for seat in (0, 1)]
            assert (position.bingo, position.closer) == (here.bingo, here.closer)
            if isinstance(step.move, TurnDown):
                position.turn_down()
                continue
            if isinstance(step.move, PlayTile) and step.move.tile.double:
                # Whoever can call does, in numbers; here it was at random.
                position.spent, spent = position.spent | bits_of(state.deal.hands[step.seat]), position.spent
                ended = position.play(NUMBER[step.move.tile])
                position.spent = spent
            else:
                ended = position.play(NUMBER[step.move.tile])
            assert ended is (step is steps[-1])
        (hand,) = (event for event in steps[-1].events if isinstance(event, ev.HandScored))
        assert round(position.outcome()) == hand.points[0] - hand.points[1]


@pytest.mark.parametrize("options", option_sets(GAME), ids=str)
def test_what_may_be_played_is_what_the_rules_say(options: dict[str, Any]) -> None:
    for steps in deals(options, range(6)):
        for step in steps:
            deal = step.before.deal
            if deal.drawing or not deal.table:
                continue
            tables = tables_for(step.before.match.options, deal.trump)
            legal = {move.tile for move in GAME.legal(step.before, step.seat) if isinstance(move, PlayTile)}
            allowed = tables.may_follow(bits_of(deal.hands[step.seat]), NUMBER[deal.table[0]])
            assert {*tiles_in(allowed)} == legal


@pytest.mark.parametrize("seed", range(8))
def test_every_layout_fits_what_the_seat_has_seen(seed: int) -> None:
    rng = random.Random(seed)
    for steps in deals({"either_closes": True}, range(seed * 5, seed * 5 + 5)):
        for step in steps:
            state, seat = step.before, step.seat
            known, real = known_to(state, seat), truth(state, seat)
            hidden = {*known.hidden}
            assert {*state.deal.hands[1 - seat]} <= hidden | {*known.shown}
            assert not known.lacking & {*state.deal.hands[1 - seat]}
            drawn = known.drawn(rng)
            assert drawn.hands[0] == real.hands[0]
            assert drawn.hands[1].bit_count() == real.hands[1].bit_count()
            assert len(drawn.stock) == len(real.stock)
            if drawn.stock:
                assert drawn.stock[-1] == real.stock[-1], "the turn-up lies open"
                assert {*numbers_in(drawn.hands[1])} | {*drawn.stock} == {*numbers_in(real.hands[1])} | {
                    *real.stock
                }


def test_who_has_not_followed_lacks_the_suit_and_trumps() -> None:
    # Nobody draws: Bob neither follows nor trumps, so he has no fives, no threes and no Bingo.
    state = filled(
        playing(
            "5-1 4-2 6-1 2-2 1-1 2-0 4-1",
            "6-6 6-4 4-4 6-0 4-0 2-1 1-0",
            taken=(1, 0),
            stock="5-5 5-0 6-3 0-0 6-2",
        )
    )
    after, _ = do(state, "close", "play 5-1", "play 6-6", "play 6-4")
    known = known_to(after, 0)
    assert {*known.hidden} == {*tiles("4-4 6-0 4-0 2-1 1-0 5-5 5-0 6-3 0-0 6-2")}
    assert known.lacking == {*tiles("5-5 5-0 6-3 0-0")}


def brute(position: Position) -> float:
    """What the first seat makes with best play, by trying everything."""
    hand = position.hands[position.turn]
    led = position.led
    values = []
    for tile in numbers_in(hand if led == NOBODY else position.tables.may_follow(hand, led)):
        after = position.copy()
        values.append(after.outcome() if after.play(tile) else brute(after))
    return max(values) if position.turn == 0 else min(values)


@pytest.mark.parametrize("trump", [0, 3, 6])
@pytest.mark.parametrize("options", [{}, {"suits": "higher-half", "discards_lose": True}, {"again": True}])
def test_the_ending_finds_what_trying_everything_finds(trump: int, options: dict[str, Any]) -> None:
    tables = tables_for(GAME.options(options), trump)
    for seed in range(15):
        rng = random.Random(seed)
        held = rng.sample(range(len(SET)), 10)
        position = Position(
            tables,
            [sum(1 << tile for tile in held[:5]), sum(1 << tile for tile in held[5:])],
            [],
            rng.randrange(2),
            NOBODY,
            [rng.randrange(60), rng.randrange(60)],
            [0, rng.choice((0, 20))],
            [1, rng.randrange(2)],
            0,
            rng.choice((NOBODY, 0, 1)),
        )
        plays = list(numbers_in(position.hands[position.turn]))
        values = Ending(10**6).values(position, plays)
        best = max(values.values()) * (1 if position.turn == 0 else -1)
        assert best == pytest.approx(brute(position))


def test_the_ending_gives_up_after_so_many_plays() -> None:
    tables = tables_for(GAME.options({}), 3)
    position = Position(
        tables, [bits_of(SET[:7]), bits_of(SET[7:14])], [], 0, NOBODY, [0, 0], [0, 0], [0, 0], 0
    )
    with pytest.raises(TooLong):
        Ending(20).values(position, list(numbers_in(position.hands[0])))


def last_two() -> Playing:
    """Ann needs 20: 3-3 counts 28 and nothing beats it; led later it would be too late."""
    return filled(playing("3-3 2-1", "6-3 5-0", turn_up=None, counted=(50, 61), taken=(3, 3)))


def test_with_the_stock_out_he_plays_what_wins_the_deal() -> None:
    assert known_to(last_two(), 0).certain
    assert chosen(last_two()) == "play 3-3"


def sure() -> Playing:
    """Ann has all the trumps that matter, and 22 to make."""
    return filled(
        playing(
            "3-3 0-0 3-0 6-3 5-3 6-6 4-3",
            "6-5 5-4 4-2 2-1 1-0 2-0 6-2",
            counted=(20, 0),
            taken=(2, 0),
            stock="5-5 4-4 2-2 1-1 6-4 5-2 6-1",
        )
    )


def test_bingo_hint_3_he_turns_the_trump_down_or_calls_when_he_is_certain() -> None:
    worth = weigh(GAME.view(sure(), 0), random.Random(1))
    assert worth[TurnDown()] > 2.9, "the other has no trick"
    assert max(worth.values()) > 2.9


def about_to_call() -> Playing:
    return filled(
        playing(
            "6-6 5-5 2-1 4-1 6-2 5-2 1-0",
            "3-3 3-0 6-3 6-5 5-4 4-2 2-0",
            counted=(50, 40),
            taken=(3, 3),
            stock="4-4 0-0 2-2",
        )
    )


def test_bingo_hint_6_he_calls_when_it_wins_the_deal() -> None:
    assert chosen(about_to_call()).startswith("call")


def test_advice_has_a_reason_and_a_cost() -> None:
    hint = HOYLE.advise(GAME.view(about_to_call(), 0), random.Random(1))
    assert isinstance(hint.move, CallDoubles)
    assert "hint 6" in hint.reason
    assert hint.cost is not None
    assert (hint.cost.unit, hint.cost.judged) == (Unit.POINTS, Judged.TRIED)
    hint = HOYLE.advise(GAME.view(last_two(), 0), random.Random(1))
    assert (str(hint.move), hint.reason) == ("play 3-3", PLAYED_OUT)
    assert hint.cost is not None
    assert hint.cost.amount == pytest.approx(2, abs=0.5)
    assert hint.cost.judged is Judged.SURE


def test_tiles_not_seen_do_not_matter() -> None:
    state = about_to_call()
    deal = state.deal
    hands = (deal.hands[0], (*deal.stock, *deal.hands[1][3:]))
    other = replace(state, deal=deal._replace(hands=hands, stock=deal.hands[1][:3]))
    assert GAME.view(state, 0) == GAME.view(other, 0)
    assert chosen(state) == chosen(other)


class Greedy:
    """Calls whatever it can at once, and takes a trick that counts with the weakest tile that does."""

    name = "greedy"

    def choose(self, view: View, rng: random.Random) -> Move:
        """A call, the cheapest winner, or what counts least."""
        trump = view.trump
        if view.phase is not Phase.PLAYING or trump is None:
            return rng.choice(view.legal)
        calls = [move for move in view.legal if isinstance(move, CallDoubles)]
        plays = [move for move in view.legal if isinstance(move, PlayTile)]
        if calls:
            return min(calls, key=lambda move: count(move.tile, trump))
        if view.table:
            led = view.table[0]
            winning = [
                move
                for move in plays
                if takes(move.tile, led, None, trump, view.options)
                and count(led, trump) + count(move.tile, trump)
            ]
            if winning:
                return min(winning, key=lambda move: strength(move.tile, trump))
        return min(plays, key=lambda move: (count(move.tile, trump), strength(move.tile, trump)))


@pytest.mark.parametrize(("other", "least"), [(RandomPlayer(), 0.4), (Greedy(), 0.4)])
def test_hoyle_beats_chance_and_whoever_takes_what_counts(other: HousePlayer, least: float) -> None:
    pairs = list(play_pairs(GAME, HOYLE, other, 2026, range(8)))
    assert sum(pair.mean for pair in pairs) / len(pairs) > least


def test_a_hand_that_wins_nothing_is_not_closed_upon() -> None:
    state = filled(
        playing(
            "2-1 1-0 4-1 4-2 5-1 5-2 6-1",
            "3-3 3-0 6-3 6-5 5-4 6-6 2-0",
            taken=(1, 2),
            stock="4-4 0-0 2-2",
        )
    )
    worth = weigh(GAME.view(state, 0), random.Random(1))
    assert worth[TurnDown()] == min(worth.values())


def reviewed(view: View, *, last: bool) -> tuple[float, Any]:
    """What the move that Hoyle thinks worst, or best, costs at a glance, and what a review finds."""
    worth = weigh(view, random.Random(2))
    made = (min if last else max)(worth, key=worth.__getitem__)
    return HOYLE.glance(view, made, random.Random(3)), HOYLE.review(view, made, random.Random(3))


@pytest.mark.parametrize("drawing", [True, False])
def test_a_blunder_is_found_and_the_best_move_is_none(drawing: bool) -> None:
    views = (
        view
        for steps in deals({}, range(9))
        for step in steps
        if (view := GAME.view(step.before, step.seat)).drawing is drawing and len(view.legal) > 2
        if drawing or known_to(step.before, step.seat).certain
        if max(made := weigh(view, random.Random(1)).values()) > min(made) + 0.6
    )
    view = next(views)
    cost, better = reviewed(view, last=True)
    assert better is not None
    assert better.cost.judged is (Judged.TRIED if drawing else Judged.SURE)
    assert better.cost.unit is Unit.POINTS
    assert min(cost, better.cost.amount) > 0.4
    assert better.cost.instead not in (better.move, *better.cost.equal)
    assert reviewed(view, last=False)[1] is None
    assert HOYLE.review(view, TurnDown(), random.Random(1)) is None or TurnDown() in view.legal
