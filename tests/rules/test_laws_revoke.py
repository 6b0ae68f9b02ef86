"""The laws of revokes at tables where one can revoke (Laws 71-82; American Laws 10-11; Dana, The Revoke)."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.cards import KNIGHT, Card, Suit, parse
from bot.rules.errors import RuleError
from bot.rules.game import Chance
from bot.rules.match import GameWon
from bot.rules.moves import Cut
from bot.rules.moves import Play as PlayCard
from bot.rules.preliminaries.phases import CutPack, Shuffle
from bot.rules.records.history import History
from bot.rules.registry import GAMES, text_for
from bot.rules.whist import events as ev
from bot.rules.whist.moves import (
    REVOKE_MOVES,
    AskPartner,
    CallCard,
    ClaimNothing,
    ClaimRevoke,
    Concede,
    Correct,
    Demand,
    Exact,
    HaveNone,
    Penalize,
)
from bot.rules.whist.state import Answering, Demanding, Over, Playing, Settling
from tests.present import present
from tests.rules.play import random_match, refused
from tests.rules.revoking import (
    AMERICAN,
    BISHOPS,
    ENGLISH,
    act,
    claimed_hand,
    follow,
    led,
    mixed,
    of_suit,
    play,
    play_on,
    revoke,
    revoked_trick,
    until_cut,
)
from tests.rules.whist_hands import NAMES, only

WHISTS = pytest.mark.parametrize("game", [AMERICAN, ENGLISH], ids=["american", "english"])
EVERY = pytest.mark.parametrize("game", [AMERICAN, ENGLISH, BISHOPS], ids=["american", "english", "bishops"])


def bishops(seed: int, **options: Any) -> Any:
    """A hand of Bishops Whist in which seat 1 can follow the lead."""
    rng = random.Random(seed)
    state = BISHOPS.begin(BISHOPS.options({"revokes": True, **options}), 3)
    while not isinstance(state, Playing):
        due = BISHOPS.to_act(state)
        if isinstance(due, Chance):
            text = " ".join((due.verb, *rng.sample(due.pieces, due.take)))
            state = BISHOPS.apply(state, None, BISHOPS.parse(text)).state
        else:
            state = BISHOPS.apply(state, due[0], BISHOPS.legal(state, due[0])[0]).state
    return state


def bishops_revoke(seat: int = 1, **options: Any) -> tuple[Any, Card]:
    """The first trick of such a hand, that seat revoking."""
    for seed in range(200):
        state = bishops(seed, **options)
        trump = state.deal.trump
        led = next((card for card in state.hands[0] if card.suit not in (None, trump)), None)
        held = [card for card in state.hands[seat] if led and card.suit is led.suit]
        if led is not None and len(held) > 1:
            state = act(BISHOPS, state, 0, PlayCard(led))
            while state.seat != seat:
                state = follow(BISHOPS, state)
            return revoke(BISHOPS, state)
    raise AssertionError("no such deal")


def finish_trick(game: Any, state: Any) -> Any:
    while state.cards:
        state = follow(game, state)
    return state


@EVERY
def test_law_71_any_card_may_be_played_where_one_can_revoke(game: Any) -> None:
    state = follow(game, mixed(game) if game is not BISHOPS else bishops(1))
    assert set(game.legal(state, 1)) == set(map(PlayCard, state.hands[1]))
    card = next(card for card in game.pack if card not in state.hands[1])
    assert refused(game, state, 1, PlayCard(card)).code == "not-held"


@EVERY
def test_law_71_without_the_house_rule_only_who_cannot_follow_plays_another_suit(game: Any) -> None:
    for step in random_match(game, game.options({"match": "game"}), 0, 3, most=300):
        state = step.after
        for seat in range(4):
            assert game.optional_moves(state, seat) == ()
        if isinstance(state, Playing):
            assert state.tally.laws is None
            legal = game.legal(state, state.seat)
            led = state.cards[0] if state.cards else None
            hand = state.hands[state.seat]
            lawful = game.legality.playable(hand, led, state.deal.trump)
            assert [move.card for move in legal if isinstance(move, PlayCard)] == [*lawful]


def test_law_71_the_prompt_does_not_say_whether_one_can_follow() -> None:
    text = text_for(ENGLISH.key)
    state = led()
    void = replace(state, hands=(state.hands[0], state.hands[3], state.hands[2], state.hands[1]))
    prompts = {text.scene(ENGLISH.view(each, 1), NAMES).prompt for each in (state, void)}
    assert prompts == {"Your turn: ♠ spades were led."}


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("way", ["tricks", "deduct", "add"])
def test_law_72_the_claimants_choose_and_either_partner_may(seat: int, way: Any) -> None:
    state, events = claimed_hand(ENGLISH, length="long", points=(0, 4))
    assert only(events, ev.TricksSearched).found
    assert isinstance(state, Settling)
    assert ENGLISH.to_act(state) == (0, 2)
    assert ENGLISH.legal(state, seat) == (Exact("tricks"), Exact("deduct"), Exact("add"))
    for other in (1, 3):
        assert refused(ENGLISH, state, other, Exact(way)).code == "not-your-turn"
    taken = state.play.tally.taken
    after, events = ENGLISH.apply(state, seat, Exact(way))
    hand = only(list(events), ev.HandScored)
    expected = {"tricks": (0, 0), "deduct": (0, -3), "add": (3, 0)}[way]
    assert hand.count.penalties == expected
    moved = min(3, taken[1]) if way == "tricks" else 0
    assert hand.count.moved == (moved, -moved)
    assert isinstance(after, Shuffle)


def test_law_72_it_is_counted_as_the_referee_would_have_it() -> None:
    state, _ = claimed_hand(ENGLISH, length="long")
    by_claim = only(list(ENGLISH.apply(state, 0, Exact("add")).events), ev.HandScored)
    other, _ = revoked_trick(ENGLISH, mixed(ENGLISH, length="long"))
    other = ENGLISH.apply(other, None, Penalize("revoke", 1, "add")).state
    _, events = play_on(ENGLISH, other)
    assert by_claim == only(events, ev.HandScored)


def test_law_72_ii_every_revoke_is_punished_by_itself() -> None:
    state, _ = revoked_trick(ENGLISH, mixed(ENGLISH, length="long", points=(0, 9)))
    state, _ = revoked_trick(ENGLISH, state, seat=next(s for s in (1, 3) if s != state.seat))
    revoker = next(s for s in (1, 3) if open_offender(state, s))
    state = follow(ENGLISH, state)
    state = act(ENGLISH, state, 0, ClaimRevoke(1, 1))
    state = act(ENGLISH, state, 2, ClaimRevoke(revoker, 2))
    state, events = play_on(ENGLISH, state)
    assert [event.found for event in events if isinstance(event, ev.TricksSearched)] == [True, True]
    assert isinstance(state, Settling)
    state, events = ENGLISH.apply(state, 2, Exact("deduct"))
    assert isinstance(state, Settling), "the second is chosen for as well"
    assert not any(isinstance(event, ev.HandScored) for event in events)
    state, events = ENGLISH.apply(state, 0, Exact("add"))
    assert only(list(events), ev.HandScored).count.penalties == (3, -3)


def open_offender(state: Any, seat: int) -> bool:
    trick = state.tally.tricks[-1]
    return dict(trick.plays)[seat].suit is not trick.led.suit


def test_law_72_v_the_penalty_comes_before_every_other_score() -> None:
    state, _ = claimed_hand(ENGLISH, points=(2, 0))
    _, events = ENGLISH.apply(state, 0, Exact("add"))
    game = only(list(events), GameWon)
    assert (game.winner, game.points, game.value) == (0, (5, 0), 3), "a treble"


@WHISTS
def test_law_73_a_trick_is_turned_and_quitted_with_the_next_lead(game: Any) -> None:
    state, _ = revoked_trick(game, mixed(game))
    assert Correct() in game.optional_moves(state, 1), "it lies there still"
    assert ClaimRevoke(1, 1) not in game.optional_moves(state, 0)
    state = follow(game, state)
    assert Correct() not in game.optional_moves(state, 1)
    assert ClaimRevoke(1, 1) in game.optional_moves(state, 0)
    refused(game, state, 1, Correct(), "until the next card is led")


def test_law_74_partner_asks_and_play_waits_for_the_answer() -> None:
    state, _ = revoke(ENGLISH, led())
    assert AskPartner() in ENGLISH.optional_moves(state, 3)
    assert all(AskPartner() not in ENGLISH.optional_moves(state, seat) for seat in (0, 1, 2))
    assert "not followed suit" in refused(ENGLISH, state, 2, AskPartner()).reason
    state, events = ENGLISH.apply(state, 3, AskPartner())
    asked = only(list(events), ev.PartnerAsked)
    assert (asked.seat, asked.partner, asked.suit) == (3, 1, Suit.SPADES)
    assert isinstance(state, Answering)
    assert ENGLISH.to_act(state) == (1,)
    assert ENGLISH.legal(state, 1) == (HaveNone(),)
    assert ENGLISH.optional_moves(state, 1) == (Correct(),)
    assert refused(ENGLISH, state, 2, PlayCard(state.play.hands[2][0])).code == "not-your-turn"
    assert text_for(ENGLISH.key).describe_event(asked, NAMES) == "D asks B: none of the spades?"
    refused(ENGLISH, state, 1, PlayCard(state.play.hands[1][0]), "First answer what the laws ask of you")
    answered = only(list(ENGLISH.apply(state, 1, HaveNone()).events), ev.PartnerAnswered)
    assert text_for(ENGLISH.key).describe_event(answered, NAMES) == "B answers: none of the spades."


def test_law_74_the_answer_none_leaves_it_as_it_is_and_nobody_asks_twice() -> None:
    state, _ = revoke(ENGLISH, led())
    asked = act(ENGLISH, state, 3, AskPartner())
    after = act(ENGLISH, asked, 1, HaveNone())
    assert isinstance(after, Playing)
    assert after.seat == 2
    assert AskPartner() not in ENGLISH.optional_moves(after, 3)
    state = finish_trick(ENGLISH, after)
    assert Correct() in ENGLISH.optional_moves(state, 1), "until it is quitted it can be put right"
    state = follow(ENGLISH, state)
    assert ClaimRevoke(1, 1) in ENGLISH.optional_moves(state, 2), "answered in the negative it is established"


def test_law_74_whoever_was_asked_may_put_it_right() -> None:
    state, card = revoke(ENGLISH, led())
    state = act(ENGLISH, state, 3, AskPartner())
    state, events = ENGLISH.apply(state, 1, Correct())
    assert only(list(events), ev.Corrected).card is card
    assert isinstance(state, Demanding)


@EVERY
def test_law_74_it_is_offered_to_the_partner_of_everybody_who_does_not_follow(game: Any) -> None:
    seen = 0
    for step in random_match(game, game.options({"revokes": True, "match": "game"}), 0, 5, most=400):
        state = step.after
        if not isinstance(state, Playing) or not state.cards or state.cards[0].suit is None:
            continue
        laws = present(state.tally.laws)
        led, questioned = state.cards[0].suit, laws.questioned
        for turn, card in enumerate(state.cards):
            seat = (state.leader + turn) % 4
            offered = AskPartner() in game.optional_moves(state, (seat + 2) % 4)
            assert offered is (card.suit is not led and seat not in questioned)
            assert (Correct() in game.optional_moves(state, seat)) is (card.suit is not led)
            seen += card.suit is not led
    assert seen > 30


def test_law_75_the_tricks_are_searched_when_the_hand_is_over() -> None:
    state, _ = revoked_trick(ENGLISH, mixed())
    state = follow(ENGLISH, state)
    state, events = ENGLISH.apply(state, 0, ClaimRevoke(1, 1))
    assert [event.kind for event in events] == ["revoke-claim"], "what it was is told when the hand is over"
    assert isinstance(state, Playing)
    _, events = play_on(ENGLISH, state)
    assert [event.kind for event in events][-1] == "search"


def test_law_75_a_claim_that_is_wrong_costs_nothing_and_is_told() -> None:
    state, events = wrong_claim()
    searched = only(events, ev.TricksSearched)
    assert not searched.found
    told = text_for(ENGLISH.key).describe_event(searched, NAMES)
    assert told.startswith("The tricks are searched:")
    assert told.endswith("was no revoke.")
    assert only(events, ev.HandScored).count.penalties == (0, 0)
    assert isinstance(state, Shuffle)


def wrong_claim() -> tuple[Any, list[Any]]:
    """A hand played lawfully, in which a card that did not follow suit is claimed to be a revoke."""
    state = mixed(ENGLISH, length="long")
    events: list[Any] = []
    claimed = False
    while isinstance(state, Playing):
        if not claimed and (claims := claims_of(state, 0)):
            state, claimed = act(ENGLISH, state, 0, claims[0]), True
        led = state.cards[0] if state.cards else None
        lawful = ENGLISH.legality.playable(state.hands[state.seat], led, state.deal.trump)
        state, more = ENGLISH.apply(state, state.seat, PlayCard(lawful[-1]))
        events += more
    assert claimed
    return state, events


def claims_of(state: Any, seat: int, game: Any = ENGLISH) -> list[ClaimRevoke]:
    return [move for move in game.optional_moves(state, seat) if isinstance(move, ClaimRevoke)]


def test_law_76_those_who_played_after_take_their_cards_back() -> None:
    state, card = revoke(ENGLISH, led())
    before = state.hands
    state = follow(ENGLISH, state)
    played = next(card for card in before[2] if card not in state.hands[2])
    state, events = ENGLISH.apply(state, 1, Correct())
    corrected = only(list(events), ev.Corrected)
    assert corrected.after == (2,)
    hand = state.play.hands
    assert played in hand[2]
    assert card in hand[1]
    assert state.play.cards == state.play.cards[:1]
    assert state.play.tally.laws.callable == ((1, card),), "the cards of the others cannot be called"
    told = text_for(ENGLISH.key).describe_event(corrected, NAMES)
    assert told == (
        f"B can follow with spades after all and takes back {card.face}. C takes a card back, too, and plays "
        "again."
    )
    facts = text_for(ENGLISH.key).scene(ENGLISH.view(state, 0), NAMES).facts
    explained = "so the other side may call it: B then plays it at the next turn, if that is no revoke"
    assert f"B took back {card.face}, {explained}" in facts


def test_law_76_a_trick_that_was_complete_is_open_again() -> None:
    state, _ = revoked_trick(AMERICAN, mixed(AMERICAN))
    assert sum(state.tally.taken) == 1
    after = act(AMERICAN, state, 1, Correct())
    assert isinstance(after, Playing)
    assert (after.tally.taken, after.tally.tricks) == ((0, 0), ())
    assert (after.seat, len(after.cards)) == (1, 1)
    assert sorted(map(len, after.hands)) == [12, 13, 13, 13]
    done = finish_trick(AMERICAN, after)
    assert len(done.tally.tricks) == 1


@pytest.mark.parametrize("game", [ENGLISH, AMERICAN])
def test_law_76_another_card_is_put_right_while_a_question_waits_for_its_answer(game: Any) -> None:
    state, _ = revoke(game, led(game))
    state, _ = revoke(game, state)
    asked = act(game, state, 3, AskPartner())
    assert isinstance(asked, Answering)
    assert [game.optional_moves(asked, seat) for seat in range(4)] == [(), (Correct(),), (Correct(),), ()]
    assert game.view(asked, 2).optional == (Correct(),)
    after = act(game, asked, 2, Correct())
    if isinstance(after, Demanding):
        after = act(game, after, 1, Demand("card"))
    assert isinstance(after, Playing)
    assert (after.seat, len(after.cards)) == (2, 2)
    again = act(game, after, 3, AskPartner())
    assert again.awaited == (1,), "the question is put again"
    assert isinstance(act(game, again, 1, Correct()), Playing | Demanding)


def test_law_76_the_course_of_the_hand_has_the_trick_once() -> None:
    history = History(AMERICAN, History.begin(AMERICAN, AMERICAN.options({}), 0).position)
    history = replace(history, position=replace(history.position, state=mixed(AMERICAN)))
    state = history.state
    for turn in range(4):
        led = state.cards[0] if state.cards else None
        lawful = AMERICAN.legality.playable(state.hands[turn], led, state.deal.trump)
        others = [card for card in state.hands[turn] if led and card.suit is Suit.HEARTS]
        history = history.apply(turn, PlayCard(others[0] if turn == 1 else lawful[-1])).history
        state = history.state
    assert [event.kind for event in history.position.course] == [ev.TrickTaken.kind]
    history = history.apply(1, Correct()).history
    assert [type(event) for event in history.position.course] == [ev.Corrected]


@pytest.mark.parametrize(("what", "place"), [("high", 0), ("low", -1)])
def test_law_76_the_highest_or_lowest_may_be_demanded(what: Any, place: int) -> None:
    state, card = revoke(ENGLISH, led())
    state = act(ENGLISH, state, 1, Correct())
    assert ENGLISH.to_act(state) == (0, 2)
    assert ENGLISH.legal(state, 2) == (Demand("high"), Demand("low"), Demand("card"))
    state = act(ENGLISH, state, 2, Demand(what))
    wanted = of_suit(state, 1, Suit.SPADES)[place]
    assert ENGLISH.legal(state, 1) == (PlayCard(wanted),)
    refused(ENGLISH, state, 1, PlayCard(of_suit(state, 1, Suit.HEARTS)[0]), "demanded your")
    assert state.tally.laws.callable == (), "one or the other"
    assert CallCard(card) not in ENGLISH.optional_moves(act(ENGLISH, state, 1, PlayCard(wanted)), 0)


def left_to_be_called() -> tuple[Any, Card]:
    """Seat 1 has taken a heart back, which the adversaries may call, and seat 2 is to play to the trick."""
    state, card = revoke(ENGLISH, led())
    state = act(ENGLISH, state, 1, Correct())
    state = act(ENGLISH, state, 0, Demand("card"))
    assert {move.card.suit for move in ENGLISH.legal(state, 1)} == {Suit.SPADES}
    refused(ENGLISH, state, 1, PlayCard(card), "You must follow suit")
    return follow(ENGLISH, state), card


def test_law_76_the_card_may_be_called_whenever_they_think_fit() -> None:
    state, card = left_to_be_called()
    state = finish_trick(ENGLISH, state)
    for seat in (0, 2):
        assert CallCard(card) in ENGLISH.optional_moves(state, seat)
    assert CallCard(card) not in ENGLISH.optional_moves(state, 3)
    refused(ENGLISH, state, 3, CallCard(card), "that the other side has taken back")
    state = to_play(state, 1, card.suit)
    state = act(ENGLISH, state, 2, CallCard(card))
    assert ENGLISH.legal(state, 1) == (PlayCard(card),)
    refused(ENGLISH, state, 1, PlayCard(next(c for c in state.hands[1] if c is not card)), "has called the")
    state = act(ENGLISH, state, 1, PlayCard(card))
    assert (state.tally.laws.callable, state.tally.laws.called) == ((), ())


def to_play(state: Any, seat: int, suit: Suit | None) -> Any:
    """Play on lawfully until that seat is to follow to that suit, or to lead."""
    while True:
        if state.seat == seat and (not state.cards or state.cards[0].suit is suit):
            return state
        if not state.cards and state.seat != seat:
            lead = next((card for card in state.hands[state.seat] if card.suit is suit), None)
            if lead is not None:
                state = act(ENGLISH, state, state.seat, PlayCard(lead))
                continue
        state = follow(ENGLISH, state)


def test_law_64_a_call_obliges_nobody_to_revoke_and_law_65_may_be_repeated() -> None:
    state, card = left_to_be_called()
    state = finish_trick(ENGLISH, state)
    state = act(ENGLISH, state, 0, CallCard(card))
    assert CallCard(card) not in ENGLISH.optional_moves(state, 2), "it is called already"
    state = to_play(state, 1, Suit.SPADES)
    if state.cards:
        assert set(ENGLISH.legal(state, 1)) == set(map(PlayCard, state.hands[1]))
        state = follow(ENGLISH, state)
        assert state.tally.laws.called == ()
        assert CallCard(card) in ENGLISH.optional_moves(state, 2)


def test_law_76_a_card_that_was_no_revoke_stands() -> None:
    state = led()
    others = tuple(card for card in state.hands[1] if card.suit is not Suit.SPADES)
    state = replace(state, hands=(state.hands[0], others, state.hands[2], state.hands[3]))
    state = act(ENGLISH, state, 1, PlayCard(others[0]))
    assert Correct() in ENGLISH.optional_moves(state, 1), "it is offered to everybody who does not follow"
    assert refused(ENGLISH, state, 1, Correct()).code == "no-revoke"


@WHISTS
@pytest.mark.parametrize("found", [True, False])
def test_law_78_a_revoke_is_claimed_until_the_cards_are_cut(game: Any, found: bool) -> None:
    state, _ = revoked_trick(game, mixed(game, **({"length": "long"} if game is ENGLISH else {})))
    state, events = play_on(game, state)
    counted = only(events, ev.HandScored)
    state = until_cut(game, state)
    claims = claims_of(state, 0, game)
    claim = next(c for c in claims if (c == ClaimRevoke(1, 1)) is found)
    after, events = game.apply(state, 0, claim)
    assert only(list(events), ev.TricksSearched).found is found
    if not found:
        assert isinstance(after, CutPack)
        assert claim not in game.optional_moves(after, 2), "nobody claims it twice"
        assert after.match.score == state.match.score
        return
    assert isinstance(after, Settling)
    assert after.waiting == state
    title = text_for(game.key).scene(game.view(after, 2), NAMES).title
    assert title.lower().endswith(f"hand {counted.number}"), "not the hand to come"
    after, events = game.apply(after, 2, Exact("add"))
    again = only(list(events), ev.HandScored)
    assert again.again
    assert (again.number, again.count.penalties) == (counted.number, (3, 0))
    assert isinstance(after, CutPack)
    assert after.pack == state.pack
    late = game.apply(after, (after.dealer + 3) % 4, Cut(20)).state
    assert not claims_of(late, 0, game)
    refused(game, late, 0, claims[-1], "before the next cut")


def test_law_78_a_claim_after_the_count_takes_a_game_away_again() -> None:
    state, _ = revoked_trick(AMERICAN, mixed(AMERICAN, points=(6, 0)), seat=2)
    state, events = play_on(AMERICAN, state)
    assert only(events, GameWon).winner == 0
    state = until_cut(AMERICAN, state)
    state = act(AMERICAN, state, 1, ClaimRevoke(2, 1))
    state, events = AMERICAN.apply(state, 3, Exact("deduct"))
    assert "reopened" in [event.kind for event in events]
    assert state.match.score.games == (0, 0)


@EVERY
def test_gap_c1_before_the_match_is_over_each_side_is_asked(game: Any) -> None:
    state = last_hand(game)
    assert isinstance(state, Settling)
    assert game.result(state) is None
    assert state.point.kind == "claims"
    awaited = game.to_act(state)
    assert all(game.legal(state, seat) == (ClaimNothing(),) for seat in awaited)
    prompt = text_for(game.key).scene(game.view(state, awaited[0]), NAMES).prompt
    assert prompt == "The last hand is over. Do you claim a revoke before the match ends?"
    last: Any = ()
    while isinstance(state, Settling):
        seat = game.to_act(state)[0]
        state, last = game.apply(state, seat, ClaimNothing())
    assert isinstance(state, Over)
    assert any(isinstance(event, ev.HandScored) for event in last)
    refused(game, state, 0, ClaimRevoke(1, 1), "The match is over")


def last_hand(game: Any) -> Any:
    """The end of a board, the only hand of its match, played lawfully."""
    state, _ = play_on(game, mixed(game, board=True) if game is not BISHOPS else bishops(2, board=True))
    return state


def test_gap_c1_a_revoke_claimed_then_is_counted_before_the_match_is_over() -> None:
    state, _ = revoked_trick(AMERICAN, mixed(AMERICAN, board=True))
    state, _ = play_on(AMERICAN, state)
    state, events = AMERICAN.apply(state, 2, ClaimRevoke(1, 1))
    assert only(list(events), ev.TricksSearched).found
    state, last = AMERICAN.apply(state, 0, Exact("add"))
    while not isinstance(state, Over):
        state, last = AMERICAN.apply(state, AMERICAN.to_act(state)[0], ClaimNothing())
    assert only(list(last), ev.HandScored).count.penalties == (3, 0)


def test_law_79_the_hand_is_played_out_after_a_claim() -> None:
    state, _ = revoked_trick(ENGLISH, mixed())
    state = act(ENGLISH, follow(ENGLISH, state), 0, ClaimRevoke(1, 1))
    state, _ = play_on(ENGLISH, state)
    assert len(state.play.tally.tricks) == 13


def test_law_81_where_both_sides_have_revoked_neither_wins() -> None:
    state, _ = revoked_trick(ENGLISH, mixed(ENGLISH, points=(4, 4)))
    other = next(seat for seat in (0, 2) if seat != state.seat)
    state, _ = revoked_trick(ENGLISH, state, seat=other)
    state = follow(ENGLISH, state)
    state = act(ENGLISH, state, 0, ClaimRevoke(1, 1))
    state = act(ENGLISH, state, 1, ClaimRevoke(other, 2))
    state, _ = play_on(ENGLISH, state)
    assert isinstance(state, Settling)
    assert ENGLISH.to_act(state) == (0, 2)
    state = act(ENGLISH, state, 0, Exact("add"))
    assert ENGLISH.to_act(state) == (1, 3), "each is punished as the other chooses"
    state, events = ENGLISH.apply(state, 3, Exact("add"))
    assert only(list(events), ev.HandScored).total == (4, 4)
    assert not any(isinstance(event, GameWon) for event in events)


def test_law_82_who_has_revoked_cannot_win_by_that_hand() -> None:
    for way in ("tricks", "deduct", "add"):
        state, _ = claimed_hand(ENGLISH, points=(0, 4))
        _, events = ENGLISH.apply(state, 0, Exact(way))
        assert only(list(events), ev.HandScored).total[1] <= 4
        assert all(event.winner != 1 for event in events if isinstance(event, GameWon))


def test_american_law_10_three_points_off_or_on_and_no_tricks() -> None:
    state, _ = claimed_hand(AMERICAN)
    assert AMERICAN.legal(state, 0) == (Exact("deduct"), Exact("add"))
    refused(AMERICAN, state, 0, Exact("tricks"), "do not know the penalty")


def test_american_law_11_a_card_taken_back_costs_a_point_chosen_at_the_close_of_the_hand() -> None:
    state, _ = revoked_trick(AMERICAN, mixed(AMERICAN))
    state, events = AMERICAN.apply(state, 1, Correct())
    assert [event.kind for event in events] == ["correct"]
    assert isinstance(state, Playing), "no cards are called in the American game"
    assert all(not isinstance(move, CallCard) for move in AMERICAN.optional_moves(state, 0))
    state, _ = play_on(AMERICAN, state)
    assert isinstance(state, Settling)
    prompt = text_for(AMERICAN.key).scene(AMERICAN.view(state, 0), NAMES).prompt
    assert prompt == "B took a card back in trick 1. You or your partner choose the penalty."
    labels = [c.label for c in text_for(AMERICAN.key).scene(AMERICAN.view(state, 0), NAMES).choices][:2]
    assert labels == ["1 point off theirs", "1 point onto ours"]
    state, events = AMERICAN.apply(state, 2, Exact("add"))
    assert only(list(events), ev.HandScored).count.penalties == (1, 0)


def test_american_law_8_what_is_due_is_chosen_before_a_conceded_game_is_counted() -> None:
    state, _ = revoked_trick(AMERICAN, mixed(AMERICAN, concession=True))
    state = act(AMERICAN, state, 1, Correct())
    state = finish_trick(AMERICAN, state)
    side = state.seat % 2
    state = act(AMERICAN, state, state.seat, Concede())
    assert isinstance(state, Settling)
    _, events = AMERICAN.apply(state, 0, Exact("deduct"))
    assert only(list(events), GameWon).winner == 1 - side


def test_dana_the_revoke_costs_four_points_and_nothing_is_chosen() -> None:
    state, _ = bishops_revoke()
    state = follow(BISHOPS, finish_trick(BISHOPS, state))
    state = act(BISHOPS, state, 2, ClaimRevoke(1, 1))
    state, events = play_on(BISHOPS, state)
    assert only(events, ev.TricksSearched).found
    assert only(events, ev.HandScored).penalties == (0, -4)
    assert isinstance(state, Shuffle)


def test_a8_44_amb_a11_a_card_taken_back_in_time_is_no_revoke_and_costs_the_corrector_two() -> None:
    state, _ = bishops_revoke()
    state = follow(BISHOPS, state)
    state, events = BISHOPS.apply(state, 1, Correct())
    assert [event.kind for event in events] == ["correct", "penalty"]
    assert isinstance(state, Playing)
    state, events = play_on(BISHOPS, state)
    assert only(events, ev.HandScored).penalties == (0, -2)


def test_amb_a12_who_has_revoked_stops_at_24() -> None:
    state, _ = bishops_revoke()
    match = replace(state.deal.match, score=replace(state.deal.match.score, points=(0, 24)))
    state = replace(state, deal=replace(state.deal, match=match))
    state = follow(BISHOPS, finish_trick(BISHOPS, state))
    state = act(BISHOPS, state, 0, ClaimRevoke(1, 1))
    _, events = play_on(BISHOPS, state)
    assert only(events, ev.HandScored).total[1] <= 24
    assert not any(isinstance(event, GameWon) and event.winner == 1 for event in events)


def test_dana_the_knights_revoke_is_none() -> None:
    for seed in range(400):
        state = bishops(seed)
        trump = state.deal.trump
        for lead in {card.suit: card for card in state.hands[0] if card.suit not in (None, trump)}.values():
            held = [card for card in state.hands[1] if card.suit is lead.suit]
            if KNIGHT in state.hands[1] and [card.rank.value for card in held] == ["B"]:
                state = play(BISHOPS, state, lead.text, "N")
                assert Correct() in BISHOPS.optional_moves(state, 1), "it looks like any other"
                refused(BISHOPS, state, 1, Correct(), "no revoke")
                state = follow(BISHOPS, finish_trick(BISHOPS, state))
                state = act(BISHOPS, state, 0, ClaimRevoke(1, 1))
                _, events = play_on(BISHOPS, state)
                assert not only(events, ev.TricksSearched).found
                return
    raise AssertionError("no such deal")


@EVERY
@settings(max_examples=12, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_nobody_else_sees_whether_a_card_that_does_not_follow_is_a_revoke(game: Any, seed: int) -> None:
    rng, text = random.Random(seed), text_for(game.key)
    options = game.options({"revokes": True})
    for step in random_match(game, options, 0, seed, most=30 + seed % 40):
        state = step.after
        if not isinstance(state, Playing) or not state.cards or state.cards[0].suit is None:
            continue
        led = state.cards[0].suit
        turn = len(state.cards) - 1
        seat = (state.leader + turn) % 4
        if turn == 0 or state.cards[-1].suit is led:
            continue
        other = rng.choice([each for each in range(4) if each != seat])
        mine = [card for card in state.hands[seat] if (card.suit is led) and card is not KNIGHT]
        theirs = [card for card in state.hands[other] if card.suit is not led and card is not KNIGHT]
        laws = present(state.tally.laws)
        if len(mine) != 1 or not theirs or {*mine, *theirs} & {card for _, card in laws.taken_back}:
            continue
        changed = swapped(game, state, seat, mine[0], other, rng.choice(theirs))
        for viewer in (None, *(each for each in range(4) if each not in (seat, other))):
            view, same = game.view(state, viewer), game.view(changed, viewer)
            assert view == same
            assert text.scene(view, NAMES) == text.scene(same, NAMES)
        for each in range(4):
            assert game.optional_moves(state, each) == game.optional_moves(changed, each)


def swapped(game: Any, state: Any, seat: int, card: Card, other: int, theirs: Card) -> Any:
    """Two cards in each other's hands."""
    hands = [[*hand] for hand in state.hands]
    hands[seat].remove(card)
    hands[seat].append(theirs)
    hands[other].remove(theirs)
    hands[other].append(card)
    return replace(state, hands=tuple(game.arranged(tuple(hand)) for hand in hands))


def test_gap_c5_only_cards_of_the_suit_led_are_played_unasked() -> None:
    state = led()
    spades = set(map(PlayCard, of_suit(state, 1, Suit.SPADES)))
    assert set(ENGLISH.automatic_moves(state, 1)) == spades
    hearts = tuple(card for card in state.hands[1] if card.suit is not Suit.SPADES)
    void = replace(state, hands=(state.hands[0], hearts, state.hands[2], state.hands[3]))
    assert ENGLISH.automatic_moves(void, 1) == (), "whether there is a choice or not"
    one = replace(state, hands=tuple((hand[0],) for hand in state.hands))
    assert ENGLISH.automatic_moves(one, 1) == ENGLISH.legal(one, 1)
    assert set(ENGLISH.automatic_moves(mixed(), 0)) == set(ENGLISH.legal(mixed(), 0)), "anything may be led"


def test_gap_c5_putting_a_card_right_is_left_to_its_player() -> None:
    state, _ = revoked_trick(AMERICAN, mixed(AMERICAN))
    state = act(AMERICAN, state, 1, Correct())
    assert AMERICAN.automatic_moves(state, 1) == ()


def test_gap_c3_in_the_last_trick_nothing_can_be_claimed() -> None:
    state, _ = play_on(ENGLISH, mixed(ENGLISH, length="long"))
    state = until_cut(ENGLISH, state)
    assert all(move.number < 13 for seat in range(4) for move in claims_of(state, seat))


def test_gap_b1_tricks_are_not_claimed_while_a_card_is_to_be_put_right() -> None:
    state, _ = revoked_trick(AMERICAN, mixed(AMERICAN))
    assert AMERICAN.claimable(state, state.seat) is not None
    state = act(AMERICAN, state, 1, Correct())
    assert AMERICAN.claimable(state, 1) is None


@EVERY
def test_at_other_tables_nobody_asks_or_claims(game: Any) -> None:
    state = game.begin(game.options({}), 0)
    for step in random_match(game, game.options({}), 0, 2, most=12):
        state = step.after
    for text in ("none", "void", "correct", "revoke 1 1", "content", "exact add", "demand high", "call 5S"):
        for seat in range(4):
            assert refused(game, state, seat, game.parse(text)).reason == "At this table nobody can revoke."
    assert len(REVOKE_MOVES) == 8


def test_the_sheet_says_who_revoked_and_what_it_cost() -> None:
    text = text_for(ENGLISH.key)
    state, events = claimed_hand(ENGLISH, length="long")
    _, more = ENGLISH.apply(state, 0, Exact("tricks"))
    course = [event for event in (*events, *more) if event.posted]
    scored = [event for event in more if isinstance(event, ev.HandScored)]
    sheet = present(text.result(scored, NAMES, course))
    assert "B revoked in trick 1: 3 tricks to A and C." in sheet.notes
    assert not any("for a revoke of the other side" in note for note in sheet.notes)


def test_a_knight_or_card_called_is_read_from_its_notation() -> None:
    for game in GAMES.values():
        if game.key in ("american-whist", "english-whist", "bishops-whist"):
            assert game.parse("call 5S") == CallCard(parse("5S"))
            assert game.parse("revoke 2 7") == ClaimRevoke(2, 7)
            for wrong in ("call", "revoke 4 1", "revoke 1 14", "revoke 1", "demand", "exact points"):
                with pytest.raises(RuleError):
                    game.parse(wrong)
