"""Bezique for four: RULES F3. The duels of the last tricks are in `test_bezique_duels.py`, too."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from bot.rules.bezique import events as ev
from bot.rules.bezique.duels import Dueling
from bot.rules.bezique.state import Deal, Playing
from bot.rules.events import Scored
from bot.rules.game import Chance
from bot.rules.records.history import History, Undo
from tests.rules.play import random_match, refuses
from tests.rules.several_hands import FOUR, TEXTS, can, do, names_of, only, shown, table

BEZIQUES = (shown(FOUR, "bezique", "QS/1 JD/1"), shown(FOUR, "bezique", "QS/2 JD/2"))
DOUBLE = "declare double QS/1 QS/2 JD/1 JD/2"


def dealt(**options: Any) -> Deal:
    for step in random_match(FOUR, FOUR.options(options), 3, 1, most=4):
        if isinstance(step.after, Playing):
            return step.after.deal
    raise AssertionError("nothing was dealt")


@pytest.mark.parametrize("partners", ["partners", "alone"])
def test_f3_25_four_packs_eight_cards_each_and_24_rounds_of_drawing(partners: str) -> None:
    due = FOUR.to_act(FOUR.begin(FOUR.options({"partners": partners}), 3))
    assert isinstance(due, Chance)
    assert due.take == 128
    assert set(Counter(due.pieces).values()) == {4}
    deal = dealt(partners=partners)
    assert [len(hand) for hand in deal.hands] == [8, 8, 8, 8]
    assert deal.turn == 0
    assert (len(deal.stock), deal.turn_up is not None) == (95, True)
    for step in random_match(FOUR, FOUR.options({"partners": partners}), 3, 2, most=300):
        for event in step.events:
            if isinstance(event, ev.StockOut):
                assert isinstance(step.after, Playing | Dueling)
                assert len(step.after.deal.tricks) == 24
                assert (event.tricks, event.taker) == (8, (event.leader - 1) % 4)
                return
    raise AssertionError("the stock was never out")


def test_f3_25_partners_face_each_other_or_each_plays_alone() -> None:
    assert FOUR.partnerships
    assert FOUR.seating(FOUR.options({})).sides == ((0, 2), (1, 3))
    assert FOUR.seating(FOUR.options({"partners": "alone"})).sides == ((0,), (1,), (2,), (3,))


def test_f3_25_a_double_may_be_scored_twice_with_different_cards() -> None:
    first = shown(FOUR, "double", "QS/1 QS/2 JD/1 JD/2")
    state = table(FOUR, "QS/1 QS/2 JD/1 JD/2 QS QS JD JD", declared=(first,))
    doubles = {move for move in can(FOUR, state, 0) if "double" in move}
    assert doubles == {"declare double QS QS JD JD"}
    _, events = do(FOUR, state, (0, "declare double QS QS JD JD"))
    assert only(events, ev.Declared).points == 500


def test_f3_25_amb_f15_a_quadruple_scores_only_by_a_house_rule() -> None:
    hand = "QS QS QS QS JD JD JD JD"
    assert not [move for move in can(FOUR, table(FOUR, hand), 0) if "quadruple" in move]
    state = table(FOUR, hand, quadruple=True, points=(0, 1990), out="play-on")
    _, events = do(FOUR, state, (0, "declare quadruple QS QS QS QS JD JD JD JD"))
    assert only(events, ev.Declared).total == (4500, 1990)


def test_f3_26_both_partners_may_declare_the_winner_of_the_trick_first() -> None:
    state = table(FOUR, "KH QH AS", "KS QS AC", "QC QD QH QS", "KD QD AC", turn=2)
    assert FOUR.to_act(state) == (2, 0)
    assert can(FOUR, state, 2) == {"declare queens QS QH QC QD", "take"}
    assert can(FOUR, state, 0) == {"declare marriage KH QH", "take"}
    for adversary in (1, 3):
        assert can(FOUR, state, adversary) == set()
        refuses("Only the winner", do, FOUR, state, (adversary, "declare marriage KS QS"))
    _, events = do(FOUR, state, (0, "declare marriage KH QH"))
    declared = only(events, ev.Declared)
    assert (declared.seat, declared.side, declared.total) == (0, 0, (40, 0))


def test_f3_26_each_has_declared_a_bezique_and_either_makes_the_double_of_them() -> None:
    hands = ("QS/1 JD/1 AS AC", "7S", "QS/2 JD/2 TS TC", "7C")
    for winner in (0, 2):
        state = table(FOUR, *hands, declared=BEZIQUES, turn=winner)
        for seat in (0, 2):
            assert DOUBLE in can(FOUR, state, seat)
            after, events = do(FOUR, state, (seat, DOUBLE))
            declared = only(events, ev.Declared)
            assert (declared.seat, declared.points, declared.total) == (seat, 500, (500, 0))
            held = [sum(named.index > 0 for named in hand) for hand in after.deal.hands]
            assert held == [2, 0, 2, 0], "the cards stay with their owners"


def test_f3_26_ones_own_cards_are_joined_with_the_partners_declared_ones() -> None:
    kings = shown(FOUR, "kings", "KS/1 KH/1 KC/1 KD/1")
    state = table(FOUR, "QH QC AS", "7S", "KS/1 KH/1 KC/1 KD/1", declared=(kings,))
    assert can(FOUR, state, 0) == {"declare marriage KH/1 QH", "declare marriage KC/1 QC", "take"}
    after, events = do(FOUR, state, (0, "declare marriage KH/1 QH"))
    assert only(events, ev.Declared).points == 40, "in trumps"
    assert "KH/1" in {str(named) for named in after.deal.hands[2]}
    lying = {str(named) for hand in FOUR.view(after, 1).declared for named in hand}
    assert {"QH/1", "KH/1"} <= lying


def test_f3_26_it_is_said_which_cards_are_the_partners() -> None:
    kings = shown(FOUR, "kings", "KS/1 KH/1 KC/1 KD/1")
    state = table(FOUR, "QH QC KD AS", "7S", "KS/1 KH/1 KC/1 KD/1 QD", declared=(kings,))
    view, text = FOUR.view(state, 0), TEXTS[FOUR]
    joined = text.describe_move(view, FOUR.parse("declare marriage KH/1 QH"), names_of(FOUR))
    assert joined.label == "Royal marriage in hearts: 40, joining K♥"
    assert joined.words == ("declare royal marriage in hearts for 40, joining your partner's king of hearts")
    own = table(FOUR, "QH KH AS", "7S", "KS/1 KC/1")
    alone = text.describe_move(FOUR.view(own, 0), FOUR.parse("declare marriage KH QH"), names_of(FOUR))
    assert alone.label == "Royal marriage in hearts: 40"


def test_f3_26_cards_in_the_partners_hand_or_played_already_cannot_be_joined() -> None:
    kings = shown(FOUR, "kings", "KS/1 KH/1 KC/1 KD/1")
    state = table(FOUR, "QH QC AS", "7S", "KS/1 KC/1 KD KS", declared=(kings,), asked=True)
    assert can(FOUR, state, 0) == {"declare marriage KC/1 QC", "take"}
    for cards in ("KH/1 QH", "KH QH"):
        refuses("do not hold all", do, FOUR, state, (0, f"declare marriage {cards}"))


def test_f3_26_an_adversarys_declared_cards_cannot_be_joined() -> None:
    kings = shown(FOUR, "kings", "KS/1 KH/1 KC/1 KD/1", side=1)
    state = table(FOUR, "QH QC AS", "KS/1 KH/1 KC/1 KD/1", asked=True, declared=(kings,))
    assert can(FOUR, state, 0) == {"take"}


def test_f3_26_one_card_at_least_is_ones_own() -> None:
    queens = shown(FOUR, "queens", "QS/1 QH/1 QC/1 QD/1")
    kings = shown(FOUR, "kings", "KS/1 KH/1 KC/1 KD/1")
    partner = "QS/1 QH/1 QC/1 QD/1 KS/1 KH/1 KC/1 KD/1"
    state = table(FOUR, "AS AC", "7S", partner, declared=(queens, kings), asked=True)
    assert can(FOUR, state, 0) == {"take"}
    assert "declare marriage KH/1 QH/1" in can(FOUR, state, 2)
    refuses("at least must be your own", do, FOUR, state, (0, "declare marriage KH/1 QH/1"))


def test_f3_26_what_a_card_has_served_for_counts_whoever_owns_it() -> None:
    marriage = shown(FOUR, "marriage", "KH/1 QH/1")
    state = table(FOUR, "QH AS", "7S", "KH/1 QH/1 AC", declared=(marriage,), asked=True)
    assert can(FOUR, state, 0) == {"take"}
    refuses("served in that class already", do, FOUR, state, (0, "declare marriage KH/1 QH"))


def test_f3_26_gap_f3_a_side_scores_one_declaration_for_a_trick() -> None:
    state = table(FOUR, "KH QH AS", "7S", "QC QD QH QS")
    after, _ = do(FOUR, state, (2, "declare queens QS QH QC QD"))
    assert FOUR.to_act(after) == (0,)
    assert "declare marriage KH QH" in can(FOUR, after, 0), "to be scored later"
    after, events = do(FOUR, after, (0, "declare marriage KH QH"))
    assert not only(events, ev.Declared).scored
    assert after.deal.made == (60, 0)
    again = table(FOUR, "KH QH AS", "7S", "QC QD QH QS")
    after, _ = do(FOUR, again, (0, "declare marriage KH QH"))
    assert FOUR.to_act(after) == (0,), "the partner could only show, and is not asked"


def test_f3_26_gap_f3_what_is_kept_may_be_scored_by_either_partner() -> None:
    kept = shown(FOUR, "marriage", "KH/1 QH/1", status="to score")
    state = table(FOUR, "KH/1 QH/1 AS", "7S", "AC TC", declared=(kept,), turn=2)
    assert "score marriage KH/1 QH/1" in can(FOUR, state, 0) & can(FOUR, state, 2)
    _, events = do(FOUR, state, (2, "score marriage KH/1 QH/1"))
    assert only(events, ev.Declared).total == (40, 0)


def test_f3_26_gap_f11_all_draw_once_both_partners_have_done() -> None:
    state = table(FOUR, "KH QH AS", "7S", "QC QD QH QS", "7C")
    after, events = do(FOUR, state, (0, "take"))
    assert events == []
    assert FOUR.to_act(after) == (2,), "the partner has something to score"
    refuses("have done with it", do, FOUR, after, (0, "declare marriage KH QH"))
    drawn, events = do(FOUR, after, (2, "take"))
    assert only(events, ev.Drawn).stock == 26
    assert (FOUR.to_act(drawn), drawn.deal.leader) == ((0,), 0)
    declared, events = do(FOUR, after, (2, "declare queens QS QH QC QD"))
    assert FOUR.to_act(declared) == (0,)
    assert isinstance(declared, Playing), "the winner had done, so all have drawn"
    first, events = do(FOUR, state, (2, "take"))
    assert FOUR.to_act(first) == (0,)
    _, events = do(FOUR, first, (0, "declare marriage KH QH"))
    assert any(isinstance(event, ev.Drawn) for event in events)


def test_f3_26_gap_f11_by_the_option_nobody_waits_for_a_partner_who_has_nothing_to_score() -> None:
    state = table(FOUR, "KH QH AS", "7S", "8D 9D TD", asked=True, partner_asked=False)
    assert FOUR.to_act(state) == (0,)
    refuses("nothing to declare", do, FOUR, state, (2, "take"))
    assert isinstance(do(FOUR, state, (0, "take"))[0], Playing)


@pytest.mark.parametrize("asked", [False, True])
def test_f3_26_gap_f11_the_winner_may_lay_down_more_after_the_partner_has_scored(asked: bool) -> None:
    state = table(FOUR, "QH AS", "7S", "KH KS KD KC", "7C", asked=asked, partner_asked=False)
    assert FOUR.to_act(state) == ((0, 2) if asked else (2,)), "without the kings there is no marriage"
    state, _ = do(FOUR, state, (2, "declare kings KH KS KD KC"))
    assert FOUR.to_act(state) == (0,)
    assert can(FOUR, state, 0) == {"declare marriage KH/1 QH", "take"}
    state, events = do(FOUR, state, (0, "declare marriage KH/1 QH"), *[(0, "take")] * asked)
    assert not only(events, ev.Declared).scored
    assert isinstance(state, Playing), "all have drawn"


def test_f3_26_gap_f11_a_winner_with_nothing_to_lay_down_is_not_asked_after_the_partner() -> None:
    state = table(FOUR, "9H AS", "7S", "KH KS KD KC", "7C", partner_asked=False)
    state, _ = do(FOUR, state, (2, "declare kings KH KS KD KC"))
    assert isinstance(state, Playing)


def test_f3_26_gap_f11_being_asked_does_not_tell_whether_the_partner_has_something() -> None:
    nothing = table(FOUR, "KH QH AS", "7S", "8D 9D TD", asked=True)
    something = table(FOUR, "KH QH AS", "7S", "QC QD QH QS", asked=True)
    for state in (nothing, something):
        assert FOUR.to_act(state) == (0, 2)
        after, events = do(FOUR, state, (0, "take"))
        assert (FOUR.to_act(after), events) == ((2,), [])
        after, _ = do(FOUR, state, (2, "take"))
        assert FOUR.to_act(after) == (0,)
        after, _ = do(FOUR, state, (0, "declare marriage KH QH"))
        assert FOUR.to_act(after) == (0,), "all know that the partner can score nothing more"
    besides = table(FOUR, "KH QH AS", "7S", "8D 9D TD", asked=True, seven=True)
    after, _ = do(FOUR, besides, (0, "declare marriage KH QH"))
    assert FOUR.to_act(after) == (0, 2), "but a seven"
    assert can(FOUR, after, 2) == {"take"}


def test_f3_26_the_partner_may_exchange_the_seven() -> None:
    state = table(FOUR, "AS AC", "7S", "7H 8D", "7C")
    assert can(FOUR, state, 2) == {"exchange", "take"}
    after, events = do(FOUR, state, (2, "exchange"))
    assert only(events, ev.SevenScored).total == (10, 0)
    assert isinstance(after, Playing)
    besides = table(FOUR, "KH QH AS", "7S", "7H 8D KH QH", "7C", seven=True)
    after, _ = do(FOUR, besides, (0, "declare marriage KH QH"))
    assert can(FOUR, after, 2) == {"exchange", "take"}, "besides the declaration, and nothing to be kept"


def test_f3_26_each_is_asked_in_words_of_their_own() -> None:
    names, text = names_of(FOUR), TEXTS[FOUR]
    state = table(FOUR, "KH QH AS", "7S", "QC QD QH QS")
    winner, partner = (text.scene(FOUR.view(state, seat), names) for seat in (0, 2))
    assert winner.prompt == "You won the trick: declare something, or draw."
    assert partner.prompt == "Ann won the trick for you: declare something, or nothing."
    assert [choice.label for choice in winner.choices] == ["Royal marriage in hearts: 40", "Draw a card"]
    assert [choice.label for choice in partner.choices] == ["Four queens: 60", "Declare nothing"]
    state = table(FOUR, "KH QH AS", "7S", "8D 9D TD", asked=True)
    partner = text.scene(FOUR.view(state, 2), names)
    assert partner.prompt == "Ann won the trick for you; you have nothing to declare."
    assert [choice.label for choice in partner.choices] == ["Declare nothing"]


@pytest.mark.parametrize("part", [True, False])
def test_f3_27_amb_f7_partners_part_for_the_last_eight_tricks_unless_they_agree_not_to(part: bool) -> None:
    hands = ("AS KS", "QS 7S", "AC KC", "QC 7C")
    state = table(FOUR, *hands, stock=0, turn_up=None, turn=1, part=part)
    after, events = FOUR.drawn(state.match, state.deal, ())
    assert isinstance(after, Dueling) == part
    if not part:
        assert events == ()
        assert FOUR.to_act(after) == (1,)
        return
    assert FOUR.to_act(after) == (1, 3), "the winner of the last trick, and the partner"
    assert only(events, ev.Parted).duels == ((1, 2), (3, 0))


def test_f3_27_gap_f4_the_last_trick_of_each_duel_scores_10() -> None:
    hands = ("AS", "9S", "9C", "KC")
    state = table(FOUR, *hands, stock=0, turn_up=None)
    after, _ = FOUR.drawn(state.match, state.deal, ())
    after, events = do(FOUR, after, (0, "play AS"), (2, "play 9C"), (3, "play KC"), (1, "play 9S"))
    last = [event for event in events if isinstance(event, ev.TrickTaken)]
    assert [(event.trick.seats, event.points) for event in last] == [((2, 3), 10), ((0, 1), 20)]
    assert only(events, ev.HandScored).points == (20, 10)
    text, names = TEXTS[FOUR], names_of(FOUR)
    assert "Cleo 9♣ · Dan K♣" in text.describe_event(last[0], names)


def test_f3_28_with_no_partners_each_in_turn_beats_the_best_card_so_far() -> None:
    hands = ("AS KS", "QS TS", "AS 7S 9H", "8H 9H 7D")
    options: dict[str, Any] = {"stock": 0, "turn_up": None, "winner": False, "partners": "alone"}
    state = table(FOUR, *hands, turn=2, played="KS TS", **options)
    assert can(FOUR, state, 2) == {"play AS"}
    state, _ = do(FOUR, state, (2, "play AS"))
    assert can(FOUR, state, 3) == {"play 9H", "play 8H"}
    state = table(FOUR, *hands, turn=3, played="8S 7S 8H", **options)
    assert can(FOUR, state, 3) == {"play 9H"}, "overtrump"
    state = table(FOUR, *hands, turn=3, played="8S 7S TH", **options)
    assert can(FOUR, state, 3) == {"play 9H", "play 8H", "play 7D"}, "no trump wins: anything"


def test_f3_28_with_no_partners_only_the_winner_declares_and_joins_nothing() -> None:
    kings = shown(FOUR, "kings", "KS/1 KH/1 KC/1 KD/1", side=2, partners="alone")
    hands = ("QH QC AS", "7S", "KS/1 KH/1 KC/1 KD/1 QD")
    state = table(FOUR, *hands, declared=(kings,), partners="alone", asked=True)
    assert FOUR.to_act(state) == (0,)
    assert can(FOUR, state, 0) == {"take"}


def test_a_declaration_is_taken_back_with_what_the_partner_did_after_it() -> None:
    state = table(FOUR, "KH QH AS", "7S", "QC QD QH QS")
    begun = History.begin(FOUR, FOUR.options({"asked": False}), 3)
    history = replace(begun, position=replace(begun.position, state=state))
    for seat, move in ((2, "declare queens QS QH QC QD"), (0, "declare marriage KH QH")):
        history = history.apply(seat, history.parse(move)).history
    assert [made.seat for made in history.undoable(2)] == [2, 0]
    assert history.apply(2, Undo()).history.state == state
    one_back = history.apply(0, Undo()).history
    assert one_back.state.deal.made == (60, 0)
    assert can(FOUR, one_back.state, 0) >= {"declare marriage KH QH", "take"}


def test_partners_win_in_the_plural() -> None:
    text, names = TEXTS[FOUR], names_of(FOUR)
    state = table(FOUR, "KH QH AS", "7S", "AC", points=(1960, 0))
    state, events = do(FOUR, state, (0, "declare marriage KH QH"))
    assert text.describe_event(only(events, ev.GameWon), names) == "Ann and Cleo win game 1, 2,000 to 0."
    assert text.scene(FOUR.view(state, None), names).title == "Ann and Cleo have won the game"
    sheet = text.result(tuple(event for event in events if isinstance(event, Scored)), names, events)
    assert sheet is not None
    assert sheet.headline == "Ann and Cleo win the game, 2,000 to 0."
