"""Claims in the games of the whist family: the hand counts as if it had been played out so."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from bot.rules.cards import Card, Rank
from bot.rules.errors import NotationError
from bot.rules.moves import Play
from bot.rules.preliminaries.phases import Shuffle
from bot.rules.registry import GAMES, text_for
from bot.rules.trick_taking.claiming import Claim, Claimed
from bot.rules.whist import events as ev
from bot.rules.whist.moves import Penalize
from bot.rules.whist.state import Playing
from bot.tables.state.posts import GameEvent
from storage.conversion import items_from_json, items_to_json
from tests.house.builder import last_tricks
from tests.rules.play import random_match, refused
from tests.rules.whist_hands import AMERICAN, BOTH, ENGLISH, NAMES, cards, dealt, only, play_out, suits_apart

BISHOPS: Any = GAMES["bishops-whist"]
FAMILY = pytest.mark.parametrize("game", [AMERICAN, ENGLISH, BISHOPS], ids=lambda game: game.key)


def positions(game: Any, seed: int, most: int = 170, **options: Any) -> Iterator[Playing[Any]]:
    """Hands in play, from a match played at random."""
    for step in random_match(game, game.options(options), 0, seed, most=most):
        if isinstance(step.before, Playing):
            yield step.before


def claimed(game: Any, state: Any, tricks: int, *line: Card) -> tuple[Any, list[Any]]:
    after, events = game.apply(state, state.seat, Claim(tricks, line))
    return after, list(events)


@pytest.mark.parametrize("text", ["claim 0", "claim 5", "claim 13", "claim 2 AS KS"])
def test_a_claim_is_read_as_it_is_written(text: str) -> None:
    move = AMERICAN.parse(text)
    assert isinstance(move, Claim)
    assert str(move) == text


@pytest.mark.parametrize(
    "text", ["claim", "claim AS", "claim -1", "claim 05", "claim ²", "claim 999", "claim 1 XX"]
)
def test_what_is_no_claim_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        AMERICAN.parse(text)


def test_the_longest_claim_fits_into_a_custom_id() -> None:
    assert len(str(Claim(13, suits_apart()[0]))) <= 60


@FAMILY
def test_a_claim_is_asked_for_and_never_offered(game: Any) -> None:
    for state in positions(game, 1):
        for seat in range(4):
            assert not any(isinstance(move, Claim) for move in game.legal(state, seat))
            numbers = game.claimable(state, seat)
            assert (numbers is not None) == (seat == state.seat)
            for tricks in numbers or ():
                game.verify(state, seat, Claim(tricks))
    over = list(random_match(game, game.options({"match": "game"}), 0, 2))[-1].after
    assert all(game.claimable(over, seat) is None for seat in range(4))


@FAMILY
def test_what_may_not_be_claimed(game: Any) -> None:
    state = dealt(game, suits_apart()) if game is not BISHOPS else next(positions(game, 1))
    seat = state.seat
    hand = state.hands[seat]
    other = next(card for card in game.pack if card not in hand)
    for who, move, code in [
        (seat, Claim(14), "claim"),
        (seat, Claim(13, (other,)), "claim"),
        (seat, Claim(13, (hand[0], hand[0], hand[0], hand[0], hand[0])), "claim"),
        ((seat + 1) % 4, Claim(0), "not-your-turn"),
        (None, Claim(0), "not-your-turn"),
    ]:
        assert refused(game, state, who, move).code == code
    waiting = game.begin(game.options({}), 0)
    refused(game, waiting, 0, Claim(1))


@BOTH
def test_gap_b1_a_hand_counts_as_if_it_had_been_played_out_so(game: Any) -> None:
    # Whatever is played, a claim of what the side then takes is scored as the play is.
    compared = 0
    for seed in range(4):
        for state in positions(game, seed, most=90, **({"honours": "scored"} if game is ENGLISH else {})):
            if state.match.score.hand != 1:
                break
            side = state.seat % 2
            after, events = play_out(game, state)
            out = only(events, ev.OddTricksScored)
            tricks = out.count.taken[side] - state.tally.taken[side]
            again, told = claimed(game, state, tricks)
            assert only(told, ev.OddTricksScored) == out
            assert again.match.score == after.match.score
            compared += 1
    assert compared > 100


def test_gap_b1_it_is_told_with_the_hand_and_the_line() -> None:
    state = dealt(AMERICAN, suits_apart(), dealer=2, points=(0, 0))
    assert state.seat == 3, "who holds all the trumps"
    hand = state.hands[3]
    after, events = claimed(AMERICAN, state, 13, *hand)
    event = only(events, Claimed)
    data = event.to_json(NAMES)
    written = [card.text for card in hand]
    assert data == {"event": "claim", "seat": "D", "hand": written, "tricks": 13, "left": 13, "line": written}
    assert isinstance(after, Shuffle)
    assert only(events, ev.HandScored).points == (0, 7)
    _, events = claimed(AMERICAN, state, 0)
    assert "line" not in only(events, Claimed).to_json(NAMES)
    assert only(events, ev.HandScored).points == (7, 0)


@pytest.mark.parametrize(
    ("tricks", "words"),
    [
        (13, "claims the rest: 13 tricks"),
        (5, "claims 5 of the 13 tricks left"),
        (0, "concedes the rest: 13 tricks"),
    ],
)
def test_a_claim_is_told_in_words(tricks: int, words: str) -> None:
    text = text_for(AMERICAN.key)
    state = dealt(AMERICAN, suits_apart())
    _, events = claimed(AMERICAN, state, tricks, *state.hands[0][:tricks])
    told = text.describe_event(events[0], NAMES)
    assert words in told
    assert ("The line: " in told) == bool(tricks)
    move = text.describe_move(AMERICAN.view(state, 0), Claim(tricks), NAMES)
    assert move.label
    assert move.words


def test_gap_b1_where_play_stops_at_seven_no_trick_counts_after_it() -> None:
    state = dealt(AMERICAN, suits_apart(), dealer=2, points=(0, 5), at_seven="stop")
    _, events = claimed(AMERICAN, state, 13)
    scored = only(events, ev.OddTricksScored)
    assert (scored.count.taken, scored.total) == ((0, 8), (0, 7))
    # With the rest conceded, the side that claims has its tricks first.
    _, events = claimed(AMERICAN, state, 4)
    assert only(events, ev.OddTricksScored).count.taken == (9, 4)


def test_gap_b1_a_penalty_afterwards_has_it_counted_again_and_not_played_on() -> None:
    state = dealt(AMERICAN, suits_apart(), dealer=2, points=(0, 5), at_seven="stop", match="game")
    after, _ = claimed(AMERICAN, state, 12)
    after, events = AMERICAN.apply(after, None, Penalize("revoke", 3, "deduct"))
    assert not isinstance(after, Playing)
    scored = only(list(events), ev.OddTricksScored)
    assert scored.again
    assert scored.count.taken == (0, 11), "three more make up for the penalty"


def test_gap_b1_honours_count_by_what_was_dealt() -> None:
    state = dealt(ENGLISH, suits_apart(), dealer=3)
    state = ENGLISH.apply(state, 0, Play(state.hands[0][0])).state
    _, events = claimed(ENGLISH, state, 7)
    assert only(events, ev.OddTricksScored).count.honours == (0, 4)
    _, events = claimed(ENGLISH, state, 0)
    assert only(events, ev.OddTricksScored).count.shortfall == ("game", "honours")


def test_gap_a1_with_bishops_to_be_played_it_is_all_or_none() -> None:
    for state in positions(BISHOPS, 3):
        left = len(state.hands[state.seat])
        unplayed = [c for hand in (state.cards, *state.hands) for c in hand if c.rank is Rank.BISHOP]
        numbers = list(BISHOPS.claimable(state, state.seat))
        assert numbers == ([0, left] if unplayed else list(range(left + 1)))
        for tricks in set(range(left + 1)) - set(numbers):
            refused(BISHOPS, state, state.seat, Claim(tricks), f"{left} or 0")
        for tricks in (0, left):
            _, events = claimed(BISHOPS, state, tricks)
            scored: Any = only(events, ev.HandScored)
            side = state.seat % 2 if tricks else 1 - state.seat % 2
            had = sum(
                card.rank is Rank.BISHOP
                for trick in state.tally.tricks
                if trick.winner % 2 == side
                for card in trick.pieces
            )
            assert scored.count.tricks[side] == state.tally.taken[side] + left
            assert scored.count.bishops[side] == had + len(unplayed)
            assert sum(scored.count.bishops) == 4
            assert sum(scored.count.tricks) == 13


def test_gap_a1_bishops_are_saved_or_captured_by_who_held_them() -> None:
    kept = ["AS BS", "KH BH", "5D 6D", "2C 3C"]
    state = last_tricks(kept, 0, "9S", 3)
    won: Any = only(claimed(BISHOPS, state, 2)[1], ev.HandScored)
    lost: Any = only(claimed(BISHOPS, state, 0)[1], ev.HandScored)
    for side, more, less in ((0, won, lost), (1, lost, won)):
        assert more.saved[side] - less.saved[side] == 1
        assert more.captured[side] - less.captured[side] == 1


def test_a_record_with_a_claim_replays() -> None:
    state = dealt(AMERICAN, suits_apart())
    one = AMERICAN.apply(state, 0, AMERICAN.parse("claim 2 AS KS"))
    two = AMERICAN.apply(state, 0, AMERICAN.parse(str(Claim(2, cards("AS KS")))))
    assert one == two


@FAMILY
def test_the_event_of_a_claim_can_be_stored(game: Any) -> None:
    state = next(positions(game, 1))
    events = claimed(game, state, 0, state.hands[state.seat][0])[1]
    post = [GameEvent(event) for event in events]
    assert list(items_from_json(json.loads(json.dumps(items_to_json(post))))) == post
