"""Which errors of a PostgreSQL server are transient."""

import ssl
from enum import Enum, auto

from sqlalchemy.exc import DBAPIError


class Passing(Enum):
    """Why a transaction failed that may be begun again."""

    CUT_OFF = auto()  # the connection was lost, or none can be made
    IN_THE_WAY = auto()  # another transaction interfered, and this one was rolled back


# https://www.postgresql.org/docs/current/errcodes-appendix.html
_CONNECTION_CLASS = "08"
_CUT_OFF = frozenset(
    {
        "25P03",  # idle in a transaction for too long
        "53300",  # too many connections
        "57P01",  # the server shuts down
        "57P02",  # the server has crashed
        "57P03",  # the server is starting
    }
)
_IN_THE_WAY = frozenset(
    {
        "40001",  # cannot be serialized
        "40P01",  # deadlock
        "55P03",  # waited for a lock until patience ended
    }
)
# A statement prepared before the schema changed; the driver prepares it anew.
_OUTDATED = "InvalidCachedStatementError"

_NO_TLS = "SSL upgrade"  # asyncpg's words for a server without TLS


def passing(error: Exception) -> Passing | None:
    """Why the transaction failed; None if it would fail again."""
    cause: BaseException = error
    if isinstance(error, DBAPIError):
        if error.connection_invalidated:
            return Passing.CUT_OFF
        cause = error.orig or error
    state = str(getattr(cause, "sqlstate", None) or "")
    if isinstance(cause, ssl.SSLCertVerificationError) or _NO_TLS in str(cause):
        return None
    # SQLAlchemy does not wrap errors of a connection that is not made yet.
    if isinstance(cause, OSError) or state in _CUT_OFF or state.startswith(_CONNECTION_CLASS):
        return Passing.CUT_OFF
    if state in _IN_THE_WAY or type(cause).__name__ == _OUTDATED:
        return Passing.IN_THE_WAY
    return None


def is_passing(error: Exception) -> bool:
    """Whether the error is transient: the server was away, or another transaction interfered."""
    return passing(error) is not None
