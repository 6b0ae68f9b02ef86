"""`python -m tests.soak`: matches under faults, and schedules of two processes; a seed plays them again."""

import argparse
import asyncio
import itertools
import logging
import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from bot.rules.registry import GAMES
from tests.rare import Rare, missed, table
from tests.schedules.schedule import play_schedule
from tests.seeded_loop import Stuck, digest_of
from tests.soak.faults import Call, Failure
from tests.soak.match import Played, play_match
from tests.soak.memory import is_flat, measure

T = TypeVar("T")
R = TypeVar("R")

MATCHES: Final = 54
SCHEDULES: Final = 1000
"""How many of each a whole soak plays: some ten minutes on two cores."""


def main() -> int:
    arguments = _arguments()
    logging.getLogger().addHandler(logging.NullHandler())
    logging.getLogger().setLevel(logging.ERROR)
    if arguments.memory:
        return asyncio.run(_memory(arguments.hands))
    reached: Counter[Rare] = Counter()
    whole = arguments.matches is None and arguments.schedules is None
    wrong = 0
    if whole or arguments.matches:
        wrong += _matches(arguments, MATCHES if whole else arguments.matches, reached)
    if whole or arguments.schedules:
        wrong += _schedules(SCHEDULES if whole else arguments.schedules, arguments.seed, reached)
    print("\n".join(table(reached)))
    never = missed(+reached)
    if never:
        print(f"never reached: {'; '.join(never)}")
    return int(wrong > 0 or (whole and bool(never)))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=math.inf, help="how long to go on at most")
    parser.add_argument("--seed", type=int, default=1, help="the first match's seed (1)")
    parser.add_argument("--matches", type=int, help=f"play so many matches only, not {MATCHES} and schedules")
    parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES), metavar="GAME")
    parser.add_argument("--rate", type=float, default=1.0, help="how often calls fail, 1 being usual")
    parser.add_argument("--long", action="store_true", help="whole rubbers, not single games")
    parser.add_argument("--transcript", type=Path, help="where to write every call of Discord")
    parser.add_argument("--schedules", type=int, help=f"so many schedules of two processes, not {SCHEDULES}")
    parser.add_argument("--memory", action="store_true", help="measure memory over many hands instead")
    parser.add_argument("--hands", type=int, default=1200, help="how many hands --memory plays (1200)")
    return parser.parse_args()


def _matches(arguments: argparse.Namespace, most: int, reached: Counter[Rare]) -> int:
    """Play so many matches; how many had something wrong."""
    end = time.monotonic() + 60 * arguments.minutes
    injected: Counter[tuple[Failure, Call]] = Counter()
    process: Counter[str] = Counter()
    wrong = matches = presses = moves = 0
    digests: list[str] = []
    seeds = range(arguments.seed, arguments.seed + most)
    games = itertools.islice(itertools.cycle(arguments.games), most)
    play = partial(_play, short=not arguments.long, rate=arguments.rate)
    for played in _on_every_core(play, zip(games, seeds, strict=True), end):
        if isinstance(played, str):
            print(played, flush=True)
            wrong += 1
            continue
        matches, presses, moves = matches + 1, presses + played.presses, moves + played.moves
        injected += played.injected
        process += played.process
        reached.update(played.rare)
        digests.append(played.digest)
        if arguments.transcript:
            with arguments.transcript.open("a") as transcript:
                transcript.writelines(f"{line}\n" for line in played.transcript)
        wrong += bool(played.findings)
        _tell(played)
    pairs = [(failure, call) for call in Call for failure in Failure]
    missing = [f"{failure.value} of {call.value}" for failure, call in pairs if not injected[failure, call]]
    print(
        f"{matches} matches, {wrong} with something wrong; {presses} presses, {moves} moves; "
        f"digest {digest_of(*digests)}"
    )
    print(
        f"{sum(injected.values())} faults, {len(pairs) - len(missing)} of {len(pairs)} pairs; {dict(process)}"
    )
    if missing:
        print("not come up yet: " + ", ".join(missing))
    return wrong


def _play(this: tuple[str, int], *, short: bool, rate: float) -> Played | str:
    game, seed = this
    try:
        return play_match(game, seed, short=short, rate=rate)
    except (TimeoutError, Stuck) as hanging:
        return f"{game} (seed {seed}): HANGS\n  {hanging}"


def _on_every_core(play: Callable[[T], R], of: Iterable[T], end: float = math.inf) -> Iterator[R]:
    """What each of them comes to, in order, until the time is over."""
    with ProcessPoolExecutor() as pool:
        for found in pool.map(play, of):
            yield found
            if time.monotonic() > end:
                pool.shutdown(cancel_futures=True)
                return


def _tell(played: Played) -> None:
    faults, kind = sum(played.injected.values()), played.kind
    rules = "".join(f", {name}={value}" for name, value in kind.rules.items())
    chouette = f", chouette with {kind.advisers}" if kind.advisers else ""
    print(
        f"{played.game} (seed {played.seed}, {kind.people} people{chouette}{rules}): "
        f"{played.moves} moves, {played.presses} presses, {faults} faults, "
        f"{'WRONG' if played.findings else 'ok'}; digest {played.digest}",
        flush=True,
    )
    for line in played.findings:
        print(f"  {line}", flush=True)


def _schedules(number: int, first: int, reached: Counter[Rare]) -> int:
    """Play so many schedules on every core; how many had something wrong."""
    happened: Counter[str] = Counter()
    wrong, digests = 0, []
    for outcome in _on_every_core(play_schedule, range(first, first + number)):
        happened.update(outcome.happened)
        reached.update(outcome.rare)
        digests.append(outcome.digest)
        wrong += bool(outcome.findings)
        if outcome.findings or len(digests) % 1000 == 0:
            print(f"after {len(digests)} schedules: {outcome}", flush=True)
    print(f"{number} schedules, {wrong} with something wrong; digest {digest_of(*digests)}")
    print(", ".join(f"{times} times {what}" for what, times in happened.most_common()))
    return wrong


async def _memory(hands: int) -> int:
    found = await measure(hands, 200, lambda measured: print(measured, flush=True))
    return int(not is_flat(found))


if __name__ == "__main__":
    sys.exit(main())
