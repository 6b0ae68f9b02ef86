"""Mariage (RULES G1)."""

import pytest

from bot.rules.bezique.ancestors.card_points import PACK_POINTS, card_points
from bot.rules.bezique.ancestors.events import StockClosed
from bot.rules.bezique.events import GameWon, HandScored, TrickTaken, TurnedUp
from bot.rules.bezique.pack import ONE_PACK
from bot.rules.errors import RuleError
from bot.rules.registry import GAMES, text_for
from tests.present import present
from tests.rules.ancestor_hands import Hands, of_kind
from tests.rules.play import random_match

MARIAGE = GAMES["mariage"]
STOCK = "7S 8S 9S 7C 8C 9C 7D 8D"


def hands(*cards: str, **differs: object) -> Hands:
    return Hands("mariage", *cards, **{"stock": STOCK, **differs})  # type: ignore[arg-type]


def test_l19_g1_1_the_cards_of_a_pack_are_worth_120() -> None:
    assert card_points(ONE_PACK) == PACK_POINTS == 120


def test_g1_1_six_cards_are_dealt_and_the_thirteenth_is_turned_up() -> None:
    for step in random_match(MARIAGE, MARIAGE.options({}), 0, 1):
        if of_kind(list(step.events), TurnedUp):
            assert [len(hand) for hand in step.after.deal.hands] == [6, 6]
            assert len(step.after.deal.stock) == 19
            return


def test_g1_1_a_marriage_scores_20_and_in_trumps_40_and_an_amour_30_and_60() -> None:
    at = hands("AS KH QH KC QC AD", "7S 8S 9S 7C 8C 9C")
    at.do("play AS", "play 7S")
    assert {"declare marriage KH QH", "declare marriage KC QC"} <= at.can()
    at.do("declare marriage KH QH", "take")
    assert at.points == (11 + 40, 0)
    at.do("play AD", "play 8S")
    at.do("declare marriage KC QC")
    assert at.points == (11 + 40 + 11 + 20, 0) or at.game.result(at.state) is not None


@pytest.mark.parametrize(("suit", "points"), [("H", 60), ("S", 30)])
def test_g1_1_an_amour_is_the_ace_and_ten_of_a_suit(suit: str, points: int) -> None:
    at = hands(f"KC A{suit} T{suit} 8D 9D JD", "7S 8S 9S 7C 8C 9C")
    at.do("play KC", "play 7S", f"declare amour A{suit} T{suit}", "take")
    assert at.points == (4 + points, 0)


def test_g1_1_the_cards_count_as_the_trick_is_taken() -> None:
    at = hands("TS 8D", "AS 9D")
    assert of_kind(at.do("play TS", "play AS"), TrickTaken)[0].points == 21
    assert at.points == (0, 21)


def last_six(won_by_ann: int, **options: object) -> int:
    """What the last trick scores Ann, who has won so many of the five before it."""
    won = tuple(f"7S 8S {0 if number < won_by_ann else 1}" for number in range(5))
    at = hands("9D", "8D", stock="", turn_up=None, won=won, **options)
    return int(of_kind(at.do("play 9D", "play 8D"), TrickTaken)[0].points)


def test_amb_g1_the_last_trick_scores_10_and_20_for_the_player_who_takes_all_six() -> None:
    assert last_six(4) == 10
    assert last_six(5) == 20


def test_amb_g1_by_the_option_always_10() -> None:
    assert last_six(5, last_trick="ten") == 10


def test_g1_2_who_reaches_66_first_wins_at_once() -> None:
    at = hands("AS 8D 9D", "TS 9S 8S", points=(50, 0))
    assert of_kind(at.do("play AS", "play TS"), GameWon)[0].winner == 0


def test_gap_g8_closed_by_the_leader_nobody_draws_and_suit_must_be_followed() -> None:
    at = hands("AS KS 8D", "7S TD 9C")
    assert "close" in at.can()
    assert of_kind(at.do("close"), StockClosed)[0].stock == len(STOCK.split())
    assert "close" not in at.can()
    at.do("play AS")
    assert at.can() == {"play 7S"}, "suit is followed now"
    at.do("play 7S")
    assert at.can() == {"play KS", "play 8D"}, "nothing is drawn and nothing declared"


def test_gap_g8_only_before_leading_and_while_there_is_a_stock() -> None:
    at = hands("AS KS", "7S TD")
    at.do("play AS")
    with pytest.raises(RuleError) as refusal:
        at.do("close")
    assert refusal.value.code == "close"
    gone = hands("AS", "7S", stock="", turn_up=None)
    assert "close" not in gone.can()


@pytest.mark.parametrize(("mine", "theirs", "winner"), [("AS", "TS", 0), ("9S", "AS", 1), ("JS", "7S", 1)])
def test_g1_2_who_closed_loses_without_66_whatever_the_score(mine: str, theirs: str, winner: int) -> None:
    at = hands(mine, theirs, points=(50, 10))
    assert of_kind(at.do("close", f"play {mine}", f"play {theirs}"), GameWon)[0].winner == winner


def test_gap_g8_there_is_no_prize_for_the_last_trick_of_a_closed_hand() -> None:
    at = hands("JS", "7S", points=(56, 0))
    assert of_kind(at.do("close", "play JS", "play 7S"), TrickTaken)[0].points == 2


def test_gap_g8_by_the_option_the_stock_is_never_closed() -> None:
    assert "close" not in hands("AS KS", "7S TD", closing="never").can()


def test_gap_g1_each_hand_is_a_game_and_the_partie_goes_to_the_first_with_three() -> None:
    for chosen, games in (({}, 1), ({"match": "partie"}, 3)):
        steps = list(random_match(MARIAGE, MARIAGE.options(chosen), None, 5))
        assert max(present(MARIAGE.result(steps[-1].after)).games) == games


def test_g1_2_equal_scores_are_void_and_played_again() -> None:
    at = hands("7S", "8D", stock="", turn_up=None, points=(20, 30), last_trick="ten")
    assert of_kind(at.do("play 7S", "play 8D"), GameWon)[0].winner is None
    assert at.game.result(at.state) is None


def test_g1_2_the_result_says_who_closed_the_stock_and_did_not_make_it() -> None:
    at = hands("7S", "AS", points=(60, 0))
    told = at.do("close", "play 7S", "play AS")
    ended = [event for event in told if isinstance(event, HandScored | GameWon)]
    sheet = present(text_for("mariage").result(ended, at.names, at.told))
    assert sheet.title == "Game 1"
    assert sheet.headline == "Bob wins the game: Ann closed the stock and did not make it, 11 to 60."
    assert not any("closed the stock" in note for note in sheet.notes)


def test_gap_g8_a_closed_hand_has_as_many_tricks_as_cards_are_held() -> None:
    at = hands("7S AS", "8S TS")
    at.do("close", "play AS")
    view = MARIAGE.view(at.state, 1)
    assert text_for("mariage").scene(view, at.names).title.endswith("rick 1 of 2")
    assert all(
        len(text_for("mariage").describe_move(view, move, at.names).words) <= 80 for move in view.legal
    )
