"""The tables by which the processes that share a database coordinate.

They hold nothing that outlives the processes, so backups leave them out.
"""

from sqlalchemy import ARRAY, JSON, BigInteger, Boolean, Column, Double, Index, Integer, String, Table, false

from storage.schema.metadata import metadata, row_id

_doubles = ARRAY(Double).with_variant(JSON, "sqlite")

processes = Table(
    "processes",
    metadata,
    Column("id", row_id, primary_key=True, autoincrement=True),
    Column("seen_at", Double, nullable=False),  # by the database's clock
    Column("draining", Boolean, nullable=False, server_default=false()),
    Column("jobs_only", Boolean, nullable=False, server_default=false()),  # `./cardinal work`
    sqlite_autoincrement=True,
)

# A lease counts as long as its process is alive.
leases = Table(
    "leases",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("process_id", BigInteger),
    Column("served_by", BigInteger),  # of a shard: the process whose session gets its events
    sqlite_with_rowid=False,
)

# One row, for all processes.
cluster = Table(
    "cluster",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("shard_count", Integer, nullable=False),
)

# When the next session of a bucket (`shard_id % max_concurrency`) may identify.
identify_buckets = Table(
    "identify_buckets",
    metadata,
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("next_at", Double, nullable=False),  # by the database's clock
)

# One row, on PostgreSQL: the times of the latest calls with the bot's token, the oldest first, and the number
# of all calls. `granted` and `granted_at` are the last grant.
call_budget = Table(
    "call_budget",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("times", _doubles, nullable=False),  # by the database's clock
    Column("granted", _doubles, nullable=False),
    Column("granted_at", Double, nullable=False),
    Column("total", BigInteger, nullable=False),
)

# How many requests Discord refused (401, 403, 429), by minute since the epoch.
invalid_requests = Table(
    "invalid_requests",
    metadata,
    Column("minute", BigInteger, primary_key=True, autoincrement=False),
    Column("requests", Integer, nullable=False),
)

# The digest of the slash commands that were last sent to Discord, for everywhere or for one server.
registered_commands = Table(
    "registered_commands",
    metadata,
    Column("application_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),  # 0: everywhere
    Column("digest", String(64), nullable=False),
)

# Which process answers an interaction. UNLOGGED on PostgreSQL: what a crash loses is out of date by then.
claims = Table(
    "claims",
    metadata,
    Column("interaction_id", BigInteger, primary_key=True, autoincrement=False),
    Column("process_id", BigInteger, nullable=False),
)

# Messages that can be edited with an interaction's token, which is a secret.
editable_messages = Table(
    "editable_messages",
    metadata,
    Column("table_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),  # 0: the table message
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("interaction_id", BigInteger, nullable=False),
    Column("application_id", BigInteger, nullable=False),
    Column("token", String(512), nullable=False),
    Column("original", Boolean, nullable=False),
    Column("dm", Boolean, nullable=False),
    Column("on_server", Boolean, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("locale", String(16), nullable=False),
    Column("expires", Double, nullable=False),
    Column("shown", Integer, nullable=False),
    Column("process_id", BigInteger, nullable=False),
    Index("ix_editable_messages_expires", "expires"),
    Index("ix_editable_messages_user_id", "user_id"),
)

# When something was last done that has no row of its own: a backup, the write of a health check.
moments = Table(
    "moments",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("at", Double, nullable=False),  # by the database's clock
    sqlite_with_rowid=False,
)

EPHEMERAL = (
    processes,
    leases,
    cluster,
    identify_buckets,
    call_budget,
    invalid_requests,
    registered_commands,
    claims,
    editable_messages,
    moments,
)
"""The tables that backups and moves of the store leave out."""
