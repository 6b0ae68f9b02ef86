"""The card net learnt by self-play: writes a file of weights, how they were made, and in what time.

    python -m tools.learn_card_net --game KEY --out FILE [--minutes 20] [--seed 1] [--checkpoint FILE]

Where a player has a choice, each of the cards is tried and the hand played to its end. The net learns what a
card makes, less the average of all that were tried: the luck of the deal is the same for all and counts for
nothing. At first the move policy learnt from Hoyle plays on after the card. Later the net does, against
itself, its past selves, and the policies of Hoyle and of Bob Short. Each step lessens the squared error
(Adam, D. Kingma and J. Ba, 2015). What is written is the average of the last weights. With `--checkpoint` a
run that was stopped goes on.
"""

import argparse
import json
import math
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from bot.house.cavendish import card_net
from bot.house.cavendish.card_net import HIDDEN, INPUTS, MOST_ON, describe, value_cards
from bot.house.cavendish.move_policy import FEATURES, may_play
from bot.house.cavendish.player import Cavendish
from bot.house.cavendish.playing import HANDS, LEADER, TABLE, TURN, WORDS, put, score_moves, seen
from bot.house.cavendish.trying import points
from bot.house.registry import SOLVED, player_for
from bot.house.solver.cards import KNIGHTS
from bot.house.solver.native import above, compiled, lowest, ones
from bot.house.solver.position import NUMBERS, Kind
from tools.learn_move_policy import fit, watch

_PLAYS: Final = 52
_ROWS: Final = 80_000
"""Samples of one round of play and learning."""
_MOST_OF_HAND: Final = 4 * 91  # samples, if every card of every hand could be played
_KEPT_ROUNDS: Final = 8
_BATCH: Final = 2048
_FASTEST: Final = 1e-3
_SLOWEST: Final = 5e-5
_AVERAGED: Final = 0.997
_POOL: Final = 6
_POOLED_EVERY: Final = 0.05
_BOB_SHORT_DEALS: Final = 400

# Until this share of the time is over, Hoyle's policy plays on after a card that is tried. Later the net
# plays the next twelve: that takes ten times as long, so fewer are tried, and each is learnt from oftener.
_BY_HOYLE: Final = 0.4
_BY_NET_FOR: Final = 12
_SHARE_BY_NET: Final = 0.25
_OFTENER: Final = 3

# How far choices are left to chance: the net's on the scale of points, the policies' on their own.
_HEAT: Final = 0.10
_POLICY_HEAT: Final = 0.5
_ANYHOW: Final = 0.02


@compiled
def _random(luck: Any) -> float:
    # Above 0 and below 1 (xorshift64; G. Marsaglia, 2003).
    word = luck[0]
    word ^= word << 13
    word ^= above(word, 7)
    word ^= word << 17
    luck[0] = word
    drawn: float = (above(word, 12) + 0.5) / 4503599627370496.0
    return drawn


@compiled
def _deal(pack: Any, hands: Any, luck: Any) -> None:
    for place in range(_PLAYS - 1, 0, -1):
        other = int(_random(luck) * (place + 1))
        pack[place], pack[other] = pack[other], pack[place]
    for seat in range(4):
        hands[seat] = 0
    for place in range(_PLAYS):
        hands[place & 3] |= 1 << pack[place]


@compiled
def _heated(legal: int, values: Any, heat: float, luck: Any) -> int:
    # The card of the highest value with a Gumbel variable added: a draw with shares exp(value / heat).
    # Without heat the card of the highest value, of equals the lowest.
    card = -1
    most = 0.0
    rest = legal
    while rest:
        other = lowest(rest)
        rest &= rest - 1
        much = values[other]
        if heat > 0.0:
            much -= heat * np.log(-np.log(_random(luck)))
        if card < 0 or much > most:
            most = much
            card = other
    return card


@compiled
def _any_of(legal: int, luck: Any) -> int:
    for _ in range(int(_random(luck) * ones(legal))):
        legal &= legal - 1
    card: int = lowest(legal)
    return card


@compiled
def _pick(
    net: Any,
    policy: Any,
    by_net: int,
    heat: float,
    state: Any,
    legal: int,
    trump: int,
    bishops: bool,
    room: Any,
    luck: Any,
) -> int:
    # The card that the net or the policy plays.
    values = room[3]
    if by_net:
        w1, w2, w3 = net
        legal = value_cards(w1, w2, w3, (room[0], room[1], room[2]), state, trump, bishops, values)
    else:
        score_moves(policy, room[4], state, trump, bishops, values)
    return _heated(legal, values, heat, luck)


@compiled
def play_on(
    nets: Any,
    policies: Any,
    by_net: Any,
    most: int,
    state: Any,
    trump: int,
    bishops: bool,
    room: Any,
    luck: Any,
) -> None:
    """Play to the end of the hand, without chance: each side by its net for `most` cards, if it has one, and
    then by its policy."""
    left = most
    while True:
        turn = state[TURN]
        seat = (state[LEADER] + turn) & 3
        hand = state[HANDS + seat]
        if hand == 0:
            return
        legal = may_play(hand, state[TABLE] if turn else -1, bishops)
        card = lowest(legal)
        if legal & (legal - 1):
            side = seat & 1
            thinks = by_net[side] if left > 0 else 0
            card = _pick(nets[side], policies[side], thinks, 0.0, state, legal, trump, bishops, room, luck)
        left -= 1
        put(state, card, trump, bishops)


@compiled
def _room() -> Any:
    layers = np.empty((2, HIDDEN), np.float32)
    return (
        np.empty(MOST_ON, np.int64),
        layers[0],
        layers[1],
        np.empty(64, np.float64),
        np.empty(FEATURES, np.float64),
    )


@compiled
def try_cards(
    nets: Any,
    policies: Any,
    by_net: Any,
    after: Any,
    learns: Any,
    share: float,
    pack: Any,
    bishops: bool,
    luck: Any,
    on: Any,
    counts: Any,
    targets: Any,
) -> int:
    """Play deals until the samples are full; at a `share` of the choices try each card.

    `by_net` says for each side whether it plays by its net or by its policy, `after` the same of what follows
    on a card that is tried, `learns` whose cards are tried. A sample is the inputs that are on, how many they
    are, and what the card made less the average of all that were tried with it.
    """
    room = _room()
    state = np.empty(WORDS, np.int64)
    tried = np.empty(WORDS, np.int64)
    hands = np.empty(4, np.int64)
    written = 0
    while written < on.shape[0] - _MOST_OF_HAND:
        _deal(pack, hands, luck)
        trump = int(_random(luck) * 4)
        state[:] = 0
        state[HANDS : HANDS + 4] = hands
        state[LEADER] = int(_random(luck) * 4)
        while True:
            turn = state[TURN]
            seat = (state[LEADER] + turn) & 3
            side = seat & 1
            if state[HANDS + seat] == 0:
                break
            hand, out, _turn, led, best, best_turn, fallen = seen(state, trump, bishops)
            legal = may_play(hand, led, bishops)
            if bishops:
                # Knights are alike.
                knights = legal & KNIGHTS
                legal ^= knights & (knights - 1)
            card = lowest(legal)
            if legal & (legal - 1):
                if learns[side] and _random(luck) < share:
                    first = written
                    total = 0.0
                    rest = legal
                    while rest:
                        other = lowest(rest)
                        rest &= rest - 1
                        counts[written] = describe(
                            room[0], state, other, hand, out, led, best, best_turn, fallen, trump, bishops
                        )
                        for place in range(counts[written]):
                            on[written, place] = room[0][place]
                        tried[:] = state
                        put(tried, other, trump, bishops)
                        play_on(nets, policies, after, _BY_NET_FOR, tried, trump, bishops, room, luck)
                        made = points(tried) if side == 0 else -points(tried)
                        targets[written] = made
                        total += made
                        written += 1
                    total /= written - first
                    for place in range(first, written):
                        targets[place] -= total
                if _random(luck) < _ANYHOW:
                    card = _any_of(legal, luck)
                else:
                    heat = _HEAT if by_net[side] else _POLICY_HEAT
                    card = _pick(
                        nets[side],
                        policies[side],
                        by_net[side],
                        heat,
                        state,
                        legal,
                        trump,
                        bishops,
                        room,
                        luck,
                    )
            put(state, card, trump, bishops)
    return written


@compiled
def margin(nets: Any, policies: Any, deals: int, pack: Any, bishops: bool, luck: Any, margins: Any) -> None:
    """Points a hand of the net over the policy, each deal played both ways round: fills `margins`."""
    room = _room()
    state = np.empty(WORDS, np.int64)
    hands = np.empty(4, np.int64)
    by_net = np.empty(2, np.int64)
    for deal in range(deals):
        _deal(pack, hands, luck)
        trump = int(_random(luck) * 4)
        leader = int(_random(luck) * 4)
        margins[deal] = 0.0
        for sitting in range(2):
            state[:] = 0
            state[HANDS : HANDS + 4] = hands
            state[LEADER] = leader
            by_net[sitting] = 1
            by_net[1 - sitting] = 0
            play_on(nets, policies, by_net, _PLAYS, state, trump, bishops, room, luck)
            more = points(state) / 2
            margins[deal] += more if sitting == 0 else -more


@compiled
def gather(w1: Any, on: Any, counts: Any, rows: Any, first: Any) -> None:
    """Fill `first`, for each of these rows of the samples, with the weights of its inputs added up."""
    first[:] = 0.0
    for place in range(rows.shape[0]):
        row = rows[place]
        for number in range(counts[row]):
            which = on[row, number]
            for unit in range(HIDDEN):
                first[place, unit] += w1[which, unit]


@compiled
def scatter(gradients: Any, on: Any, counts: Any, rows: Any, g1: Any) -> None:
    """Fill `g1`, for each input, with the gradients of the rows in which it is on added up."""
    g1[:] = 0.0
    for place in range(rows.shape[0]):
        row = rows[place]
        for number in range(counts[row]):
            which = on[row, number]
            for unit in range(HIDDEN):
                g1[which, unit] += gradients[place, unit]


@dataclass(frozen=True)
class Samples:
    """Cards that were tried: in each row the inputs that are on, how many, and what the card made."""

    on: Any
    counts: Any
    targets: Any


@dataclass
class Learner:
    """The weights in one array, and what Adam remembers of their gradients."""

    weights: Any
    average: Any
    first: Any
    second: Any
    steps: int = 0
    past: list[Any] = field(default_factory=list)

    @classmethod
    def new(cls, seed: int) -> "Learner":
        chance = np.random.default_rng(seed)
        # Some forty inputs are on at once.
        w1 = chance.normal(0, math.sqrt(2 / 40), (INPUTS, HIDDEN))
        w2 = chance.normal(0, math.sqrt(2 / HIDDEN), (HIDDEN + 1, HIDDEN))
        w3 = chance.normal(0, 0.1 / math.sqrt(HIDDEN), HIDDEN + 1)
        w2[HIDDEN], w3[HIDDEN] = 0, 0
        weights = np.concatenate([w1.ravel(), w2.ravel(), w3]).astype(np.float32)
        return cls(weights, weights.copy(), np.zeros_like(weights), np.zeros_like(weights))

    def loss_and_gradient(self, samples: Samples, rows: Any) -> tuple[float, Any]:
        """The mean squared error over these rows of the samples, and its gradient."""
        gradient = np.empty_like(self.weights)
        (w1, w2, w3), (g1, g2, g3) = card_net.layers_of(self.weights), card_net.layers_of(gradient)
        first = np.empty((len(rows), HIDDEN), np.float32)
        gather(w1, samples.on, samples.counts, rows, first)
        np.maximum(first, 0, out=first)
        second = np.maximum(first @ w2[:-1] + w2[-1], 0)
        error = second @ w3[:-1] + w3[-1] - samples.targets[rows]
        back = error * np.float32(2 / len(rows))
        g3[:-1], g3[-1] = second.T @ back, back.sum()
        behind = np.outer(back, w3[:-1]) * (second > 0)
        g2[:-1], g2[-1] = first.T @ behind, behind.sum(axis=0)
        scatter((behind @ w2[:-1].T) * (first > 0), samples.on, samples.counts, rows, g1)
        return float((error * error).mean()), gradient

    def step(self, samples: Samples, rows: Any, speed: float) -> float:
        """One step of Adam; the mean squared error before it."""
        loss, gradient = self.loss_and_gradient(samples, rows)
        self.steps += 1
        self.first += np.float32(0.1) * (gradient - self.first)
        self.second += np.float32(0.001) * (gradient * gradient - self.second)
        part = speed * math.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        self.weights -= np.float32(part) * self.first / (np.sqrt(self.second) + np.float32(1e-8))
        share = np.float32(min(_AVERAGED, self.steps / (self.steps + 10)))
        self.average += (1 - share) * (self.weights - self.average)
        return loss


class Course:
    """A run of self-play and learning; `done` is the share of it that is over, from 0 to 1."""

    def __init__(self, game_key: str, seed: int, learner: Learner) -> None:
        player = player_for(game_key, Cavendish.name)
        assert isinstance(player, Cavendish)
        kind = player.style.kind
        self.bishops = kind is Kind.BISHOPS
        self.learner = learner
        self._chance = np.random.default_rng([seed, learner.steps])
        self._luck = np.array([self._chance.integers(1, 1 << 62)], np.int64)
        numbers = sorted(set(NUMBERS[kind].values()))
        knights = [28, 44, 60] if self.bishops else []
        self._pack = np.array([*numbers, *knights], np.int64)
        self._hoyle = player.policy
        bob_short = watch(game_key, player_for(game_key, "bob-short"), _BOB_SHORT_DEALS, seed)
        self._bob_short = fit(bob_short)[0]
        most = _KEPT_ROUNDS * _ROWS
        self._samples = Samples(
            np.empty((most, MOST_ON), np.uint16), np.zeros(most, np.int64), np.empty(most, np.float32)
        )
        self._sizes = np.zeros(_KEPT_ROUNDS, np.int64)
        self._round = 0

    def round(self, done: float) -> tuple[int, float]:
        """Try cards and learn from them; how many were tried, and the mean squared error."""
        slot = self._round % _KEPT_ROUNDS
        self._round += 1
        every, rows = self._samples, slice(slot * _ROWS, (slot + 1) * _ROWS)
        samples = every.on[rows], every.counts[rows], every.targets[rows]
        own = card_net.layers_of(self.learner.weights)
        policies, both = np.stack([self._hoyle, self._hoyle]), np.array([1, 1])
        if done < _BY_HOYLE:
            sides = (own, own), policies, both, np.array([0, 0]), both, 1.0
        else:
            sides = self._sides(own, policies, both)
        written = try_cards(*sides, self._pack, self.bishops, self._luck, *samples)
        self._sizes[slot] = written
        return written, self._learn(written if done < _BY_HOYLE else _OFTENER * written, done)

    def _sides(self, own: Any, policies: Any, both: Any) -> tuple[Any, ...]:
        # The net against itself, or one of its past selves, or the policy of Hoyle or of Bob Short.
        drawn, first = self._chance.random(), np.array([1, 0])
        if drawn < 0.6 or not self.learner.past:
            return (own, own), policies, both, both, both, _SHARE_BY_NET
        if drawn < 0.8:
            past = self.learner.past[self._chance.integers(len(self.learner.past))]
            return (own, card_net.layers_of(past)), policies, both, both, first, 2 * _SHARE_BY_NET
        if drawn > 0.93:
            policies = np.stack([self._hoyle, self._bob_short])
        return (own, own), policies, first, first, first, 2 * _SHARE_BY_NET

    def _learn(self, number: int, done: float) -> float:
        speed = _SLOWEST + (_FASTEST - _SLOWEST) * (1 + math.cos(math.pi * min(1.0, done))) / 2
        filled = np.flatnonzero(self._sizes)
        ends = np.cumsum(self._sizes[filled])
        errors = []
        for _ in range(max(1, number // _BATCH)):
            drawn = self._chance.integers(ends[-1], size=_BATCH)
            slots = np.searchsorted(ends, drawn, side="right")
            rows = filled[slots] * _ROWS + drawn - (ends - self._sizes[filled])[slots]
            errors.append(self.learner.step(self._samples, rows, speed))
        return float(np.mean(errors))

    def over_hoyle(self, deals: int) -> tuple[float, float]:
        """Points a hand of the averaged net over Hoyle's policy, and half of their 95% interval."""
        margins = np.empty(deals)
        net = card_net.layers_of(self.learner.average)
        policies = np.stack([self._hoyle, self._hoyle])
        margin((net, net), policies, deals, self._pack, self.bishops, self._luck, margins)
        return float(margins.mean()), float(1.96 * margins.std(ddof=1) / math.sqrt(deals))


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.learn_card_net", description="the card net by self-play"
    )
    parser.add_argument("--game", required=True, choices=sorted(SOLVED))
    parser.add_argument("--minutes", type=float, default=20.0, help="of processor time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path, help="what a run that was stopped goes on from")
    arguments = parser.parse_args()
    learner, spent, plays = _read(arguments.checkpoint, arguments.seed)
    course = Course(arguments.game, arguments.seed, learner)
    if not spent:
        course.round(0.0)  # Compiles, which is not counted.
        course.over_hoyle(2)
    began = time.process_time() - spent
    whole = 60 * arguments.minutes
    told = pooled = spent
    while (spent := time.process_time() - began) < whole:
        number, error = course.round(spent / whole)
        plays += number
        if spent - pooled > _POOLED_EVERY * whole and spent > _BY_HOYLE * whole:
            learner.past = [*learner.past, learner.average.copy()][-_POOL:]
            pooled = spent
        if spent - told > whole / 25:
            told = spent
            over, half = course.over_hoyle(1000)
            print(f"{spent:6.0f} s, {plays:,} cards: error {error:.3f}, {over:+.3f} ± {half:.3f}", flush=True)
            _write(arguments, learner, spent, plays)
    _write(arguments, learner, whole, plays)
    over, half = course.over_hoyle(10_000)
    print(
        f"{plays:,} cards in {whole / 60:.1f} minutes of a core: {over:+.3f} ± {half:.3f} over Hoyle's policy"
    )


def _read(checkpoint: Path | None, seed: int) -> tuple[Learner, float, int]:
    if checkpoint is None or not checkpoint.exists():
        return Learner.new(seed), 0.0, 0
    with np.load(checkpoint) as kept:
        learner = Learner(
            kept["weights"],
            kept["average"],
            kept["first"],
            kept["second"],
            int(kept["steps"]),
            list(kept["past"]),
        )
        return learner, float(kept["spent"]), int(kept["plays"])


def _write(arguments: argparse.Namespace, learner: Learner, spent: float, plays: int) -> None:
    with arguments.out.open("wb") as file:
        np.save(file, learner.average.astype(np.float16))
    made = {
        "tool": "tools.learn_card_net",
        "game": arguments.game,
        "seed": arguments.seed,
        "minutes": round(spent / 60, 1),
        "plays": plays,
    }
    arguments.out.with_suffix(".json").write_text(json.dumps(made) + "\n")
    if arguments.checkpoint is not None:
        with arguments.checkpoint.open("wb") as file:
            np.savez(
                file,
                weights=learner.weights,
                average=learner.average,
                first=learner.first,
                second=learner.second,
                steps=learner.steps,
                past=np.array(learner.past, np.float32).reshape(-1, len(learner.weights)),
                spent=spent,
                plays=plays,
            )


if __name__ == "__main__":
    main()
