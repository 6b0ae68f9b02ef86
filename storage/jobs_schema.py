"""Jobs that wait to be done, as SQLite keeps them.

On PostgreSQL they wait in pgqueuer's own tables (`storage.jobs_postgres`); this one holds, until the first
process has started, what was waiting in a SQLite file that was carried over.
"""

from sqlalchemy import JSON, Column, Double, Index, Integer, String, Table

from storage.schema import metadata, row_id

jobs = Table(
    "jobs",
    metadata,
    Column("id", row_id, primary_key=True, autoincrement=True),
    Column("kind", String(32), nullable=False),
    Column("key", String(100), nullable=False),
    Column("payload", JSON, nullable=False),
    Column("urgency", Integer, nullable=False),
    Column("state", String(10), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("not_before", Double, nullable=False),
    Column("since", Double, nullable=False),  # in this state
    Column("error", String(300)),
    Index("ix_jobs_kind_key", "kind", "key", unique=True),
    sqlite_autoincrement=True,
)

# Those to be taken, in the order in which they are.
Index(
    "ix_jobs_waiting",
    jobs.c.urgency,
    jobs.c.id,
    sqlite_where=jobs.c.state == "waiting",
    postgresql_where=jobs.c.state == "waiting",
)
