"""People who belong to a table without a chair, and whether hints are allowed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.add_column("tables", sa.Column("waiting", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("tables", sa.Column("rubbers", sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("hints", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Back to the revision before."""
    op.drop_column("tables", "hints")
    op.drop_column("tables", "rubbers")
    op.drop_column("tables", "waiting")
