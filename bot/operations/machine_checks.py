"""Checks of `doctor` without Discord: settings, database, disk, worker processes."""

import asyncio
import importlib.util
import ipaddress
import os
import platform
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from bot import __version__
from bot.house.jobs import warm_up
from bot.house.native_cache import cache_directory
from bot.house.workers import WARM_UP_SECONDS, Urgency, Workers, WorkersAway
from bot.operations.findings import Finding, error, ok, warning
from bot.settings import Settings
from storage.connection.database import DatabaseError
from storage.connection.inspection import Found, look_at, place_of

_DISCORDS_CALLS: Final = 50
_SPARE_CALLS: Final = 45
_LITTLE_BYTES: Final = 1_000_000_000
_TOO_LITTLE_BYTES: Final = 100_000_000
_OLDEST_POSTGRES: Final = 15
_CONNECTIONS: Final = 20
"""The database connections a process may open, with some to spare."""

CLOCK_SECONDS: Final = 2.0  # the difference of clocks from which `doctor` reports it

_OF_NETWORKS: Final = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "ceph", "glusterfs", "afs"})
_OF_MEMORY: Final = frozenset({"tmpfs", "ramfs"})


def check_version() -> Finding:
    """Report the version of Cardinal."""
    return ok("version", f"Cardinal {__version__}, Python {platform.python_version()}")


def check_settings(settings: Settings, env_file: Path = Path(".env")) -> Iterator[Finding]:
    """Find valid settings that look wrong."""
    found = [*_odd_settings(settings), *_odd_surroundings(settings, env_file)]
    yield from (warning("settings", said) for said in found)
    if not found:
        yield ok("settings", "nothing looks wrong")


def _odd_settings(settings: Settings) -> Iterator[str]:
    if settings.calls_a_second > _DISCORDS_CALLS:
        yield (
            f"CARDINAL_CALLS_A_SECOND is {settings.calls_a_second}; Discord takes {_DISCORDS_CALLS}, so set "
            f"it to {_SPARE_CALLS}, unless Discord has granted more"
        )
    if settings.dev_guild is not None:
        yield "CARDINAL_DEV_GUILD is set: only that server has the commands; leave it blank for all to play"
    if settings.house_workers == 0:
        yield "CARDINAL_HOUSE_WORKERS is 0: Cavendish, hints of his and analyses are off"
    cores = os.cpu_count() or 1
    if settings.house_workers > 2 * cores:
        yield f"CARDINAL_HOUSE_WORKERS is {settings.house_workers} on {cores} cores; one a core is enough"
    if settings.log_level == "DEBUG":
        yield "CARDINAL_LOG_LEVEL is DEBUG, some lines a click; INFO says what an operator needs"
    if settings.http_port and not _is_local(settings.http_host):
        yield (
            f"CARDINAL_HTTP_HOST is {settings.http_host}: whoever reaches that address sees the "
            "figures; let Prometheus alone reach it"
        )


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _odd_surroundings(settings: Settings, env_file: Path) -> Iterator[str]:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        yield "this runs as root, which nothing here needs; run it as a user of its own"
    try:
        mode = env_file.stat().st_mode
    except OSError:
        return
    if settings.token is not None and mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield f"{env_file} can be read by other users of this machine; chmod 600 {env_file}"


async def check_database(settings: Settings) -> list[Finding]:
    """Check access to the database, its revision, and the free space on a SQLite file's disk."""
    try:
        found = await look_at(settings.database_url)
        place = place_of(settings.database_url)
    except DatabaseError as failed:
        return [error("database", f"{failed}; CARDINAL_DATABASE_URL says which one it is")]
    findings = [_of_revision(found, "SQLite" if place is not None else None)]
    if place is not None:
        if place.file_system in _OF_NETWORKS:
            said = f"{place.path} is on {place.file_system}, where SQLite's log does not work; move it"
            findings.append(error("disk", said))
        elif place.file_system in _OF_MEMORY:
            said = f"{place.path} is on {place.file_system}, and lost when the machine starts anew; move it"
            findings.append(warning("disk", said))
        findings.append(_of_disk(place.path, place.size, place.free))
        if place.exists and place.path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            said = f"{place.path} can be read by other users of this machine; chmod 600 {place.path}*"
            findings.append(warning("database", said))
    if found.clock is not None:
        findings.append(of_clock("the database's", found.clock - time.time()))
    return findings


def _of_revision(found: Found, kind: str | None) -> Finding:
    if kind is None:
        kind = "in memory" if found.server is None else f"PostgreSQL {'.'.join(map(str, found.server))}"
    if kind == "in memory":
        return warning(
            "database", "it is in memory, and gone at the end; set CARDINAL_DATABASE_URL to keep it"
        )
    if found.server is not None and found.server[0] < _OLDEST_POSTGRES:
        return error("database", f"{kind} is too old; Cardinal needs {_OLDEST_POSTGRES} or newer")
    if found.connections is not None and found.connections < _CONNECTIONS:
        said = (
            f"{kind} takes {found.connections} connections; allow {_CONNECTIONS} a process (max_connections)"
        )
        return warning("database", said)
    if found.revision is None:
        return ok("database", f"{kind}, still empty; it is set up at the first start")
    if found.revision != found.newest:
        return ok(
            "database", f"{kind}, revision {found.revision}; the next start brings it to {found.newest}"
        )
    return ok("database", f"{kind}, revision {found.revision}, can be written")


def _of_disk(path: Path, size: int, free: int) -> Finding:
    said = f"{path}: {size / 1e6:,.1f} MB, {free / 1e9:,.1f} GB free beside it"
    if free < _TOO_LITTLE_BYTES:
        return error("disk", f"{said}; make room, or nothing can be stored")
    if free < _LITTLE_BYTES + 2 * size:
        return warning("disk", f"{said}; make room: the log and a backup take as much again")
    return ok("disk", said)


def of_clock(whose: str, ahead: float) -> Finding:
    """Compare this machine's clock with another one, which is `ahead` by that many seconds."""
    if abs(ahead) <= CLOCK_SECONDS:
        return ok("clock", f"within {CLOCK_SECONDS:g} s of {whose}")
    behind = "behind" if ahead > 0 else "ahead of"
    said = f"this machine's is {abs(ahead):,.0f} s {behind} {whose}, and turn clocks go by it; set it by NTP"
    return warning("clock", said)


async def check_workers(
    settings: Settings, prepare: Callable[[], None] = warm_up, limit: float = WARM_UP_SECONDS
) -> list[Finding]:
    """Check that a worker process of the house becomes ready, and how long that takes."""
    if settings.house_workers == 0:
        return [ok("workers", "switched off")]
    if importlib.util.find_spec("numba") is None:
        said = (
            "numba is not installed, so Cavendish and analyses are off; pip install -r requirements/run.txt"
        )
        return [warning("workers", said)]
    findings = []
    kept = await asyncio.to_thread(cache_directory, "doctor")
    if kept is None:
        said = (
            "compiled code cannot be kept, and every start compiles anew; set NUMBA_CACHE_DIR to a directory "
            "that this user alone can write in"
        )
        findings.append(warning("workers", said))
    else:
        kept.rmdir()
    workers, began = Workers(1, prepare), time.monotonic()
    workers.start()
    try:
        await workers.run(os.getpid, limit=limit, urgency=Urgency.ASKED)
    except WorkersAway as away:
        return [
            *findings,
            error("workers", f"no process got ready: {away}; is there memory, 200 MB for each?"),
        ]
    finally:
        await workers.close()
    took = time.monotonic() - began
    return [
        *findings,
        ok("workers", f"a process was ready after {took:.1f} s; the bot starts {settings.house_workers}"),
    ]
