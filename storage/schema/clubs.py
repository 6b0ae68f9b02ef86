"""The table of clubs."""

from sqlalchemy import JSON, BigInteger, Boolean, Column, Double, Integer, String, Table

from storage.schema.metadata import metadata, row_id

clubs = Table(
    "clubs",
    metadata,
    Column("id", row_id, primary_key=True, autoincrement=True),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("host", JSON, nullable=False),
    Column("what", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("boards", Integer, nullable=False),
    Column("weekly", Boolean, nullable=False),
    Column("zone", String(64), nullable=False),
    Column("starts_at", Double, nullable=False),
    Column("number", Integer, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("best", Integer, nullable=False),
    Column("ended", Boolean, nullable=False),
    Column("state", String(16), nullable=False),
    Column("subject_id", BigInteger),
    Column("event", String(16), nullable=False),
    Column("event_id", BigInteger),
    Column("stale_event", BigInteger),
    Column("skipped", String(16)),
    Column("skipped_at", Double),
    Column("refused", Boolean, nullable=False),
    Column("played", JSON, nullable=False),
    Column("deadline", Double, index=True),
    Column("language", String(16), nullable=False, server_default=""),
    sqlite_autoincrement=True,
)
