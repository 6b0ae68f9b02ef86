"""Processes share gateway sessions, a budget of calls, and what is known of registered commands."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_DOUBLES: sa.types.TypeEngine[Any] = sa.ARRAY(sa.Double()).with_variant(sa.JSON(), "sqlite")


def upgrade() -> None:
    """To this revision."""
    op.add_column("leases", sa.Column("served_by", sa.BigInteger()))
    op.create_table(
        "identify_buckets",
        sa.Column("bucket", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("next_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("bucket", name="pk_identify_buckets"),
    )
    op.create_table(
        "call_budget",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("times", _DOUBLES, nullable=False),
        sa.Column("granted", _DOUBLES, nullable=False),
        sa.Column("granted_at", sa.Double(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_call_budget"),
    )
    op.create_table(
        "invalid_requests",
        sa.Column("minute", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("requests", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("minute", name="pk_invalid_requests"),
    )
    op.create_table(
        "registered_commands",
        sa.Column("application_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("application_id", "guild_id", name="pk_registered_commands"),
    )


def downgrade() -> None:
    """Back to the revision before."""
    for table in ("registered_commands", "invalid_requests", "call_budget", "identify_buckets"):
        op.drop_table(table)
    op.drop_column("leases", "served_by")
