"""Where the pages of a hand end, and what is on them."""

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.rules.bezique.events import Declared
from bot.rules.events import Scored
from bot.rules.records.pages import HandPages, pages_of
from bot.rules.registry import GAMES
from bot.rules.trick_taking.trick import TrickTaken
from bot.tables.judging.hand_pages import hands_to_page
from bot.tables.state.table import Status
from tests.golden.snapshots import RECORDS, golden

every_record = pytest.mark.parametrize("key", RECORDS)


def first_hand(key: str) -> HandPages:
    snapshot = golden(RECORDS[key])
    hand = hands_to_page(snapshot)[0]
    return pages_of(snapshot.game, hand.number, hand.state, snapshot.moves_of(hand))


def test_every_game_has_a_record() -> None:
    assert RECORDS.keys() == GAMES.keys()


@every_record
def test_the_pages_of_a_hand_are_its_moves_in_order(key: str) -> None:
    pages = first_hand(key)
    assert (pages.stops[0], pages.stops[-1]) == (0, pages.last)
    assert list(pages.stops) == sorted(set(pages.stops))
    told = [event for stop in pages.stops[1:] for event in pages.events_before(stop)]
    assert told == [event for events in pages.told for event in events]
    assert pages.results, "it ends with a result"
    assert not any(isinstance(event, Scored) for events in pages.told[:-1] for event in events)


@every_record
def test_a_page_of_tricks_holds_one_and_every_page_something(key: str) -> None:
    pages = first_hand(key)
    for stop in pages.stops[1:]:
        events = pages.events_before(stop)
        assert any(event.posted or event.recorded or event.turns_up for event in events)
        # Duels are played side by side.
        assert sum(isinstance(event, TrickTaken) for event in events) <= 2
    if any(isinstance(event, TrickTaken) for events in pages.told for event in events):
        assert all(
            any(isinstance(event, TrickTaken) for event in pages.events_before(stop))
            for stop in pages.stops[1:-1]
        )


def test_a_hand_of_whist_has_the_deal_and_thirteen_tricks() -> None:
    assert first_hand("english-whist").stops == tuple(range(0, 53, 4))


def test_a_page_of_matador_is_one_players_turn() -> None:
    pages = first_hand("matador")
    turns = [{seat for seat, _ in pages.moves[a:b]} for a, b in pairwise(pages.stops)]
    assert all(len(seats) == 1 for seats in turns)
    assert all(one != other for one, other in pairwise(turns))


def test_what_is_declared_after_a_trick_of_bezique_is_on_its_page() -> None:
    pages = first_hand("bezique")
    for stop in pages.stops[1:]:
        kinds = [
            type(event) for event in pages.events_before(stop) if isinstance(event, TrickTaken | Declared)
        ]
        assert Declared not in kinds[: kinds.index(next(k for k in kinds if issubclass(k, TrickTaken)))]


def test_one_move_after_a_page_only_that_move_is_told() -> None:
    pages = first_hand("english-whist")
    assert pages.events_before(5) == pages.told[4]
    assert pages.events_before(8) == tuple(event for events in pages.told[4:8] for event in events)


def test_moves_that_were_taken_back_are_on_no_page() -> None:
    snapshot = golden("cards-taken-back")
    (hand,) = hands_to_page(snapshot)
    pages = pages_of(snapshot.game, hand.number, hand.state, snapshot.moves_of(hand))
    assert hand.end - hand.first > pages.last == 52
    assert all(text != "undo" for _, text in pages.moves)


def test_a_hand_that_is_still_played_has_no_pages() -> None:
    over = golden("english-whist-short-rubber")
    first, second = over.finished_hands[:2]
    numbers = {
        moves: [hand.number for hand in hands_to_page(golden("english-whist-short-rubber", moves))]
        for moves in (first.end - 1, first.end, second.end - 1, second.end)
    }
    assert list(numbers.values()) == [[], [1], [1], [1, 2]]


def test_a_match_of_one_deal_has_pages_only_when_it_is_over() -> None:
    over = golden("old-maid-four")
    assert [hand.number for hand in hands_to_page(over)] == [1]
    assert not hands_to_page(golden("old-maid-four", over.step - 1))


@pytest.mark.parametrize("key", ["english-whist-revokes", "american-whist-revokes", "bishops-whist-revokes"])
def test_what_is_claimed_after_the_last_hand_is_no_hand_of_its_own(key: str) -> None:
    over = golden(key)
    assert [hand.number for hand in hands_to_page(over)] == [hand.number for hand in over.finished_hands]


def test_a_hand_that_was_broken_off_has_pages_once_the_table_is_closed() -> None:
    over = golden("english-whist-short-rubber")
    first, second = over.finished_hands[:2]
    playing = golden("english-whist-short-rubber", second.first + 6)
    closed = replace(playing, table=replace(playing.table, status=Status.CLOSED))
    assert [hand.number for hand in hands_to_page(closed)] == [first.number, second.number]
    broken_off = hands_to_page(closed)[-1]
    pages = pages_of(closed.game, 2, broken_off.state, closed.moves_of(broken_off))
    assert (pages.stops, pages.results) == ((0, 4, 6), ())
