"""Problems of the day from hands of Bob Short: on how many the right card is right on fresh layouts, too.

`python -m benchmarks.problems NUMBER` prints so many as lines of the collection
(`bot/community/problems/collection.jsonl`).
"""

import asyncio
import json
import random
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from benchmarks.figures import Figure, needs
from bot.house.cavendish.player import Cavendish
from bot.house.cavendish.reviewing import TERMS, Sample
from bot.house.contest import chance_move
from bot.house.jobs import answers_to, glance_at, rehearse, review_move
from bot.house.moments import find_moments
from bot.house.registry import DEFAULT, REPLAYED, coach_for, player_for
from bot.house.solver import warm_up
from bot.rules.events import Scored
from bot.rules.game import Chance
from bot.rules.moves import Move, Play
from bot.rules.presentation.hints import Hint
from bot.rules.registry import game_named

PROBLEMS: Final = 300

_FRESH: Final = Sample(40_000, 2_000, 2_000)
_HOLD: Final = 97.0
_SEED: Final = 2028
_SEATS: Final = 4
_PLAYER: Final = "bob-short"


@dataclass(frozen=True, slots=True)
class Decision:
    """A move made, the view before it, and the moves of the hand before it."""

    before: tuple[str, ...]
    view: Any
    made: Move


@dataclass(frozen=True, slots=True)
class Picked:
    """A decision with what would have been better, and the answers offered."""

    game: str
    dealer: int
    decision: Decision
    better: Hint
    answers: tuple[Move, ...]

    @property
    def line(self) -> str:
        """The problem as a line of the collection."""
        cost = self.better.cost
        assert cost is not None
        equal = [str(move) for move in (self.better.move, *cost.equal)]
        kept = {
            "game": self.game,
            "dealer": self.dealer,
            "moves": ", ".join(self.decision.before),
            "made": str(self.decision.made),
            "answers": [str(move) for move in self.answers],
            "better": equal,
            "amount": round(cost.amount, 2),
            "unit": cost.unit.value,
            "reason": self.better.reason,
            "author": self.better.author,
        }
        return json.dumps(kept, ensure_ascii=False)


def measure(problems: int = PROBLEMS, games: Sequence[str] = REPLAYED) -> list[Figure]:
    """So many problems, of each of the games in turn, from hands of Bob Short and three Hoyles."""
    least, hands = list[float](), 0
    for hand, found in picked(games, _SEED):
        hands = hand + 1
        least += [_least_gain(one) for one in found][: problems - len(least)]
        if len(least) == problems:
            break
    right = sum(gain > 0 for gain in least)
    clear = sum(gain >= TERMS.least for gain in least)
    return [
        Figure("problems", problems),
        Figure("hands for a problem", hands / problems),
        Figure.at_least("right card best on fresh layouts", 100 * right / problems, "%", _HOLD),
        Figure.at_least("and by so much that it matters", 100 * clear / problems, "%", _HOLD),
        Figure("least gain over another answer, mean", statistics.fmean(least)),
    ]


def picked(games: Sequence[str], seed: int) -> Iterator[tuple[int, list[Picked]]]:
    """Hands by number, with the one best problem of each, if it has one, as the bot picks it."""
    needs("numba", "run")
    warm_up()
    for key in games:
        coach = coach_for(key)
        assert isinstance(coach, Cavendish)
        rehearse(game_named(key), coach)
    deal = 0
    while True:
        key = games[deal % len(games)]
        yield deal, _problems(key, seed, deal)
        deal += 1


def _problems(key: str, seed: int, deal: int) -> list[Picked]:
    dealer, decisions = _hand(key, seed, deal)

    async def glance(number: int) -> float:
        one = decisions[number]
        return glance_at(key, one.view, one.made, f"{seed}/{deal}/{number}")

    async def review(number: int) -> Hint | None:
        one = decisions[number]
        return review_move(key, one.view, one.made, f"{seed}/{deal}/{number}")

    found = asyncio.run(find_moments(len(decisions), glance, review))
    found.sort(key=lambda moment: -(moment[1].cost.amount if moment[1].cost else 0.0))
    for number, better in found:
        one, equal = decisions[number], better.cost.equal if better.cost else ()
        answers = answers_to(
            key, one.view, one.made, (better.move, *equal), f"{seed}/{deal}/{number}/answers"
        )
        if answers:
            return [Picked(key, dealer, one, better, answers)]
    return []


def _least_gain(one: Picked) -> float:
    coach, view, best = coach_for(one.game), one.decision.view, one.better.move
    assert isinstance(coach, Cavendish)
    assert isinstance(best, Play)
    others = [move.card for move in one.answers if isinstance(move, Play) and move != best]
    rng = random.Random(f"{_SEED}/fresh")
    gains = coach.turn(view, (best.card, *others)).gains(best.card, others, _FRESH, rng)
    return min(gain.mean for gain in gains.values())


def _hand(key: str, seed: int, deal: int) -> tuple[int, list[Decision]]:
    # The dealer, and Bob Short's decisions with three Hoyles.
    game, hoyle = game_named(key), player_for(key, DEFAULT)
    chance, luck = random.Random(f"{seed}/{deal}"), random.Random(f"{seed}/{deal}/luck")
    dealer, chair = deal % _SEATS, deal // _SEATS % _SEATS
    state: Any = game.begin(game.options({}), dealer)
    before, decisions, over = list[str](), list[Decision](), False
    while not over:
        due = game.to_act(state)
        if isinstance(due, Chance):
            seat, move = None, chance_move(game, due, chance)
        else:
            (seat,) = due
            view: Any = game.view(state, seat)
            player = player_for(key, _PLAYER) if seat == chair else hoyle
            if view.legal[0].blind:
                move = chance.choice(view.legal)
            else:
                move = view.legal[0] if len(view.legal) == 1 else player.choose(view, luck)
                if seat == chair and len(view.legal) > 1:
                    decisions.append(Decision(tuple(before), view, move))
        before.append(str(move))
        state, events = game.apply(state, seat, move)
        over = any(isinstance(event, Scored) and event.closes_deal for event in events)
    return dealer, decisions


if __name__ == "__main__":
    wanted, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for _, found in picked(REPLAYED, seed):
        for one in found[:wanted]:
            print(one.line, flush=True)
            wanted -= 1
        if not wanted:
            break
