"""Brusquembille (RULES G2)."""

import pytest

from bot.rules.bezique.ancestors.brusquembille import counters
from bot.rules.bezique.events import GameWon, HandScored, SevenScored, StockOut, TrickTaken, TurnedUp
from bot.rules.cards import parse
from bot.rules.errors import RuleError
from bot.rules.registry import GAMES, text_for
from tests.rules.ancestor_hands import Hands, of_kind
from tests.rules.play import random_match

GAME = GAMES["brusquembille"]


def hands(*cards: str, **differs: object) -> Hands:
    return Hands("brusquembille", *cards, **{"stock": "7S 8S 9S", **differs})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("players", "number", "pack"), [("two", 2, 32), ("three", 3, 30), ("four", 4, 32), ("five", 5, 30)]
)
def test_g2_6_two_to_five_play_three_and_five_without_two_sevens(players: str, number: int, pack: int):
    options = GAME.options({"players": players})
    assert len(GAME.seating(options)) == number
    for step in random_match(GAME, options, 0, 1):
        if of_kind(list(step.events), TurnedUp):
            deal = step.after.deal
            assert [len(hand) for hand in deal.hands] == [3] * number
            assert len(deal.stock) == pack - 3 * number - 1
        for out in of_kind(list(step.events), StockOut):
            assert (out.taker - out.leader) % number == number - 1, "who draws last has the turn-up"


def test_g2_4_any_card_may_be_played_to_the_very_end() -> None:
    at = hands("AS", "7S TD", stock="", turn_up=None)
    at.do("play AS")
    assert at.can() == {"play 7S", "play TD"}


def test_g2_4_by_the_option_suit_is_followed_at_the_end() -> None:
    at = hands("AS", "7S TD", stock="", turn_up=None, last_tricks="win")
    at.do("play AS")
    assert at.can() == {"play 7S"}


def test_g2_4_two_counters_for_an_ace_and_one_for_a_ten() -> None:
    assert counters(map(parse, ["AS", "TS"])) == 3
    assert counters(map(parse, ["KS", "9S"])) == 0


def test_g2_4_the_counters_are_among_the_details_of_a_result() -> None:
    steps = list(random_match(GAME, GAME.options({}), 0, 3))
    events = [event for step in steps for event in step.events]
    (hand,) = of_kind(events, HandScored)
    numbers = [GAME.details(hand, events, seat)["counters"] for seat in (0, 1)]
    assert sum(numbers) == 4 * 2 + 4


def test_g2_6_the_cards_decide_and_sixty_each_is_played_again() -> None:
    at = hands("AS", "TS", stock="", turn_up=None, points=(49, 50))
    told = at.do("play AS", "play TS")
    assert of_kind(told, TrickTaken)[0].points == 21
    assert of_kind(told, GameWon)[0].winner == 0
    even = hands("KS", "7D", stock="", turn_up=None, points=(56, 60))
    assert of_kind(even.do("play KS", "play 7D"), GameWon)[0].winner is None


def test_gap_g2_g2_5_the_seven_is_exchanged_after_winning_a_trick_and_scores_nothing() -> None:
    at = hands("AS 7H 8D", "9C 8C 7C")
    assert "exchange" not in at.can()
    at.do("play AS", "play 9C")
    assert at.can() == {"exchange", "take"}
    assert of_kind(at.do("exchange"), SevenScored)[0].points == 0
    assert any(named.card is parse("9H") for named in at.state.deal.hands[0])
    assert at.state.deal.turn_up is parse("7H") or at.state.deal.left < 3


def test_gap_g2_being_asked_does_not_tell_who_has_the_seven() -> None:
    with_seven = hands("AS 7H 8D", "9C 8C 7C", stock="7S 8S 9S KS QS")
    at = hands("AS KD 8D", "9C 8C 7C", stock="7S 8S 9S KS QS")
    for asked in (with_seven, at):
        asked.do("play AS", "play 9C")
        assert "take" in asked.can()
    scene = text_for("brusquembille").scene(at.game.view(at.state, 0), at.names)
    assert scene.prompt == "You won the trick. A card is drawn for you."
    for gone in ({"turn_up": "7H"}, {"won": ("7H 8H 1",)}):
        after = hands("AS KD 8D", "9C 8C 7C", stock="7S 8S 9S KS QS", **gone)
        after.do("play AS", "play 9C")
        assert after.can() >= {"play KD", "play 8D"}, "everybody knows that there is nothing to exchange"


def test_gap_g2_without_a_seven_of_trumps_in_the_pack_nobody_is_asked() -> None:
    at = hands(
        "AS KD 8D", "9C 8C JC", "9D JD QD", trump="C", turn_up="TC", stock="7S 8S 9S KS QS", players="three"
    )
    at.do("play AS", "play 8C", "play 9D")
    assert "take" not in at.can()


def test_gap_g2_by_the_option_it_is_exchanged_on_ones_turn() -> None:
    at = hands("AS 7H 8D", "9C 8C 7C", exchange="on-your-turn")
    assert "exchange" in at.can()
    at.do("exchange")
    assert "play 9H" in at.can()
    assert "exchange" not in at.can()
    with pytest.raises(RuleError) as refusal:
        at.do("exchange")
    assert refusal.value.code == "seven"


def test_gap_g7_each_deal_is_a_game_and_the_partie_goes_to_the_first_with_three() -> None:
    for chosen, games in (({}, 1), ({"match": "partie"}, 3)):
        result = GAME.result(list(random_match(GAME, GAME.options(chosen), None, 5))[-1].after)
        assert result is not None
        assert max(result.games) == games


def test_g2_6_among_several_the_result_says_who_has_what() -> None:
    at = hands("AS", "TS", "KS", stock="", turn_up=None, points=(20, 30, 12), players="three")
    told = at.do("play AS", "play TS", "play KS")
    text = text_for("brusquembille")
    sheet = text.result(
        [event for event in told if isinstance(event, HandScored | GameWon)], at.names, at.told
    )
    assert sheet is not None
    assert (sheet.title, sheet.headline) == ("Game 1", "Ann wins with 45 points; Bob 30 and Cleo 12.")
    assert "Counters won for aces and tens, from each opponent: Ann 3." in sheet.notes
    assert "Game 1: Ann wins with 45 points; Bob 30 and Cleo 12." in at.said(told)


def test_g2_6_a_shared_first_place_names_everybodys_points() -> None:
    at = hands("AS", "7D", "8D", stock="", turn_up=None, points=(19, 30, 12), players="three")
    assert "The most points are shared: Ann 30, Bob 30 and Cleo 12." in at.said(
        at.do("play AS", "play 7D", "play 8D")
    )
