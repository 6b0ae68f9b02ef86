"""A deal of Bingo in numbers: a domino is a bit, a hand a word, and what the rules say of them is asked
once a trump and kept."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from bot.rules.dominoes.bingo.options import BingoOptions
from bot.rules.dominoes.bingo.play import rules_of
from bot.rules.dominoes.bingo.scoring import call_value
from bot.rules.dominoes.bingo.tricks import BINGO, count, double_of, strength, takes
from bot.rules.tiles import SET, Tile

NUMBER: Final = {tile: index for index, tile in enumerate(SET)}
DOUBLES: Final = sum(1 << index for index, tile in enumerate(SET) if tile.double)


def bits_of(tiles: Iterable[Tile]) -> int:
    """The tiles as bits of a word."""
    return sum(1 << NUMBER[tile] for tile in tiles)


def numbers_in(bits: int) -> Iterator[int]:
    """The numbers of the tiles in a word."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def tiles_in(bits: int) -> tuple[Tile, ...]:
    """The tiles in a word."""
    return tuple(SET[number] for number in numbers_in(bits))


class Tables:
    """What the rules say under these options with that half as trumps.

    `count[tile]` is what a tile counts. `beaten[led]` are the tiles that take a trick to which `led` was led
    while anything may be played, `beaten_following[led]` once suit must be followed. `suit[led]` are the
    tiles that follow it, and `trumps` all trumps. `bingo_pair` are Bingo and the double of trumps where the
    one taking the other makes a point.
    """

    def __init__(self, options: BingoOptions, trump: int) -> None:
        rules = rules_of(options, trump)
        self.options = options
        self.trump = trump
        self.count = [count(tile, trump) for tile in SET]
        self.strength = [strength(tile, trump) for tile in SET]
        self.beaten = [bits_of(tile for tile in SET if takes(tile, led, None, trump, options)) for led in SET]
        self.beaten_following = [
            bits_of(tile for tile in SET if takes(tile, led, rules, trump, options)) for led in SET
        ]
        self.suit = [bits_of(tile for tile in SET if rules.suit_led(led) in rules.suits(tile)) for led in SET]
        self.trumps = bits_of(tile for tile in SET if trump in rules.suits(tile))
        self.bingo_pair = bits_of((BINGO, double_of(trump))) if trump else 0
        self.likely_beaten = [
            (beaten & ~(1 << index)).bit_count() / (len(SET) - 1) for index, beaten in enumerate(self.beaten)
        ]

    def may_follow(self, hand: int, led: int) -> int:
        """What may be played to `led` once suit must be followed."""
        return hand & self.suit[led] or hand & self.trumps or hand

    def call(self, hand: int, spent: int) -> int:
        """What the doubles of the hand may be called for; nothing where they are too few."""
        doubles = hand & DOUBLES
        fresh = doubles & ~spent
        called = doubles if fresh and self.options.again else fresh
        return _call(called) if called & (called - 1) else 0


@lru_cache(maxsize=128)
def _call(called: int) -> int:
    return call_value(tiles_in(called))


@lru_cache(maxsize=64)
def tables_for(options: BingoOptions, trump: int) -> Tables:
    """The tables, made once."""
    return Tables(options, trump)
