"""Jobs of the house's worker processes: functions whose arguments and results can be pickled."""

import os
import random
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from bot.house import solver
from bot.house.contest import chance_move
from bot.house.player import Adviser, Examiner, HousePlayer, NeedsWorker
from bot.house.registry import claim_search, coach_for, player_for, players_of
from bot.house.solver import Kind, OutOfNodes, Par, Position
from bot.house.tricks import claims
from bot.rules.cards import Card, Suit
from bot.rules.game import AnyGame, Chance, SeatView
from bot.rules.moves import Move, Play, WrittenMove
from bot.rules.presentation.hints import Hint
from bot.rules.registry import GAMES, game_named
from bot.rules.trick_taking.claiming import ClaimCheck

if TYPE_CHECKING:
    from bot.house.skill.replays import Replayed

_REHEARSED = (0, 22, 38)  # cards of a hand before which a slow player is asked once, to compile its code


_LOWEST = 19  # as `nice` counts


def choose_move(game: str, player: str, view: SeatView, rng: random.Random) -> Move:
    """The house player's move."""
    return player_for(game, player).choose(view, rng)


def give_advice(game: str, player: str, view: SeatView, rng: random.Random) -> Hint:
    """The move the house player would make, with a reason if it has one."""
    adviser = player_for(game, player)
    return adviser.advise(view, rng) if isinstance(adviser, Adviser) else Hint(adviser.choose(view, rng), "")


def glance_at(game: str, view: SeatView, made: Move, seed: str) -> float:
    """About what the move cost whoever made it; 0 if it is not worth a review."""
    coach = coach_for(game)
    return 0.0 if coach is None else coach.glance(view, made, random.Random(seed))


def review_move(game: str, view: SeatView, made: Move, seed: str) -> Hint | None:
    """What would have been better than the move; None for nothing."""
    coach = coach_for(game)
    return None if coach is None else coach.review(view, made, random.Random(seed))


def answers_to(game: str, view: SeatView, made: Move, better: Sequence[Move], seed: str) -> tuple[Move, ...]:
    """Answers to the question what should have been done instead of the move; none if it makes none."""
    coach = coach_for(game)
    return coach.answers(view, made, better, random.Random(seed)) if isinstance(coach, Examiner) else ()


def check_claim(game: str, view: SeatView, tricks: int, nodes: int = claims.NODES) -> ClaimCheck:
    """Whether the seat whose turn it is can be proved to make so many of the tricks left; else how many."""
    search = claim_search(game, view, nodes)
    if search is None:
        return ClaimCheck("unknown")
    line = search.prove(tricks)
    return ClaimCheck("not-proved", most=search.most(tricks)) if line is None else ClaimCheck("proved", line)


def proves_quickly(game: str, view: SeatView, tricks: int, nodes: int) -> bool:
    """Whether that seat can be proved to make so many within those nodes."""
    search = claim_search(game, view, nodes)
    return search is not None and search.prove(tricks) is not None


def find_par(
    kind: Kind, hands: Sequence[tuple[Card, ...]], trump: Suit, leader: int, nodes: int
) -> Par | None:
    """What a deal is worth to seats 0 and 2, and a line of best play; None if that takes more nodes."""
    try:
        return solver.par(Position(kind, tuple(hands), trump, leader), nodes)
    except OutOfNodes:
        return None


def replay_hand(game: str, state: Any, moves: Sequence[WrittenMove]) -> "Replayed | None":
    """Run `replays.replayed`."""
    from bot.house.skill.replays import replayed  # with the rules of several games

    return replayed(game_named(game), state, moves)


def warm_up() -> None:
    """Compile the native code of the solver and the players, or load it from the cache.

    Compiling has the lowest priority. Raises ImportError where Numba is missing.
    """
    from bot.house.solver.native import NOTHING_KEPT

    if not NOTHING_KEPT:
        _prepare()
        return
    with ThreadPoolExecutor(1, initializer=_step_back) as compiling:
        compiling.submit(_prepare).result()


def _step_back() -> None:
    # Only Linux gives a thread a priority of its own, and no process may raise its own again.
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOWEST)


def _prepare() -> None:
    solver.warm_up()
    for key, game in GAMES.items():
        for player in players_of(key).values():
            if isinstance(player, NeedsWorker):
                rehearse(game, player)


def rehearse(game: AnyGame, player: HousePlayer) -> None:
    """Play the first hand at random, the player choosing now and then, so that its code is compiled."""
    rng = random.Random(1)
    state, played = game.begin(game.options({}), 0), 0
    while played <= max(_REHEARSED):
        due = game.to_act(state)
        if isinstance(due, Chance):
            state = game.apply(state, None, chance_move(game, due, rng)).state
            continue
        view = game.view(state, due[0])
        plays = [move for move in view.legal if move.verb == Play.verb]
        if played in _REHEARSED and len(plays) > 1:
            player.choose(view, rng)
        played += bool(plays)
        state = game.apply(state, due[0], rng.choice(plays or view.legal)).state
