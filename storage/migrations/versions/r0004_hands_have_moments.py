"""Hands have moments."""

import sqlalchemy as sa
from alembic import op

revision = "v0004"
down_revision = "v0003"


def upgrade() -> None:
    """Create the table of people's moments."""
    of_table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "hand_moments",
        sa.Column("table_id", sa.BigInteger(), of_table, primary_key=True, autoincrement=False),
        sa.Column("hand", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("moments", sa.JSON(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_hand_moments_user_id", "hand_moments", ["user_id"])
