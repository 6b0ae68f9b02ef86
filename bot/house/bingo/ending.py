"""The last tricks played out with both hands known: nobody draws, and suit must be followed."""

from typing import Final

from bot.house.bingo.position import NOBODY, Position
from bot.house.bingo.tables import DOUBLES, numbers_in

MOST: Final = 4.5  # more than any deal brings, in points of the game


class TooLong(Exception):
    """The search took more plays than it was allowed."""


class Ending:
    """Searches between bounds, the likeliest plays first. Doubles are called as soon as one is played: once
    nobody draws there is nothing to wait for. Of each position at the start of a trick the bounds found are
    kept. `nodes` is how many plays are tried at most."""

    def __init__(self, nodes: int) -> None:
        self._left = nodes
        self._known: dict[tuple[int, ...], tuple[float, float]] = {}

    def values(self, position: Position, tiles: list[int]) -> dict[int, float]:
        """What each of the tiles, played by the seat in turn, brings it with best play by both. Raises
        TooLong."""
        sign = 1 if position.turn == 0 else -1
        return {tile: sign * self._after(position, tile, -MOST, MOST) for tile in tiles}

    def _after(self, position: Position, tile: int, low: float, high: float) -> float:
        # What the first seat makes once that tile has been played.
        self._left -= 1
        if self._left < 0:
            raise TooLong
        after = position.copy()
        if after.play(tile):
            return after.outcome()
        return self._value(after, low, high)

    def _value(self, position: Position, low: float, high: float) -> float:
        key = None
        if position.led == NOBODY:
            key = _key(position)
            least, most = self._known.get(key, (-MOST, MOST))
            if least >= high or least == most:
                return least
            if most <= low:
                return most
            low, high = max(low, least), min(high, most)
        first, bounds = position.turn == 0, (low, high)
        best = -MOST if first else MOST
        for tile in _likeliest_first(position):
            value = self._after(position, tile, low, high)
            if first:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        if key is not None:
            least, most = self._known.get(key, (-MOST, MOST))
            if best <= bounds[0]:
                most = best
            elif best >= bounds[1]:
                least = best
            else:
                least = most = best
            self._known[key] = least, most
        return best


def _key(position: Position) -> tuple[int, ...]:
    # The trick is over: who has taken any matters, not how many.
    fresh = DOUBLES & (position.hands[0] | position.hands[1]) & ~position.spent
    return (
        position.hands[0],
        position.hands[1],
        position.turn,
        *position.made,
        *position.called,
        position.taken[0] > 0,
        position.taken[1] > 0,
        fresh,
        position.bingo,
    )


def _likeliest_first(position: Position) -> list[int]:
    tables, seat, led = position.tables, position.turn, position.led
    hand, other = position.hands[seat], position.hands[1 - seat]
    counts, strength = tables.count, tables.strength
    order: list[tuple[float, int]] = []
    if led == NOBODY:
        for tile in numbers_in(hand):
            wins = not tables.may_follow(other, tile) & tables.beaten_following[tile]
            order.append((counts[tile] + 0.1 * strength[tile] if wins else -20.0 - counts[tile], tile))
    else:
        beaten = tables.beaten_following[led]
        for tile in numbers_in(tables.may_follow(hand, led)):
            wins = bool(beaten >> tile & 1)
            order.append((10.0 + counts[tile] - 0.1 * strength[tile] if wins else -counts[tile], tile))
    order.sort(reverse=True)
    return [tile for _, tile in order]
