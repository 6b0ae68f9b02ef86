"""Which processes only run jobs."""

import sqlalchemy as sa
from alembic import op

revision = "v0003"
down_revision = "v0002"


def upgrade() -> None:
    """Add the column."""
    op.add_column(
        "processes", sa.Column("jobs_only", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
