"""The tables of servers' mornings, their problems of the day, and the answers. Days count from 1970-01-01,
UTC."""

from sqlalchemy import JSON, BigInteger, Boolean, Column, Double, Index, Integer, String, Table, false

from storage.schema.metadata import metadata

mornings = Table(
    "mornings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("message_id", BigInteger),  # NULL while the post is owed, 0 if there is none
    Column("refused", Boolean, nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)
Index(
    "ix_mornings_owed",
    mornings.c.at,
    sqlite_where=mornings.c.message_id.is_(None),
    postgresql_where=mornings.c.message_id.is_(None),
)

# Without a person: whose decision it was is found at the table, if they still allow it.
daily_problems = Table(
    "daily_problems",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("source", JSON, nullable=False),
    Column("game", String(64), nullable=False),
    Column("made", String(64), nullable=False),
    Column("answers", JSON, nullable=False),
    Column("moment", JSON, nullable=False),
    Column("closes_at", Double, nullable=False),
    sqlite_with_rowid=False,
)

problem_votes = Table(
    "problem_votes",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("choice", Integer, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)
