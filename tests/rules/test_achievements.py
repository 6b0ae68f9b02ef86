"""What counts as an achievement of a hand."""

from dataclasses import replace
from typing import Any

import pytest

from bot.rules.achievements import Achievement
from bot.rules.bezique import events as bezique
from bot.rules.bezique.rubicon.events import HandSettled
from bot.rules.cards import Suit, parse
from bot.rules.events import Event, Scored
from bot.rules.registry import GAMES
from bot.rules.trick_taking.trick import Trick
from bot.rules.whist.bishops import events as bishops
from bot.rules.whist.bishops.scoring import Count
from bot.rules.whist.events import OddTricksScored
from tests.rules.whist_hands import AMERICAN, BOTH, dealt, only, play_out, suits_apart


def achieved(game: str, hand: list[Any], **options: Any) -> list[set[Achievement]]:
    """What each seat achieved in a hand with these events."""
    rules = GAMES[game]
    answers, scored = rules.options(options), next(event for event in hand if isinstance(event, Scored))
    seats = range(len(rules.seating(answers)))
    return [set(rules.achievements(answers, scored, hand, seat)) for seat in seats]


@BOTH
def test_all_thirteen_tricks_are_a_slam_of_both_partners(game: Any) -> None:
    _, events = play_out(game, dealt(game, suits_apart()))
    assert achieved(game.key, events) == [set(), {Achievement.SLAM}] * 2


def test_tricks_got_for_a_revoke_make_no_slam() -> None:
    _, events = play_out(AMERICAN, dealt(AMERICAN, suits_apart()))
    scored = only(events, OddTricksScored)
    exacted = replace(scored, count=replace(scored.count, moved=(-3, 3)))
    assert achieved(AMERICAN.key, [exacted]) == [set()] * 4


def bishops_hand(
    tricks: tuple[int, int], taken: tuple[int, int], cut: tuple[int, int], *events: Event
) -> list[Any]:
    nothing = (0, 0)
    fields = {"saved": taken, "captured": nothing, "penalties": nothing, "stopped": ()}
    scored = bishops.HandScored(1, nothing, None, nothing, 25, False, Count(tricks, taken, cut), **fields)
    return [*events, scored]


@pytest.mark.parametrize(
    ("tricks", "taken", "cut", "expected"),
    [
        ((12, 1), (3, 1), (0, 0), set()),
        ((7, 6), (4, 0), (0, 0), {Achievement.FOUR_BISHOPS}),
        ((13, 0), (4, 0), (0, 0), {Achievement.SLAM, Achievement.FOUR_BISHOPS}),
        ((13, 0), (4, 0), (1, 0), {Achievement.SLAM, Achievement.FOUR_BISHOPS, Achievement.SIXTEEN}),
    ],
)
def test_bishops_whist_knows_slam_bishops_and_sixteen(
    tricks: tuple[int, int], taken: tuple[int, int], cut: tuple[int, int], expected: set[Achievement]
) -> None:
    assert achieved("bishops-whist", bishops_hand(tricks, taken, cut)) == [expected, set()] * 2


@pytest.mark.parametrize(
    ("number", "cards", "expected"),
    [
        (13, "AH 2C N 3C", {Achievement.KNIGHT}),
        (13, "AC 2H N 3C", set()),  # not the ace of trumps
        (12, "AH 2C N 3C", set()),
    ],
)
def test_the_knight_that_takes_the_ace_of_trumps_in_the_last_trick(
    number: int, cards: str, expected: set[Achievement]
) -> None:
    trick = Trick(number, 0, tuple(map(parse, cards.split())), 2)
    event = bishops.TrickTaken(trick, Suit.HEARTS, (1, 0), ())
    assert achieved("bishops-whist", bishops_hand((7, 6), (2, 2), (0, 0), event)) == [
        set(),
        set(),
        expected,
        set(),
    ]


def declared(kind: str, points: int, seat: int = 0, *, scored: bool = True) -> bezique.Declared:
    return bezique.Declared(seat, seat, kind, (), None, points, scored, False, None, (0, 0))


HAND = bezique.HandScored(1, (0, 0), None, (0, 0), (0, 0), 1000)


@pytest.mark.parametrize(
    ("game", "options", "expected"),
    [
        ("bezique", {}, set()),
        ("three-handed-bezique", {}, set()),
        ("four-handed-bezique", {}, {Achievement.DOUBLE_BEZIQUE}),
        ("rubicon-bezique", {}, {Achievement.DOUBLE_BEZIQUE}),
        ("four-handed-polish-bezique", {}, {Achievement.DOUBLE_BEZIQUE}),
    ],
)
def test_a_double_bezique_counts_with_four_packs(
    game: str, options: dict[str, Any], expected: set[Achievement]
) -> None:
    assert achieved(game, [declared("double", 500), HAND])[:2] == [expected, set()]
    kept = [declared("double", 500, scored=False), HAND]
    assert not any(achieved(game, kept)), "it was never scored"


def test_a_quadruple_bezique_counts() -> None:
    assert achieved("rubicon-bezique", [declared("quadruple", 4500), HAND])[0] == {
        Achievement.QUADRUPLE_BEZIQUE
    }


@pytest.mark.parametrize(("offence", "expected"), [(False, {Achievement.RUBICON}), (True, set())])
def test_a_rubicon_counts_unless_it_is_a_penalty(offence: bool, expected: set[Achievement]) -> None:
    settled = HandSettled(1, (3000, 0), 0, (20, 12), (3000, 0), 0, rubiconed=1, offence=offence)
    assert achieved("rubicon-bezique", [settled]) == [expected, set()]
    assert achieved("rubicon-bezique", [replace(settled, rubiconed=None)]) == [set(), set()]
