"""The referee's part of whist: penalties and when they are entered, what they leave of a hand, conceding,
asking at eight (Laws 5, 72, 78, 81-82; American Laws 8, 10, 14; AMB-B2)."""

from dataclasses import replace
from typing import Any

import pytest

from bot.rules.errors import RuleError
from bot.rules.match import GameWon
from bot.rules.moves import Cut, Deck
from bot.rules.moves import Play as PlayCard
from bot.rules.preliminaries.phases import CutPack, Shuffle
from bot.rules.registry import GAMES, text_for
from bot.rules.trick_taking.trick import Trick
from bot.rules.whist import events as ev
from bot.rules.whist.bishops import events as bishops_events
from bot.rules.whist.count import Count, Terms, count_hand
from bot.rules.whist.moves import AskHonour, CallHonours, Concede, Penalize
from bot.rules.whist.pack import PACK
from bot.rules.whist.state import Over, Penalty, Playing, Tally
from tests.rules.play import refused
from tests.rules.test_bishops_whist import dealt as bishops_dealt
from tests.rules.whist_hands import (
    AMERICAN,
    AMERICAN_TEXT,
    ENGLISH,
    ENGLISH_TEXT,
    NAMES,
    at_eight,
    cards,
    dealt,
    only,
    penalty,
    play_out,
    suits_apart,
)

BISHOPS: Any = GAMES["bishops-whist"]


def position(
    taken: tuple[int, int],
    points: tuple[int, int] = (0, 0),
    penalties: tuple[Penalty, ...] = (),
    game: Any = AMERICAN,
    **options: Any,
) -> Any:
    """A hand in which the sides have taken so many tricks; seat 0 leads to the next.

    Every seat holds a suit, and seat 3 the trumps: whoever leads but seat 3 loses the trick to it.
    """
    state = dealt(game, suits_apart(), points=points, **options)
    played = sum(taken)
    rows = tuple(zip(*(hand[:played] for hand in state.hands), strict=True))
    winners = [0] * taken[0] + [1] * taken[1]
    done = tuple(
        Trick(number, 0, row, winner)
        for number, (row, winner) in enumerate(zip(rows, winners, strict=True), 1)
    )
    tally = Tally(done, taken, penalties)
    return replace(state, hands=tuple(hand[played:] for hand in state.hands), seat=0, tally=tally)


def play_trick(game: Any, state: Any) -> tuple[Any, list[Any]]:
    """One trick of first cards, led as it comes."""
    events: list[Any] = []
    for _ in range(4):
        step = game.apply(state, state.seat, PlayCard(state.hands[state.seat][0]))
        state, events = step.state, [*events, *step.events]
    return state, events


def test_amb_b2_a_deduction_that_leaves_a_side_below_seven_does_not_stop_the_hand() -> None:
    # At 6 with a trick over six in hand: seven, but for the three points off.
    off = (penalty("revoke", 1, "deduct"),)
    state, events = play_trick(AMERICAN, position((2, 6), (0, 6), off, at_seven="stop"))
    assert isinstance(state, Playing), "nobody has won, and the hand goes on"
    assert not any(isinstance(event, ev.HandScored) for event in events)
    state, events = play_trick(AMERICAN, position((2, 6), (0, 6), (), at_seven="stop"))
    assert only(events, GameWon).winner == 1


def test_amb_b2_the_hand_stops_once_the_deduction_is_made_good() -> None:
    off = (penalty("revoke", 1, "deduct"),)
    state, events = play_out(AMERICAN, position((2, 6), (0, 6), off, at_seven="stop"))
    hand = only(events, ev.HandScored)
    assert hand.count.taken == (2, 10), "four over six: 6 - 3 + 4"
    assert hand.total == (0, 7)
    assert only(events, GameWon).winner == 1
    assert isinstance(state, Shuffle)


def test_amb_b2_an_addition_alone_stops_no_hand_before_its_close() -> None:
    # American Laws 10 and 14: penalties are exacted at the close of the hand.
    onto = (penalty("revoke", 0, "add"),)
    state, _ = play_trick(AMERICAN, position((2, 3), (0, 5), onto, at_seven="stop"))
    assert isinstance(state, Playing)


def test_amb_b2_a_hand_that_was_stopped_is_played_on_when_a_deduction_undoes_the_game() -> None:
    state, _ = play_trick(AMERICAN, position((2, 6), (0, 6), at_seven="stop"))
    assert isinstance(state, Shuffle)
    state, events = AMERICAN.apply(state, None, Penalize("revoke", 1, "deduct"))
    assert [event.kind for event in events] == ["penalty", "reopened"]
    assert events[1].to_json(NAMES) == {"event": "reopened", "number": 1, "resumed": True}
    assert AMERICAN_TEXT.describe_event(events[1], NAMES) == "Game 1 is open again: the hand is played on."
    assert isinstance(state, Playing)
    assert state.match.score.hand == 1
    assert sum(state.tally.taken) == 9
    _, events = play_out(AMERICAN, state)
    assert only(events, ev.HandScored).total == (0, 7), "four over six: 6 - 3 + 4"


def test_amb_b2_once_the_pack_is_shuffled_such_a_hand_is_only_counted_again() -> None:
    state, _ = play_trick(AMERICAN, position((2, 6), (0, 6), at_seven="stop"))
    state, events = AMERICAN.apply(shuffled(AMERICAN, state), None, Penalize("revoke", 1, "deduct"))
    assert [event.kind for event in events] == ["penalty", "reopened", "hand"]
    assert isinstance(state, CutPack)
    assert state.match.score.points == (0, 4)


def test_amb_b2_a_deduction_that_leaves_the_game_won_opens_no_hand_again() -> None:
    state, _ = play_trick(AMERICAN, position((2, 6), (0, 6), at_seven="stop"))
    state, events = AMERICAN.apply(state, None, Penalize("offence", 0, "deduct"))
    assert [event.kind for event in events] == ["penalty", "reopened", "hand", "game"]


def american(before: tuple[int, int], taken: tuple[int, int], *penalties: Penalty) -> Count:
    return count_hand(before, taken, (0, 0), penalties, Terms(7, stops=False, below_zero=True))


def test_amb_b2_penalties_before_tricks_whoever_is_there_first_has_won() -> None:
    # Six all: three for a revoke win, and the three tricks over six of the offenders come too late.
    count = american((6, 6), (9, 4), penalty("revoke", 0, "add"))
    assert (count.winner, count.total, count.points) == (1, (6, 9), (0, 3))
    assert count.shortfall == ("tricks", "")


def test_amb_b2_all_penalties_are_weighed_before_the_tricks() -> None:
    count = american((6, 6), (9, 4), penalty("revoke", 0, "add"), penalty("revoke", 1, "deduct"))
    assert count.total == (9, 6), "three on and three off: nobody is there before the tricks"
    assert count.winner == 0


def test_amb_b2_of_two_penalties_that_win_the_one_entered_first() -> None:
    both = penalty("revoke", 0, "add"), penalty("revoke", 1, "add")
    assert american((6, 6), (9, 4), *both).winner == 1
    assert american((6, 6), (9, 4), *reversed(both)).winner == 0


def test_amb_b2_a_side_that_loses_by_the_order_is_told_so() -> None:
    state = position((9, 3), (6, 6), (penalty("revoke", 0, "add"),))
    _, events = play_out(AMERICAN, state)
    told = AMERICAN_TEXT.describe_event(only(events, ev.HandScored), NAMES)
    assert "A and C: 9 tricks: +0 (the game was won before tricks count)" in told.splitlines()
    assert "B and D: 4 tricks, penalties +3: +3" in told.splitlines()


def test_american_law_8_tricks_made_count_and_the_conceded_cards_come_on_top() -> None:
    state = position((3, 7), (2, 1), concession=True)
    state, events = AMERICAN.apply(state, 0, Concede())
    hand = only(list(events), ev.HandScored)
    assert hand.count.taken == (3, 7), "three cards are left in each hand"
    assert hand.points == (0, 4), "a trick over six, and three cards"
    assert hand.total == (2, 5)
    assert only(list(events), GameWon).winner == 1, "the game, whatever the score"


def test_american_law_8_the_losers_tricks_and_the_penalties_announced_count_too() -> None:
    penalties = penalty("revoke", 1, "deduct"), penalty("offence", 1, "add")
    state = position((7, 3), (2, 6), penalties, concession=True)
    _, events = AMERICAN.apply(state, 0, Concede())
    hand = only(list(events), ev.HandScored)
    assert (hand.count.tricks, hand.count.penalties, hand.count.conceded) == ((1, 0), (1, -3), (0, 3))
    assert hand.total == (4, 6)
    assert only(list(events), GameWon).winner == 1


@pytest.mark.parametrize("seat", range(4))
def test_american_law_8_either_side_may_concede_on_its_own_turn(seat: int) -> None:
    state = replace(position((5, 5), concession=True), seat=seat)
    assert Concede() in AMERICAN.legal(state, seat)
    for other in {0, 1, 2, 3} - {seat}:
        assert Concede() not in AMERICAN.legal(state, other)
        refused(AMERICAN, state, other, Concede(), "when it is your turn")
    _, events = AMERICAN.apply(state, seat, Concede())
    assert only(list(events), GameWon).winner == 1 - seat % 2
    assert only(list(events), ev.HandScored).points[1 - seat % 2] == 3


def test_american_law_8_what_a_concession_brings_is_explained() -> None:
    state = position((3, 8), (0, 0), concession=True)
    _, events = AMERICAN.apply(state, 0, Concede())
    told = [AMERICAN_TEXT.describe_event(event, NAMES) for event in events]
    assert told[0] == "A throws down the cards: the game, and 2 points, to B and D."
    assert "B and D: 8 tricks, 2 cards conceded: +4" in told[1].splitlines()


def test_american_law_8_all_that_was_made_counts_though_the_losers_had_seven() -> None:
    # By the order of Law 5 the three for a revoke would have won; but they have given up the game.
    state = position((3, 8), (6, 1), (penalty("revoke", 1, "add"),), concession=True)
    _, events = AMERICAN.apply(state, 0, Concede())
    hand = only(list(events), ev.HandScored)
    assert hand.total == (9, 5), "two tricks over six, and two cards"
    assert hand.count.shortfall == ("", "")
    assert only(list(events), GameWon).winner == 1


def played_out(game: Any, **options: Any) -> tuple[Any, list[Any]]:
    return play_out(game, dealt(game, suits_apart(), **options))


def shuffled(game: Any, state: Any) -> Any:
    return game.apply(state, None, Deck(PACK)).state


@pytest.mark.parametrize("late", [False, True], ids=["before-the-shuffle", "before-the-cut"])
def test_law_78_a_revoke_may_be_claimed_until_the_cards_are_cut(late: bool) -> None:
    state, events = played_out(ENGLISH, length="long")
    assert only(events, ev.HandScored).total == (0, 10)
    state = shuffled(ENGLISH, state) if late else state
    step = ENGLISH.apply(state, None, Penalize("revoke", 3, "add"))
    assert [event.kind for event in step.events] == ["penalty", "reopened", "hand"]
    hand = only(list(step.events), ev.HandScored)
    assert hand.again
    assert hand.number == 1
    assert hand.total == (3, 9), "Law 82: no further than nine, and no game"
    assert (step.state.match.score.games, step.state.match.score.points) == ((0, 0), (3, 9))
    assert step.state.match.score.hand == 2
    assert isinstance(step.state, CutPack if late else Shuffle)
    assert step.state.dealer == state.dealer
    if isinstance(step.state, CutPack):
        assert step.state.pack == state.pack, "the pack lies as it was shuffled"


@pytest.mark.parametrize(("game", "pack"), [(AMERICAN, PACK), (ENGLISH, PACK)], ids=["american", "english"])
def test_law_78_after_the_cut_it_is_too_late(game: Any, pack: Any) -> None:
    state, _ = played_out(game)
    state = game.apply(state, None, Deck(pack)).state
    after = game.apply(state, (state.dealer + 3) % 4, Cut(20)).state
    assert isinstance(after, Playing)
    after = game.apply(after, None, Penalize("revoke", 3, "add")).state
    assert len(after.tally.penalties) == 1, "a penalty entered now belongs to the new hand"
    assert after.match.last is None


def test_law_72_v_a_revoke_claimed_at_the_end_wins_the_game_in_place_of_the_offenders() -> None:
    # Law 72, V: thirteen tricks and four honours are nothing beside it.
    state, events = played_out(ENGLISH, points=(2, 0))
    assert only(events, GameWon).winner == 1
    state, events = ENGLISH.apply(state, None, Penalize("revoke", 3, "add"))
    game = only(list(events), GameWon)
    assert (game.number, game.winner, game.points, game.value) == (1, 0, (5, 0), 3)
    assert game.games == (1, 0)
    assert state.match.score.games == (1, 0)


def test_american_law_14_the_claimant_elects_at_the_close_of_the_hand() -> None:
    state, _ = played_out(AMERICAN, points=(0, 0))
    assert state.match.score.games == (0, 1)
    step = AMERICAN.apply(state, None, Penalize("offence", 1, "deduct"))
    assert step.state.match.score.points == (0, 6), "seven and one off"
    assert step.state.match.score.games == (0, 0)
    again = AMERICAN.apply(step.state, None, Penalize("offence", 0, "add"))
    assert [event.kind for event in again.events] == ["penalty", "hand", "game"]
    assert again.state.match.score.games == (0, 1)


def test_law_78_the_last_hand_of_a_match_may_be_counted_again() -> None:
    state, events = played_out(ENGLISH, match="game")
    assert isinstance(state, Over)
    state, events = ENGLISH.apply(state, None, Penalize("revoke", 1, "deduct"))
    assert isinstance(state, Shuffle)
    assert ENGLISH.result(state) is None
    assert state.match.score.points == (0, 4)
    told = [ENGLISH_TEXT.describe_event(event, NAMES) for event in events]
    assert told[1] == "Game 1 is open again: the hand is counted anew."
    assert told[2].startswith("Hand 1 is counted again.")


def test_law_78_bishops_whist_counts_again_as_well() -> None:
    state = bishops_dealt()
    while isinstance(state, Playing):
        state = BISHOPS.apply(state, state.seat, BISHOPS.legal(state, state.seat)[0]).state
    before = state.match.score.points
    step = BISHOPS.apply(state, None, BISHOPS.parse("penalty revoke 1"))
    assert step.state.match.score.points == (before[0], before[1] - 4)
    told = text_for(BISHOPS.key).describe_event(step.events[-1], NAMES)
    assert told.startswith("Hand 1 is counted again.")
    assert "penalties -4" in told


def test_a_penalty_before_any_hand_belongs_to_none() -> None:
    state = ENGLISH.begin(ENGLISH.options({}), 0)
    with pytest.raises(RuleError, match="while a hand is played, or after it until the next cut"):
        ENGLISH.verify(state, None, Penalize("revoke", 1, "add"))
    refused(ENGLISH, played_out(ENGLISH)[0], 0, Penalize("revoke", 1, "add"), "not for a player")


def test_law_78_the_json_says_that_it_is_counted_again() -> None:
    state, events = played_out(AMERICAN)
    assert "again" not in only(events, ev.HandScored).to_json(NAMES)
    _, events = AMERICAN.apply(state, None, Penalize("offence", 0, "add"))
    assert only(list(events), ev.HandScored).to_json(NAMES)["again"] is True


def before_the_call(points: int, length: str, *penalties: Penalty) -> tuple[Any, list[Any]]:
    """B and D, at so many points, have taken six tricks, and hold the four honours, not called yet."""
    state = position((7, 5), (0, points), penalties, ENGLISH, honours="called", length=length)
    state, events = play_out(ENGLISH, state)
    assert only(events, ev.HandScored).count.taken == (7, 6)
    assert only(events, ev.HandScored).callable_side == 1
    return shuffled(ENGLISH, state), events


REVOKED = penalty("revoke", 1, "add")


@pytest.mark.parametrize(
    ("length", "points", "scored"), [("short", 3, 1), ("long", 8, 1), ("long", 7, 2), ("long", 3, 4)]
)
def test_law_82_honours_called_win_no_game_for_a_side_that_has_revoked(length: str, points: int, scored: int):
    state, _ = before_the_call(points, length, REVOKED)
    after, (event,) = ENGLISH.apply(state, 1, CallHonours())
    assert event.points == scored
    assert event.total == (4, points + scored)
    assert after.match.score.games == (0, 0)
    assert after.match.score.points == (4, points + scored)
    told = ENGLISH_TEXT.describe_event(event, NAMES)
    assert told.startswith(f"B calls the honours: {scored} to B and D.")
    assert ("They have revoked, and cannot score more than" in told) == (scored < 4)


@pytest.mark.parametrize(("length", "points"), [("short", 3), ("long", 8)])
def test_law_82_without_a_revoke_the_same_call_wins(length: str, points: int) -> None:
    state, _ = before_the_call(points, length)
    _, events = ENGLISH.apply(state, 1, CallHonours())
    called = only(list(events), ev.HonoursCalled)
    assert called.points == 4
    limit = points + 2
    assert called.total[1] == limit
    assert ENGLISH_TEXT.describe_event(called, NAMES).startswith(
        f"B calls the honours: 4 to B and D. {limit} is game."
    )
    assert only(list(events), GameWon).winner == 1


def test_law_6_a_penalty_after_the_call_counts_the_honours_again() -> None:
    state, _ = played_out(ENGLISH, length="long", honours="called", points=(0, 0))
    assert state.match.score.points == (0, 7)
    state = shuffled(ENGLISH, state)
    state, (_, game) = ENGLISH.apply(state, 1, CallHonours())
    assert game.winner == 1
    state, events = ENGLISH.apply(state, None, Penalize("revoke", 1, "tricks"))
    assert [event.kind for event in events] == ["penalty", "reopened", "hand"]
    hand = only(list(events), ev.HandScored)
    assert hand.count.taken == (3, 10)
    assert hand.total == (0, 8), "four tricks and four honours"
    assert hand.callable_side is None, "they have been called"


def test_asking_at_eight_the_third_honour_may_have_been_played_already() -> None:
    # A leads the queen, which is the third honour; C, with ace and king, asks before playing.
    state = at_eight({"QC": 0, "AC": 2, "KC": 2})
    (queen,) = cards("QC")
    state = ENGLISH.apply(state, 0, PlayCard(queen)).state
    state = ENGLISH.apply(state, 1, ENGLISH.legal(state, 1)[0]).state
    assert AskHonour() in ENGLISH.legal(state, 2)
    state, events = ENGLISH.apply(state, 2, AskHonour())
    assert only(list(events), ev.Asked).granted
    assert only(list(events), GameWon).winner == 0


def test_asking_at_eight_who_holds_three_needs_none_of_partner() -> None:
    state = at_eight({"QC": 0, "AC": 0, "KC": 0})
    state, events = ENGLISH.apply(state, 0, AskHonour())
    assert only(list(events), ev.Asked).granted
    assert only(list(events), GameWon).points == (10, 0)


def test_asking_at_eight_the_words_are_right_whoever_holds_the_third() -> None:
    for honours in ({"QC": 0, "AC": 0, "KC": 0}, {"QC": 0, "AC": 0, "KC": 2}):
        _, events = ENGLISH.apply(at_eight(honours), 0, AskHonour())
        told = ENGLISH_TEXT.describe_event(only(list(events), ev.Asked), NAMES)
        assert told == "A, at eight, asks C for a third honour: they have at least three between them."


def test_law_82_a_hand_won_by_asking_is_played_after_all_by_who_has_revoked() -> None:
    state, _ = ENGLISH.apply(at_eight({"QC": 0, "AC": 0, "KC": 0}, match="game"), 0, AskHonour())
    assert isinstance(state, Over)
    state, events = ENGLISH.apply(state, None, Penalize("revoke", 2, "add"))
    assert [event.kind for event in events] == ["penalty", "reopened"]
    assert isinstance(state, Playing)
    assert AskHonour() not in ENGLISH.legal(state, 0)


def test_law_82_nobody_asks_at_eight_who_cannot_win_by_it() -> None:
    state = at_eight({"QC": 0, "AC": 0, "KC": 0})
    for revoked in (0, 2):
        after = ENGLISH.apply(state, None, Penalize("revoke", revoked, "add")).state
        assert AskHonour() not in ENGLISH.legal(after, 0)
        refused(ENGLISH, after, 0, AskHonour(), "at eight points")


def side_lines(
    taken: tuple[int, int], points: tuple[int, int], penalties: tuple[Penalty, ...], length: str = "short"
) -> list[str]:
    """The lines of both sides of an English hand that has been counted."""
    state = position(taken, points, penalties, ENGLISH, length=length)
    _, events = play_out(ENGLISH, state)
    told: str = ENGLISH_TEXT.describe_event(only(events, ev.HandScored), NAMES)
    return told.splitlines()[1:3]


def test_law_82_a_capped_side_is_told_why() -> None:
    # Eight tricks and four honours at 3 would be nine.
    lines = side_lines((5, 7), (0, 3), (penalty("revoke", 1, "add"),))
    assert lines[0] == "A and C: 5 tricks, penalties +3: +3"
    assert lines[1] == "B and D: 8 tricks: +1 (who has revoked cannot win by that hand)"


def test_law_72_three_tricks_moved_are_told() -> None:
    lines = side_lines((3, 9), (0, 0), (penalty("revoke", 1, "tricks"),), length="long")
    assert lines == [
        "A and C: 6 tricks (3 of them for a revoke): +0",
        "B and D: 7 tricks (3 given up for a revoke), honours 4: +5",
    ]


def test_amb_c3_three_off_at_nothing_is_told() -> None:
    lines = side_lines((6, 6), (0, 0), (penalty("revoke", 1, "deduct"),), length="long")
    assert lines[1] == "B and D: 7 tricks, honours 4, penalties +0 (a score stops at nothing): +5"
    lines = side_lines((6, 6), (0, 2), (penalty("revoke", 1, "deduct"),), length="long")
    assert lines[1] == "B and D: 7 tricks, honours 4, penalties -2 (a score stops at nothing): +3"


def test_amb_c3_the_penalty_itself_says_that_nothing_goes_below_nothing() -> None:
    for below, told in (
        (False, "B is charged with a revoke: 3 points off, but not below nothing, at the end of the hand."),
        (True, "B is charged with a revoke: 3 points off at the end of the hand."),
    ):
        state = dealt(ENGLISH, suits_apart(), revoke_below_zero=below)
        _, (event,) = ENGLISH.apply(state, None, Penalize("revoke", 1, "deduct"))
        assert ENGLISH_TEXT.describe_event(event, NAMES) == told


def test_amb_a7_what_a_penalty_does_not_take_is_told_at_bishops_whist_too() -> None:
    state = bishops_dealt()
    options = BISHOPS.options({"scores_below_zero": False})
    state = replace(state, deal=replace(state.deal, match=replace(state.match, options=options)))
    state = BISHOPS.apply(state, None, BISHOPS.parse("penalty revoke 0")).state
    for _ in range(4):
        state = BISHOPS.apply(state, None, BISHOPS.parse("penalty exposed 0")).state
    _, events = play_out(BISHOPS, state)
    hand = only(events, bishops_events.HandScored)
    assert hand.penalties[0] == -12
    assert hand.points[0] == hand.total[0] == 0
    told = text_for(BISHOPS.key).describe_event(hand, NAMES).splitlines()[1]
    assert told.endswith("penalties -12: +0 (a score stops at nothing)")


def test_law_5_points_are_what_the_total_moved_by() -> None:
    state = position((0, 12), game=ENGLISH)
    _, events = play_out(ENGLISH, state)
    data = only(events, ev.HandScored).to_json(NAMES)
    assert data["points"] == data["total"] == {"A-C": 0, "B-D": 5}
    assert data["tricks"] == {"A-C": 0, "B-D": 13}
    told = ENGLISH_TEXT.describe_event(only(events, ev.HandScored), NAMES)
    assert "B and D: 13 tricks: +5 (5 is game)" in told
