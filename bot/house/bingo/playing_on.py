"""How a deal is played on, quickly: by a few weights while the stock lasts, by who wins what after it."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.house.bingo.position import NOBODY, Position
from bot.house.bingo.tables import DOUBLES, Tables, numbers_in
from bot.rules.tiles import SET


@dataclass(frozen=True, slots=True)
class Weights:
    """What holding a tile back is worth, in points: a trump, and each of its strength; a double that may
    be called with another. `win` is what taking a trick is worth besides its points."""

    trump: float = 0.7
    strength: float = 0.075
    double: float = 38.0
    win: float = 10.0
    lead: float = 0.85


USUAL: Final = Weights()


@lru_cache(maxsize=256)
def _kept(tables: Tables, weights: Weights) -> tuple[float, ...]:
    worth = []
    for index, tile in enumerate(SET):
        value = weights.strength * tables.strength[index]
        if tables.trumps >> index & 1:
            value += weights.trump
        if tile.double:
            value += weights.double
        worth.append(value)
    return tuple(worth)


def play_on(position: Position, weights: Weights = USUAL) -> float:
    """Play the deal to its end, both seats by the same policy; what it brings the first seat."""
    kept = _kept(position.tables, weights)
    while True:
        if position.stock:
            tile = _open(position, kept, weights)
        elif position.led == NOBODY:
            tile = _lead_following(position)
        else:
            tile = _follow(position)
        if position.play(tile):
            return position.outcome()


def _open(position: Position, kept: tuple[float, ...], weights: Weights) -> int:
    # Anything may be played: weigh what the tile brings now against what it may bring later.
    tables, led = position.tables, position.led
    hand = position.hands[position.turn]
    counts, call = tables.count, tables.call(hand, position.spent)
    best, found = -1e9, 0
    at_stake = counts[led] if led != NOBODY else 0
    beaten = tables.beaten[led] if led != NOBODY else 0
    for tile in numbers_in(hand):
        own = counts[tile]
        if led == NOBODY:
            risk = tables.likely_beaten[tile]
            value = (1 - 2 * risk) * own * weights.lead
        elif beaten >> tile & 1:
            value = at_stake + own + weights.win
        else:
            value = -(at_stake + own)
        value -= kept[tile]
        if call and DOUBLES >> tile & 1:
            value += call
        if value > best:
            best, found = value, tile
    return found


def _lead_following(position: Position) -> int:
    # What nobody can beat, the most points first; else what counts least.
    tables, seat = position.tables, position.turn
    hand, other = position.hands[seat], position.hands[1 - seat]
    counts, call = tables.count, tables.call(hand, position.spent)
    best, found = -1e9, 0
    for tile in numbers_in(hand):
        replies = tables.may_follow(other, tile)
        if replies & tables.beaten_following[tile]:
            value = -20.0 - counts[tile] - 0.1 * tables.strength[tile]
        else:
            value = counts[tile] + 0.01 * tables.strength[tile]
        if call and DOUBLES >> tile & 1:
            value += call
        if value > best:
            best, found = value, tile
    return found


def _follow(position: Position) -> int:
    # Win with what is weakest enough, if there is anything in it; else throw what counts least.
    tables, led = position.tables, position.led
    hand = position.hands[position.turn]
    counts, call = tables.count, tables.call(hand, position.spent)
    beaten = tables.beaten_following[led]
    best, found = -1e9, 0
    for tile in numbers_in(tables.may_follow(hand, led)):
        if beaten >> tile & 1:
            value = counts[led] + counts[tile] + 5.0 - 0.2 * tables.strength[tile]
        else:
            value = -counts[led] - counts[tile] - 0.01 * tables.strength[tile]
        if call and DOUBLES >> tile & 1:
            value += call
        if value > best:
            best, found = value, tile
    return found
