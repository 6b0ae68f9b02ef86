"""The referee's part of bezique for two: a wrong number of cards and scores without right (Rubicon Laws 11 to
13 and 19; Bezique Laws 1 to 4; Polish Laws 11, 13 and 19)."""

from dataclasses import replace
from typing import Any

import pytest

from bot.rules.bezique import events as ev
from bot.rules.bezique.referee import Mark, Penalize, judged
from bot.rules.bezique.rubicon import events as own
from bot.rules.bezique.rubicon.settlement import settle
from bot.rules.bezique.state import Over, Playing
from bot.rules.bezique.variant import Rubicon
from bot.rules.cards import parse
from bot.rules.errors import NotationError, RuleError
from bot.rules.registry import GAMES, text_for
from bot.rules.trick_taking.trick import Trick
from tests.rules import bezique_hands, polish_hands, rubicon_hands
from tests.rules.bezique_hands import NAMES, only
from tests.rules.play import refuses


def last_trick(
    hands: Any, penalties: str, scores: tuple[int, int], brisques: tuple[int, int] = (0, 0), **options: Any
) -> tuple[Any, list[Any]]:
    """The end of a hand in which Ann leads the ace of spades, her last card, and takes Bob's ten with it;
    the referee has entered `penalties` before."""
    at: dict[str, Any] = {"scores": scores, "brisques": brisques}
    if hands is bezique_hands:
        at = {"points": scores, "turn_up": None}
    state = hands.table("AS", "TS", playing=True, stock=0, **at, **options)
    entered: list[Any] = []
    for penalty in penalties.split(", ") if penalties else ():
        state, told = hands.do(state, None, f"penalty {penalty}")
        entered += told
    state, _ = hands.do(state, 0, "play AS")
    state, events = hands.do(state, 1, "play TS")
    return state, [*entered, *events]


def rubicon(penalties: str, scores: tuple[int, int], brisques: tuple[int, int] = (15, 15)) -> Any:
    """How such a hand of Rubicon bezique is settled."""
    _, events = last_trick(rubicon_hands, penalties, scores, brisques)
    return only(events, own.HandSettled)


def ordinary(penalties: str, scores: tuple[int, int], **options: Any) -> Any:
    """What such a hand of ordinary bezique comes to."""
    _, events = last_trick(bezique_hands, penalties, scores, **options)
    return only(events, ev.HandScored)


def test_l15_rubicon_law_11_at_most_900_of_the_offenders_score() -> None:
    settled = settle((1200, 950), (16, 16), Rubicon(), offenders=(1,))
    assert (settled.winner, settled.rubiconed, settled.value) == (0, 1, 1200 + 900 + 1300)
    more = settle((1200, 2950), (16, 16), Rubicon(), offenders=(1,))
    assert (more.winner, more.value) == (0, 3400), "the offender loses, whatever the score"
    assert settle((1200, 640), (16, 16), Rubicon(), offenders=(1,)).value == 1200 + 600 + 1300


def test_l15_rubicon_law_11_entered_while_the_hand_is_played() -> None:
    # Ann takes the last trick: 1,150 and 50.
    hand = rubicon("too-many 1", (1150, 950))
    assert (hand.winner, hand.points, hand.rubiconed) == (0, (3400, 0), 1)
    assert "Bob has played with too many cards: that is a rubicon." in rubicon_hands.say(hand)
    assert hand.to_json(NAMES)["rubicon"] == "Bob"


def test_rubicon_law_11_both_with_too_many_void_the_game() -> None:
    hand = rubicon("too-many 0, too-many 1", (1150, 950))
    assert (hand.winner, hand.points) == (None, (0, 0))
    assert rubicon_hands.say(hand).endswith("The game is void: both have played with too many cards.")


def test_rubicon_law_12_with_too_few_the_other_wins_the_last_trick() -> None:
    hand = rubicon("too-few 0", (1150, 1150))
    assert (hand.scores, hand.brisques, hand.winner) == ((1150, 1200), (15, 17), 1)
    assert rubicon("too-few 1", (1150, 1150)).scores == (1200, 1150), "he does not take it anyhow"
    assert rubicon("too-few 0, too-few 1", (1150, 1150)).scores == (1200, 1150), "both score as usual"


def test_rubicon_law_13_one_with_too_many_and_one_with_too_few() -> None:
    hand = rubicon("too-many 1, too-few 0", (1150, 950))
    assert hand.scores == (1150, 950), "Ann cannot score the last trick"
    assert (hand.rubiconed, hand.points) == (1, (1100 + 900 + 1300, 0))
    assert hand.brisques == (17, 15), "but the trick is hers"


def test_rubicon_laws_say_what_an_offence_costs() -> None:
    _, events = last_trick(rubicon_hands, "too-many 1, too-few 0", (1150, 950))
    entered = [event for event in events if isinstance(event, ev.PenaltyTaken)]
    assert [rubicon_hands.say(event) for event in entered] == [
        "The referee: Bob has played with too many cards. That is a rubicon, whatever the score.",
        "The referee: Ann has played with too few cards. Ann cannot score the last trick.",
    ]
    assert entered[0].to_json(NAMES) == {
        "event": "penalty",
        "seat": "Bob",
        "offence": "too-many",
        "exacted": "rubiconed",
    }
    _, events = last_trick(rubicon_hands, "too-few 0, too-few 1", (1150, 950))
    told = [rubicon_hands.say(event) for event in events if isinstance(event, ev.PenaltyTaken)]
    assert told == [
        "The referee: Ann has played with too few cards. The last trick is the other's.",
        "The referee: Bob has played with too few cards. So has the other, and it costs neither anything.",
    ]


def test_rubicon_law_19_a_score_without_right_stands_and_a_wrong_one_is_put_right() -> None:
    state = rubicon_hands.table("KS 7D", playing=True, scores=(100, 200))
    state, events = rubicon_hands.do(state, None, "mark 0 40")
    assert isinstance(state, Playing)
    assert state.deal.made == (140, 200)
    assert rubicon_hands.say(events[0]) == (
        "The referee: Ann has marked 40 points without right, and they stand, now 140."
    )
    state, events = rubicon_hands.do(state, None, "mark 0 -60")
    assert state.deal.made == (80, 200)
    assert rubicon_hands.say(events[0]) == (
        "The referee: 60 points marked wrong by Ann are taken off, now 80."
    )
    assert events[0].to_json(NAMES) == {"event": "mark", "seat": "Ann", "points": -60, "total": 80}
    refuses("Only 80 points have been marked", rubicon_hands.do, state, None, "mark 0 -90")


def test_rubicon_law_19_while_something_is_declared() -> None:
    before = rubicon_hands.table("KS QS 7D")
    state, _ = rubicon_hands.do(before, None, "mark 1 40")
    assert rubicon_hands.can(state) == rubicon_hands.can(before), "it is still for Ann to declare"
    assert state.deal.made == (0, 40)


def test_bezique_law_1_with_too_many_cards_nothing_of_the_hand_counts() -> None:
    assert ordinary("", (500, 400)).total == (530, 400)
    assert ordinary("too-many 0", (500, 400)).total == (500, 400)
    at_the_end = ordinary("too-many 0", (500, 400), brisques="at-the-end")
    assert (at_the_end.total, at_the_end.brisques) == ((500, 400), (0, 0))


def test_bezique_law_1_the_offender_does_not_reach_the_target() -> None:
    state = bezique_hands.table("KH QH 7D", points=(970, 0))
    state, _ = bezique_hands.do(state, None, "penalty too-many 0")
    state, events = bezique_hands.do(state, 0, "declare marriage KH QH")
    assert not [event for event in events if isinstance(event, ev.GameWon)]
    assert isinstance(state, Playing)


def test_bezique_law_2_both_with_too_many_costs_neither_anything() -> None:
    hand = ordinary("too-many 0, too-many 1", (500, 400))
    assert hand.total == (530, 400), "they have played without drawing until it was right"


def test_bezique_law_3_one_with_too_many_and_one_with_too_few() -> None:
    hand = ordinary("too-many 1, too-few 0", (500, 400))
    assert hand.total == (520, 400), "two brisques, but not the last trick"
    assert ordinary("too-few 0", (500, 400)).total == (500, 430), "Rubicon Law 12: the trick is Bob's"


def test_bezique_law_4_a_wrong_score_that_brought_nobody_home_is_put_right() -> None:
    state = bezique_hands.table("KH QH 7D", points=(900, 0), playing=True, out="play-on", match="game")
    state, _ = bezique_hands.do(state, None, "mark 0 150")
    assert state.deal.reached == ((1050, 0), None)
    state, _ = bezique_hands.do(state, None, "mark 0 -150")
    assert state.deal.reached == (None, None)
    state = bezique_hands.table("KH QH 7D", points=(900, 0), playing=True, match="game")
    state, events = bezique_hands.do(state, None, "mark 0 100")
    assert only(events, ev.GameWon).winner == 0, "it stands, and with it Ann has 1,000"
    assert isinstance(state, Over)


def polish(penalties: str, points: tuple[int, int] = (300, 300), **options: Any) -> Any:
    """What a hand of Polish bezique comes to in whose last trick Ann's ace of spades takes Bob's ten."""
    state = polish_hands.dealt(
        polish_hands.TWO, ("", ""), ("AS", "TS"), stock=0, turn_up=None, points=points, **options
    )
    before = tuple(Trick(number, 0, (parse("8C"), parse("7C")), 0) for number in range(1, 32))
    state = replace(state, deal=state.deal._replace(tricks=before))
    for penalty in penalties.split(", ") if penalties else ():
        move = polish_hands.TWO.parse(f"penalty {penalty}")
        state = polish_hands.TWO.apply(state, None, move).state
    return only(polish_hands.played(polish_hands.TWO, state, "AS", "TS")[1], ev.HandScored)


def test_polish_law_11_too_many_cost_200_points_unless_both_have() -> None:
    assert polish("").total == (320, 300)
    assert polish("too-many 0").total == (120, 300)
    assert polish("too-many 0, too-many 1").total == (320, 300), "they have played without drawing"
    state = polish_hands.dealt(polish_hands.TWO, ("", ""), ("AS", "TS"))
    _, (entered,) = polish_hands.TWO.apply(state, None, polish_hands.TWO.parse("penalty too-many 0"))
    assert bezique_hands.say(entered).endswith("That costs 200 points.")
    assert entered.to_json(NAMES)["points"] == 200


def test_polish_law_11_the_offender_does_not_reach_the_target() -> None:
    assert polish("too-many 0", (1990, 300)).total == (1810, 300)


def test_polish_law_13_who_has_too_few_scores_neither_last_trick() -> None:
    assert polish("too-few 0, too-many 1").total == (310, 100), "10 of the last trick drawn to are taken off"
    assert polish("too-few 0, too-many 1", last_trick="both").total == (310, 100)
    assert polish("too-few 1, too-many 0").total == (120, 300), "Bob has won none of them"


def test_rubicon_law_12_at_polish_bezique_the_very_last_trick_is_the_others() -> None:
    assert polish("too-few 0").total == (300, 320), "its brisques; the last trick drawn to stays"
    assert polish("too-few 0", last_trick="both").total == (300, 330)


def test_polish_law_19_the_wrong_score_goes_to_the_other() -> None:
    state = polish_hands.dealt(polish_hands.TWO, ("", ""), ("AS", "TS"))
    for text in ("mark 0 40", "mark 0 -40", "mark 1 40"):
        state = polish_hands.TWO.apply(state, None, polish_hands.TWO.parse(text)).state
    assert state.deal.made == (0, 40)


def test_four_handed_polish_has_no_referee() -> None:
    state = polish_hands.dealt(polish_hands.FOUR, [""] * 4, [""] * 4)
    with pytest.raises(RuleError, match="no laws for a referee"):
        polish_hands.FOUR.apply(state, None, polish_hands.FOUR.parse("mark 0 10"))


def polish_hand(won: int) -> tuple[Any, Any]:
    """The last trick of a hand of Polish bezique, of whose tricks that seat won the last drawn to."""
    game: Any = GAMES["polish-bezique"]
    variant = game.variant(game.options({}))
    assert variant.laws is not None
    state = bezique_hands.table("AS", "TS", playing=True, stock=0, turn_up=None)
    tricks = tuple(
        Trick(number, 0, (parse("7C"), parse("8C")), won if number == 24 else 0) for number in range(1, 33)
    )
    deal = state.deal._replace(made=(300, 300), tricks=tricks, open_cards=((), ()))
    return game, replace(state, match=replace(state.match, variant=variant), deal=deal)


def test_polish_law_11_of_the_game_itself() -> None:
    game, state = polish_hand(0)
    state = game.apply(state, None, game.parse("penalty too-many 1")).state
    over = state.deal._replace(hands=((), ()))
    assert judged(state.match, over).made == (300, 100)


@pytest.mark.parametrize(("won", "made"), [(0, (290, 100)), (1, (300, 100))])
def test_polish_law_13_one_with_too_few_does_not_score_the_last_trick_drawn_to(
    won: int, made: tuple[int, int]
) -> None:
    game, state = polish_hand(won)
    for entered in ("penalty too-few 0", "penalty too-many 1"):
        state = game.apply(state, None, game.parse(entered)).state
    assert judged(state.match, state.deal._replace(hands=((), ()))).made == made


def test_a_player_enters_nothing_and_nobody_is_offered_it() -> None:
    state = rubicon_hands.table("KS 7D", playing=True)
    for move in ("penalty too-many 1", "mark 1 40"):
        assert move not in rubicon_hands.can(state)
        refuses("not for a player", rubicon_hands.do, state, 0, move)


def test_nothing_is_entered_twice_or_between_hands() -> None:
    state, _ = rubicon_hands.do(rubicon_hands.table("KS 7D", playing=True), None, "penalty too-many 1")
    refuses("has been entered already", rubicon_hands.do, state, None, "penalty too-few 1")
    start = rubicon_hands.GAME.begin(rubicon_hands.GAME.options({}), 0)
    refuses("first to be shuffled", rubicon_hands.do, start, None, "mark 0 10")


def test_a_game_without_such_laws_refuses() -> None:
    state = bezique_hands.table("AS", "TS", playing=True)
    lawless = replace(state.match, variant=replace(state.match.variant, laws=None))
    refuses("no laws for a referee", bezique_hands.do, replace(state, match=lawless), None, "mark 0 10")


@pytest.mark.parametrize(
    "text",
    ["penalty", "penalty revoke 0", "penalty too-many 2", "mark 0", "mark 2 40", "mark 0 040", "mark 0 0"],
)
def test_the_moves_are_read_as_written(text: str) -> None:
    assert str(rubicon_hands.GAME.parse("penalty too-few 1")) == str(Penalize("too-few", 1))
    assert rubicon_hands.GAME.parse("mark 0 -40") == Mark(0, -40)
    with pytest.raises(NotationError):
        rubicon_hands.GAME.parse(text)


def test_the_result_says_what_the_referee_has_entered() -> None:
    state = bezique_hands.table("AS", "TS", playing=True, stock=0, turn_up=None)
    state, marked = bezique_hands.do(state, None, "mark 0 40")
    state, _ = bezique_hands.do(state, 0, "play AS")
    state, events = bezique_hands.do(state, 1, "play TS")
    hand = only(events, ev.HandScored)
    sheet = text_for("bezique").result([hand], NAMES, [*marked, *events])
    assert sheet is not None
    assert ("by the referee", 40) in [(part.words, part.points) for part in sheet.sides[0].parts]
