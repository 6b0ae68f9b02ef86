"""Polish bezique for two (RULES F5; Cady, Polish Bezique)."""

import random
from typing import Any

import pytest

from bot.rules.bezique import events as ev
from bot.rules.bezique.combinations import Meld, Sorted
from bot.rules.bezique.moves import Declare
from bot.rules.bezique.named import Named
from bot.rules.bezique.polish import scoring
from bot.rules.bezique.state import Declaring, Playing, Served
from bot.rules.cards import parse
from bot.rules.errors import RuleError
from bot.rules.events import Event
from bot.rules.seats import TWO_ALONE, Names
from tests.rules.play import random_match, refuses
from tests.rules.polish_hands import TEXTS, TWO, can, dealt, do, labels, played, scored, won

TEXT = TEXTS[TWO.key]
NAMES = Names(TWO_ALONE, ("Ann", "Bob"))


def texts(cards: Any) -> list[str]:
    return [named.text for named in cards]


def test_f5_42_two_packs_are_played_to_2000() -> None:
    variant = TWO.variant(TWO.options({}))
    assert (len(variant.pack), variant.tricks, variant.target) == (64, 32, 2000)
    assert [kind.points for kind in variant.declarations] == [250, 20, 500, 40, 100, 80, 60, 40]


def test_f5_49_three_packs_have_48_tricks_triple_bezique_and_2500() -> None:
    variant = TWO.variant(TWO.options({"packs": "three"}))
    assert (len(variant.pack), variant.tricks, variant.target) == (96, 48, 2500)
    assert variant.kind("triple").points == 1500
    assert TWO.variant(TWO.options({"packs": "three", "target": "3000"})).target == 3000


def test_f5_49_by_agreement_the_great_scores_are_lowered() -> None:
    variant = TWO.variant(TWO.options({"packs": "three", "values": "lowered"}))
    assert [variant.kind(key).points for key in ("sequence", "double", "triple")] == [150, 300, 1000]
    assert variant.kind("aces").points == 100


def test_f5_43_court_cards_aces_and_the_ten_of_trumps_are_laid_open() -> None:
    state = won(TWO, "AS TS")
    assert texts(state.deal.open_cards[0]) == ["AS/1"]
    state = won(TWO, "TH QC")
    assert texts(state.deal.open_cards[0]) == ["TH/1", "QC/1"]
    assert state.deal.open_cards[1] == ()
    assert won(TWO, "9C 8C").deal.open_cards == ((), ())


def test_f5_43_open_cards_are_numbered_as_they_come_whoever_wins_them() -> None:
    state = won(TWO, "KC JC", "KC", "KC JC")
    assert texts(state.deal.open_cards[0]) == ["KC/1", "KC/3", "JC/2"]


def test_f5_43_open_cards_are_never_played() -> None:
    state = dealt(TWO, ["KH AS", ""], ["9D", ""])
    assert "play KH/1" not in can(TWO, state)
    refuses("You do not hold", TWO.apply, state, 0, TWO.parse("play KH/1"))


def test_f5_43_plain_tens_are_put_aside_and_count_as_brisques_at_once() -> None:
    state, events = played(TWO, dealt(TWO, ["", ""], ["AS", "TS"]), "AS", "TS")
    (taken,) = [event for event in events if isinstance(event, ev.TrickTaken)]
    assert (taken.brisques, taken.points) == (2, 20)
    assert state.deal.made == (20, 0)


def test_f5_44_the_king_of_trumps_to_an_open_ace_ten_queen_and_knave_makes_290() -> None:
    state = won(TWO, "KH 7C", "AH TH QH JH")
    assert (
        labels(TWO, state)[0] == "Score everything: 290 (royal marriage in hearts 40, sequence in hearts 250)"
    )
    state, events = do(TWO, state, "declare-all")
    assert scored(events) == [("marriage", 40), ("sequence", 250)]
    assert state.deal.made == (290, 0)
    assert isinstance(state, Playing), "nothing is left, so both have drawn"


def test_f5_44_any_number_is_scored_one_by_one_too_and_in_any_order() -> None:
    state = won(TWO, "KH 7C", "AH TH QH JH")
    state, events = do(TWO, state, "declare marriage KH/1 QH/1", "declare sequence AH/1 TH/1 KH/1 QH/1 JH/1")
    assert scored(events) == [("marriage", 40), ("sequence", 250)]
    state = won(TWO, "KH 7C", "AH TH QH JH")
    state, events = do(TWO, state, "declare sequence AH/1 TH/1 KH/1 QH/1 JH/1")
    assert isinstance(state, Playing), "the higher first: nothing is left"


def test_f5_44_one_card_at_least_must_have_just_been_won() -> None:
    state = won(TWO, "KH 7C", "QH KC QC")
    assert can(TWO, state) == ["declare marriage KH/1 QH/1", "take"]
    with pytest.raises(RuleError, match="of the trick that you have just won"):
        TWO.apply(state, 0, TWO.parse("declare marriage KC/1 QC/1"))


def test_f5_44_only_open_cards_are_declared() -> None:
    state = won(TWO, "KH 7C", "QH")
    refuses("lie open before you", TWO.apply, state, 0, TWO.parse("declare marriage KH/1 QH/2"))
    assert won(TWO, "KH 7C", "", "QH").deal.turn == 0
    assert not isinstance(won(TWO, "KH 7C", "", "QH"), Declaring), "the adversary's queen is of no use"


def test_f5_44_nobody_is_asked_who_has_nothing_to_declare() -> None:
    assert isinstance(won(TWO, "KH 7C"), Playing)


def test_f5_44_what_is_not_claimed_is_lost_with_the_draw() -> None:
    state, _ = do(TWO, won(TWO, "KH 7C", "QH"), "take")
    state, _ = played(TWO, state, "9S", "7S")
    assert isinstance(state, Playing), "king and queen lie there, and neither has just been won"


def test_f5_44_no_card_serves_twice_in_the_same_kind() -> None:
    married = [("marriage", "KH/1 QH/1", 0)]
    assert isinstance(won(TWO, "KH 7C", "KH QH", declared=married), Playing)
    state = won(TWO, "QH 7C", "KH QH", declared=married)
    with pytest.raises(RuleError, match="has served in that class"):
        TWO.apply(won(TWO, "QH KC", "KH QH QC", declared=married), 0, TWO.parse("declare marriage KH/1 QH/2"))
    assert isinstance(state, Playing)


def test_f5_44_two_beziques_are_scored_before_the_double() -> None:
    state = won(TWO, "JD JD", "QS QS", trump="C", turn_up="9C")
    state, events = do(TWO, state, "declare-all")
    assert scored(events) == [("bezique", 40), ("bezique", 40), ("double", 500)]


def test_f5_44_everything_is_one_press_only_where_there_is_more_than_one_thing() -> None:
    state = won(TWO, "KH 7C", "QH")
    assert "declare-all" not in can(TWO, state)
    refuses("not several declarations", TWO.apply, state, 0, TWO.parse("declare-all"))
    assert labels(TWO, state) == ["Royal marriage in hearts: 40", "Draw a card"]


def test_f5_44_fours_take_the_oldest_cards_and_one_that_is_new() -> None:
    state = won(TWO, "AH AS", "AS AC AD AH")
    fours = [move for move in can(TWO, state) if move.startswith("declare aces")]
    assert len(fours) == 1, "of aces one four is as good as another"
    assert sum(card in fours[0] for card in ("AH/2", "AS/2")) == 1


@pytest.mark.parametrize(
    "four", ["AH/1 AS/1 AD/1 AC/1", "AH/2 AS/2 AD/1 AC/1", "AH/1 AH/2 AS/1 AS/2", "AH/1 AH/2 AS/2 AD/1"]
)
def test_f5_44_like_cards_that_are_not_offered_are_declared_all_the_same(four: str) -> None:
    state = won(TWO, "AH AS", "AS AC AD AH")
    move = f"declare aces {four}"
    if four.count("/2"):
        _, events = do(TWO, state, move)
        assert scored(events) == [("aces", 100)]
        return
    refuses("of the trick that you have just won", do, TWO, state, move)


def test_f5_44_what_like_cards_have_served_for_binds_whoever_names_them() -> None:
    state = won(TWO, "KH 7C", "KH QH QH", declared=[("marriage", "KH/1 QH/1", 0)])
    assert can(TWO, state) == ["declare marriage KH/2 QH/2", "take"]
    refuses("has served in that class", do, TWO, state, "declare marriage KH/2 QH/1")


def test_f5_44_two_kings_just_won_marry_two_queens() -> None:
    _, events = do(TWO, won(TWO, "KH KH", "QH QH"), "declare-all")
    assert scored(events) == [("marriage", 40), ("marriage", 40)]


def test_f5_45_the_last_trick_drawn_to_scores_10() -> None:
    state, events = played(TWO, dealt(TWO, ["", ""], ["9C", "8C"], stock=1), "9C", "8C")
    (taken,) = [event for event in events if isinstance(event, ev.TrickTaken)]
    assert (taken.points, taken.last) == (10, False)
    assert "the last trick drawn to" in TEXT.describe_event(taken, NAMES)
    state, events = played(TWO, dealt(TWO, ["", ""], ["9C", "8C"], stock=3), "9C", "8C")
    assert state.deal.made == (0, 0)


def very_last(**options: Any) -> int:
    state = dealt(TWO, ["", ""], ["9C", "8C"], stock=0, turn_up=None, **options)
    _, events = played(TWO, state, "9C", "8C")
    (taken,) = [event for event in events if isinstance(event, ev.TrickTaken)]
    assert taken.last
    return taken.points


def test_f5_45_amb_f12_the_very_last_trick_scores_by_agreement_only() -> None:
    assert very_last() == 0
    assert very_last(last_trick="both") == 10


def test_f5_46_declaring_goes_on_to_the_very_last_trick() -> None:
    state = dealt(TWO, ["QH", ""], ["KH", "7C"], stock=0, turn_up=None, points=(10, 20))
    state, events = played(TWO, state, "KH", "7C")
    assert can(TWO, state) == ["declare marriage KH/1 QH/1", "take"]
    assert labels(TWO, state)[-1] == "Go on"
    state, events = do(TWO, state, "declare marriage KH/1 QH/1")
    (hand,) = [event for event in events if isinstance(event, ev.HandScored)]
    assert hand.total == (50, 20)


def test_f5_46_suit_must_be_followed_and_won_then() -> None:
    state = dealt(TWO, ["", ""], ["KC 7C", "8C AC 9H"], stock=0, turn_up=None)
    state, _ = do(TWO, state, "play KC")
    assert can(TWO, state) == ["play AC"]


def test_f5_46_it_is_told_that_declaring_goes_on() -> None:
    assert "you declare as before" in TEXT.describe_event(ev.StockOut(0, None, 1, 8), NAMES)


def test_f5_47_the_winner_of_the_trick_exchanges_the_seven_and_has_the_turn_up_open() -> None:
    state = won(TWO, "9H 7H", turn_up="KH")
    assert can(TWO, state) == ["exchange", "take"]
    state, events = do(TWO, state, "exchange")
    (seven,) = [event for event in events if isinstance(event, ev.SevenScored)]
    assert (seven.seat, seven.taken, seven.points) == (0, state.deal.shown[-1], 10)
    assert texts(state.deal.open_cards[0]) == ["KH/1"]
    assert state.deal.turn_up is not None
    assert (state.deal.turn_up.text, state.deal.made) == ("7H", (10, 0))


def test_f5_47_whoever_played_the_seven_it_is_the_winner_who_scores_it() -> None:
    assert can(TWO, won(TWO, "7H 8H")) == ["exchange", "take"]
    assert won(TWO, "7H 8H").deal.turn == 1


def test_f5_47_the_turn_up_counts_as_just_won() -> None:
    state = won(TWO, "9H 7H", "QH", turn_up="KH")
    assert labels(TWO, state)[0] == "Score everything: 50 (seven of trumps 10, royal marriage in hearts 40)"
    state, events = do(TWO, state, "declare-all")
    assert scored(events) == [("marriage", 40)]
    assert state.deal.made == (50, 0)


def test_f5_47_a_seven_not_exchanged_is_put_aside_and_scores_no_more() -> None:
    state, _ = do(TWO, won(TWO, "9H 7H"), "take")
    assert state.deal.open_cards == ((), ())
    state, _ = played(TWO, state, "9S", "7S")
    assert isinstance(state, Playing)


def test_f5_47_a_second_seven_is_only_shown() -> None:
    state = won(TWO, "9H 7H", turn_up="7H")
    assert can(TWO, state) == ["seven", "take"]
    state, _ = do(TWO, state, "seven")
    assert state.deal.made == (10, 0)
    assert state.deal.open_cards == ((), ())


def test_f5_47_amb_f17_a_seven_that_could_be_exchanged_is_only_shown_by_the_option() -> None:
    refuses("exchange it", do, TWO, won(TWO, "9H 7H", turn_up="KH"), "seven")
    refuses("show it", do, TWO, won(TWO, "9H 7H", turn_up="7H"), "exchange")
    state = won(TWO, "9H 7H", turn_up="KH", seven="either")
    assert can(TWO, state) == ["exchange", "seven", "take"]
    assert labels(TWO, state) == ["Exchange the seven: 10", "Show the seven: 10", "Draw a card"]
    state, events = do(TWO, state, "seven")
    assert [event.taken for event in events if isinstance(event, ev.SevenScored)] == [None]
    assert state.deal.made == (10, 0)
    assert state.deal.open_cards == ((), ())
    assert state.deal.turn_up is parse("KH"), "the seven is put aside, and what was turned up stays"
    assert isinstance(state, Playing)


def test_f5_47_amb_f17_everything_at_once_exchanges_it_by_the_option_too() -> None:
    _, events = do(TWO, won(TWO, "QH 7H", turn_up="KH", seven="either"), "declare-all")
    assert [event.taken for event in events if isinstance(event, ev.SevenScored)] == [parse("KH")]
    assert scored(events) == [("marriage", 40)]


def test_f5_47_two_sevens_in_a_trick_are_both_scored() -> None:
    state, events = do(TWO, won(TWO, "7H 7H", turn_up="KS"), "declare-all")
    sevens = [event for event in events if isinstance(event, ev.SevenScored)]
    assert [bool(seven.taken) for seven in sevens] == [True, False]
    assert state.deal.made == (20, 0)


def test_f5_47_the_seven_drawn_at_the_end_does_not_score_again() -> None:
    state = dealt(TWO, ["", ""], ["9C 9H", "8C"], turn_up="7H", stock=1)
    state, _ = played(TWO, state, "9C", "8C")
    assert "7H/1" in texts(state.deal.hands[1]), "Bob has drawn it, as everybody knows"
    state, _ = do(TWO, state, "play 9H", "play 7H/1")
    assert isinstance(state, Playing)
    assert state.deal.made == (10, 0), "for the last trick drawn to, nothing for the seven"


def test_f5_47_another_seven_scores_even_in_the_last_eight() -> None:
    state = dealt(TWO, ["", ""], ["9C", "7H"], turn_up=None, stock=0)
    state, _ = played(TWO, state, "9C", "7H")
    assert can(TWO, state) == ["seven", "take"]


def test_f5_47_a_seven_turned_up_scores_for_the_dealer() -> None:
    state = TWO.begin(TWO.options({}), 1)
    pack = [card.text for card in TWO.variant(TWO.options({})).pack]
    pack[21], pack[pack.index("7H")] = "7H", pack[21]
    state = TWO.apply(state, None, TWO.parse(" ".join(["deck", *pack]))).state
    step = TWO.apply(state, 0, TWO.parse("cut 5"))
    (turned,) = [event for event in step.events if isinstance(event, ev.TurnedUp)]
    assert (turned.dealer, turned.points) == (1, 10)


@pytest.mark.parametrize(("trump", "pair"), [("S", "QH JC"), ("D", "QH JC"), ("H", "QS JD"), ("C", "QS JD")])
def test_f5_48_amb_f16_bezique_is_qh_and_jc_when_spades_or_diamonds_are_trumps(trump: str, pair: str) -> None:
    low = "7D" if trump == "C" else "7C"
    queen, knave = pair.split()
    state = won(TWO, f"{queen} {low}", knave, trump=trump, turn_up=f"9{trump}")
    assert can(TWO, state) == [f"declare bezique {queen}/1 {knave}/1", "take"]
    queen, knave = {"QH": ("QS", "JD"), "QS": ("QH", "JC")}[queen]
    assert isinstance(won(TWO, f"{queen} {low}", knave, trump=trump, turn_up=f"9{trump}"), Playing)


def test_f5_48_amb_f16_always_queen_of_spades_by_agreement() -> None:
    state = won(TWO, "QS 7C", "JD", trump="S", turn_up="9S", bezique="always-spades")
    assert can(TWO, state) == ["declare bezique QS/1 JD/1", "take"]


def test_f5_48_the_table_says_which_cards_make_bezique() -> None:
    state = dealt(TWO, ["", ""], ["", ""], trump="S", turn_up="9S")
    assert (
        "Bezique: Q\N{NO-BREAK SPACE}♥, J\N{NO-BREAK SPACE}♣"
        in TEXT.scene(TWO.view(state, None), NAMES).facts
    )


def test_f5_44_the_table_says_what_each_would_score_with_one_more_card() -> None:
    state = dealt(TWO, ["AH TH QH JH", "AS AC AD"], ["", ""])
    facts = TEXT.scene(TWO.view(state, None), NAMES).facts
    assert "Wanted by Ann: K\N{NO-BREAK SPACE}♥ for 290" in facts
    assert "Wanted by Bob: A\N{NO-BREAK SPACE}♠♥♣♦ for 100" in facts


def test_f5_44_a_card_of_which_all_are_out_makes_nothing_more() -> None:
    state = dealt(TWO, ["QH", "KH KH"], ["", ""])
    facts = TEXT.scene(TWO.view(state, None), NAMES).facts
    assert "Wanted by Bob: Q\N{NO-BREAK SPACE}♥ for 40" in facts
    assert not any(fact.startswith("Wanted by Ann") for fact in facts)


def test_f5_44_like_open_cards_are_told_apart_by_what_they_have_served_for() -> None:
    married = [("marriage", "KH/1 QH/1", 0)]
    view = TWO.view(won(TWO, "KH 7C", "KH QH QH", declared=married), 0)
    assert [TEXT.face(view, named) for named in view.open_cards[0]] == [
        "K♥ (marriage)",
        "K♥ just won",
        "Q♥ (marriage)",
        "Q♥",
    ]


def reference(state: Declaring, seat: int) -> tuple[int, set[tuple[str, tuple[str, ...]]]]:
    """The most that can be scored after a trick, every order of every combination tried, and the kinds and
    cards of all that can be declared."""
    variant, deal = state.match.variant, state.deal
    served = Served.by(deal.declarations, seat)
    known: dict[Any, int] = {}

    def possible(cards: Any, levels: dict[Any, int]) -> list[Any]:
        held = Sorted.of(cards)
        return [
            (kind, chosen)
            for kind in variant.kinds(deal.trump)
            for chosen in kind.material.found(held, deal.trump if kind.trumps_only else None)
            if any(card in deal.fresh for card in chosen)
            and all(levels.get((card, kind.group), 0) < kind.level for card in chosen)
        ]

    def most(cards: Any, group: str, levels: dict[Any, int]) -> int:
        key = (group, tuple(cards), frozenset(levels.items()))
        if key not in known:
            known[key] = max(
                (
                    kind.points_for(chosen[0].card.suit if kind.suited else None, deal.trump)
                    + most(cards, group, {**levels, **{(card, group): kind.level for card in chosen}})
                    for kind, chosen in possible(cards, levels)
                    if kind.group == group
                ),
                default=0,
            )
        return known[key]

    lying = deal.open_cards[seat]
    pair = variant.bezique_pair(deal.trump)
    lots = [("marriages", [c for c in lying if c.card.suit is suit]) for suit in {c.card.suit for c in lying}]
    lots.append(("beziques", [c for c in lying if c.card.text in pair]))
    points = sum(most(lot, group, dict(served.levels)) for group, lot in lots)
    worth = {"A": 100, "K": 80, "Q": 60, "J": 40}
    for rank, each in worth.items():
        free = [c for c in lying if c.card.rank.value == rank and not served.level(c, "fours")]
        points += each * min(len(free) // 4, sum(c in deal.fresh for c in free))
    found = possible(lying, dict(served.levels))
    return points, {(kind.key, tuple(card.card.text for card in chosen)) for kind, chosen in found}


@pytest.mark.parametrize("packs", ["two", "three"])
def test_f5_44_the_best_order_pays_as_much_as_any(packs: str) -> None:
    compared = 0
    for seed in range(8):
        rng = random.Random(seed)
        for step in random_match(TWO, TWO.options({"packs": packs}), 0, seed):
            if not isinstance(step.after, Declaring) or rng.random() < 0.3:
                continue
            seat = step.after.deal.turn
            lies = scoring.lying(step.after.match.variant, step.after.deal, seat)
            points, found = reference(step.after, seat)
            best = scoring.best_order(lies)
            assert sum(scoring.points_of(lies, each) for each in best) == points
            mine = {
                (kind.key, tuple(c.card.text for c in cards)) for kind, cards in scoring.combinations(lies)
            }
            assert mine <= found
            fours = ("aces", "kings", "queens", "knaves")
            assert {each for each in found if each[0] not in fours} <= mine
            assert {key for key, _ in mine} == {key for key, _ in found}
            compared += 1
    assert compared > 100


def may_declare(state: Declaring, seat: int, kind: Meld, cards: tuple[Named, ...]) -> bool:
    try:
        TWO.verify(state, seat, Declare(kind.key, cards))
    except RuleError:
        return False
    return True


def test_f5_44_every_choice_of_like_cards_may_be_declared_and_no_other() -> None:
    accepted = refused = unlisted = 0
    for seed in range(4):
        rng = random.Random(seed)
        for step in random_match(TWO, TWO.options({"packs": "three"}), 0, seed):
            state = step.after
            if not isinstance(state, Declaring) or rng.random() < 0.8:
                continue
            deal, variant, seat = state.deal, state.match.variant, state.deal.turn
            served, held = Served.by(deal.declarations, seat), Sorted.of(deal.open_cards[seat])
            for kind in variant.kinds(deal.trump):
                for cards in kind.material.found(held, deal.trump if kind.trumps_only else None):
                    fresh = any(named in deal.fresh for named in cards)
                    free = all(served.level(named, kind.group) < kind.level for named in cards)
                    assert may_declare(state, seat, kind, cards) == (fresh and free)
                    accepted += fresh and free
                    refused += not (fresh and free)
                    unlisted += fresh and free and Declare(kind.key, cards) not in TWO.legal(state, seat)
    assert min(accepted, refused, unlisted) > 100


def test_every_card_that_counts_lies_open_with_a_number_of_its_own() -> None:
    told: list[Event] = []
    for step in random_match(TWO, TWO.options({}), 0, 3):
        told += step.events
        if not isinstance(step.after, Playing | Declaring):
            continue
        deal = step.after.deal
        lying = [named for cards in deal.open_cards for named in cards]
        taken = sum(1 for trick in deal.tricks for card in trick.pieces if card.text[0] in "AKQJ")
        tens = sum(
            1
            for trick in deal.tricks
            for card in trick.pieces
            if card.rank.value == "T" and card.suit is deal.trump
        )
        exchanged = len(lying) - taken - tens
        assert exchanged in (0, 1), "the turn-up, taken for a seven"
        assert len(set(lying)) == len(lying)
        assert all(named.index for named in lying)
        assert set(deal.fresh) & set(lying) <= set(deal.open_cards[deal.turn]) or deal.table
    assert any(isinstance(event, ev.SevenScored) and event.taken for event in told)
