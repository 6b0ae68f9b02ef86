"""The house at tables where one can revoke: it does not, and it believes nobody who has."""

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.house.layouts import layouts_of
from bot.house.registry import claim_search, player_for, volunteer
from bot.house.solver.analysis import analyse
from bot.house.solver.position import Kind
from bot.house.tricks.knowledge import Knowledge
from bot.house.whist.knowledge import WHIST_PACK
from bot.rules.cards import Suit, parse
from bot.rules.game import Chance
from bot.rules.match import GameWon
from bot.rules.moves import Play
from bot.rules.registry import GAMES
from bot.rules.trick_taking.trick import Trick
from bot.rules.whist.events import HandScored
from bot.rules.whist.moves import AskPartner, ClaimRevoke, Correct, Demand, Exact, HaveNone
from bot.rules.whist.play import winning_play
from bot.rules.whist.state import Playing
from tests.rules.revoking import (
    AMERICAN,
    ENGLISH,
    act,
    claimed_hand,
    follow,
    led,
    mixed,
    revoke,
    revoked_trick,
)

PEOPLE = frozenset((0, 3))
"""Whoever sits there revokes now and then; the others are of the house."""


@pytest.mark.slow
@pytest.mark.parametrize("key", ["american-whist", "english-whist", "bishops-whist"])
@pytest.mark.parametrize("level", ["hoyle", "bob-short"])
def test_the_house_never_revokes_and_is_not_confused_by_those_who_do(key: str, level: str) -> None:
    game: Any = GAMES[key]
    player, rng = player_for(key, level), random.Random(key + level)
    state, hands, claims = game.begin(game.options({"revokes": True}), 0), 0, 0
    while hands < 8:
        due = game.to_act(state)
        if isinstance(due, Chance):
            hands += due.secret
            text = " ".join((due.verb, *rng.sample(due.pieces, due.take)))
            state = game.apply(state, None, game.parse(text)).state
            continue
        if not due:
            break
        own = ((seat, volunteer(key, game.view(state, seat), PEOPLE)) for seat in (1, 2))
        seat, move = next(((seat, move) for seat, move in own if move is not None), (due[0], None))
        if isinstance(move, ClaimRevoke):
            claims += 1
            assert any(card.evident for card in game.view(state, seat).renounced if card.seat == move.seat)
        view = game.view(state, seat)
        if move is None and seat in PEOPLE and isinstance(state, Playing) and rng.random() < 0.4:
            move = rng.choice(view.legal)
        if move is None:
            move = player.choose(view, rng)
            if isinstance(move, Play):
                lead = view.cards[0] if view.cards else None
                assert move.card in game.legality.playable(view.hand, lead, view.trump)
                if len(view.hand) == 4:
                    search = claim_search(key, view, 500)
                    assert search is not None
                    search.prove(len(view.hand))
        state = game.apply(state, seat, move).state
    assert claims


def test_the_house_asks_a_partner_who_is_a_person_at_the_first_renounce_of_a_suit() -> None:
    state, _ = revoke(ENGLISH, led())
    view = ENGLISH.view(state, 3)
    assert volunteer(ENGLISH.key, view, {1}) == AskPartner()
    assert volunteer(ENGLISH.key, view, set()) is None, "a partner of the house has none, if it says so"
    asked = act(ENGLISH, state, 3, AskPartner())
    assert player_for(ENGLISH.key).choose(ENGLISH.view(asked, 1), random.Random(1)) == HaveNone()
    assert volunteer(ENGLISH.key, ENGLISH.view(asked, 1), set()) == Correct(), "for whoever it stands in for"


def test_the_house_claims_what_later_cards_show_and_nothing_else() -> None:
    state, _ = revoked_trick(AMERICAN, mixed(AMERICAN))
    state = follow(AMERICAN, state)
    assert ClaimRevoke(1, 1) in AMERICAN.optional_moves(state, 2)
    assert volunteer(AMERICAN.key, AMERICAN.view(state, 2), ()) is None
    suit = state.tally.tricks[0].led.suit
    while not any(card.suit is suit for card in played_since(state, 1)):
        if state.seat == 1 and not state.cards:
            lead = next(card for card in state.hands[1] if card.suit is suit)
            state = act(AMERICAN, state, 1, Play(lead))
            continue
        if not state.cards:
            lead = next(
                (card for card in state.hands[state.seat] if card.suit is suit), state.hands[state.seat][0]
            )
            state = act(AMERICAN, state, state.seat, Play(lead))
            continue
        state = follow(AMERICAN, state)
    assert volunteer(AMERICAN.key, AMERICAN.view(state, 2), ()) == ClaimRevoke(1, 1)


def played_since(state: Any, seat: int) -> list[Any]:
    shown = [dict(trick.plays)[seat] for trick in state.tally.tricks[1:]]
    return shown + [c for turn, c in enumerate(state.cards) if (state.leader + turn) % 4 == seat]


def test_who_shows_a_suit_again_is_not_out_of_it() -> None:
    state, _ = revoked_trick(ENGLISH, mixed())
    suit = state.tally.tricks[0].led.suit
    known = Knowledge(ENGLISH.view(state, state.seat), WHIST_PACK)
    assert suit in known.lacks[1] or known.doubtful
    lead = next(card for card in state.hands[state.seat] if card.suit is suit)
    state = act(ENGLISH, state, state.seat, Play(lead))
    while state.seat != 1:
        state = follow(ENGLISH, state)
    state = follow(ENGLISH, state)
    viewer = (state.seat) % 4
    known = Knowledge(ENGLISH.view(state, viewer), WHIST_PACK)
    assert suit not in known.lacks[1]
    assert known.doubtful
    assert layouts_of(known).count


def test_where_everybody_seems_to_be_out_of_a_suit_nobody_is_taken_to_be() -> None:
    state = mixed()
    suit = Suit.SPADES
    state = act(ENGLISH, state, 0, Play(parse("AS")))
    for _ in range(3):
        state, _ = revoke(ENGLISH, state)
    known = Knowledge(ENGLISH.view(state, 0), WHIST_PACK)
    assert known.doubtful
    assert all(suit not in lacks for lacks in known.lacks)
    assert layouts_of(known).count > 1


@pytest.mark.parametrize("key", ["dummy-whist", "double-dummy-whist"])
def test_what_lies_open_is_known_whatever_has_been_revoked(key: str) -> None:
    game: Any = GAMES[key]
    player, rng = player_for(key, "hoyle"), random.Random(key)
    state, looks, doubtful = game.begin(game.options({"revokes": True}), 2), 0, 0
    while looks < 300:
        due = game.to_act(state)
        if isinstance(due, Chance):
            text = " ".join((due.verb, *rng.sample(due.pieces, due.take)))
            state = game.apply(state, None, game.parse(text)).state
            continue
        if not due:
            state = game.begin(state.match.options, 2)
            continue
        seat = due[0]
        view = game.view(state, seat)
        if isinstance(state, Playing):
            known, looks = Knowledge(view, WHIST_PACK), looks + 1
            doubtful += known.doubtful
            known.forget_voids()
            for other, hand in known.shown.items():
                assert known.lacks[other] == set(Suit) - {card.suit for card in hand}
            if rng.random() < 0.2:
                assert player.choose(view, rng) in view.legal
        state = game.apply(state, seat, rng.choice(view.legal)).state
    assert doubtful


def test_a_card_taken_back_is_known_to_be_where_it_is() -> None:
    state, card = revoke(AMERICAN, led(AMERICAN))
    state = act(AMERICAN, state, 1, Correct())
    state = follow(AMERICAN, state)
    known = Knowledge(AMERICAN.view(state, 2), WHIST_PACK)
    assert known.may_hold(card) == (1,)


def test_it_demands_the_lowest_of_whoever_might_win_and_else_the_highest() -> None:
    state, _ = revoke(ENGLISH, led())
    state = act(ENGLISH, state, 1, Correct())
    rng = random.Random(1)
    for level in ("hoyle", "bob-short"):
        choice = player_for(ENGLISH.key, level).choose(ENGLISH.view(state, 2), rng)
        assert choice == Demand("high"), "partner's ace has the trick"
        # Led by the offender's partner: whoever is third might win with a high card.
        other, _ = revoke(ENGLISH, follow(ENGLISH, led()))
        other = act(ENGLISH, other, 2, Correct())
        choice = player_for(ENGLISH.key, level).choose(ENGLISH.view(other, 1), rng)
        assert choice == Demand("low"), "the offender's side has it"


@pytest.mark.parametrize("level", ["hoyle", "bob-short"])
@pytest.mark.parametrize("points", [(0, 0), (0, 2), (1, 2), (3, 0), (4, 4)])
@pytest.mark.parametrize("game", [AMERICAN, ENGLISH], ids=["american", "english"])
def test_it_chooses_the_penalty_that_is_worth_most(game: Any, points: tuple[int, int], level: str) -> None:
    state, _ = claimed_hand(game, seat=2, points=points)
    choice = player_for(game.key, level).choose(game.view(state, 1), random.Random(1))
    made = {move: outcome(game, state, move) for move in game.legal(state, 1)}
    assert made[choice] == max(made.values())


def outcome(game: Any, state: Any, move: Exact) -> tuple[int, int]:
    """Whether the side of seat 1 wins the game, or loses it, by that choice; and by how many points."""
    _, events = game.apply(state, 1, move)
    won = next((event.winner for event in events if isinstance(event, GameWon)), None)
    hand = next(event for event in events if isinstance(event, HandScored))
    return 0 if won is None else 1 if won == 1 else -1, hand.points[1] - hand.points[0]


def test_no_claim_is_proved_by_what_somebody_has_not_followed() -> None:
    # Seat 0 has the king of spades left, which the ace beats: that nobody followed to the lead shows nothing.
    hand = parse("KS")
    state = act(ENGLISH, mixed(), 0, Play(parse("TS")))
    for _ in range(3):
        state, _ = revoke(ENGLISH, state)
    hands = ((hand,), *(held[:1] for held in state.hands[1:]))
    view = replace(ENGLISH.view(state, 0), hand=(hand,), held=tuple(map(len, hands)), legal=(Play(hand),))
    known = Knowledge(view, WHIST_PACK)
    known.forget_voids()
    assert known.may_hold(parse("QS")) == (1, 2, 3)


async def test_a_hand_with_a_revoke_is_analysed_from_the_trick_after_it() -> None:
    state, _ = revoked_trick(AMERICAN, mixed(AMERICAN))
    tricks: tuple[Any, ...] = ()
    before: Any = state
    while isinstance(state, Playing):
        tricks = state.tally.tricks
        before = state
        state = follow(AMERICAN, state)
    last = [card for hand in before.hands for card in hand]
    cards = (*before.cards, *last)
    winner = (before.leader + winning_play(cards, before.deal.trump)) % 4
    whole = (*tricks, Trick(13, before.leader, cards, winner))
    weighed: list[int] = []

    async def weigh(play: int, after: int) -> tuple[int, tuple[Any, ...]]:
        weighed.append(play)
        return after, ()

    analysis = await analyse(1, Kind.PLAIN, before.deal.trump, whole, weigh)
    assert (analysis.counted_from, analysis.estimated) == (2, False)
    assert min(weighed) == 4, "no play of the first trick was looked at, since it is left out"
