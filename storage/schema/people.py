"""Settings of people and servers, blocks, erasures."""

from sqlalchemy import JSON, BigInteger, Boolean, Column, Index, Integer, String, Table, false

from storage.schema.metadata import metadata

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
    Column("streaks", Boolean, nullable=False, server_default=false()),
    Column("problems", String(16), nullable=False, server_default="never"),
    Column("language", String(16), nullable=False, server_default=""),
)
# Leaderboards leave these people out.
Index(
    "ix_user_settings_hidden",
    user_settings.c.user_id,
    sqlite_where=user_settings.c.hidden.is_(True),
    postgresql_where=user_settings.c.hidden.is_(True),
)

# Whom a person does not sit with.
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
    Column("morning_channel", BigInteger, nullable=False, server_default="0"),
    Column("morning_hour", Integer, nullable=False, server_default="8"),
    Column("problem_of_the_day", Boolean, nullable=False, server_default=false()),
    Column("winner_role", BigInteger, nullable=False, server_default="0"),
    Column("winner_manager", BigInteger, nullable=False, server_default="0"),
    Column("winner_season", Integer, nullable=False, server_default="0"),
    Column("winner_refused", Boolean, nullable=False, server_default=false()),
    Column("language", String(16), nullable=False, server_default=""),
    Column("morning_language", String(16), nullable=False, server_default=""),
)

# Only servers that name a role for winners.
Index(
    "ix_server_settings_winner_role",
    server_settings.c.guild_id,
    sqlite_where=server_settings.c.winner_role != 0,
    postgresql_where=server_settings.c.winner_role != 0,
)

# Who has a server's role for winners.
role_holders = Table(
    "role_holders",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("role_id", BigInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
Index(
    "ix_server_settings_mornings",
    server_settings.c.guild_id,
    sqlite_where=server_settings.c.morning_channel != 0,
    postgresql_where=server_settings.c.morning_channel != 0,
)

# People to be erased; 0: the file is still to be compacted.
erasures = Table("erasures", metadata, Column("user_id", BigInteger, primary_key=True, autoincrement=False))

# One row, made at the first erasure: the secret of pseudonyms.
erasure_secret = Table(
    "erasure_secret",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("secret", String(64), nullable=False),
)
