"""`python -m tests.cluster`: two processes under load, one restarted, one killed; 1 if a target is missed."""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from tests.cluster.processes import TREE
from tests.cluster.report import printed
from tests.cluster.scenario import Outcome, Plan, Run
from tests.fake_discord.gateway import Delivery
from tests.fake_discord.server import Behaviour
from tests.fake_discord.tables import Mix
from tests.fake_discord.world import Json
from tests.postgres import Server


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.cluster", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long people press (10)")
    parser.add_argument("--rate", type=float, default=50.0, help="presses a second in all (50)")
    parser.add_argument("--tables", type=int, default=400, help="tables that stand (400)")
    parser.add_argument("--people", default="1,1,2,4", help="people at a table, in turn (1,1,2,4)")
    parser.add_argument("--games", default=",".join(Mix().games), help="games of the tables, in turn")
    parser.add_argument(
        "--delivery",
        choices=[one.value for one in Delivery],
        default="all",
        help="which sessions of a shard get its events",
    )
    parser.add_argument("--shards", type=int, default=1, help="shards that Discord recommends (1)")
    parser.add_argument("--max-concurrency", type=int, default=1, help="identifies at once (1)")
    parser.add_argument("--processes", type=int, default=2, help="bot processes (2)")
    parser.add_argument("--no-rolling", action="store_true", help="restart nothing")
    parser.add_argument("--no-kill", action="store_true", help="kill nothing")
    parser.add_argument("--old", metavar="REVISION", help="run one process with the code of that revision")
    parser.add_argument("--database", metavar="URL", help="an empty database instead of a server of its own")
    parser.add_argument("--folder", type=Path, help="where logs are kept (a new one)")
    parser.add_argument("--capture", type=Path, help="write every request's body there, one JSON a line")
    return parser.parse_args()


@contextmanager
def _database(url: str | None) -> Iterator[str]:
    if url is not None:
        yield url
        return
    # As in earnest: a commit is on the disk.
    server = Server.make(fsync="on", full_page_writes="on", autovacuum="on")
    try:
        server.start()
        server.administer('CREATE DATABASE "cluster"')
        yield server.url("cluster")
    finally:
        server.remove()


@contextmanager
def _tree(revision: str | None, folder: Path) -> Iterator[Path | None]:
    if revision is None:
        yield None
        return
    path = folder / "old"
    subprocess.run(["git", "worktree", "add", "-q", "--detach", path, revision], cwd=TREE, check=True)
    try:
        yield path
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", path], cwd=TREE, check=True)


def main() -> int:
    given = _arguments()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="cardinal-cluster-"))
    folder.mkdir(parents=True, exist_ok=True)
    began = time.time()

    def say(what: str) -> None:
        print(f"{time.time() - began:6.1f} s  {what}", file=sys.stderr, flush=True)

    with (
        _database(given.database) as url,
        _tree(given.old, folder) as old,
        _capturing(given.capture) as capture,
    ):
        plan = Plan(
            seconds=given.minutes * 60,
            rate=given.rate,
            tables=given.tables,
            behaviour=Behaviour(
                shards=given.shards,
                max_concurrency=given.max_concurrency,
                delivery=Delivery(given.delivery),
            ),
            mix=Mix(people=[int(one) for one in given.people.split(",")], games=given.games.split(",")),
            rolling=not given.no_rolling,
            kill=not given.no_kill,
            processes=given.processes,
            old=old,
        )
        outcome = asyncio.run(Run(plan, url, folder, say, capture).run())
    print(printed(outcome.report))
    _write_down(outcome, folder)
    print(f"Logs and findings: {folder}")
    return 0 if outcome.good else 1


@contextmanager
def _capturing(path: Path | None) -> Iterator[Callable[[str, str, Json], None] | None]:
    if path is None:
        yield None
        return
    with path.open("w") as file:

        def capture(method: str, route: str, body: Json) -> None:
            file.write(json.dumps({"method": method, "path": route, "json": body}) + "\n")

        yield capture


def _write_down(outcome: Outcome, folder: Path) -> None:
    findings = outcome.findings
    (folder / "report.txt").write_text(printed(outcome.report) + "\n")
    wrong = {"wrong": findings.wrong, "refusals": findings.refusals, "log errors": outcome.times.log_errors}
    (folder / "findings.json").write_text(json.dumps(wrong, indent=1))
    clicks = [
        {
            "at": press.interaction.at,
            "kind": press.kind.value,
            "dm": press.interaction.guild_id is None,
            "what": press.control.custom_id,
            "sent to": press.interaction.sent_to,
            "by": press.interaction.acknowledged_by,
            "seconds": press.interaction.seconds,
            "refused": press.interaction.refused,
        }
        for press in outcome.driver.presses
    ]
    (folder / "clicks.jsonl").write_text("\n".join(map(json.dumps, clicks)))
    calls = map(asdict, outcome.discord.records.calls)
    (folder / "calls.jsonl").write_text("\n".join(map(json.dumps, calls)))


if __name__ == "__main__":
    sys.exit(main())
