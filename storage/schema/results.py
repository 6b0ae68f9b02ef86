"""Results of hands and matches, and what is derived from them."""

from sqlalchemy import JSON, BigInteger, Boolean, Column, Double, Index, Integer, String, Table, false

from storage.schema.metadata import metadata
from storage.schema.tables import of_table

outcomes = Table(
    "outcomes",
    metadata,
    Column("table_id", BigInteger, of_table(), primary_key=True, autoincrement=False),
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

# Finished hands of each person who played one from first card to last, with the replays of the same deal,
# from seats 0 and 2. The figures are NULL until it is replayed, or where it does not count.
replays = Table(
    "replays",
    metadata,
    Column("table_id", BigInteger, of_table(), primary_key=True, autoincrement=False),
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
    Index(None, "guild_id", "at"),
    Index(None, "version", "table_id"),
    sqlite_with_rowid=False,
)

# The first places of finished months.
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

# What each person has achieved, once: in a hand of a table, or in a session of Duplicate (`table_id` 0).
achievements = Table(
    "achievements",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("achievement", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("at", Double, nullable=False),
    Column("table_id", BigInteger, nullable=False),
    Column("hand", Integer, nullable=False),
    Column("session_id", BigInteger, nullable=False),
    Index(None, "table_id", "hand", "session_id"),
    sqlite_with_rowid=False,
)

analyses = Table(
    "analyses",
    metadata,
    Column("table_id", BigInteger, of_table(), primary_key=True, autoincrement=False),
    Column("hand", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("analysis", JSON, nullable=False),
    Column("people", JSON, nullable=False, server_default="[]"),
    sqlite_with_rowid=False,
)

# What each person gave away in an analysed hand, for their statistics.
losses = Table(
    "losses",
    metadata,
    Column("table_id", BigInteger, of_table(), primary_key=True, autoincrement=False),
    Column("hand", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", String(64), nullable=False),
    Column("unit", String(16), nullable=False),
    Column("lost", Integer, nullable=False),
    Index(None, "user_id", "guild_id"),
    sqlite_with_rowid=False,
)

# The decisions of each person who asked that mattered most in a hand, and what would have been better.
hand_moments = Table(
    "hand_moments",
    metadata,
    Column("table_id", BigInteger, of_table(), primary_key=True, autoincrement=False),
    Column("hand", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("moments", JSON, nullable=False),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

# How people stand with moments of theirs that they have tried to solve.
problem_answers = Table(
    "problem_answers",
    metadata,
    Column("table_id", BigInteger, of_table(), primary_key=True, autoincrement=False),
    Column("hand", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("missed", Integer, nullable=False),  # how often it was solved since it was missed last
    Column("due", Double),  # NULL: solved for good
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

# How people stand with the lessons they have answered.
lesson_answers = Table(
    "lesson_answers",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("lesson", String(64), primary_key=True),
    Column("missed", Integer, nullable=False),  # as in problem_answers
    Column("due", Double),
    sqlite_with_rowid=False,
)
