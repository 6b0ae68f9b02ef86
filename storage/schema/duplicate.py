"""The tables of Duplicate: boards, contests, sessions."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
    false,
    literal_column,
)
from sqlalchemy.sql import ColumnElement

from bot.duplicate.sessions.session import Status as SessionStatus
from storage.schema.metadata import metadata, row_id
from storage.schema.tables import of_table

_session_status = Column("status", String(16), nullable=False)

session_is_open: ColumnElement[bool] = _session_status.in_(
    [literal_column(f"'{status.value}'") for status in (SessionStatus.ENTERING, SessionStatus.PLAYING)]
)
"""Whether a row of `sessions` is open."""

# Packs dealt once for several tables, and secret until they have been played.
boards = Table(
    "boards",
    metadata,
    Column("id", row_id, primary_key=True, autoincrement=True),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("number", Integer, nullable=False),
    Column("dealer", Integer, nullable=False),
    Column("opening", JSON, nullable=False),
    Column("salt", String(64), nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("par", JSON(none_as_null=True)),
    sqlite_autoincrement=True,
)

# Which table plays a board at which place of a session. Session 0 stands for contests, where a place is the
# player's id.
board_plays = Table(
    "board_plays",
    metadata,
    Column("session_id", BigInteger, primary_key=True, autoincrement=False),
    Column(
        "board_id", BigInteger, ForeignKey(boards.c.id), primary_key=True, autoincrement=False, index=True
    ),
    Column("place", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", BigInteger, of_table(), nullable=False, index=True),
    sqlite_with_rowid=False,
)

# Contests: their boards, the people who play them, and scores. Times are in seconds since 1970-01-01, UTC.
contests = Table(
    "contests",
    metadata,
    Column("id", row_id, primary_key=True, autoincrement=True),
    Column("kind", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("boards", Integer, nullable=False),
    Column("begins_at", Double, nullable=False),
    Column("ends_at", Double, nullable=False),
    Column("pool", Integer),
    Column("closed", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("kind", "game", "begins_at", "pool"),  # without a pool a row is unlike any other
    Index(None, "closed", "ends_at"),
    sqlite_autoincrement=True,
)


def _of_contest() -> Column[int]:
    return Column("contest_id", BigInteger, primary_key=True, autoincrement=False)


contest_boards = Table(
    "contest_boards",
    metadata,
    _of_contest(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("board_id", BigInteger, ForeignKey(boards.c.id), nullable=False, unique=True),
    sqlite_with_rowid=False,
)

# An erased person has an id below 0: a pseudonym until the contest is closed, then an anonymous number.
contest_entries = Table(
    "contest_entries",
    metadata,
    _of_contest(),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("name", String(64), nullable=False),
    Column("at", Double, nullable=False),
    Column("scores", String(160)),  # of all boards, NULL until all are played
    Column("worth", Integer),  # once the contest is over: what they were worth, in millionths, rounded
    Column("exact_worth", String(512)),  # the same as a fraction: `17/24`
    Index(None, "contest_id", "scores"),
    Index(None, "guild_id", "contest_id", "scores"),
    Index(None, "user_id", "contest_id"),
    sqlite_with_rowid=False,
)

contest_scores = Table(
    "contest_scores",
    metadata,
    _of_contest(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("score", Integer, nullable=False),
    Column("table_id", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "contest_id", "number", "score"),
    Index(None, "guild_id", "contest_id", "number", "score"),
    sqlite_with_rowid=False,
)

# Somebody asks another to play the boards of a contest. An erased person has the id 0.
challenges = Table(
    "challenges",
    metadata,
    Column("contest_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),  # where it was asked, 0: by DM
    Column("user_id", BigInteger, nullable=False),
    Column("name", String(64), nullable=False),
    Column("asked_id", BigInteger, nullable=False),
    Column("asked_name", String(64), nullable=False),
    Column("state", String(16), nullable=False),
    Column("at", Double),  # when it was over
    Column("outcome", Integer),  # 1, 0 or -1 for who asked, if boards were compared
    Column("lead", Integer),  # the boards they won less those they lost
    Index(None, "user_id", "contest_id"),
    Index(None, "asked_id", "contest_id"),
    Index(None, "guild_id", "state"),
    Index(None, "guild_id", "at"),
    Index(None, "state"),
    sqlite_with_rowid=False,
)

# Matches between servers: what each has offered, and both sides of every match, whose number is its
# contest's.
match_offers = Table(
    "match_offers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(100), nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("code", String(32), nullable=False, unique=True),
    Column("game", String(64), nullable=False),
    Column("boards", Integer, nullable=False),
    Column("people", Integer, nullable=False),
    Column("expires_at", Double, nullable=False),
    Column("language", String(16), nullable=False, server_default=""),
)

match_sides = Table(
    "match_sides",
    metadata,
    _of_contest(),
    Column("side", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("name", String(100), nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("people", Integer, nullable=False),
    Column("message_id", BigInteger),  # NULL while the post is owed
    Column("edited_at", Double, nullable=False),
    Column("told", Boolean, nullable=False),  # the channel is told nothing more
    Column("language", String(16), nullable=False, server_default=""),
    Index(None, "guild_id", "contest_id"),
    sqlite_with_rowid=False,
)
Index(
    "ix_match_sides_owed",
    match_sides.c.contest_id,
    match_sides.c.side,
    sqlite_where=~match_sides.c.told,
    postgresql_where=~match_sides.c.told,
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", row_id, primary_key=True, autoincrement=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("host", JSON, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("boards", Integer, nullable=False),
    Column("scoring", String(16), nullable=False),
    Column("clock", Integer, nullable=False),
    Column("turn_seconds", Integer, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("level", String(64), nullable=False),
    Column("least_tables", Integer, nullable=False),
    Column("sit_out", Boolean, nullable=False),
    _session_status,
    Column("version", BigInteger, nullable=False),
    Column("deadline", Double),
    Column("entries", JSON, nullable=False),
    Column("board_ids", JSON, nullable=False),
    Column("movement_tables", Integer, nullable=False),
    Column("opened", JSON, nullable=False),
    Column("posts", Integer, nullable=False),
    Column("starts_at", Double),
    Column("language", String(16), nullable=False, server_default=""),
    sqlite_autoincrement=True,
)
Index(
    "uq_sessions_open_channel_id",
    sessions.c.channel_id,
    unique=True,
    sqlite_where=session_is_open,
    postgresql_where=session_is_open,
)
Index(
    "ix_sessions_open_guild_id",
    sessions.c.guild_id,
    sqlite_where=session_is_open,
    postgresql_where=session_is_open,
)
Index("ix_sessions_channel_id", sessions.c.channel_id, sessions.c.id)
Index("ix_sessions_deadline", sessions.c.deadline)


def _of_session() -> ForeignKey:
    return ForeignKey(sessions.c.id, ondelete="CASCADE")


# The people of an open session: the host, who has entered, who was asked to.
session_people = Table(
    "session_people",
    metadata,
    Column("session_id", BigInteger, _of_session(), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    sqlite_with_rowid=False,
)

# Sessions that have changed since they were last found to owe nothing.
unsettled_sessions = Table(
    "unsettled_sessions",
    metadata,
    Column("session_id", BigInteger, _of_session(), primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

# The boards dealt at the tables of a session.
session_boards = Table(
    "session_boards",
    metadata,
    Column("session_id", BigInteger, _of_session(), primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("board", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, nullable=False),
    Column("ns", Integer, nullable=False),
    Column("ew", Integer, nullable=False),
    Column("players", JSON, nullable=False),
    Column("at", Double, nullable=False),
    Column("table_id", BigInteger),
    Column("done", Boolean, nullable=False),
    Column("late", Boolean, nullable=False),
    Column("away", JSON, nullable=False),
    Column("score", Integer),
    Column("ruling", JSON(none_as_null=True)),
    sqlite_with_rowid=False,
)

session_posts = Table(
    "session_posts",
    metadata,
    Column("session_id", BigInteger, _of_session(), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("items", JSON, nullable=False),
    Column("at", Double, nullable=False),
    Column("message_id", BigInteger),  # NULL while the post is owed
)
Index(
    "ix_session_posts_owed",
    session_posts.c.session_id,
    sqlite_where=session_posts.c.message_id.is_(None),
    postgresql_where=session_posts.c.message_id.is_(None),
)

session_messages = Table(
    "session_messages",
    metadata,
    Column("session_id", BigInteger, _of_session(), primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("posted_at", Double, nullable=False),
    Column("version", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
