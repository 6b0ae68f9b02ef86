"""The coach's moments in hands of Bob Short: how often the better card holds on fresh layouts, and how long a
hand takes."""

import asyncio
import random
import statistics
import time
from collections.abc import Sequence
from typing import Any, Final

from benchmarks.figures import Figure, needs
from bot.house.cavendish.player import Cavendish
from bot.house.cavendish.reviewing import TERMS, Sample
from bot.house.contest import deal_hand
from bot.house.jobs import rehearse
from bot.house.moments import find_moments
from bot.house.player import Coach
from bot.house.registry import DEFAULT, REPLAYED, coach_for, player_for
from bot.house.solver import warm_up
from bot.rules.events import Scored
from bot.rules.moves import Move, Play
from bot.rules.presentation.hints import Hint
from bot.rules.registry import game_named

MOMENTS: Final = 100  # of each game

_FRESH: Final = Sample(40_000, 2_000, 2_000)
_HOLD: Final = 90.0
_SECONDS: Final = 20.0
_SEED: Final = 2027
_SEATS: Final = 4
_PLAYER: Final = "bob-short"

Decision = tuple[Any, Move]  # the view, and the move made


def measure(moments: int = MOMENTS, games: Sequence[str] = REPLAYED) -> list[Figure]:
    """So many moments of each of the games, with Bob Short in one chair and three Hoyles."""
    needs("numba", "run")
    warm_up()
    return [figure for key in games for figure in _measure(key, moments)]


def _measure(key: str, moments: int) -> list[Figure]:
    coach = coach_for(key)
    assert isinstance(coach, Cavendish)
    rehearse(game_named(key), coach)
    fresh, rules, times, deal = list[float](), 0, list[float](), 0
    while len(fresh) < moments:
        decisions = _hand(key, deal)
        began = time.thread_time()
        found = asyncio.run(_moments(coach, decisions, deal))
        times.append(time.thread_time() - began)
        for number, better in found[: moments - len(fresh)]:
            fresh.append(_gain(coach, *decisions[number], better))
            rules += bool(better.reason)
        deal += 1
    hold = sum(gain >= TERMS.least for gain in fresh)
    return [
        Figure(f"{key}: moments a hand", moments / deal),
        Figure(f"{key}: gain on fresh layouts, mean", statistics.fmean(fresh), coach.hoyle.unit.value),
        Figure.at_least(f"{key}: hold on fresh layouts", 100 * hold / moments, "%", _HOLD),
        Figure(f"{key}: with a rule of the book", 100 * rules / moments, "%"),
        Figure(f"{key}: processor time a hand, mean", statistics.fmean(times), "s"),
        Figure.at_most(f"{key}: processor time a hand, longest", max(times), "s", _SECONDS),
    ]


async def _moments(coach: Coach, decisions: Sequence[Decision], deal: int) -> list[tuple[int, Hint]]:
    async def glance(number: int) -> float:
        return coach.glance(*decisions[number], random.Random(f"{_SEED}/{deal}/{number}/glance"))

    async def review(number: int) -> Hint | None:
        return coach.review(*decisions[number], random.Random(f"{_SEED}/{deal}/{number}/review"))

    return await find_moments(len(decisions), glance, review)


def _gain(coach: Cavendish, view: Any, made: Move, better: Hint) -> float:
    assert isinstance(made, Play)
    assert isinstance(better.move, Play)
    turn = coach.turn(view, (better.move.card, made.card))
    return turn.gain(better.move.card, made.card, _FRESH, random.Random(f"{_SEED}/fresh")).mean


def _hand(key: str, deal: int) -> list[Decision]:
    # Bob Short's decisions with three Hoyles.
    game, hoyle = game_named(key), player_for(key, DEFAULT)
    state: Any = deal_hand(game, deal, random.Random(f"{_SEED}/{deal}"))
    chair = deal // _SEATS % _SEATS
    luck = random.Random(f"{_SEED}/{deal}/luck")
    decisions, over = list[Decision](), False
    while not over:
        (seat,) = game.to_act(state)  # type: ignore[misc]
        view: Any = game.view(state, seat)
        player = player_for(key, _PLAYER) if seat == chair else hoyle
        move = view.legal[0] if len(view.legal) == 1 else player.choose(view, luck)
        if seat == chair and len(view.legal) > 1:
            decisions.append((view, move))
        state, events = game.apply(state, seat, move)
        over = any(isinstance(event, Scored) and event.closes_deal for event in events)
    return decisions
