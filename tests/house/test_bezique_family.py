"""The house's player at the other games of the bezique family."""

import random
import statistics
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from benchmarks.greedy import Greedy
from bot.house.bezique.known import Known
from bot.house.bezique.player import BeziqueHoyle
from bot.house.bezique.prospects import Prospects
from bot.house.bezique.several import declared_by, lacking, layouts_of
from bot.house.bezique.weights import weights_for
from bot.house.contest import play_pairs
from bot.house.registry import players_of
from bot.rules.bezique.combinations import ACES, BEZIQUE
from bot.rules.bezique.state import Declaration, InHand, View
from bot.rules.cards import parse
from bot.rules.registry import GAMES
from tests.rules import polish_hands, rubicon_hands, several_hands
from tests.rules.ancestor_hands import Hands
from tests.rules.matches import games_first
from tests.rules.play import random_match

HOYLE = BeziqueHoyle()
FAMILY = [key for key in GAMES if isinstance(players_of(key).get("hoyle"), BeziqueHoyle)]


def test_the_family() -> None:
    assert set(FAMILY) == {
        "bezique",
        "three-handed-bezique",
        "four-handed-bezique",
        "rubicon-bezique",
        "polish-bezique",
        "four-handed-polish-bezique",
        "mariage",
        "brusquembille",
        "briscan",
        "cinq-cents",
    }


def positions(key: str, seed: int, every: int) -> Iterator[tuple[Any, Any]]:
    """Every so many of the states of a hand played at random, and who is to act."""
    game: Any = GAMES[key]
    steps = random_match(game, game.options({}), None, seed, most=260)
    for step in islice(steps, seed, None, every):
        due = game.to_act(step.after)
        if isinstance(due, tuple) and due:
            yield step.after, due


@pytest.mark.parametrize("key", FAMILY)
def test_what_is_hidden_is_counted(key: str) -> None:
    for state, due in positions(key, 5, every=3):
        for seat in due if isinstance(state, InHand) else ():
            known = Known(GAMES[key].view(state, seat))
            hands = (hand for other, hand in enumerate(state.deal.hands) if other != seat)
            held = [named.card for hand in hands for named in hand if not named.is_declared]
            assert Counter(known.hidden_cards) == Counter((*held, *state.deal.stock))


@games_first("bezique", "briscan", "cinq-cents")
def test_it_beats_the_greedy_player(key: str) -> None:
    if key not in FAMILY:
        pytest.skip("another family")
    deals = range(2) if key.startswith("four-handed") else range(6)
    pairs = play_pairs(GAMES[key], HOYLE, Greedy(), 8, deals)
    assert statistics.fmean(pair.mean for pair in pairs) > 0


def rubicon(state: Any, seat: int = 0) -> str:
    return str(HOYLE.choose(rubicon_hands.GAME.view(state, seat), random.Random(1)))


def declared_aces() -> Declaration:
    cards = several_hands.named("AS/1 AH/1 AC/1 AD/1")
    return Declaration(ACES, cards, 0, "scored")


def test_a_declared_card_is_played_for_which_another_is_held() -> None:
    hand = "AS/1 AH/1 AC/1 AD/1 AS QS JD KH QH"
    state = rubicon_hands.table(hand, turn=0, playing=True, declared=(declared_aces(),))
    assert rubicon(state) in {"play AS/1", "play AH/1", "play AC/1", "play AD/1"}


def test_broken_aces_are_declared_again() -> None:
    broken = Declaration(ACES, declared_aces().cards, 0, "scored", broken=True)
    state = rubicon_hands.table("AH/1 AC/1 AD/1 AS 7S 8S 9S 7C 8C", declared=(broken,))
    assert rubicon(state) == "declare aces AS AH/1 AC/1 AD/1"


def to_a_lead(card: str, hand: str, declared: Declaration, **options: Any) -> Any:
    """Bob has led that card to Ann's hand."""
    low = f"{card} 8S 7S 8C 9C 7C 9D 8D 7D"
    state = rubicon_hands.table(hand, low, playing=True, turn=1, declared=(declared,), **options)
    return rubicon_hands.do(state, 1, f"play {card}")[0]


def ready_and_hopes(hand: str, *declared: Declaration) -> tuple[int, float]:
    """How many of the declarations that are ready score 100, and what is hoped for."""
    state = rubicon_hands.table(hand, declared=declared)
    known = Known(rubicon_hands.GAME.view(state, 0))
    worth = Prospects(known, known.cards, weights_for(known.view.variant)).whole()
    return worth.ready.count(100.0), worth.hopes


def test_gap_f10_a_card_played_is_counted_on_for_one_more_and_no_more() -> None:
    broken = Declaration(ACES, declared_aces().cards, 0, "scored", broken=True)
    again = Declaration(ACES, several_hands.named("AS/2 AH/1 AC/1 AD/1"), 0, "scored")
    assert ready_and_hopes("AH/1 AC/1 AD/1 AS AS 7S 8S 9S 7C", broken)[0] == 1
    assert ready_and_hopes("AH/1 AC/1 AD/1 AS/2 AS 7S 8S 9S 7C", broken, again)[0] == 0
    assert ready_and_hopes("AH/1 AC/1 AD/1 7C 7S 8S 9S 7C 8C", broken)[0] == 0


def test_a_further_card_of_what_is_declared_is_one_more() -> None:
    four = ready_and_hopes("AS/1 AH/1 AC/1 AD/1 7S 8S 9S 7C 8C", declared_aces())[1]
    five = ready_and_hopes("AS/1 AH/1 AC/1 AD/1 AS 8S 9S 7C 8C", declared_aces())[1]
    assert four + 10 < five


def test_a_four_that_is_broken_by_one_card_is_worth_what_a_whole_one_is() -> None:
    broken = Declaration(ACES, declared_aces().cards, 0, "scored", broken=True)
    whole = ready_and_hopes("AS/1 AH/1 AC/1 AD/1 7S 8S 9S 7C 8C", declared_aces())[1]
    by_one = ready_and_hopes("AH/1 AC/1 AD/1 7C 7S 8S 9S 7C 8C", broken)[1]
    by_two = ready_and_hopes("AC/1 AD/1 7C 7C 7S 8S 9S 7C 8C", broken)[1]
    assert abs(whole - by_one) < 10
    assert by_two + 15 < by_one


def test_a_declared_ace_wins_a_brisque() -> None:
    hand = "AS/1 AH/1 AC/1 AD/1 AS KH KC JC QC"
    state = to_a_lead("TC", hand, declared_aces(), stock=70)
    assert rubicon(state) in {"play AC/1", "play AH/1"}
    for stock in (72, 30, 8):
        state = to_a_lead("TC", "AS/1 AH/1 AC/1 AD/1 KH KD JC QD QH", declared_aces(), stock=stock)
        assert rubicon(state) == "play AC/1"


def test_trumps_are_not_made_of_kings_and_queens_alone() -> None:
    hand = "KH KH QH QH 7S 8S 9S 7C 8C"
    assert rubicon(rubicon_hands.table(hand, trump=None, stock=90)) == "take"
    assert rubicon(rubicon_hands.table(hand, trump=None, stock=20)) == "declare marriage KH QH"
    more = rubicon_hands.table("KH KH QH QH AH TH 9S 7C 8C", trump=None, stock=90)
    assert rubicon(more) == "declare marriage KH QH"


def test_the_only_queen_of_spades_does_not_win_a_trick_for_four_knaves() -> None:
    bezique = Declaration(BEZIQUE, several_hands.named("QS/1 JD/1"), 0, "scored")
    state = to_a_lead("9S", "KH JC JC JC TD KD KD QS/1 JD/1", bezique, stock=72)
    assert rubicon(state) != "play QS/1"


def test_below_the_rubicon_and_without_hope_nothing_is_scored() -> None:
    hand = "AH AS AC AD 7S 8S 9S 7C 8C"
    assert rubicon(rubicon_hands.table(hand, stock=4, scores=(200, 1600))) == "take"
    assert rubicon(rubicon_hands.table(hand, stock=4, scores=(900, 1600))).startswith("declare aces")
    assert rubicon(rubicon_hands.table(hand, stock=90, scores=(200, 1600))).startswith("declare aces")


def test_carte_blanche_is_shown() -> None:
    state = rubicon_hands.table("AS TS 9S 8S 7S AC TC 9C 8C", playing=True, blanche="")
    deal = state.deal._replace(blanche=((), ()))
    assert rubicon(type(state)(state.match, deal)) == "blanche"


def polish(state: Any, seat: int = 0) -> str:
    return str(HOYLE.choose(polish_hands.TWO.view(state, seat), random.Random(1)))


def test_everything_is_scored_at_once() -> None:
    state = polish_hands.won(polish_hands.TWO, "AH KH", "TH QH JH")
    assert polish(state) == "declare-all"


def test_a_card_that_completes_is_worth_its_combination() -> None:
    state = polish_hands.dealt(polish_hands.TWO, ("AH TH QH JH", ""), ("KH KD", "AS KS"))
    known = Known(polish_hands.TWO.view(state, 0))
    assert known.worth(parse("KH")) > known.worth(parse("KD")) + 30
    assert known.worth(parse("KD")) > known.worth(parse("9D")) == 0


def test_the_card_that_completes_is_won() -> None:
    state = polish_hands.dealt(polish_hands.TWO, ("", "QS"), ("JD 7C", "AD AH"), turn=0)
    led, _ = polish_hands.do(polish_hands.TWO, state, "play JD")
    assert polish(led, 1) == "play AD"


def test_what_completes_four_aces_for_the_other_is_not_led() -> None:
    hands = ("TS KS QS JC 7C AD KD 7C", "")
    lying = ("AC KC KC JD", "AH AH AC TC")
    state = polish_hands.dealt(polish_hands.TWO, lying, hands, trump="C", turn_up="9C", stock=30)
    assert polish(state) != "play AD"
    state = polish_hands.dealt(
        polish_hands.TWO, (lying[0], "AH TC"), hands, trump="C", turn_up="9C", stock=30
    )
    known = Known(polish_hands.TWO.view(state, 0))
    assert known.given((parse("AD"),)) < 50


def of(hands: Hands, seat: int = 0) -> str:
    view: View = hands.game.view(hands.state, seat)
    return str(HOYLE.choose(view, random.Random(1)))


def test_it_closes_with_the_target_in_hand() -> None:
    hands = Hands("mariage", "AH TH KH QH JH AS", "7S 8S 9S 7C 8C 9C", stock="7D 8D 9D", points=(30, 0))
    assert of(hands) == "close"


def test_it_does_not_close_on_hope() -> None:
    hands = Hands("mariage", "7H 8H KS QS 7D 8D", "AS TS AC TC AD TD", stock="7S 9S 8C", points=(30, 30))
    assert of(hands) != "close"


def test_it_knocks_with_the_target_and_not_before() -> None:
    won = ("AS TS 0", "AD TD 0", "AC TC 0")
    for points, knocks in ((440, True), (430, False)):
        hands = Hands(
            "cinq-cents",
            "7S 8S 9S KS QS 7C 8C 9C",
            "7D 8D 9D KD QD JD KC QC",
            stock="JS JC 7H 8H",
            points=(points, 0),
            won=won,
        )
        assert (of(hands) == "knock") is knocks


def test_cards_are_won_for_their_points() -> None:
    hands = Hands("brusquembille", "TS 7C 8C", "AS 9S 7D", stock="8S 9C 8D 7H")
    hands.do("play TS")
    assert of(hands, 1) == "play AS"


def test_the_seven_is_exchanged_before_one_plays() -> None:
    hands = Hands("brusquembille", "7H 7C 8C", "AS 9S 7D", stock="8S 9C", exchange="on-your-turn")
    if "exchange" in hands.can():
        assert of(hands) == "exchange"


@pytest.mark.parametrize("key", ["three-handed-bezique", "four-handed-bezique"])
def test_hands_are_dealt_that_fit(key: str) -> None:
    found = 0
    for state, due in positions(key, 3, every=1):
        if not isinstance(state, InHand) or state.deal.draws:
            continue
        found += 1
        known = Known(GAMES[key].view(state, due[0]))
        hands = layouts_of(known).draw(random.Random(found))
        assert [len(hand) for hand in hands] == [*map(len, state.deal.hands), 0]
        dealt = Counter(card for hand in hands for card in hand)
        assert dealt == Counter(named.card for hand in state.deal.hands for named in hand)
    assert found > 10


def test_what_was_declared_is_where_it_was() -> None:
    declared = (several_hands.shown(several_hands.THREE, "marriage", "KD/1 QD/1", 1),)
    hands = ("AH 7S 8S TH JS 9D 9C 8C", "KD QD 9S 7C 7D 8D 9D TC", "7C 8C 9C 7D 7H 8H TS TD")
    state = several_hands.table(
        several_hands.THREE, *hands, stock=0, turn_up=None, winner=False, declared=declared
    )
    known = Known(several_hands.THREE.view(state, 0))
    assert known.drawn_out
    assert Counter({parse("KD"): 1, parse("QD"): 1}) == declared_by(known, 1)


def test_suits_that_were_not_followed_are_not_dealt() -> None:
    checked = 0
    for state, due in positions("three-handed-bezique", 3, every=1):
        if not isinstance(state, InHand) or state.deal.draws or len(state.deal.hands[due[0]]) > 3:
            continue
        hands, trump = state.deal.hands, state.deal.trump
        for seat, suits in enumerate(lacking(Known(GAMES["three-handed-bezique"].view(state, due[0])))[:3]):
            assert not {named.card.suit for named in hands[seat]} & suits, trump
            checked += len(suits)
    assert checked
