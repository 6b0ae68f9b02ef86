"""What the database holds of the processes that share it, and what they agree on through it.

Nothing here outlives them: a store that is carried over or backed up goes without it.
"""

from sqlalchemy import BigInteger, Boolean, Column, Double, Integer, String, Table, false

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
