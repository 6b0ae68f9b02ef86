"""Declaring in bezique: the seven, the re-use rule and pending scores (RULES F1.11-14 and F1.21)."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.bezique import events as ev
from bot.rules.bezique.moves import Declare, PlayHeld
from bot.rules.bezique.state import Phase, State
from bot.rules.cards import Rank, parse
from bot.rules.errors import NotationError, RuleError
from bot.rules.game import Chance
from tests.rules.bezique_hands import GAME, NAMES, can, do, only, table, won_another
from tests.rules.play import Taken, chance_move


def to_score(state: State) -> list[int]:
    """What Ann has left to score."""
    return [owed.points for owed in GAME.view(state, None).owed[0]]


# F1.11: the seven of trumps


def test_f1_11_the_seven_is_exchanged_for_the_turn_up() -> None:
    state, events = do(table("7H KS 8D", turn_up="AH"), 0, "exchange")
    assert state.standing.points == (10, 0)
    assert state.deal
    assert parse("AH") in {held.card for held in state.deal.hands[0]}
    assert state.deal.turn_up
    assert state.deal.turn_up.card is parse("7H")
    assert GAME.say(only(events, ev.SevenScored), NAMES) == "Ann exchanges 7♥ for A♥: +10, now 10."


def test_f1_11_a_second_seven_is_shown_for_ten() -> None:
    start = table("7H KS 8D", turn_up="7H")
    assert can(start) == {"seven", "take"}
    state, _ = do(start, 0, "seven")
    assert state.standing.points == (10, 0)
    assert can(won_another(state)) == {"take"}, "and only once"
    assert not GAME.view(state, 1).declared[0], "it is shown, not laid out"


def test_f1_11_a_seven_of_another_suit_scores_nothing() -> None:
    assert can(table("7S KS 8D")) == {"take"}


def test_f1_11_amb_f2_the_seven_is_scored_alone_or_besides() -> None:
    alone, _ = do(table("7H KS QS 8D"), 0, "declare marriage KS QS")
    assert alone.phase is Phase.PLAYING, "nothing more may be scored, so both have drawn"
    besides, _ = do(table("7H KS QS 8D", seven="besides"), 0, "declare marriage KS QS")
    assert can(besides) == {"exchange", "take"}
    besides, _ = do(besides, 0, "exchange")
    assert besides.standing.points == (30, 0)
    first, _ = do(table("7H KS QS 8D"), 0, "exchange")
    assert first.standing.points == (10, 0)
    assert "declare marriage KS QS" in can(first), "it may be shown, to score later"


# F1.12: one is scored, others are kept


def test_f1_12_only_after_winning_a_trick() -> None:
    state = table("KS QS 7D", "KD QD 8D", phase=Phase.PLAYING)
    with pytest.raises(RuleError, match="does not fit here"):
        do(state, 0, "declare marriage KS QS")
    with pytest.raises(RuleError, match="Only the winner"):
        do(table("KS QS 7D"), 1, "declare marriage KD QD")


def test_f1_12_one_is_scored_and_others_are_kept_to_score() -> None:
    state, events = do(table("KS QS KD QD KC 7D"), 0, "declare marriage KS QS", "declare marriage KD QD")
    first, second = [event for event in events if isinstance(event, ev.Declared)]
    assert (first.scored, second.scored) == (True, False)
    assert state.standing.points == (20, 0)
    assert to_score(state) == [20]
    assert GAME.say(second, NAMES) == "Ann shows marriage in diamonds, K♦ Q♦: 20 to score."


def test_f0_5_declared_cards_lie_open_and_can_be_played() -> None:
    state, _ = do(table("KS QS KD 7D 8D"), 0, "declare marriage KS QS")
    assert {str(name) for name in GAME.view(state, 1).declared[0]} == {"KS/m", "QS/m"}
    assert "play KS/m" in can(state)
    rows = GAME.scene(GAME.view(state, None), NAMES).rows
    assert "Ann's declared cards" in [row.title for row in rows]


def test_what_cannot_be_declared_is_refused_with_the_reason() -> None:
    state = table("KS QS KD QH AS TS JS 7D", trump="H")
    for move, reason in (
        ("declare marriage KS QH", "Those cards do not make a marriage"),
        ("declare kings KS KD KS KD", "You do not hold all"),
        ("declare sequence AS TS KS QS JS", "Only a sequence in trumps"),
        ("score marriage KS QS", "no such marriage left to score"),
        ("exchange", "no seven of trumps"),
    ):
        with pytest.raises(RuleError, match=reason):
            do(state, 0, move)
    for text in ("declare marriage", "declare flush KS QS", "play KS/", "play KS/x", "play KS/sm", "take 3"):
        with pytest.raises(NotationError):
            GAME.parse(text)


# F1.13: the re-use rule


def test_f1_13_a_card_is_never_in_two_marriages() -> None:
    state, _ = do(table("KS QS QS 7D"), 0, "declare marriage KS QS")
    with pytest.raises(RuleError, match="has served in that class"):
        do(won_another(state), 0, "declare marriage KS/m QS")
    assert can(won_another(state)) == {"take"}


def test_f1_13_a_card_is_never_in_two_fours() -> None:
    state, _ = do(table("KS KH KD KC KS 7D"), 0, "declare kings KS KH KD KC")
    assert not any(move.startswith("declare kings") for move in can(won_another(state)))


def test_f1_13_between_classes_there_is_no_restriction() -> None:
    state, _ = do(table("KS QS KH KD KC JD QS 7D"), 0, "declare marriage KS QS")
    state, _ = do(won_another(state), 0, "declare kings KS/m KH KD KC")
    state, _ = do(won_another(state), 0, "declare bezique QS/m JD")
    assert state.standing.points == (20 + 80 + 40, 0)


def test_l13_f1_13_single_single_double_make_580() -> None:
    state, _ = do(table("QS JD QS JD 7C 8C"), 0, "declare bezique QS JD")
    state, _ = do(won_another(state), 0, "declare bezique QS JD")
    state, _ = do(won_another(state), 0, "declare double QS/b QS/b JD/b JD/b")
    assert state.standing.points == (580, 0)


def test_l13_f1_13_one_single_then_double_make_540() -> None:
    state, _ = do(table("QS JD QS JD 7C 8C"), 0, "declare bezique QS JD")
    state, _ = do(won_another(state), 0, "declare double QS QS/b JD JD/b")
    assert state.standing.points == (540, 0)


def test_l13_f1_13_double_at_once_is_500_and_the_singles_are_lost() -> None:
    state, _ = do(table("QS JD QS JD 7C 8C"), 0, "declare double QS QS JD JD")
    assert state.standing.points == (500, 0)
    assert can(won_another(state)) == {"take"}


def test_l13_f1_13_marriage_then_sequence_make_290() -> None:
    state, _ = do(table("AH TH KH QH JH 7C"), 0, "declare marriage KH QH")
    state, _ = do(won_another(state), 0, "declare sequence AH TH KH/m QH/m JH")
    assert state.standing.points == (290, 0)


def test_l13_f1_13_sequence_first_is_250_and_no_marriage_of_its_cards() -> None:
    state, _ = do(table("AH TH KH QH JH QH 7C"), 0, "declare sequence AH TH KH QH JH")
    assert state.standing.points == (250, 0)
    assert can(won_another(state)) == {"take"}, "not even with the other queen"


def test_f1_13_moves_say_which_of_two_equal_cards() -> None:
    state, _ = do(table("KH QH KH KS KD 7C KC 8C"), 0, "declare marriage KH QH")
    state, _ = do(state, 0, "take")
    state, _ = do(state, 0, "play KC")
    state = won_another(state)
    assert not any(move.startswith("declare kings") for move in can(state) if "KC" in move)
    (fours,) = [move for move in can(state) if move.startswith("declare kings")]
    assert fours == "declare kings KS KH KH/m KD", "both kings of hearts serve, the declared one too"


def test_f1_13_where_cards_can_be_chosen_those_that_lie_come_first() -> None:
    state, _ = do(table("KH QH KH KS KD KC 7C"), 0, "declare marriage KH QH")
    state = won_another(state)
    fours = [c for c in GAME.scene(GAME.view(state, 0), NAMES).choices if "kings" in c.move]
    assert len(fours) == 5
    assert fours[0].label == "Four kings: 80"
    assert "KH/m" in fours[0].move
    assert fours[-1].label == "Four kings: 80 (K♠, K♥, K♣, K♦)"


# F1.14: pending scores


def test_f1_14_kept_scores_are_scored_after_a_later_trick() -> None:
    state, _ = do(table("KS QS KD QD KC 7D"), 0, "declare marriage KS QS", "declare marriage KD QD")
    state = won_another(state)
    assert "score marriage KD/m QD/m" in can(state)
    state, events = do(state, 0, "score marriage KD/m QD/m")
    assert state.standing.points == (40, 0)
    assert GAME.say(only(events, ev.Declared), NAMES) == (
        "Ann scores the marriage in diamonds kept from before: +20, now 40."
    )
    assert to_score(state) == []


def test_f1_14_a_fresh_declaration_may_be_scored_first() -> None:
    state, _ = do(table("KS QS KD QD KC KH 7D"), 0, "declare marriage KS QS", "declare marriage KD QD")
    state, _ = do(won_another(state), 0, "declare kings KS/m KH KC KD/m")
    assert state.standing.points == (100, 0)
    assert to_score(state) == [20]


def test_f1_14_lost_if_a_card_of_it_is_played_first() -> None:
    state, _ = do(table("KS QS KD QD KC 7D"), 0, "declare marriage KS QS", "declare marriage KD QD")
    if state.phase is Phase.DECLARING:
        state, _ = do(state, 0, "take")
    state, _ = do(state, 0, "play KD/m")
    assert to_score(state) == []


def test_f1_14_of_equal_cards_the_one_not_needed_is_played() -> None:
    hand = "KS QS KS QS 7D 8D"
    state, _ = do(table(hand), 0, "declare marriage KS QS", "declare marriage KS QS")
    state, _ = do(state, 0, "play KS/m")
    assert to_score(state) == [20], "the king of the marriage that is scored has gone"


def test_f1_14_of_equal_cards_those_not_needed_are_declared() -> None:
    state, _ = do(table("KS QS KH QH AH TH JH KH QH 7C"), 0, "declare marriage KS QS")
    state, _ = do(state, 0, "declare marriage KH QH")
    assert to_score(state) == [40]
    state, _ = do(won_another(state), 0, "declare marriage KH QH")
    state, _ = do(won_another(state), 0, "declare sequence AH TH KH/m QH/m JH")
    assert state.standing.points == (20 + 40 + 250, 0)
    assert to_score(state) == [40], "the sequence was made of the marriage that is scored"


def test_f1_14_lost_if_absorbed_by_a_higher_combination() -> None:
    state = table("KS QS AH TH KH QH JH 7C")
    state, _ = do(state, 0, "declare marriage KS QS", "declare marriage KH QH")
    assert to_score(state) == [40]
    state, _ = do(won_another(state), 0, "declare sequence AH TH KH/m QH/m JH")
    assert to_score(state) == []
    beziques, _ = do(table("KH QH QS JD QS JD 7C"), 0, "declare marriage KH QH", "declare bezique QS JD")
    assert to_score(beziques) == [40]
    beziques, _ = do(won_another(beziques), 0, "declare double QS QS/b JD JD/b")
    assert to_score(beziques) == []


def test_f1_14_a_sequence_kept_may_still_follow_its_marriage() -> None:
    state = table("KS QS AH TH KH QH JH 7C")
    state, _ = do(
        state, 0, "declare marriage KS QS", "declare marriage KH QH", "declare sequence AH TH KH/m QH/m JH"
    )
    assert to_score(state) == [40, 250]
    state, _ = do(won_another(state), 0, "score marriage KH/ms QH/ms")
    state, _ = do(won_another(state), 0, "score sequence AH/s TH/s KH/ms QH/ms JH/s")
    assert state.standing.points == (20 + 40 + 250, 0)


def test_f1_14_lost_when_the_stock_ends() -> None:
    state = table("KS QS KD QD 7D", stock=1)
    state, _ = do(state, 0, "declare marriage KS QS", "declare marriage KD QD")
    if state.phase is Phase.DECLARING:
        state, _ = do(state, 0, "take")
    assert state.phase is Phase.PLAYING
    assert to_score(state) == []


def test_f1_14_a_sequence_kept_in_a_suit_that_did_not_become_trumps_is_worth_nothing() -> None:
    state = table("KS QS AH TH KH QH JH KC KD 7C", trump=None, turn_up=None, trumps="declared")
    state, _ = do(state, 0, "declare kings KS KH KC KD", "declare sequence AH TH KH/f QH JH")
    assert to_score(state) == [250]
    state, _ = do(won_another(state), 0, "declare marriage KS/f QS")
    assert to_score(state) == []
    assert not any(move.startswith("score") for move in can(won_another(state)))


# F1.13 and F1.14: what holds in every hand


def eager_match(seed: int, **options: Any) -> Iterator[Taken]:
    """A game of players who declare whatever they can, and who part with low cards first."""
    rng = random.Random(seed)
    state = GAME.begin(GAME.options({"match": "game", "out": "play-on", **options}), 0)
    while (due := GAME.to_act(state)) != ():
        if isinstance(due, Chance):
            seat, move = None, chance_move(GAME, due, rng)
        else:
            seat = due[0]
            legal = GAME.legal(state, seat)
            if isinstance(legal[0], PlayHeld):
                move = min(rng.sample(legal, len(legal)), key=lambda play: play.named.card.rank in COURTS)
            else:
                move = rng.choice(legal[:-1])
        after, events = GAME.apply(state, seat, move)
        yield Taken(state, seat, move, after, events)
        state = after


COURTS = {Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK}
HIGHER = {"m": "s", "s": "s", "b": "d", "d": "d", "f": "f"}
"""The mark of the highest level in the class of each mark."""


def services(step: Taken, after: bool) -> dict[int, str]:
    """What the cards in hand have served for, by their places, before or after a step."""
    deal: Any = (step.after if after else step.before).deal
    return {held.place: held.marks for hand in deal.hands for held in hand}


@settings(max_examples=10, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), trumps=st.sampled_from(["turned", "declared"]))
def test_f1_13_no_card_serves_twice_at_one_level_or_below(seed: int, trumps: str) -> None:
    for step in eager_match(seed, trumps=trumps):
        if not isinstance(step.move, Declare) or not step.after.deal.left:
            continue
        before, after = services(step, after=False), services(step, after=True)
        kind = step.move.kind
        newly = [place for place in before if before[place] != after[place]]
        assert len(newly) == kind.size, "each of its cards is marked, so none had the mark before"
        for place in newly:
            assert set(after[place]) == {*before[place], kind.mark}
            assert HIGHER[kind.mark] not in before[place]


@settings(max_examples=10, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), trumps=st.sampled_from(["turned", "declared"]))
def test_f1_14_nothing_is_left_to_score_that_does_not_lie_on_the_table(seed: int, trumps: str) -> None:
    for step in eager_match(seed, trumps=trumps):
        if step.after.deal is None:
            continue
        for hand, waiting in zip(step.after.deal.hands, step.after.deal.pending, strict=True):
            lying = {held.place: held.marks for held in hand if held.lies}
            for pending in waiting:
                assert len(pending.places) == pending.kind.size
                assert all(pending.kind.mark in lying.get(place, "") for place in pending.places)
            assert len(set(waiting)) == len(waiting)


# F1.21: Cady's worked declarations


def test_l12_f1_21_kings_on_the_table_then_bezique_forty_and_twenty_to_score() -> None:
    state, _ = do(table("KS KH KD KC QS JD 7C 8C"), 0, "declare kings KS KH KC KD")
    state, _ = do(won_another(state), 0, "declare bezique QS JD", "declare marriage KS/f QS/b")
    assert state.standing.points == (80 + 40, 0)
    assert to_score(state) == [20]
    assert "20 to score: marriage in spades" in GAME.scene(GAME.view(state, None), NAMES).scores[0]


def test_l12_f1_21_sixty_now_and_forty_twenty_twenty_to_score() -> None:
    # Four kings lie declared, one has been played to win; four queens are shown, of which three match.
    state = table("KH/f KD/f KC/f QH QD QC QS 7D", trump="H")
    state, _ = do(
        state,
        0,
        "declare queens QS QH QC QD",
        "declare marriage KH/f QH/f",
        "declare marriage KD/f QD/f",
        "declare marriage KC/f QC/f",
    )
    assert state.standing.points == (60, 0)
    assert to_score(state) == [40, 20, 20]


# The panel


def test_every_declaration_is_offered_in_words_with_its_points() -> None:
    state = table("KH QH KS KD KC QS JD 7H", turn_up="AH")
    choices = GAME.scene(GAME.view(state, 0), NAMES).choices
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
    later = [choice.label for choice in GAME.scene(GAME.view(shown, 0), NAMES).choices]
    assert "Show bezique: 40 to score later" in later


def test_nobody_is_asked_to_draw_who_has_nothing_to_declare() -> None:
    state = table("AS 8D", "7S 9D", phase=Phase.PLAYING)
    state, _ = do(state, 0, "play AS")
    state, events = do(state, 1, "play 7S")
    assert state.phase is Phase.PLAYING
    assert only(events, ev.Drawn).stock == 28
