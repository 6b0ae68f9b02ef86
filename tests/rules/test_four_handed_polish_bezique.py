"""Polish bezique for four (RULES F6; Cady, Four-handed Polish)."""

from itertools import combinations, product
from typing import Any

import pytest

from bot.rules.bezique import events as ev
from bot.rules.bezique.duels import Dueling
from bot.rules.bezique.polish import scoring
from bot.rules.bezique.state import Declaring, Over, Playing, Served
from bot.rules.errors import RuleError
from bot.rules.preliminaries.phases import Shuffle
from bot.rules.seats import FOUR_ALONE, FOUR_IN_PARTNERSHIP, Names
from tests.rules.play import random_match
from tests.rules.polish_hands import FOUR, TEXTS, can, dealt, do, labels, played, scored, won

TEXT = TEXTS[FOUR.key]
NAMES = Names(FOUR_IN_PARTNERSHIP, ("Ann", "Bob", "Cleo", "Dan"))
CLUBS: dict[str, Any] = {"trump": "C", "turn_up": "9C"}
"""Neither spades nor diamonds are trumps, so that queen of spades and knave of diamonds make bezique."""


def test_f6_51_four_packs_to_2000_or_five_to_3000() -> None:
    four, five = (FOUR.variant(FOUR.options({"packs": packs})) for packs in ("four", "five"))
    assert (len(four.pack), four.tricks, four.target) == (128, 32, 2000)
    assert (len(five.pack), five.tricks, five.target) == (160, 40, 3000)
    assert (len(five.pack) - 4 * five.hand) // 4 == 32, "rounds of drawing"
    assert four.kind("triple").points == 1500


def test_f6_51_with_partners_or_all_against_all() -> None:
    assert FOUR.seating(FOUR.options({})) == FOUR_IN_PARTNERSHIP
    assert FOUR.seating(FOUR.options({"manner": "alone"})) == FOUR_ALONE


def quadruple(points: tuple[int, int]) -> Any:
    """Ann's single and Cleo's triple bezique are joined."""
    state = won(FOUR, "QS 7D 7D 7D", "JD", "", "QS JD QS JD QS JD", points=points, **CLUBS)
    return do(FOUR, state, "declare quadruple QS/1 QS/2 QS/3 QS/4 JD/1 JD/2 JD/3 JD/4")


def test_f6_51_quadruple_bezique_wins_the_game() -> None:
    state, events = quadruple((0, 1990))
    assert isinstance(state, Over)
    assert state.winner == 0
    assert scored(events) == [("quadruple", 2000)]


def test_f6_51_quadruple_bezique_wins_even_against_more_points() -> None:
    state, _ = quadruple((0, 2600))
    assert isinstance(state, Over)
    assert (state.points, state.winner) == ((2000, 2600), 0)


def test_f6_52_l16_a_bezique_completed_by_a_card_won_is_joined_with_the_partners() -> None:
    state = won(FOUR, "QS 7D 7D 7D", "JD", "", "QS JD", **CLUBS)
    assert labels(FOUR, state)[0] == "Score everything: 540 (bezique 40, double bezique 500)"
    state, events = do(FOUR, state, "declare-all")
    assert scored(events) == [("bezique", 40), ("double", 500)]


def test_f6_52_l16_with_the_partners_double_it_makes_a_triple() -> None:
    state = won(FOUR, "QS 7D 7D 7D", "JD", "", "QS JD QS JD", **CLUBS)
    _, events = do(FOUR, state, "declare-all")
    assert scored(events) == [("bezique", 40), ("double", 500), ("triple", 1500)]


def test_f6_52_l16_queens_against_the_partners_knaves_make_nothing() -> None:
    assert isinstance(won(FOUR, "JD 7D 7D 7D", "JD JD", "", "QS QS QS", **CLUBS), Playing)
    assert isinstance(won(FOUR, "JD 7D 7D 7D", "", "", "QS QS QS JD", **CLUBS), Playing)


def test_f6_52_nothing_else_is_joined() -> None:
    assert isinstance(won(FOUR, "KC 7D 7D 7D", "", "", "QC AC TC JC KS KH KD", **CLUBS), Playing)
    state = won(FOUR, "KC 7D 7D 7D", "QC", "", "AC TC JC", **CLUBS)
    assert can(FOUR, state) == ["declare marriage KC/1 QC/1", "take"]


def test_f6_52_a_bezique_that_lay_there_before_is_not_added_to() -> None:
    lies = ["QS JD", "", "QS JD", ""]
    state = dealt(FOUR, lies, ["KH", "7D", "7D", "7D"], **CLUBS)
    assert isinstance(played(FOUR, state, "KH", "7D", "7D", "7D")[0], Playing)


def test_f6_52_what_has_served_in_a_double_is_of_use_in_a_triple_only_whoever_owns_it() -> None:
    double = [("double", "QS/1 QS/2 JD/2 JD/3", 0)]
    state = won(FOUR, "QS 7D 7D 7D", "JD", "", "QS QS JD JD", declared=double, **CLUBS)
    triple = "declare triple QS/1 QS/2 QS/3 JD/1 JD/2 JD/3"
    assert can(FOUR, state) == ["declare-all", "declare bezique QS/3 JD/1", triple, "take"]


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("declare double QS/2 QS/3 JD/1 JD/3", ""),
        ("declare double QS/1 QS/2 JD/1 JD/2", "not-fresh"),
        ("declare double QS/2 QS/3 JD/2 JD/3", "joined"),
        ("declare marriage KC/1 QC/1", "not-fresh"),
        ("declare bezique QS/3 JD/2", "joined"),
    ],
)
def test_f6_52_f5_44_beziques_of_the_partner_that_are_not_offered_are_joined_all_the_same(
    move: str, code: str
) -> None:
    # Before Ann lie QS/3, just won, and JD/1, before Cleo the others.
    state = won(FOUR, "QS 7D 7D 7D", "JD KC", "", "QS QS JD JD QC", **CLUBS)
    if not code:
        assert scored(do(FOUR, state, move)[1]) == [("double", 500)]
        return
    with pytest.raises(RuleError) as refusal:
        do(FOUR, state, move)
    assert refusal.value.code == code


def test_f6_52_the_partner_cannot_declare() -> None:
    state = won(FOUR, "QS 7D 7D 7D", "JD", "", "QS JD", **CLUBS)
    assert FOUR.to_act(state) == (0,)
    with pytest.raises(RuleError, match="Only the winner of the last trick"):
        FOUR.apply(state, 2, FOUR.parse("declare-all"))


def reference(state: Declaring, seat: int) -> int:
    """The most that beziques can score after a trick in the first manner, everything tried."""
    deal, variant = state.deal, state.match.variant
    served = Served.by(deal.declarations, variant.seating.side_of(seat))
    queen, knave = variant.bezique_pair(deal.trump)
    kinds = [kind for kind in variant.declarations if kind.group == "beziques"]
    known: dict[Any, int] = {}

    def chosen(levels: dict[Any, int], level: int, number: int) -> Any:
        own = deal.open_cards[seat]
        partner = deal.open_cards[(seat + 2) % 4]
        for mine in range(1, number + 1):
            lots = [
                combinations([c for c in lot if c.card.text == name and levels.get(c, 0) < level], size)
                for lot, size in ((own, mine), (partner, number - mine))
                for name in (queen, knave)
            ]
            for parts in product(*lots):
                if any(card in deal.fresh for card in (*parts[0], *parts[1])):
                    yield [card for part in parts for card in part]

    def most(levels: dict[Any, int]) -> int:
        key = frozenset(levels.items())
        if key not in known:
            known[key] = max(
                (
                    kind.points + most({**levels, **dict.fromkeys(cards, kind.level)})
                    for kind in kinds
                    for cards in chosen(levels, kind.level, kind.level)
                ),
                default=0,
            )
        return known[key]

    return most({named: level for (named, group), level in served.levels.items() if group == "beziques"})


def test_f6_52_joined_beziques_pay_as_much_as_any_order_of_them() -> None:
    compared = 0
    for seed in range(6):
        for step in random_match(FOUR, FOUR.options({}), 0, seed):
            if not isinstance(step.after, Declaring) or not step.after.deal.draws:
                continue
            seat = step.after.deal.turn
            lies = scoring.lying(step.after.match.variant, step.after.deal, seat)
            best = [each for each in scoring.best_order(lies) if each[0].group == "beziques"]
            assert sum(scoring.points_of(lies, each) for each in best) == reference(step.after, seat)
            compared += bool(best)
    assert compared > 5


def duels(hands: list[str], points: tuple[int, int], opened: tuple[str, ...] = ("",) * 4, **rest: Any) -> Any:
    """The last cards, Ann leading to Bob and Cleo to Dan."""
    state = dealt(FOUR, opened, hands, stock=0, turn_up=None, points=points, **{"trump": "C", **rest})
    return FOUR.play_on(state.match, state.deal)


def play(state: Any, *moves: str) -> tuple[Any, list[Any]]:
    """Moves by seats, `0 play KH`."""
    told: list[Any] = []
    for text in moves:
        seat, _, move = text.partition(" ")
        state, events = FOUR.apply(state, int(seat), FOUR.parse(move))
        told += events
    return state, told


def test_f6_52_in_the_last_eight_the_partners_part() -> None:
    for step in random_match(FOUR, FOUR.options({}), 0, 2):
        parted = [event for event in step.events if isinstance(event, ev.Parted)]
        if parted:
            assert isinstance(step.after, Dueling)
            first = step.after.deal.turn
            assert parted[0].duels == ((first, (first + 1) % 4), ((first + 2) % 4, (first + 3) % 4))
            return
    raise AssertionError("no hand was played so far")


def test_f6_52_each_declares_in_the_own_duel_and_the_side_scores() -> None:
    state = duels(["KH", "7D", "KS", "7D"], (0, 0), ("QH", "", "", ""))
    state, _ = play(state, "0 play KH", "1 play 7D")
    assert {str(move) for move in FOUR.legal(state, 0)} == {"declare marriage KH/1 QH/1", "take"}
    state, _ = play(state, "0 declare marriage KH/1 QH/1")
    assert state.deal.made == (20, 0)


def test_f6_52_the_partners_beziques_are_added_in_the_duels_too() -> None:
    state = duels(["QS", "7D", "KS", "7D"], (0, 0), ("JD", "", "QS JD", ""))
    state, _ = play(state, "0 play QS", "1 play 7D")
    _, events = play(state, "0 declare-all")
    assert scored(events) == [("bezique", 40), ("double", 500)]


def test_f6_52_amb_f7_or_all_four_play_on() -> None:
    for options in ({"part": "together"}, {"manner": "common"}, {"manner": "alone"}):
        steps = list(random_match(FOUR, FOUR.options(options), 0, 2))
        assert not any(isinstance(step.after, Dueling) for step in steps)
        assert any(isinstance(event, ev.StockOut) for step in steps for event in step.events)


def test_f6_53_a_duel_waits_until_the_other_has_as_many_tricks() -> None:
    state = duels(["AH KH", "7D 8D", "AS KS", "7S 8S"], (0, 0))
    assert FOUR.to_act(state) == (0, 2)
    state, _ = play(state, "0 play AH", "1 play 7D")
    assert FOUR.to_act(state) == (2,)
    assert FOUR.legal(state, 0) == ()
    with pytest.raises(RuleError, match="Wait for the other two"):
        FOUR.apply(state, 0, FOUR.parse("play KH"))
    state, _ = play(state, "2 play AS", "3 play 7S")
    assert FOUR.to_act(state) == (0, 2)


def test_f6_53_a_declaration_is_waited_for_as_well() -> None:
    state = duels(["AH KH", "7D 8D", "KS 9S", "7S 8S"], (0, 0), ("", "", "QS", ""))
    state, _ = play(state, "0 play AH", "1 play 7D", "2 play KS", "3 play 7S")
    assert FOUR.to_act(state) == (2,)
    state, _ = play(state, "2 take")
    assert FOUR.to_act(state) == (0, 2)


def test_f6_53_whoever_reaches_the_target_by_the_lower_trick_wins() -> None:
    # Ann reaches it in the first trick of her duel; Dan could only in the second of his.
    state = duels(["AH 7H", "7D 8D", "7S 8S", "9S AS"], (1990, 1990))
    state, _ = play(state, "0 play AH", "1 play 7D", "2 play 7S")
    assert isinstance(state, Dueling), "the other two finish the trick of that number"
    state, _ = play(state, "3 play 9S")
    assert isinstance(state, Over)
    assert (state.points, state.winner) == ((2000, 1990), 0)


def test_f6_53_if_both_do_by_the_same_trick_the_larger_surplus_wins() -> None:
    state = duels(["AH 7H", "7D 8D", "TS 8S", "AS 9S"], (1990, 1995))
    state, _ = play(state, "0 play AH", "1 play 7D", "2 play TS", "3 play AS")
    assert isinstance(state, Over)
    assert (state.points, state.winner) == ((2000, 2015), 1)


def test_f6_53_gap_f5_equal_scores_make_the_game_void() -> None:
    state = duels(["AH 7H", "7D 8D", "8S 9H", "AS 9S"], (1990, 1990))
    state, events = play(state, "0 play AH", "1 play 7D", "2 play 8S", "3 play AS")
    (game,) = [event for event in events if isinstance(event, ev.GameWon)]
    assert (game.points, game.winner) == ((2000, 2000), None)
    assert isinstance(state, Shuffle), "it is played again"


def test_f6_53_before_the_partners_part_the_first_to_reach_it_wins_at_once() -> None:
    state = won(FOUR, "KC 7D 7D 7D", "QC", points=(1970, 1990), **CLUBS)
    state, _ = do(FOUR, state, "declare marriage KC/1 QC/1")
    assert isinstance(state, Over)
    assert state.winner == 0


def test_f6_54_open_cards_are_common_for_every_combination() -> None:
    state = won(FOUR, "KC 7D 7D 7D", "", "", "QC AC TC JC", manner="common", **CLUBS)
    _, events = do(FOUR, state, "declare-all")
    assert scored(events) == [("marriage", 40), ("sequence", 250)]
    state = won(FOUR, "JD 7D 7D 7D", "JD JD", "", "QS QS QS", manner="common", **CLUBS)
    _, events = do(FOUR, state, "declare-all")
    assert scored(events) == [("bezique", 40), ("double", 500), ("triple", 1500)]


def test_f6_54_the_adversaries_cards_are_not_common() -> None:
    assert isinstance(won(FOUR, "KC 7D 7D 7D", "", "QC", manner="common", **CLUBS), Playing)


def test_f6_54_the_table_says_what_the_side_would_score_with_one_more_card() -> None:
    lies = ["KC", "", "AC TC QC JC", ""]
    common = TEXT.scene(FOUR.view(dealt(FOUR, lies, [""] * 4, manner="common", **CLUBS), None), NAMES).facts
    own = TEXT.scene(FOUR.view(dealt(FOUR, lies, [""] * 4, **CLUBS), None), NAMES).facts
    assert any(fact.startswith("Wanted by Ann and Cleo: ") for fact in common)
    assert "Wanted by Cleo: K\N{NO-BREAK SPACE}♣ for 290" in own
    assert "Wanted by Ann: Q\N{NO-BREAK SPACE}♣ for 40" in own


def test_f6_51_alone_nobody_has_a_partner_to_add_to() -> None:
    state = won(FOUR, "QS 7D 7D 7D", "JD", "", "QS JD", manner="alone", **CLUBS)
    assert can(FOUR, state) == ["declare bezique QS/2 JD/1", "take"]


def test_f6_54_a_press_that_scores_too_much_to_list_says_how_much_it_is() -> None:
    lies = ("AC TC QC JC KS KH KD", "", "AS AH AD QS JD JD JH JS", "")
    state = won(FOUR, "KC QS JD 7D", *lies, manner="common", **CLUBS)
    view = FOUR.view(state, 0)
    everything, *others = labels(FOUR, state)
    assert everything == "Score everything: 1,010 (8 declarations)"
    assert TEXT.describe_move(view, view.legal[0], NAMES).words == (
        "score everything, 1,010: four kings 80, royal marriage in clubs 40, sequence in clubs 250, "
        "marriage in spades 20, bezique 40, bezique 40, double bezique 500 and four knaves 40"
    )
    assert "Bezique: 40" in others
    assert "Bezique: 40 (Q♠ just won, J♦)" in others
