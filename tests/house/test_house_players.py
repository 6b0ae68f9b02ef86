"""Every house player: legal, repeatable, blind to the other hands; and Hoyle's strength."""

import pickle
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.house.bishops_whist.player import BishopsWhistHoyle
from bot.house.contest import play_pair, play_pairs
from bot.house.player import Adviser, HousePlayer, NeedsWorker, RandomPlayer
from bot.house.registry import DEFAULT, player_for, players_of
from bot.rules.game import Chance
from bot.rules.registry import GAMES, game_named
from bot.rules.whist.moves import Concede
from bot.rules.whist.state import Playing
from tests.rules.matches import is_sampled, option_sets
from tests.rules.play import chance_move

PLAYERS = [(key, name) for key in GAMES for name in players_of(key)]
BISHOPS_WHIST = game_named("bishops-whist")


def test_names():
    assert player_for("bishops-whist").name == DEFAULT == "hoyle"
    assert player_for("bishops-whist", "random").name == "random"
    for key, name in PLAYERS:
        assert player_for(key, name).name == name


@pytest.mark.parametrize(
    ("game", "name", "wrong"),
    [("bishops-whist", "deschapelles", "deschapelles"), ("tarot", "hoyle", "tarot")],
)
def test_unknown_names_are_refused_in_one_line(game: str, name: str, wrong: str):
    with pytest.raises(ValueError, match=wrong) as refused:
        player_for(game, name)
    assert "\n" not in str(refused.value)


def _cases() -> Iterator[Any]:
    for key, name in PLAYERS:
        for options in option_sets(GAMES[key]):
            case = f"{key}-{name}-{'-'.join(f'{k}={v}' for k, v in options.items()) or 'usual'}"
            marks = () if not options or is_sampled(f"house {case}") else pytest.mark.long
            yield pytest.param(key, name, options, id=case, marks=marks)


@pytest.mark.parametrize(("key", "name", "options"), list(_cases()))
def test_chooses_legally_by_the_view_and_its_luck_alone(key: str, name: str, options: dict[str, Any]):
    # A match as at a new table, its player's choices made in strange positions; one that takes time is asked
    # now and then.
    game, player = game_named(key), player_for(key, name)
    takes_time, most = isinstance(player, NeedsWorker), 1000
    asked = 0.02 if takes_time else 0.15
    if options:
        asked, most = 2 * asked, 120
    rng = random.Random(1)
    state = game.begin(game.options({**game.options_type.of_new_table(), **options}), None)
    for _ in range(most):
        due = game.to_act(state)
        if due == ():
            break
        if isinstance(due, Chance):
            state = game.apply(state, None, chance_move(game, due, rng)).state
            continue
        seat = rng.choice(due)
        legal, view, number = game.legal(state, seat), game.view(state, seat), rng.random()
        move = rng.choice(legal)
        # Other moves than cards are seldom.
        seldom = legal[0].verb not in ("play", "draw")
        if rng.random() < ((0.2 if takes_time else 1.0) if seldom else asked):
            chosen = player.choose(view, random.Random(number))
            assert chosen in legal
            assert not isinstance(chosen, Concede)
            assert player.choose(pickle.loads(pickle.dumps(view)), random.Random(number)) == chosen
            if isinstance(player, Adviser):
                assert player.advise(view, random.Random(number)).move in legal
            move = rng.choice((chosen, move))
        state = game.apply(state, seat, move).state


def test_hands_not_seen_do_not_matter():
    # Two states that look the same to a seat bring the same move.
    game, player, rng = BISHOPS_WHIST, BishopsWhistHoyle(), random.Random(3)
    state: Any = game.begin(game.options({}), 0)
    while not isinstance(state, Playing):
        due = game.to_act(state)
        if isinstance(due, Chance):
            state = game.apply(state, None, chance_move(game, due, rng)).state
        else:
            state = game.apply(state, due[0], rng.choice(game.legal(state, due[0]))).state
    hands = state.hands
    other = replace(state, hands=(hands[0], hands[1], hands[3], hands[2]))
    seat = state.seat
    assert seat == 1
    moves = {player.choose(game.view(s, seat), random.Random(1)) for s in (state, other)}
    assert len(moves) == 1


def test_both_sittings_of_a_deal_are_alike():
    # The same player on both sides: exchanging the sides changes nothing.
    hoyle = BishopsWhistHoyle()
    for deal in range(3):
        pair = play_pair(BISHOPS_WHIST, hoyle, hoyle, 5, deal)
        assert pair.mean == 0


def test_hoyle_beats_random_by_more_than_three_points_a_hand():
    players: tuple[HousePlayer, HousePlayer] = (BishopsWhistHoyle(), RandomPlayer())
    pairs = list(play_pairs(BISHOPS_WHIST, *players, 2026, range(30)))
    assert sum(pair.mean for pair in pairs) / len(pairs) > 3
