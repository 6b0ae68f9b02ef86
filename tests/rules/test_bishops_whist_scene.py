"""What is shown of a table of Bishops Whist: the piles and marks, hardly the wording."""

from dataclasses import replace

import pytest

from bot.rules.cards import Card, Suit, parse
from bot.rules.match import GameResult, Score
from bot.rules.moves import Cut
from bot.rules.moves import Play as PlayCard
from bot.rules.presentation.scene import Scene
from bot.rules.seats import Names
from bot.rules.trick_taking.trick import Trick
from bot.rules.whist.bishops.events import TrickTaken
from bot.rules.whist.state import Playing, Tally
from tests.rules.test_bishops_whist import GAME, TEXT, State, cards, dealt, shuffled, with_match, with_turned

NAMES = Names(GAME.seating(GAME.options({})), ("Ann", "Ben", "Cat", "Dan"))


def scene(state: State, seat: int | None) -> Scene:
    return TEXT.scene(GAME.view(state, seat), NAMES)


def played(state: State, text: str) -> State:
    for word in text.split():
        state = GAME.apply(state, GAME.to_act(state)[0], PlayCard(parse(word))).state
    return state


def to_play(hand: str, led: str, trump: Suit = Suit.CLUBS) -> State:
    """Ben is to play to a card that Ann led."""
    base = dealt()
    hands: tuple[tuple[Card, ...], ...] = (base.hands[0], GAME.arranged(cards(hand)), *base.hands[2:])
    return Playing(replace(base.deal, trump=trump), hands, 1, (parse(led),), Tally((), (0, 0)))


def enabled(shown: Scene) -> list[str]:
    return [choice.move for choice in shown.choices if choice.enabled]


@pytest.mark.parametrize(
    ("plays", "best"),
    [("AS", 0), ("AS 3S", 0), ("AS 3S 5S N", 0), ("QH KH", 1), ("QH KH AH", 2), ("9C 2C QC", 2)],
)
def test_the_card_that_holds_the_trick_is_marked(plays: str, best: int) -> None:
    row = scene(played(dealt(), plays), None).table[0]
    assert row.pieces == tuple(plays.split())
    assert row.marked == best
    assert row.owners == tuple(range(len(row.pieces)))


def test_by_the_option_a_led_knight_holds_nothing() -> None:
    state = dealt()
    state = with_match(state, options=GAME.options({"led_knight": "lowest"}))
    assert scene(played(state, "N 2D"), None).table[0].marked == 1


def test_between_tricks_the_last_one_stays_to_be_seen() -> None:
    now, row = scene(played(dealt(), "QH 8H 5H 2H AS 3S"), None).table
    assert now.pieces == ("AS", "3S")
    assert row.pieces == ("QH", "8H", "5H", "2H")
    (row,) = scene(played(dealt(), "QH 8H AH 2H"), 0).table
    assert (row.pieces, row.owners, row.marked) == (("QH", "8H", "AH", "2H"), (0, 1, 2, 3), 2)
    (row,) = scene(played(dealt(), "QH 8H AH 2H KS N 2S 3S"), 0).table
    assert (row.pieces, row.owners) == (("KS", "N", "2S", "3S"), (2, 3, 0, 1)), "from who led"


def test_the_chairs_say_who_deals_who_is_to_act_and_what_each_has_taken() -> None:
    state = played(dealt(), "QH 8H AH 2H KS N 2S 3S")
    places = scene(state, None).places
    assert [place.seat for place in places] == [0, 1, 2, 3]
    assert [place.to_act for place in places] == [False, False, True, False]
    assert ["dealer" in place.notes for place in places] == [False, False, False, True]
    assert places[2].notes == ("2 tricks",)


def test_bishops_and_tricks_of_the_hand_are_counted_by_side() -> None:
    ours, theirs = scene(played(dealt(), "QH 8H AH 2H 9S BS AS 3S"), None).scores
    assert ours.startswith("Ann and Cat: 0 of 25")
    assert "2 tricks, 1 bishop" in ours
    assert "0 tricks, 0 bishops" in theirs


def test_the_hand_is_shown_to_its_owner_only_and_equal_cards_are_one_button() -> None:
    state = dealt()
    assert scene(state, None).hand is None
    mine = scene(state, 0)
    assert mine.hand
    assert len(mine.hand.pieces) == 13
    assert mine.hand.pieces.count("N") == 2
    assert [choice.label for choice in mine.choices if choice.move == "play N"] == ["Knight ×2"]
    assert len(mine.choices) == 12


def test_who_is_not_to_play_can_press_nothing_and_is_asked_nothing() -> None:
    shown = scene(dealt(), 1)
    assert shown.choices
    assert enabled(shown) == []
    assert shown.prompt == ""


@pytest.mark.parametrize(
    ("hand", "led", "prompt", "moves"),
    [
        ("2H KH 3C N", "9H", "follow with ♥ hearts", ["play KH", "play 2H"]),
        ("BH 3C N N", "9H", "the bishop of hearts, or a knight", ["play BH", "play N"]),
        ("BH 3C", "9H", "follow with ♥ hearts", ["play BH"]),
        ("3C N", "9H", "no hearts", ["play 3C", "play N"]),
        ("BH 3C", "N", "a knight was led", ["play BH", "play 3C"]),
    ],
)
def test_who_is_to_play_is_told_what_he_may_play(hand: str, led: str, prompt: str, moves: list[str]) -> None:
    shown = scene(to_play(hand, led), 1)
    assert prompt in shown.prompt
    assert enabled(shown) == moves


def test_the_room_may_cut_and_name_for_whoever_is_to_but_not_play() -> None:
    for seat in (None, 2):
        assert all(move.startswith("cut ") for move in enabled(scene(shuffled(), seat)))
        assert enabled(scene(shuffled(), seat))
    knight = GAME.apply(with_turned("N"), 2, Cut(20)).state
    for seat in (None, 3):
        assert sorted(enabled(scene(knight, seat))) == ["trump C", "trump D", "trump H", "trump S"]
    for state, other in ((shuffled(), 0), (knight, 0), (dealt(), None)):
        assert scene(state, other).choices == ()


def test_trumps_and_the_card_that_lies_open_are_told() -> None:
    state = dealt()
    assert scene(state, None).trump == "C"
    (fact,) = scene(state, None).facts
    assert "clubs" in fact
    assert "5♣" in fact
    knight = GAME.apply(with_turned("N"), 2, Cut(20)).state
    assert scene(knight, None).trump is None
    assert "knight" in scene(knight, None).facts[0]
    assert scene(shuffled(), None).facts == ()


def test_the_score_of_the_game_and_of_the_rubber_is_told() -> None:
    state = with_match(dealt(), score=Score((24, 22), (GameResult(1),)))
    assert scene(state, None).scores == ("Ann and Cat: 24 of 25, 0 games", "Ben and Dan: 22 of 25, 1 game")


def test_the_point_for_a_bishop_cut_stands_in_the_score_at_once() -> None:
    state = GAME.apply(with_turned("BH"), 2, Cut(20)).state
    assert scene(state, None).scores == (
        "Ann and Cat: 0 of 25",
        "Ben and Dan: 0 of 25 and 1 for the bishop cut",
    )


def test_nobody_known_to_be_void_is_asked_about_a_knights_revoke() -> None:
    shown = Trick(1, 0, cards("4S 9H 5S 6S"), 3)
    again = Trick(2, 0, cards("7S N 8S N"), 1)
    deal = dealt().deal
    said = TEXT.describe_event(GAME.trick_taken(deal, Tally((shown, again), (0, 2))), NAMES)
    assert isinstance(GAME.trick_taken(deal, Tally((shown, again), (0, 2))), TrickTaken)
    assert "Ben throws in a knight." in said
    assert "Knight's revoke? Dan puts a knight on spades." in said
