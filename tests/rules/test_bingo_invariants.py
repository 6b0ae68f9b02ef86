"""What holds in every match of Bingo, however it is played."""

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.dominoes.bingo import events as ev
from bot.rules.dominoes.bingo.scoring import GAME as SEVEN
from bot.rules.dominoes.bingo.state import Playing
from bot.rules.dominoes.bingo.tricks import count
from bot.rules.tiles import SET
from tests.rules.bingo_deals import GAME, NAMES, TEXT
from tests.rules.matches import option_sets
from tests.rules.play import Taken, random_match

seeds = st.integers(0, 2**32)
options = st.sampled_from(option_sets(GAME))
few = settings(max_examples=20, deadline=None, derandomize=True)


def steps_in_play(seed: int, chosen: Any) -> list[Taken]:
    return [s for s in random_match(GAME, GAME.options(chosen), None, seed) if isinstance(s.before, Playing)]


@few
@given(seed=seeds, chosen=options)
def test_tiles_are_conserved(seed: int, chosen: Any) -> None:
    for step in steps_in_play(seed, chosen):
        deal = step.before.deal
        lying = [*deal.hands[0], *deal.hands[1], *deal.stock, *deal.table]
        lying += [tile for trick in deal.tricks for tile in trick.pieces]
        if deal.turn_up is not None:
            lying.append(deal.turn_up)
        assert Counter(lying) == Counter(SET)
        assert abs(len(deal.hands[0]) - len(deal.hands[1])) <= 1


@few
@given(seed=seeds, chosen=options)
def test_what_is_counted_is_what_the_tricks_and_calls_make(seed: int, chosen: Any) -> None:
    called = [0, 0]
    for step in steps_in_play(seed, chosen):
        deal = step.before.deal
        if not deal.tricks and not deal.table:
            called = [0, 0]
        for seat in (0, 1):
            taken = [trick for trick in deal.tricks if trick.winner == seat]
            tricks = sum(count(tile, deal.trump) for trick in taken for tile in trick.pieces)
            assert deal.made[seat] == (tricks + called[seat] if taken else 0)
            assert {*deal.shown[seat]} <= {tile for tile in deal.hands[seat] if tile.double}
        for event in step.events:
            if isinstance(event, ev.DoublesCalled):
                called[event.seat] += event.points
                assert 20 <= event.points <= 80


@few
@given(seed=seeds, chosen=options)
def test_a_deal_is_worth_at_most_four_and_ends_as_it_should(seed: int, chosen: Any) -> None:
    target = chosen.get("target", 70)
    total: tuple[int, ...] = (0, 0)
    for step in steps_in_play(seed, chosen):
        for event in step.events:
            if not isinstance(event, ev.HandScored):
                continue
            made, end = event.count.made, event.count.end
            assert sum(event.points) <= 4
            assert event.total == tuple(map(int.__add__, total, event.points))
            total = event.total
            if end == "reached":
                assert event.winner is not None
                assert made[event.winner] >= target > made[1 - event.winner]
            if end in ("nobody", "more"):
                assert max(made) < target
                assert not any(event.hands)
            if end == "failed":
                assert event.count.closer == 1 - (event.winner or 0)
    assert max(total) >= SEVEN > min(total)


@few
@given(seed=seeds, chosen=options)
def test_a_course_and_a_result_are_told_of_every_deal(seed: int, chosen: Any) -> None:
    told: list[Any] = []
    for step in steps_in_play(seed, chosen):
        told += [event for event in step.events if event.posted]
        ended = [event for event in step.events if isinstance(event, ev.HandScored | ev.BingoGameWon)]
        if ended:
            sheet = TEXT.result(ended, NAMES, told)
            assert sheet is not None
            assert sheet.headline
            for side in sheet.sides:
                assert sum(part.points or 0 for part in side.parts) == side.gained
            assert TEXT.course_summary(told, NAMES)
            told = []
