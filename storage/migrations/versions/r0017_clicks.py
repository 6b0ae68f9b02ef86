"""Who answers which interaction, and the messages within reach of an interaction's token."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    shared = op.get_bind().dialect.name == "postgresql"
    op.create_table(
        "claims",
        sa.Column("interaction_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("process_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("interaction_id", name="pk_claims"),
        prefixes=["UNLOGGED"] if shared else [],
    )
    op.create_table(
        "editable_messages",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=False),
        sa.Column("application_id", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.String(512), nullable=False),
        sa.Column("original", sa.Boolean(), nullable=False),
        sa.Column("dm", sa.Boolean(), nullable=False),
        sa.Column("on_server", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("process_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "user_id", "message_id", name="pk_editable_messages"),
    )
    op.create_index("ix_editable_messages_expires", "editable_messages", ["expires"])
    op.create_index("ix_editable_messages_user_id", "editable_messages", ["user_id"])


def downgrade() -> None:
    """Back to the revision before."""
    op.drop_table("editable_messages")
    op.drop_table("claims")
