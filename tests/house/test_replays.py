"""Finished hands beside what four Hoyles make of the deal, and its double-dummy value."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.house.contest import deal_hand
from bot.house.skill.replays import Replayed, par, played_by_hoyle, replayed, worth
from bot.rules.cards import Card, Suit
from bot.rules.game import AnyGame
from bot.rules.moves import Play, WrittenMove
from bot.rules.records.history import FinishedHand, History
from bot.rules.registry import GAMES, game_named
from bot.rules.whist.state import Playing
from tests.present import present

GOLDEN = Path(__file__).parents[1] / "golden"
WHIST = ["american-whist", "english-whist", "bishops-whist"]


def hands_of(name: str) -> Iterator[tuple[AnyGame, FinishedHand, list[WrittenMove]]]:
    """The finished hands of a golden record, each with its moves."""
    record = json.loads((GOLDEN / f"{name}.json").read_text())
    game, moves = game_named(record["game"]), [(seat, text) for seat, text in record["moves"]]
    history = History.begin(game, game.options(record["options"]), record["dealer"])
    for seat, text in moves:
        history = history.apply(seat, history.parse(text)).history
    for hand in history.position.hands:
        yield game, hand, moves[hand.first : hand.end]


def played(
    game: AnyGame, *, seed: int = 1, stop: int = 52, **options: Any
) -> tuple[Any, list[WrittenMove], Any]:
    """A hand played at random: the state before its first card, so many of its moves, the state then."""
    rng = random.Random(seed)
    state = game.begin(game.options(options), 0)
    moves: list[WrittenMove] = []
    while not isinstance(state, Playing):
        due = game.to_act(state)
        if isinstance(due, tuple):
            state = game.apply(state, due[0], rng.choice(game.legal(state, due[0]))).state
        else:
            text = " ".join((due.verb, *rng.sample(due.pieces, due.take)))
            state = game.apply(state, None, game.parse(text)).state
    start = state
    while isinstance(state, Playing) and len(moves) < stop:
        plays = [move for move in game.legal(state, state.seat) if isinstance(move, Play)]
        move = rng.choice(plays)
        moves.append((state.seat, str(move)))
        state = game.apply(state, state.seat, move).state
    return start, moves, state


@pytest.mark.parametrize("key", WHIST)
def test_a_hand_beside_its_replays(key: str) -> None:
    game = GAMES[key]
    start, moves, over = played(game)
    found, made = replayed(game, start, moves), worth(game, over.match.last)
    assert made is not None
    value = None if key == "bishops-whist" else par(key, start)
    assert found == Replayed(made, played_by_hoyle(game, start), value, start.dealer)
    assert found == replayed(game, start, moves), "it is the same whenever it is asked"


@pytest.mark.parametrize("key", WHIST)
def test_what_four_hoyles_make_of_their_own_replay_is_that(key: str) -> None:
    """The replay is a hand as any other: where Hoyles play, it is what they make."""
    game = GAMES[key]
    start = deal_hand(game, 3, random.Random(3))
    assert played_by_hoyle(game, start) == played_by_hoyle(game, start)
    if key != "bishops-whist":
        assert played_by_hoyle(game, start) % 1 == 0.5, "tricks above six and a half"


def test_the_tricks_of_whist_and_the_points_of_bishops_whist() -> None:
    game = GAMES["american-whist"]
    _, _, over = played(game)
    assert worth(game, over.match.last) == over.match.last.play.tally.taken[0] - 6.5
    game = GAMES["bishops-whist"]
    _, _, over = played(game)
    scored = game.count(over.match.last).scored  # type: ignore[attr-defined]
    cut = scored.count.bishop_cut
    points = scored.count.points
    assert worth(game, over.match.last) == (points[0] - cut[0]) - (points[1] - cut[1])


def test_best_play_double_dummy_is_of_seats_0_and_2_whoever_leads() -> None:
    """Spades are trumps and seats 0 and 2 have them all: no best play takes a trick from them."""
    suits = {suit: [card for card in GAMES["american-whist"].pack if card.suit is suit] for suit in Suit}  # type: ignore[attr-defined]
    spades, hearts = suits[Suit.SPADES], suits[Suit.HEARTS]
    others = suits[Suit.DIAMONDS] + suits[Suit.CLUBS]
    hands: list[tuple[Card, ...]] = [
        (*spades[:7], *hearts[:6]),
        tuple(others[:13]),
        (*spades[7:], *hearts[6:]),
        tuple(others[13:]),
    ]
    start, _, _ = played(GAMES["american-whist"], stop=0)
    for seat in range(4):
        deal = type(start.deal)(start.deal.match, start.dealer, Suit.SPADES, start.deal.turned)
        rigged = type(start)(deal, tuple(hands), seat, (), start.tally)
        assert par("american-whist", rigged) == 6.5
        assert (
            par("american-whist", type(start)(deal, tuple(hands[1:] + hands[:1]), seat, (), start.tally))
            == -6.5
        )


def test_a_solution_that_takes_too_long_is_left_out() -> None:
    game = GAMES["american-whist"]
    start, moves, _ = played(game)
    assert present(replayed(game, start, moves, nodes=1)).par is None


@pytest.mark.parametrize("record", ["american-whist-claimed", "american-whist-conceded"])
def test_claims_and_concessions_count_as_they_were_scored(record: str) -> None:
    for game, hand, moves in hands_of(record):
        found = present(replayed(game, hand.state, moves))
        state = hand.state
        for seat, text in moves:
            state = game.apply(state, seat, game.parse(text)).state
        points = state.match.last.play.match.score.points
        made = [after - before for after, before in zip(state.match.score.points, points, strict=True)]
        if record.endswith("claimed"):
            # All thirteen tricks are somebody's: with the odd trick come its points.
            odd = found.made - 0.5 if found.made > 0 else found.made + 0.5
            assert made[0] - made[1] == (odd + 1 if found.made > 0 else odd - 1)
        else:
            # Whoever throws down the cards loses the tricks left.
            side = state.match.last.conceded
            left = len(state.match.last.play.hands[state.match.last.play.seat])
            mine = state.match.last.play.tally.taken[0] + (left if side == 1 else 0)
            assert found.made == mine - 6.5


def test_hands_that_do_not_count() -> None:
    game = GAMES["american-whist"]
    start, moves, _ = played(game)
    assert replayed(game, start, moves[:40]) is None, "it is not over"
    assert replayed(game, start, [*moves[:40], (None, "penalty revoke 0 add"), *moves[40:]]) is None
    start, moves, _ = played(game, at_seven="stop")
    assert replayed(game, start, moves) is None, "it may be broken off by the score"
    game = GAMES["bishops-whist"]
    start, moves, _ = played(game, led_knight="lowest")
    assert replayed(game, start, moves) is None, "the solver does not know that rule"


def test_penalties_of_the_records_do_not_count() -> None:
    counted = [
        replayed(game, hand.state, moves, nodes=1) for game, hand, moves in hands_of("referee-penalties")
    ]
    assert None in counted


def test_a_board_of_one_hand_counts_as_any_hand() -> None:
    game = GAMES["american-whist"]
    start, moves, over = played(game, board=True)
    assert game.result(over) is not None
    assert present(replayed(game, start, moves)).made == over.match.last.play.tally.taken[0] - 6.5
