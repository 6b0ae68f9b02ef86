"""Cinq-cents (RULES G4)."""

from typing import Any

import pytest

from bot.rules.bezique.ancestors.events import Bonus, Knocked
from bot.rules.bezique.ancestors.moves import Knock
from bot.rules.bezique.events import Declared, GameWon, HandScored, SevenScored, TrickTaken, TurnedUp
from bot.rules.errors import RuleError
from bot.rules.registry import GAMES, text_for
from tests.present import present
from tests.rules.ancestor_hands import Hands, of_kind
from tests.rules.play import random_match

GAME: Any = GAMES["cinq-cents"]
STOCK = "7S 8S 9S 7C 8C 9C 7D 8D"


def hands(*cards: str, **differs: Any) -> Hands:
    return Hands("cinq-cents", *cards, **{"stock": STOCK, **differs})


@pytest.mark.parametrize(("dealt", "number"), [("eight", 8), ("six", 6)])
def test_gap_g5_eight_cards_or_six_are_dealt_and_the_next_is_turned_up(dealt: str, number: int) -> None:
    for step in random_match(GAME, GAME.options({"dealt": dealt}), 0, 1):
        if of_kind(list(step.events), TurnedUp):
            assert [len(hand) for hand in step.after.deal.hands] == [number] * 2
            return


@pytest.mark.parametrize(
    ("cards", "key", "points", "options"),
    [
        ("AH KH QH JH TH", "quint-a", 250, {}),
        ("AD KD QD JD TD", "quint-a", 125, {}),
        ("AD KD QD JD TD", "quint-a", 120, {"plain_sequence": "hundred-twenty"}),
        ("AH AD AS AC 8S", "aces", 100, {}),
        ("TH TD TS TC 8S", "tens", 80, {}),
        ("KH KD KS KC 8S", "kings", 60, {}),
        ("QH QD QS QC 8S", "queens", 40, {}),
        ("JH JD JS JC 8S", "knaves", 30, {}),
        ("JH JD JS JC 8S", "knaves", 20, {"knaves": "twenty"}),
        ("KH QH 7S 8S 9S", "marriage", 40, {}),
        ("KD QD 7S 8S 9S", "marriage", 20, {}),
        ("QS JD 7S 8S 9S", "brisque", 40, {}),
    ],
)
def test_g4_13_values(cards: str, key: str, points: int, options: dict[str, Any]) -> None:
    at = hands(f"8C {cards}", "7S 8S 9S 7C 8C 9C", **options)
    at.do("play 8C", "play 7S")
    declare = next(move for move in sorted(at.can()) if move.startswith(f"declare {key} "))
    assert of_kind(at.do(declare), Declared)[0].points == points


def test_g4_13_no_other_sequence() -> None:
    at = hands("AC KH QH JH TH 9H", "7S 8S 9S 7C 8C 9C")
    at.do("play AC", "play 7S")
    assert {move.split()[1] for move in at.can() if move.startswith("declare")} == {"marriage"}


def test_g4_13_exchanging_the_seven_scores_ten_and_turning_it_up_nothing() -> None:
    at = hands("AC 7H", "7S 8S")
    at.do("play AC", "play 7S")
    assert of_kind(at.do("exchange"), SevenScored)[0].points == 10
    turned = [
        event
        for seed in range(30)
        for step in random_match(GAME, GAME.options({}), 0, seed, most=4)
        for event in of_kind(list(step.events), TurnedUp)
    ]
    assert any(event.card.rank.value == "7" for event in turned)
    assert not any(event.points for event in turned)


def test_g4_14_the_last_trick_scores_ten() -> None:
    at = hands("9D", "8D", stock="", turn_up=None)
    assert of_kind(at.do("play 9D", "play 8D"), TrickTaken)[0].points == 10


@pytest.mark.parametrize(("points", "winner"), [(479, 0), (478, 1)])
def test_g4_14_who_knocks_counts_the_cards_and_wins_or_loses_by_that(points: int, winner: int) -> None:
    at = hands("7S 8D", "9S 9D", points=(points, 0), won=("AS TS 0",))
    told = at.do("knock")
    assert of_kind(told, Knocked)[0].points == points + 21
    assert of_kind(told, GameWon)[0].winner == winner


def test_g4_14_one_knocks_on_the_lead_or_after_a_trick_not_in_one() -> None:
    at = hands("AS 8D 9D", "9S 7D 8C")
    assert "knock" in at.can()
    at.do("play AS")
    assert "knock" not in at.can()
    with pytest.raises(RuleError) as refusal:
        at.do("knock")
    assert refusal.value.code == "knock"
    at.do("play 9S")
    assert "knock" in at.can()


def ended(points: tuple[int, int]) -> Hands:
    at = hands("7S", "8D", stock="", turn_up=None, points=points)
    at.do("play 7S", "play 8D")
    return at


def test_g4_14_without_a_knock_one_alone_over_the_target_wins() -> None:
    assert of_kind(ended((490, 300)).told, GameWon)[0].winner == 0


def test_g4_14_without_a_knock_the_target_rises_while_both_have_it() -> None:
    at = ended((500, 520))
    assert not of_kind(at.told, GameWon)
    assert at.state.match.variant.target == 600
    higher = ended((595, 640))
    assert not of_kind(higher.told, GameWon)
    assert higher.state.match.variant.target == 700
    alone = ended((500, 640))
    assert of_kind(alone.told, GameWon)[0].winner == 1


def test_g4_14_by_the_option_500_win_at_once() -> None:
    at = hands("AC KH QH", "7S 8S 9S", points=(470, 0), out="wins")
    assert "knock" not in at.can()
    assert of_kind(at.do("play AC", "play 7S", "declare marriage KH QH"), GameWon)[0].winner == 0


def test_gap_g3_g4_14_a_drawn_card_that_brings_500_ends_the_game_at_once() -> None:
    at = hands("AS 7D", "8S 8D", stock="7C", points=(490, 0), out="wins", extras="briscan")
    told = at.do("play AS", "play 8S", "take")
    assert [(event.seat, event.reason) for event in of_kind(told, Bonus)] == [(0, "last-card")]
    assert of_kind(told, GameWon)[0].winner == 0


def test_gap_g10_the_other_scores_of_briscan_count_by_the_option_alone() -> None:
    for extras, number in (("none", 0), ("briscan", 1)):
        at = hands("QD 7S", "KD 8S", extras=extras)
        assert len(of_kind(at.do("play QD", "play KD"), Bonus)) == number


@pytest.mark.parametrize(
    ("points", "label", "words"),
    [
        (479, "Knock: you have 500 of 500", "win the game"),
        (400, "Knock: you have 421 of 500", "and lose: it takes 500"),
    ],
)
def test_g4_14_the_button_for_knocking_says_what_one_has(points: int, label: str, words: str) -> None:
    at = hands("7S 8D", "9S 9D", points=(points, 0), won=("AS TS 0",))
    text, view = text_for("cinq-cents"), GAME.view(at.state, 0)
    described = text.describe_move(view, Knock(), at.names)
    assert described.label == label
    assert words in described.words
    scene = text.scene(view, at.names)
    assert ("knock and win" in scene.prompt) == (points == 479)
    assert scene.scores[0].endswith("21 to come for cards won")


def test_g4_14_a_trick_says_what_it_brings_in_cards_and_the_result_why_the_loser_has_more() -> None:
    at = hands("AS 8D", "TS 9D", points=(300, 0))
    told = at.do("play AS", "play TS", "knock")
    text = text_for("cinq-cents")
    (trick,) = of_kind(told, TrickTaken)
    assert text.told_line(trick, at.names) == "1. Ann takes with A♠. 21 for its cards."
    assert text.course_line(trick, at.names) == "1. ♠ **A** 10 · Ann (21)"
    ended = [event for event in told if isinstance(event, HandScored | GameWon)]
    sheet = present(text.result(ended, at.names, at.told))
    assert sheet.headline == "Bob wins the game: Ann knocked with only 321."
    assert sheet.sides[0].parts[0].points == 21
    assert "the points are 0 to 321" in at.said(told)


def test_g4_14_who_was_ahead_is_told_with_the_cards_of_each_trick() -> None:
    at = hands("AS 7D", "TS AD", stock="", turn_up=None)
    at.do("play AS", "play TS", "play 7D", "play AD")
    sheet = present(text_for("cinq-cents").result(of_kind(at.told, HandScored), at.names, at.told))
    # Bob makes 11 and the 10 of the last trick against 21, and the 21 come first.
    assert sheet.turn is None


@pytest.mark.parametrize(("points", "asked"), [(488, False), (489, True)])
def test_gap_f6_a_knock_that_loses_is_nothing_to_choose(points: int, asked: bool) -> None:
    at = hands("AC 9H", "7S 8S", points=(points, 0))
    at.do("play AC", "play 7S")
    assert at.can() == {"knock", "take"}
    assert str(GAME.formality(at.state, 0)) == ("None" if asked else "take")
    prompt = text_for("cinq-cents").scene(GAME.view(at.state, 0), at.names).prompt
    assert ("a card is drawn for you" in prompt) != asked
    assert GAME.formality(at.state, 1) is None
