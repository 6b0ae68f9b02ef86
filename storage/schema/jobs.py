"""The table in which jobs wait until a process does them."""

from sqlalchemy import JSON, Column, ColumnElement, Double, Index, Integer, String, Table, literal_column

from bot.jobs.ports import State
from storage.schema.metadata import metadata, row_id

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
    # When it got into this state or, while it is taken, when its process last said that it is at work.
    Column("since", Double, nullable=False),
    Column("taken_by", String(16)),
    Column("error", String(300)),
    Index("ix_jobs_kind_key", "kind", "key", unique=True),
    sqlite_autoincrement=True,
)

is_waiting: ColumnElement[bool] = jobs.c.state == literal_column(f"'{State.WAITING.value}'")
"""Whether the job of a row waits, in the words of the index."""

is_taken: ColumnElement[bool] = jobs.c.state == literal_column(f"'{State.TAKEN.value}'")
"""Whether a process does it."""

Index("ix_jobs_waiting", jobs.c.urgency, jobs.c.id, sqlite_where=is_waiting, postgresql_where=is_waiting)
Index("ix_jobs_taken", jobs.c.since, sqlite_where=is_taken, postgresql_where=is_taken)
