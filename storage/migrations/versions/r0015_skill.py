"""Who played each hand of whist is kept, and what others make of its deal."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision. Who played the hands before it was not kept, so they count for nobody's skill."""
    op.add_column("tables", sa.Column("shared_chairs", sa.JSON(), nullable=False, server_default="[]"))
    op.create_table(
        "replays",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hand", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("chairs", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("made", sa.Double()),
        sa.Column("hoyle", sa.Double()),
        sa.Column("par", sa.Double()),
        sa.Column("dealer", sa.Integer()),
        sa.PrimaryKeyConstraint("table_id", "hand", "user_id", name="pk_replays"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_replays_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_replays_user_id_game_at", "replays", ["user_id", "game", "at"])
    op.create_index("ix_replays_version_table_id", "replays", ["version", "table_id"])


def downgrade() -> None:
    """Back to the revision before."""
    op.drop_table("replays")
    op.drop_column("tables", "shared_chairs")
