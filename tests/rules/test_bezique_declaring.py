"""Declaring in bezique: the seven, the re-use rule and pending scores (RULES F1.11-14 and F1.21)."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.bezique import events as ev
from bot.rules.bezique.declaring import is_unspent_seven
from bot.rules.bezique.moves import Declare, PlayHeld
from bot.rules.bezique.named import read_named
from bot.rules.bezique.state import Declaring, Playing
from bot.rules.cards import Rank, Suit, parse
from bot.rules.errors import NotationError
from bot.rules.game import Chance
from bot.rules.moves import Move
from tests.rules.bezique_hands import GAME, can, do, only, say, scene, shown, table, to_score, won_another
from tests.rules.play import Taken, chance_move, refuses


def test_f1_11_the_seven_is_exchanged_for_the_turn_up() -> None:
    state, events = do(table("7H KS 8D", turn_up="AH"), 0, "exchange")
    assert state.points == (10, 0)
    assert state.deal
    assert parse("AH") in {named.card for named in state.deal.hands[0]}
    assert state.deal.turn_up
    assert state.deal.turn_up is parse("7H")
    assert say(only(events, ev.SevenScored)) == "Ann exchanges 7♥ for A♥: +10, now 10."


def test_f1_11_a_second_seven_is_shown_for_ten() -> None:
    start = table("7H KS 8D", turn_up="7H")
    assert can(start) == {"seven", "take"}
    state, _ = do(start, 0, "seven")
    assert state.points == (10, 0)
    assert can(won_another(state)) == {"take"}, "and only once"
    assert not GAME.view(state, 1).declared[0], "it is shown, not laid out"


def test_f1_11_a_seven_of_another_suit_scores_nothing() -> None:
    assert can(table("7S KS 8D")) == {"take"}
    seven, other = read_named("7H"), read_named("7S")
    found = [is_unspent_seven(one, Suit.HEARTS, ()) for one in (seven, other)]
    assert found == [True, False]
    assert not is_unspent_seven(seven, None, ()), "before there are trumps"


def test_f1_11_amb_f2_the_seven_is_scored_alone_or_besides() -> None:
    alone, _ = do(table("7H KS QS 8D"), 0, "declare marriage KS QS")
    assert isinstance(alone, Playing), "nothing more may be scored, so both have drawn"
    besides, _ = do(table("7H KS QS 8D", seven="besides"), 0, "declare marriage KS QS")
    assert can(besides) == {"exchange", "take"}
    besides, _ = do(besides, 0, "exchange")
    assert besides.points == (30, 0)
    first, _ = do(table("7H KS QS 8D"), 0, "exchange")
    assert first.points == (10, 0)
    assert "declare marriage KS QS" in can(first), "it may be shown, to score later"


def test_f1_12_only_after_winning_a_trick() -> None:
    state = table("KS QS 7D", "KD QD 8D", playing=True)
    refuses("A card is to be played", do, state, 0, "declare marriage KS QS")
    refuses("Only the winner", do, table("KS QS 7D"), 1, "declare marriage KD QD")


def test_f1_12_one_is_scored_and_others_are_kept_to_score() -> None:
    state, events = do(table("KS QS KD QD KC 7D"), 0, "declare marriage KS QS", "declare marriage KD QD")
    first, second = [event for event in events if isinstance(event, ev.Declared)]
    assert (first.scored, second.scored) == (True, False)
    assert state.points == (20, 0)
    assert to_score(state) == [20]
    assert say(second) == "Ann shows marriage in diamonds, K♦ Q♦: 20 to score."


def test_f0_5_declared_cards_lie_open_and_can_be_played() -> None:
    state, _ = do(table("KS QS KD 7D 8D"), 0, "declare marriage KS QS")
    assert {str(name) for name in GAME.view(state, 1).declared[0]} == {"KS/1", "QS/1"}
    assert "play KS/1" in can(state)
    assert "Ann's declared cards" in [row.title for row in scene(state, None).rows]


def test_what_cannot_be_declared_is_refused_with_the_reason() -> None:
    state = table("KS QS KD QH AS TS JS 7D", trump="H")
    for move, reason in (
        ("declare marriage KS QH", "Those cards do not make a 'marriage'"),
        ("declare kings KS KD KS KD", "You do not hold all"),
        ("declare sequence AS TS KS QS JS", "Only a sequence in trumps"),
        ("score marriage KS QS", "no such declaration left to score"),
        ("exchange", "no seven of trumps"),
    ):
        refuses(reason, do, state, 0, move)
    for text in ("declare marriage", "declare flush KS QS", "play KS/", "play KS/x", "play KS/9", "take 3"):
        with pytest.raises(NotationError):
            GAME.parse(text)


def test_f1_13_a_card_is_never_in_two_marriages() -> None:
    state, _ = do(table("KS QS QS 7D"), 0, "declare marriage KS QS")
    refuses("has served in that class", do, won_another(state), 0, "declare marriage KS/1 QS")
    assert can(won_another(state)) == {"take"}


def test_f1_13_a_card_is_never_in_two_fours() -> None:
    state, _ = do(table("KS KH KD KC KS 7D"), 0, "declare kings KS KH KD KC")
    assert not any(move.startswith("declare kings") for move in can(won_another(state)))


def test_f1_13_between_classes_there_is_no_restriction() -> None:
    state, _ = do(table("KS QS KH KD KC JD QS 7D"), 0, "declare marriage KS QS")
    state, _ = do(won_another(state), 0, "declare kings KS/1 KH KD KC")
    state, _ = do(won_another(state), 0, "declare bezique QS/1 JD")
    assert state.points == (20 + 80 + 40, 0)


def test_l13_f1_13_single_single_double_make_580() -> None:
    state, _ = do(table("QS JD QS JD 7C 8C"), 0, "declare bezique QS JD")
    state, _ = do(won_another(state), 0, "declare bezique QS JD")
    state, _ = do(won_another(state), 0, "declare double QS/1 QS/2 JD/1 JD/2")
    assert state.points == (580, 0)


def test_l13_f1_13_one_single_then_double_make_540() -> None:
    state, _ = do(table("QS JD QS JD 7C 8C"), 0, "declare bezique QS JD")
    state, _ = do(won_another(state), 0, "declare double QS QS/1 JD JD/1")
    assert state.points == (540, 0)


def test_l13_f1_13_double_at_once_is_500_and_the_singles_are_lost() -> None:
    state, _ = do(table("QS JD QS JD 7C 8C"), 0, "declare double QS QS JD JD")
    assert state.points == (500, 0)
    assert can(won_another(state)) == {"take"}


def test_l13_f1_13_marriage_then_sequence_make_290() -> None:
    state, _ = do(table("AH TH KH QH JH 7C"), 0, "declare marriage KH QH")
    state, _ = do(won_another(state), 0, "declare sequence AH TH KH/1 QH/1 JH")
    assert state.points == (290, 0)


def test_l13_f1_13_sequence_first_is_250_and_no_marriage_of_its_cards() -> None:
    state, _ = do(table("AH TH KH QH JH QH 7C"), 0, "declare sequence AH TH KH QH JH")
    assert state.points == (250, 0)
    assert can(won_another(state)) == {"take"}, "not even with the other queen"


def test_f1_13_moves_say_which_of_two_equal_cards() -> None:
    state, _ = do(table("KH QH KH KS KD 7C KC 8C"), 0, "declare marriage KH QH")
    state, _ = do(state, 0, "take")
    state, _ = do(state, 0, "play KC")
    state = won_another(state)
    assert not any(move.startswith("declare kings") for move in can(state) if "KC" in move)
    (fours,) = [move for move in can(state) if move.startswith("declare kings")]
    assert fours == "declare kings KS KH KH/1 KD", "both kings of hearts serve, the declared one too"


def test_f1_13_where_cards_can_be_chosen_those_that_lie_come_first() -> None:
    state, _ = do(table("KH QH KH KS KD KC 7C"), 0, "declare marriage KH QH")
    state = won_another(state)
    fours = [c for c in scene(state, 0).choices if "kings" in c.move]
    assert len(fours) == 5
    assert fours[0].label == "Four kings: 80"
    assert "KH/1" in fours[0].move
    assert fours[-1].label == "Four kings: 80 (K♠, K♥, K♣, K♦)"
    assert len({choice.words for choice in fours}) == 5


def test_f1_14_kept_scores_are_scored_after_a_later_trick() -> None:
    state, _ = do(table("KS QS KD QD KC 7D"), 0, "declare marriage KS QS", "declare marriage KD QD")
    state = won_another(state)
    assert "score marriage KD/1 QD/1" in can(state)
    state, events = do(state, 0, "score marriage KD/1 QD/1")
    assert state.points == (40, 0)
    assert say(only(events, ev.Declared)) == (
        "Ann scores the marriage in diamonds kept from before: +20, now 40."
    )
    assert to_score(state) == []


def test_f1_14_a_fresh_declaration_may_be_scored_first() -> None:
    state, _ = do(table("KS QS KD QD KC KH 7D"), 0, "declare marriage KS QS", "declare marriage KD QD")
    state, _ = do(won_another(state), 0, "declare kings KS/1 KH KC KD/1")
    assert state.points == (100, 0)
    assert to_score(state) == [20]


def test_f1_14_lost_if_a_card_of_it_is_played_first() -> None:
    state, _ = do(table("KS QS KD QD KC 7D"), 0, "declare marriage KS QS", "declare marriage KD QD")
    if isinstance(state, Declaring):
        state, _ = do(state, 0, "take")
    state, events = do(state, 0, "play KD/1")
    assert to_score(state) == []
    assert say(only(events, ev.ScoresLost)) == (
        "Ann has played from it, unscored: 20 for marriage in diamonds can no more be scored."
    )


def test_f1_14_of_equal_cards_the_move_says_which_is_played() -> None:
    start, _ = do(table("KS QS KS QS 7D 8D"), 0, "declare marriage KS QS", "declare marriage KS QS")
    state, _ = do(start, 0, "play KS/1")
    assert to_score(state) == [20], "the king of the marriage that is scored has gone"
    state, events = do(start, 0, "play KS/2")
    assert to_score(state) == []
    assert only(events, ev.ScoresLost).reason == "played"
    labels = {choice.move: choice.label for choice in scene(start, 0).choices}
    assert labels["play KS/1"] == "K♠ declared (marriage)"
    assert labels["play KS/2"] == "K♠ declared (marriage to score)"


def test_f1_14_of_equal_cards_the_move_says_which_are_declared() -> None:
    state, _ = do(table("KS QS KH QH AH TH JH KH QH 7C"), 0, "declare marriage KS QS")
    state, _ = do(state, 0, "declare marriage KH QH")
    assert to_score(state) == [40]
    state, _ = do(won_another(state), 0, "declare marriage KH QH")
    kept, _ = do(won_another(state), 0, "declare sequence AH TH KH/2 QH/2 JH")
    assert kept.points == (20 + 40 + 250, 0)
    assert to_score(kept) == [40], "the sequence was made of the marriage that is scored"
    state, _ = do(won_another(state), 0, "declare sequence AH TH KH/1 QH/1 JH")
    assert to_score(state) == [], "it was made of the one that was kept"


def test_f1_14_of_two_like_queens_in_a_double_to_score_the_one_named_is_played() -> None:
    hand = "QS KS QS KS JD JD 7C 8C"
    moves = ("declare marriage KS QS", "declare marriage KS QS", "declare double QS/1 QS/2 JD JD")
    start, _ = do(table(hand), 0, *moves)
    assert to_score(start) == [20, 500]
    state, events = do(start, 0, "play QS/1")
    assert to_score(state) == [20], "its own marriage is scored, the other is not touched"
    assert [lost.combination for lost in only(events, ev.ScoresLost).scores] == ["double"]
    state, events = do(start, 0, "play QS/2")
    assert to_score(state) == []
    assert say(only(events, ev.ScoresLost)) == (
        "Ann has played from it, unscored: 20 for marriage in spades and 500 for double bezique "
        "can no more be scored."
    )
    labels = [choice.label for choice in scene(start, 0).choices if choice.move.startswith("play QS")]
    assert labels == [
        "Q♠ declared (marriage, double bezique to score)",
        "Q♠ declared (marriage to score, double bezique to score)",
    ]


def test_f1_14_lost_if_absorbed_by_a_higher_combination() -> None:
    state = table("KS QS AH TH KH QH JH 7C")
    state, _ = do(state, 0, "declare marriage KS QS", "declare marriage KH QH")
    assert to_score(state) == [40]
    state, events = do(won_another(state), 0, "declare sequence AH TH KH/1 QH/1 JH")
    assert to_score(state) == []
    assert say(only(events, ev.ScoresLost)) == (
        "Ann has made more of it, unscored: 40 for royal marriage in hearts can no more be scored."
    )
    beziques, _ = do(table("KH QH QS JD QS JD 7C"), 0, "declare marriage KH QH", "declare bezique QS JD")
    assert to_score(beziques) == [40]
    beziques, _ = do(won_another(beziques), 0, "declare double QS QS/1 JD JD/1")
    assert to_score(beziques) == []


def test_f1_14_a_marriage_only_shown_is_lost_when_its_sequence_is_laid_down() -> None:
    state = table("KS QS AH TH KH QH JH 7C")
    state, _ = do(
        state, 0, "declare marriage KS QS", "declare marriage KH QH", "declare sequence AH TH KH/1 QH/1 JH"
    )
    assert to_score(state) == [250], "though the sequence is not scored yet either"
    assert "score marriage KH/1 QH/1" not in can(won_another(state))
    state, _ = do(won_another(state), 0, "score sequence AH/1 TH/1 KH/1 QH/1 JH/1")
    assert state.points == (20 + 250, 0)


def test_f1_14_lost_when_the_stock_ends() -> None:
    state = table("KS QS KD QD 7D", "9H 8S", stock=3)
    state, _ = do(state, 0, "declare marriage KS QS", "declare marriage KD QD", "play 7D")
    assert to_score(state) == [20]
    state, events = do(state, 1, "play 9H")
    assert to_score(state) == []
    assert say(only(events, ev.ScoresLost)) == (
        "Ann can no more score 20 for marriage in diamonds: the stock is out."
    )


def test_f1_14_after_the_last_draw_trick_nobody_is_asked_to_show_more() -> None:
    state = table("KS QS KD QD 7D", stock=1)
    state, events = do(state, 0, "declare marriage KS QS")
    assert isinstance(state, Playing), "there is no later trick to score after"
    assert only(events, ev.StockOut)
    earlier, _ = do(table("KS QS KD QD 7D", stock=3), 0, "declare marriage KS QS")
    assert "declare marriage KD QD" in can(earlier)


def test_f1_14_a_sequence_kept_in_a_suit_that_did_not_become_trumps_is_worth_nothing() -> None:
    state = table("KS QS AH TH KH QH JH KC KD 7C", trump=None, turn_up=None, trumps="declared")
    state, _ = do(state, 0, "declare kings KS KH KC KD", "declare sequence AH TH KH/1 QH JH")
    assert to_score(state) == [250]
    state, events = do(won_another(state), 0, "declare marriage KS/1 QS")
    assert to_score(state) == []
    assert only(events, ev.ScoresLost).reason == "trumps"
    assert not any(move.startswith("score") for move in can(won_another(state)))


def eager_match(seed: int, **options: Any) -> Iterator[Taken]:
    """A game of players who declare whatever they can, and who part with low cards first."""
    rng = random.Random(seed)
    state: Any = GAME.begin(GAME.options({"match": "game", "out": "play-on", **options}), 0)
    while (due := GAME.to_act(state)) != ():
        seat: int | None
        move: Move
        if isinstance(due, Chance):
            seat, move = None, chance_move(GAME, due, rng)
        else:
            seat = due[0]
            legal = GAME.legal(state, seat)
            plays = [move for move in legal if isinstance(move, PlayHeld)]
            if plays:
                move = min(rng.sample(plays, len(plays)), key=lambda play: play.named.card.rank in COURTS)
            else:
                move = rng.choice(legal[:-1])
        after, events = GAME.apply(state, seat, move)
        yield Taken(state, seat, move, after, events)
        state = after


COURTS = {Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK}


@settings(max_examples=10, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), trumps=st.sampled_from(["turned", "declared"]))
def test_f1_13_no_card_serves_twice_at_one_level_or_below(seed: int, trumps: str) -> None:
    for step in eager_match(seed, trumps=trumps):
        if not isinstance(step.move, Declare) or not isinstance(step.after, Playing | Declaring):
            continue
        new = step.after.deal.declarations[-1]
        assert new.kind.key == step.move.key
        assert len(set(new.cards)) == new.kind.material.size
        assert [named.card for named in new.cards] == [named.card for named in step.move.cards]
        for named in new.cards:
            before = [d for d in step.before.deal.declarations if named in d.cards]
            served = [d.kind.level for d in before if d.kind.group == new.kind.group]
            assert all(level < new.kind.level for level in served)


@settings(max_examples=10, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), trumps=st.sampled_from(["turned", "declared"]))
def test_f1_14_nothing_is_left_to_score_that_does_not_lie_on_the_table(seed: int, trumps: str) -> None:
    for step in eager_match(seed, trumps=trumps):
        deal = getattr(step.after, "deal", None)
        if deal is None:
            continue
        for seat, hand in enumerate(deal.hands):
            lying = {named for named in hand if named.is_declared}
            assert len(lying) == sum(named.is_declared for named in hand), "an index is given once"
            waiting = [d for d in deal.declarations if d.status == "to score" and d.side == seat]
            for declaration in waiting:
                assert not declaration.broken
                assert lying.issuperset(declaration.cards)


def test_l12_f1_21_kings_on_the_table_then_bezique_forty_and_twenty_to_score() -> None:
    state, _ = do(table("KS KH KD KC QS JD 7C 8C"), 0, "declare kings KS KH KC KD")
    state, _ = do(won_another(state), 0, "declare bezique QS JD", "declare marriage KS/1 QS/1")
    assert state.points == (80 + 40, 0)
    assert to_score(state) == [20]
    assert "20 to score: marriage in spades" in scene(state, None).scores[0]


def test_l12_f1_21_sixty_now_and_forty_twenty_twenty_to_score() -> None:
    # Four kings lie declared, one has been played to win; four queens are shown, of which three match.
    state = table(
        "KH/1 KD/1 KC/1 QH QD QC QS 7D",
        trump="H",
        declared=(shown("kings", "KS/1 KH/1 KC/1 KD/1", broken=True),),
    )
    state, _ = do(
        state,
        0,
        "declare queens QS QH QC QD",
        "declare marriage KH/1 QH/1",
        "declare marriage KD/1 QD/1",
        "declare marriage KC/1 QC/1",
    )
    assert state.points == (60, 0)
    assert to_score(state) == [40, 20, 20]


def test_every_declaration_is_offered_in_words_with_its_points() -> None:
    state = table("KH QH KS KD KC QS JD 7H", turn_up="AH")
    choices = scene(state, 0).choices
    assert [choice.label for choice in choices] == [
        "Four kings: 80",
        "Royal marriage in hearts: 40",
        "Bezique: 40",
        "Marriage in spades: 20",
        "Exchange the seven: 10",
        "Draw a card",
    ]
    assert {choice.move for choice in choices} == can(state)
    shown, _ = do(state, 0, "declare marriage KH QH")
    later = [choice.label for choice in scene(shown, 0).choices]
    assert "Show bezique: 40 to score later" in later


def test_nobody_is_asked_to_draw_who_has_nothing_to_declare() -> None:
    state = table("AS 8D", "7S 9D", playing=True)
    state, _ = do(state, 0, "play AS")
    state, events = do(state, 1, "play 7S")
    assert isinstance(state, Playing)
    assert only(events, ev.Drawn).stock == 28
