"""Two house players over the same deals, each deal played both ways round.

    python -m benchmarks.duel --game KEY --a PLAYER --b PLAYER [--pairs 300] [--seed 2026]
        [--least POINTS] [--out FILE]

PLAYER is a name, and what is different in Cavendish's style: `cavendish:trust=0.5,effort.drawn=4000`. With
`--out` each pair is written to the file as it ends, and a match that was stopped goes on from there.
"""

import argparse
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, Self

from benchmarks.figures import Figure, percentile
from bot.house.cavendish.player import Cavendish
from bot.house.contest import play_hand
from bot.house.player import HousePlayer
from bot.house.registry import player_for
from bot.rules.game import AnyGame
from bot.rules.moves import Move, Play
from bot.rules.registry import GAMES, game_named

PAIRS: Final = 300
SEED: Final = 2026

_CONFIDENCE: Final = 1.96


@dataclass(frozen=True, slots=True)
class Pair:
    """A deal played both ways round: points a hand of the first player over the second, and the processor
    time of each player's choices, in milliseconds."""

    deal: int
    margin: float
    first: list[float]
    second: list[float]


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, and half of its 95% interval."""

    mean: float
    half: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Self:
        """Of two values at least."""
        error = statistics.stdev(values) / math.sqrt(len(values))
        return cls(statistics.fmean(values), _CONFIDENCE * error)


class _Timed:
    def __init__(self, player: HousePlayer) -> None:
        self.name = player.name
        self.milliseconds: list[float] = []
        self._player = player

    def choose(self, view: Any, rng: random.Random) -> Move:
        started = time.thread_time()
        move = self._player.choose(view, rng)
        if isinstance(move, Play) and len(view.legal) > 1:
            self.milliseconds.append(round(1000 * (time.thread_time() - started), 3))
        return move


def player_like(game_key: str, text: str) -> HousePlayer:
    """The player that the text describes. Raises ValueError."""
    name, _, changes = text.partition(":")
    player = player_for(game_key, name)
    if not changes:
        return player
    if not isinstance(player, Cavendish):
        raise ValueError(f"{name} has no style to change.")
    changed = type(player)(player.hoyle)
    for change in changes.split(","):
        path, _, value = change.partition("=")
        changed.style = _changed(changed.style, path.split("."), value)
    return changed


def _changed(settings: Any, path: list[str], text: str) -> Any:
    name, *rest = path
    if name not in getattr(settings, "__dataclass_fields__", {}):
        raise ValueError(f"Cavendish's style has no {name!r}.")
    old = getattr(settings, name)
    value = _changed(old, rest, text) if rest else type(old)(json.loads(text))
    return replace(settings, **{name: value})


def play_pairs(
    game: AnyGame, first: HousePlayer, second: HousePlayer, seed: int, deals: Iterable[int]
) -> Iterator[Pair]:
    """Play each of the deals both ways round.

    A seat draws the same random numbers in both sittings, so players that choose alike end level.
    """
    for deal in deals:
        a, b = _Timed(first), _Timed(second)
        margin = (play_hand(game, (a, b), seed, deal) - play_hand(game, (b, a), seed, deal)) / 2
        yield Pair(deal, margin, a.milliseconds, b.milliseconds)


def figures(pairs: list[Pair], names: tuple[str, str], least: float | None = None) -> list[Figure]:
    """The points a hand with their 95% interval, and how long the choices took; `least` are the points that
    the first player must win."""
    won = Interval.of([pair.margin for pair in pairs])
    target = ("", None) if least is None else (f"at least {least:+.2f}", won.mean >= least)
    name = f"{names[0]} over {names[1]}, {len(pairs)} pairs"
    found = [Figure(name, won.mean, f"± {won.half:.3f} points a hand", *target)]
    for name, choices in zip(names, ([p.first for p in pairs], [p.second for p in pairs]), strict=True):
        every = [each for choice in choices for each in choice]
        found.append(Figure(f"{name}: a choice, mean", statistics.fmean(every), "ms"))
        found.append(Figure(f"{name}: a choice, p95", percentile(every, 0.95), "ms"))
    return found


def main(argv: list[str] | None = None) -> int:
    """Play the match, or the rest of it; 1 if the first player won less than the least."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.duel", description="a match of paired deals")
    parser.add_argument("--game", required=True, choices=sorted(GAMES))
    parser.add_argument("--a", required=True, metavar="PLAYER")
    parser.add_argument("--b", required=True, metavar="PLAYER")
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--least", type=float, metavar="POINTS", help="what the first player must win a hand")
    parser.add_argument("--out", type=Path, metavar="FILE", help="pairs that were played, one a line")
    arguments = parser.parse_args(argv)
    try:
        players = player_like(arguments.game, arguments.a), player_like(arguments.game, arguments.b)
        if arguments.pairs < 2:
            raise ValueError("An interval takes two pairs at least.")
    except ValueError as error:
        print(f"duel: {error}", file=sys.stderr)
        return 2
    pairs = _played(arguments.out)
    rest = range(len(pairs), arguments.pairs)
    for pair in play_pairs(game_named(arguments.game), *players, arguments.seed, rest):
        pairs.append(pair)
        if arguments.out is not None:
            with arguments.out.open("a") as file:
                print(json.dumps(asdict(pair)), file=file)
    found = figures(pairs, (arguments.a, arguments.b), arguments.least)
    for figure in found:
        print(figure.line())
    return int(found[0].met is False)


def _played(out: Path | None) -> list[Pair]:
    if out is None or not out.exists():
        return []
    return [Pair(**json.loads(line)) for line in out.read_text().splitlines()]


if __name__ == "__main__":
    sys.exit(main())
