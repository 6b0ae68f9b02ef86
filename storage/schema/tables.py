"""Tables, their logs and posts, and the messages that show them."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    false,
    literal_column,
    true,
)
from sqlalchemy.sql import ColumnElement

from bot.tables.state.table import SLOW_SECONDS, Status
from storage.schema.metadata import metadata, row_id

OPEN = (Status.LOBBY, Status.PLAYING)  # the statuses of an open table

_status = Column("status", String(16), nullable=False)

is_open: ColumnElement[bool] = _status.in_([literal_column(f"'{status.value}'") for status in OPEN])
"""Whether a row of `tables` is open, in the words of the partial indices."""

tables = Table(
    "tables",
    metadata,
    Column("id", row_id, primary_key=True, autoincrement=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("turn_seconds", Integer, nullable=False),
    _status,
    Column("version", BigInteger, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("deadline", Double),
    Column("reminded", Boolean, nullable=False),
    Column("invited", JSON, nullable=False),
    Column("waiting", JSON, nullable=False, server_default="[]"),
    Column("rubbers", JSON, nullable=False, server_default="{}"),
    Column("hints", Boolean, nullable=False, server_default=true()),
    Column("arrivals", JSON, nullable=False, server_default="[]"),
    Column("level", String(64), nullable=False, server_default=""),
    Column("removed", JSON, nullable=False, server_default="[]"),
    Column("seen", JSON, nullable=False, server_default="{}"),
    Column("marked", JSON, nullable=False, server_default="{}"),
    Column("paused", Boolean, nullable=False, server_default=false()),
    Column("proposal", JSON(none_as_null=True)),
    Column("tenures", JSON, nullable=False, server_default="[]"),
    Column("next_table", BigInteger),
    Column("posting", String(16), nullable=False, server_default="hand"),
    Column("ceremony", Boolean, nullable=False, server_default=false()),
    Column("thread_id", BigInteger),
    Column("chouette", JSON(none_as_null=True)),
    Column("board", JSON(none_as_null=True)),
    Column("shared_chairs", JSON, nullable=False, server_default="[]"),
    Column("bots_turn", Boolean, nullable=False, server_default=false()),
    # When the last move was made at a table that is over; NULL before it was tidied up.
    Column("over_since", Double),
    # Whether its log is in `archived_logs`.
    Column("archived", Boolean, nullable=False, server_default=false()),
    Column("deferred", JSON, nullable=False, server_default="{}"),
    # The earliest time in `deferred`, for its index.
    Column("deferred_until", Double),
    Column("starts_at", Double),
    Column("language", String(16), nullable=False, server_default=""),
    sqlite_autoincrement=True,  # an id is never used again
)

is_live: ColumnElement[bool] = (
    is_open & tables.c.paused.is_(False) & (tables.c.turn_seconds < literal_column(str(SLOW_SECONDS)))
)
"""Whether the table is played live."""

awaits_bot: ColumnElement[bool] = is_open & tables.c.bots_turn.is_(True)
"""Whether the bot is to move there, as far as the row says."""

is_deferred: ColumnElement[bool] = is_open & tables.c.deferred_until.is_not(None)
"""Whether the bot will move for somebody there later."""

is_untidy: ColumnElement[bool] = ~is_open & tables.c.over_since.is_(None)
"""Whether the match is over and not yet tidied up."""

is_unarchived: ColumnElement[bool] = tables.c.over_since.is_not(None) & tables.c.archived.is_(False)
"""Whether the match is over and its log still in `moves`."""

# Queries search open tables, which are few among all.
for _name in ("id", "deadline", "channel_id", "thread_id", "guild_id"):
    Index(f"ix_tables_open_{_name}", tables.c[_name], sqlite_where=is_open, postgresql_where=is_open)
for _name, _column, _where in (
    ("ix_tables_live", tables.c.id, is_live),
    ("ix_tables_bots_turn", tables.c.deadline, awaits_bot),
    ("ix_tables_deferred", tables.c.deferred_until, is_deferred),
    ("ix_tables_untidy", tables.c.id, is_untidy),
    ("ix_tables_unarchived", tables.c.over_since, is_unarchived),
):
    Index(_name, _column, sqlite_where=_where, postgresql_where=_where)
# For what a channel played last.
Index("ix_tables_channel_id", tables.c.channel_id, tables.c.id)


def of_table() -> ForeignKey:
    """Refers to a row of `tables`, and goes with it."""
    return ForeignKey(tables.c.id, ondelete="CASCADE")


# Without a row id, SQLite keeps rows in the order of their key, in one tree. Posts have one, or SQLite would
# not use their partial index.

# The people at open tables, waiting ones included, by whom a table is found.
seated = Table(
    "seated",
    metadata,
    Column("table_id", BigInteger, of_table(), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    sqlite_with_rowid=False,
)

# Tables that have changed, or whose messages have, since they were last found to owe nothing. Only these are
# searched for owed work.
unsettled_tables = Table(
    "unsettled_tables",
    metadata,
    Column("table_id", BigInteger, of_table(), primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

moves = Table(
    "moves",
    metadata,
    Column("table_id", BigInteger, of_table(), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("salt", String(64)),
    Column("sha256", String(64)),
    sqlite_with_rowid=False,
)

# Logs of old matches, instead of rows in `moves` (`storage/tables/archive.py`).
archived_logs = Table(
    "archived_logs",
    metadata,
    Column("table_id", BigInteger, of_table(), primary_key=True, autoincrement=False),
    Column("codec", Integer, nullable=False),
    Column("log", LargeBinary, nullable=False),
)

posts = Table(
    "posts",
    metadata,
    Column("table_id", BigInteger, of_table(), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(64), nullable=False),
    Column("message_id", BigInteger),  # NULL while the post is owed
    Column("hand", Integer, nullable=False, server_default="0"),
    Column("items", JSON, nullable=False, server_default="[]"),
    Column("seats", JSON, nullable=False, server_default="[]"),
)
Index(
    "ix_posts_owed",
    posts.c.table_id,
    posts.c.number,
    sqlite_where=posts.c.message_id.is_(None),
    postgresql_where=posts.c.message_id.is_(None),
)

table_messages = Table(
    "table_messages",
    metadata,
    Column("table_id", BigInteger, of_table(), primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("posted_at", Double, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("deal", Integer, nullable=False),
    sqlite_with_rowid=False,
)

hand_panels = Table(
    "hand_panels",
    metadata,
    Column("table_id", BigInteger, of_table(), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("deal", Integer, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("state", String(16), nullable=False, server_default="unknown"),
    Column("cards", BigInteger, nullable=False, server_default="0"),  # a checksum of those it shows
    sqlite_with_rowid=False,
)

# Replaced messages, until they are deleted or, for hand panels, laid aside.
removals = Table(
    "removals",
    metadata,
    Column("table_id", BigInteger, of_table(), primary_key=True, autoincrement=False),
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("user_id", BigInteger),  # whose hand panel it is; NULL for a table message
    Column("hand", Integer, nullable=False, server_default="0"),  # the finished hand it shows, which stays
    sqlite_with_rowid=False,
)

# Messages that call a person for their turn, until they act.
turn_calls = Table(
    "turn_calls",
    metadata,
    Column("table_id", BigInteger, of_table(), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("step", Integer, nullable=False),  # the moves the table had made
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
