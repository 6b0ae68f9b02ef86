"""Pictures: hands, boards, spread cards and lines drawn once every piece has been drawn before.

No picture is asked for twice, so none comes from the cache. Time is the thread's own, which other work on the
machine disturbs least; the largest picture counts, of pieces dealt at random from the packs of the games.
"""

import random
import time
from collections.abc import Callable, Mapping
from statistics import median
from types import MappingProxyType

from benchmarks.figures import Figure
from bot.art import (
    Bar,
    Board,
    Duel,
    OpenCards,
    Place,
    PlayedTrick,
    ResultSide,
    Side,
    Style,
    board_picture,
    emoji_picture,
    hand_picture,
    line_picture,
    open_picture,
    ranking_picture,
    result_picture,
    spread_picture,
)
from bot.art.pieces import PIPS, RANKS, SUITS

PICTURES = 60
MOST_MS = 3.0
MOST_MS_AT_THE_END = 15.0
"""Of a result or a ranking."""
MOST_BYTES = 60_000
_WARM = 80
_NAMES = ("Ann", "Bob", "Cleo", "Dan")
_WHIST = tuple(rank + suit for suit in SUITS for rank in RANKS if rank != "B")
_PIQUET = tuple(rank + suit for suit in SUITS for rank in "AKQJT987") * 2
_BISHOPS = (*(rank + suit for suit in SUITS for rank in "AKQB98765432"), "N", "N", "N", "N")
_TILES = tuple(f"{one}-{two}" for one in PIPS for two in PIPS if two <= one)
_LARGE = Style(four_colours=True, large_index=True)

Draw = Callable[[random.Random], bytes]


def _hand(pack: tuple[str, ...], cards: int, name: str = "ordinary", style: Style | None = None) -> Draw:
    def draw(rng: random.Random) -> bytes:
        held = rng.sample(pack, cards)
        playable = [rng.random() < 0.5 for _ in held]
        return hand_picture(held, playable=playable, pack=name, style=style or Style())

    return draw


def _board(rng: random.Random) -> bytes:
    cards = rng.sample(_WHIST, 8)
    tricks = [
        PlayedTrick(tuple(zip(range(4), held, strict=True)), best=rng.randrange(4))
        for held in (cards[:4], cards[4:])
    ]
    board = Board(
        places=tuple(Place(letter, name) for letter, name in zip("SWNE", _NAMES, strict=True)),
        trick=tricks[0],
        last=tricks[1],
        sides=(Side((0, 2), f"{rng.randrange(7)} tricks"), Side((1, 3), f"{rng.randrange(7)} tricks")),
        trump=rng.choice(SUITS),
    )
    return board_picture(board)


def _opened(rng: random.Random) -> tuple[str, ...]:
    declared = [rank + suit for suit in SUITS for rank in "ATKQJ"] * 4
    return tuple(sorted(rng.sample(declared, 15), key=_PIQUET.index))


def _board_of_two(rng: random.Random) -> bytes:
    cards = rng.sample(_PIQUET, 4)
    board = Board(
        places=tuple(
            Place(letter, name, "to play", cards=_opened(rng), remark="below the rubicon")
            for letter, name in zip("SN", _NAMES, strict=False)
        ),
        trick=PlayedTrick(((0, cards[0]), (1, cards[1])), best=rng.randrange(2)),
        last=PlayedTrick(((1, cards[2]), (0, cards[3])), best=rng.randrange(2)),
        sides=tuple(Side((seat,), f"{rng.randrange(20)} tricks") for seat in (0, 1)),
        trump=rng.choice(SUITS),
        stock=rng.randrange(2, 32),
    )
    return board_picture(board)


def _duels(rng: random.Random) -> bytes:
    duels = []
    for pair in ((0, 1), (2, 3)):
        cards = rng.sample(_PIQUET, 4)
        tricks = [
            PlayedTrick(tuple(zip(pair, held, strict=True)), rng.randrange(2))
            for held in (cards[:2], cards[2:])
        ]
        duels.append(Duel(pair, *tricks))
    board = Board(
        places=tuple(Place(letter, name) for letter, name in zip("SWNE", _NAMES, strict=True)),
        sides=(Side((0, 2), f"{rng.randrange(7)} tricks"), Side((1, 3), f"{rng.randrange(7)} tricks")),
        trump=rng.choice(SUITS),
        duels=tuple(duels),
    )
    return board_picture(board)


def _open_cards(rng: random.Random) -> bytes:
    return open_picture(
        [OpenCards((letter,), name, _opened(rng)) for letter, name in zip("SWNE", _NAMES, strict=True)]
    )


def _result(rng: random.Random) -> bytes:
    sides = [
        ResultSide(
            side,
            " & ".join(rng.sample(_NAMES, 2)),
            ((f"{rng.randrange(14)} tricks", ""), ("by cards", f"+{rng.randrange(7)}")),
            f"+{rng.randrange(9)}",
            f"{rng.randrange(9)} of 10",
            after=rng.randrange(9),
            target=10,
        )
        for side in (0, 1)
    ]
    taken = [rng.randrange(2) for _ in range(13)]
    return result_picture("Hand 7", f"{rng.choice(_NAMES)} won the odd trick", sides, taken=taken)


def _ranking(rng: random.Random) -> bytes:
    bars = [
        Bar(place, rng.choice(_NAMES), 1 - rng.random() / 2, str(rng.randrange(1200, 1900)))
        for place in range(1, 11)
    ]
    return ranking_picture("Whist: this month", bars)


AT_THE_END: Mapping[str, Draw] = MappingProxyType({"result of a hand": _result, "ranking of 10": _ranking})
KINDS: Mapping[str, Draw] = MappingProxyType(
    {
        "hand of 13 cards": _hand(_WHIST, 13),
        "hand of 13 cards in four colours": _hand(_WHIST, 13, style=_LARGE),
        "hand of 13 cards of Bishops Whist": _hand(_BISHOPS, 13, "bishops"),
        "hand of 8 cards": _hand(_PIQUET, 8),
        "hand of 7 dominoes": _hand(_TILES, 7),
        "board of 4 places": _board,
        "board of 2 with 15 open cards each": _board_of_two,
        "board of two duels": _duels,
        "open cards of 4": _open_cards,
        "spread of 8 cards": lambda rng: spread_picture("Ann: declared cards", rng.sample(_PIQUET, 8)),
        "line of 14 dominoes": lambda rng: line_picture(rng.sample(_TILES, 14), title="The line"),
        **AT_THE_END,
    }
)


def measure(pictures: int = PICTURES, warm: int = _WARM) -> list[Figure]:
    """Milliseconds and bytes of every kind of picture."""
    figures: list[Figure] = []
    for name, draw in KINDS.items():
        rng = random.Random(1)
        most = MOST_MS_AT_THE_END if name in AT_THE_END else MOST_MS
        for _ in range(warm):
            draw(rng)
        spent, sizes = [], []
        for _ in range(pictures):
            started = time.thread_time()
            drawn = draw(rng)
            spent.append(1000 * (time.thread_time() - started))
            sizes.append(len(drawn))
        figures += [
            Figure.at_most(name, round(median(spent), 1), "ms", most),
            Figure.at_most(f"{name}, the largest", max(sizes), "bytes", MOST_BYTES),
        ]
    return [*figures, Figure.at_most("emoji", len(emoji_picture("queen_of_hearts")), "bytes", 262_144)]
