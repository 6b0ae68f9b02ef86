"""The file of a SQLite database: whose it is, its journal, and whether it is still at its place."""

import asyncio
import logging
import os
import sqlite3
import stat
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from sqlalchemy import URL, event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.rules.escaping import escaped
from storage.engines import PATIENCE, DatabaseError, Engines, is_in_memory
from storage.upgrade import OLDEST_CODE, VERSION_TABLE, refuse_foreign

log = logging.getLogger(__name__)

_PAUSE = 0.02
_LOOKS = 5
_CHECKPOINTS = 50


class DatabaseFile:
    """The file that a database was opened from.

    A deleted or renamed file can be written to as before, and everything written is lost with it.
    """

    def __init__(self, path: str) -> None:
        found = os.stat(path)
        self._path = path
        self._identity = (found.st_dev, found.st_ino)
        self._lost = False

    def guard(self, engines: Engines) -> None:
        """Let the engines make no connection to any other file, nor a new one where this was."""
        for engine in {engines.reading, engines.writing}:
            event.listen(engine.sync_engine, "do_connect", lambda *_: self.verify())

    def verify(self) -> None:
        """Raise DatabaseError unless the path still leads to the file. Logged once."""
        try:
            found = os.stat(self._path)
            wrong = None if (found.st_dev, found.st_ino) == self._identity else "is another file now"
        except FileNotFoundError:
            wrong = "is gone"
        except OSError as error:
            wrong = f"cannot be reached ({error.strerror})"
        if wrong is None:
            if self._lost:
                log.warning("%s is back; what people do is stored again", escaped(self._path))
            self._lost = False
            return
        line = f"{escaped(self._path)} {wrong}: nothing is stored until it is put back, or Cardinal restarted"
        if not self._lost:
            log.error(line)
        self._lost = True
        raise DatabaseError(line)


def file_of(url: str) -> Path | None:
    """The SQLite file of the database at `url`; None for any other. Raises DatabaseError if it names none."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or is_in_memory(parsed):
        return None
    (name,), _ = parsed.get_dialect()().create_connect_args(parsed)
    return Path(_path(name))


def revision_of(path: Path) -> str | None:
    """The revision a SQLite file is at; None if it is empty. Raises DatabaseError if it is not Cardinal's."""
    place = str(path.absolute())
    _check_owner(place)
    _, revisions, _ = _look(place)
    return revisions[0] if revisions else None


async def prepare(url: str) -> DatabaseFile | None:
    """Make the SQLite file at `url` if it is not there, and see to its journal; None for any other database.

    Raises DatabaseError, before anything is written, for a file that is not Cardinal's.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or is_in_memory(parsed):
        return None
    return await asyncio.to_thread(_prepare, parsed)


def _prepare(url: URL) -> DatabaseFile:
    # Not through aiosqlite: the thread of a connection that cannot be opened may outlive the event loop,
    # and complain of that.
    (name,), options = url.get_dialect()().create_connect_args(url)
    path = _path(name)
    _check_owner(path)
    with closing(sqlite3.connect(name, **{"timeout": PATIENCE, **options})) as connection:
        _write_ahead(connection)
        return DatabaseFile(path)


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
            # It was looked at without a lock, and another process may have been writing.
            if look == _LOOKS - 1:
                if isinstance(error, DatabaseError):
                    raise DatabaseError(f"{escaped(path)}: {error}") from None
                raise
            time.sleep(_PAUSE)


def _look(path: str) -> tuple[list[str], list[str], str | None]:
    # The tables, the revisions and the oldest code. Read in a way that makes no file beside it and takes no
    # lock; a log that is there must be read with it.
    log_of = Path(f"{path}-wal")
    mode = "mode=ro" if log_of.exists() and log_of.stat().st_size else "mode=ro&immutable=1"
    with closing(sqlite3.connect(f"{Path(path).as_uri()}?{mode}", uri=True, timeout=PATIENCE)) as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        tables = [name for (name,) in rows if not name.startswith("sqlite_")]
        if not tables and connection.execute("PRAGMA application_id").fetchone() != (0,):
            raise DatabaseError("another program's database")
        if VERSION_TABLE not in tables:
            return tables, [], None
        connection.row_factory = sqlite3.Row
        found = [dict(row) for row in connection.execute(f"SELECT * FROM {VERSION_TABLE}")]
        oldest = next((row.get(OLDEST_CODE) for row in found), None)
        return tables, [str(row.get("version_num")) for row in found], oldest


def _write_ahead(connection: sqlite3.Connection) -> None:
    # A property of the file: once is enough. Of several that try at once SQLite turns away all but
    # one without any wait, so that they do not wait for each other.
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
    """Write the SQLite file behind `engine` anew, without what was deleted in it, and empty its log.

    Returns False if somebody else still reads from the log. Other databases look after that themselves.
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
