"""The secret of the hashes by which somebody who has been erased is still recognised for a while."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "erasure_secret",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_erasure_secret"),
    )


def downgrade() -> None:
    """Back to numbers that nobody can be recognised by."""
    op.drop_table("erasure_secret")
