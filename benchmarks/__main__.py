"""`python -m benchmarks [NAME …]`: measure against the budgets; `make bench`."""

import argparse
import importlib
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, Missing

_BENCHMARKS = {
    "clicks": "presses over HTTP with pictures on: processor time, and what people wait for",
    "requests": "REST calls with the bot's token, and messages in the channel, a hand",
    "daily": "10,000 people's boards of the day: a result with its ranks, tables of periods",
    "collusion": "hints at collusion among simulated people: false alarms, and tip-offs found",
    "moves": "moves through the table service on a SQLite file and on PostgreSQL, 200 tables at once",
    "sessions": "a session of Duplicate of 10 tables and 24 boards, against as many ordinary tables",
    "games": "legal and apply for random play of every game",
    "growth": "starting, clicks, look-ups and the archive on a database that has grown, on both stores",
    "pictures": "pictures of hands, boards, spread cards and lines, once every piece was drawn",
    "rules": "legal and apply for random Bishops Whist against RLCard's bridge",
    "pages": "pages of a replay over HTTP, every game: what people wait for, and calls with the bot's token",
    "start": "starting over 10,000 open tables",
    "ismcts": "Cavendish against OpenSpiel's ISMCTS at the play of bridge",
    "margins": "the house's player of bezique against a greedy one, at every game of the family",
    "moments": "the coach's moments in hands of Bob Short, on fresh layouts, and the time they take",
    "problems": "problems of the day from hands of Bob Short, on fresh layouts",
    "decisions": "how long the searching player thinks over a card",
    "levels": "every level of the house against each weaker one, at every game that has several",
    "pauses": "the longest pause of the event loop while the worker processes solve",
    "rollouts": "random play in native code, against OpenSpiel's bridge",
    "skill": "how soon skill shows, with the luck taken out and without, and what that costs a hand",
    "solver": "the double-dummy solver against DDS, and Bishops Whist against plain whist",
}


def main(argv: list[str] | None = None) -> int:
    """Run them in turn; 1 if a target was missed, 2 for a benchmark there is not."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure against the budgets.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"among {', '.join(_BENCHMARKS)}; all if none"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per benchmark")
    parser.add_argument(
        "--checker",
        type=Path,
        metavar="FILE",
        help="for requests: a module that checks bodies, with `SpecValidator().check(method, path, body)`",
    )
    arguments = parser.parse_args(argv)
    options: dict[str, dict[str, Any]] = {"requests": {"checker": arguments.checker}}
    unknown = [name for name in arguments.names if name not in _BENCHMARKS]
    if unknown:
        print(f"bench: there is no {unknown[0]!r}; there is {', '.join(_BENCHMARKS)}", file=sys.stderr)
        return 2
    missed = False
    for name in arguments.names or _BENCHMARKS:
        if not arguments.json:
            print(f"{name}: {_BENCHMARKS[name]}", flush=True)
        figures, skipped = _measured(name, options.get(name, {}))
        missed = missed or any(figure.met is False for figure in figures)
        if arguments.json:
            report = {
                "benchmark": name,
                "skipped": skipped,
                "figures": [asdict(figure) for figure in figures],
            }
            print(json.dumps(report), flush=True)
            continue
        for figure in figures:
            print(figure.line(), flush=True)
        if skipped:
            print(f"  skipped: {skipped}", flush=True)
    return int(missed)


def _measured(name: str, options: dict[str, Any]) -> tuple[list[Figure], str | None]:
    try:
        return importlib.import_module(f"benchmarks.{name}").measure(**options), None
    except Missing as missing:
        return [], str(missing)


if __name__ == "__main__":
    sys.exit(main())
