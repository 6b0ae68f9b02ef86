"""People have achievements."""

import sqlalchemy as sa
from alembic import op

revision = "v0010"
down_revision = "v0009"


def upgrade() -> None:
    """Create their table."""
    op.create_table(
        "achievements",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("achievement", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.BigInteger(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_achievements_table_id_hand_session_id"), "achievements", ["table_id", "hand", "session_id"]
    )
