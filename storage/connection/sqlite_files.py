"""The files of a SQLite database: who owns them, the lock, and whether they are still in place."""

import asyncio
import logging
import os
import sqlite3
import stat
import time
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from sqlalchemy import URL, event
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.rules.escaping import escaped
from storage.connection.engines import PATIENCE, Engines
from storage.connection.upgrade import VERSION_TABLE, refuse_foreign
from storage.connection.urls import DatabaseError, is_in_memory, parsed

log = logging.getLogger(__name__)

_BESIDE: Final = ("-wal", "-shm")
_PRIVATE: Final = 0o600
_PAUSE = 0.02
_LOOKS = 5
_CHECKPOINTS = 50


class OpenFiles:
    """The files of an open SQLite database: itself, its write-ahead log, the index of that, and the lock.

    A deleted or replaced file can still be written to, and all that is written is lost with it. SQLite
    deletes log and index when the last connection closes; a connection here keeps them until `close`.
    """

    def __init__(self, path: str, connection: sqlite3.Connection, lock: sqlite3.Connection | None) -> None:
        self._connection = connection
        self._lock = lock
        # The first query opens the log.
        connection.execute("SELECT 1 FROM sqlite_master").fetchall()
        parts = [path, *(f"{path}{suffix}" for suffix in _BESIDE)]
        if lock is not None:
            parts.append(_lock_of(path))
        self._identities = {part: _identity(part) for part in parts if os.path.exists(part)}
        self._lost = False

    def guard(self, engines: Engines) -> None:
        """Let the engines open no connection once a file is gone or another."""
        for engine in {engines.reading, engines.writing}:
            event.listen(engine.sync_engine, "do_connect", lambda *_: self.verify())

    def verify(self) -> None:
        """Raise DatabaseError unless every path still leads to its file. Logged once."""
        wrong = next((found for part in self._identities if (found := self._wrong_with(part))), None)
        if wrong is None:
            if self._lost:
                log.warning("the database's files are back; what people do is stored again")
            self._lost = False
            return
        line = f"{wrong}: nothing is stored until it is put back, or Cardinal restarted"
        if not self._lost:
            log.error(line)
        self._lost = True
        raise DatabaseError(line)

    def close(self) -> None:
        """Close the files, after all other connections; SQLite writes the log into the database."""
        self._connection.close()
        if self._lock is not None:
            self._lock.close()

    def _wrong_with(self, part: str) -> str | None:
        try:
            if _identity(part) == self._identities[part]:
                return None
            return f"{escaped(part)} is another file now"
        except FileNotFoundError:
            return f"{escaped(part)} is gone"
        except OSError as error:
            return f"{escaped(part)} cannot be reached ({error.strerror})"


def file_of(url: str) -> Path | None:
    """The SQLite file of the database at `url`; None for any other. Raises DatabaseError if it names none."""
    parts = parsed(url)
    if parts.get_backend_name() != "sqlite" or is_in_memory(parts):
        return None
    (name,), _ = parts.get_dialect()().create_connect_args(parts)
    return Path(_path(name))


def reading_uri(path: Path) -> str:
    """The URI to read a SQLite file by, so that no file is made beside it and no lock is taken."""
    # A log that is there must be read too.
    log_of = path.with_name(f"{path.name}-wal")
    mode = "mode=ro" if log_of.exists() and log_of.stat().st_size else "mode=ro&immutable=1"
    return f"{path.absolute().as_uri()}?{mode}"


def revision_of(path: Path) -> str | None:
    """The revision a SQLite file is at; None if it is empty. Raises DatabaseError if it is not Cardinal's."""
    place = str(path.absolute())
    _check_owner(place)
    _, revisions = _look(place)
    return revisions[0] if revisions else None


async def hold(url: str, *, alone: bool) -> OpenFiles | None:
    """Make the SQLite file at `url` if it is not there, and keep it open; None for any other database.

    With `alone`, the process holds the file alone; the lock ends with the process, however that ends. Raises
    DatabaseError if another process holds it so and, before anything is written, for a file that is not
    Cardinal's.
    """
    if file_of(url) is None:
        return None
    return await asyncio.to_thread(_hold, parsed(url), alone)


def _hold(url: URL, alone: bool) -> OpenFiles:
    name, path, options = _arguments(url)
    # Check whose file it is before anything is written beside it.
    _check_owner(path)
    with ExitStack() as opened:
        lock = _lock(path) if alone else None
        if lock is not None:
            opened.callback(lock.close)
        _make(name, path, options)
        connection = sqlite3.connect(name, **{"timeout": PATIENCE, **options, "check_same_thread": False})
        opened.callback(connection.close)
        files = OpenFiles(path, connection, lock)
        opened.pop_all()
        return files


def _make(name: str, path: str, options: dict[str, Any]) -> None:
    # Not through aiosqlite: the thread of a connection that cannot be opened may outlive the event loop.
    _keep_private(path)
    with closing(sqlite3.connect(name, **{"timeout": PATIENCE, **options})) as connection:
        _write_ahead(connection)


def _arguments(url: URL) -> tuple[str, str, dict[str, Any]]:
    (name,), options = url.get_dialect()().create_connect_args(url)
    return name, _path(name), dict(options)


def _keep_private(path: str) -> None:
    # SQLite gives the files beside it the same mode.
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, _PRIVATE))
    except FileExistsError:
        for part in (path, *(f"{path}{suffix}" for suffix in _BESIDE)):
            # We cannot change another user's file; `doctor` warns of it.
            with suppress(FileNotFoundError, PermissionError):
                os.chmod(part, stat.S_IMODE(os.stat(part).st_mode) & _PRIVATE)
    except OSError:
        # SQLite fails likewise, and says why.
        pass


def _lock(path: str) -> sqlite3.Connection:
    # SQLite's lock on an empty file: the system releases it with the process, and no child inherits it.
    name = _lock_of(path)
    with suppress(OSError):
        os.close(os.open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR, _PRIVATE))
    connection = sqlite3.connect(name, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise DatabaseError(
            f"{escaped(path)} is in use by another process of Cardinal; stop that first, or use "
            "PostgreSQL for several"
        ) from None
    return connection


def _lock_of(path: str) -> str:
    # The file itself, not a link to it.
    return f"{os.path.realpath(path)}-lock"


def _identity(path: str) -> tuple[int, int]:
    found = os.stat(path)
    return found.st_dev, found.st_ino


def _path(name: str) -> str:
    if not name.startswith("file:"):
        return name
    path = unquote(name.removeprefix("file:").partition("?")[0].partition("#")[0], errors="surrogateescape")
    if path.startswith("//"):
        path = "/" + path[2:].partition("/")[2]
    if not path:
        raise DatabaseError("the database URL names no file")
    return str(Path(path).absolute())


def _check_owner(path: str) -> None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return
    if not stat.S_ISREG(found.st_mode):
        raise DatabaseError(f"{escaped(path)}: cannot be opened; it is not a file")
    for look in range(_LOOKS):
        try:
            refuse_foreign(*_look(path))
            return
        except (sqlite3.DatabaseError, DatabaseError) as error:
            # Read without a lock, while another process may have been writing.
            if look == _LOOKS - 1:
                if isinstance(error, DatabaseError):
                    raise DatabaseError(f"{escaped(path)}: {error}") from None
                raise
            time.sleep(_PAUSE)


def _look(path: str) -> tuple[list[str], list[str]]:
    # The tables and the revisions.
    with closing(sqlite3.connect(reading_uri(Path(path)), uri=True, timeout=PATIENCE)) as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        tables = [name for (name,) in rows if not name.startswith("sqlite_")]
        if not tables and connection.execute("PRAGMA application_id").fetchone() != (0,):
            raise DatabaseError("another program's database")
        if VERSION_TABLE not in tables:
            return tables, []
        connection.row_factory = sqlite3.Row
        found = [dict(row) for row in connection.execute(f"SELECT * FROM {VERSION_TABLE}")]
        return tables, [str(row.get("version_num")) for row in found]


def _write_ahead(connection: sqlite3.Connection) -> None:
    # A property of the file. Of several that set it at once, SQLite refuses all but one without waiting.
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(_PAUSE)


async def compact(engine: AsyncEngine) -> bool:
    """Rewrite the SQLite file behind `engine` without deleted data, and empty its log.

    Returns False if somebody else still reads from the log. Other databases do this by themselves.
    """
    if engine.dialect.name != "sqlite":
        return True
    async with engine.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        # Outside of any transaction, as the driver begins none by itself.
        await driver.execute("VACUUM")
        for _ in range(_CHECKPOINTS):
            cursor = await driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy, *_ = await cursor.fetchone()
            if not busy:
                return True
            await asyncio.sleep(_PAUSE)
    return False
