"""People say whether their streaks are posted."""

import sqlalchemy as sa
from alembic import op

revision = "v0008"
down_revision = "v0007"


def upgrade() -> None:
    """Add the column."""
    op.add_column(
        "user_settings", sa.Column("streaks", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
