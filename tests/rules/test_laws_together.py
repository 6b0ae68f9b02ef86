"""Laws of revokes that meet in one hand: several cards taken back, calls of both sides, a hand played on."""

from dataclasses import replace
from typing import Any

from bot.rules.cards import Suit
from bot.rules.match import GameWon
from bot.rules.moves import Deck
from bot.rules.moves import Play as PlayCard
from bot.rules.preliminaries.phases import CutPack, Shuffle
from bot.rules.trick_taking.claiming import Claim
from bot.rules.whist import events as ev
from bot.rules.whist.moves import (
    AskPartner,
    CallCard,
    CallHonours,
    ClaimNothing,
    ClaimRevoke,
    Correct,
    Demand,
    Exact,
)
from bot.rules.whist.pack import HONOURS, PACK
from bot.rules.whist.state import Over, Playing, Settling
from tests.rules.play import refused
from tests.rules.revoking import (
    AMERICAN,
    ENGLISH,
    act,
    follow,
    led,
    mixed,
    of_suit,
    play_on,
    revoke,
    revoked_trick,
    until_cut,
)
from tests.rules.whist_hands import dealt, only


def both_revoke() -> tuple[Any, Any, Any]:
    """Seats 1 and 3 revoke in the first trick, in which spades were led; and their cards."""
    state, first = revoke(ENGLISH, led())
    state = follow(ENGLISH, state)
    state, second = revoke(ENGLISH, state)
    return state, first, second


def plays(state: Any, seat: int) -> set[Any]:
    return {move.card for move in ENGLISH.legal(state, seat) if isinstance(move, PlayCard)}


def test_law_76_what_was_demanded_holds_though_an_earlier_card_is_taken_back_as_well() -> None:
    state, first, _ = both_revoke()
    state = act(ENGLISH, state, 3, Correct())
    state = act(ENGLISH, state, 0, Demand("high"))
    state = act(ENGLISH, state, 1, Correct())
    state = act(ENGLISH, state, 0, Demand("card"))
    assert plays(state, 1) == set(of_suit(state, 1, Suit.SPADES)), "nothing was demanded of this one"
    assert state.tally.laws.callable == ((1, first),)
    state = follow(ENGLISH, follow(ENGLISH, state))
    assert plays(state, 3) == {of_suit(state, 3, Suit.SPADES)[0]}
    refused(ENGLISH, state, 3, PlayCard(of_suit(state, 3, Suit.SPADES)[-1]), "demanded your")


def test_law_76_whoever_has_played_the_highest_plays_it_again_when_the_trick_is_taken_back() -> None:
    state, _, _ = both_revoke()
    state = act(ENGLISH, act(ENGLISH, state, 3, Correct()), 2, Demand("low"))
    lowest = of_suit(state, 3, Suit.SPADES)[-1]
    state = act(ENGLISH, state, 3, PlayCard(lowest))
    state = act(ENGLISH, act(ENGLISH, state, 1, Correct()), 2, Demand("high"))
    assert plays(state, 1) == {of_suit(state, 1, Suit.SPADES)[0]}
    state = follow(ENGLISH, act(ENGLISH, state, 1, PlayCard(*plays(state, 1))))
    assert plays(state, 3) == {lowest}
    state = act(ENGLISH, state, 3, PlayCard(lowest))
    state = follow(ENGLISH, state)
    assert state.tally.laws.correcting == (), "with the next lead it is settled"


def test_law_76_a_demand_in_a_later_trick_leaves_the_card_of_an_earlier_one_to_be_called() -> None:
    state, first = revoke(ENGLISH, led())
    state = act(ENGLISH, act(ENGLISH, state, 1, Correct()), 0, Demand("card"))
    for _ in range(3):
        state = follow(ENGLISH, state)
    while state.seat != 1 or not state.cards:
        state = follow(ENGLISH, state)
    # The card of the first trick stays in the hand, whatever is played in its stead.
    suit = state.cards[0].suit
    second = next(c for c in state.hands[1] if c.suit not in (suit, state.deal.trump) and c is not first)
    state = act(ENGLISH, state, 1, PlayCard(second))
    state = act(ENGLISH, act(ENGLISH, state, 1, Correct()), 0, Demand("high"))
    assert state.tally.laws.callable == ((1, first),)


def test_law_76_a_called_card_that_is_withdrawn_may_be_called_again() -> None:
    state, card = revoke(ENGLISH, led())
    state = act(ENGLISH, act(ENGLISH, state, 1, Correct()), 0, Demand("card"))
    for _ in range(3):
        state = follow(ENGLISH, state)
    # Seat 2 leads the suit of that card, seat 3 revokes, and the card is played.
    state = replace(state, seat=2)
    lead = next(held for held in state.hands[2] if held.suit is card.suit)
    state = act(ENGLISH, state, 2, PlayCard(lead))
    state, _ = revoke(ENGLISH, state)
    state = act(ENGLISH, follow(ENGLISH, state), 1, PlayCard(card))
    assert state.tally.laws.answered == ((1, card),)
    assert CallCard(card) not in ENGLISH.optional_moves(state, 0), "it has been played"
    state = act(ENGLISH, act(ENGLISH, state, 3, Correct()), 0, Demand("high"))
    assert CallCard(card) in ENGLISH.optional_moves(state, 0)
    assert state.tally.laws.answered == ()


def test_law_65_each_side_calls_without_undoing_the_call_of_the_other() -> None:
    state, first = revoke(ENGLISH, led())
    state, second = revoke(ENGLISH, state)
    state = act(ENGLISH, act(ENGLISH, state, 2, Correct()), 1, Demand("card"))
    state = act(ENGLISH, act(ENGLISH, state, 1, Correct()), 0, Demand("card"))
    assert set(state.tally.laws.callable) == {(1, first), (2, second)}
    while state.cards:
        state = follow(ENGLISH, state)
    state = act(ENGLISH, state, 0, CallCard(first))
    state = act(ENGLISH, state, 3, CallCard(second))
    assert set(state.tally.laws.called) == {(1, first), (2, second)}
    for seat in (0, 2):
        assert CallCard(first) not in ENGLISH.optional_moves(state, seat), "it is called already"


def test_gap_c5_a_called_card_of_another_suit_is_not_played_unasked() -> None:
    state, card = revoke(ENGLISH, led())
    state = act(ENGLISH, act(ENGLISH, state, 1, Correct()), 0, Demand("card"))
    state = act(ENGLISH, state, 0, CallCard(card))
    spades, others = of_suit(state, 1, Suit.SPADES), state.hands[1]
    for hand in (others, tuple(card for card in others if card not in spades)):
        # Whether it has to be played or would be a revoke, its player is asked.
        laws = replace(state.tally.laws, correcting=())
        asked = replace(state, hands=(state.hands[0], hand, *state.hands[2:]))
        asked = replace(asked, tally=replace(state.tally, laws=laws))
        assert PlayCard(card) in ENGLISH.legal(asked, 1)
        assert PlayCard(card) not in ENGLISH.automatic_moves(asked, 1)


def test_gap_c2_no_tricks_are_claimed_on_top_of_partners_card_that_does_not_follow_suit() -> None:
    state, _ = revoke(ENGLISH, led())
    state = follow(ENGLISH, state)
    assert ENGLISH.claimable(state, 3) is None
    refused(ENGLISH, state, 3, Claim(13), "play your card first")
    state = follow(ENGLISH, state)
    assert ENGLISH.claimable(state, state.seat) is not None, "with the trick it can be claimed"
    state, _ = ENGLISH.apply(state, state.seat, Claim(12))
    assert isinstance(state, Shuffle | Settling)
    if isinstance(state, Shuffle):
        assert ClaimRevoke(1, 1) in ENGLISH.optional_moves(until_cut(ENGLISH, state), 0)


def before_the_call() -> Any:
    """A pack to be cut after a hand in which seat 2 has revoked, and seats 1 and 3 have all the honours still
    to call, which win them the match."""
    hands = [[*PACK[seat::4]] for seat in range(4)]
    small = [card for card in hands[1] if card.suit is Suit.CLUBS and card.rank not in HONOURS]
    for holder in (0, 2):
        for place, card in enumerate(hands[holder]):
            if card.suit is Suit.CLUBS and card.rank in HONOURS:
                hands[holder][place] = given = small.pop()
                hands[1][hands[1].index(given)] = card
    options: dict[str, Any] = {"revokes": True, "match": "game", "length": "long", "honours": "called"}
    state = dealt(ENGLISH, [tuple(hand) for hand in hands], points=(0, 6), **options)
    state, _ = revoked_trick(ENGLISH, state, seat=2)
    state, events = play_on(ENGLISH, state)
    assert only(events, ev.HandScored).total[1] in range(6, 10)
    return until_cut(ENGLISH, state)


def test_gap_c1_revokes_may_be_claimed_before_honours_that_are_called_end_the_match() -> None:
    waiting = before_the_call()
    state, events = ENGLISH.apply(waiting, 3, CallHonours())
    assert [event.kind for event in events] == ["honours"]
    assert isinstance(state, Settling)
    assert (state.point.kind, state.match.score.points[1]) == ("claims", 10)
    over, events = state, ()
    while isinstance(over, Settling):
        over, events = ENGLISH.apply(over, ENGLISH.to_act(over)[0], ClaimNothing())
    assert isinstance(over, Over)
    assert only(list(events), GameWon).winner == 1
    assert ENGLISH.result(over).winner == 1


def test_law_82_a_revoke_claimed_after_the_call_is_counted_before_the_honours() -> None:
    waiting = before_the_call()
    state = act(ENGLISH, waiting, 1, CallHonours())
    state = act(ENGLISH, state, 1, ClaimRevoke(2, 1))
    assert ENGLISH.to_act(state) == (1, 3)
    state, events = ENGLISH.apply(state, 3, Exact("add"))
    while isinstance(state, Settling):
        state, events = ENGLISH.apply(state, ENGLISH.to_act(state)[0], ClaimNothing())
    scored = only(list(events), ev.HandScored)
    assert scored.again
    assert scored.count.penalties == (0, 3)
    assert only(list(events), GameWon).winner == 1


def stopped() -> Any:
    """American Whist stopped at seven, both sides having revoked: seat 2 in an early trick, and seat 1."""
    state, _ = revoked_trick(AMERICAN, mixed(AMERICAN, at_seven="stop", match="game", points=(6, 6)), seat=2)
    state, _ = revoked_trick(AMERICAN, state, seat=next(s for s in (1, 3) if s != state.seat))
    while isinstance(state, Playing):
        state = follow(AMERICAN, state)
    return state


def test_amb_b2_a_hand_played_on_lets_everybody_claim_again_and_reopens_no_trick() -> None:
    state = stopped()
    assert isinstance(state, Settling)
    winner = state.hand.play.seat % 2
    mine = next(seat for seat in range(4) if seat % 2 == winner)
    theirs = next(move for move in AMERICAN.optional_moves(state, 1 - mine) if isinstance(move, ClaimRevoke))
    if mine in AMERICAN.to_act(state) or (mine + 2) % 4 in AMERICAN.to_act(state):
        side = [seat for seat in AMERICAN.to_act(state) if seat % 2 == winner]
        state = act(AMERICAN, state, side[0], ClaimNothing())
    revokes = [move for move in AMERICAN.optional_moves(state, 1 - mine) if isinstance(move, ClaimRevoke)]
    assert theirs in revokes
    state = act(AMERICAN, state, 1 - mine, ClaimRevoke(theirs.seat, theirs.number))
    assert isinstance(state, Settling)
    state = act(AMERICAN, state, AMERICAN.to_act(state)[0], Exact("deduct"))
    assert isinstance(state, Playing)
    laws = state.tally.laws
    assert laws is not None
    assert laws.content == ()
    assert laws.quitted == len(state.tally.tricks)
    for seat in range(4):
        optional = AMERICAN.optional_moves(state, seat)
        assert Correct() not in optional
        assert AskPartner() not in optional
    number = len(state.tally.tricks)
    renounced = [
        seat
        for trick in state.tally.tricks[-1:]
        for seat, card in trick.plays
        if card.suit is not trick.led.suit
    ]
    for seat in renounced:
        if seat % 2 == winner:
            assert ClaimRevoke(seat, number) in AMERICAN.optional_moves(state, 1 - mine)


def test_law_78_the_shuffle_itself_ends_no_claims() -> None:
    state, _ = revoked_trick(ENGLISH, mixed(length="long"))
    state, _ = play_on(ENGLISH, state)
    waiting = ENGLISH.apply(state, None, Deck(PACK)).state
    assert isinstance(waiting, CutPack)
    assert ClaimRevoke(1, 1) in ENGLISH.optional_moves(waiting, 2)
