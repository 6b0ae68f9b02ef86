"""What each card is worth on the average over layouts of the hidden cards.

The faults of such search are known (I. Frank and D. Basin, 1998): played out with all cards open,
everybody later knows what nobody can, and cards that look the same are not. Against them the layouts are
weighed by how well they fit what the others have played, early in the hand the rest is played by
the move policy and not with all cards known, and what the maxims say counts as well.
"""

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from bot.house.cavendish import card_net, playing, trying
from bot.house.cavendish.config import Effort
from bot.house.cavendish.numbers import Numbers
from bot.house.layouts import Layouts
from bot.house.solver import NO_SCORE, solve_layouts
from bot.house.solver.position import SEATS, Kind, trump_number


@dataclass(frozen=True, slots=True)
class Evaluation:
    """`values[layout, place]`: what the card at that place makes on each layout, for the thinker's side:
    the points of the hand less the other side's at Bishops Whist, else its tricks; `weights` are
    the layouts' shares, in sum 1."""

    values: Any
    weights: Any


def evaluate(
    known: Numbers, cards: tuple[int, ...], policy: Any, effort: Effort, trust: float, rng: random.Random
) -> Evaluation:
    """Try the `cards`, by number, on layouts that fit.

    `policy` are the weights of the move policy, situations by features; `trust`, from 0 to 1, is how
    much is believed of what the others' plays tell.
    """
    open_hands = known.cards <= effort.open_from
    layouts, counts = likely_layouts(
        known, policy, effort.drawn, effort.kept if open_hands else effort.tried, trust, rng
    )
    if open_hands:
        values, solved = _with_open_hands(known, cards, layouts, effort.nodes)
        if not solved.all():
            values[~solved] = _by_policy(known, cards, layouts[~solved], policy)
    else:
        values = _by_policy(known, cards, layouts, policy)
    return Evaluation(values, counts / counts.sum())


def likely_layouts(
    known: Numbers, policy: Any, drawn: int, kept: int, trust: float, rng: random.Random
) -> tuple[Any, Any]:
    """Layouts of the hidden cards, each once, and how often it came when `kept` were taken.

    Of `drawn` layouts, any as likely as another, they are taken by how well they fit the plays.
    """
    layouts = draw_layouts(known, drawn, rng)
    plays = np.array([(seat, card) for seat, card, _ in known.plays], np.int64).reshape(-1, 2)
    if not len(plays):
        return layouts[:kept], np.ones(min(kept, drawn))
    dealt = layouts.copy()
    for seat, card, _ in known.plays:
        dealt[:, seat] |= 1 << card
    bishops = known.kind is Kind.BISHOPS
    first = known.plays[0][0]
    logs = trying.weigh(policy, dealt, first, plays, known.me, trump_number(known.trump), bishops)
    shares = np.cumsum(np.exp(trust * (logs - logs.max())))
    # One draw for all, at even distances, keeps the shares as they are.
    places = (np.arange(kept) + rng.random()) / kept * shares[-1]
    taken = layouts[np.minimum(np.searchsorted(shares, places, side="right"), drawn - 1)]
    return np.unique(taken, axis=0, return_counts=True)


def _with_open_hands(known: Numbers, cards: tuple[int, ...], layouts: Any, nodes: int) -> tuple[Any, Any]:
    scores = solve_layouts(
        known.kind, layouts, known.trump, known.leader, known.table, known.tricks, known.bishops, nodes
    )[:, list(cards)]
    return scores.astype(np.float64), scores[:, 0] != NO_SCORE


def _by_policy(known: Numbers, cards: tuple[int, ...], layouts: Any, policy: Any) -> Any:
    bishops = known.kind is Kind.BISHOPS
    trump = trump_number(known.trump)
    numbers = np.array(cards, np.int64)
    values = trying.try_cards(policy, layouts, state_of(known), numbers, trump, bishops)
    if known.me % 2 == 0:
        return values
    return -values if bishops else sum(known.tricks) + known.cards - values


def state_of(known: Numbers) -> Any:
    """The hand as `playing` writes it down, but for who holds what."""
    state = np.zeros(playing.WORDS, np.int64)
    bishops = known.kind is Kind.BISHOPS
    for seat, card, led in known.plays:
        playing.note(state, seat, card, led, bishops)
    state[playing.LEADER] = known.leader
    state[playing.TURN] = len(known.table)
    for turn, card in enumerate(known.table):
        state[playing.TABLE + turn] = card
    state[playing.TRICKS], state[playing.TRICKS + 1] = known.tricks
    state[playing.AHEAD] = known.bishops[0] - known.bishops[1]
    return state


def state_for_net(known: Numbers) -> Any:
    """The same with the player's hand, and all cards that are out in each of the others': the net does not
    look at who holds which."""
    state = state_of(known)
    for seat in known.others:
        state[playing.HANDS + seat] = known.unseen
    state[playing.HANDS + known.me] = known.hand
    return state


def values_by_net(known: Numbers, net: Any) -> list[float]:
    """What the card net makes of each card that may be played, by number."""
    trump, bishops = trump_number(known.trump), known.kind is Kind.BISHOPS
    w1, w2, w3 = net
    values: list[float] = card_net.values_of(w1, w2, w3, state_for_net(known), trump, bishops).tolist()
    return values


def draw_layouts(known: Numbers, count: int, rng: random.Random) -> Any:
    """So many layouts, each drawn as `Layouts.draw` would: an array of a row a layout and the four hands.

    Raises ValueError if the cards fit no layout.
    """
    sizes = [0] * SEATS
    for seat, number in zip(known.others, known.sizes, strict=True):
        sizes[seat] = number
    hidden = [number for number in range(known.unseen.bit_length()) if known.unseen >> number & 1]
    layouts = Layouts([()] * SEATS, sizes, [(number, _seats(known, number)) for number in hidden])
    chance = np.random.default_rng(rng.getrandbits(64))
    shares = np.array(layouts.ways, np.float64) / layouts.count
    split = np.minimum(np.searchsorted(shares, chance.random(count), side="right"), len(shares) - 1)
    hands = np.zeros((count, SEATS), np.int64)
    hands[:, known.me] = known.hand
    for place, (seats, numbers) in enumerate(layouts.classes):
        cards = np.left_shift(1, np.array(numbers, np.int64))
        if len(seats) == 1:
            hands[:, seats[0]] |= cards.sum()
            continue
        # Each row is shuffled; of it, every seat gets the next so many cards.
        shuffled = chance.permuted(np.broadcast_to(cards, (count, len(cards))), axis=1)
        sums = np.zeros((count, len(cards) + 1), np.int64)
        np.cumsum(shuffled, axis=1, out=sums[:, 1:])
        given = np.array([numbers[place] for numbers in layouts.splits], np.int64)[split]
        ends = np.cumsum(given, axis=1)
        upto = np.take_along_axis(sums, ends, axis=1)
        hands[:, list(seats)] += np.diff(upto, axis=1, prepend=0)
    return hands


def _seats(known: Numbers, number: int) -> tuple[int, ...]:
    return tuple(seat for seat, may in zip(known.others, known.may, strict=True) if may >> number & 1)
