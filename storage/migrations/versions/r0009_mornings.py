"""Servers choose a channel for their mornings and a role for the winner of a season."""

import sqlalchemy as sa
from alembic import op

revision = "v0009"
down_revision = "v0008"


def upgrade() -> None:
    """Add the columns."""
    op.add_column(
        "user_settings", sa.Column("problems", sa.String(16), server_default="never", nullable=False)
    )
    for column in (
        sa.Column("morning_channel", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("morning_hour", sa.Integer(), server_default="8", nullable=False),
        sa.Column("problem_of_the_day", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("winner_role", sa.BigInteger(), server_default="0", nullable=False),
    ):
        op.add_column("server_settings", column)
