"""What a domino is worth, which of two takes a trick, and what may be played (RULES I1-I5)."""

from typing import Final, Literal

from bot.rules import tiles
from bot.rules.cards import Suit
from bot.rules.dominoes.bingo.options import BingoOptions
from bot.rules.errors import RuleError
from bot.rules.tiles import SET, Tile
from bot.rules.trick_taking.legality import Legality

BLANK: Final = 0
BINGO: Final = tiles.parse("0-0")
"""The double blank, which takes everything (I1)."""

TENS: Final = (tiles.parse("6-4"), tiles.parse("3-0"))  # they count ten each, as their spots make (I5)

_BLANK_VALUE: Final = 7
_DOUBLE_OF_TRUMPS: Final = 28

_SPOTS: Final = {tile: sum(half or _BLANK_VALUE for half in (tile.high, tile.low)) for tile in SET}


def rank(half: int) -> int:
    """How high a half is: a blank is seven, above the six (I1)."""
    return half or _BLANK_VALUE


def spots(tile: Tile) -> int:
    """The spots of a tile, a blank being seven of them."""
    return _SPOTS[tile]


def higher_half(tile: Tile) -> int:
    """The half that makes trumps when it is turned up, and the suit when it is led."""
    return max(tile.halves, key=rank)


def double_of(half: int) -> Tile:
    """The double of a half."""
    return tiles.parse(f"{half}-{half}")


def is_trump(tile: Tile, trump: int) -> bool:
    """Whether the trump half is on it."""
    return trump in (tile.high, tile.low)


def count(tile: Tile, trump: int) -> int:
    """What the tile counts for whoever takes it in a trick (I5)."""
    if tile.double and tile.high == trump:
        return _DOUBLE_OF_TRUMPS
    if tile.double or is_trump(tile, trump) or tile in TENS:
        return _SPOTS[tile]
    return 0


def strength(tile: Tile, trump: int) -> int:
    """How high a tile stands among all: of two, the higher one takes the trick, the led one if equal (I3)."""
    if tile is BINGO:
        return 100
    if not is_trump(tile, trump):
        return _SPOTS[tile]
    return 60 if tile.double else 30 + _SPOTS[tile]


class FollowHigherHalf(Legality[Tile]):
    """Follow the suit of the higher half led, else trump, else play anything (I4).

    `trump` is the half that is trumps. `suits` and `bingo` are the answers to the options of AMB-I4 and
    GAP-I3. The suits of cards that the base class speaks of are none here.
    """

    def __init__(
        self, trump: int, suits: Literal["either-half", "higher-half"], bingo: Literal["trump", "blank"]
    ) -> None:
        self._trump = trump
        self._either = suits == "either-half"
        self._bingo_trumps = bingo == "trump"

    def suits(self, tile: Tile) -> tuple[int, ...]:
        """The suits that a tile follows: a trump follows trumps alone."""
        if is_trump(tile, self._trump) or (tile is BINGO and self._bingo_trumps):
            return (self._trump,)
        return tile.halves if self._either else (higher_half(tile),)

    def suit_led(self, tile: Tile) -> int:
        """The suit that a tile calls for when it is led."""
        suits = self.suits(tile)
        return suits[0] if len(suits) == 1 else higher_half(tile)

    def playable(
        self, hand: tuple[Tile, ...], led: Tile | None, trump: Suit | None = None
    ) -> tuple[Tile, ...]:
        if led is None:
            return hand
        wanted = self.suit_led(led)
        for suit in (wanted, self._trump):
            if own := tuple([tile for tile in hand if suit in self.suits(tile)]):
                return own
        return hand

    def refusal(self, hand: tuple[Tile, ...], led: Tile, piece: Tile, trump: Suit | None = None) -> RuleError:
        wanted = self.suit_led(led)
        if any(wanted in self.suits(tile) for tile in hand):
            if wanted == self._trump:
                return RuleError("follow-suit", "A trump was led: play one of your trumps.")
            if wanted == BLANK:
                return RuleError("follow-suit", "Blanks were led: play a domino with a blank.")
            return RuleError(
                "follow-suit", "The suit led is {half}: play a domino with a {half}.", half=wanted
            )
        return RuleError("trump", "You have nothing of the suit led: you must play a trump.")


def takes(reply: Tile, led: Tile, rules: FollowHigherHalf | None, trump: int, options: BingoOptions) -> bool:
    """Whether the reply takes the trick. `rules` say what had to be played to it, None: anything might be."""
    if strength(reply, trump) <= strength(led, trump):
        return False
    if rules is None or not options.discards_lose or reply is BINGO or is_trump(reply, trump):
        return True
    return rules.suit_led(led) in rules.suits(reply)
