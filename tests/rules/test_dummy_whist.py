"""Dummy for three, clause by clause (RULES D)."""

from dataclasses import replace
from typing import Any

import pytest

from bot.rules.cards import Suit, parse
from bot.rules.errors import RuleError
from bot.rules.game import Result
from bot.rules.match import GameResult, GameWon
from bot.rules.moves import Deck
from bot.rules.moves import Play as PlayCard
from bot.rules.preliminaries.phases import ChooseChair, CutForDeal, CutPack, PutLeft, Shuffle
from bot.rules.registry import text_for
from bot.rules.seats import Names
from bot.rules.trick_taking.claiming import Claim, Claimed
from bot.rules.whist.dummy.events import DummyRubberWon, LaidOpen, TourneeWon
from bot.rules.whist.moves import Penalize
from bot.rules.whist.pack import PACK
from bot.rules.whist.state import Over, Playing
from tests.rules.dummy_hands import DOUBLE, DUMMY, E, N, S, W, at_last_hand, cut_for, deal, kinds, last_hand
from tests.rules.play import refuses
from tests.rules.revoking import act, follow, mixed
from tests.rules.whist_hands import cards, only, play_out, suits_apart

TEXT = text_for("dummy-whist")
NAMES = Names(DUMMY.chairs, ("Ann", "Bob", "Dummy", "Cleo"))


def test_d1_three_people_sit_down_and_nobody_in_dummys_chair() -> None:
    assert DUMMY.players() == (3, 3)
    assert DUMMY.chairs.people == (N, E, W)
    assert DUMMY.chairs.sides == ((N, S), (E, W))


@pytest.mark.parametrize(("cut", "taker"), [("2S KS QS", N), ("KS 2S QS", E), ("KS QS 2S", W)])
def test_d2_whoever_cuts_lowest_has_dummy_first(cut: str, taker: int) -> None:
    _, told = cut_for(DUMMY, cut, partners="cut")
    assert kinds(told) == ["draw", "seated"]
    seated: Any = told[-1]
    assert seated.order[N] == taker, "who has dummy sits opposite it"
    assert seated.order[S] == S
    assert sorted(seated.order) == [N, E, S, W]


def test_d2_the_ace_is_lowest_in_cutting() -> None:
    _, told = cut_for(DUMMY, "2S 3S AS", partners="cut")
    seated: Any = told[-1]
    assert seated.order[N] == W


def test_d2_equal_lowest_cards_are_cut_again() -> None:
    state, told = cut_for(DUMMY, "2S KH 2D", partners="cut")
    assert isinstance(state, CutForDeal)
    assert told[-1].again == (N, W)  # type: ignore[attr-defined]
    state, told = cut_for(DUMMY, "2S KH 2D", "9S 3S", partners="cut")
    assert told[-1].order[N] == W  # type: ignore[attr-defined]


def test_d2_only_a_tournee_needs_to_know_who_has_dummy_second() -> None:
    state, _ = cut_for(DUMMY, "2S KH KD", partners="cut", match="rubber")
    assert isinstance(state, Shuffle)
    state, _ = cut_for(DUMMY, "2S KH KD", partners="cut", match="tournee")
    assert isinstance(state, CutForDeal)
    state, _ = cut_for(DUMMY, "2S KH KD", "4H 3H", partners="cut", match="tournee")
    assert state.match.takers == (N, W, E)


def test_d2_dummys_partner_chooses_the_seats() -> None:
    state, _ = cut_for(DUMMY, "KS 2S QS")
    assert isinstance(state, ChooseChair)
    assert DUMMY.to_act(state) == (E,)
    assert DUMMY.legal(state, E) == (PutLeft(N), PutLeft(W))
    _, (seated,) = DUMMY.apply(state, E, PutLeft(W))
    assert seated.order == (E, W, S, N)
    refuses("which of the others", DUMMY.apply, state, E, PutLeft(S))
    refuses("whoever cut lowest", DUMMY.apply, state, N, PutLeft(W))


def test_d2_who_sits_opposite_has_dummy_without_a_cut() -> None:
    state = DUMMY.begin(DUMMY.options({"partners": "choice"}), None)
    assert isinstance(state, Shuffle)
    assert state.dealer == S


def test_d2_dummy_deals_first_and_then_the_deal_goes_round_the_four_hands() -> None:
    state, _ = cut_for(DUMMY, "2S KS QS", partners="cut", match="rubber")
    dealers = []
    for _ in range(5):
        dealers.append(state.dealer)
        state, _ = play_out(DUMMY, deal(DUMMY, state)[0])
        if not isinstance(state, Shuffle):
            break
    assert dealers == [S, W, N], "the dealer's side holds all trumps, and two games of one side are a rubber"
    state, _ = cut_for(DUMMY, "2S KS QS", partners="cut")
    assert deal(DUMMY, state)[0].seat == W, "on dummy's left"


def test_d2_dummy_cuts_the_pack_by_its_partner() -> None:
    state = Shuffle(DUMMY.new_match(DUMMY.options({})), W)
    after, _ = DUMMY.apply(state, None, Deck(PACK))
    assert isinstance(after, CutPack)
    assert DUMMY.to_act(after) == (S,)
    assert DUMMY.player_of(after, S) == N


def test_d2_a_tournee_is_three_rubbers_with_dummy_going_round() -> None:
    match = DUMMY.new_match(DUMMY.options({"match": "tournee", "partners": "cut"}))
    state, events = play_out(DUMMY, at_last_hand(DUMMY, match, 0))
    # Ann wins with dummy; then Bob, who sat east, has it.
    assert kinds(events)[-4:] == ["hand", "game", "rubber", "seated"]
    assert isinstance(state, Shuffle)
    assert events[-1].order == (E, N, S, W)
    assert state.dealer == S
    assert state.match.last is None, "nothing can be entered of a hand before people changed chairs"
    assert (state.match.rubber, state.match.score.points) == (2, (0, 0))
    assert state.match.score.games == (0, 0)
    state, events = play_out(DUMMY, at_last_hand(DUMMY, state.match, 1))
    assert events[-1].order == (W, E, S, N), "the third in turn"
    state, events = play_out(DUMMY, at_last_hand(DUMMY, state.match, 1))
    assert isinstance(state, Over)
    assert kinds(events)[-4:] == ["hand", "game", "rubber", "tournee"]


def test_d2_who_takes_dummy_next_chooses_the_seats_again() -> None:
    state, events = play_out(DUMMY, last_hand(DUMMY, 0, match="tournee"))
    assert isinstance(state, ChooseChair)
    assert DUMMY.to_act(state) == (E,)
    assert events[-1].kind == "chairs"


def test_d2_games_and_rubbers_of_a_tournee_are_numbered_through() -> None:
    match = DUMMY.new_match(DUMMY.options({"match": "tournee", "partners": "cut"}))
    numbers = []
    for winner in (0, 1, 0):
        state, events = play_out(DUMMY, at_last_hand(DUMMY, match, winner))
        match = state.match
        numbers.append((only(events, GameWon).number, only(events, DummyRubberWon).number))
    assert numbers == [(2, 1), (4, 2), (6, 3)]


def test_d3_dummy_lies_open_once_dealt_and_before_the_first_lead() -> None:
    state, _ = cut_for(DUMMY, "2S KS QS", partners="cut")
    state, told = deal(DUMMY, state)
    hand = suits_apart()[S]
    assert kinds(told)[-1] == "dummy"
    assert only(told, LaidOpen).cards == hand
    assert not state.cards
    for seat in (None, N, E, W):
        assert DUMMY.view(state, seat).shown[S] == hand


def test_d3_no_other_hand_is_seen_but_by_who_plays_dummy() -> None:
    state, _ = deal(DUMMY, Shuffle(DUMMY.new_match(DUMMY.options({})), S))
    for seat in (None, N, E, W):
        assert [bool(hand) for hand in DUMMY.view(state, seat).shown] == [False, False, True, False]
    view = DUMMY.view(state, S)
    assert view.shown == (suits_apart()[N], (), (), ())
    assert view.hand == suits_apart()[S]


def test_d3_the_scene_lays_dummy_before_everybody_but_its_player_who_has_both_hands() -> None:
    state, _ = deal(DUMMY, Shuffle(DUMMY.new_match(DUMMY.options({})), S))
    for seat in (None, E, W):
        (row,) = TEXT.scene(DUMMY.view(state, seat), NAMES).rows
        assert (row.title, row.owners) == ("Dummy's hand", (S,))
    for seat, shown in ((N, "Your own hand"), (S, "Dummy's hand")):
        scene = TEXT.scene(DUMMY.view(state, seat), NAMES)
        assert scene.rows == ()
        assert [row.title for row in scene.hands] == ["Dummy's hand", "Your own hand"]
        assert scene.hand is not None
        assert scene.hand.title == shown


def test_d4_dummys_partner_makes_dummys_moves() -> None:
    state, _ = deal(DUMMY, Shuffle(DUMMY.new_match(DUMMY.options({})), S))
    assert [DUMMY.player_of(state, seat) for seat in range(4)] == [N, E, N, W]
    for seat, word in (
        (W, "you lead"),
        (N, "from your own hand"),
        (E, "you have no"),
        (S, "from dummy's hand"),
    ):
        assert DUMMY.to_act(state) == (seat,)
        assert word in TEXT.scene(DUMMY.view(state, seat), NAMES).prompt
        state = DUMMY.apply(state, seat, PlayCard(state.hands[seat][0])).state


def test_d4_each_hand_follows_suit_by_itself() -> None:
    north = cards("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS 2H")
    south = cards("KS 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH")
    hands = [north, suits_apart()[2], south, suits_apart()[3]]
    state, _ = deal(DUMMY, Shuffle(DUMMY.new_match(DUMMY.options({})), E), hands)
    state = DUMMY.apply(state, S, PlayCard(south[1])).state
    state = DUMMY.apply(state, W, PlayCard(hands[W][0])).state
    assert DUMMY.legal(state, N) == (PlayCard(north[-1]),)


def test_d4_a_claim_lays_down_the_hand_that_is_not_open() -> None:
    state, _ = deal(DUMMY, Shuffle(DUMMY.new_match(DUMMY.options({})), E))
    assert DUMMY.to_act(state) == (S,)
    assert only(list(DUMMY.apply(state, S, Claim(13)).events), Claimed).hand == suits_apart()[N]


@pytest.mark.parametrize(("winner", "settled"), [(0, (16, -8, 0, -8)), (1, (-16, 8, 0, 8))])
def test_d5_dummys_partner_settles_with_each_adversary(winner: int, settled: tuple[int, ...]) -> None:
    state, events = play_out(DUMMY, last_hand(DUMMY, winner))
    rubber = only(events, DummyRubberWon)
    assert (rubber.worth, rubber.settled, rubber.balance) == (8, settled, ())
    assert DUMMY.result(state).winner == winner


def test_d5_the_tournee_goes_to_who_has_won_most() -> None:
    match = DUMMY.new_match(DUMMY.options({"match": "tournee", "partners": "cut"}))
    state, _ = play_out(DUMMY, at_last_hand(DUMMY, match, 0))
    state, _ = play_out(DUMMY, at_last_hand(DUMMY, state.match, 1))
    state, events = play_out(DUMMY, at_last_hand(DUMMY, state.match, 0))
    # Ann +16, Bob and Cleo −8; then Bob −16, Ann and Cleo +8; then Cleo +16, Ann and Bob −8.
    # Cleo sits north at the end, Ann east and Bob west.
    won = only(events, TourneeWon)
    assert won.points == (16, 16, -32)
    assert won.winner is None
    assert won.by_sides == ((N,), (E,), (W,))
    assert DUMMY.result(state) == Result((16, 16, -32), (2, 2, 0), None, ((N,), (E,), (W,)))
    names = Names(DUMMY.chairs, ("Cleo", "Ann", "Dummy", "Bob"))
    assert TEXT.describe_event(won, names) == "Cleo and Ann share the tournée: Cleo +16, Ann +16, Bob −32."


def test_d5_gap_d1_a_rubber_of_a_tournee_in_long_whist_counts_one() -> None:
    options = {"match": "tournee", "length": "long", "partners": "cut"}
    match = DUMMY.new_match(DUMMY.options(options))
    won = replace(match, score=match.score.after_game(GameResult(0)))
    at_nine = replace(won, score=won.score.after_hand((9, 0)))
    _, events = play_out(DUMMY, deal(DUMMY, Shuffle(at_nine, S))[0])
    assert only(events, DummyRubberWon).worth == 0
    assert only(events, DummyRubberWon).settled == (2, -1, 0, -1)


def test_amb_d1_no_deal_is_lost_for_a_misdeal() -> None:
    assert not any("misdeal" in offence for offence, _ in DUMMY.penalties)
    state, _ = deal(DUMMY, Shuffle(DUMMY.new_match(DUMMY.options({})), S))
    with pytest.raises(RuleError):
        DUMMY.apply(state, None, Penalize("misdeal", N, "deduct"))
    assert isinstance(state, Playing)


@pytest.mark.parametrize("game", [DUMMY, DOUBLE])
def test_amb_d2_dummy_follows_suit_where_everybody_else_may_revoke(game: Any) -> None:
    state = act(game, mixed(game), 0, PlayCard(parse("AS")))
    for seat in (1, 2, 3):
        suits = {move.card.suit for move in game.legal(state, seat) if isinstance(move, PlayCard)}
        heart = next(card for card in state.hands[seat] if card.suit is Suit.HEARTS)
        if seat in game.chairs.dummies:
            assert suits == {Suit.SPADES}
            refuses("follow", game.apply, state, seat, PlayCard(heart))
            state = follow(game, state)
        else:
            assert len(suits) == 4
            state = act(game, state, seat, PlayCard(heart))
        assert game.optional_moves(state, game.chairs.dummies[0]) == ()


def test_d4_a_referee_enters_no_penalty_against_dummy() -> None:
    state = mixed(DUMMY)
    refuses("not punished", DUMMY.apply, state, None, Penalize("revoke", S, "add"))
    assert DUMMY.apply(state, None, Penalize("revoke", N, "add")).events
