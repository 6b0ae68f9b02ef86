"""The URL of a database: what it may contain, and a name for the database that shows no secret."""

from pathlib import Path
from urllib.parse import unquote, urlencode

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.errors import OperatorError
from bot.rules.escaping import escaped, shortened

EXAMPLE = "sqlite+aiosqlite:///cardinal.db"

_ASYNCPG = "postgresql+asyncpg"
_POSTGRES = frozenset({"postgres", "postgresql"})
_SQLITE_URI_OPTIONS = frozenset({"cache", "immutable", "mode", "nolock", "psow", "vfs"})
_ASYNCPG_OPTIONS = frozenset(
    {
        "gsslib",
        "host",
        "krbsrvname",
        "passfile",
        "port",
        "prepared_statement_cache_size",
        "ssl",
        "target_session_attrs",
    }
)
# libpq's names, which asyncpg reads in its own `dsn` only.
_TLS_FILES = frozenset({"sslcert", "sslcrl", "sslkey", "sslrootcert"})
_TLS_OPTIONS = _TLS_FILES | {"sslmode"}

_LAST_PORT = 65_535
_LONGEST_NAME = 250


class DatabaseError(OperatorError):
    """A database that cannot be used. The text is one line."""


def parsed(url: str) -> URL:
    """The parts of a database's URL, as SQLAlchemy takes them.

    `postgresql://` and `postgres://` mean asyncpg, and libpq's options for TLS are passed on to it. Raises
    DatabaseError for a URL that cannot be right.
    """
    try:
        parts = make_url(url)
        port = parts.query.get("port", "0")
        ports = (parts.port or 0, int(port) if isinstance(port, str) else 0)
    except (ArgumentError, ValueError):
        raise _not_a_url() from None
    if "\0" in unquote(parts.database or "") or max(ports) > _LAST_PORT:
        raise _not_a_url()
    if _is_ambiguous(url):
        raise DatabaseError(
            "the user or password in the database URL has a character that ends it: write @ as %40, "
            ": as %3A and / as %2F"
        )
    if parts.drivername in _POSTGRES:
        parts = parts.set(drivername=_ASYNCPG)
    elif parts.drivername.startswith("postgresql+") and parts.drivername != _ASYNCPG:
        raise DatabaseError(f"{parts.drivername} is not a driver that Cardinal uses; write postgresql://")
    _check_options(parts)
    return _with_tls(parts)


def safe_name(url: str) -> str:
    """The path of a SQLite file, or the URL of a server without its password and options.

    For every text that people read. It never raises: a URL that cannot be right yields its beginning.
    """
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        return "the database"
    if parts.get_backend_name() == "sqlite" and parts.database and not is_in_memory(parts):
        name = parts.database
        path = name if name.startswith("file:") else str(Path(name).absolute())
        return shortened(escaped(path), _LONGEST_NAME)
    if _is_ambiguous(url):
        # Some of the password may have been read as the host or the database.
        return f"{parts.drivername}://…"
    return shortened(escaped(parts.set(query={}).render_as_string(hide_password=True)), _LONGEST_NAME)


def is_in_memory(url: URL) -> bool:
    """Whether a SQLite database lives in memory only."""
    name = url.database or ":memory:"
    return name in (":memory:", "file::memory:") or url.query.get("mode") == "memory"


def _not_a_url() -> DatabaseError:
    return DatabaseError(f"not a database URL like {EXAMPLE}")


def _is_ambiguous(url: str) -> bool:
    # SQLAlchemy ends the password at the first @, and finds no user before a second colon or slash.
    scheme, _, rest = url.partition("://")
    if scheme.partition("+")[0] == "sqlite":
        return False
    user, ended, after = rest.partition("@")
    return "@" in after or (bool(ended) and "/" in user.partition(":")[0])


def _check_options(url: URL) -> None:
    # The drivers raise TypeError for an option they do not know, or pass over it.
    driver, given = url.drivername, set(url.query)
    if driver == "sqlite+aiosqlite":
        known = _SQLITE_URI_OPTIONS | {"uri"} if "uri" in given else frozenset({"uri"})
    elif driver == _ASYNCPG:
        known = _ASYNCPG_OPTIONS | _TLS_OPTIONS
    else:
        return
    for name in sorted(given - known):
        also = ", with uri=true" if name in _SQLITE_URI_OPTIONS and name not in known else ""
        takes = ", ".join(sorted(known | (_SQLITE_URI_OPTIONS if also else frozenset())))
        raise DatabaseError(
            f"the database URL has an option {shortened(escaped(name))!r}, which is not one of {driver}'s: "
            f"{takes}{also}"
        )
    for name in sorted(given):
        value = url.query[name]
        if not isinstance(value, str):
            raise DatabaseError(f"the database URL has the option {name!r} more than once")
        if name in _TLS_FILES and not Path(value).is_file():
            raise DatabaseError(f"the database URL names a file as {name} that is not there")


def _with_tls(url: URL) -> URL:
    given = {name: url.query[name] for name in sorted(_TLS_OPTIONS.intersection(url.query))}
    if not given:
        return url
    rest = url.difference_update_query(given)
    return rest.update_query_dict({"dsn": f"postgresql://?{urlencode(given)}"})
