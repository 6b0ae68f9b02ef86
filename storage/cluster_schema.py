"""What the database holds of the processes that share it, and what they agree on through it.

Nothing here outlives them: a store that is carried over or backed up goes without it.
"""

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Integer, String, Table, false

from storage.schema import metadata, row_id

processes = Table(
    "processes",
    metadata,
    Column("id", row_id, primary_key=True, autoincrement=True),
    Column("seen_at", Double, nullable=False),  # by the database's clock
    Column("draining", Boolean, nullable=False, server_default=false()),
    sqlite_autoincrement=True,
)

# Who holds what: a lease counts as long as its process is alive.
leases = Table(
    "leases",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("process_id", BigInteger),
    sqlite_with_rowid=False,
)

# One row, with what holds for all processes.
cluster = Table(
    "cluster",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("shard_count", Integer, nullable=False),
)

# Who answers which interaction. On PostgreSQL it is not logged: what a crash loses is over by then.
claims = Table(
    "claims",
    metadata,
    Column("interaction_id", BigInteger, primary_key=True, autoincrement=False),
    Column("process_id", BigInteger, nullable=False),
)

# Messages within reach of an interaction's token, which is a secret: whoever has it can edit them.
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
