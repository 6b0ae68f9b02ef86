"""How many tricks or points a hand somebody is worth more than Hoyle in the same chair.

What seats 0 and 2 make of a deal, less what its cards are worth, is the sum of the skill of the people
there less that of their adversaries, and noise. A house player's skill is known. Of the person asked about
nothing is supposed; of all others, that they are like the people of the place, who on the average are some
way above or below Hoyle. That makes the normal equations of a mixed linear model (Henderson 1975). One row of
their inverse is all that is needed: it gives the weight of every hand in the estimate, and so its variance.

Pure and deterministic: the same hands in the same order give the same numbers.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.tables.judging.skill.weights import Weights
from bot.tables.state.outcomes import SEVERAL, Chair
from bot.tables.state.replays import Estimate, Replay, ReplayedHand, Skill

FEWEST: Final = 30  # so many hands somebody must have played for an estimate to be told

_NORMAL: Final = 1.959964
_PLACE: Final = -1
_PRECISION: Final = 1e-12


@dataclass(slots=True)
class _LineUp:
    """All hands with the same people at both sides: `signs` are +1 at seats 0 and 2, `spread` is the variance
    of a hand. `total` and `squares` are the sums of what is left to be explained, and of its squares."""

    signs: Mapping[int, int]
    spread: float
    hands: int = 0
    total: float = 0.0
    squares: float = 0.0


def skill_of(user_id: int, hands: Iterable[ReplayedHand], weights: Weights) -> Skill:
    """That person's, from hands in which they or those they have met played; no estimate from fewer than
    `FEWEST` of their own. Hands replayed for another version of the weights are passed over."""
    counting = [hand for hand in hands if hand.version == weights.version]
    own = sum(user_id in hand.chairs for hand in counting)
    if own < FEWEST:
        return Skill(own, weights.unit, None)
    return Skill(own, weights.unit, _Equations(_line_ups(counting, weights), user_id, weights).solve())


def residual(replay: Replay, weights: Weights) -> float:
    """What seats 0 and 2 made of a deal, less what its cards are worth."""
    dealers = 1 if replay.dealer % 2 == 0 else -1
    if replay.par is None:
        return replay.made - weights.hoyle_alone * replay.hoyle - weights.mean_alone * dealers
    return replay.made - weights.hoyle * replay.hoyle - weights.par * replay.par - weights.mean * dealers


def _line_ups(hands: Sequence[ReplayedHand], weights: Weights) -> list[_LineUp]:
    found: dict[tuple[tuple[int, int], ...], _LineUp] = {}
    # By the chairs, of which there are few: the line-up, and what house players add to the result.
    placed: dict[tuple[Chair, ...], tuple[_LineUp, float]] = {}
    for hand in sorted(hands, key=lambda one: one.order):
        if hand.chairs not in placed:
            placed[hand.chairs] = _placed(hand.chairs, weights, found)
        line_up, house = placed[hand.chairs]
        left = residual(hand.replay, weights) - house
        line_up.hands += 1
        line_up.total += left
        line_up.squares += left * left
    return list(found.values())


def _placed(
    chairs: Sequence[Chair], weights: Weights, found: dict[tuple[tuple[int, int], ...], _LineUp]
) -> tuple[_LineUp, float]:
    house, signs, strangers = 0.0, dict[int, int](), 0
    for seat, chair in enumerate(chairs):
        sign = 1 if seat % 2 == 0 else -1
        skill = _known(chair, weights)
        if skill is not None:
            house += sign * skill
        elif isinstance(chair, int) and chair != SEVERAL:
            signs[chair] = sign
        else:
            strangers += 1
    key = (*sorted(signs.items()), (SEVERAL, strangers))
    if key not in found:
        stranger = weights.people**2 + weights.place**2
        found[key] = _LineUp(signs, weights.variance + strangers * stranger)
    return found[key], house


def _known(chair: Chair, weights: Weights) -> float | None:
    return weights.levels.get(chair) if isinstance(chair, str) else None


class _Equations:
    """The normal equations; their unknowns are the people, and (`_PLACE`) the mean of those of the place."""

    def __init__(self, line_ups: Sequence[_LineUp], user_id: int, weights: Weights) -> None:
        self._line_ups = line_ups
        self._me = user_id
        self._weights = weights
        people = dict.fromkeys(who for line_up in line_ups for who in line_up.signs)
        self._others = [who for who in people if who != user_id]
        self._unknowns = [_PLACE, user_id, *self._others]
        self._near = 1 / weights.people**2
        self._far = 1 / weights.place**2
        self._diagonal = dict.fromkeys(self._unknowns, 0.0)
        self._diagonal[_PLACE] = self._far + len(self._others) * self._near
        for who in self._others:
            self._diagonal[who] += self._near
        for line_up in line_ups:
            for who in line_up.signs:
                self._diagonal[who] += line_up.hands / line_up.spread

    def solve(self) -> Estimate:
        """Of the person asked about."""
        row = self._solution({self._me: 1.0})
        constants = dict.fromkeys(self._unknowns, 0.0)
        for line_up in self._line_ups:
            for who, sign in line_up.signs.items():
                constants[who] += sign * line_up.total / line_up.spread
        skills = self._solution(constants)
        supposed = self._far * row[_PLACE] ** 2
        supposed += self._near * sum((row[who] - row[_PLACE]) ** 2 for who in self._others)
        # The noise is estimated from these hands: it differs with the players.
        noise, shares, squares = 0.0, 0.0, 0.0
        for line_up in self._line_ups:
            share = (_sum(line_up.signs, row) / line_up.spread) ** 2
            expected, number = _sum(line_up.signs, skills), line_up.hands
            noise += share * (line_up.squares - 2 * expected * line_up.total + number * expected**2)
            shares += share * number
            squares += share * share * number
        freedom = shares**2 / squares - 1
        noise *= (freedom + 1) / freedom
        margin = _quantile(freedom) * math.sqrt(supposed + max(0.0, noise))
        return Estimate(skills[self._me], margin)

    def _solution(self, constants: Mapping[int, float]) -> dict[int, float]:
        # By conjugate gradients, preconditioned with the diagonal: hardly any two people have met.
        found = dict.fromkeys(self._unknowns, 0.0)
        left = {who: constants.get(who, 0.0) for who in self._unknowns}
        towards = {who: left[who] / self._diagonal[who] for who in self._unknowns}
        direction = dict(towards)
        size = _product(left, towards)
        enough = _PRECISION**2 * size
        for _ in range(10 * len(self._unknowns)):
            if size <= enough:
                break
            ahead = self._times(direction)
            step = size / _product(direction, ahead)
            for who in self._unknowns:
                found[who] += step * direction[who]
                left[who] -= step * ahead[who]
                towards[who] = left[who] / self._diagonal[who]
            before, size = size, _product(left, towards)
            for who in self._unknowns:
                direction[who] = towards[who] + size / before * direction[who]
        return found

    def _times(self, vector: Mapping[int, float]) -> dict[int, float]:
        place = vector[_PLACE]
        product = {who: self._near * (vector[who] - place) for who in self._others}
        product[self._me] = 0.0
        product[_PLACE] = self._far * place - sum(product.values())
        for line_up in self._line_ups:
            share = _sum(line_up.signs, vector) * line_up.hands / line_up.spread
            for who, sign in line_up.signs.items():
                product[who] += sign * share
        return product


def _sum(signs: Mapping[int, int], vector: Mapping[int, float]) -> float:
    return sum(sign * vector[who] for who, sign in signs.items())


def _product(one: Mapping[int, float], other: Mapping[int, float]) -> float:
    return sum(value * other[who] for who, value in one.items())


def _quantile(freedom: float) -> float:
    # Student's, by the beginning of its expansion (Abramowitz and Stegun 26.7.5).
    cubic, fifth = _NORMAL**3, _NORMAL**5
    return (
        _NORMAL
        + (cubic + _NORMAL) / (4 * freedom)
        + (5 * fifth + 16 * cubic + 3 * _NORMAL) / (96 * freedom**2)
    )
