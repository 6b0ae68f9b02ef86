"""Hand panels say what they show, and messages that newer ones have replaced are kept until they are gone."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision. Panels of open tables are drawn anew once, for nobody knows what they show."""
    op.add_column("hand_panels", sa.Column("state", sa.String(16), nullable=False, server_default="unknown"))
    panels = sa.table("hand_panels", sa.column("table_id", sa.BigInteger), sa.column("state", sa.String))
    tables = sa.table("tables", sa.column("id", sa.BigInteger), sa.column("status", sa.String))
    closed = sa.select(tables.c.id).where(tables.c.status.not_in(["lobby", "playing"]))
    op.execute(panels.update().where(panels.c.table_id.in_(closed)).values(state="over"))
    op.create_table(
        "removals",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_removals_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "message_id", name="pk_removals"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Back to the revision before."""
    op.drop_table("removals")
    op.drop_column("hand_panels", "state")
