"""What a hand's decisions cost, by what their seat knew."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.house.cavendish.player import Cavendish
from bot.house.cavendish.reviewing import TERMS
from bot.house.contest import deal_hand
from bot.house.jobs import answers_to
from bot.house.moments import MOST, find_moments
from bot.house.player import Coach
from bot.house.registry import coach_for, player_for
from bot.house.reviewing import Terms
from bot.rules.cards import parse
from bot.rules.errors import RuleError
from bot.rules.moves import Play, WrittenMove
from bot.rules.presentation.hints import Cost, Hint, Judged, Unit
from bot.rules.registry import GAMES, game_named
from bot.rules.whist.state import Playing
from bot.tables.judging.moments import decisions_of
from tests.house.whist_positions import view

pytest.importorskip("numba", reason="layouts are tried in native code")

ACE, KING = Play(parse("AS")), Play(parse("KS"))

RUFFS_PARTNERS_ACE = "AC KC 2C 9S 7S 4S 3S QD JD 8D 6D 5D 3D", "5H AH 3H"
"""A hand that has none of the suit led, and the cards before it: the second is partner's."""


def coach_at(key: str) -> Coach:
    coach = coach_for(key)
    assert coach is not None
    return coach


def better_by(amount: float) -> Hint:
    return Hint(ACE, "", Cost(KING, amount, Unit.TRICKS, Judged.TRIED))


def found(costs: Sequence[float], gains: Sequence[float]) -> tuple[list[int], list[int]]:
    """The moments of a hand of these costs at a glance and these gains (0: none), and what was reviewed."""
    reviewed = []

    async def glance(number: int) -> float:
        return costs[number]

    async def review(number: int) -> Hint | None:
        reviewed.append(number)
        return better_by(gains[number]) if gains[number] else None

    moments = asyncio.run(find_moments(len(costs), glance, review))
    return [number for number, _ in moments], reviewed


def hand_of(key: str, deal: int, player: str) -> tuple[Any, list[WrittenMove]]:
    """A deal before the first card, and how four players of that name play it."""
    game, one = game_named(key), player_for(key, player)
    state = start = deal_hand(game, deal, random.Random(deal))
    luck, moves = random.Random(f"{deal}/luck"), list[WrittenMove]()
    while isinstance(state, Playing):
        view = game.view(state, state.seat)
        move = one.choose(replace(view, legal=[move for move in view.legal if isinstance(move, Play)]), luck)
        moves.append((state.seat, str(move)))
        state = game.apply(state, state.seat, move).state
    return start, moves


def moments_in(key: str, start: Any, moves: list[WrittenMove], chair: int) -> list[tuple[int, Hint]]:
    """The moments of who plays those moves in that chair, by their decisions' numbers."""
    coach, game = coach_at(key), game_named(key)
    hand = SimpleNamespace(
        game=game, finished_hand=lambda _: SimpleNamespace(state=start), moves_of=lambda _: moves
    )
    decisions = decisions_of(hand, 1, chair)  # type: ignore[arg-type]

    async def glance(number: int) -> float:
        return coach.glance(decisions[number].view, decisions[number].made, random.Random(number))

    async def review(number: int) -> Hint | None:
        return coach.review(decisions[number].view, decisions[number].made, random.Random(number))

    return asyncio.run(find_moments(len(decisions), glance, review))


def test_the_three_that_cost_most_are_told_in_order() -> None:
    assert found([0.5, 0.4, 0.3, 0.6], [0.2, 0.9, 0.7, 0.3]) == ([1, 2, 3], [3, 0, 1, 2])
    assert found([0.5, 0.0, 0.3], [0.0, 0.9, 0.7]) == ([2], [0, 2])
    assert found([], []) == ([], [])
    moments, reviewed = found([0.1 * number for number in range(13)], [1.0] * 13)
    assert (len(moments), reviewed) == (MOST, [12, 11, 10, 9, 8, 7])


def test_the_games_whose_player_searches_have_a_coach() -> None:
    whists = {"american-whist", "bishops-whist", "english-whist", "dummy-whist", "double-dummy-whist"}
    assert {key for key in GAMES if coach_for(key) is not None} == {*whists, "bezique", "bingo"}


def test_a_blunder_is_found_with_the_rule_against_it() -> None:
    coach, seen = coach_at("american-whist"), view(*RUFFS_PARTNERS_ACE)
    small, ace = Play(parse("2C")), Play(parse("AC"))
    assert coach.glance(seen, small, random.Random(1)) > 0.5
    better = coach.review(seen, small, random.Random(1))
    assert better is not None
    assert better.cost is not None
    assert isinstance(better.move, Play)
    assert better.move.card.suit is not small.card.suit
    assert better.cost.instead == small
    assert 0.4 < better.cost.amount < 1.1
    assert small not in better.cost.equal
    assert better.reason.startswith("One trumps what the enemy is winning, not what partner is")
    dearer = coach.review(seen, ace, random.Random(1))
    assert dearer is not None
    assert dearer.reason == 'Bob Short 28: "Retain a high trump as long as you can".'


def test_a_question_offers_the_best_card_the_one_played_and_others_that_are_clearly_worse() -> None:
    seen, small, ace, best = view(*RUFFS_PARTNERS_ACE), *map(Play, map(parse, ("2C", "AC", "3S")))
    answers = answers_to("american-whist", seen, small, (best, Play(parse("5D"))), "1")
    assert {best, small} < set(answers)
    assert len(answers) == 4
    assert [move for move in seen.legal if move in answers] == list(answers), "in the order of the hand"
    coach = coach_at("american-whist")
    assert isinstance(coach, Cavendish)
    others = [move.card for move in answers if isinstance(move, Play) and move != best]
    assert Play(parse("5D")) not in answers, "it is as good as the best"
    turn = coach.turn(seen, (best.card, *others))
    fresh = turn.gains(best.card, others, TERMS.measure, random.Random("fresh"))
    assert min(gain.mean for gain in fresh.values()) >= TERMS.least
    # Without a clear mistake there is no question.
    assert answers_to("american-whist", seen, Play(parse("3D")), (best,), "1") == ()
    assert answers_to("american-whist", seen, ace, (small,), "1") == ()
    assert answers_to("bezique", seen, small, (best,), "1") == ()


def test_a_card_as_good_as_the_best_is_no_moment() -> None:
    coach, seen = coach_at("american-whist"), view(*RUFFS_PARTNERS_ACE)
    for text in ("3S", "5D"):
        assert coach.glance(seen, Play(parse(text)), random.Random(1)) == 0.0
        assert coach.review(seen, Play(parse(text)), random.Random(1)) is None


def test_a_hand_well_played_has_no_moments() -> None:
    deal = 4
    start, moves = hand_of("american-whist", deal, "hoyle")
    assert moments_in("american-whist", start, moves, 0) == []
    start, moves = hand_of("american-whist", deal, "random")
    assert len(moments_in("american-whist", start, moves, 0)) == MOST


@pytest.fixture
def few_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few layouts are tried, and the least difference counts, so that most cards are moments."""
    from bot.house.cavendish import reviewing

    few = reviewing.Sample(60, 30, 8)
    monkeypatch.setattr(reviewing, "TERMS", Terms(0.0, 0.1, few, few, few))


@pytest.mark.usefixtures("few_layouts")
@pytest.mark.parametrize("key", ["american-whist", "bishops-whist"])
@settings(max_examples=8)
@given(data=st.data())
def test_moments_do_not_change_with_cards_their_seat_cannot_know(key: str, data: st.DataObject) -> None:
    deal, played, chair = (data.draw(st.integers(low, high)) for low, high in ((0, 99), (8, 24), (0, 3)))
    start, moves = hand_of(key, deal, "random")
    moves = moves[:played]
    gone = [Play.read(text.split()[1:]).card for _, text in moves]
    others = [seat for seat in range(4) if seat != chair]
    one, other = data.draw(st.sampled_from(list(combinations(others, 2))))
    left = [
        [card for card in start.hands[seat] if card not in (*gone, start.deal.turned)]
        for seat in (one, other)
    ]
    assume(all(left))
    mine, theirs = (data.draw(st.sampled_from(cards)) for cards in left)
    hands = [list(hand) for hand in start.hands]
    hands[one][hands[one].index(mine)] = theirs
    hands[other][hands[other].index(theirs)] = mine
    swapped = replace(start, hands=tuple(map(tuple, hands)))
    try:
        moments = moments_in(key, swapped, moves, chair)
    except RuleError:
        # Somebody would have had to follow suit.
        assume(False)
    assert moments == moments_in(key, start, moves, chair)
