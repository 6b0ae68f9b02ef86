"""What the database holds.

Times are seconds since the epoch, UTC. The same schema serves SQLite and PostgreSQL; a change here
needs a revision in `storage/migrations/versions`.
"""

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
    MetaData,
    String,
    Table,
    Text,
    false,
    literal_column,
    true,
)
from sqlalchemy.sql import ColumnElement

from bot.duplicate.session import Status as SessionStatus
from bot.tables.state.table import SLOW_SECONDS, Status

OPEN = (Status.LOBBY, Status.PLAYING)
"""The statuses of an open table."""

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

# SQLite numbers rows by itself only in a column that says INTEGER; it holds 64 bits there too.
row_id = BigInteger().with_variant(Integer, "sqlite")

_status = Column("status", String(16), nullable=False)

is_open: ColumnElement[bool] = _status.in_([literal_column(f"'{status.value}'") for status in OPEN])
"""Whether a row of `tables` is open, in the literal words the indices on open tables are declared in."""

_session_status = Column("status", String(16), nullable=False)

session_is_open: ColumnElement[bool] = _session_status.in_(
    [literal_column(f"'{status.value}'") for status in (SessionStatus.ENTERING, SessionStatus.PLAYING)]
)
"""The same of a row of `sessions`."""

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
    # The earliest time in `deferred`, to be searched for.
    Column("deferred_until", Double),
    sqlite_autoincrement=True,  # an id is never used again
)

is_live: ColumnElement[bool] = (
    is_open & tables.c.paused.is_(False) & (tables.c.turn_seconds < literal_column(str(SLOW_SECONDS)))
)
"""Whether people are about at the table of a row of `tables`."""

awaits_bot: ColumnElement[bool] = is_open & tables.c.bots_turn.is_(True)
"""Whether the bot is to move there, as far as the store knows."""

is_deferred: ColumnElement[bool] = is_open & tables.c.deferred_until.is_not(None)
"""Whether the bot makes a move for somebody there later."""

is_untidy: ColumnElement[bool] = ~is_open & tables.c.over_since.is_(None)
"""Whether something of that match, which is over, is still to be deleted."""

is_unarchived: ColumnElement[bool] = tables.c.over_since.is_not(None) & tables.c.archived.is_(False)
"""Whether the log of that match, which is over, is still in `moves`."""

# Open tables are few among all that ever were, and they are all that is searched for.
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
# What a channel played last.
Index("ix_tables_channel_id", tables.c.channel_id, tables.c.id)


def _of_table() -> ForeignKey:
    return ForeignKey(tables.c.id, ondelete="CASCADE")


# Packs dealt once for any number of tables, secret until they have been played.
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

# Without a row id, SQLite keeps rows in the order of their key and needs no second tree for it. Posts
# have one, or it would not look for those owed by their index.

# The people at open tables, waiting ones included, to find a person's tables by.
seated = Table(
    "seated",
    metadata,
    Column("table_id", BigInteger, _of_table(), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    sqlite_with_rowid=False,
)

# Tables that have changed, or messages of theirs, since it was last found that nothing is owed there. What is
# behind is looked for among these alone.
unsettled_tables = Table(
    "unsettled_tables",
    metadata,
    Column("table_id", BigInteger, _of_table(), primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

moves = Table(
    "moves",
    metadata,
    Column("table_id", BigInteger, _of_table(), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("salt", String(64)),
    Column("sha256", String(64)),
    sqlite_with_rowid=False,
)

# Logs of matches that were over long ago, in place of their rows in `moves`; `storage/archive.py` reads them.
archived_logs = Table(
    "archived_logs",
    metadata,
    Column("table_id", BigInteger, _of_table(), primary_key=True, autoincrement=False),
    Column("codec", Integer, nullable=False),
    Column("log", LargeBinary, nullable=False),
)

# Which table plays a board at which table of a session; session 0 is the board of the day, whose tables are
# called by who plays there.
board_plays = Table(
    "board_plays",
    metadata,
    Column("session_id", BigInteger, primary_key=True, autoincrement=False),
    Column(
        "board_id", BigInteger, ForeignKey(boards.c.id), primary_key=True, autoincrement=False, index=True
    ),
    Column("place", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", BigInteger, _of_table(), nullable=False, index=True),
    sqlite_with_rowid=False,
)

# Boards of the day: the days that are drawn, the boards, who plays them, and what they made of each. A day is
# counted in days since 1970-01-01, UTC.
daily_days = Table(
    "daily_days",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", String(64), primary_key=True),
    Column("closed", Boolean, nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)

daily_boards = Table(
    "daily_boards",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", String(64), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("board_id", BigInteger, ForeignKey(boards.c.id), nullable=False, unique=True),
    sqlite_with_rowid=False,
)

# An erased person's id is then a number below 0: until the day is closed a pseudonym, later nobody's.
daily_entries = Table(
    "daily_entries",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", String(64), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("name", String(64), nullable=False),
    Column("at", Double, nullable=False),
    Column("scores", String(64)),  # of all boards, NULL until all are played
    Column("worth", Integer),  # once the day is over: what they were worth, in millionths, rounded
    Column("exact_worth", String(128)),  # the same as a fraction: `17/24`
    Index(None, "day", "game", "scores"),
    Index(None, "guild_id", "game", "day", "scores"),
    Index(None, "user_id", "game", "day"),
    sqlite_with_rowid=False,
)

daily_scores = Table(
    "daily_scores",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", String(64), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("score", Integer, nullable=False),
    Column("table_id", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "day", "game", "number", "score"),
    Index(None, "guild_id", "day", "game", "number", "score"),
    sqlite_with_rowid=False,
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


# Who has to do with an open session: the host, those who have entered, those who were asked to.
session_people = Table(
    "session_people",
    metadata,
    Column("session_id", BigInteger, _of_session(), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    sqlite_with_rowid=False,
)

# Sessions that have changed since it was last found that nothing is owed to their channels.
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

posts = Table(
    "posts",
    metadata,
    Column("table_id", BigInteger, _of_table(), primary_key=True, autoincrement=False),
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

outcomes = Table(
    "outcomes",
    metadata,
    Column("table_id", BigInteger, _of_table(), primary_key=True, autoincrement=False),
    Column("unit", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", String(64), nullable=False),
    Column("at", Double, nullable=False),
    Column("partner_id", BigInteger, nullable=False),
    Column("points", Integer, nullable=False),
    Column("against", Integer, nullable=False),
    Column("won", Boolean),
    Column("name", String(64), nullable=False, server_default=""),
    Column("house", Boolean, nullable=False, server_default=false()),
    Column("match", Boolean, nullable=False, server_default=false()),
    Column("details", JSON, nullable=False, server_default="{}"),
    Index(None, "guild_id", "game", "at"),
    Index(None, "user_id", "guild_id", "game", "at"),
    sqlite_with_rowid=False,
)

# Finished hands of each person who played one from the first card to the last, beside what others make of the
# same deal, from seats 0 and 2; without figures where it is still to be replayed, or does not count.
replays = Table(
    "replays",
    metadata,
    Column("table_id", BigInteger, _of_table(), primary_key=True, autoincrement=False),
    Column("hand", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", String(64), nullable=False),
    Column("at", Double, nullable=False),
    Column("chairs", JSON, nullable=False),  # who played it, by seat
    Column("version", Integer, nullable=False),  # of the weights it was replayed for; 0: not yet
    Column("made", Double),
    Column("hoyle", Double),
    Column("par", Double),
    Column("dealer", Integer),
    Index(None, "user_id", "game", "at"),
    Index(None, "version", "table_id"),
    sqlite_with_rowid=False,
)

# The first places of months that are over.
season_winners = Table(
    "season_winners",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(64), primary_key=True),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("house", Boolean, nullable=False),
    Column("measure", String(16), nullable=False),
    Column("won", Integer, nullable=False),
    Column("played", Integer, nullable=False),
    Index(None, "user_id", "guild_id", "game"),
    sqlite_with_rowid=False,
)

analyses = Table(
    "analyses",
    metadata,
    Column("table_id", BigInteger, _of_table(), primary_key=True, autoincrement=False),
    Column("hand", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("analysis", JSON, nullable=False),
    Column("people", JSON, nullable=False, server_default="[]"),
    sqlite_with_rowid=False,
)

# What each person gave away in a hand that was analysed, as it counts in their statistics.
losses = Table(
    "losses",
    metadata,
    Column("table_id", BigInteger, _of_table(), primary_key=True, autoincrement=False),
    Column("hand", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", String(64), nullable=False),
    Column("unit", String(16), nullable=False),
    Column("lost", Integer, nullable=False),
    Index(None, "user_id", "guild_id"),
    sqlite_with_rowid=False,
)

table_messages = Table(
    "table_messages",
    metadata,
    Column("table_id", BigInteger, _of_table(), primary_key=True, autoincrement=False),
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
    Column("table_id", BigInteger, _of_table(), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("deal", Integer, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("state", String(16), nullable=False, server_default="unknown"),
    Column("cards", BigInteger, nullable=False, server_default="0"),  # a checksum of those it shows
    sqlite_with_rowid=False,
)

# Messages that newer ones have replaced, until they are deleted or, hand panels, laid aside.
removals = Table(
    "removals",
    metadata,
    Column("table_id", BigInteger, _of_table(), primary_key=True, autoincrement=False),
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("user_id", BigInteger),  # whose hand panel it is; NULL for a table message
    Column("hand", Integer, nullable=False, server_default="0"),  # the finished hand it shows, which stays
    sqlite_with_rowid=False,
)

# Messages that call a person for their turn, until they act and the message is deleted.
turn_calls = Table(
    "turn_calls",
    metadata,
    Column("table_id", BigInteger, _of_table(), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("step", Integer, nullable=False),  # the moves the table had made
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

user_settings = Table(
    "user_settings",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("dm", Boolean, nullable=False),
    Column("dm_closed", Boolean, nullable=False),
    Column("pictures", Boolean, nullable=False),
    Column("play_forced", Boolean, nullable=False),
    Column("calls", String(16), nullable=False, server_default="away"),
    Column("pace", String(16), nullable=False, server_default="usual"),
    Column("four_colours", Boolean, nullable=False, server_default=false()),
    Column("large_index", Boolean, nullable=False, server_default=false()),
    Column("reading", Boolean, nullable=False, server_default=false()),
    Column("confirm", Boolean, nullable=False, server_default=false()),
    Column("hidden", Boolean, nullable=False, server_default=false()),
)
# Leaderboards leave these few out.
Index(
    "ix_user_settings_hidden",
    user_settings.c.user_id,
    sqlite_where=user_settings.c.hidden.is_(True),
    postgresql_where=user_settings.c.hidden.is_(True),
)

# Whom a person will not sit with.
blocks = Table(
    "blocks",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    sqlite_with_rowid=False,
)

server_settings = Table(
    "server_settings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channels", JSON, nullable=False),
    Column("posting", String(16), nullable=False),
    Column("turn_seconds", Integer),
    Column("options", JSON, nullable=False),
    Column("levels", JSON, nullable=False),
    Column("roles", JSON, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("tables_each", Integer, nullable=False),
    Column("tables_here", Integer, nullable=False),
    Column("rate", Integer, nullable=False),
)

# People who have asked to be erased, until nothing is left of them; 0: the file is still to be compacted.
erasures = Table(
    "erasures",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
)

# One row, once somebody has been erased: what their pseudonyms are made with.
erasure_secret = Table(
    "erasure_secret",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("secret", String(64), nullable=False),
)
