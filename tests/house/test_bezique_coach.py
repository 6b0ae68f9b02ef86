"""Moves of bezique tried on layouts, and what moves cost."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.house.bezique.coach import LEAST, BeziqueCoach
from bot.house.bezique.known import Known
from bot.house.bezique.player import BeziqueHoyle
from bot.house.player import PLAYED_OUT
from bot.rules.bezique.moves import PlayHeld
from bot.rules.bezique.pack import ONE_PACK, brisques_in
from bot.rules.bezique.state import InHand, View
from bot.rules.cards import parse
from bot.rules.presentation.hints import Hint, Judged, Unit
from bot.rules.trick_taking.trick import Trick
from tests.rules.bezique_hands import GAME, table
from tests.rules.play import random_match

pytest.importorskip("numba", reason="layouts are tried in native code")

from bot.house.bezique import playouts as native
from bot.house.bezique.trying import Trial

COACH = BeziqueCoach()


def choices(seed: int, most: int = 400, **options: Any) -> Iterator[View]:
    """The views of the choices in a match played at random, as long as cards are drawn."""
    for step in random_match(GAME, GAME.options(options), 0, seed, most):
        if isinstance(step.after, InHand):
            (seat,) = GAME.to_act(step.after)  # type: ignore[misc]
            view = GAME.view(step.after, seat)
            if len(view.legal) > 1 and not Known(view).drawn_out:
                yield view


def dealt(trial: Trial, seed: int) -> tuple[Any, Any]:
    """The state with one layout, and its stock."""
    hands, stocks = trial.draw(1, random.Random(seed))
    state = trial.state.copy()
    state[native.HANDS + 1] |= hands[0]
    state[native.STOCK] = sum(1 << int(number) for number in stocks[0][stocks[0] < 63])
    state[native.STOCK] |= -(1 << 63) * int(63 in stocks[0])
    return state, stocks[0]


def cards_in(word: int) -> list[int]:
    return [number for number in range(64) if word >> number & 1]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"trumps": "declared", "brisques": "at-the-end"},
        {"seven": "besides", "double_bezique": "new-card"},
    ],
)
def test_native_code_decides_as_hoyle_does(options: dict[str, str]) -> None:
    hoyle, cards, declarations, others = BeziqueHoyle(), 0, 0, 0
    for view in choices(7, 600, **options):
        trial = Trial(view)
        state, _ = dealt(trial, 1)
        rules, weights, work = trial.rules, trial.weights, native.work_for(trial.rules)
        move, after = hoyle.choose(view, random.Random(1)), state.copy()
        if isinstance(move, PlayHeld):
            cards += 1
            native.put(after, rules, native.choose_card(state, rules, weights, work))
        elif view.may_score:
            declarations += 1
            chosen = native.choose_declaration(state, rules, weights, work)
            native.announce(after, rules, chosen)
        else:
            continue
        expected = trial.after(move)
        expected[native.HANDS + 1], expected[native.STOCK] = after[native.HANDS + 1], after[native.STOCK]
        others += after.tolist() != expected.tolist()
    assert cards > 150
    assert declarations > 10
    assert others <= 1, "of two moves that are worth the same either may be chosen"


def test_layouts_fit_what_is_known_and_each_card_is_played_once() -> None:
    for number, view in enumerate(choices(3, 300)):
        trial = Trial(view)
        state, stock = dealt(trial, number)
        hands = [cards_in(int(state[native.HANDS + seat])) for seat in range(2)]
        other = 1 - (view.seat or 0)
        assert [len(hand) for hand in hands] == [view.held[view.seat or 0], view.held[other]]
        assert len(stock) == view.stock
        gone = [card for trick in view.tricks for card in trick.pieces]
        up = [view.turn_up] if view.turn_up else []
        lying = [*gone, *view.cards, *up, *(ONE_PACK[card // 2] for card in (*hands[0], *hands[1], *stock))]
        assert Counter(lying) == Counter(dict.fromkeys(ONE_PACK, 2))
        nothing = trial.rules._replace(
            aims=trial.rules.aims[:0], slots=trial.rules.slots[:0], numbers=trial.rules.numbers[:0], seven=0
        )
        native.play_out(state, stock, nothing, trial.weights, native.work_for(nothing))
        points = int(state[native.POINTS] + state[native.POINTS + 1])
        assert points == 10 * (16 - brisques_in(gone)) + 10


def test_whoever_takes_the_tricks_each_seat_draws_the_same_cards() -> None:
    trial = Trial(next(choices(5)))
    state, stock = dealt(trial, 1)
    drawn = []
    for winner in (0, 1):
        after = state.copy()
        after[native.TURN], after[native.PHASE] = winner, native.DRAWING
        native.draw(after, stock)
        drawn.append(after[native.HANDS : native.HANDS + 2].tolist())
    assert drawn[0] == drawn[1]
    assert drawn[0] != state[native.HANDS : native.HANDS + 2].tolist()


def reviewed(state: Any, text: str) -> tuple[float, Hint | None]:
    view, made = GAME.view(state, 0), GAME.parse(text)
    return COACH.glance(view, made, random.Random(1)), COACH.review(view, made, random.Random(1))


DOUBLE = "QS JD QS JD AC 7C 8C 9D"


def test_a_broken_double_bezique_is_found_with_the_rule_against_it() -> None:
    state = table(DOUBLE, playing=True, stock=47)
    cost, better = reviewed(state, "play QS")
    assert cost > LEAST
    assert better is not None
    assert better.cost is not None
    assert str(better.move) not in {"play QS", "play JD"}
    assert (str(better.cost.instead), better.cost.unit, better.cost.judged) == (
        "play QS",
        Unit.POINTS,
        Judged.TRIED,
    )
    assert better.cost.amount > LEAST
    assert better.reason.startswith("Cady: lead whatever serves for least; keep what may be declared")
    assert reviewed(state, str(better.move))[1] is None


def test_what_is_not_declared_in_time_costs_its_points() -> None:
    cost, better = reviewed(table("AS AH AC AD KC 7D 8D 9D", stock=1), "take")
    assert cost == 100
    assert better is not None
    assert str(better.move) == "declare aces AS AH AC AD"


def test_near_the_end_of_a_game_nothing_is_judged() -> None:
    assert reviewed(table(DOUBLE, playing=True, stock=47, points=(0, 810)), "play QS") == (0.0, None)


def test_the_last_tricks_are_counted_out() -> None:
    state = table("TS AH", "AS 7H", playing=True, turn_up=None, stock=0)
    gone = list((Counter(ONE_PACK * 2) - Counter(map(parse, ("TS", "AH", "AS", "7H")))).elements())
    tricks = [Trick(number, 0, tuple(gone[2 * number : 2 * number + 2]), 0) for number in range(30)]
    state = replace(state, deal=state.deal._replace(tricks=tuple(tricks)))
    cost, better = reviewed(state, "play AH")
    assert cost == LEAST
    assert better is not None
    assert (str(better.move), better.reason) == ("play TS", PLAYED_OUT)
    assert better.cost is not None
    assert (better.cost.amount, better.cost.judged) == (LEAST, Judged.SURE)
    assert reviewed(state, "play TS") == (0.0, None)
