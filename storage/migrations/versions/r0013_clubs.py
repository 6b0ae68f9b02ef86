"""Clubs; sessions and tables that begin by themselves."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "v0013"
down_revision = "v0012"

_row_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_NOT_NULL: dict[Any, str] = {
    sa.BigInteger(): "channel_id version",
    sa.JSON(): "host played",
    sa.String(16): "what state event",
    sa.String(64): "game zone",
    sa.Integer(): "boards number best",
    sa.Boolean(): "weekly ended refused",
    sa.Double(): "starts_at",
}
_NULL: dict[Any, str] = {
    sa.BigInteger(): "subject_id event_id stale_event",
    sa.String(16): "skipped",
    sa.Double(): "skipped_at deadline",
}


def upgrade() -> None:
    """Create the table of clubs, and add the columns."""
    op.create_table(
        "clubs",
        sa.Column("id", _row_id, primary_key=True, autoincrement=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False, index=True),
        *(
            sa.Column(name, kind, nullable=False)
            for kind, names in _NOT_NULL.items()
            for name in names.split()
        ),
        *(sa.Column(name, kind) for kind, names in _NULL.items() for name in names.split()),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_clubs_deadline", "clubs", ["deadline"])
    for table in ("sessions", "tables"):
        op.add_column(table, sa.Column("starts_at", sa.Double()))
