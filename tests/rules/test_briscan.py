"""Briscan (RULES G3)."""

from typing import Any

import pytest

from bot.rules.bezique.ancestors.briscan import SEQUENCES
from bot.rules.bezique.ancestors.events import Bonus
from bot.rules.bezique.events import Declared, GameWon, HandScored, ScoresLost, SevenScored, TurnedUp
from bot.rules.bezique.named import read_named
from bot.rules.cards import parse
from bot.rules.errors import RuleError
from bot.rules.registry import GAMES
from tests.rules.ancestor_hands import Hands, of_kind
from tests.rules.play import random_match

GAME: Any = GAMES["briscan"]
STOCK = "7S 8S 9S 7C 8C 9C 7D 8D"


def hands(*cards: str, **differs: Any) -> Hands:
    return Hands("briscan", *cards, **{"stock": STOCK, **differs})


def bonuses(told: list[Any]) -> list[tuple[int, str, int]]:
    return [(event.seat, event.reason, event.points) for event in of_kind(told, Bonus)]


@pytest.mark.parametrize(("dealt", "number"), [("six", 6), ("five", 5)])
def test_amb_g2_six_cards_or_five_are_dealt_and_the_next_is_turned_up(dealt: str, number: int) -> None:
    for step in random_match(GAME, GAME.options({"dealt": dealt}), 0, 1):
        if of_kind(list(step.events), TurnedUp):
            assert [len(hand) for hand in step.after.deal.hands] == [number] * 2
            assert len(step.after.deal.stock) == 32 - 2 * number - 1
            return


def value(cards: str, key: str, trump: str = "H") -> int:
    at = hands(f"9C {cards}", "7S 8S 9S 7C 8C 9C", trump=trump, turn_up=f"8{trump}")
    at.do("play 9C", "play 7S")
    (declare,) = [move for move in at.can() if move.startswith(f"declare {key} ")]
    return int(of_kind(at.do(declare), Declared)[0].points)


def test_l19_g3_9_sequences_run_in_the_natural_order_and_score_half_in_a_plain_suit() -> None:
    assert value("AH KH QH JH TH", "quint-a") == 600
    assert value("AD KD QD JD TD", "quint-a") == 300
    assert value("KD QD JD TD 9D", "quint-k") == 150
    assert value("TH 9H 8H 7H 7D", "quart-t") == 60
    assert value("9D 8D 7D KS QS", "tierce-9") == 10


def test_g3_9_four_quints_five_quarts_and_six_tierces() -> None:
    lengths = [kind.key.split("-")[0] for kind in SEQUENCES]
    assert [lengths.count(name) for name in ("quint", "quart", "tierce")] == [4, 5, 6]
    in_trumps = [kind.in_trumps for kind in SEQUENCES]
    assert in_trumps == [600, 300, 200, 100, 200, 160, 120, 80, 60, 120, 100, 80, 60, 40, 20]
    assert all(kind.points * 2 == kind.in_trumps for kind in SEQUENCES)


def test_g3_9_a_card_of_a_sequence_serves_in_no_other_but_in_a_marriage() -> None:
    at = hands("AC KD QD JD TD 9D", "7S 8S 9S 7C 8C 9C")
    at.do("play AC", "play 7S", "declare tierce-k KD QD JD", "take")
    at.do("play 9D", "play 8S")
    declared = {move.split()[1] for move in at.can() if move.startswith("declare")}
    assert declared == {"marriage"}


def test_g3_8_fours_of_aces_and_tens() -> None:
    assert value("AH AD AS AC QS", "aces") == 150
    assert value("TH TD TS TC 7H", "tens") == 100


@pytest.mark.parametrize(("suit", "points"), [("H", 40), ("D", 20)])
def test_g3_8_a_king_and_queen_of_a_suit_that_meet_score_for_the_winner(suit: str, points: int) -> None:
    at = hands(f"Q{suit} 7S", f"K{suit} 8S")
    assert bonuses(at.do(f"play Q{suit}", f"play K{suit}")) == [(1, "met-marriage", points)]
    other = hands("QD 7S", "KC 8S")
    assert not bonuses(other.do("play QD", "play KC"))


def test_g3_10_the_ace_of_trumps_scores_when_it_is_played_unless_it_has_served() -> None:
    at = hands("AH 7S", "8H 8S")
    assert bonuses(at.do("play AH")) == [(0, "ace-of-trumps", 30)]
    served = hands("AC AH KH QH 7D 8D", "7S 8S 9S 7C 8C 9C")
    served.do("play AC", "play 7S", "declare tierce-a AH KH QH", "take")
    assert not bonuses(served.do("play AH/1"))


def test_amb_g3_by_the_option_it_scores_when_it_wins() -> None:
    at = hands("AH 7S", "8H 8S", ace_of_trumps="taken")
    assert not bonuses(at.do("play AH"))
    assert bonuses(at.do("play 8H")) == [(0, "ace-of-trumps", 30)]


@pytest.mark.parametrize(("option", "taker"), [("stock", 0), ("turn-up", 1)])
def test_gap_g9_the_last_card_of_the_stock_scores_ten(option: str, taker: int) -> None:
    at = hands("AS 7D", "8S 8D", stock="7C", last_card=option)
    told = at.do("play AS", "play 8S")
    told += at.do("take") if "take" in at.can() else []
    assert (taker, "last-card", 10) in bonuses(told)


def of_the_deal(seed: int) -> tuple[Any, list[tuple[int, str, int]]]:
    for step in random_match(GAME, GAME.options({}), 0, seed):
        if of_kind(list(step.events), TurnedUp):
            return step.after.deal, bonuses(list(step.events))
    raise AssertionError


def test_g3_10_what_is_dealt_and_turned_up_scores() -> None:
    seen = set()
    for seed in range(120):
        deal, scored = of_the_deal(seed)
        wanted = [(deal.dealer, "turned-up", 10)] if deal.turn_up.rank.value in "ATKQJ" else []
        for seat, hand in enumerate(deal.hands):
            courts = sum(named.card.rank.value in "KQJ" for named in hand)
            if courts >= 5:
                wanted.append((seat, "five-courts", 20))
            elif not courts:
                wanted.append((seat, "carte-blanche", 10))
        assert scored == wanted
        seen |= {reason for _, reason, _ in scored}
    assert seen >= {"turned-up", "carte-blanche"}


def test_g3_10_gap_g11_after_five_courts_dealt_each_court_drawn_scores() -> None:
    at = hands("AS KD QD JD KC QC", "7S 8S 9S 7C 8C 9C", stock="JH 7D 8D 9D")
    object.__setattr__(at.state, "deal", at.state.deal._replace(five_courts=(0,)))
    assert (0, "court-drawn", 20) in bonuses(at.do("play AS", "play 7S", "take"))


LAST = ("7S 8S 0", "7C 8C 0", "7D 8D 0", "9S 8S 0")


@pytest.mark.parametrize(
    ("won", "mine", "prize"),
    [
        (("9S 8S 1", "7C 8C 1", *LAST[:3]), "AD", "most-last-tricks"),
        (("9S 8S 1", *LAST), "AD", "last-tricks"),
        (("9S 8H 0", *LAST), "AD", "last-tricks"),
        (("9H 8S 0", *LAST), "AD", "last-tricks-all-trumps"),
    ],
)
def test_gap_g4_g3_11_the_prizes_for_the_last_tricks(won: tuple[str, ...], mine: str, prize: str) -> None:
    at = hands(mine, "7D", stock="", turn_up=None, won=won)
    told = at.do(f"play {mine}", "play 7D")
    points = {"most-last-tricks": 10, "last-tricks": 20, "last-tricks-all-trumps": 30}[prize]
    assert bonuses(told) == [(0, prize, points)]


def test_gap_g4_by_the_option_they_add_up() -> None:
    at = hands("AD", "7D", stock="", turn_up=None, won=("9H 8S 0", *LAST), prizes="added")
    assert sum(points for _, _, points in bonuses(at.do("play AD", "play 7D"))) == 60


def test_g3_11_three_tricks_each_score_nothing() -> None:
    at = hands("AD", "7D", stock="", turn_up=None, won=("9S 8S 1", "7C 8C 1", "7D 8D 1", *LAST[:2]))
    assert not bonuses(at.do("play AD", "play 7D"))


def test_gap_g3_one_declaration_a_trick_or_by_the_option_any_number() -> None:
    for number, more in (("one", False), ("any-number", True)):
        at = hands("AC KD QD JS QS 8D", "7S 8S 9S 7C 8C 9C", declarations=number)
        at.do("play AC", "play 7S", "declare marriage KD QD")
        assert at.game.view(at.state, 0).may_score is more


def test_gap_g3_g3_7_who_has_600_first_wins_at_once() -> None:
    at = hands("AH 7S", "8H 8S", points=(570, 590))
    assert of_kind(at.do("play AH"), GameWon)[0].winner == 0
    later = hands("AH 7S", "8H 8S", points=(570, 590), out="play-on")
    assert not of_kind(later.do("play AH"), GameWon)


def five_courts(*cards: str, **differs: Any) -> Hands:
    """The same, with both players dealt five court cards."""
    at = hands(*cards, **differs)
    object.__setattr__(at.state, "deal", at.state.deal._replace(five_courts=(0, 1)))
    return at


def test_gap_g3_a_drawn_card_that_brings_the_target_ends_the_game_at_once() -> None:
    for out, won in (("wins", True), ("play-on", False)):
        at = five_courts(
            "AS KD QD JD KC QC", "7S 8S 9S 7C 8C 9C", stock="JH 7D 8D 9D", points=(580, 0), out=out
        )
        told = at.do("play AS", "play 7S", "take")
        assert bonuses(told) == [(0, "court-drawn", 20)]
        assert [event.winner for event in of_kind(told, GameWon)] == [0] * won


def test_gap_g3_the_last_card_that_brings_the_target_ends_the_game_at_once() -> None:
    at = hands("AS 7D", "8S 8D", stock="7C", points=(590, 599))
    assert of_kind(at.do("play AS", "play 8S", "take"), GameWon)[0].winner == 0


def test_gap_g3_nothing_more_is_scored_once_somebody_has_won() -> None:
    # Ann draws last and has the lower number, but Bob scores first.
    at = five_courts("7S KD QD JD KC QC", "AS 8S 9S 7C 8C 9C", stock="JH JC 8D 9D", points=(590, 590))
    told = at.do("play 7S", "play AS", "take")
    assert bonuses(told) == [(1, "court-drawn", 20)]
    assert of_kind(told, GameWon)[0].winner == 1


@pytest.mark.parametrize("trump", ["H", "D"])
def test_gap_g12_g3_10_a_seven_of_trumps_that_lies_in_a_sequence_is_exchanged(trump: str) -> None:
    at = hands("AC AS 9H 8H 7H QD", "7S 8S 9S 7C 8C 9C", trump=trump, turn_up=f"K{trump}")
    at.do("play AC", "play 7S", "declare tierce-9 9H 8H 7H")
    assert ("exchange" in at.can()) == (trump == "H")
    assert at.game.view(at.state, 1).declared[0] == tuple(map(read_named, ("9H/1", "8H/1", "7H/1")))
    if trump == "H":
        told = at.do("exchange")
        assert of_kind(told, SevenScored)[0].taken is parse("KH")
        assert not of_kind(told, ScoresLost), "the sequence is scored"
        view = at.game.view(at.state, 0)
        assert parse("KH") in [named.card for named in view.hand]
        assert view.declared[0] == tuple(map(read_named, ("9H/1", "8H/1")))
        assert view.turn_up is parse("7H")


def test_gap_g12_what_is_kept_of_the_sequence_is_lost_with_its_seven() -> None:
    at = hands("AC 9H 8H 7H QD KD", "7S 8S 9S 7C 8C 9C", turn_up="TH")
    at.do("play AC", "play 7S", "declare marriage KD QD", "declare tierce-9 9H 8H 7H")
    (lost,) = of_kind(at.do("exchange"), ScoresLost)
    assert [(score.combination, score.points) for score in lost.scores] == [("tierce-9", 20)]
    assert "exchanged a card of it" in at.said([lost])


def test_gap_g12_a_seven_that_is_not_held_is_refused() -> None:
    at = hands("AC 9H 8H QD KD", "7S 8S 9S 7C 8C 9C", turn_up="TH")
    at.do("play AC", "play 7S")
    with pytest.raises(RuleError, match="no seven of trumps"):
        at.do("exchange")


def test_g3_11_the_cards_are_counted_after_the_hand() -> None:
    for step in random_match(GAME, GAME.options({}), 0, 2):
        for hand in of_kind(list(step.events), HandScored):
            if hand.card_points != ():
                assert sum(hand.card_points) == 120
                return
    raise AssertionError
