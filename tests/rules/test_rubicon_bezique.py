"""Rubicon bezique: the deal, carte blanche, declaring again, the last tricks, and how it looks (RULES F4)."""

import random
from collections import Counter
from typing import Any

import pytest

from bot.rules.bezique import events as ev
from bot.rules.bezique.rubicon import events as own
from bot.rules.bezique.rubicon.settlement import settle
from bot.rules.bezique.state import Declaring, Over, Playing
from bot.rules.bezique.variant import Rubicon
from bot.rules.cards import Suit, parse
from bot.rules.errors import RuleError
from bot.rules.game import Chance
from bot.rules.options import Offer
from bot.rules.preliminaries.phases import Shuffle
from bot.rules.trick_taking.trick import Trick
from tests.present import present
from tests.rules.bezique_hands import only, shown
from tests.rules.play import random_match, refuses
from tests.rules.rubicon_hands import (
    GAME,
    NAMES,
    TEXT,
    can,
    declarations,
    do,
    last_trick,
    say,
    scene,
    table,
    won_another,
)

OPTIONS = GAME.options({})


def dealt(ann: str, bob: str, rest: str = "", **options: Any) -> Any:
    """A hand dealt by Bob: Ann leads with these nine cards, and `rest` is drawn first."""
    state = GAME.begin(GAME.options({"deal": "singly", **options}), 1)
    wanted = [card for pair in zip(ann.split(), bob.split(), strict=True) for card in pair] + rest.split()
    left = Counter(card.text for card in GAME.variant(OPTIONS).pack) - Counter(wanted)
    pack = [*wanted, *left.elements()]
    # The five cards lifted go underneath.
    state, _ = do(state, None, "deck " + " ".join([*pack[-5:], *pack[:-5]]))
    return do(state, 0, "cut 5")[0]


def test_f4_29_four_packs_nine_cards_each_and_nothing_turned_up() -> None:
    variant = GAME.variant(OPTIONS)
    assert len(variant.pack) == 128
    assert set(Counter(variant.pack).values()) == {4}
    state = GAME.begin(OPTIONS, 1)
    due = GAME.to_act(state)
    assert isinstance(due, Chance)
    state, _ = do(state, None, " ".join(["deck", *random.Random(1).sample(due.pieces, 128)]))
    state, events = do(state, 0, "cut 30")
    assert isinstance(state, Playing)
    assert [len(hand) for hand in state.deal.hands] == [9, 9]
    assert (len(state.deal.stock), state.deal.turn_up, state.deal.trump) == (110, None, None)
    assert state.deal.turn == 0, "the non-dealer leads"
    assert only(events, ev.TurnedUp).card is None


def test_f4_29_fifty_five_tricks_are_drawn_to_and_nine_more_follow() -> None:
    steps = list(random_match(GAME, OPTIONS, 0, 1))
    out = only([event for step in steps for event in step.events], ev.StockOut)
    assert (out.tricks, out.turn_up) == (9, None)
    before = next(step.before for step in steps if out in step.events)
    assert len(before.deal.tricks) + len(out_of_table(before)) == 55
    assert GAME.variant(OPTIONS).tricks == 64


def out_of_table(state: Any) -> tuple[int, ...]:
    """The trick that the last card before the stock was out has completed."""
    return (1,) if state.deal.table else ()


def test_f4_29_the_first_marriage_or_sequence_scored_makes_trumps() -> None:
    state = table("KS QS KD QD 7H 8H 9H 7C 8C", trump=None)
    state, events = do(state, 0, "declare marriage KS QS")
    assert (state.deal.trump, state.deal.made) == (Suit.SPADES, (40, 0))
    assert say(only(events, ev.Declared)).endswith("Trumps are ♠ spades.")
    state, _ = do(won_another(state), 0, "declare marriage KD QD")
    assert state.deal.made == (60, 0)


BLANK, COURT = "7S 8S 9S TS AS 7C 8C 9C TC", "KS QS JS KC QC JC KD QD JD"


def test_f4_30_carte_blanche_scores_fifty_before_the_first_card() -> None:
    state = dealt(BLANK, COURT)
    assert "blanche" in can(state)
    state, events = do(state, 0, "blanche")
    shown = only(events, own.BlancheShown)
    assert sorted(card.text for card in shown.cards) == sorted(BLANK.split())
    assert say(shown).startswith("Ann shows carte blanche, ")
    assert say(shown).endswith(": +50, now 50.")
    assert (GAME.to_act(state), state.deal.made) == ((0,), (50, 0)), "and it is still her turn to lead"
    assert "blanche" not in can(state), "once for the same cards"


def test_f4_30_gap_f8_not_to_show_it_tells_nothing() -> None:
    held, other = dealt(BLANK, COURT), dealt(COURT, BLANK)
    assert GAME.to_act(held) == GAME.to_act(other) == (0,), "nobody is waited for who would not be anyhow"
    assert GAME.view(held, 1).legal == GAME.view(held, None).legal == ()
    refuses("Carte blanche is a hand without king", do, other, 0, "blanche")
    refuses("not your turn", do, other, 1, "blanche")


def test_f4_30_gap_f8_the_dealer_shows_it_when_it_is_the_dealers_turn() -> None:
    state, _ = do(dealt(COURT, BLANK), 0, "play KS")
    state, _ = do(state, 1, "blanche")
    assert state.deal.made == (0, 50)
    assert "blanche" not in can(state)


def test_f4_30_a_card_drawn_that_is_no_court_card_scores_again_until_one_is() -> None:
    # Ann wins with her ace, draws a nine, then a king.
    state, _ = do(dealt(BLANK, COURT, "9H 7D KH 8D"), 0, "blanche", "play AS")
    state, _ = do(state, 1, "play KS")
    assert isinstance(state, Playing)
    state, events = do(state, 0, "blanche")
    again = only(events, own.BlancheShown)
    assert (again.cards, again.again, again.total) == ((parse("9H"),), True, 100)
    assert say(again) == "Ann shows the card drawn, 9♥, and still has carte blanche: +50, now 100."
    state, _ = do(state, 0, "play TC")
    state, _ = do(state, 1, "play KC")
    assert "KH" in {card.text for card in state.deal.hands[0]}
    assert "blanche" not in can(state)


def test_f4_30_a_card_not_shown_ends_it() -> None:
    state, _ = do(dealt(BLANK, COURT, "9H 7D 8H 8D"), 0, "play AS")
    state, _ = do(state, 1, "play KS")
    assert "blanche" not in can(state), "the first nine were not shown"
    state, _ = do(dealt(BLANK, COURT, "9H 7D 8H 8D"), 0, "blanche", "play AS")
    state, _ = do(state, 1, "play KS")
    state, _ = do(state, 0, "play TC")
    state, _ = do(state, 1, "play KC")
    assert "8H" in {card.text for card in state.deal.hands[0]}
    assert "blanche" not in can(state), "the nine drawn was not shown"


def test_f4_30_it_stands_with_the_declarations_on_the_panel() -> None:
    (choice,) = [choice for choice in scene(dealt(BLANK, COURT), 0).choices if choice.group]
    assert (choice.label, choice.group) == ("Show carte blanche: 50", "Declare")


def test_f4_31_the_seven_scores_nothing_and_brisques_are_not_scored_in_play() -> None:
    assert can(table("7H KS 8D AS TS 8C 9C 7C 7D")) == {"take"}
    state, _ = do(table("AS KD 7D", "TS 8H 9D", playing=True), 0, "play AS")
    state, events = do(state, 1, "play TS")
    assert (only(events, ev.TrickTaken).points, only(events, ev.TrickTaken).brisques) == (0, 2)
    assert (state.deal.made, state.deal.brisques) == ((0, 0), (2, 0))


def test_f4_32_amb_f9_a_plain_sequence_scores_150_and_a_first_one_makes_trumps() -> None:
    plain = "declare sequence AS TS KS QS JS"
    state, _ = do(table("AS TS KS QS JS 7D 8D 9D 7C"), 0, plain)
    assert state.deal.made == (150, 0)
    state, _ = do(table("AS TS KS QS JS 7D 8D 9D 7C", trump=None), 0, plain)
    assert (state.deal.made, state.deal.trump) == ((250, 0), Suit.SPADES)
    nothing = table("AS TS KS QS JS 7D 8D 9D 7C", plain_sequence="nothing")
    assert plain not in can(nothing)
    refuses("Only a sequence in trumps", do, nothing, 0, plain)


def test_f4_34_the_whole_ladder_of_beziques() -> None:
    state = table("QS QS QS QS JD JD JD JD 7C")
    made = []
    for number, key in enumerate(("bezique", "double", "triple", "quadruple"), 1):
        cards = [f"{card}/{i}" if i < number else card for card in ("QS", "JD") for i in range(1, number + 1)]
        state, events = do(won_another(state), 0, f"declare {key} {' '.join(cards)}")
        made.append(only(events, ev.Declared).points)
    assert made == [40, 500, 1500, 4500]
    assert sum(made) == state.deal.made[0] == 6540


def test_f4_34_all_cards_of_a_double_lie_there_together() -> None:
    state, _ = do(table("QS JD QS JD 7C 8C 9C 7D 8D"), 0, "declare bezique QS JD")
    state, _ = do(won_another(state), 0, "take", "play QS/1")
    state, _ = do(state, 1, "play 7S")
    assert "declare double" not in " ".join(can(won_another(state))), "the queen has gone"


def test_f4_35_one_is_scored_after_each_trick_and_others_are_kept() -> None:
    state, _ = do(table("KS QS KD QD 7H 8H 9H 7C 8C"), 0, "declare marriage KS QS")
    assert isinstance(state, Declaring)
    state, _ = do(state, 0, "declare marriage KD QD")
    assert state.deal.made == (20, 0)
    assert "score marriage KD/1 QD/1" in can(won_another(state))


def four_aces(*more: str) -> Any:
    """Ann has declared four aces and has others besides."""
    rest = [*more, "7H", "8H", "9H", "7C", "8C"][:5]
    return do(table(" ".join(["AS", "AH", "AC", "AD", *rest])), 0, "declare aces AS AH AC AD")[0]


def then_plays(state: Any, card: str) -> Any:
    """Ann draws, plays a card that Bob does not beat, and may declare."""
    if isinstance(state, Declaring):
        state, _ = do(state, 0, "take")
    state, _ = do(state, 0, f"play {card}")
    state, _ = do(state, 1, f"play {state.deal.hands[1][0]}")
    return won_another(state)


def test_f4_33_four_aces_again_with_one_in_place_of_one_played() -> None:
    state = four_aces("AS")
    assert not declarations(won_another(state), "aces"), "they lie there unbroken"
    state = then_plays(state, "AD/1")
    assert "AS AS/1 AH/1 AC/1" in declarations(state, "aces")
    state, events = do(state, 0, "declare aces AS AS/1 AH/1 AC/1")
    assert only(events, ev.Declared).points == 100
    state = then_plays(state, "AS/2")
    assert not declarations(state, "aces"), "three are left"


def test_f4_33_unbroken_cards_never_serve_twice() -> None:
    state = won_another(four_aces("AS", "AH"))
    assert not declarations(state, "aces")
    with pytest.raises(RuleError, match="only once one of them has been played and replaced"):
        do(state, 0, "declare aces AS AH AC/1 AD/1")


def test_f4_33_a_marriage_again_with_another_queen() -> None:
    state, _ = do(table("KS QS QS 7H 8H 9H 7C 8C 9C"), 0, "declare marriage KS QS")
    assert not declarations(won_another(state), "marriage")
    state = then_plays(state, "QS/1")
    assert declarations(state, "marriage") == {"KS/1 QS"}
    state, _ = do(state, 0, "declare marriage KS/1 QS")
    assert state.deal.made == (40, 0)


def test_f4_33_each_declared_king_or_queen_that_is_played_lets_another_pair_be_declared() -> None:
    state, _ = do(table("KS KS QS QS 7H 8H 9H 7C 8C"), 0, "declare marriage KS QS")
    state, _ = do(won_another(state), 0, "declare marriage KS QS")
    assert not declarations(won_another(state), "marriage"), "K1 with Q2: neither is broken"
    state = then_plays(state, "KS/1")
    assert declarations(state, "marriage") == {"KS/2 QS/1"}


def test_f4_33_a_fresh_king_and_queen_marry_after_a_sequence_but_not_its_own() -> None:
    state = table("AH TH KH QH JH KH QH 7C 8C")
    state, _ = do(state, 0, "declare sequence AH TH KH QH JH")
    assert declarations(won_another(state), "marriage") == {"KH QH"}
    refuses("has served in that class already", do, won_another(state), 0, "declare marriage KH/1 QH")


def test_f4_33_a_sequence_again_with_another_ten() -> None:
    state, _ = do(table("AH TH KH QH JH TH 7C 8C 9C"), 0, "declare sequence AH TH KH QH JH")
    state = then_plays(state, "TH/1")
    assert declarations(state, "sequence") == {"AH/1 TH KH/1 QH/1 JH/1"}
    assert not declarations(state, "marriage"), "its king and queen never marry"


def test_f4_33_cards_of_a_double_make_another_double_but_no_single() -> None:
    state = table("QS QS JD JD QS 7C 8C 9C 7H")
    state, _ = do(state, 0, "declare double QS QS JD JD")
    assert not declarations(won_another(state), "bezique")
    state = then_plays(state, "QS/1")
    assert declarations(state, "double") == {"QS QS/2 JD/1 JD/2"}
    assert not declarations(state, "bezique")


def test_f4_33_the_same_cards_never_score_twice_as_the_same() -> None:
    state, _ = do(table("KS KS QS QS QS 8H 9H 7C 8C"), 0, "declare marriage KS QS")
    state = then_plays(state, "QS/1")
    state, _ = do(state, 0, "declare marriage KS/1 QS")
    assert "KS/1 QS/2" not in declarations(won_another(state), "marriage")


def test_f4_36_in_the_last_nine_one_follows_and_wins_or_trumps() -> None:
    state = table("KS 7D", "AS 7S", playing=True, stock=0)
    state, _ = do(state, 0, "play KS")
    assert can(state) == {"play AS"}
    state, _ = do(table("KS 7D", "7H 7C", playing=True, stock=0), 0, "play KS")
    assert can(state) == {"play 7H"}


def test_f4_36_without_any_trumps_one_follows_or_throws_away() -> None:
    state, _ = do(table("KS 7D", "7H 7C", trump=None, playing=True, stock=0), 0, "play KS")
    assert can(state) == {"play 7H", "play 7C"}


def test_f4_31_the_winner_of_the_last_trick_must_score_fifty() -> None:
    _, events = last_trick("7S", "8S", (1000, 960), (20, 11))
    assert only(events, ev.TrickTaken).points == 50
    assert only(events, own.HandSettled).scores == (1000, 1010)


def test_f4_36_rubicon_law_15_brisques_are_told_when_twelve_cards_are_left() -> None:
    for stock, told in ((14, False), (12, True)):
        state = table("KS 7D", playing=True, stock=stock, brisques=(7, 5))
        seen = scene(state, 0)
        assert any("7 brisques" in score for score in seen.scores) is told
        assert any("5 brisques" in note for place in seen.places for note in place.notes) is told


def test_f4_37_a_hand_is_a_game_and_the_leaderboard_gets_what_it_is_worth() -> None:
    state, events = last_trick("8S", "7S", (1470, 640), (20, 12))
    assert isinstance(state, Over)
    hand = only(events, own.HandSettled)
    assert (hand.points, hand.winner, hand.scores) == ((3400, 0), 0, (1520, 640))
    won = only(events, ev.GameWon)
    assert (won.points, won.winner, won.games) == ((3400, 0), 0, (1, 0))
    result = present(GAME.result(state))
    assert (result.points, result.winner) == ((3400, 0), 0)
    assert scene(state, None).title == "Ann has won the game and gains 3,400 points"


def test_f4_37_equal_totals_void_the_game_and_it_is_played_again() -> None:
    state, events = last_trick("8S", "7S", (1050, 1100), (16, 16))
    assert isinstance(state, Shuffle)
    assert (only(events, own.HandSettled).winner, only(events, ev.GameWon).winner) == (None, None)
    assert state.match.score.game == 1
    assert state.dealer == 0, "the deal passes"
    assert say(only(events, own.HandSettled)).endswith("The game is void, 1,260 each with brisques.")
    assert say(only(events, ev.GameWon)) == "Game 1 is played again."


def test_gap_f7_best_of_three_is_won_with_two_games() -> None:
    state, _ = last_trick("8S", "7S", (1470, 640), (20, 12), match="best-of-three")
    assert isinstance(state, Shuffle)
    assert state.match.score.games == (1, 0)
    matches = [
        [step.events for step in random_match(GAME, GAME.options({"match": "best-of-three"}), 0, seed)]
        for seed in (1, 2)
    ]
    for told in matches:
        won = only([event for events in told for event in events], ev.PartieWon)
        assert max(won.games) == 2
        assert f"wins the match, 2 games to {min(won.games)}." in say(won)


def test_f4_37_the_result_explains_the_settlement_line_by_line() -> None:
    _, events = last_trick("8S", "7S", (1470, 640), (20, 12))
    ended = [event for event in events if isinstance(event, own.HandSettled | ev.GameWon)]
    sheet = present(TEXT.result(ended, NAMES, events))
    assert sheet.headline == "Bob is rubiconed: Ann gains 3,400."
    assert sheet.notes == (
        "Even with brisques Bob has only 760, below 1,000: that is the rubicon.",
        "Ann's 1,520, without the odd tens: 1,500",
        "Bob's 640, without the odd tens: 600",
        "For the rubicon: 1,000",
        "For all the brisques: 300",
        "Ann gains 1,500 + 600 + 1,000 + 300 = 3,400.",
    )
    assert [(side.gained, side.winner) for side in sheet.sides] == [(1520, True), (640, False)]


def test_f4_37_the_result_says_why_brisques_count() -> None:
    for scores, brisques, reason in (
        ((1120, 1160), (20, 12), "they decide who wins: Ann 1,320, Bob 1,280."),
        ((1740, 850), (14, 18), "they save Bob from the rubicon: Ann 1,880, Bob 1,030."),
        ((1550, 1520), (16, 16), "Brisques do not count: they would change nothing."),
    ):
        hand = own.HandSettled(1, (0, 0), 0, brisques, (0, 0), 0, scores=scores)
        settled = settle(scores, brisques, Rubicon())
        hand = own.HandSettled(
            1,
            settled.by_side(2),
            settled.winner,
            brisques,
            settled.by_side(2),
            0,
            scores=scores,
            needed=settled.needed,
            lines=settled.lines,
        )
        assert reason in say(hand)


def test_f4_37_who_is_below_the_rubicon_is_told() -> None:
    seen = scene(table("KS 7D", scores=(1040, 630)), None)
    assert seen.scores == ("Ann: 1,040", "Bob: 630 (370 below 1,000: losing there costs more)")
    assert [place.notes for place in seen.places] == [(), ("dealer", "under 1,000")]


def test_a_new_table_plays_one_hand_and_asks_after_every_trick() -> None:
    described = {option.name: option for option in GAME.options_type.described()}
    assert described["match"].usual == "game"
    assert described["match"].offer is Offer.LOBBY
    assert GAME.options_type.of_new_table() == {"asked": "always"}


@pytest.mark.parametrize("seed", range(2))
def test_f4_37_every_card_is_somewhere_and_all_32_brisques_are_won(seed: int) -> None:
    for step in random_match(GAME, OPTIONS, None, seed):
        if isinstance(step.after, Playing | Declaring):
            deal = step.after.deal
            held = [card.card for hand in deal.hands for card in hand]
            taken = [card for trick in deal.tricks for card in trick.pieces]
            assert len(held) + len(taken) + len(deal.stock) + len(deal.table) == 128
        for event in step.events:
            if isinstance(event, own.HandSettled):
                assert sum(event.brisques) == 32
                winner = event.winner
                if winner is not None:
                    assert event.points[winner] == sum(line.points for line in event.lines) >= 600


def test_f4_30_carte_blanche_is_no_move_once_a_card_has_been_played() -> None:
    trick = Trick(1, 0, (parse("7S"), parse("8S")), 1)
    state = table(BLANK, COURT, playing=True, tricks=(trick,), blanche="")
    assert "blanche" not in can(state)


def test_the_panel_offers_what_scores_most_first_and_few_of_like_ones() -> None:
    kept = shown("marriage", "KH/1 QH/1", "to score")
    state = table("KH/1 QH/1 KS KC KD QS QC JD AH", declared=(kept,))
    offered = [choice.label for choice in scene(state, 0).choices]
    assert offered[:2] == ["Four kings: 80", "Score the royal marriage in hearts: 40"]
    assert offered[-1] == "Draw a card"
    broken = (
        shown("queens", "QS/1 QC/1 QC/2 QH/1", broken=True),
        shown("queens", "QH/3 QC/3 QD/2 QD/1", broken=True),
    )
    state = table("QS/1 QH/3 QC/1 QC/2 QC/3 QD QD/2 KC", declared=broken)
    assert len(declarations(state, "queens")) > 30
    queens = [choice for choice in scene(state, 0).choices if choice.label.startswith("Four queens: 60")]
    assert len(queens) == 3
    assert {choice.move for choice in queens} <= can(state)


def test_f4_37_who_was_ahead_goes_by_the_scores_that_are_compared() -> None:
    _, events = last_trick("8S", "7S", (1070, 1160), (20, 12))
    ended = [event for event in events if isinstance(event, own.HandSettled | ev.GameWon)]
    sheet = present(TEXT.result(ended, NAMES, events))
    assert sheet.headline == "Ann wins the game, 1,320 to 1,280, and gains 600."
    assert sheet.turn_words.startswith("Ann was ahead")
    assert ("20 brisques", 200) in [(part.words, part.points) for part in sheet.sides[0].parts]
