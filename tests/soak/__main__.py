"""`python -m tests.soak`: matches under faults, which their seeds play again, or memory over many hands."""

import argparse
import asyncio
import itertools
import logging
import math
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from bot.rules.registry import GAMES
from tests.schedules.schedule import play_schedule
from tests.seeded_loop import Stuck, digest_of
from tests.soak.faults import Call, Failure
from tests.soak.match import Played, play_match
from tests.soak.memory import is_flat, measure

MATCHES: Final = 90
"""How many matches a soak plays: some ten minutes on one core."""


def main() -> int:
    arguments = _arguments()
    logging.getLogger().addHandler(logging.NullHandler())
    logging.getLogger().setLevel(logging.ERROR)
    if arguments.schedules:
        return _schedules(arguments.schedules, arguments.seed)
    if arguments.memory:
        return asyncio.run(_memory(arguments.hands))
    return _matches(arguments)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=math.inf, help="how long to go on at most")
    parser.add_argument("--seed", type=int, default=1, help="the first match's seed (1)")
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"how many matches ({MATCHES})")
    parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES), metavar="GAME")
    parser.add_argument("--rate", type=float, default=1.0, help="how often calls fail, 1 being usual")
    parser.add_argument("--long", action="store_true", help="whole rubbers, not single games")
    parser.add_argument("--transcript", type=Path, help="where to write every call of Discord")
    parser.add_argument(
        "--schedules", type=int, default=0, help="play so many schedules of two processes instead"
    )
    parser.add_argument("--memory", action="store_true", help="measure memory over many hands instead")
    parser.add_argument("--hands", type=int, default=1200, help="how many hands --memory plays (1200)")
    return parser.parse_args()


def _matches(arguments: argparse.Namespace) -> int:
    end = time.monotonic() + 60 * arguments.minutes
    injected: Counter[tuple[Failure, Call]] = Counter()
    process: Counter[str] = Counter()
    wrong = matches = presses = moves = 0
    digests: list[str] = []
    seeds = range(arguments.seed, arguments.seed + arguments.matches)
    for seed, game in zip(seeds, itertools.cycle(arguments.games), strict=False):
        if time.monotonic() > end:
            break
        try:
            played = play_match(game, seed, short=not arguments.long, rate=arguments.rate)
        except (TimeoutError, Stuck) as hanging:
            print(f"{game} (seed {seed}): HANGS\n  {hanging}", flush=True)
            wrong += 1
            continue
        matches, presses, moves = matches + 1, presses + played.presses, moves + played.moves
        injected += played.injected
        process += played.process
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
    return int(wrong > 0)


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


def _schedules(number: int, first: int) -> int:
    happened: Counter[str] = Counter()
    wrong, digests = 0, []
    with ProcessPoolExecutor() as pool:
        for outcome in pool.map(play_schedule, range(first, first + number), chunksize=10):
            happened += outcome.happened
            digests.append(outcome.digest)
            if outcome.findings:
                wrong += 1
                print(f"{outcome}", flush=True)
    print(f"{number} schedules, {wrong} with something wrong; digest {digest_of(*digests)}")
    for what, times in happened.most_common():
        print(f"{times:8} {what}")
    return int(wrong > 0)


async def _memory(hands: int) -> int:
    found = await measure(hands, 200, lambda measured: print(measured, flush=True))
    return int(not is_flat(found))


if __name__ == "__main__":
    sys.exit(main())
