"""Several processes share a database: which are alive, and who holds which lease."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "processes",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("seen_at", sa.Double(), nullable=False),
        sa.Column("draining", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("process_id", sa.BigInteger()),
        sa.PrimaryKeyConstraint("name", name="pk_leases"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "cluster",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shard_count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_cluster"),
    )


def downgrade() -> None:
    """Back to the revision before."""
    for table in ("cluster", "leases", "processes"):
        op.drop_table(table)
