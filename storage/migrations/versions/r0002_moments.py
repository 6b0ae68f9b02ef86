"""When a backup was last made."""

import sqlalchemy as sa
from alembic import op

revision = "v0002"
down_revision = "v0001"


def upgrade() -> None:
    """Create the table of moments."""
    op.create_table(
        "moments",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("at", sa.Double(), nullable=False),
        sqlite_with_rowid=False,
    )
